import { expect, test } from 'vitest';
import { isGuessable } from './password-strength.ts';

const OWNER = ['jan.peeters@acme.be', 'Jan', 'Peeters', 'Acme NV'];

test.each([
  'Password123!',
  'P@ssw0rd1234',
  'Welkom123456!',
  'Azerty123456!',
  'azertyuiop123!',
  'Qwerty!23456',
  'Summer2026!!!',
  'Bruxelles123!',
  'Motdepasse123!',
  '123456789012!',
  'aaaaaaaaa123!',
  'Checkwell-2026!',
  'Antwerpen123!',
])('refuses %s, which meets the composition rule', async (password) => expect(await isGuessable(password)).toBe(true));

test.each([
  'jan.peeters@acme.be123!',
  'Peeters1975!!',
  'JanPeeters123!',
  'Peeters_2026!',
  'Jan-Peeters-123',
  'PEETERS.jan.2026',
  'Péeters-Jan-Péeters-123',
])("refuses %s, which contains the user's own data", async (password) => expect(await isGuessable(password, OWNER)).toBe(true));

test.each([
  'Kanaal fiets 7-4-9 lamp',
  'Xk7#pQ2v9LmZ',
  'Demo-check-2026',
  'Jan fietst 7-4-9 lamp',
  '123-fiets-appel-boom',
  `${'een lange zin met 123 woorden '.repeat(4)}!`,
])('accepts %s', async (password) => expect(await isGuessable(password, OWNER)).toBe(false));
