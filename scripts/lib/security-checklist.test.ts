import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../bootstrap.mjs';

/** docs/security-checklist.md: every requirement has a row, and no row names a file or a test that does not exist. */
const PLACES: Readonly<Record<string, string>> = { '[p]': 'apps/server/src/platform', '[m]': 'apps/server/src/modules' };
/** Number of requirements in each part of the list. */
const DEMANDS = { A: 12, S: 5, Z: 10, I: 9, U: 6, G: 7, W: 5, C: 2, P: 5, L: 4, Y: 6, J: 6, K: 7, R: 5, M: 3, O: 5, Q: 1 };

interface Row {
  readonly id: string;
  readonly where: readonly string[];
  readonly tests: readonly { readonly file: string; readonly title: string }[];
  readonly open: string | undefined;
}

const pathOf = (text: string): string => text.replace(/^\[[pm]\]/, (short) => PLACES[short] ?? short);

/** @throws {Error} if the line is not a valid row */
function rowOf(line: string): Row {
  const [id = '', , where = '', evidence = ''] = line
    .slice(2, -2)
    .split(' | ')
    .map((cell) => cell.trim());
  const tests: { file: string; title: string }[] = [];
  let open: string | undefined;
  for (const part of evidence.split('<br>')) {
    const named = /^`([^`]+)` "(.+?)"(?: \(.+\))?$/.exec(part);
    const reason = /^\*\*Open\*\* \((\d{4}-\d\d-\d\d)\): \S/.exec(part);
    if (named) tests.push({ file: pathOf(named[1] ?? ''), title: named[2] ?? '' });
    else if (reason) open = part;
    else throw new Error(`${id}: neither a test nor what is open: ${part}`);
  }
  return { id, where: [...where.matchAll(/`([^`]+)`/g)].map(([, path = '']) => pathOf(path)), tests, open };
}

/** Errors of a row: files that do not exist, and tests without such a title. */
function errorsOf({ id, where, tests, open }: Row): readonly string[] {
  const gone = where.filter((path) => !existsSync(join(ROOT, path))).map((path) => `${id}: there is no ${path}`);
  const unknown = tests
    .filter(({ file, title }) => !existsSync(join(ROOT, file)) || !titlesIn(file).has(title))
    .map(({ file, title }) => `${id}: ${file} has no test "${title}"`);
  return [...gone, ...unknown, ...(tests.length === 0 && open === undefined ? [`${id}: nothing shows it, and it is not open`] : [])];
}

function titlesIn(file: string): ReadonlySet<string> {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const called = text.matchAll(/\b(?:test|it)(?:\.\w+|\([^\n]*\))*\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g);
  // In `test.each`, the title follows the table.
  const ofTables = text.matchAll(/^\s*\]\)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gm);
  return new Set([...called, ...ofTables].map(([, , title = '']) => title));
}

const lines = readFileSync(join(ROOT, 'docs/security-checklist.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| [A-Z]\d+ /.test(line));

test('each demand has its row, in order', () => {
  const wanted = Object.entries(DEMANDS).flatMap(([part, count]) => Array.from({ length: count }, (_, index) => `${part}${index + 1}`));
  expect(lines.map((line) => rowOf(line).id)).toEqual(wanted);
});

test('each row names files and tests that are there, or says since when and why it is open', () => {
  expect(lines.flatMap((line) => errorsOf(rowOf(line)))).toEqual([]);
});

test('a file that is gone, a title that nothing has, and a row without anything are found', () => {
  const own = '`scripts/lib/security-checklist.test.ts`';
  expect(errorsOf(rowOf(`| A1 | x | \`scripts/gone\` | ${own} "each demand has its row, in order" |`))).toEqual([
    'A1: there is no scripts/gone',
  ]);
  expect(errorsOf(rowOf(`| A1 | x | – | ${own} "no such title" |`))).toEqual([
    'A1: scripts/lib/security-checklist.test.ts has no test "no such title"',
  ]);
  expect(() => rowOf('| A1 | x | – | it holds |')).toThrow('neither a test nor what is open');
});
