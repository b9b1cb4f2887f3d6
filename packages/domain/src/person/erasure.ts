import { legalHoldRule } from '../check/rules.ts';

/** The reason for erasing an employee, such as "Requested by letter of 3 March"; stored in the access log. */
export const employeeErasureRule = legalHoldRule;

/** What the erasure of an employee removes and keeps, or would, in a preview. */
export interface EmployeeErasure {
  /** Open checks: if there is one, nothing is erased. */
  readonly runningChecks: number;
  /** Archived checks whose personal data are erased; the rows stay for figures and invoices. */
  readonly checks: number;
  /** Archived checks kept by a legal hold, with their certificate and the employee. */
  readonly heldChecks: number;
  /** Certificates that are deleted with their files. */
  readonly certificates: number;
  /** Whether the employee's record stays, because of a check under legal hold. */
  readonly employeeStays: boolean;
}
