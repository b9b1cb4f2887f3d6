-- The token of a session changes each time it continues the session (docs/decisions/0044). `token` holds the hash of the one in
-- force, "previousToken" that of the one before it, which is good for a moment longer: its successor may be on its way.
-- Sessions of before hold a token itself: they end, and their owners sign in once more.
delete from auth.sessions;
alter table auth.sessions
  add column "previousToken" text,
  add column "rotatedAt" timestamptz,
  add constraint sessions_rotation check (("previousToken" is null) = ("rotatedAt" is null)),
  add constraint sessions_two_tokens check ("previousToken" <> token);
