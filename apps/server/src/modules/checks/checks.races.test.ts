import { addDays, instantAt } from '@checkwell/domain/clock';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { claimKey, claimOf } from '../../platform/db/idempotency.ts';
import { newId } from '../../platform/ids.ts';
import { codeOf, orderOf } from '../../test/checks.ts';
import { testDatabase } from '../../test/database.ts';
import { doctorInput, profileIdOfDoctor } from '../../test/doctors.ts';
import { createFixtures, insertCheck } from '../../test/fixtures.ts';
import { inBothOrders } from '../../test/race.ts';
import { PASSWORD } from '../../test/servers/identity-app.ts';
import { serverApp } from '../../test/servers/server-app.ts';

/** Two writes about one check, held at a lock and let go in both orders. */

const database = await testDatabase();
const { db, owner, config } = database;
const app = await serverApp(database);
const { clock } = app;
clock.set('2026-03-02T09:00:00+01:00');
const { checks, certificates, doctors, employees, identity } = app.services;

const row = (table: string, id: string) => ({ sql: `select from ${table} where id = $1 for update`, values: [id] });
const codes = (ends: readonly PromiseSettledResult<string>[]): string[] =>
  ends.map((end) => (end.status === 'fulfilled' ? end.value : String(end.reason)));
const fixturesOf = () => createFixtures(db, clock);
const tomorrow = (time: string) => instantAt(addDays(clock.today(), 1), time);

describe('appointments', () => {
  inBothOrders('with a doctor who is being deactivated', database, async (race, first) => {
    const fixtures = await fixturesOf();
    const { planner } = fixtures.actors;
    const form = doctorInput({ practiceAddress: 'Grote Markt 1, 1000 Brussel', languages: ['FR', 'NL'] });
    const doctor = await doctors.create(planner, form);
    await identity.setPassword(await profileIdOfDoctor(owner, doctor.id), PASSWORD);
    expect((await app.browser().signIn(form.email)).statusCode).toBe(200);
    const check = await insertCheck(db, fixtures, clock, { status: 'Planning' });
    const appointment = { doctorId: doctor.id, appointmentStart: tomorrow('08:30'), appointmentMinutes: 20 };
    const ends = await race(
      row('doctors', doctor.id),
      () => codeOf(checks.schedule(planner, check.id, 1, appointment)),
      () => codeOf(doctors.update(planner, doctor.id, 1, { ...form, active: false })),
    );
    // Whoever has a mission left keeps the account until it is done; whoever has none is sent none.
    const sessions = await owner('select from auth.sessions s join profiles p on p.subject = s."userId"::text where p."doctorId" = $1', [
      doctor.id,
    ]);
    expect([...codes(ends), sessions.length]).toEqual(
      first === 'a' ? ['no error', 'no error', 1] : ['check.doctorNotSuitable', 'no error', 0],
    );
  });

  inBothOrders('of one check that is being cancelled', database, async (race, first) => {
    const fixtures = await fixturesOf();
    const { planner, adminA } = fixtures.actors;
    const check = await insertCheck(db, fixtures, clock, { status: 'Planning' });
    const appointment = { doctorId: fixtures.doctors.brussels, appointmentStart: tomorrow('09:00'), appointmentMinutes: 20 };
    const ends = await race(
      row('checks', check.id),
      () => codeOf(checks.schedule(planner, check.id, 1, appointment)),
      () => codeOf(checks.cancel(adminA, check.id, 1, { reason: 'Back at work' })),
    );
    expect(codes(ends)).toEqual(first === 'a' ? ['no error', 'entity.changedMeanwhile'] : ['entity.changedMeanwhile', 'no error']);
    expect(await owner('select action from check_events where "checkId" = $1 and version = 2', [check.id])).toEqual([
      { action: first === 'a' ? 'schedule' : 'cancel' },
    ]);
  });
});

inBothOrders('one key of two processes is what the first made', database, async (race, first) => {
  const fixtures = await fixturesOf();
  const { adminA } = fixtures.actors;
  const claim = claimOf('order', `key-${newId()}`, orderOf(fixtures.a, clock));
  // Within one process the second waits for the first before it asks for a connection (checks.order.test.ts).
  const take = (resultId: string) => () =>
    db.as(adminA, (tx) => claimKey(tx, claim, { profileId: adminA.profileId, companyId: fixtures.a.id, resultId }));
  const [one, other] = [newId(), newId()];
  const ends = await race({ sql: 'lock table idempotency_keys in exclusive mode' }, take(one), take(other));
  expect(ends).toEqual((first === 'a' ? [null, one] : [other, null]).map((value) => ({ status: 'fulfilled', value })));
});

describe('certificates', () => {
  inBothOrders('of a check that is being cancelled, when the next one is ordered', database, async (race, first) => {
    const fixtures = await fixturesOf();
    const { adminA } = fixtures.actors;
    const [certificateId] = fixtures.a.certificates;
    await owner('update certificates set "documentId" = $1, "isCheckRequestLaunched" = true where id = $2', [
      fixtures.a.document,
      certificateId,
    ]);
    const check = await insertCheck(db, fixtures, clock, { certificateId });
    const order = { ...orderOf(fixtures.a, clock), certificateId };
    const ends = await race(
      row('certificates', certificateId),
      () => codeOf(checks.cancel(adminA, check.id, 1, { reason: 'Back at work' })),
      () => codeOf(checks.order(adminA, order, `key-${newId()}`)),
    );
    expect(codes(ends)).toEqual(['no error', first === 'a' ? 'no error' : 'certificate.checkAlreadyLaunched']);
    expect(await owner('select "isCheckRequestLaunched" as launched from certificates where id = $1', [certificateId])).toEqual([
      { launched: first === 'a' },
    ]);
  });

  const renamed = async (id: string) => {
    const { version, workerNISS: _, ...fields } = await employees.get({ kind: 'system', name: 'test' }, id);
    return { version, fields };
  };
  inBothOrders('are found by the name that their employee gets while they are saved', database, async (race) => {
    const fixtures = await fixturesOf();
    const { adminA } = fixtures.actors;
    const [employeeId] = fixtures.a.employees;
    const { version, fields } = await renamed(employeeId);
    const { employeeMatricule, employeeFirstName, employeeGender, employeeLanguage, employeePhoneNumber, employeeAddress } = fields;
    const person = { employeeMatricule, employeeFirstName, employeeGender, employeeLanguage, employeePhoneNumber, employeeAddress };
    const form = {
      employeeId,
      employee: null,
      superiorId: fixtures.a.superiors[0],
      incapacityReason: 'Illness',
      entryType: 'ABSENCE_DECLARATION',
      certifType: 'FirstCertificate',
      authorizedExit: true,
      startDate: clock.today(),
      endDate: addDays(clock.today(), 3),
      doctorName: '',
      documentId: null,
    };
    const kept = await certificates.create(adminA, fixtures.a.id, form);
    const rename = { ...person, employeeLastName: 'Vandenbroucke', function: '', subEmployee: '', superiorId: fixtures.a.superiors[0] };
    const ends = await race(
      row('employees', employeeId),
      () => codeOf(employees.update(adminA, employeeId, version, rename)),
      async () => {
        const saved = certificates.update(adminA, kept.id, 1, form);
        return codeOf(saved);
      },
    );
    expect(codes(ends)).toEqual(['no error', 'no error']);
    const made = await race(
      row('employees', employeeId),
      () => codeOf(employees.update(adminA, employeeId, version + 1, { ...rename, employeeLastName: 'Vandenbossche' })),
      () => codeOf(certificates.create(adminA, fixtures.a.id, form)),
    );
    expect(codes(made)).toEqual(['no error', 'no error']);
    const texts = await owner<{ same: boolean }>(
      'select bool_and(k."searchText" = e."searchText") as same from certificates k join employees e on e.id = k."employeeId" where e.id = $1 and k.id >= $2',
      [employeeId, kept.id],
    );
    expect(texts).toEqual([{ same: true }]);
  });
});

test('two checks of one period that end at the same moment do not wait for each other in a circle', async () => {
  const fixtures = await fixturesOf();
  const one = await insertCheck(db, fixtures, clock, { status: 'WaitingForCheck', doctorId: fixtures.doctors.brussels });
  const other = await insertCheck(db, fixtures, clock, { status: 'WaitingForCheck', doctorId: fixtures.doctors.antwerp });
  const clients = await Promise.all(
    [one, other].map(async ({ id }) => {
      const client = new Client({ connectionString: config.databaseUrl ?? '' });
      await client.connect();
      onTestFinished(() => client.end());
      await client.query('begin');
      // As every action does: the check first.
      await client.query('select from checks where id = $1 for no key update', [id]);
      return { client, id };
    }),
  );
  const end = async ({ client, id }: (typeof clients)[number]) => {
    await client.query(
      `update checks set status = 'Archived', "checkOccurence" = 'NoShow', "archivedAt" = now(), version = version + 1 where id = $1`,
      [id],
    );
    await client.query('commit');
  };
  await Promise.all(clients.map(end));
  // The period counts once.
  expect(
    await owner(
      `select sum(count)::int as count from dashboard_values where "companyId" = $1 and "scopeId" = $1 and measure = 'absenceDays'`,
      [fixtures.a.id],
    ),
  ).toEqual([{ count: 1 }]);
});
