-- Of 0118, for the rows from before.
alter table employee_messages validate constraint employee_messages_channel_check;
alter table employee_messages validate constraint employee_messages_states;
