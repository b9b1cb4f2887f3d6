import { addDays, type CalendarDay, instantAt } from '@checkwell/domain/clock';
import { erasedBefore } from '@checkwell/domain/retention';
import { beforeEach, expect, test, vi } from 'vitest';
import { checkServices } from '../../../test/checks.ts';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, insertCheck } from '../../../test/fixtures.ts';
import { newId } from '../../ids.ts';
import { createLogSeals } from './seals.ts';

const { db, owner, connect } = await testDatabase();
const clock = testClock();
const key = Buffer.alloc(32, 7);
const seals = createLogSeals({ db, clock, key });
const fixtures = await createFixtures(db, clock);
const { checks } = checkServices(db, clock);
const TERMS = erasedBefore(clock.today());
const LOGS = Object.keys(TERMS) as (keyof typeof TERMS)[];
/** Noon of a day: rows of the days before a term are erased. */
const noon = (day: CalendarDay, days = 0): Date => instantAt(addDays(day, days), '12:00');

/** A check archived at `archivedAt`, with two events and one visit attempt at `at`. */
async function checkWithLogs(archivedAt: Date | null, at: Date) {
  const { companyId, id } = await insertCheck(db, fixtures, clock, archivedAt === null ? {} : { status: 'Archived', archivedAt });
  const photo = newId();
  await owner(
    `insert into documents ("companyId", id, kind, "fileName", "mediaType", "byteSize", sha256, "storageKey")
     values ($1, $2, 'card', 'card.jpg', 'image/jpeg', 1, decode(repeat('00', 32), 'hex'), $3)`,
    [companyId, photo, photo],
  );
  await owner(
    `insert into check_events ("companyId", id, "checkId", at, "actorKind", action, "toStatus", version, reason, details) values
      ($1, $2, $4, $5, 'planner', 'cancel', 'Archived', 50, 'she moved to Ghent', '{"doctorFullName": "Dr. Peeters"}'),
      ($1, $3, $4, $5, 'employer', 'order', 'Reception', 49, '', '{"notes": []}')`,
    [companyId, newId(), newId(), id, at],
  );
  await owner(
    `insert into visit_attempts ("companyId", id, "checkId", "doctorId", "appointmentStart", "attemptedAt", bell, latitude, longitude, "accuracyMetres", "photoId")
     values ($1, $2, $3, $4, $5, $5, 'Bell Peeters', 50.1, 4.1, 12, $6)`,
    [companyId, newId(), id, fixtures.doctors.brussels, at, photo],
  );
  return { companyId, id, checkOccurence: 'NoShow' as const, archivedAt };
}
const entry = (at: Date, reason: string | null) =>
  owner(`insert into access_log (id, at, "actorRole", action, "subjectType", reason) values ($1, $2, 'planner', 'x', 'checks', $3)`, [
    newId(),
    at,
    reason,
  ]);
/** The personal text that is still stored, the number of rows, and the number of erased ones. */
async function remaining() {
  const [row] = await owner<{ text: string; rows: number; erased: number; photos: number }>(`
    select concat((select string_agg(coalesce(reason, ''), '|') from access_log), (select string_agg(reason || details, '|') from check_events),
        (select string_agg(concat(bell, latitude), '|') from visit_attempts)) as text,
      (select count(*) from documents where kind = 'card')::int as photos,
      ((select count(*) from access_log where action = 'x') + (select count(*) from check_events where version >= 49)
        + (select count(*) from visit_attempts))::int as rows,
      ((select count(*) from access_log where erased is not null) + (select count(*) from check_events where erased is not null)
        + (select count(*) from visit_attempts where erased is not null))::int as erased`);
  if (!row) throw new Error('There is always a row.');
  return row;
}
const errors = async () => (await createLogSeals({ db, clock, key }).verify()).errors;
const sealUp = () =>
  vi.waitFor(
    async () => {
      await seals.seal();
      expect((await createLogSeals({ db, clock, key }).verify()).waiting).toBe(0);
    },
    { timeout: 50_000, interval: 50 },
  );

beforeEach(async () => {
  await owner(`delete from one_shot_orders; delete from checks; delete from access_log; delete from documents; delete from log_seals`);
});

test('personal data is erased after the term of its log and not before, and the seals still verify', async () => {
  const old = { history: noon(TERMS.check_events, -1), visit: noon(TERMS.visit_attempts, -1), access: noon(TERMS.access_log, -1) };
  const expired = await checkWithLogs(old.history, old.history);
  const recent = await checkWithLogs(noon(TERMS.visit_attempts, -1), old.visit);
  const kept = await checkWithLogs(noon(TERMS.visit_attempts), old.history);
  const open = await checkWithLogs(null, old.history);
  await entry(old.access, 'old reason');
  await entry(old.access, null);
  await entry(noon(TERMS.access_log), 'reason of the last day');
  await sealUp();
  // The history of one check, the visits of two, and one entry of the access log.
  expect(await seals.erase()).toBe(4);
  const { text, rows, erased, photos } = await remaining();
  expect({ rows, erased, photos }).toEqual({ rows: 15, erased: 4, photos: 2 });
  expect(text).not.toContain('old reason');
  expect(text).toContain('reason of the last day');
  const withReason = await owner<{ checkId: string }>(`select "checkId" from check_events where reason <> ''`);
  expect(withReason.map(({ checkId }) => checkId).toSorted()).toEqual([recent.id, kept.id, open.id].toSorted());
  const withBell = await owner<{ checkId: string }>(`select "checkId" from visit_attempts where bell <> '' and latitude is not null`);
  expect(withBell.map(({ checkId }) => checkId).toSorted()).toEqual([kept.id, open.id].toSorted());
  // Readers see that details were erased.
  const { adminA } = fixtures.actors;
  const lines = (await checks.findEvents(adminA, [expired])).get(expired.id);
  expect(lines?.map(({ action, reason, detailsErased }) => [action, reason, detailsErased])).toEqual([
    ['order', '', false],
    ['order', '', false],
    ['cancel', '', true],
  ]);
  const attempts = await checks.findAttempts(adminA, [expired, kept]);
  expect([expired, kept].map(({ id }) => attempts.get(id)?.map(({ bell, detailsErased }) => [bell, detailsErased]))).toEqual([
    [['', true]],
    [['Bell Peeters', false]],
  ]);
  expect(await seals.erase()).toBe(0);
  await sealUp();
  expect(await createLogSeals({ db, clock, key }).verify()).toMatchObject({ errors: [], erased: 4 });
  // The erasure is logged, once for each batch.
  const done = await owner<{ subjectType: string }>(`select "subjectType" from access_log where action = 'log.erase' order by 1`);
  expect(done.map(({ subjectType }) => subjectType)).toEqual(LOGS.toSorted());
  // Erasing a row without the key of the installation is detected.
  await owner(
    `update check_events set reason = '', details = '{}', salt = null, erased = decode(repeat('00', 64), 'hex') where reason <> ''`,
  );
  expect(await errors()).toContain('Personal parts of 3 rows of check_events were erased by somebody else than this installation.');
});

test('a legal hold keeps what the logs hold about the check; a hold that is being set keeps it until the next run', async () => {
  const at = noon(TERMS.check_events, -1);
  const long = noon(TERMS.access_log, -1);
  const [held, other] = [await checkWithLogs(at, at), await checkWithLogs(at, at)];
  const order = newId();
  await owner(
    `insert into one_shot_orders (id, "tokenHash", "keyHash", "requestHash", state, language, "incapacityStartDate", "incapacityEndDate", "netCents", "vatCents",
       "totalCents", "companyId", "checkId", "createdAt", "payableUntil", "paidAt")
     values ($1, sha256('a'), sha256('b'), sha256('c'), 'Paid', 'en', '2020-01-06', '2020-01-10', 100, 21, 121, $2, $3, $4, $4, $4)`,
    [order, held.companyId, held.id, at],
  );
  const sent = newId();
  await owner(
    `insert into sent_certificates ("companyId", id, "checkId", "startDate", "endDate", "sentAt", "settledAt", "settledByProfileId", "putAside")
     values ($1, $2, $3, '2020-01-06', '2020-01-10', $4, $4, $5, 'Unreadable')`,
    [held.companyId, sent, held.id, at, fixtures.actors.adminA.profileId],
  );
  const about = (type: string, id: string, reason: string) =>
    owner(
      `insert into access_log (id, at, "companyId", "actorRole", action, "subjectType", "subjectId", reason) values ($1, $2, $3, 'planner', 'x', $4, $5, $6)`,
      [newId(), long, held.companyId, type, id, reason],
    );
  await about('checks', held.id, 'held check');
  await about('travel_claims', held.id, 'held claim');
  await about('sent_certificates', sent, 'held certificate');
  await about('one_shot_orders', order, 'held order');
  await about('checks', other.id, 'other check');
  await about('employees', newId(), 'other record');
  await owner(`update checks set "legalHoldAt" = now(), "legalHoldReason" = 'court' where id = $1`, [held.id]);
  const setting = await connect();
  try {
    await setting.query('begin');
    await setting.query('select from checks where id = $1 for update', [other.id]);
    expect(await seals.erase()).toBe(1);
    await setting.query('rollback');
  } finally {
    setting.release();
  }
  // The entry, an event and an attempt of the other check.
  expect(await seals.erase()).toBe(3);
  const reasons = await owner<{ reason: string }>('select reason from access_log where reason is not null order by 1');
  expect(reasons.map(({ reason }) => reason)).toEqual(['held certificate', 'held check', 'held claim', 'held order']);
  expect(await owner(`select 1 from check_events where "checkId" = $1 and reason <> ''`, [held.id])).toHaveLength(1);
  expect(await owner(`select 1 from visit_attempts where "checkId" = $1 and bell <> '' and "photoId" is not null`, [held.id])).toHaveLength(
    1,
  );
  await owner(`update checks set "legalHoldAt" = null, "legalHoldReason" = '' where id = $1`, [held.id]);
  // The four entries, an event and an attempt.
  expect(await seals.erase()).toBe(6);
});

test('several processes erase more than one batch, each row once, and skip a locked row until the next run', async () => {
  const at = noon(TERMS.access_log, -2);
  await owner(
    `insert into access_log (id, at, "actorRole", action, "subjectType", reason)
     select gen_random_uuid(), $1, 'planner', 'x', 'checks', 'why ' || n from generate_series(1, 1203) as n`,
    [at],
  );
  await sealUp();
  const locking = await connect();
  try {
    await locking.query('begin');
    await locking.query(`select from access_log where reason = 'why 7' for update`);
    const done = await Promise.all([1, 2, 3].map(() => createLogSeals({ db, clock, key }).erase()));
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(1202);
    expect(await remaining()).toMatchObject({ rows: 1203, erased: 1202 });
    await locking.query('rollback');
  } finally {
    locking.release();
  }
  expect(await seals.erase()).toBe(1);
  expect(await errors()).toEqual([]);
});

test('a run that was interrupted between two batches is continued by the next run', async () => {
  const at = noon(TERMS.access_log, -2);
  await owner(
    `insert into access_log (id, at, "actorRole", action, "subjectType", reason)
     select gen_random_uuid(), $1, 'planner', 'x', 'checks', 'why ' || n from generate_series(1, 601) as n`,
    [at],
  );
  let transactions = 0;
  const failing: typeof db = {
    ...db,
    system: (name, fn, options) => (transactions++ === 3 ? Promise.reject(new Error('killed')) : db.system(name, fn, options)),
  };
  // The runs for visits and histories come first, and find nothing.
  await expect(createLogSeals({ db: failing, clock, key }).erase()).rejects.toThrow('killed');
  expect(await seals.erase()).toBe(101);
  await sealUp();
  expect(await createLogSeals({ db, clock, key }).verify()).toMatchObject({ errors: [], erased: 601 });
});
