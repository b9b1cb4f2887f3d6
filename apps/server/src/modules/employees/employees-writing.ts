import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { type View, viewFor } from '@checkwell/domain/fields';
import { EMPLOYEE_FIELDS } from '@checkwell/domain/people/fields';
import { searchTextOf } from '@checkwell/domain/people/search-text';
import { type Actor, roleIn } from '@checkwell/domain/policy';
import { fieldIssue } from '@checkwell/domain/validation';
import { logAccess } from '../../platform/db/access-log.ts';
import { mapViolations, type WriteTx } from '../../platform/db/database.ts';
import { compareAndSet, type Locked, lockRow } from '../../platform/db/locked.ts';
import type { Located } from '../../platform/geo/geocoder.ts';
import { fieldErrorAt, getPermitted, profileIdOf } from '../../platform/guard.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { EmployeeFields, EmployeePlace, EmployeeRow } from './employees.repository.ts';
import * as repository from './employees.repository.ts';
import type { createNationalNumbers } from './employees-numbers.ts';

interface MaskedEmployee extends Omit<EmployeeRow, 'workerNISS'> {
  /** Masked national register number; null when there is none, or for those who may not even see that there is one. */
  readonly workerNISS: string | null;
}

/** An employee of a client company, as those who may see them see them. */
export type Employee = View<typeof EMPLOYEE_FIELDS, MaskedEmployee>;

/** A worker whom an order brings with it; an empty `employeeMatricule` gets the next number of the company. */
export interface NewWorker extends EmployeeFields {
  /** Result of `Geocoder.locate`, which is called before the transaction. */
  readonly located: Located | null;
}

export interface EmployeeWritingDeps {
  readonly clock: Clock;
  readonly numbers: ReturnType<typeof createNationalNumbers>;
  /** Tells those who keep a worker's search text, in the transaction that changes it. */
  readonly onRenamed: (
    tx: WriteTx,
    employee: { readonly companyId: string; readonly id: string; readonly searchText: string },
  ) => Promise<void>;
}

/** Writes one employee within a transaction, and shows them as the actor sees them. */
export function createEmployeeWriting({ clock, numbers, onRenamed }: EmployeeWritingDeps) {
  const show = (actor: Actor, row: EmployeeRow): Employee =>
    viewFor(EMPLOYEE_FIELDS, { ...row, workerNISS: numbers.masked(actor, row) }, roleIn(actor, row.companyId));

  async function insert(
    tx: WriteTx,
    actor: Actor,
    companyId: string,
    { located, workerNISS, ...fields }: NewWorker & { readonly workerNISS?: string | null | undefined },
  ): Promise<Employee> {
    if (!(await repository.companyExists(tx, companyId))) throw new AppError('entity.notFound');
    const id = newId();
    const employeeMatricule = fields.employeeMatricule === '' ? await repository.nextMatricule(tx, companyId) : fields.employeeMatricule;
    await numbers.refuseTaken(tx, companyId, id, workerNISS);
    await repository
      .insertEmployee(tx, {
        ...fields,
        employeeMatricule,
        id,
        companyId,
        ...storedPlace(located),
        workerNISS: null,
        workerNissIndex: null,
        ...numbers.stored(actor, companyId, id, workerNISS),
        searchText: searchTextOf(fields.employeeFirstName, fields.employeeLastName, employeeMatricule),
        createdByProfileId: profileIdOf(actor),
        createdAt: clock.now(),
      })
      .catch(asFieldError);
    await logAccess(tx, actor, 'employee.create', 'employees', companyId, id);
    return getFresh(tx, actor, companyId, id);
  }

  /** The employee, whom nobody else changes before this transaction ends. @throws {AppError} unless the actor may change them */
  async function lockWritable(tx: WriteTx, actor: Actor, key: { readonly companyId?: string; readonly id: string }) {
    const row = isId(key.id) ? await lockRow(tx, 'employees', key) : undefined;
    return getPermitted(actor, row, 'employee.read', 'employee.write');
  }

  /** @param moved where the new address is, if there is a new one */
  async function change(
    tx: WriteTx,
    actor: Actor,
    stored: Locked<'employees'>,
    version: number,
    fields: EmployeeFields,
    { moved, workerNISS }: { readonly moved: Located | null | undefined; readonly workerNISS?: string | null | undefined },
  ): Promise<Employee> {
    const { companyId, id } = stored;
    const searchText = searchTextOf(fields.employeeFirstName, fields.employeeLastName, fields.employeeMatricule);
    await numbers.refuseTaken(tx, companyId, id, workerNISS);
    await compareAndSet(tx, stored, version, {
      ...fields,
      ...(moved === undefined ? {} : storedPlace(moved)),
      ...numbers.stored(actor, companyId, id, workerNISS),
      searchText,
    }).catch(asFieldError);
    await onRenamed(tx, { companyId, id, searchText });
    await logAccess(tx, actor, 'employee.update', 'employees', companyId, id);
    return getFresh(tx, actor, companyId, id);
  }

  async function getFresh(tx: WriteTx, actor: Actor, companyId: string, id: string): Promise<Employee> {
    const row = await repository.findEmployee(tx, id, companyId);
    if (!row) throw new AppError('entity.notFound');
    return show(actor, row);
  }

  return { show, insert, lockWritable, change, getFresh };
}

function storedPlace(located: Located | null): EmployeePlace {
  return { latitude: located?.latitude ?? null, longitude: located?.longitude ?? null, geoPrecision: located?.precision ?? null };
}

/** Turns an error of a constraint into an error at the field of the form. */
export const asFieldError = mapViolations({
  employees_companyId_employeeMatricule_key: () =>
    new AppError('employee.duplicateMatricule', {}, { issues: [fieldIssue('employeeMatricule', 'matriculeTaken')] }),
  employees_niss: () => fieldErrorAt('workerNISS', 'nissTaken'),
  employees_companyId_superiorId_fkey: () => fieldErrorAt('superiorId', 'superiorRequired'),
});
