import { randomBytes } from 'node:crypto';
import { getMigrations } from 'better-auth/db/migration';
import { decodeProtectedHeader } from 'jose';
import { describe, expect, test } from 'vitest';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { testLogger } from '../../test/logger.ts';
import { openPool } from '../db/pool.ts';
import { authOptions, createEmbeddedIssuer } from './embedded-issuer.ts';
import { hashPassword } from './password-hash.ts';
import { createTokenVerifier } from './token-verifier.ts';

const { db, owner } = await testDatabase();
const clock = testClock();
const pool = db.authPool();
const secret = randomBytes(32);
const log = testLogger();
const issuer = createEmbeddedIssuer({ pool, clock, log, secret });
const client = { ipAddress: '192.0.2.1', userAgent: 'Test browser' };
const inTenMinutes = () => new Date(clock.now().getTime() + 600_000);

describe('the tables', () => {
  test('are those that better-auth expects', async () => {
    const plan = await getMigrations(authOptions({ pool, secret, log, clock }), { throwOnUnsafe: false });
    expect({
      create: plan.toBeCreated.map(({ table }) => table),
      add: plan.toBeAdded.map(({ table, fields }) => [table, Object.keys(fields)]),
      indexes: plan.toBeAddedIndexes.map(({ name }) => name),
      unsafe: plan.unsafeChanges,
      problems: plan.schemaProblems,
    }).toEqual({ create: [], add: [], indexes: [], unsafe: [], problems: [] });
  });

  test('belong to checkwell_auth, and checkwell_api has no rights on them', async () => {
    const rows = await owner<{ name: string; owner: string; accessible: boolean }>(
      `select c.relname as name, pg_get_userbyid(c.relowner) as owner,
              has_schema_privilege('checkwell_api', 'auth', 'usage') or has_table_privilege('checkwell_api', c.oid, 'select, insert, update, delete') as accessible
       from pg_class c where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r' order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'account_links',
      'accounts',
      'microsoft_flows',
      'microsoft_tickets',
      'passkey_challenges',
      'passkeys',
      'recovery_codes',
      'second_step_tickets',
      'sessions',
      'signing_keys',
      'spent_tokens',
      'throttles',
      'totp',
      'users',
      'verifications',
    ]);
    for (const row of rows) expect(row).toMatchObject({ owner: 'checkwell_auth', accessible: false });
  });

  test('checkwell_auth cannot read the tables of the product', async () => {
    for (const table of ['profiles', 'checks', 'companies', 'medical_notes', 'access_log']) {
      await expect(pool.query(`select 1 from public.${table}`)).rejects.toThrow(/permission denied/);
    }
  });
});

describe('signing keys', () => {
  test('are encrypted at rest', async () => {
    await issuer.signAccessToken({ subject: 'x', sessionId: 'x', version: 1, fingerprint: 'x', provider: 'x', expiresAt: inTenMinutes() });
    const [row] = await owner<{ privateKey: string; publicKey: string }>('select "privateKey", "publicKey" from auth.signing_keys');
    expect(row?.publicKey).toContain('"P-256"');
    expect(row?.privateKey).not.toMatch(/"d"|"kty"/);
  });

  test('are replaced when the secret has changed; old tokens stay valid', async () => {
    const claims = { subject: 'a', sessionId: 's', version: 1, fingerprint: 'f', provider: 'password', expiresAt: inTenMinutes() };
    const old = await issuer.signAccessToken(claims);
    const renewed = createEmbeddedIssuer({ pool, clock, log, secret: randomBytes(32) });
    const token = await renewed.signAccessToken(claims);
    expect(decodeProtectedHeader(token).kid).not.toBe(decodeProtectedHeader(old).kid);
    const verifier = createTokenVerifier({ issuers: [renewed.accessTokens], clock });
    await expect(verifier.verify(token)).resolves.toMatchObject({ subject: 'a' });
    await expect(verifier.verify(old)).resolves.toMatchObject({ subject: 'a' });
    await renewed.signAccessToken(claims);
    expect(await owner('select id from auth.signing_keys')).toHaveLength(2);
  });

  test('verify tokens that another process signed with a new key', async () => {
    const verifier = createTokenVerifier({ issuers: [issuer.accessTokens], clock });
    const claims = { subject: 'b', sessionId: 's', version: 1, fingerprint: 'f', provider: 'password', expiresAt: inTenMinutes() };
    await verifier.verify(await createEmbeddedIssuer({ pool, clock, log, secret }).signAccessToken(claims));
    await owner('update auth.signing_keys set "expiresAt" = now()');
    const other = createEmbeddedIssuer({ pool, clock, log, secret });
    await expect(verifier.verify(await other.signAccessToken(claims))).resolves.toMatchObject({ subject: 'b' });
  });
});

describe('an unavailable database', () => {
  test('is reported as 503 by every function', async () => {
    const email = 'unavailable@example.be';
    const passwordHash = await hashPassword('Demo-check-2026');
    const subject = await db.system('test', (tx) =>
      issuer.inTransaction.createAccount(tx, { email, passwordHash, passwordResetRequired: false }),
    );
    const session = await issuer.openFor({ subject, provider: 'password', passwordHash }, client);
    const unavailable = createEmbeddedIssuer({ pool: unreachablePool(), clock, log, secret });
    const calls = [
      () => unavailable.findMethods(email),
      () => unavailable.provePassword({ email, password: 'Demo-check-2026' }),
      () => unavailable.openFor({ subject, provider: 'password', passwordHash }, client),
      () => unavailable.continueSession(session.token),
      () => unavailable.findSessionStatus(session.id, subject),
      () => unavailable.signAccessToken({ subject, expiresAt: inTenMinutes() }),
      () => unavailable.spendToken('018f0000-0000-7000-8000-000000000000', inTenMinutes()),
      () => createTokenVerifier({ issuers: [unavailable.accessTokens], clock }).verify(validToken),
    ];
    const validToken = await issuer.signAccessToken({
      subject,
      sessionId: session.id,
      version: 1,
      fingerprint: 'f',
      provider: 'password',
      expiresAt: inTenMinutes(),
    });
    for (const call of calls) await expect(call(), String(call)).rejects.toMatchObject({ code: 'auth.unavailable', status: 503 });
    expect(await issuer.findSessionStatus(session.id, subject)).toEqual({ secondStep: false, hasSecondStep: false });
  });

  function unreachablePool() {
    return openPool({
      url: 'postgres://nobody:nothing@127.0.0.1:1/none',
      name: 'unreachable',
      size: 2,
      connectTimeoutMs: 1000,
      queryTimeoutMs: 1000,
      parsers: new Map(),
    });
  }
});
