import { type CertificateInput, type CertificateWorkerInput, workerErrors } from '@checkwell/domain/certificate/rules';
import { AppError } from '@checkwell/domain/errors';
import type { Actor } from '@checkwell/domain/policy';
import { fieldIssue } from '@checkwell/domain/validation';
import type { WriteTx } from '../../platform/db/database.ts';
import { type Locked, lockRow } from '../../platform/db/locked.ts';
import type { Geocoder, Located } from '../../platform/geo/geocoder.ts';
import { fieldErrorAt } from '../../platform/guard.ts';
import type { Employee, EmployeeService } from '../employees/employees.service.ts';

export interface WorkerDeps {
  readonly employees: Pick<EmployeeService, 'getInTransaction' | 'shareInTransaction' | 'createInTransaction' | 'updateInTransaction'>;
  readonly geocoder: Pick<Geocoder, 'locate'>;
}

type WorkerOf = Pick<CertificateInput, 'employeeId' | 'employee' | 'superiorId'>;

/** The employee of a certificate that is being saved: chosen, added with it, or changed with it. */
export interface CertificateWorkers {
  /** An employee of a form's field, who does not change meanwhile: one out of reach is no choice. */
  getChosen(tx: WriteTx, actor: Actor, companyId: string, employeeId: string): Promise<Employee>;
  /** The employee that a certificate has, within the actor's reach or not, who does not change meanwhile. @throws {AppError} when something is missing of them */
  keep(tx: WriteTx, companyId: string, employeeId: string): Promise<Locked<'employees'>>;
  /** Finds the coordinates of a new address; called before the transaction. */
  locate(certificate: Pick<CertificateInput, 'employee'>): Promise<Located | null>;
  /**
   * @throws {AppError} with the errors at `employeeId` (out of reach, and so no choice) and at `employee.…`, as the form names them;
   *   `entity.changedMeanwhile` with an error at `employee` when somebody else changed the employee
   */
  settle(tx: WriteTx, actor: Actor, companyId: string, certificate: WorkerOf, located: Located | null): Promise<Employee>;
}

export function createCertificateWorkers({ employees, geocoder }: WorkerDeps): CertificateWorkers {
  async function asChosen(found: Promise<Employee>): Promise<Employee> {
    try {
      return await found;
    } catch (error) {
      if (error instanceof AppError && error.code === 'entity.notFound') throw fieldErrorAt('employeeId', 'employeeRequired');
      throw error;
    }
  }

  const getChosen = (tx: WriteTx, actor: Actor, companyId: string, employeeId: string): Promise<Employee> =>
    asChosen(employees.shareInTransaction(tx, actor, companyId, employeeId));

  function change(
    tx: WriteTx,
    actor: Actor,
    chosen: Employee,
    { version, employeeMatricule, ...fields }: CertificateWorkerInput,
    located: Located | null,
  ): Promise<Employee> {
    const at = { companyId: chosen.companyId, id: chosen.id, version: version ?? chosen.version };
    return employees.updateInTransaction(tx, actor, at, { ...fields, ...(employeeMatricule !== '' && { employeeMatricule }), located });
  }

  return {
    getChosen,

    async keep(tx, companyId, employeeId) {
      const employee = await lockRow(tx, 'employees', { companyId, id: employeeId }, 'share');
      if (!employee) throw new AppError('entity.notFound');
      requireComplete(employee);
      return employee;
    },

    locate: async ({ employee }) => (employee ? geocoder.locate(employee.employeeAddress) : null),

    async settle(tx, actor, companyId, { employeeId, employee, superiorId }, located) {
      if (employeeId === null) {
        if (!employee) throw fieldErrorAt('employeeId', 'employeeRequired');
        const { version: _, ...fields } = employee;
        return atEmployee(employees.createInTransaction(tx, actor, companyId, { ...fields, subEmployee: '', superiorId, located }));
      }
      if (employee) {
        // The row is not locked in share mode here: the change locks it, and two callers that both held a shared lock first would deadlock.
        const known = await asChosen(employees.getInTransaction(tx, actor, companyId, employeeId));
        return atEmployee(change(tx, actor, known, employee, located));
      }
      const chosen = await getChosen(tx, actor, companyId, employeeId);
      requireComplete(chosen);
      return chosen;
    },
  };
}

/** @throws {AppError} with what is missing of the employee, at the fields of the certificate's form */
function requireComplete(employee: Parameters<typeof workerErrors>[0]): void {
  const issues = workerErrors(employee).map((issue) => ({ ...issue, path: `employee.${issue.path}` }));
  if (issues.length > 0) throw new AppError('request.invalid', {}, { issues });
}

/** Errors of the employee's own fields, at the fields of the certificate's form. */
async function atEmployee(work: Promise<Employee>): Promise<Employee> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const issues =
      error.code === 'entity.changedMeanwhile'
        ? [fieldIssue('employee', 'changedMeanwhile')]
        : // The superior is the certificate's.
          error.issues.map((issue) => (issue.path === 'superiorId' ? issue : { ...issue, path: `employee.${issue.path}` }));
    throw new AppError(error.code, error.params, { issues, cause: error });
  }
}
