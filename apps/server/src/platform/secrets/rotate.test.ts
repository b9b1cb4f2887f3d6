import { beforeAll, describe, expect, test, vi } from 'vitest';
import { StartupError } from '../../config/startup-error.ts';
import { createCookieJar } from '../../modules/identity/sessions/identity-cookies.ts';
import { createServices } from '../../services.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { employeeInput } from '../../test/employees.ts';
import { createFixtures, insertCheck } from '../../test/fixtures.ts';
import { testFolder } from '../../test/folder.ts';
import { testLogger } from '../../test/logger.ts';
import { createCrypto } from '../crypto/crypto.ts';
import { logAccess } from '../db/access-log.ts';
import { openPool } from '../db/pool.ts';
import { createLogSeals } from '../db/seals/seals.ts';
import { diskFiles } from '../files/disk-files.ts';
import { newFileKey } from '../files/files.ts';
import { newId } from '../ids.ts';
import { createSecretKeys, openSecretKeys, type Secrets, sealKeys, secondStepSecrets } from './keys.ts';
import { countEncrypted, reencrypt, refuseUnlessDone } from './rotate.ts';

/** APP_SECRET is changed (docs/decisions/0089), in the order of docs/operations/secrets.md. */
const database = await testDatabase();
const { db, owner } = database;
const clock = testClock();
const log = testLogger();
const fixtures = await createFixtures(db, clock);
const { adminA, doctor, planner } = fixtures.actors;
const dataDir = testFolder('rotation');
const files = diskFiles(dataDir);

const [A, B, C] = ['a', 'b', 'c'].map((letter) => `the secret ${letter} of this test, which is long enough`) as [string, string, string];
const OLD: Secrets = { appSecret: A, formerSecrets: [] };
const PREPARED: Secrets = { appSecret: A, formerSecrets: [B] };
const CHANGED: Secrets = { appSecret: B, formerSecrets: [A] };
const NEW: Secrets = { appSecret: B, formerSecrets: [] };
const WRONG: Secrets = { appSecret: B, formerSecrets: [C] };

/** A process of the product with these secrets. */
async function processWith(secrets: Secrets) {
  const keys = await openSecretKeys(secrets, db, clock.now());
  return createServices({ config: { ...database.config, dataDir, ...secrets }, db, clock, log, keys });
}
const seals = (secrets: Secrets) => createLogSeals({ db, clock, ...sealKeys(secrets) });
const rotation = (secrets: Secrets) => ({ secrets, ownerUrl: db.ownerUrl, files });
const writeLog = () => db.as(planner, (tx) => logAccess(tx, planner, 'check.read', 'checks', null, null, null));
/** Seals until no row waits: a transaction that is still running elsewhere on this server delays the seals. */
const sealUp = (secrets: Secrets) =>
  vi.waitFor(
    async () => {
      await seals(secrets).seal();
      expect((await seals(secrets).verify()).waiting).toBe(0);
    },
    { timeout: 50_000, interval: 50 },
  );

const NISS = '85.07.30-033.28';
const check = await insertCheck(db, fixtures, clock, { status: 'Archived', archivedAt: clock.now() });
const file = { id: newId(), key: newFileKey() };
const account = newId();

/** The current value of each encrypted column. */
const stored = async () => {
  const { companyId, id } = check;
  const [row] = await owner<{ note: Buffer; sealed: Buffer; door: Buffer; iban: Buffer; totp: Buffer; storageKey: string }>(
    `select (select note from medical_notes) as note, (select sealed from waiting_results) as sealed, (select "doorCode" from employee_addresses) as door,
       (select iban from travel_claims) as iban, (select secret from auth.totp where "userId" = $1) as totp,
       (select "storageKey" from documents where id = $2) as "storageKey"`,
    [account, file.id],
  );
  if (!row) throw new Error('There is always a row.');
  const contexts = {
    note: `medical_notes/${companyId}/${id}/note`,
    sealed: `waiting_results/${companyId}/${id}`,
    door: `employee_addresses/${companyId}/${id}/doorCode`,
    iban: `travel_claims/${companyId}/${id}/iban`,
  };
  return { ...row, contexts };
};
/** The values that a process with these secrets decrypts. */
async function readWith(secrets: Secrets) {
  const { crypto } = createSecretKeys(secrets);
  const { contexts, totp, storageKey, ...columns } = await stored();
  const texts = Object.entries(contexts).map(([name, context]) => crypto.decryptText(columns[name as keyof typeof columns], context));
  const step = createCrypto(secondStepSecrets(secrets)).decryptText(totp, `auth.totp/${account}/secret`);
  const bytes = crypto.decryptText(await files.get(storageKey), `documents/${check.companyId}/${file.id}`);
  return [...texts, step, bytes];
}
const ALL = ['a note', 'a result', '12B4', 'BE68539007547034', 'SECRET', 'the certificate'];
const found = async (secrets: Secrets) =>
  (await (await processWith(secrets)).employees.list(adminA, { filter: { search: NISS } })).nodes.map(({ workerNISS }) => workerNISS);

let address = '';
beforeAll(async () => {
  const old = await processWith(OLD);
  await old.employees.create(adminA, fixtures.a.id, employeeInput({ workerNISS: NISS }));
  address = (await old.missionCalendar.renew(doctor)).address;
  const { crypto } = createSecretKeys(OLD);
  const { companyId, id } = check;
  const key = [companyId, id];
  await owner(`insert into medical_notes ("companyId", "checkId", "doctorId", note) values ($1, $2, $3, $4)`, [
    ...key,
    fixtures.doctors.brussels,
    crypto.encryptText('a note', `medical_notes/${companyId}/${id}/note`),
  ]);
  await owner(
    `insert into waiting_results ("companyId", "checkId", "profileId", version, sealed, "recordedAt") values ($1, $2, $3, 1, $4, now())`,
    [...key, 'profileId' in doctor ? doctor.profileId : null, crypto.encryptText('a result', `waiting_results/${companyId}/${id}`)],
  );
  await owner(
    `insert into employee_addresses ("companyId", "checkId", address, bell, "doorCode", "saidAt", "otherPlace") values ($1, $2, 'x', '', $3, now(), false)`,
    [...key, crypto.encryptText('12B4', `employee_addresses/${companyId}/${id}/doorCode`)],
  );
  await owner(
    `insert into travel_claims ("companyId", "checkId", means, "amountCents", reason, payment, iban, "ibanEnd", "claimedAt", "changedAt")
     values ($1, $2, 'PublicTransport', 500, '', 'Account', $3, '7034', now(), now())`,
    [...key, crypto.encryptText('BE68539007547034', `travel_claims/${companyId}/${id}/iban`)],
  );
  await owner(
    `insert into auth.users (id, name, email, "emailVerified", "createdAt", "updatedAt") values ($1, 'x', $2, true, now(), now())`,
    [account, `${account}@example.be`],
  );
  await owner(`insert into auth.totp ("userId", secret, "lastStep", "createdAt") values ($1, $2, 0, now())`, [
    account,
    createCrypto(secondStepSecrets(OLD)).encryptText('SECRET', `auth.totp/${account}/secret`),
  ]);
  await files.put(file.key, crypto.encrypt(Buffer.from('the certificate'), `documents/${companyId}/${file.id}`));
  await owner(
    `insert into documents ("companyId", id, kind, "fileName", "mediaType", "byteSize", sha256, "storageKey")
     values ($1, $2, 'certificate', 'a.pdf', 'application/pdf', 1, decode(repeat('00', 32), 'hex'), $3)`,
    [companyId, file.id, file.key],
  );
  await writeLog();
  await sealUp(OLD);
});

test('every column of bytes is encrypted again, or is known not to be encrypted', async () => {
  const rows = await owner<{ name: string }>(
    `select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
     where table_schema in ('public', 'auth') and data_type = 'bytea' and column_name !~ '(Hash|sha256|digest|proof|^head$|^seal$|^erased$)' order by 1`,
  );
  const counted = (await countEncrypted(rotation(OLD))).map(({ name }) => (name.startsWith('auth.') ? name : `public.${name}`));
  expect(rows.map(({ name }) => name).filter((name) => !counted.includes(name))).toEqual([
    // Public keys; the index, which is renewed with its number; mails and photographs, which are not secret.
    'auth.passkeys.publicKey',
    'public.employees.workerNissIndex',
    'public.mail_attachments.content',
  ]);
});

describe('from one secret to another', () => {
  test('while both are configured, processes with either as the current one read, find and verify data of the other', async () => {
    for (const secrets of [PREPARED, CHANGED]) {
      expect(await readWith(secrets)).toEqual(ALL);
      expect(await found(secrets)).toEqual(['••.••.••-•••.28']);
      expect((await (await processWith(secrets)).missionCalendar.get(doctor))?.address).toBe(address);
      expect((await seals(secrets).verify()).errors).toEqual([]);
    }
    // A number that is stored with the former secret is a duplicate, although its index differs.
    const changed = await processWith(CHANGED);
    await expect(changed.employees.create(adminA, fixtures.a.id, employeeInput({ workerNISS: NISS }))).rejects.toMatchObject({
      code: 'request.invalid',
    });
    // Both add seals alternately, and both verify the chain.
    for (const secrets of [CHANGED, PREPARED, CHANGED]) {
      await writeLog();
      await sealUp(secrets);
      expect((await seals(PREPARED).verify()).errors).toEqual([]);
      expect((await seals(CHANGED).verify()).errors).toEqual([]);
    }
    const cookie = createCookieJar(createSecretKeys(OLD).of('identity cookies')).set({
      accessToken: 'x',
      accessTokenSeconds: 1,
      sessionId: 's',
      sessionToken: 'token',
      sessionSeconds: 60,
      deviceOf: null,
    });
    const header = cookie.map((text) => text.split(';', 1)[0]).join('; ');
    expect(createCookieJar(createSecretKeys(CHANGED).of('identity cookies')).readSessionToken(header)).toBe('token');
    expect(createCookieJar(createSecretKeys(NEW).of('identity cookies')).readSessionToken(header)).toBeUndefined();
  });

  test('the change is refused until everything is encrypted again, and a wrong former secret is detected', async () => {
    expect(() => refuseUnlessDone([])).not.toThrow();
    const before = await countEncrypted(rotation(CHANGED));
    expect(before.filter(({ former }) => former > 0).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['employees.workerNISS', 'medical_notes.note', 'auth.totp.secret', 'files']),
    );
    expect(() => refuseUnlessDone(before)).toThrow('Not done: this is still encrypted under a former secret:\n  employees.workerNISS: 1');
    const wrong = await reencrypt(rotation(WRONG));
    expect(() => refuseUnlessDone(wrong)).toThrow(/Not done: .* neither APP_SECRET nor in APP_SECRET_PREVIOUS, and cannot be read:\n/);
    expect(await readWith(CHANGED)).toEqual(ALL);
    // A database with only one recorded secret cannot be opened with another.
    await owner('create table saved as select * from app_secrets');
    await owner(
      `update app_secrets set kept = null; delete from app_secrets where "firstUsedAt" > (select min("firstUsedAt") from app_secrets)`,
    );
    for (const secrets of [NEW, WRONG]) await expect(openSecretKeys(secrets, db, clock.now())).rejects.toBeInstanceOf(StartupError);
    await owner('delete from app_secrets; insert into app_secrets select * from saved; drop table saved');
  });

  test('afterwards the former one is not needed for stored data, calendar links or seals', async () => {
    const after = await reencrypt(rotation(CHANGED));
    expect(() => refuseUnlessDone(after)).not.toThrow();
    expect(after.every(({ former, unknown }) => former + unknown === 0)).toBe(true);
    expect(await readWith(NEW)).toEqual(ALL);
    expect(await found(NEW)).toEqual(['••.••.••-•••.28']);
    expect((await (await processWith(NEW)).missionCalendar.get(doctor))?.address).toBe(address);
    expect((await seals(NEW).verify()).errors).toEqual([]);
    await writeLog();
    await sealUp(NEW);
    expect((await seals(NEW).verify()).errors).toEqual([]);
    // With only the former secret nothing can be read, and its seals are not accepted.
    await expect(readWith(OLD)).rejects.toThrow('secret that is not known here');
    await owner('create table saved as select * from log_seals; delete from log_seal_keys; delete from log_seals');
    await seals(OLD).seal();
    expect((await seals(NEW).verify()).errors).toContain('Seal 1 is not one of this installation, or it does not follow the one before.');
  });
});

test('a pool connects with whichever password the database accepts', async () => {
  const role = `rotation_${newId().replaceAll('-', '')}`;
  await owner(`create role ${role} login password 'second'`);
  try {
    const url = (password: string) => Object.assign(new URL(db.ownerUrl), { username: role, password }).href;
    const [{ database: name } = { database: '' }] = await owner<{ database: string }>('select current_database() as database');
    await owner(`grant connect on database ${name} to ${role}`);
    const pool = openPool({
      url: url('first'),
      otherUrls: [url('second')],
      name: 'test',
      size: 2,
      connectTimeoutMs: 10_000,
      queryTimeoutMs: 10_000,
      parsers: new Map(),
    });
    try {
      const answers = await Promise.all([1, 2, 3].map(() => pool.query<{ who: string }>('select current_user as who')));
      expect(answers.map(({ rows }) => rows[0]?.who)).toEqual([role, role, role]);
    } finally {
      await pool.end();
    }
    const neither = openPool({
      url: url('first'),
      otherUrls: [url('third')],
      name: 'test',
      size: 1,
      connectTimeoutMs: 10_000,
      queryTimeoutMs: 10_000,
      parsers: new Map(),
    });
    await expect(neither.query('select 1')).rejects.toMatchObject({ code: '28P01' });
    await neither.end();
  } finally {
    await owner(`drop owned by ${role}; drop role ${role}`);
  }
});
