import { letterReachedAt } from '@checkwell/domain/check/times/letter';
import type { EmployeeMessageRecord } from '@checkwell/domain/check/times/told';
import { dayOf } from '@checkwell/domain/clock';
import type { Formats } from './formats.ts';

/** One attempt to notify an employee of an appointment. */
export interface ShownEmployeeMessage extends EmployeeMessageRecord {
  /** Empty for readers who may not see it. */
  readonly phoneNumber: string;
}

/** The values for the placeholders in the sentence about an attempt (`checks:employeeMessage`, chosen by `employeeMessageKey`), the same on screens and in documents. */
export const employeeMessageValues = (
  { channel, sentAt, deliveredAt, failedAt, phoneNumber }: Omit<ShownEmployeeMessage, 'isNotKnown' | 'reached' | 'withdrawnAt'>,
  formats: Pick<Formats, 'date' | 'dateTime' | 'phone'>,
) => ({
  sent: formats.dateTime(sentAt),
  delivered: formats.dateTime(deliveredAt),
  failed: formats.dateTime(failedAt),
  number: formats.phone(phoneNumber),
  day: formats.date(sentAt && dayOf(new Date(sentAt))),
  read: formats.dateTime(channel === 'letter' && sentAt ? letterReachedAt(dayOf(new Date(sentAt))) : null),
});
