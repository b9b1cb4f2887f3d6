import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import {
  USER_IMPORT_COLUMNS,
  USER_IMPORT_LINES,
  type UserImport,
  type UserImportColumn,
  userImportOf,
  userImportRule,
} from '@checkwell/domain/people/user-import';
import type { Actor } from '@checkwell/domain/policy';
import { issuesOf } from '@checkwell/domain/validation';
import { getTranslator } from '@checkwell/messages/translator';
import { type CsvRecord, readCsv } from '../../platform/csv.ts';
import { logAccess } from '../../platform/db/access-log.ts';
import type { Database, WriteTx } from '../../platform/db/database.ts';
import { lockRow } from '../../platform/db/locked.ts';
import type { Identity } from '../identity/identity.service.ts';
import * as repository from './users.repository.ts';

/** What is wrong with a line of the file, in a sentence for the installation's operator. */
export interface ImportError {
  /** Number of the line in the file; the heading is line 1. */
  readonly line: number;
  readonly text: string;
}

/** Nothing was written where there are errors; else each line is one of `added` and `present`. */
export interface UserImportOutcome {
  readonly errors: readonly ImportError[];
  /** Memberships that are new. */
  readonly added: number;
  /** Memberships that were there; nothing about them was changed. */
  readonly present: number;
}

export interface UserImporting {
  /**
   * Users of an old system, whose accounts have no password and must reset it once (docs/decisions/0047). All lines or none; a file that
   * was imported before changes nothing.
   * @param csv UTF-8, with the columns USER_IMPORT_COLUMNS in any order
   */
  importUsers(csv: Uint8Array): Promise<UserImportOutcome>;
}

export interface UserImportDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly identity: Pick<Identity, 'findOrAddEmployer' | 'forget'>;
}

interface Line extends UserImport {
  readonly line: number;
}

/** Two people would have to be added by others, each at the moment of their line, for a second try to fail too. */
const TRIES = 5;
const IMPORT: Actor = { kind: 'system', name: 'user import' };
/** The sentence of a key that a rule returned. The cast is safe: packages/messages does not compile unless each key of a rule has a sentence. */
const sentenceOf = getTranslator('en', 'validation') as unknown as (key: string, params: object) => string;

/** Ends the transaction that found them. */
class InvalidLines extends Error {
  readonly errors: readonly ImportError[];
  constructor(errors: readonly ImportError[]) {
    super('The file has invalid lines.');
    this.errors = errors;
  }
}

export function createUserImporting({ db, clock, identity }: UserImportDeps): UserImporting {
  /** @returns the profiles with a new membership */
  async function write(tx: WriteTx, lines: readonly Line[]): Promise<string[]> {
    const errors: ImportError[] = [];
    const added: string[] = [];
    const found = await repository.findClients(tx, [...new Set(lines.map(({ companyNumber }) => companyNumber))]);
    const companyIds = new Map<string, string>();
    for (const id of found) {
      const company = await lockRow(tx, 'companies', { id });
      if (company) companyIds.set(company.companyNumber, id);
    }
    // Sorted by address, regardless of the order in the file, so that two imports at once do not deadlock.
    for (const { line, companyNumber, accesType, languages, ...person } of lines.toSorted((a, b) => (a.email < b.email ? -1 : 1))) {
      const companyId = companyIds.get(companyNumber);
      const [language] = languages;
      if (companyId === undefined || language === undefined) {
        errors.push({ line, text: `companyNumber: no client has the number ${companyNumber}.` });
        continue;
      }
      const { known, profileId } = await identity.findOrAddEmployer(tx, { ...person, language, companyId, passwordResetRequired: true });
      if (known && (known.kind !== 'employer' || known.isProgram)) {
        errors.push({ line, text: `email: ${person.email} is the account of a ${known.isProgram ? 'program' : known.kind}.` });
        continue;
      }
      if (known && (await repository.hasMembership(tx, { companyId, profileId }))) continue;
      await repository.insertMembership(tx, { companyId, profileId, accesType, languages, createdAt: clock.now() });
      await logAccess(tx, IMPORT, 'user.import', 'company_users', companyId, profileId);
      added.push(profileId);
    }
    if (errors.length > 0) throw new InvalidLines(errors.toSorted((a, b) => a.line - b.line));
    return added;
  }

  /** Who gets an account from somebody else while the lines are written has one at the next try. */
  async function writeAll(lines: readonly Line[], tries = TRIES): Promise<string[]> {
    try {
      return await db.as(IMPORT, (tx) => write(tx, lines));
    } catch (error) {
      if (tries > 1 && error instanceof AppError && error.code === 'user.duplicateEmail') return writeAll(lines, tries - 1);
      throw error;
    }
  }

  return {
    async importUsers(csv) {
      const { lines, errors } = readLines(csv);
      if (errors.length > 0) return { errors, added: 0, present: 0 };
      try {
        const added = await writeAll(lines);
        for (const profileId of added) identity.forget(profileId);
        return { errors: [], added: added.length, present: lines.length - added.length };
      } catch (error) {
        if (error instanceof InvalidLines) return { errors: error.errors, added: 0, present: 0 };
        throw error;
      }
    },
  };
}

/** The lines of a file, each checked by itself and against those before it. */
function readLines(csv: Uint8Array): { readonly lines: readonly Line[]; readonly errors: readonly ImportError[] } {
  const [heading, ...records] = readCsv(csv) ?? [];
  if (!heading) return { lines: [], errors: [{ line: 1, text: 'The file is no CSV in UTF-8 with a heading.' }] };
  const missing = USER_IMPORT_COLUMNS.filter((column) => !heading.cells.includes(column));
  const unknown = heading.cells.filter((cell, index) => !isColumn(cell) || heading.cells.indexOf(cell) !== index);
  const wrong = [
    ...missing.map((column) => `The column ${column} is missing.`),
    ...unknown.map((cell) => `"${cell}" is no column of its own; the columns are ${USER_IMPORT_COLUMNS.join(', ')}.`),
    ...(records.length > USER_IMPORT_LINES ? [`A file has at most ${USER_IMPORT_LINES} users; this one has ${records.length}.`] : []),
  ];
  if (wrong.length > 0) return { lines: [], errors: wrong.map((text) => ({ line: heading.line, text })) };
  const lines: Line[] = [];
  const errors: ImportError[] = [];
  const memberships = new Map<string, number>();
  const people = new Map<string, Line>();
  for (const record of records) {
    const read = lineOf(heading, record);
    if ('errors' in read) {
      errors.push(...read.errors);
      continue;
    }
    const membership = `${read.email} ${read.companyNumber}`;
    const first = people.get(read.email) ?? read;
    const twice = memberships.get(membership);
    const differing = (['firstName', 'lastName', 'phoneNumber'] as const).find((field) => first[field] !== read[field]);
    if (twice !== undefined)
      errors.push({ line: read.line, text: `email: ${read.email} of this company stands on line ${twice} already.` });
    else if (differing) errors.push({ line: read.line, text: `${differing}: line ${first.line} says something else of ${read.email}.` });
    memberships.set(membership, twice ?? read.line);
    people.set(read.email, first);
    lines.push(read);
  }
  return { lines, errors };
}

function lineOf(heading: CsvRecord, { line, cells }: CsvRecord): Line | { readonly errors: readonly ImportError[] } {
  if (cells.length !== heading.cells.length)
    return { errors: [{ line, text: `${cells.length} cells stand under ${heading.cells.length} columns.` }] };
  const values = Object.fromEntries(heading.cells.map((column, index) => [column, cells[index] ?? ''])) as Record<UserImportColumn, string>;
  const result = userImportRule.safeParse(userImportOf(values));
  if (result.success) return { ...result.data, line };
  return {
    errors: issuesOf(result.error).map(({ path, message, params }) => ({ line, text: `${path}: ${sentenceOf(message, params ?? {})}` })),
  };
}

const isColumn = (cell: string): cell is UserImportColumn => (USER_IMPORT_COLUMNS as readonly string[]).includes(cell);
