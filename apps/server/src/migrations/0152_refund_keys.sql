-- The payment provider repeats its answer to an idempotency key for a day, also a refusal: after one, the refund is requested with another key.
alter table one_shot_refunds
  add column "refusals" integer not null default 0 check ("refusals" >= 0);
comment on column one_shot_refunds."refusals" is 'How often the payment provider has refused this refund: part of its idempotency key.';
