import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TEST_CARDS, type TestCard } from '../../packages/domain/src/one-shot/contract.ts';
import words from '../../packages/messages/locales/en/paymentTest.json' with { type: 'json' };
import { readSources } from './source-files.mjs';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = /^(packages|apps|scripts|docs|e2e|bench)\//;

const documents = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'GLOSSARY.md', 'SECURITY.md'].filter((name) =>
    existsSync(join(ROOT, name)),
  ),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Paths of the checkout that a text names in backticks, without patterns such as `<noun>` and `*`. */
function pathsIn(text: string): readonly string[] {
  const named = [...text.matchAll(/`([^`\s]+)`/g)].map(([, path]) => path ?? '');
  return [...new Set(named)].filter((path) => FOLDERS.test(path) && !/[<>*{}]/.test(path));
}

/** Tests that a text names in backticks by the end of their path, such as `checks.races.test.ts`. */
const testsIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, path]) => path ?? '')),
];
const sources = readSources(ROOT).map(({ path }) => `/${path}`);

const SOURCE_IN_FOLDER = '[\\w$-][\\w.$-]*(?:/[\\w.$-]+)*/[\\w.$-]+\\.(?:tsx?|mjs)';
/** Sources that a document names in backticks by a folder and the end of their path, such as `lists/search-params.ts`. */
const sourcesIn = (text: string): readonly string[] =>
  [...text.matchAll(new RegExp(`\`(${SOURCE_IN_FOLDER})\``, 'g'))].map(([, path = '']) => path);
/** The same in the comments of a source, where nothing is in backticks. */
const sourcesInComments = (text: string): readonly string[] =>
  [...text.matchAll(/(?:^\s*(?:\/?\*|\/\/)|\/\*\*|\s\/\/ ).*$/gm)].flatMap(([comment]) =>
    [...comment.matchAll(new RegExp(`(?<![\\w./<>*{}@$-])${SOURCE_IN_FOLDER}(?![\\w/*-])`, 'g'))].map(([path]) => path),
  );
/** Whether a source has a path that ends so; `domain/…` is short for `packages/domain/src/…`. */
const isSource = (path: string): boolean =>
  [path, path.replace(/^domain\//, 'packages/domain/src/')].some((end) => sources.some((source) => source.endsWith(`/${end}`)));

describe.each(documents)('%s', (name) => {
  it('names only files that exist', () => {
    const gone = pathsIn(readFileSync(join(ROOT, name), 'utf8')).filter((path) => !existsSync(join(ROOT, path)));
    expect(gone).toEqual([]);
  });

  it('names only tests that exist', () => {
    const gone = testsIn(readFileSync(join(ROOT, name), 'utf8')).filter((test) => !sources.some((path) => path.endsWith(`/${test}`)));
    expect(gone).toEqual([]);
  });

  it('names only sources that exist', () => {
    expect(sourcesIn(readFileSync(join(ROOT, name), 'utf8')).filter((path) => !isSource(path))).toEqual([]);
  });
});

it('comments name only sources that exist', () => {
  const gone = sources.flatMap((source) =>
    sourcesInComments(readFileSync(join(ROOT, source), 'utf8'))
      .filter((path) => !isSource(path))
      .map((path) => ({ source, path })),
  );
  expect(gone).toEqual([]);
});

const decisions = documents.filter((name) => /^docs\/decisions\/\d{4}-/.test(name));
describe.each(decisions)('%s', (name) => {
  it('has its number, date, status, context, decision and consequences', () => {
    const text = readFileSync(join(ROOT, name), 'utf8');
    const number = /\/(\d{4})-/.exec(name)?.[1];
    expect(text).toMatch(new RegExp(`^# ${number} .+\n\nDate: \\d{4}-\\d{2}-\\d{2}\\. Status: accepted[.;]`));
    expect(text).toMatch(/^\*\*Context\.\*\*/m);
    expect(text).toMatch(/^\*\*Decision\.\*\*/m);
    expect(text).toMatch(/^\*\*Consequences\.\*\* \S/m);
  });
});

it('every decision that is referred to exists, or another record replaces it', () => {
  const known = new Set(
    decisions.flatMap((name) => {
      const replaced = /Takes the place of ((?:\d{4}|, | and )+)/.exec(readFileSync(join(ROOT, name), 'utf8'))?.[1] ?? '';
      return [/\/(\d{4})-/.exec(name)?.[1] ?? '', ...(replaced.match(/\d{4}/g) ?? [])];
    }),
  );
  // The plan of the architecture names records of its time.
  const current = documents.filter((path) => !path.startsWith('docs/sources/'));
  const named = [...sources, ...current].flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/\bdecisions\/(\d{4})/g)].map(([, number = '']) => ({ path, number })),
  );
  expect(named.filter(({ number }) => !known.has(number))).toEqual([]);
});

/** Sections of the documents in docs/sources: `4.3` of a heading, or the mark of a line such as `W1`. */
const SECTIONS = /\b(specification|domain|security|dispatch|design)(?:\.md|, section) (\d[\dA-Z]*(?:\.\d+)?|[A-Z]\d+)\b/g;

it('every section of a source that is cited exists', () => {
  const texts = new Map(
    ['specification', 'domain', 'security', 'dispatch', 'design'].map((name) => [
      name,
      readFileSync(join(ROOT, `docs/sources/${name}.md`), 'utf8'),
    ]),
  );
  const isThere = (name: string, section: string) =>
    (/^\d/.test(section) ? new RegExp(`^#+ ${section.replace('.', '\\.')}\\b`, 'm') : new RegExp(`\\b${section}\\b`)).test(
      texts.get(name) ?? '',
    );
  const cited = [...sources, ...documents].flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(SECTIONS)].map(([, name = '', section = '']) => ({ path, name, section })),
  );
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(({ name, section }) => !isThere(name, section))).toEqual([]);
});

describe('README.md', () => {
  it('lists the same test cards as the page of the test provider', () => {
    const rows = [...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/^\| `([\d ]{19})` +\| (.+?) +\|$/gm)];
    const cards = Object.entries(TEST_CARDS).map(([card, number]) => [
      number.replaceAll(/(.{4})(?=.)/g, '$1 '),
      words.cards.effect[card as TestCard],
    ]);
    expect(rows.map(([, number, effect]) => [number, effect])).toEqual(cards);
  });
});

describe('docs/decisions/dependencies.md', () => {
  it('has a line for every dependency, with its size and reason, and no other line', () => {
    const workspaces = ['packages', 'apps'].flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`));
    const declared = ['.', ...workspaces]
      .map((folder) => join(ROOT, folder, 'package.json'))
      .filter((path) => existsSync(path))
      .flatMap((path) => {
        const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(path, 'utf8'));
        return Object.keys({ ...dependencies, ...devDependencies });
      })
      .filter((name) => !name.startsWith('@checkwell/'));
    const rows = [...readFileSync(join(ROOT, 'docs/decisions/dependencies.md'), 'utf8').matchAll(/^\| (`[^|]+) \|(.*)/gm)];
    const explained = rows.flatMap(([, names]) => [...(names ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''));
    const withoutSizeOrReason = rows.filter(([, , rest = '']) => !/^ [\d.]+ [kM]B *\| \S.+\|$/.test(rest));
    // `@types/*` covers all packages of that scope; a line that covers none is stale.
    const covers = (line: string, name: string) => (line.endsWith('*') ? name.startsWith(line.slice(0, -1)) : line === name);
    expect(declared.filter((name) => !explained.some((line) => covers(line, name)))).toEqual([]);
    expect(explained.filter((line) => !declared.some((name) => covers(line, name)))).toEqual([]);
    expect(withoutSizeOrReason.map(([row]) => row)).toEqual([]);
  });
});
