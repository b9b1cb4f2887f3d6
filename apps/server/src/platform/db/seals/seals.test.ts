import { beforeAll, describe, expect, test, vi } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, insertCheck } from '../../../test/fixtures.ts';
import { newId } from '../../ids.ts';
import { logAccess } from '../access-log.ts';
import { SEAL_COLUMNS, SEALED_LOGS } from './sealed-logs.ts';
import { anchorsIn, anchorText, createLogSeals, eraseLogParts } from './seals.ts';

const { db, owner, connect } = await testDatabase();
const clock = testClock();
const key = Buffer.alloc(32, 7);
const seals = createLogSeals({ db, clock, key });
const fixtures = await createFixtures(db, clock);
const { planner } = fixtures.actors;
const check = await insertCheck(db, fixtures, clock);

const write = (reason: string | null = null) =>
  db.as(planner, (tx) => logAccess(tx, planner, 'check.read', 'checks', check.companyId, check.id, reason));
const errors = async (anchors?: Parameters<typeof seals.verify>[0]) => (await createLogSeals({ db, clock, key }).verify(anchors)).errors;
const POLL = { timeout: 50_000, interval: 50 };
/** Seals until no row waits: a transaction that is still running elsewhere on this server delays the seals. */
const sealUp = () =>
  vi.waitFor(async () => {
    await seals.seal();
    expect((await createLogSeals({ db, clock, key }).verify()).waiting).toBe(0);
  }, POLL);
/** Runs SQL as the owner, then undoes it. @returns the errors that the verification found in between */
async function tampered(sql: string, undo: string, values: readonly unknown[] = []): Promise<readonly string[]> {
  await owner(sql, values);
  const found = await errors();
  await owner(undo, values);
  expect(await errors()).toEqual([]);
  return found;
}

beforeAll(async () => {
  await owner(
    `insert into check_events ("companyId", id, "checkId", at, "actorKind", action, "toStatus", version, reason, details)
     values ($1, $2, $3, now(), 'planner', 'plan', 'Planning', 50, 'because', '{"b": 1, "a": [true, null]}')`,
    [check.companyId, newId(), check.id],
  );
  await owner(
    `insert into visit_attempts ("companyId", id, "checkId", "doctorId", "appointmentStart", "attemptedAt", bell, latitude, longitude, "accuracyMetres")
     values ($1, $2, $3, $4, now(), now(), 'Bell 3', 50.123456, 4.1, 12)`,
    [check.companyId, newId(), check.id, fixtures.doctors.brussels],
  );
  await owner(
    `insert into employee_confirmations ("companyId", "checkId", "appointmentStart", "doctorId", "confirmedAt") values ($1, $2, now(), $3, now())`,
    [check.companyId, check.id, fixtures.doctors.brussels],
  );
  await owner(
    `insert into employee_moves ("companyId", "checkId", "fromStart", "toStart", "movedAt") values ($1, $2, now(), now() + interval '1 hour', now())`,
    [check.companyId, check.id],
  );
  await write('first');
  await write('second');
  await sealUp();
});

test('every column of a sealed log is covered by the seals', async () => {
  for (const [log, { fixed, personal }] of Object.entries(SEALED_LOGS)) {
    const rows = await owner<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
      [log],
    );
    const columns = rows.map(({ name }) => name).filter((name) => !SEAL_COLUMNS.some((column) => column === name));
    expect(columns.toSorted(), log).toEqual([...fixed, ...personal].toSorted());
  }
});

test('unchanged logs verify without errors, and without new rows no seal is made', async () => {
  expect(await seals.seal()).toBeUndefined();
  const found = await seals.verify();
  expect(found).toMatchObject({ erased: 0, waiting: 0, errors: [] });
  expect(found.rows).toBeGreaterThanOrEqual(6);
  expect(seals.verified()).toEqual({ at: clock.now(), errors: 0 });
});

describe('with the login of the owner', () => {
  test.each([
    ['access_log', `profileId" = gen_random_uuid()`, 'profileId'],
    ['access_log', `reason" = 'another'`, 'reason'],
    ['access_log', `at" = at - interval '1 microsecond'`, 'at'],
    ['check_events', `action" = 'cancel'`, 'action'],
    ['check_events', `details" = '{"a": [true, null]}'`, 'details'],
    ['visit_attempts', `bell" = 'Bell 4'`, 'bell'],
    ['visit_attempts', `withinDuty" = true`, 'withinDuty'],
    ['employee_confirmations', `confirmedAt" = "confirmedAt" - interval '1 minute'`, 'confirmedAt'],
    ['employee_moves', `movedAt" = "movedAt" - interval '1 minute'`, 'movedAt'],
  ])('a changed row of %s is detected (%s)', async (log, change) => {
    const copy = `saved_${log}`;
    await owner(`create table ${copy} as select * from ${log}`);
    const found = await tampered(
      `update ${log} set "${change} where ctid = (select min(ctid) from ${log})`,
      `with deleted as (delete from ${log}) select 1; insert into ${log} select * from ${copy}; drop table ${copy}`,
    );
    expect(found).toEqual([expect.stringMatching(`^Rows of ${log} that were written .* were changed \\(seal \\d+\\)\\.$`)]);
  });

  test('a deleted row is detected', async () => {
    await owner('create table saved as select * from access_log');
    const found = await tampered(
      `delete from access_log where reason = 'first'`,
      `insert into access_log select * from saved where reason = 'first'; drop table saved`,
    );
    expect(found).toHaveLength(1);
  });

  test('a changed salt, or erased personal parts, are detected', async () => {
    await owner('create table saved as select * from access_log');
    const undo = `delete from access_log; insert into access_log select * from saved`;
    expect(await tampered(`update access_log set salt = gen_random_uuid() where reason = 'first'`, undo)).toHaveLength(1);
    const erased = await tampered(
      `update access_log set reason = null, salt = null, erased = decode(repeat('00', 64), 'hex') where reason = 'first'`,
      `${undo}; drop table saved`,
    );
    expect(erased).toContain('Personal parts of 1 rows of access_log were erased by somebody else than this installation.');
  });

  test('a row inserted at a past or impossible position is detected', async () => {
    const insert = (position: string) =>
      `insert into access_log (id, "actorRole", action, "subjectType", position) select gen_random_uuid(), 'planner', 'added', 'checks', ${position}`;
    const undo = `delete from access_log where action = 'added'`;
    expect(await tampered(insert('0'), undo)).toHaveLength(1);
    expect(await tampered(insert('(select max("untilPosition") - 1 from log_seals)'), undo)).toHaveLength(1);
    expect(await tampered(insert('-1'), undo)).toEqual(['1 rows of access_log stand where no program puts them.']);
    expect(await tampered(insert('1::bigint << 60'), undo)).toEqual(['1 rows of access_log stand where no program puts them.']);
  });

  test('a changed function for the positions of rows is detected', async () => {
    const [original] = await owner<{ definition: string }>(`select pg_get_functiondef('app.log_position'::regproc) as definition`);
    await owner(`create or replace function app.log_position() returns bigint language sql volatile as $$ select (1::bigint << 50) + 7 $$`);
    const changed = 'Somebody changed in the database where rows of the logs are placed (app.log_position).';
    expect(await errors()).toEqual([changed]);
    await expect(seals.seal()).rejects.toThrow(changed);
    await owner(original?.definition ?? '');
    expect(await errors()).toEqual([]);
  });

  test('new seals need the key; a deleted or changed seal is detected', async () => {
    await write('third');
    await sealUp();
    await write('fourth');
    await sealUp();
    await owner('create table saved as select * from log_seals');
    const undo = 'delete from log_seals; insert into log_seals select * from saved';
    const last = seals.last()?.number ?? 0;
    const middle = last - 1;
    expect(await tampered(`delete from log_seals where number = ${middle}`, undo)).toContain(`Seals are missing before number ${last}.`);
    expect(await tampered(`update log_seals set "sealedAt" = now() where number = ${middle}`, undo)).toContain(
      `Seal ${middle} is not one of this installation, or it does not follow the one before.`,
    );
    // Another chain, made with another key.
    await owner('delete from log_seals');
    await createLogSeals({ db, clock, key: Buffer.alloc(32, 8) }).seal();
    expect(await errors()).toEqual(['Seal 1 is not one of this installation, or it does not follow the one before.']);
    await owner(`${undo}; drop table saved`);
    expect(await errors()).toEqual([]);
  });

  test('a truncated end is detected only with a seal that was kept elsewhere', async () => {
    const anchor = seals.last();
    if (!anchor) throw new Error('There is a seal.');
    await owner('create table saved as select * from log_seals');
    await owner(
      'create table rows as select * from access_log where position >= (select "fromPosition" from log_seals where number = $1)',
      [anchor.number],
    );
    await owner('delete from access_log a using rows r where r.id = a.id');
    await owner('delete from log_seals where number = $1', [anchor.number]);
    expect(await errors()).toEqual([]);
    const cut = `The end was cut: seal ${anchor.number} was kept elsewhere, and the last one here is ${anchor.number - 1}.`;
    // With a seal from the program's log, and with the last one in the memory of the process.
    expect(await errors(anchorsIn(`12:00 log seals: ${anchorText(anchor)}\n`))).toEqual([cut]);
    expect((await seals.verify()).errors).toEqual([cut]);
    // The next seal gets the number of the deleted one.
    await write('later');
    await vi.waitFor(() => expect(seals.seal()).rejects.toThrow('The seals were cut'), POLL);
    expect(await errors([anchor])).toEqual([`Seal ${anchor.number} is another one than was kept elsewhere.`]);
    await owner(`delete from log_seals; insert into log_seals select * from saved; insert into access_log select * from rows;
      drop table saved; drop table rows`);
    expect(await errors([anchor])).toEqual([]);
  });
});

test('a seal ends before a row whose transaction is still running, so that it is sealed later', async () => {
  const slow = await connect();
  const reason = `slow ${newId()}`;
  const until = async () => (await owner<{ until: number }>('select max("untilPosition")::integer as until from log_seals'))[0]?.until ?? 0;
  try {
    await slow.query('begin');
    await slow.query(
      `insert into access_log (id, "actorRole", action, "subjectType", reason) values ($1, 'planner', 'check.read', 'checks', $2)`,
      [newId(), reason],
    );
    await write('fast');
    await seals.seal();
    expect((await seals.verify()).waiting).toBe(1);
    await slow.query('commit');
  } finally {
    slow.release();
  }
  await sealUp();
  const [row] = await owner<{ position: number }>('select position::integer from access_log where reason = $1', [reason]);
  expect(row?.position).toBeLessThan(await until());
  expect(await seals.verify()).toMatchObject({ waiting: 0, errors: [] });
});

test('two concurrent processes make one chain', async () => {
  await write('both');
  const other = createLogSeals({ db, clock, key });
  await Promise.all([seals.seal(), other.seal()]);
  expect(await errors()).toEqual([]);
});

test('personal parts are erased permanently, and the seals still verify', async () => {
  const text = async () => {
    const logs = ['access_log', 'check_events', 'visit_attempts'].map((log) => owner(`select * from ${log}`));
    return JSON.stringify(await Promise.all(logs));
  };
  const before = await text();
  for (const personal of ['second', 'because', 'Bell 3', '50.123456']) expect(before).toContain(personal);
  const done: number[] = [];
  for (const log of ['access_log', 'check_events', 'visit_attempts'] as const) {
    const rows = await owner<{ companyId: string | null; id: string }>(`select "companyId", id from ${log}`);
    done.push(await db.system('erase', (tx) => eraseLogParts(tx, key, log, rows)));
    expect(await db.system('erase', (tx) => eraseLogParts(tx, key, log, rows))).toBe(0);
  }
  const after = await text();
  for (const personal of ['second', 'because', 'Bell 3', '50.123456']) expect(after).not.toContain(personal);
  expect(await createLogSeals({ db, clock, key }).verify()).toMatchObject({
    errors: [],
    erased: done.reduce((sum, count) => sum + count, 0),
  });
  // Changing the rest of a row, and restoring erased parts, are still detected.
  await owner('create table saved as select * from check_events');
  const undo = 'delete from check_events; insert into check_events select * from saved';
  expect(await tampered(`update check_events set action = 'cancel' where version = 50`, undo)).toHaveLength(1);
  const restored = `update check_events set reason = 'never said', salt = gen_random_uuid(), erased = null where version = 50`;
  expect(await tampered(restored, `${undo}; drop table saved`)).toHaveLength(1);
});

test('positions continue in another cluster, where transaction ids start again', async () => {
  // A row from a cluster with far higher transaction ids.
  await owner(
    `insert into access_log (id, "actorRole", action, "subjectType", position) values ($1, 'planner', 'check.read', 'checks', 1::bigint << 47)`,
    [newId()],
  );
  await owner('select app.keep_log_order()');
  await write('after the restore');
  const [row] = await owner<{ era: string }>(`select (position >> 48)::text as era from access_log where reason = 'after the restore'`);
  expect(row?.era).toBe('1');
  await sealUp();
  expect(await seals.verify()).toMatchObject({ waiting: 0, errors: [] });
  // A second call changes nothing.
  await owner('select app.keep_log_order()');
  await write();
  expect(await owner(`select 1 from access_log where position >> 48 > 1`)).toEqual([]);
});
