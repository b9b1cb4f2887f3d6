import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { completed, lockfileErrors } from './lockfile.mjs';

type Packages = Record<string, Record<string, unknown>>;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'checkwell-lockfile-'));
  plant('package.json', { workspaces: ['apps/*'], devDependencies: { vitest: '5.1.1' } });
  plant('apps/server/package.json', { version: '0.1.0', dependencies: { pg: '8.23.1', graphql: '16.9.0' } });
  plant('apps/web/package.json', { version: '0.1.0', dependencies: { '@house/server': '0.1.0' } });
});
afterEach(() => rmSync(root, { recursive: true }));

function plant(name: string, content: object): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), JSON.stringify(content));
}

const packages = (changes: Packages = {}): Packages => ({
  '': { devDependencies: { vitest: '5.1.1' } },
  'apps/server': { version: '0.1.0', dependencies: { pg: '8.23.1', graphql: '16.9.0' } },
  'apps/web': { version: '0.1.0', dependencies: { '@house/server': '0.1.0' } },
  'node_modules/@house/server': { resolved: 'apps/server', link: true },
  'node_modules/graphql': { version: '16.9.0' },
  'node_modules/pg': { version: '8.23.1' },
  'node_modules/vitest': { version: '5.1.1' },
  ...changes,
});

function errors(changes?: Packages): string[] {
  plant('package-lock.json', { packages: packages(changes) });
  return lockfileErrors(root);
}

describe('a lockfile', () => {
  test('that matches every package.json has no errors', () => {
    expect(errors()).toEqual([]);
  });

  test('is out of sync after a changed version, a new package or a removed package', () => {
    expect(errors({ 'apps/server': { version: '0.1.0', dependencies: { pg: '8.23.0', graphql: '16.9.0', old: '1.0.0' } } })).toEqual([
      'apps/server/package.json says pg 8.23.1, package-lock.json 8.23.0; run: npm install',
      'apps/server/package.json says old not at all, package-lock.json 1.0.0; run: npm install',
    ]);
    expect(errors({ '': {} })).toEqual(['package.json says vitest 5.1.1, package-lock.json not; run: npm install']);
  });

  test('must have each package, in the workspace or at the root', () => {
    const { 'node_modules/pg': _, ...without } = packages();
    plant('package-lock.json', { packages: without });
    expect(lockfileErrors(root)).toEqual(['apps/server/package.json needs pg, which package-lock.json does not hold; run: npm install']);
    expect(errors({ 'apps/server/node_modules/pg': { version: '8.22.0' } })).toEqual([
      'apps/server/package.json needs pg 8.23.1, package-lock.json holds 8.22.0; run: npm install',
    ]);
    expect(errors({ 'node_modules/pg': { version: '8.0.0' }, 'apps/server/node_modules/pg': { version: '8.23.1' } })).toEqual([]);
    expect(errors({ 'apps/server': { version: '0.2.0', dependencies: { pg: '8.23.1', graphql: '16.9.0' } } })).toEqual([
      'apps/web/package.json needs @house/server 0.1.0, package-lock.json holds 0.2.0; run: npm install',
    ]);
  });

  test('requires an exact version of each package', () => {
    for (const range of ['^8.23.1', '~8.23.1', '*', '8', '>=8.23.1', 'latest']) {
      plant('apps/server/package.json', { version: '0.1.0', dependencies: { pg: range } });
      expect(errors({ 'apps/server': { version: '0.1.0', dependencies: { pg: range } } })).toEqual([
        `apps/server/package.json asks for pg ${range}, which more than one version answers; write the exact one`,
      ]);
    }
  });

  test('lists every workspace, and no other', () => {
    plant('apps/mobile/package.json', {});
    expect(errors({ 'apps/desk': {} })).toEqual([
      'package-lock.json lists apps/desk, which is no workspace; run: npm install',
      'package-lock.json does not know apps/mobile; run: npm install',
    ]);
  });

  test('has no address of a registry', () => {
    const addressed = { 'node_modules/pg': { version: '8.23.1', resolved: 'https://packages.example/pg.tgz', integrity: 'sha512-x' } };
    expect(errors(addressed)).toEqual([
      'package-lock.json carries 1 addresses of a registry (node_modules/pg …); run: node scripts/lockfile.mjs',
    ]);
    expect(completed({ packages: packages(addressed) }).packages['node_modules/pg']).toEqual({ version: '8.23.1', integrity: 'sha512-x' });
  });

  test('lists the packages of other systems', () => {
    const native = {
      'node_modules/vitest': { version: '5.1.1', dev: true, optionalDependencies: { '@native/linux-arm64-musl': '1.2.3' } },
    };
    expect(errors(native)).toEqual([
      'package-lock.json lacks 1 packages of other systems (node_modules/@native/linux-arm64-musl …); run: node scripts/lockfile.mjs',
    ]);
    expect(completed({ packages: packages(native) }).packages['node_modules/@native/linux-arm64-musl']).toEqual({
      version: '1.2.3',
      dev: true,
      cpu: ['arm64'],
      os: ['linux'],
      libc: ['musl'],
      optional: true,
    });
  });
});
