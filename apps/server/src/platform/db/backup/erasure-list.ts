import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { StartupError } from '../../../config/startup-error.ts';
import { errorCode } from '../../error-code.ts';
import { makeFolders } from '../../folders.ts';

const entryRule = z.strictObject({
  /** `erased`: at the request of the employee; `kept`: the operator who restored says that the erasure was a mistake. */
  kind: z.enum(['erased', 'kept']),
  companyId: z.guid(),
  employeeId: z.guid(),
  /** Moment of the transaction, by the clock of the database. */
  at: z.iso.datetime(),
});
export type ErasureEntry = z.output<typeof entryRule>;

/** Who was erased. */
export type ErasedEmployee = Omit<ErasureEntry, 'kind'>;

/**
 * Who was erased on request, kept with the backups and outside of the database: a restored database knows nothing of what came after its moment
 * (docs/decisions/0107). Random ids and moments, one line each, and only added to.
 */
export interface ErasureList {
  /** Adds a line, durably; nothing where it is there already. */
  add(entry: ErasureEntry): void;
  /** Whose erasure counts: the last line about each employee decides. @throws {StartupError} where a line cannot be read */
  erased(): readonly ErasedEmployee[];
}

/** @param file as `backupFolder` names it; there is none before the first erasure */
export function erasureList(file: string): ErasureList {
  const lines = (): readonly string[] => textOf(file).split('\n').slice(0, -1);
  return {
    add(entry) {
      const line = JSON.stringify(entryRule.parse(entry));
      makeFolders(dirname(file), 0o700);
      const handle = openSync(file, 'a+', 0o600);
      try {
        const text = readFileSync(handle, 'utf8');
        // What a process that was killed wrote of a line; its effect comes again.
        const whole = text.slice(0, text.lastIndexOf('\n') + 1);
        if (whole !== text) ftruncateSync(handle, Buffer.byteLength(whole));
        if (whole.split('\n').includes(line)) return;
        writeFileSync(handle, `${line}\n`); // unlike writeSync, never a part of it without an error
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
    },
    erased() {
      const last = new Map<string, ErasureEntry>();
      for (const [index, line] of lines().entries()) {
        const entry = entryOf(line);
        if (!entry) throw new StartupError(`Line ${index + 1} of ${file} cannot be read: nobody can say who has to be erased again.`);
        last.set(entry.employeeId, entry);
      }
      return [...last.values()]
        .filter(({ kind }) => kind === 'erased')
        .map(({ companyId, employeeId, at }) => ({ companyId, employeeId, at }));
    },
  };
}

function entryOf(line: string): ErasureEntry | undefined {
  try {
    return entryRule.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  }
}
