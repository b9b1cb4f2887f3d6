import { hashPassword as scrypt } from 'better-auth/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testConfig } from '../../test/config.ts';
import { hashPassword, needsRehash, setHashCost, verifyPassword } from './password-hash.ts';

const PASSWORD = 'Kanaal fiets 7-4-9 lamp';

beforeAll(() => setHashCost('recommended', testConfig()));
afterAll(() => setHashCost('cheap', testConfig()));

test('only tests may create cheap hashes', () => {
  for (const environment of ['production', 'development'] as const)
    expect(() => setHashCost('cheap', { environment }), environment).toThrow('Only tests');
});

test('creates argon2id hashes of the recommended cost, each with its own salt', async () => {
  const [one, two] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
  expect(needsRehash(one)).toBe(false);
  expect(await verifyPassword({ hash: one, password: PASSWORD })).toBe(true);
});

test('every character counts, also after the 72nd and after NUL', async () => {
  const long = `${'lange zin '.repeat(12)}123`;
  const hash = await hashPassword(long);
  expect(await verifyPassword({ hash, password: long.slice(0, -1) })).toBe(false);
  const withNul = await hashPassword('before\0after');
  expect(await verifyPassword({ hash: withNul, password: 'before' })).toBe(false);
  expect(await verifyPassword({ hash: withNul, password: 'before\0after' })).toBe(true);
  for (const password of [PASSWORD.toLowerCase(), ` ${PASSWORD}`, `${PASSWORD} `, ''])
    expect(await verifyPassword({ hash: await hashPassword(PASSWORD), password })).toBe(false);
});

test('equivalent Unicode forms are the same password', async () => {
  expect(await verifyPassword({ hash: await hashPassword('caf\u00e9 1-2-3 fiets'), password: 'cafe\u0301 1-2-3 fiets' })).toBe(true);
});

test('verifies argon2id hashes of other systems, and reports those that are too cheap', async () => {
  // argon2-cffi 23.1: argon2.low_level.hash_secret(b"password", b"somesalt", 2, 65536, 1, 32, Type.ID), a test vector of the reference implementation
  const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await verifyPassword({ hash: known, password: 'password' })).toBe(true);
  expect(await verifyPassword({ hash: known, password: 'passwore' })).toBe(false);
  expect(needsRehash(known)).toBe(false);
  expect(needsRehash(known.replace('m=65536', 'm=8192'))).toBe(true);
  expect(needsRehash(known.replace('t=2', 't=1'))).toBe(true);
});

test('verifies the scrypt hashes of the identity library, and reports that they must be replaced', async () => {
  const hash = await scrypt(PASSWORD);
  expect(await verifyPassword({ hash, password: PASSWORD })).toBe(true);
  expect(await verifyPassword({ hash, password: 'other' })).toBe(false);
  expect(needsRehash(hash)).toBe(true);
});

test.each([
  '',
  'plain text',
  '$2b$10$abcdefghijklmnopqrstuv',
  '$argon2id$v=19$m=19456,t=2,p=1$$',
  '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  ':',
])('no password matches %j', async (hash) => {
  expect(await verifyPassword({ hash, password: '' })).toBe(false);
  expect(await verifyPassword({ hash, password: hash })).toBe(false);
});
