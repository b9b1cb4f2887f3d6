-- Why the provider's people gave a payment back, as its payer reads it (docs/decisions/0027); empty: the end of its check says it.
alter table one_shot_attempts add column "refundReason" text not null default '';
