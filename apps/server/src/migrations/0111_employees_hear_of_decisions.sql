-- Employees are told of decisions on checks that are over: a ruling, and whether a no-show is excused (docs/decisions/0110).
alter table employee_messages
  -- The version of the check by which the decision came; null of an appointment.
  add "decisionVersion" integer,
  drop constraint employee_messages_news_check,
  add constraint employee_messages_news_check check (news in ('Invited', 'Moved', 'Cancelled', 'Ruled', 'Excused', 'ExcuseWithdrawn')),
  add constraint employee_messages_decision check ((news in ('Ruled', 'Excused', 'ExcuseWithdrawn')) = ("decisionVersion" is not null)
    and ("decisionVersion" is null or channel is null or channel in ('sms', 'mail', 'phone', 'letter')));
