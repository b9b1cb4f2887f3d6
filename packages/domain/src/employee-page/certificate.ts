import * as z from 'zod/mini';
import { endFromStart, periodNotTooLong } from '../certificate/rules.ts';
import type { CheckOccurence, CheckStatus } from '../check/enums.ts';
import { choice, day } from '../validation.ts';

/**
 * A certificate that an employee sends by the link of a message (docs/decisions/0076): the employer's HR looks at it, and registers it or puts it
 * aside. Until then it is no certificate of the register.
 *
 * - most: of one check, waiting or registered; a certificate has one page or two, and may be followed by a prolongation. What was put aside
 *   is deleted and counts no more.
 */
export const SENT_CERTIFICATES = { most: 5 } as const;

/** Why HR puts one aside; the employee reads it. */
export const PUT_ASIDE_REASONS = ['Unreadable', 'OtherDocument', 'Known'] as const;
export type PutAsideReason = (typeof PUT_ASIDE_REASONS)[number];

/**
 * Waiting: nobody has decided about it. Registered: it is a certificate of the register. Infected: malware was found in it, and nobody has put it
 * aside. Otherwise why it was put aside.
 */
export const SENT_CERTIFICATE_STATES = ['Waiting', 'Registered', 'Infected', ...PUT_ASIDE_REASONS] as const;
export type SentCertificateState = (typeof SENT_CERTIFICATE_STATES)[number];

/** Open: the employee can send one. Full: no more of this check. Closed: nobody would look at it. */
export const SENDING_STATES = ['Open', 'Full', 'Closed'] as const;
export type SendingState = (typeof SENDING_STATES)[number];

/** The days of incapacity that are on the certificate; the file comes with them. */
export const sentPeriodRule = z
  .strictObject({ startDate: day('startDateRequired'), endDate: day('endDateRequired') })
  .check(endFromStart, periodNotTooLong);
export type SentPeriod = z.infer<typeof sentPeriodRule>;

/** What HR says when it puts one aside. */
export const putAsideRule = z.strictObject({ reason: choice(PUT_ASIDE_REASONS, 'invalidChoice') });

interface SentFor {
  readonly status: CheckStatus;
  readonly checkOccurence: CheckOccurence | null;
  /** How the check was ordered. */
  readonly source: string;
}

/**
 * Whether somebody of the employer would look at a certificate of this check: whoever ordered a One Shot Check has no account, and a check that
 * was cancelled or deleted is nobody's matter any more.
 */
const isLookedAt = ({ status, checkOccurence, source }: SentFor): boolean =>
  source !== 'OneShot' && !(status === 'Archived' && (checkOccurence === 'Cancelled' || checkOccurence === 'Deleted'));

/** Whether the employee can send one more. @param kept how many were sent, not put aside, and can be opened */
export const sendingState = (check: SentFor, kept: number): SendingState =>
  isLookedAt(check) ? (kept < SENT_CERTIFICATES.most ? 'Open' : 'Full') : 'Closed';
