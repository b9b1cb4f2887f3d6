import { describe, expect, test } from 'vitest';
import { codeLines, crowdedFolders, filesOfUnknownKind, MAX_FILES, misnamedParts } from './counts.mjs';

const filesIn = (folder: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${folder}/file-${index}.ts`);

describe('folders with too many files', () => {
  test('are reported with their number of files; one with exactly the maximum is not', () => {
    const files = [...filesIn('apps/web/src/lib', MAX_FILES + 1), ...filesIn('apps/web/src/ui', MAX_FILES)];
    expect(crowdedFolders(files)).toEqual([{ folder: 'apps/web/src/lib', files: MAX_FILES + 1 }]);
  });

  test('are counted without the files of their subfolders', () => {
    expect(crowdedFolders([...filesIn('a', MAX_FILES), ...filesIn('a/b', MAX_FILES)])).toEqual([]);
  });

  test.each(['packages/messages/locales/fr', 'apps/server/src/migrations', 'docs/decisions', 'apps/server/src/modules/x/fixtures'])(
    '%s may have any number of files',
    (folder) => expect(crowdedFolders(filesIn(folder, 60))).toEqual([]),
  );
});

test('a file of a server module has a kind of the list, or is a part without one', () => {
  const module = 'apps/server/src/modules/checks';
  const fine = ['checks.service.ts', 'steps/checks-held.repository.ts', 'steps/checks-held.ts', 'checks.lists.test.ts'];
  expect(filesOfUnknownKind([...fine, 'checks.told.ts', 'checks.helpers.ts'].map((name) => `${module}/${name}`))).toEqual([
    `${module}/checks.told.ts`,
    `${module}/checks.helpers.ts`,
  ]);
  expect(filesOfUnknownKind(['apps/server/src/platform/db/tables.gen.ts'])).toEqual([]);
});

test('a file without a kind is named after its module or folder, or the singular of one', () => {
  const modules = 'apps/server/src/modules';
  const fine = [
    'users/users-import.ts',
    'checks/steps/checks-held.ts',
    'checks/report/check-sample.ts',
    'checks/offers/offers-alarm.ts',
    'one-shot/one-shot-secrets.ts',
    'exports/columns.test.ts',
    'exports/fixtures/cases.ts',
    'exports/reports.table.ts',
  ];
  const misnamed = ['exports/texts.ts', 'checks/offers/helpers.ts', 'checks/offers/users-import.ts', 'users/users.ts'];
  expect(misnamedParts([...fine, ...misnamed].map((name) => `${modules}/${name}`))).toEqual(misnamed.map((name) => `${modules}/${name}`));
  expect(misnamedParts(['apps/server/src/platform/slot.ts'])).toEqual([]);
});

test('lines of code are counted without comments, imports and empty lines', () => {
  const text = `import { a } from './a.ts';
import {
  b,
  c,
} from './b.ts';

/** Says
 * much. */
export const d = a + b; // and more
const e = await import('./e.ts');
`;
  expect(codeLines(text)).toBe(2);
});
