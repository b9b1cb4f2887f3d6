import { AppError, type FieldIssue } from '@checkwell/domain/errors';
import type { Superior } from '@checkwell/domain/identity/superior';
import {
  type ImportField,
  type ImportRow,
  type ImportStatus,
  importRule,
  meantGender,
  meantLanguage,
} from '@checkwell/domain/people/import';
import { normaliseNiss } from '@checkwell/domain/people/numbers/niss';
import { type EmployeeInput, employeeRule } from '@checkwell/domain/people/rules';
import { type Actor, can } from '@checkwell/domain/policy';
import { fieldIssue, issuesOf } from '@checkwell/domain/validation';
import * as z from 'zod/mini';
import { permit, profileIdOf } from '../../platform/guard.ts';
import { parseInput } from '../../platform/input.ts';
import type { Employee, EmployeeService, NumberMatch } from '../employees/employees.service.ts';
import type { SuperiorService } from '../superiors/superiors.service.ts';

/** A field that a row changes. National numbers are not shown. */
export interface ImportChange {
  readonly field: ImportField;
  readonly from: string;
  readonly to: string;
}

/** What one row of a file would do, or what it has done. */
export interface ImportResult {
  readonly status: ImportStatus;
  readonly employeeId: string | null;
  readonly changes: readonly ImportChange[];
  /** Errors; `path` is a field of the import, or empty for the row as a whole. */
  readonly issues: readonly FieldIssue[];
}

export interface EmployeeImportService {
  /**
   * Adds and changes employees by their number. Each row stands for itself: a faulty one leaves the others alone, what the
   * file does not have stays as it is, who is not in the file stays, and the same rows a second time change nothing.
   * @param input `companyId` and `rows`; parsed here
   * @param dryRun only says what would happen
   */
  import(actor: Actor, input: unknown, dryRun: boolean): Promise<readonly ImportResult[]>;
}

export interface EmployeeImportDeps {
  readonly employees: EmployeeService;
  readonly superiors: SuperiorService;
}

const SHOWN = [
  'employeeFirstName',
  'employeeLastName',
  'employeeGender',
  'employeeLanguage',
  'employeePhoneNumber',
  'employeeAddress',
  'function',
  'subEmployee',
] as const;

export function createEmployeeImportService({ employees, superiors }: EmployeeImportDeps): EmployeeImportService {
  async function write(actor: Actor, companyId: string, { employee, input, ...result }: Meaning): Promise<ImportResult> {
    if (input === null || result.status === 'unchanged') return result;
    try {
      const { id } =
        employee === null
          ? await employees.create(actor, companyId, input)
          : await employees.update(actor, employee.id, employee.version, input);
      return { ...result, employeeId: id };
    } catch (error) {
      // Only what the database found meanwhile: somebody took the number, or changed the same employee.
      if (error instanceof AppError && error.issues.length > 0) return faulty(error.issues);
      if (error instanceof AppError && error.code === 'entity.changedMeanwhile') return faulty([fieldIssue('', 'changedMeanwhile')]);
      throw error;
    }
  }

  return {
    async import(actor, input, dryRun) {
      const { companyId, rows } = parseInput(importRule, input);
      permit(actor, 'employee.write', { companyId, orderedByProfileId: profileIdOf(actor) });
      const wanted = rows.map(({ employeeMatricule = '', workerNISS = '' }) => ({
        employeeMatricule: employeeMatricule.trim().normalize(),
        niss: normaliseNiss(workerNISS),
      }));
      const matches = await employees.matchNumbers(actor, companyId, wanted);
      const mayNiss = can(actor, 'employee.niss', { companyId });
      const emails = rows.flatMap(({ superiorEmail }) => (superiorEmail ? [addressOf(superiorEmail)] : []));
      const superiorOf = await superiors.findByEmails(actor, companyId, emails);
      const meanings = rows.map((row, index) => {
        const match = matches[index];
        if (match === undefined) throw new Error('Each row has its match.');
        return meaningOf(row, match, { superiorOf, mayNiss });
      });
      const results: ImportResult[] = [];
      for (const { employee, input: wish, ...result } of meanings) {
        results.push(dryRun ? result : await write(actor, companyId, { employee, input: wish, ...result }));
      }
      return results;
    },
  };
}

interface Meaning extends ImportResult {
  readonly employee: Employee | null;
  readonly input: EmployeeInput | null;
}

const addressOf = (email: string): string => email.trim().toLowerCase();

const faulty = (issues: readonly FieldIssue[]): ImportResult => ({ status: 'faulty', employeeId: null, changes: [], issues });

function meaningOf(
  row: ImportRow,
  { employee, taken, sameNiss, nissTaken }: NumberMatch,
  { superiorOf, mayNiss }: { readonly superiorOf: ReadonlyMap<string, Superior>; readonly mayNiss: boolean },
): Meaning {
  const superior = row.superiorEmail ? superiorOf.get(addressOf(row.superiorEmail)) : undefined;
  // The actor may not learn anything else about an employee out of their reach.
  if (taken) return { ...faulty([fieldIssue('employeeMatricule', 'matriculeTaken')]), employee: null, input: null };
  const found: FieldIssue[] = [];
  if (row.workerNISS && !mayNiss) found.push(fieldIssue('workerNISS', 'nissForbidden'));
  if (nissTaken) found.push(fieldIssue('workerNISS', 'nissTaken'));
  if (row.superiorEmail && !superior) found.push(fieldIssue('superiorEmail', 'superiorUnknown'));
  if (row.employeeGender && meantGender(row.employeeGender) === null) found.push(fieldIssue('employeeGender', 'invalidChoice'));
  if (row.employeeLanguage && meantLanguage(row.employeeLanguage) === null) found.push(fieldIssue('employeeLanguage', 'invalidChoice'));

  const result = z.safeParse(employeeRule, wishOf(row, employee, superior?.id));
  const own = new Set(found.map(({ path }) => path));
  const issues = [...found, ...(result.success ? [] : issuesOf(result.error).filter(({ path }) => !own.has(path)))];
  if (issues.length > 0 || !result.success) return { ...faulty(issues), employee, input: null };

  const changes =
    employee === null
      ? []
      : changesOf(employee, result.data, { superiorEmail: superior?.email, niss: Boolean(row.workerNISS) && !sameNiss });
  const status = employee === null ? 'created' : changes.length > 0 ? 'changed' : 'unchanged';
  return { status, employeeId: employee?.id ?? null, changes, issues: [], employee, input: result.data };
}

/** The employee as the row wants it: what the row has, else what is known, else nothing. */
function wishOf(row: ImportRow, employee: Employee | null, superiorId: string | undefined): Record<keyof EmployeeInput, unknown> {
  const text = (field: (typeof SHOWN)[number] | 'employeeMatricule'): string => row[field] ?? employee?.[field] ?? '';
  return {
    employeeMatricule: text('employeeMatricule'),
    employeeFirstName: text('employeeFirstName'),
    employeeLastName: text('employeeLastName'),
    employeeGender: (row.employeeGender && meantGender(row.employeeGender)) || employee?.employeeGender,
    employeeLanguage: (row.employeeLanguage && meantLanguage(row.employeeLanguage)) || employee?.employeeLanguage,
    employeePhoneNumber: text('employeePhoneNumber'),
    employeeAddress: text('employeeAddress'),
    function: text('function'),
    subEmployee: text('subEmployee'),
    // An empty cell takes nobody's superior away: exports have gaps.
    superiorId: superiorId ?? employee?.superiorId ?? null,
    workerNISS: row.workerNISS || null,
  };
}

function changesOf(
  employee: Employee,
  wish: EmployeeInput,
  { superiorEmail = '', niss }: { readonly superiorEmail: string | undefined; readonly niss: boolean },
): readonly ImportChange[] {
  const changes: ImportChange[] = SHOWN.filter((field) => employee[field] !== wish[field]).map((field) => ({
    field,
    from: employee[field],
    to: wish[field],
  }));
  if (employee.superiorId !== wish.superiorId) {
    changes.push({ field: 'superiorEmail', from: employee.superior?.email ?? '', to: superiorEmail });
  }
  if (niss) changes.push({ field: 'workerNISS', from: employee.workerNISS ?? '', to: '' });
  return changes;
}
