import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEMO_PASSWORD, demoAccounts } from './accounts.ts';
import { demoNotice } from './demo-notice.ts';
import { COMPANIES } from './names.ts';

test('the start message and the README list the same demo accounts, with their password, and one of each kind', () => {
  const [password, ...lines] = demoNotice().split('\n');
  expect(password).toContain(DEMO_PASSWORD);
  const said = lines.map((line) => line.trim().split(/ {2,}/));
  const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
  expect(readme).toContain(`\`${DEMO_PASSWORD}\``);
  const listed = [...readme.matchAll(/^\| (\S+@demo\.checkwell\.example) +\| (.+?) +\|$/gm)].map(([, email, who]) => [email, who]);
  expect(said).toEqual(listed);
  const kinds = demoAccounts(COMPANIES).filter(({ email }) => said.some(([shown]) => shown === email));
  expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['employer', 'planner', 'doctor']));
  const memberships = kinds.flatMap(({ companies }) => companies);
  expect(new Set(memberships.map(({ accesType }) => accesType))).toEqual(new Set(['admin', 'basic']));
  expect(kinds.some(({ migrated }) => migrated)).toBe(true);
  expect(memberships.some(({ requestForm }) => requestForm === 'InterfaceAdmin')).toBe(true);
});
