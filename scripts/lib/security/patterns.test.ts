import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from '@swc/core';
import { analyse } from 'scslre';
import { expect, test, vi } from 'vitest';
import { readSources } from '../source-files.mjs';

/** security.md, I6: no regular expression takes long on hostile text. */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PRODUCT = /^(?:apps|packages)\/[^/]+\/src\/(?!test\/).*(?<!\.test|\.gql)\.tsx?$/;

interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/**
 * Whether matching takes more than quadratic time. `Move`, which starts again at each position, is not reported: it is quadratic, and texts are
 * short, because each field has a maximum length.
 */
const slow = ({ source, flags }: Pattern): boolean =>
  analyse({ source, flags }, { assumeRejectingSuffix: true }).reports.some(({ type, exponential }) => exponential || type !== 'Move');

/** The regular expression literals of a source. */
function patternsOf(path: string): Pattern[] {
  const found: Pattern[] = [];
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('type' in node && node.type === 'RegExpLiteral' && 'pattern' in node && 'flags' in node)
      found.push({ source: String(node.pattern), flags: String(node.flags) });
    else for (const part of Object.values(node)) look(part);
  };
  look(parseSync(readFileSync(ROOT + path, 'utf8'), { syntax: 'typescript', tsx: path.endsWith('x'), decorators: true }));
  return found;
}

test('a pattern that backtracks is found', () => {
  for (const { source, flags } of [/^(a+)+$/, /^\s*(.*?)\s*x$/, /a*a*b/]) expect(slow({ source, flags }), source).toBe(true);
  for (const { source, flags } of [/^[a-z]+(?:-[a-z]+)*$/, /^\d{4}-\d{2}$/, /\s+/g]) expect(slow({ source, flags }), source).toBe(false);
});

test('no literal pattern of the product backtracks', () => {
  const found = readSources(ROOT)
    .filter(({ path }) => PRODUCT.test(path))
    .flatMap(({ path }) => patternsOf(path).map((pattern) => ({ path, pattern })));
  expect(found.length).toBeGreaterThan(200);
  expect(found.filter(({ pattern }) => slow(pattern)).map(({ path, pattern }) => `${path}: /${pattern.source}/${pattern.flags}`)).toEqual(
    [],
  );
});

/** Sources of `RegExp` calls in a file, with `x` in place of each inserted part. */
function sitesIn(path: string): readonly string[] {
  const found: string[] = [];
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, callee, arguments: given } = node as { type?: string; callee?: { value?: string }; arguments?: unknown[] };
    if ((type === 'NewExpression' || type === 'CallExpression') && callee?.value === 'RegExp') found.push(textOf(given?.[0]));
    for (const part of Object.values(node)) look(part);
  };
  look(parseSync(readFileSync(join(ROOT, path), 'utf8'), { syntax: 'typescript', tsx: path.endsWith('x'), decorators: true }));
  return found;
}

interface Quasi {
  readonly raw: string;
  readonly cooked?: string;
}

function textOf(given: unknown): string {
  const { expression } = given as { expression: { type: string; quasis?: Quasi[]; template?: { quasis: Quasi[] } } };
  if (expression.type === 'TaggedTemplateExpression') return (expression.template?.quasis ?? []).map(({ raw }) => raw).join('x');
  return expression.quasis === undefined ? 'x' : expression.quasis.map(({ raw, cooked }) => cooked ?? raw).join('x');
}

const made = readSources(ROOT)
  // Parsing is slow, and most files have none.
  .filter(({ path }) => PRODUCT.test(path) && readFileSync(join(ROOT, path), 'utf8').includes('RegExp'))
  .map(({ path }) => ({ path, sites: sitesIn(path) }))
  .filter(({ sites }) => sites.length > 0);

const CERTIFICATE = `CERTIFICAT D'INCAPACITÉ DE TRAVAIL
Nom et prénom : LEFÈVRE Amélie
Il s'agit d'une prolongation
Raison : [x] maladie [ ] accident
du 12 au 20 mars 2026 inclus.
Sorties autorisées : ☒ oui ☐ non
Fait à Namur, le 12/03/2026
Dr. Benoît Charlier`;

/** Rules, which need nothing that is not at hand in a test. */
const RUN = /^packages\/(?:domain|reading)\//;

/**
 * The files of `packages/domain` and `packages/reading` that make patterns are loaded again, and read a certificate, while a proxy of `RegExp` records its arguments. Files of the server are
 * checked with `x` in place of each inserted part, because their parts are words.
 */
test('no pattern that is made of parts backtracks', async () => {
  const built = new Map<string, { readonly places: Set<string>; readonly patterns: Pattern[] }>();
  const recording = new Proxy(RegExp, {
    construct(target, given: [string, string?], newTarget) {
      const [, file = '', place = ''] = /((?:apps|packages)\/[^\s?():]+)[^\s():]*:(\d+:\d+)/.exec(new Error().stack ?? '') ?? [];
      const entry = built.get(file) ?? { places: new Set(), patterns: [] };
      built.set(file, entry);
      entry.places.add(place);
      if (typeof given[0] === 'string') entry.patterns.push({ source: given[0], flags: given[1] ?? '' });
      return Reflect.construct(target, given, newTarget);
    },
  });
  const { readCertificate } = await import('../../../packages/reading/src/text/certificate.ts');
  const { choiceInAnyCase } = await import('../../../packages/domain/src/validation.ts');
  vi.stubGlobal('RegExp', recording);
  for (const { path } of made) if (RUN.test(path)) await import(/* @vite-ignore */ `${join(ROOT, path)}?patterns`);
  readCertificate(
    CERTIFICATE.split('\n').map((text) => ({ text, words: [] })),
    { today: '2026-03-16', engine: 'pdfText' },
  );
  choiceInAnyCase(['a', 'b'], 'invalidChoice');
  vi.unstubAllGlobals();

  const lacking = made
    .filter(({ path }) => RUN.test(path))
    .filter(({ path, sites }) => (built.get(path)?.places.size ?? 0) < sites.length)
    .map(({ path, sites }) => `${path}: ${built.get(path)?.places.size ?? 0} of ${sites.length}`);
  expect(lacking).toEqual([]);
  expect(made.flatMap(({ sites }) => sites).length).toBeGreaterThan(40);

  const patterns = [
    ...[...built].flatMap(([path, entry]) => entry.patterns.map((pattern) => ({ path, pattern }))),
    ...made.flatMap(({ path, sites }) => (RUN.test(path) ? [] : sites.map((source) => ({ path, pattern: { source, flags: '' } })))),
  ];
  expect([
    ...new Set(patterns.filter(({ pattern }) => slow(pattern)).map(({ path, pattern }) => `${path}: /${pattern.source}/${pattern.flags}`)),
  ]).toEqual([]);
});

test('a pattern of parts that backtracks is found', () => {
  const WORD = '[a-z]+';
  expect(slow({ source: `^(?:${WORD} ?)*$`, flags: '' })).toBe(true);
});
