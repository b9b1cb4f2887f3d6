import { EMPLOYEE_NEWS } from '@checkwell/domain/check/employee-news';
import { builder, EmployeeMessageChannelType, ReachedType } from '../../../graphql/builder.ts';
import { MailFailureType } from '../../mailbox/mailbox.graphql.ts';
import type { ShownEmployeeMessage } from './checks-told.ts';
import type { Undelivered } from './checks-undelivered.ts';

const EmployeeNewsType = builder.enumType('EmployeeNews', { values: EMPLOYEE_NEWS });

export const EmployeeMessageType = builder.objectRef<ShownEmployeeMessage>('EmployeeMessage').implement({
  description: 'One attempt to tell an employee of an appointment, or of a decision on a check that is over.',
  fields: (t) => ({
    id: t.exposeID('id'),
    news: t.expose('news', { type: EmployeeNewsType }),
    channel: t.expose('channel', {
      type: EmployeeMessageChannelType,
      nullable: true,
      description: 'null: there was no way to reach the employee.',
    }),
    appointmentStart: t.expose('appointmentStart', { type: 'DateTime' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    sentAt: t.expose('sentAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Taken by the operator or the mail server, said, or opened.',
    }),
    deliveredAt: t.expose('deliveredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the message arrived, as the operator or the mail server reported.',
    }),
    failedAt: t.expose('failedAt', { type: 'DateTime', nullable: true }),
    isNotKnown: t.exposeBoolean('isNotKnown', {
      description: 'Whether it is unknown if the text message left; it counts as failed.',
    }),
    reached: t.expose('reached', { type: ReachedType, nullable: true, description: 'Who answered a call.' }),
    phoneNumber: t.exposeString('phoneNumber', { description: 'Empty for the doctor.' }),
    actorName: t.exposeString('actorName', { nullable: true, description: 'Who called; null for those who may not see the profile.' }),
    withdrawnAt: t.expose('withdrawnAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a call was taken back because it had been recorded by mistake.',
    }),
    current: t.exposeBoolean('current', {
      description: 'Whether it is about the appointment that stands, or stood when the check ended; or about the last decision.',
    }),
    decides: t.exposeBoolean('decides', { description: 'Whether it decides that a no-show counts.' }),
  }),
});

export const UndeliveredType = builder.objectRef<Undelivered>('UndeliveredMail').implement({
  description: 'A mail about a check that failed for good.',
  fields: (t) => ({
    id: t.exposeID('id'),
    recipient: t.exposeString('recipient'),
    failure: t.expose('failure', { type: MailFailureType }),
    failedAt: t.expose('failedAt', { type: 'DateTime' }),
  }),
});
