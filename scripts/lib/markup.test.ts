import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../bootstrap.mjs';
import { readSources } from './source-files.mjs';

/** security.md, W4: no source of the pages turns text into markup, an address or code. */
const MAKES_MARKUP =
  /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|createContextualFragment|document\.write|srcDoc|setHTMLUnsafe|parseHTMLUnsafe|\beval\(|new Function\(/;
const PAGES = /^(?:apps\/web|packages\/(?:domain|messages))\/src\/(?!test\/).*(?<!\.test)\.tsx?$/;

test('no source of the pages makes markup of a text', () => {
  const sources = readSources(ROOT).filter(({ path }) => PAGES.test(path));
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter(({ path }) => MAKES_MARKUP.test(readFileSync(join(ROOT, path), 'utf8'))).map(({ path }) => path)).toEqual([]);
});

test.each([
  '<p dangerouslySetInnerHTML={{ __html: name }} />',
  'place.innerHTML = name;',
  '<iframe srcDoc={name} />',
  'new Function(name)',
])('a source with %s is found', (source) => expect(source).toMatch(MAKES_MARKUP));
