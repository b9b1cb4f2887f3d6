import type { TellingStates } from '@checkwell/domain/check/times/told';
import type { Formats } from './formats.ts';

/** One attempt to tell an employee of an appointment. */
export interface ShownTelling extends TellingStates {
  /** Empty for readers who do not see it. */
  readonly phoneNumber: string;
}

/** What the sentence about an attempt names (`checks:telling`, chosen by `tellingKey`), the same on screens and in documents. */
export const tellingValues = (
  { sentAt, deliveredAt, failedAt, phoneNumber }: ShownTelling,
  formats: Pick<Formats, 'dateTime' | 'phone'>,
) => ({
  sent: formats.dateTime(sentAt),
  delivered: formats.dateTime(deliveredAt),
  failed: formats.dateTime(failedAt),
  number: formats.phone(phoneNumber),
});
