import { describe, expect, test } from 'vitest';
import { codeLines, crowdedFolders, filesOfUnknownKind, MOST_FILES } from './counts.mjs';

const filesIn = (folder: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${folder}/file-${index}.ts`);

describe('folders with too many files', () => {
  test('are reported with their number of files; one with exactly the maximum is not', () => {
    const files = [...filesIn('apps/web/src/lib', MOST_FILES + 1), ...filesIn('apps/web/src/ui', MOST_FILES)];
    expect(crowdedFolders(files)).toEqual([{ folder: 'apps/web/src/lib', files: MOST_FILES + 1 }]);
  });

  test('are counted without the files of their subfolders', () => {
    expect(crowdedFolders([...filesIn('a', MOST_FILES), ...filesIn('a/b', MOST_FILES)])).toEqual([]);
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
