import type { Resource } from '@checkwell/domain/policy';

/** Who sends the request. `both` is an administrator of A and a basic user of B; `program` has an API token of A, with the rights of an administrator. */
export const CALLERS = ['visitor', 'admin', 'basic', 'both', 'program', 'planner', 'doctor'] as const;
export type Caller = (typeof CALLERS)[number];

/**
 * To whom the fixture of the request belongs. `own`: of company A, of the basic user's superior record, a mission of the doctor. `otherSuperior`: of
 * the same company, of another superior and another doctor. `deleted`: like `own`, but deleted; the row of a
 * deleted check is kept, for those who could read it, outside of lists and figures. `random`: an id that never existed.
 */
export const WHOSE = ['own', 'otherSuperior', 'otherCompany', 'deleted', 'random'] as const;
export type Whose = (typeof WHOSE)[number];

export const KINDS = [
  'check',
  'report',
  'certificate',
  'employee',
  'superior',
  'company',
  'document',
  'doctor',
  'hours',
  'user',
  'view',
  'token',
  'costCentre',
  'invoice',
  'payment',
  'signUp',
  'mail',
  'comment',
  'employeeMessage',
  'notification',
  'sentCertificate',
  'attempt',
  'offer',
  'undelivered',
  'session',
  'passkey',
] as const;
export type Kind = (typeof KINDS)[number];

/** A record of the test, with the properties by which the policy decides. */
export interface Fixture extends Resource {
  readonly kind: Kind;
  readonly whose: Whose;
  readonly id: string;
  /** Values of the arguments and parameters of a request about it, by name. */
  readonly ids: Readonly<Record<string, string>>;
  /** Whether it exists; the report of a deleted check exists only for the provider. */
  readonly exists: boolean | 'forTheProvider';
  /** A text that an exported file contains exactly when it contains the fixture. */
  readonly mark: string | null;
  /** The profile to which it belongs. */
  readonly profileId: string | null;
}
