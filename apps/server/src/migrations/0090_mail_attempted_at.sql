-- Nothing wrote when a server was first asked to take a mail, nor that a mail failed because its time was over.
alter table mails
  drop column "attemptedAt",
  drop constraint mails_failure_check,
  add constraint mails_failure_check check (failure in ('wrongAddress', 'mailboxFull', 'blocked', 'unreachable', 'other'));
