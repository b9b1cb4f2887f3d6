import type { FieldIssue } from '@checkwell/domain/errors';
import { ApiError } from '../../../lib/api/api-error.ts';
import { mayHaveArrived, newIdempotencyKey } from '../../../lib/api/idempotency.ts';
import type { OrderCheckMutation } from '../order.gql.ts';
import {
  type DraftCertificate,
  emptyDraft,
  isFree,
  issuesOfRefusal,
  type OrderDraft,
  parseOrder,
  type RunningCertificate,
  type StartEmployee,
  startFrom,
} from '../order-draft.ts';

type Ordered = OrderCheckMutation['orderCheck'];

/** One of several orders that are sent together, each by itself: the order of the stepper, with its outcome. */
export interface OrderRow {
  /** Id of the certificate. */
  readonly id: string;
  readonly draft: OrderDraft;
  /** The idempotency key of this order, the same over retries. */
  readonly key: string;
  readonly fieldErrors: readonly FieldIssue[];
  readonly error: Error | null;
  readonly sending: boolean;
  readonly check: Ordered | null;
}

export function rowOf(
  certificate: DraftCertificate & Pick<RunningCertificate, 'isCheckRequestLaunched' | 'check'>,
  employee: StartEmployee,
): OrderRow {
  const empty = emptyDraft({ companyId: null, companyName: '', origin: { certificateId: certificate.id, employeeId: null } });
  const draft = startFrom(empty, { certificate, employee, parent: undefined });
  // The error that sending the order would give.
  const error = isFree(certificate) ? null : new ApiError('certificate.checkAlreadyLaunched', { status: 409 });
  return { id: certificate.id, draft, key: newIdempotencyKey(), fieldErrors: [], error, sending: false, check: null };
}

/** What the screen asks of each order; everything else comes from the certificate and the employee. */
export const ASKED = ['workerAddress', 'phoneNumber', 'locationCheck', 'typeCheck'] as const;
export type AskedField = (typeof ASKED)[number];

/** The error of a field of the row. A location that needs a GSM number has its error at the field of the number. */
export function fieldErrorAt({ fieldErrors }: OrderRow, field: AskedField): FieldIssue | undefined {
  const lacksGsm = (issue: FieldIssue): boolean => issue.path === 'locationCheck' && issue.message === 'gsmNeeded';
  if (field === 'phoneNumber') {
    const needed = fieldErrors.find(lacksGsm);
    if (needed) return { ...needed, path: field, message: 'gsmForLocation' };
  }
  return fieldErrors.find((issue) => issue.path === field && !lacksGsm(issue));
}

/** Errors at what the screen does not ask: the order is completed in the stepper. */
export const errorsElsewhere = ({ fieldErrors }: OrderRow): readonly FieldIssue[] =>
  fieldErrors.filter(({ path }) => !ASKED.some((field) => field === path));

/** The row under the rule of every order. */
export function judged(row: OrderRow): OrderRow {
  const { draft } = row;
  const imageMissing: readonly FieldIssue[] =
    draft.imageMissing && !draft.document ? [{ path: 'documentId', message: 'certificateRequired', params: {} }] : [];
  return { ...row, fieldErrors: [...parseOrder(draft).issues, ...imageMissing] };
}

/** The row after a change by the user, without the error of the changed field and the error of the last attempt. */
export function changed(row: OrderRow, change: Partial<OrderDraft['worker']> & Partial<OrderDraft['incapacity']>): OrderRow {
  const { worker, incapacity } = row.draft;
  const pick = <Part extends object>(part: Part): Part => ({
    ...part,
    ...Object.fromEntries(Object.entries(change).filter(([name]) => name in part)),
  });
  const next = { ...row, draft: { ...row.draft, worker: pick(worker), incapacity: pick(incapacity) } };
  return row.fieldErrors.length > 0 ? judged(next) : next;
}

/** The row after its order failed, with a new key if nothing can have been stored. */
export function failed(row: OrderRow, error: Error): OrderRow {
  const refused = error instanceof ApiError && !mayHaveArrived(error.code) && error.code !== 'request.idempotencyMismatch';
  return {
    ...row,
    sending: false,
    error,
    key: refused ? newIdempotencyKey() : row.key,
    fieldErrors: error instanceof ApiError ? issuesOfRefusal(error) : [],
  };
}

/** Rows with the values of an earlier visit in this tab, for the same certificates. */
export function restored(fresh: readonly OrderRow[], stored: readonly OrderRow[] | undefined): readonly OrderRow[] {
  return fresh.map((row) => {
    const earlier = stored?.find(({ id }) => id === row.id);
    return earlier
      ? { ...row, draft: earlier.draft, key: earlier.key, check: earlier.check, error: earlier.check ? null : row.error }
      : row;
  });
}

export const nameOf = ({ draft: { worker } }: OrderRow): string => `${worker.workerFirstName} ${worker.workerLastName}`;
