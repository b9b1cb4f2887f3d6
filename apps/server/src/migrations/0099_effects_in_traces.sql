-- An effect goes on with the trace of the change that asked for it: beside the trace the step, 16 hexadecimal digits; empty: none was recorded.
alter table outbox add column "spanId" text not null default '' check ("spanId" ~ '^([0-9a-f]{16})?$');
