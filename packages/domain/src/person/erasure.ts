import { legalHoldRule } from '../check/rules.ts';

/** Why an employee is erased, such as "Asked for it by letter of 3 March": it is in the access log. */
export const employeeErasureRule = legalHoldRule;

/** What the erasure of an employee takes and keeps; before it, what it would. */
export interface EmployeeErasure {
  /** Checks that have not ended: with one, nothing is erased. */
  readonly runningChecks: number;
  /** Ended checks that lose everything personal; their row stays for figures and invoices. */
  readonly checks: number;
  /** Ended checks that a legal hold keeps, with their certificate and the employee. */
  readonly heldChecks: number;
  /** Certificates that go with their files. */
  readonly certificates: number;
  /** Whether the employee's own record stays, for a check that is held. */
  readonly employeeStays: boolean;
}
