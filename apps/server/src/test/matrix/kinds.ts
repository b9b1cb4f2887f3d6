import type { Resource } from '@checkwell/domain/policy';

/** Who asks. `both` is an administrator of A and a basic user of B; `program` has an API token of A, with the rights of an administrator. */
export const CALLERS = ['visitor', 'admin', 'basic', 'both', 'program', 'planner', 'doctor'] as const;
export type Caller = (typeof CALLERS)[number];

/**
 * Whose the fixture is that is asked for. `own`: of company A, of the basic user's superior record, a mission of the doctor. `otherSuperior`: of
 * the same company, of another superior and another doctor. `deleted`: as `own`, but it is no more; of a check
 * that was deleted the row is kept, for those who could read it, outside of lists and figures. `random`: an id that never was one.
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
  'telling',
  'notification',
  'sentCertificate',
  'attempt',
  'offer',
  'undelivered',
  'session',
  'passkey',
] as const;
export type Kind = (typeof KINDS)[number];

/** Something that is asked for, with what the policy is asked about it. */
export interface Fixture extends Resource {
  readonly kind: Kind;
  readonly whose: Whose;
  readonly id: string;
  /** What stands for each argument or parameter of this name in a request about it. */
  readonly ids: Readonly<Record<string, string>>;
  /** Whether it is there; a report of a check that was deleted is there for the provider alone. */
  readonly exists: boolean | 'forTheProvider';
  /** A text that is in a file when the fixture does. */
  readonly mark: string | null;
  /** The profile that it belongs to. */
  readonly profileId: string | null;
}
