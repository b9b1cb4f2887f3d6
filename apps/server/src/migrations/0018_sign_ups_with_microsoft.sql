-- A request that came with a Microsoft account, when Microsoft vouches for the address that was asked for: once the request is
-- confirmed, the new account is linked to it (docs/decisions/0016).
alter table sign_ups
  add column "microsoftIssuer" text,
  add column "microsoftObjectId" uuid,
  add constraint "sign_ups_microsoft_check" check (("microsoftIssuer" is null) = ("microsoftObjectId" is null));
