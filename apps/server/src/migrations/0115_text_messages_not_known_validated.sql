-- Of 0114, for the rows from before.
alter table text_messages validate constraint text_messages_failure_check;
