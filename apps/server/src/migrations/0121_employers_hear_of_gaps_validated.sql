-- Of 0120, for the rows from before.
alter table notification_choices validate constraint notification_choices_allowed;
alter table notifications validate constraint notifications_kind_check;
