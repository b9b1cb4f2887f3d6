-- Of 0117, for the rows from before. The other two were written anew by 0120, and validated by 0121.
alter table notification_choices validate constraint notification_choices_delivery_check;
