import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fingerprintOf, folderFor, newDraft, replace, sourcesOf } from './web-build.mjs';

const ROOT = join(import.meta.dirname, '../..');
const DEFAULTS = { VITE_GRAPHQL_URL: '', VITE_LANGUAGES: '' };

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'checkwell-build-'));
  write('apps/web/package.json', JSON.stringify({ dependencies: { '@checkwell/messages': '0.1.0', react: '19.0.0' } }));
  write('apps/web/src/main.tsx', 'app');
  write('packages/reading/src/index.ts', '');
  write('packages/messages/locales/en/common.json', '{}');
  write('package-lock.json', '{}');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}
const fingerprint = (settings = DEFAULTS): string => fingerprintOf(root, settings);

describe('the fingerprint of a build', () => {
  test('does not change with files that the build generates', () => {
    const before = fingerprint();
    write('apps/web/src/features/checks/checks.gql.ts', 'generated');
    write('apps/web/src/routeTree.gen.ts', 'generated');
    write('packages/messages/src/resources.gen.d.ts', 'generated');
    write('apps/web/.cache/build-1/index.html', 'built');
    write('apps/web/dist/index.html', 'built');
    write('apps/web/src/main.test.ts', 'a test');
    expect(fingerprint()).toBe(before);
  });

  test.each([
    ['a source', 'apps/web/src/main.tsx'],
    ['a new source', 'apps/web/src/features/checks/list/ChecksScreen.tsx'],
    ['an operation', 'apps/web/src/features/checks/checks.graphql'],
    ['a word', 'packages/messages/locales/en/common.json'],
    ['the schema', 'apps/server/schema.graphql'],
    ['a library', 'package-lock.json'],
  ])('changes with %s', (_, name) => {
    const before = fingerprint();
    write(name, 'changed');
    expect(fingerprint()).not.toBe(before);
  });

  test('does not change with a workspace that the web does not use', () => {
    const before = fingerprint();
    write('packages/reading/src/index.ts', 'changed');
    expect(fingerprint()).toBe(before);
  });

  test('changes with the settings of the browser', () => {
    expect(fingerprint({ ...DEFAULTS, VITE_LANGUAGES: 'fr,nl' })).not.toBe(fingerprint());
  });

  test('does not include files that git ignores', () => {
    const { stdout, status } = spawnSync('git', ['ls-files', '--others', '--ignored', '--exclude-standard', '--', 'apps/web', 'packages'], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 100_000_000,
    });
    if (status !== 0) return; // the sources came without their history
    const sources = new Set(sourcesOf(ROOT).map((path) => relative(ROOT, path)));
    expect(sources.has('apps/web/src/main.tsx')).toBe(true);
    expect(stdout.split('\n').filter((name) => sources.has(name))).toEqual([]);
  });
});

test('builds with different settings have different folders', () => {
  const folders = [DEFAULTS, { ...DEFAULTS, VITE_LANGUAGES: 'fr' }, { ...DEFAULTS, VITE_LANGUAGES: 'nl' }].map(folderFor);
  expect(new Set(folders).size).toBe(3);
  expect(relative(ROOT, folders[0] ?? '')).toBe(join('apps', 'web', 'dist'));
});

describe('an unfinished build', () => {
  test('is removed when its process is gone, and left alone while it runs under another user', () => {
    const { pid: gone } = spawnSync(process.execPath, ['--version']);
    write(`cache/build-${gone}-a/index.html`, 'killed');
    write('cache/build-1-b/index.html', 'under way');
    const kill = vi.spyOn(process, 'kill').mockImplementation((pid) => {
      throw Object.assign(new Error('kill'), { code: pid === 1 ? 'EPERM' : 'ESRCH' });
    });
    newDraft(join(root, 'cache'));
    kill.mockRestore();
    expect(existsSync(join(root, `cache/build-${gone}-a`))).toBe(false);
    expect(existsSync(join(root, 'cache/build-1-b/index.html'))).toBe(true);
  });

  test('can be read by every account that may read its surroundings: the server may run in another one than the build', () => {
    const cache = join(root, 'cache');
    mkdirSync(cache);
    expect(statSync(newDraft(cache)).mode).toBe(statSync(cache).mode);
  });

  test('of an earlier process with the same number is in the way of none', () => {
    const cache = join(root, 'cache');
    write(`cache/build-${process.pid}-former/index.html`, 'killed while it was put in its place');
    write('dist/index.html', 'former');
    const draft = newDraft(cache);
    write(`${relative(root, draft)}/index.html`, 'new');
    replace(join(root, 'dist'), draft);
    expect(readFileSync(join(root, 'dist/index.html'), 'utf8')).toBe('new');
  });
});
