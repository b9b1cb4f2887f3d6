import { addDays, instantAt } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { RETENTION } from '@checkwell/domain/retention';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { certificateInput } from '../../test/certificates.ts';
import { codeOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, insertCheck } from '../../test/fixtures.ts';
import { inBothOrders } from '../../test/race.ts';
import { serverApp } from '../../test/servers/server-app.ts';

const database = await testDatabase();
const { db, owner, connect } = database;
const clock = testClock();
const fixtures = await createFixtures(db, clock);
const { a, actors, doctors } = fixtures;
const { adminA } = actors;
const app = await serverApp(database, { clock });
const { certificates, retention } = app.services;

async function document(kind = 'certificate', createdAt = clock.now()): Promise<string> {
  const id = newId();
  await owner(
    `insert into documents ("companyId", id, kind, "fileName", "mediaType", "byteSize", sha256, "storageKey", "uploadedByProfileId", "createdAt")
     values ($1, $2, $3::document_kind, 'scan.jpg', 'image/jpeg', 1, decode(repeat('00', 32), 'hex'), $4, $5, $6)`,
    [a.id, id, kind, id, adminA.profileId, createdAt],
  );
  return id;
}
const isThere = async (id: string): Promise<boolean> => (await owner('select 1 from documents where id = $1', [id])).length === 1;
const inputWith = (documentId: string | null) =>
  certificateInput(fixtures, {
    startDate: clock.today(),
    endDate: addDays(clock.today(), 4),
    documentId,
    ...(documentId === null && { entryType: 'ABSENCE_DECLARATION' }),
  });
const create = (documentId: string) => certificates.create(adminA, a.id, inputWith(documentId));
const orderedOn = (certificateId: string, status: 'Archived' | 'Planning', employeeId = a.employees[0]) =>
  insertCheck(db, fixtures, clock, { status, certificateId, employeeId, ...(status === 'Archived' && { archivedAt: clock.now() }) });
const reason = { reason: 'Labour court, 2026/114' };

test('the file of a certificate that gets another one, or none, is deleted with the change', async () => {
  const [first, second] = [await document(), await document()];
  const made = await create(first);
  // A change that keeps the file keeps it.
  const kept = await certificates.update(adminA, made.id, made.version, { ...inputWith(first), doctorName: 'Dr. Claes' });
  expect(await isThere(first)).toBe(true);
  const changed = await certificates.update(adminA, made.id, kept.version, inputWith(second));
  expect([await isThere(first), await isThere(second)]).toEqual([false, true]);
  await certificates.update(adminA, made.id, changed.version, inputWith(null));
  expect(await isThere(second)).toBe(false);
});

test('a file that another certificate has as well stays, and so does what the employee sent', async () => {
  const shared = await document();
  const [one, other] = [await create(shared), await create(shared)];
  const changed = await certificates.update(adminA, one.id, one.version, inputWith(await document()));
  expect(await isThere(shared)).toBe(true);
  await certificates.update(adminA, other.id, other.version, inputWith(null));
  expect(await isThere(shared)).toBe(false);
  const [check, sent] = [await insertCheck(db, fixtures, clock), await document('sent')];
  await owner(
    `insert into sent_certificates ("companyId", id, "checkId", "documentId", "startDate", "endDate", "sentAt") values ($1, $2, $3, $4, $5, $5, $6)`,
    [a.id, newId(), check.id, sent, clock.today(), clock.now()],
  );
  const registered = await certificates.update(adminA, one.id, changed.version, inputWith(sent));
  await certificates.update(adminA, one.id, registered.version, inputWith(await document()));
  expect(await isThere(sent)).toBe(true);
});

test('the former file of a certificate stays while a check on it is open or under a legal hold, and goes with the next erasure', async () => {
  const [first, second, third] = [await document(), await document(), await document()];
  const made = await create(first);
  const check = await orderedOn(made.id, 'Planning');
  const changed = await certificates.update(adminA, made.id, made.version, inputWith(second));
  expect(await retention.erase()).toMatchObject({ unattachedDocuments: 0 });
  expect(await isThere(first)).toBe(true);
  await owner(`update checks set status = 'Archived', "checkOccurence" = 'NoShow', "archivedAt" = $2 where id = $1`, [
    check.id,
    clock.now(),
  ]);
  await retention.hold(adminA, check.id, reason);
  await certificates.update(adminA, made.id, changed.version, inputWith(third));
  expect(await retention.erase()).toMatchObject({ unattachedDocuments: 0 });
  expect([await isThere(first), await isThere(second)]).toEqual([true, true]);
  await retention.liftHold(adminA, check.id, reason);
  expect(await retention.erase()).toMatchObject({ unattachedDocuments: 2 });
  expect([await isThere(first), await isThere(second), await isThere(third)]).toEqual([false, false, true]);
});

test('an employee who is erased on request loses former files of certificates too', async () => {
  const employeeId = a.employees[3];
  const [first, second] = [await document(), await document()];
  const made = await certificates.create(adminA, a.id, { ...inputWith(first), employeeId });
  const check = await orderedOn(made.id, 'Archived', employeeId);
  await retention.hold(adminA, check.id, reason);
  await certificates.update(adminA, made.id, made.version, { ...inputWith(second), employeeId });
  await retention.liftHold(adminA, check.id, reason);
  await retention.eraseEmployee(adminA, employeeId, { reason: 'Asked by letter' });
  expect([await isThere(first), await isThere(second)]).toEqual([false, false]);
});

test('an upload that nothing names is erased after some days, and not what a record names', async () => {
  const due = instantAt(addDays(clock.today(), -RETENTION.unattachedDocumentDays), '00:00');
  const old = new Date(due.getTime() - 1);
  const abandoned = [await document('certificate', old), await document('card', old)];
  const recent = await document('certificate', due);
  const check = await insertCheck(db, fixtures, clock);
  const [ofCertificate, sent, receipt, card] = [
    await document('certificate', old),
    await document('sent', old),
    await document('receipt', old),
    await document('card', old),
  ];
  await owner('update certificates set "documentId" = $1 where id = $2', [ofCertificate, a.certificates[1]]);
  await owner(`
    insert into sent_certificates ("companyId", id, "checkId", "documentId", "startDate", "endDate", "sentAt")
      values ('${a.id}', '${newId()}', '${check.id}', '${sent}', '${clock.today()}', '${clock.today()}', now());
    insert into travel_claims ("companyId", "checkId", means, "amountCents", reason, payment, "documentId", "claimedAt", "changedAt")
      values ('${a.id}', '${check.id}', 'Other', 100, 'Taxi', 'Wages', '${receipt}', now(), now());
    insert into visit_attempts ("companyId", id, "checkId", "doctorId", "appointmentStart", "attemptedAt", bell, "photoId")
      values ('${a.id}', '${newId()}', '${check.id}', '${doctors.brussels}', now(), now(), 'B', '${card}')`);
  expect(await retention.erase()).toMatchObject({ unattachedDocuments: 2 });
  expect(await Promise.all(abandoned.map(isThere))).toEqual([false, false]);
  expect(await Promise.all([recent, ofCertificate, sent, receipt, card].map(isThere))).toEqual([true, true, true, true, true]);
  expect(await owner(`select 1 from access_log where action = 'record.erase' and "subjectType" = 'documents'`)).not.toEqual([]);
});

inBothOrders('a legal hold that is set while the file of the certificate is replaced', database, async (race, first) => {
  const [former, next] = [await document(), await document()];
  const made = await create(former);
  const check = await orderedOn(made.id, 'Archived');
  const [hold, update] = await race(
    { sql: 'select from checks where id = $1 for update', values: [check.id] },
    () => codeOf(retention.hold(adminA, check.id, reason)),
    () => codeOf(certificates.update(adminA, made.id, made.version, inputWith(next))),
  );
  expect([hold, update]).toEqual([
    { status: 'fulfilled', value: 'no error' },
    { status: 'fulfilled', value: 'no error' },
  ]);
  expect(await isThere(former)).toBe(first === 'a');
});

test('an old upload that somebody attaches while the job looks stays; one that the job deleted is asked for again at its field', async () => {
  const uploaded = instantAt(addDays(clock.today(), -100), '12:00');
  const upload = await document('certificate', uploaded);
  const holder = await connect();
  await holder.query('begin');
  await holder.query('update certificates set "documentId" = $1 where id = $2', [upload, a.certificates[2]]);
  expect(await retention.erase()).toMatchObject({ unattachedDocuments: 0 });
  await holder.query('commit');
  expect(await retention.erase()).toMatchObject({ unattachedDocuments: 0 });
  expect(await isThere(upload)).toBe(true);

  const erased = await document('certificate', uploaded);
  await holder.query('begin');
  await holder.query('delete from documents where id = $1', [erased]);
  const making = create(erased).then(
    () => 'no error',
    (error: unknown) => (error instanceof AppError ? error.issues : error),
  );
  await expect
    .poll(() => owner(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
    .toHaveLength(1);
  await holder.query('commit');
  holder.release();
  expect(await making).toEqual([expect.objectContaining({ path: 'documentId', message: 'certificateRequired' })]);
});
