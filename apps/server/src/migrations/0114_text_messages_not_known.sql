-- A text message of which nobody can say whether it left has failed by that name (docs/decisions/0060).
alter table text_messages drop constraint text_messages_failure_check;
alter table text_messages add constraint text_messages_failure_check
  check (failure in ('wrongNumber', 'unreachable', 'blocked', 'expired', 'notKnown', 'other')) not valid;
