import { AppError, type ErrorCode } from '@checkwell/domain/errors';
import { viewFor } from '@checkwell/domain/fields';
import { LISTS } from '@checkwell/domain/lists/lists';
import type { EmployeeSortField } from '@checkwell/domain/people/enums';
import { EMPLOYEE_FIELDS } from '@checkwell/domain/people/fields';
import { employeeFilterRule } from '@checkwell/domain/people/list';
import { departureRule, type EmployeeInput, employeeRule, superiorChangeRule } from '@checkwell/domain/people/rules';
import { type Actor, can, type Reach, roleIn } from '@checkwell/domain/policy';
import type { Crypto } from '../../platform/crypto/crypto.ts';
import { logAccess } from '../../platform/db/access-log.ts';
import type { Database, WriteTx } from '../../platform/db/database.ts';
import { logExport } from '../../platform/db/export-log.ts';
import type { PageArguments } from '../../platform/db/keyset.ts';
import { compareAndSet, lockRow, requireVersion } from '../../platform/db/locked.ts';
import { mapRows, type Page } from '../../platform/db/page.ts';
import type { Geocoder, Located } from '../../platform/geo/geocoder.ts';
import { getPermitted, permit, profileIdOf, reachable } from '../../platform/guard.ts';
import { isId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { EmployeeFields } from './employees.repository.ts';
import * as repository from './employees.repository.ts';
import { createNationalNumbers } from './employees-numbers.ts';
import { asFieldError, createEmployeeWriting, type Employee, type EmployeeWritingDeps, type NewWorker } from './employees-writing.ts';

export type { Employee, NewWorker } from './employees-writing.ts';

export interface EmployeeListArguments extends PageArguments {
  /** Parsed here. */
  readonly filter?: unknown;
  readonly sort?: { readonly field: EmployeeSortField; readonly direction: 'asc' | 'desc' } | null | undefined;
  /** The fields that the caller wants; it must not read any other field of the employees. Left out: all. */
  readonly fields?: readonly (keyof Employee)[] | null | undefined;
}

/** The outcome of giving several employees another superior. */
export interface SuperiorChange {
  /** Ids of those who have this superior now. */
  readonly changed: readonly string[];
  /** Employees who were not changed. */
  readonly refused: readonly { readonly employeeId: string; readonly code: ErrorCode }[];
}

/** Who already has a number of an import, as far as the actor may know. */
export interface NumberMatch {
  readonly employee: Employee | null;
  /** Somebody out of the actor's reach has the number. */
  readonly taken: boolean;
  /** Whether the worker with this number has this national number already. */
  readonly sameNiss: boolean;
  /** Whether somebody else has the national number. */
  readonly nissTaken: boolean;
}

export interface EmployeeService {
  list(actor: Actor, options: EmployeeListArguments): Promise<Page<Employee>>;
  /**
   * The whole list, of one moment, read while it is taken; without national numbers. Access is logged.
   * @throws {AppError} `export.tooMany`; with the first row `export.tooLarge`
   */
  exportList(actor: Actor, options: Pick<EmployeeListArguments, 'filter' | 'sort' | 'fields'>): Promise<AsyncIterable<readonly Employee[]>>;
  /** @throws {AppError} `entity.notFound`, also for those out of reach */
  get(actor: Actor, id: string): Promise<Employee>;
  /** National register numbers, masked, by employee; of those out of reach, or without one, nothing. */
  findNumbers(actor: Actor, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** @param input parsed here @throws {AppError} `employee.duplicateMatricule` */
  create(actor: Actor, companyId: string, input: unknown): Promise<Employee>;
  /** @param input parsed here @throws {AppError} `entity.changedMeanwhile`, `employee.duplicateMatricule` */
  update(actor: Actor, id: string, version: number, input: unknown): Promise<Employee>;
  /** Notes the last day of work, or (null) that there is none after all. @param input parsed here @throws {AppError} `entity.changedMeanwhile` */
  setDeparture(actor: Actor, id: string, version: number, input: unknown): Promise<Employee>;
  /**
   * Gives several employees of a company another superior, in one transaction. Who may not be changed, or was changed meanwhile, stays
   * as they are and is named with the reason; who has this superior already counts as changed, so that the same request can come twice.
   * @param input parsed here @throws {AppError} `entity.notFound` for another company
   */
  setSuperior(actor: Actor, companyId: string, input: unknown): Promise<SuperiorChange>;
  /**
   * Who has these numbers already, in the order asked; for an import. A worker out of the actor's reach is only `taken`.
   * @param wanted numbers, and national numbers of eleven digits where the file has them
   */
  matchNumbers(
    actor: Actor,
    companyId: string,
    wanted: readonly { readonly employeeMatricule: string; readonly niss: string | null }[],
  ): Promise<readonly NumberMatch[]>;
  /**
   * Blind indexes of the national number that a search is, in the companies where the actor may see such numbers; none when it
   * is no number. For lists of what belongs to an employee.
   */
  nissIndexes(actor: Actor, reach: Reach, search: string | null | undefined): readonly Buffer[];
  /** Within another service's transaction: an employee of this company whom the actor reaches. @throws {AppError} `entity.notFound` */
  getInTransaction(tx: WriteTx, actor: Actor, companyId: string, id: string): Promise<Employee>;
  /** The same, and nobody changes the employee before the transaction ends. */
  shareInTransaction(tx: WriteTx, actor: Actor, companyId: string, id: string): Promise<Employee>;
  /**
   * Within another service's transaction: adds a worker. The fields are parsed by the caller's rule.
   * @throws {AppError} `employee.duplicateMatricule`; the transaction cannot go on after that
   */
  createInTransaction(tx: WriteTx, actor: Actor, companyId: string, worker: NewWorker): Promise<Employee>;
  /**
   * Within another service's transaction: changes some fields of an employee. They are parsed by the caller's rule.
   * @throws {AppError} `entity.notFound`, `entity.changedMeanwhile`, `employee.duplicateMatricule`; after the last, the
   *   transaction cannot go on
   */
  updateInTransaction(tx: WriteTx, actor: Actor, at: EmployeeState, changes: WorkerChanges): Promise<Employee>;
}

/** An employee as the caller last saw them. */
export interface EmployeeState {
  readonly companyId: string;
  readonly id: string;
  readonly version: number;
}

/** The fields to change; those that are left out stay as they are. */
export interface WorkerChanges extends Partial<EmployeeFields> {
  /** Result of `Geocoder.locate`, which is called before the transaction; used only when the address changes. */
  readonly located: Located | null;
}

export interface EmployeeDeps extends Pick<EmployeeWritingDeps, 'clock' | 'onRenamed'> {
  readonly db: Database;
  readonly crypto: Crypto;
  readonly geocoder: Geocoder;
}

export function createEmployeeService({ db, clock, crypto, geocoder, onRenamed }: EmployeeDeps): EmployeeService {
  const numbers = createNationalNumbers(crypto);
  const { show, insert, lockWritable, change, getFresh } = createEmployeeWriting({ clock, numbers, onRenamed });

  /** The view of a row whose national number was not read, or is not asked for. */
  const showWithoutNumber = (actor: Actor, row: repository.EmployeeRow): Employee =>
    viewFor(EMPLOYEE_FIELDS, { ...row, workerNISS: null }, roleIn(actor, row.companyId));

  /** What a list asks the database. */
  function queryOf(
    actor: Actor,
    ability: 'employee.read' | 'employee.export',
    { filter, sort, fields = null, ...page }: EmployeeListArguments,
  ): repository.EmployeeQuery {
    reachable(actor, ability);
    const { companyId, superiorId, employment, search } = parseInput(employeeFilterRule, filter ?? {});
    const reach = reachable(actor, ability, companyId);
    return {
      reach,
      superiorId,
      employment,
      today: clock.today(),
      search,
      nissIndexes: numbers.searched(actor, reach, search),
      sort: sort ?? LISTS.employees.first,
      fields,
      ...page,
    };
  }

  return {
    async list(actor, options) {
      const query = queryOf(actor, 'employee.read', options);
      const page = await db.as(actor, (tx) => repository.listEmployees(tx, query), { readonly: true, replica: true });
      const showsNumber = query.fields === null || query.fields.includes('workerNISS');
      return { ...page, nodes: page.nodes.map((row) => (showsNumber ? show(actor, row) : showWithoutNumber(actor, row))) };
    },

    async exportList(actor, options) {
      const query = queryOf(actor, 'employee.export', options);
      await logExport(db, actor, 'employee.export', query.reach);
      return mapRows(
        db.snapshot(actor, (tx) => repository.everyEmployee(tx, query)),
        (row) => showWithoutNumber(actor, row),
      );
    },

    async get(actor, id) {
      reachable(actor, 'employee.read');
      const row = isId(id) ? await db.as(actor, (tx) => repository.findEmployee(tx, id), { readonly: true }) : undefined;
      return show(actor, getPermitted(actor, row, 'employee.read'));
    },

    async findNumbers(actor, ids) {
      reachable(actor, 'employee.read');
      const wanted = [...new Set(ids)].filter(isId);
      const found = wanted.length === 0 ? [] : await db.as(actor, (tx) => repository.findEmployees(tx, wanted), { readonly: true });
      return new Map(
        found
          .filter((row) => can(actor, 'employee.read', { ...row, orderedByProfileId: row.createdByProfileId }))
          .flatMap((row) => {
            const { id, workerNISS } = show(actor, row);
            return workerNISS === null ? [] : [[id, workerNISS] as const];
          }),
      );
    },

    async create(actor, companyId, input) {
      permit(actor, 'employee.write', { companyId, orderedByProfileId: profileIdOf(actor) });
      const { workerNISS, ...fields } = parseInput(employeeRule, input);
      const located = await geocoder.locate(fields.employeeAddress);
      return db.as(actor, (tx) => insert(tx, actor, companyId, { ...fields, workerNISS, located }));
    },

    async update(actor, id, version, input) {
      reachable(actor, 'employee.write');
      const before = isId(id) ? await db.as(actor, (tx) => repository.findEmployee(tx, id), { readonly: true }) : undefined;
      const { companyId, employeeAddress, version: seenVersion } = getPermitted(actor, before, 'employee.read', 'employee.write');
      const { workerNISS, ...fields }: EmployeeInput = parseInput(employeeRule, input);
      const moved = fields.employeeAddress !== employeeAddress ? await geocoder.locate(fields.employeeAddress) : undefined;
      return db.as(actor, async (tx) => {
        const stored = await lockWritable(tx, actor, { companyId, id });
        // The coordinates were looked up for the address as it was before the lock.
        requireVersion(stored, seenVersion);
        return change(tx, actor, stored, version, fields, { moved, workerNISS });
      });
    },

    async setDeparture(actor, id, version, input) {
      reachable(actor, 'employee.write');
      return db.as(actor, async (tx) => {
        const stored = await lockWritable(tx, actor, { id });
        const { companyId } = stored;
        const { leftAt } = parseInput(departureRule, input);
        await compareAndSet(tx, stored, version, { leftAt });
        await logAccess(tx, actor, 'employee.update', 'employees', companyId, id);
        return getFresh(tx, actor, companyId, id);
      });
    },

    async setSuperior(actor, companyId, input) {
      permit(actor, 'employee.write', { companyId, orderedByProfileId: profileIdOf(actor) });
      const { superiorId, employees } = parseInput(superiorChangeRule, input);
      const wanted = [...new Map(employees.map((employee) => [employee.id, employee])).values()];
      return db.as(actor, async (tx) => {
        const changed: string[] = [];
        const refused: { employeeId: string; code: ErrorCode }[] = [];
        // Rows of one table are locked in the order of their ids (ARCHITECTURE.md, "Locks").
        for (const { id, version } of wanted.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
          const code = await refusalOf(async () => {
            const stored = await lockWritable(tx, actor, { companyId, id });
            if (stored.superiorId === superiorId) return;
            await compareAndSet(tx, stored, version, { superiorId }).catch(asFieldError);
            await logAccess(tx, actor, 'employee.update', 'employees', companyId, id);
          });
          if (code === null) changed.push(id);
          else refused.push({ employeeId: id, code });
        }
        return { changed, refused };
      });
    },

    async matchNumbers(actor, companyId, wanted) {
      permit(actor, 'employee.write', { companyId, orderedByProfileId: profileIdOf(actor) });
      const national = can(actor, 'employee.niss', { companyId }) ? wanted.flatMap(({ niss }) => (niss === null ? [] : [niss])) : [];
      const [rows, owners] = await db.as(
        actor,
        async (tx) => [
          await repository.findByMatricules(
            tx,
            companyId,
            wanted.map(({ employeeMatricule }) => employeeMatricule),
          ),
          await repository.findNissOwners(
            tx,
            companyId,
            national.flatMap((niss) => numbers.indexesOf(companyId, niss)),
          ),
        ],
        { readonly: true },
      );
      const byNumber = new Map(rows.map((row) => [row.employeeMatricule, row]));
      const ownerOf = new Map(owners.map(({ employeeMatricule, workerNissIndex }) => [workerNissIndex.toString('hex'), employeeMatricule]));
      return wanted.map(({ employeeMatricule, niss }) => {
        const row = byNumber.get(employeeMatricule);
        const reached = row !== undefined && can(actor, 'employee.write', { ...row, orderedByProfileId: row.createdByProfileId });
        const known = niss === null || national.length === 0 ? [] : numbers.indexesOf(companyId, niss);
        const owner = known.map((index) => ownerOf.get(index.toString('hex'))).find((matricule) => matricule !== undefined);
        return {
          employee: reached ? show(actor, row) : null,
          taken: row !== undefined && !reached,
          sameNiss: owner === employeeMatricule,
          nissTaken: owner !== undefined && owner !== employeeMatricule,
        };
      });
    },

    nissIndexes: numbers.searched,

    async getInTransaction(tx, actor, companyId, id) {
      const row = isId(id) && isId(companyId) ? await repository.findEmployee(tx, id, companyId) : undefined;
      return show(actor, getPermitted(actor, row, 'employee.read'));
    },

    async shareInTransaction(tx, actor, companyId, id) {
      const held = isId(id) && isId(companyId) ? await lockRow(tx, 'employees', { companyId, id }, 'share') : undefined;
      const row = held && (await repository.findEmployee(tx, id, companyId));
      return show(actor, getPermitted(actor, row, 'employee.read'));
    },

    async createInTransaction(tx, actor, companyId, worker) {
      permit(actor, 'employee.write', { companyId, orderedByProfileId: profileIdOf(actor) });
      return insert(tx, actor, companyId, worker);
    },

    async updateInTransaction(tx, actor, at, { located, ...changes }) {
      const stored = await lockWritable(tx, actor, { companyId: at.companyId, id: at.id });
      const fields = { ...fieldsOf(stored), ...changes };
      return change(tx, actor, stored, at.version, fields, {
        moved: fields.employeeAddress === stored.employeeAddress ? undefined : located,
      });
    },
  };
}

function fieldsOf(row: EmployeeFields): EmployeeFields {
  const { employeeMatricule, employeeFirstName, employeeLastName, employeeLanguage, employeeGender } = row;
  const { employeePhoneNumber, employeeAddress, function: work, subEmployee, superiorId } = row;
  return {
    employeeMatricule,
    employeeFirstName,
    employeeLastName,
    employeeLanguage,
    employeeGender,
    employeePhoneNumber,
    employeeAddress,
    function: work,
    subEmployee,
    superiorId,
  };
}

/** Errors that refuse one employee and leave the others alone; an error of the database ends the transaction for all. */
const REFUSALS: readonly ErrorCode[] = ['entity.notFound', 'access.forbidden', 'entity.changedMeanwhile'];

/** Why the work was refused; null when it was done. */
async function refusalOf(work: () => Promise<void>): Promise<ErrorCode | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof AppError && REFUSALS.includes(error.code)) return error.code;
    throw error;
  }
}
