import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReadTx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { checkServices, codeOf, orderOf } from '../../test/checks.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type Fixtures } from '../../test/fixtures.ts';
import { makeUser, testApp } from '../../test/servers/identity-app.ts';
import { createUserService } from './users.service.ts';

/** What deleting a user leaves, and what it costs: access ends with a flag, however much the user did and whatever others have. */

const database = await testDatabase();
const { db, owner, config } = database;
const app = await testApp(database);
const { clock, identity } = app;
const users = createUserService({ db, clock, identity });
const { checks } = checkServices(db, clock);
let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await createFixtures(db, clock);
});
afterAll(() => app.close());

test('who ordered and who entered stays, by name', async () => {
  const { a, b, actors } = fixtures;
  const { profileId, email } = await makeUser(database, identity, { companyId: a.id, firstName: 'Nadia', lastName: 'El Amrani' });
  const leaving = {
    kind: 'employer' as const,
    profileId,
    email,
    memberships: [{ companyId: a.id, accesType: 'admin' as const, superiorId: null }],
  };
  const check = await checks.order(leaving, orderOf(a, clock), newId());
  await users.delete(actors.adminA, a.id, profileId);

  expect(await database.owner('select "orderedByProfileId" from checks where id = $1', [check.id])).toEqual([
    { orderedByProfileId: profileId },
  ]);
  const events = await checks.findEvents(actors.adminA, [check]);
  expect(events.get(check.id)).toMatchObject([{ action: 'order', actorName: 'Nadia El Amrani' }]);

  // The company that knew the person sees the name, and can change nothing of it; no other company sees anything.
  const seen = (tx: ReadTx) => tx.selectFrom('profiles').select('lastName').where('id', '=', profileId).execute();
  expect(await db.as(actors.basicA, seen, { readonly: true })).toHaveLength(1);
  expect(await db.as(actors.adminB, seen, { readonly: true })).toEqual([]);
  const changed = await db.as(actors.adminA, (tx) =>
    tx.updateTable('profiles').set({ lastName: 'Nobody' }).where('id', '=', profileId).executeTakeFirst(),
  );
  expect(changed.numUpdatedRows).toBe(0n);
  expect(await codeOf(users.get(actors.adminA, a.id, profileId))).toBe('entity.notFound');
  expect((await users.list(actors.adminA, { filter: { companyId: a.id, search: email } })).nodes).toEqual([]);
  expect(await codeOf(users.delete(actors.adminB, b.id, profileId))).toBe('entity.notFound');
  // The account is closed, not only left without a membership: its address is free for another one.
  const next = await makeUser(database, identity, { companyId: b.id, email });
  expect(next.profileId).not.toBe(profileId);
});

test('a closed account has no membership, and gets none', async () => {
  const { profileId, companyId } = await makeUser(database, identity);
  const placed = () =>
    owner('insert into company_users ("companyId", "profileId", "accesType", languages) values ($1, $2, $3, $4)', [
      fixtures.a.id,
      profileId,
      'basic',
      '{nl}',
    ]);
  await expect(owner('update profiles set "disabledAt" = now(), "closedAt" = now() where id = $1', [profileId])).rejects.toThrow(
    /company_users_open_profile/,
  );
  await owner('delete from company_users where "companyId" = $1', [companyId]);
  await expect(owner('update profiles set "closedAt" = now() where id = $1', [profileId])).rejects.toThrow(/profiles_closed/);
  await owner('update profiles set "disabledAt" = now(), "closedAt" = now() where id = $1', [profileId]);
  await expect(placed()).rejects.toThrow(/company_users_open_profile/);
});

/** Tables that grow with what a company does. */
const LARGE = ['checks', 'check_events', 'certificates', 'employees', 'documents', 'access_log', 'idempotency_keys'] as const;
const ROWS = 3000;

/** Rows that were looked through one by one, and rows that were written, of each table since the database was made. */
async function work(): Promise<ReadonlyMap<string, { readonly scanned: number; readonly written: number }>> {
  // Each connection keeps what it did to itself for a while, so all of them are asked to tell, at the same time.
  let arrived = 0;
  const all = Promise.withResolvers<undefined>();
  const notify = () =>
    db.as({ kind: 'system', name: 'test' }, async (tx) => {
      await sql`select pg_stat_force_next_flush()`.execute(tx);
      arrived += 1;
      if (arrived === config.databasePoolSize) all.resolve(undefined);
      await all.promise;
    });
  await Promise.all(Array.from({ length: config.databasePoolSize }, notify));
  const rows = await owner<{ name: string; scanned: number; written: number }>(
    'select relname as name, seq_tup_read::float8 as scanned, (n_tup_upd + n_tup_del)::float8 as written from pg_stat_user_tables',
  );
  return new Map(rows.map(({ name, scanned, written }) => [name, { scanned, written }]));
}

test('deleting a user looks through no table and rewrites no history', async () => {
  const { a, actors } = fixtures;
  const leaving = await makeUser(database, identity, { companyId: a.id });
  const { profileId } = leaving;
  await owner(
    `with employee as (
       insert into employees ("companyId", id, "employeeMatricule", "employeeFirstName", "employeeLastName", "employeeLanguage", "employeeGender",
         "employeePhoneNumber", "employeeAddress", "searchText", "createdByProfileId")
       select $1, gen_random_uuid(), 'big-' || n, 'Jan', 'Peeters', 'NL', 'Male', '', '', 'jan peeters', $2 from generate_series(1, $3::int) n
       returning id, "employeeMatricule"),
     document as (
       insert into documents ("companyId", id, kind, "fileName", "mediaType", "byteSize", sha256, "storageKey", "uploadedByProfileId")
       select $1, gen_random_uuid(), 'certificate', 'a.pdf', 'application/pdf', 1, decode(repeat('00', 32), 'hex'), gen_random_uuid(), $2
       from employee),
     certificate as (
       insert into certificates ("companyId", id, "employeeId", "startDate", "endDate", "incapacityReason", "authorizedExit", "entryType",
         "certifType", "searchText", "createdByProfileId")
       select $1, gen_random_uuid(), id, current_date, current_date, 'Illness', true, 'ABSENCE_DECLARATION', 'FirstCertificate', '', $2 from employee),
     ordered as (
       insert into checks ("companyId", id, "employeeId", "orderedByProfileId", source, "creationDate", "modificationDate", "workerFirstName",
         "workerLastName", "workerGender", "workerLanguage", "workerAddress", "workerPhoneNumber", "searchText", "incapacityStartDate",
         "incapacityEndDate", "incapacityType", "checkTiming", "checkLocation")
       select $1, gen_random_uuid(), id, $2, 'Web', now(), now(), 'Jan', 'Peeters', 'Male', 'NL', '', '', '', current_date, current_date, 'Illness',
         'Optimized', 'Office' from employee
       returning id)
     insert into check_events ("companyId", id, "checkId", at, "actorKind", "actorProfileId", action, "toStatus", version)
     select $1, gen_random_uuid(), id, now(), 'employer', $2, 'order', 'Reception', 1 from ordered`,
    [a.id, profileId, ROWS],
  );
  await owner(
    `insert into idempotency_keys ("profileId", key, "requestHash", "companyId", "resultId")
     select $1, 'key-' || n, '\\x00', $2, gen_random_uuid() from generate_series(1000000, 1000000 + $3::int) n`,
    [profileId, a.id, ROWS],
  );
  await owner('analyze');
  const browser = app.browser();
  await browser.signIn(leaving.email);
  const before = await work();
  await users.delete(actors.adminA, a.id, profileId);
  expect((await browser.send('GET', '/who')).json().error.code).toBe('auth.sessionEnded');
  expect((await browser.send('POST', '/auth/session/refresh')).statusCode).toBe(401);
  const after = await work();
  for (const table of LARGE) {
    expect({ table, ...after.get(table) }).toEqual({ table, ...before.get(table) });
  }
});
