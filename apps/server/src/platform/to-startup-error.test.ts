import { AppError } from '@checkwell/domain/errors';
import { DatabaseError } from 'pg';
import { describe, expect, test } from 'vitest';
import { StartupError } from '../config/startup-error.ts';
import { testFolder } from '../test/folder.ts';
import { toStartupError } from './to-startup-error.ts';

const DATA_DIR = testFolder('startup-fault');
const embedded = { folder: DATA_DIR };
const elsewhere = { folder: null };

function refused(code: string, message: string): AppError {
  const cause = Object.assign(new DatabaseError(message, 0, 'error'), { code });
  return new AppError('database.unavailable', {}, { cause });
}

describe('an error of a start', () => {
  const fullDisk = `The disk that holds ${DATA_DIR} is full; make room and start again: nothing that was saved is lost.`;

  test.each([
    ['the embedded database', refused('53100', 'could not extend file'), embedded],
    ['the files', new AppError('document.storageFull', {}, { cause: Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }) }), elsewhere],
    ['a quota', Object.assign(new Error('EDQUOT: quota exceeded'), { code: 'EDQUOT' }), undefined],
  ])('full disk: %s', (_, error, db) => {
    const startupError = toStartupError(error, DATA_DIR, db);
    expect(startupError).toBeInstanceOf(StartupError);
    expect(startupError).toMatchObject({ message: fullDisk, cause: error });
  });

  test('full disk of a database elsewhere', () => {
    expect(toStartupError(refused('53100', 'could not extend file "x"'), DATA_DIR, elsewhere)).toMatchObject({
      message: 'The disk of the database is full (could not extend file "x"); make room there and start again.',
    });
  });

  test('a lost connection to the database is reported with its reason', () => {
    const away = new AppError('database.unavailable', {}, { cause: new Error('Connection terminated unexpectedly') });
    expect(toStartupError(away, DATA_DIR, elsewhere)).toMatchObject({
      message: 'The database does not answer any more: Connection terminated unexpectedly.',
    });
  });

  test('any other error is returned unchanged', () => {
    for (const error of [new Error('a startupError of ours'), new AppError('entity.notFound'), 'text'])
      expect(toStartupError(error, DATA_DIR, embedded)).toBe(error);
  });
});
