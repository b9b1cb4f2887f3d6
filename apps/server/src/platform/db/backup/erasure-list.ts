import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { StartupError } from '../../../config/startup-error.ts';
import { errorCode } from '../../error-code.ts';
import { makeFolders } from '../../folders.ts';

const entryRule = z.strictObject({
  /** `erased`: at the request of the employee. `kept`: the operator declared the erasure a mistake after a restore (`--keep`). */
  kind: z.enum(['erased', 'kept']),
  companyId: z.guid(),
  employeeId: z.guid(),
  /** Start of the transaction, by the clock of the database. */
  at: z.iso.datetime(),
});
export type ErasureEntry = z.output<typeof entryRule>;

/** An erased employee. */
export type ErasedEmployee = Omit<ErasureEntry, 'kind'>;

/**
 * The employees who were erased on request. The list is kept with the backups, outside of the database, because a restored database does not know later
 * erasures (docs/decisions/0107). One line of random ids and a time for each erasure; lines are only added.
 */
export interface ErasureList {
  /** Adds a line, flushed to disk (fsync); nothing if the list has the same line already. */
  add(entry: ErasureEntry): void;
  /** The employees whose last line says `erased`. @throws {StartupError} if a line cannot be read */
  erased(): readonly ErasedEmployee[];
}

/** The list in a file. @param file as `backupFolder` names it; it does not exist before the first erasure */
export function erasureList(file: string): ErasureList {
  const lines = (): readonly string[] => textOf(file).split('\n').slice(0, -1);
  return {
    add(entry) {
      const line = JSON.stringify(entryRule.parse(entry));
      makeFolders(dirname(file), 0o700);
      const handle = openSync(file, 'a+', 0o600);
      try {
        const text = readFileSync(handle, 'utf8');
        // A process that was killed may have written a part of a line. The outbox repeats its effect, which adds the whole line.
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
