-- Until when access tokens from before a change of the password still count for the session that goes on (docs/decisions/0044).
alter table profiles add column "formerTokensUntil" timestamptz;
