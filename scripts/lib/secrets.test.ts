import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkSecrets, secretsIn } from './secrets.mjs';

/** Secrets are assembled from parts, so that this file contains none. */
const letters = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6kL9nP2rS5tV8xA1cD4fG7';
test.each([
  ['a private key', `-----BEGIN EC PRIVATE ${'KEY'}-----\n${letters}`],
  ['a private key as JWK', `{"kty":"EC","${'d'}":"${letters}"}`],
  ['keys of Amazon', `AK${'IA'}QWERTYUIOPASDFGH`],
  ['a key of Stripe', `sk_${'live'}_${letters.slice(0, 24)}`],
  ['a token of GitHub', `ghp${'_'}${letters.slice(0, 36)}`],
  ['a token of npm', `npm${'_'}${letters.slice(0, 36)}`],
  ['a signed token', `ey${'J'}${letters.slice(0, 20)}.ey${'J'}${letters.slice(0, 20)}.${letters.slice(0, 43)}`],
  ['a secret of the product', `APP_${'SECRET'}=${letters.slice(0, 32)}`],
])('%s is found', (form, text) => {
  expect(secretsIn(`first\n${text}`)).toEqual([{ form, line: 2 }]);
});

test('made-up secrets and code that handles secrets are not reported', () => {
  for (const text of [`whsec_${'0123456789abcdef'}`, 'APP_SECRET=$(openssl rand -base64 48)', 'const key = "-----BEGIN PRIVATE KEY-----"'])
    expect(secretsIn(text)).toEqual([]);
});

test('files of the repository, committed or not, and of the build are searched', () => {
  const root = mkdtempSync(join(tmpdir(), 'checkwell-secrets-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const plant = (path: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `npm${'_'}${letters.slice(0, 36)}`);
  };
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  writeFileSync(join(root, '.gitignore'), 'dist\n.env\n');
  for (const path of ['a.ts', '.env', 'apps/web/dist/assets/b.js']) plant(path);
  expect(checkSecrets(root).map(({ file }) => file)).toEqual(['a.ts', 'apps/web/dist/assets/b.js']);
});
