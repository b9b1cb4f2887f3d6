import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from '@swc/core';
import { expect, test } from 'vitest';
import { readSources } from '../source-files.mjs';
import { type Pattern, slow } from './slow-patterns.ts';

/** security.md, I6: no pattern takes long on hostile text. */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PRODUCT = /^(?:apps|packages)\/[^/]+\/src\/(?!test\/).*(?<!\.test|\.gql)\.tsx?$/;

/** The literal patterns of a source. */
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
