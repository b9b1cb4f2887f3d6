import type { IncapacityType } from '@checkwell/domain/certificate/enums';
import { addDays, dayOf } from '@checkwell/domain/clock';
import type { WorkerLanguage } from '@checkwell/domain/people/enums';
import { type Asker, askGraphql } from './api.ts';
import type { Hired } from './register.ts';
import { expect } from './test.ts';

/** The fields of a check that tests read. */
export interface CheckState {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly creationDate: string;
  readonly companyTotalPrice: number | null;
}
export const STATE = 'id version status creationDate companyTotalPrice';

/** Runs a mutation that returns a check. */
export async function step(page: Asker, mutation: string, variables: Readonly<Record<string, unknown>>): Promise<CheckState> {
  const { data, errors } = await askGraphql<{ check: CheckState }>(page, mutation, variables);
  expect(errors).toBeUndefined();
  if (!data) throw new Error('The check did not move.');
  return data.check;
}

type Orderable = Pick<Hired, 'companyId' | 'employeeFirstName' | 'employeeLastName'> & { readonly id: string | null };
/** Values of an order that differ from the default. */
export interface OrderChanges {
  readonly phoneNumber?: string;
  readonly workerLanguage?: WorkerLanguage;
  readonly locationCheck?: 'House';
  readonly authorizedExit?: boolean;
  readonly workerAddress?: string;
  readonly startDate?: string;
  readonly parentCheckId?: string;
  readonly incapacityType?: IncapacityType;
}
export const ORDER = `mutation ($input: OrderInput!, $key: String!) { check: orderCheck(input: $input, idempotencyKey: $key) { ${STATE} } }`;

/** Orders a check by the API; by default an immediate one at the doctor's. */
export const orderFor = (page: Asker, worker: Orderable, changes: OrderChanges = {}): Promise<CheckState> =>
  step(page, ORDER, orderOf(worker, changes));

/** The variables of `ORDER`. */
export function orderOf(worker: Orderable, changes: OrderChanges = {}): { readonly input: object; readonly key: string } {
  const today = dayOf(new Date());
  const input = {
    companyId: worker.companyId,
    employeeId: worker.id,
    workerFirstName: worker.employeeFirstName,
    workerLastName: worker.employeeLastName,
    workerAddress: 'Bondgenotenlaan 1, 3000 Leuven',
    workerPhoneNumber: '+3216223344',
    workerGender: 'Female',
    workerLanguage: 'NL',
    employeeMatricule: '',
    phoneNumber: '+32470123456',
    startDate: today,
    endDate: addDays(today, 13),
    incapacityType: 'Illness',
    certificateType: 'FirstCertificate',
    authorizedExit: true,
    locationCheck: 'Office',
    typeCheck: 'Immediate',
    providerComment: '',
    doctorComment: '',
    ...changes,
  };
  return { input, key: crypto.randomUUID() };
}
