-- Of a text message to an employee that counts as failed: nobody knows whether it left (docs/decisions/0060). Kept with the record, since
-- employers and doctors read that, and not the messages themselves.
select set_config('app.role', 'system', true);

alter table employee_messages add "isNotKnown" boolean not null default false;

update employee_messages m set "isNotKnown" = true from text_messages t where t.id = m."textMessageId" and t.failure = 'notKnown';

select set_config('app.role', '', true);
