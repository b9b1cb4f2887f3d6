import * as z from 'zod/mini';
import { endFromStart, periodNotTooLong } from '../certificate/rules.ts';
import type { CheckOccurence, CheckStatus } from '../check/enums.ts';
import { choice, day } from '../validation.ts';

/**
 * Certificates that an employee sends on the employee's page (docs/decisions/0076): the employer's HR reviews each, and registers it or puts it aside.
 * Until then it is not in the register of certificates.
 *
 * - max: the most per check, waiting or registered; a certificate has one page or two, and may be followed by a prolongation. Those put aside are
 *   deleted and do not count.
 */
export const SENT_CERTIFICATES = { max: 5 } as const;

/** Why HR puts a certificate aside; the employee reads the reason. */
export const PUT_ASIDE_REASONS = ['Unreadable', 'OtherDocument', 'Known'] as const;
export type PutAsideReason = (typeof PUT_ASIDE_REASONS)[number];

/**
 * Waiting: HR has not decided yet. Registered: it is in the register of certificates. Infected: malware was found in it, and it is not put aside yet.
 * Otherwise the reason for which it was put aside.
 */
export const SENT_CERTIFICATE_STATES = ['Waiting', 'Registered', 'Infected', ...PUT_ASIDE_REASONS] as const;
export type SentCertificateState = (typeof SENT_CERTIFICATE_STATES)[number];

/** Open: the employee can send a certificate. Full: the limit for this check is reached. Closed: nobody would review it. */
export const SENDING_STATES = ['Open', 'Full', 'Closed'] as const;
export type SendingState = (typeof SENDING_STATES)[number];

/** The period on the certificate, sent along with the file. */
export const sentPeriodRule = z
  .strictObject({ startDate: day('startDateRequired'), endDate: day('endDateRequired') })
  .check(endFromStart, periodNotTooLong);
export type SentPeriod = z.infer<typeof sentPeriodRule>;

/** Input for putting a certificate aside. */
export const putAsideRule = z.strictObject({ reason: choice(PUT_ASIDE_REASONS, 'invalidChoice') });

interface SentFor {
  readonly status: CheckStatus;
  readonly checkOccurence: CheckOccurence | null;
  /** How the check was ordered. */
  readonly source: string;
}

/**
 * Whether the employer would review a certificate for this check: not for a One Shot Check, whose buyer has no account, and not for a cancelled or
 * deleted check.
 */
const isLookedAt = ({ status, checkOccurence, source }: SentFor): boolean =>
  source !== 'OneShot' && !(status === 'Archived' && (checkOccurence === 'Cancelled' || checkOccurence === 'Deleted'));

/** Whether the employee can send one more. @param kept number of certificates sent and not put aside, without infected ones */
export const sendingState = (check: SentFor, kept: number): SendingState =>
  isLookedAt(check) ? (kept < SENT_CERTIFICATES.max ? 'Open' : 'Full') : 'Closed';
