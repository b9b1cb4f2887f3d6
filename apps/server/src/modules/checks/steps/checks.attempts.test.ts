import { PRICES } from '@checkwell/domain/check/price/price';
import { instantAt } from '@checkwell/domain/clock';
import type { Actor } from '@checkwell/domain/policy';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf, fieldErrorsOf, resultOf } from '../../../test/checks.ts';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { jpeg, pdf } from '../../../test/files.ts';
import { createFixtures, insertCheck } from '../../../test/fixtures.ts';
import { inBothOrders } from '../../../test/race.ts';
import { serverApp } from '../../../test/servers/server-app.ts';

/** Nobody at home: the attempt, the card, and what follows from them (docs/decisions/0074). */
const database = await testDatabase();
const { db, owner } = database;
const clock = testClock('2026-03-02T09:00:00+01:00');
const app = await serverApp(database, { clock });
const { checks, documents, checkReports } = app.services;
const fixtures = await createFixtures(db, clock);
const { a, actors, doctors } = fixtures;
const { adminA, planner, doctor, otherDoctor } = actors;
// The other doctor visits, too, and lives where the first one does.
await owner(
  `update doctors set locations = '{Office,House}', (latitude, longitude) = (select latitude, longitude from doctors where id = $2) where id = $1`,
  [doctors.antwerp, doctors.brussels],
);
const VISIT = instantAt('2026-03-03', '10:00');
/** Four hours of the day after 10:05. */
const CARD = instantAt('2026-03-03', '14:20');

beforeEach(async () => {
  clock.set('2026-03-02T09:00:00+01:00');
  await owner('delete from checks');
});

/** A visit of Tuesday 10:00, of somebody who may leave home; it is 10:05 and nobody opens. */
async function visit(values: Parameters<typeof insertCheck>[3] = {}) {
  clock.set('2026-03-02T09:00:00+01:00');
  const { id } = await insertCheck(db, fixtures, clock, {
    status: 'Planning',
    checkLocation: 'House',
    authorizedExit: true,
    ...values,
  });
  const { version } = await checks.schedule(planner, id, 1, {
    doctorId: doctors.brussels,
    appointmentStart: VISIT,
    appointmentMinutes: 20,
  });
  clock.set('2026-03-03T10:05:00+01:00');
  return { id, version };
}
const attempt = (values: object = {}) => ({
  attemptedAt: clock.now(),
  appointmentStart: VISIT,
  bell: 'Peeters, 2nd floor, rang three times',
  position: { latitude: 50.8467, longitude: 4.3525, accuracyMetres: 12 },
  photoId: null,
  cardStart: null,
  ...values,
});
const photographOf = (actor: Actor, bytes = jpeg(), fileName = 'card.jpg', mediaType = 'image/jpeg') =>
  documents.upload(actor, { companyId: a.id, fileName, mediaType, contentLength: bytes.length, content: async () => bytes });
const attemptsOf = async (actor: Actor, id: string) => (await checks.findAttempts(actor, [await checks.get(actor, id)])).get(id) ?? [];
const noShow = (from: string) =>
  resultOf(clock, {
    checkOccurence: 'NoShow',
    findingsHandedOver: false,
    examinedFrom: new Date(from),
    examinedTo: new Date(from),
  });

describe('a card with an appointment', () => {
  test('makes the appointment at the practice, tells of it, and keeps what was seen at the door', async () => {
    const { id, version } = await visit();
    const slots = await checks.cardSlots(doctor, id);
    expect(slots[0]).toEqual(CARD);
    const photo = await photographOf(doctor);
    const after = await checks.recordAttempt(doctor, id, version, attempt({ cardStart: CARD, photoId: photo.id }));
    expect(after).toMatchObject({
      status: 'WaitingForCheck',
      version: version + 1,
      checkLocation: 'Office',
      appointmentStart: CARD,
      attemptedAt: clock.now(),
      employeeTold: 'InTime',
      onMyWayAt: null,
    });
    expect(await attemptsOf(planner, id)).toMatchObject([
      {
        appointmentStart: VISIT,
        attemptedAt: clock.now(),
        receivedAt: null,
        bell: 'Peeters, 2nd floor, rang three times',
        latitude: 50.8467,
        longitude: 4.3525,
        accuracyMetres: 12,
        withinDuty: null,
        photoId: photo.id,
        cardStart: CARD,
      },
    ]);
    const employeeMessages = (await checks.findEmployeeMessages(adminA, [{ companyId: a.id, id }])).get(id);
    expect(employeeMessages).toMatchObject([{ channel: 'card', sentAt: clock.now(), current: true, decides: true }]);
    const events = (await checks.findEvents(adminA, [{ companyId: a.id, id }])).get(id);
    expect(events?.at(-1)).toMatchObject({ action: 'leaveCard', actorKind: 'doctor' });
    // The employer had an appointment: it is another one now, not the first.
    const notices = await owner<{ moved: boolean }>(
      `select (payload->'moved')::boolean as moved from outbox where topic = 'checkNotice' and payload->>'kind' = 'AppointmentMade' and payload->>'checkId' = $1`,
      [id],
    );
    expect(notices).toContainEqual({ moved: true });
  });

  test('is paid to the doctor on top of the examination, and stays a visit for the employer', async () => {
    const { id, version } = await visit();
    const before = (await checks.get(planner, id)).companyTotalPrice;
    await checks.recordAttempt(doctor, id, version, attempt({ cardStart: CARD }));
    clock.set('2026-03-03T14:40:00+01:00');
    const examined = resultOf(clock, { examinedFrom: CARD, examinedTo: clock.now() });
    expect(await checks.recordResult(doctor, id, version + 1, examined)).toMatchObject({
      checkOccurence: 'Yes',
      companyTotalPrice: null,
      doctorExtraCosts: PRICES.doctorHouseSupplement,
    });
    expect((await checks.get(planner, id)).companyTotalPrice).toBe(before);
    // An employee who came has no failed visit.
    expect(await attemptsOf(adminA, id)).toEqual([]);
  });

  test('that nobody follows is a no-show, and the employer reads the attempt, without where the phone was', async () => {
    const { id, version } = await visit();
    const photo = await photographOf(doctor);
    await checks.recordAttempt(doctor, id, version, attempt({ cardStart: CARD, photoId: photo.id }));
    expect(await attemptsOf(adminA, id)).toEqual([]);
    expect(await codeOf(documents.open(adminA, a.id, photo.id))).toBe('entity.notFound');
    clock.set('2026-03-03T14:40:00+01:00');
    await checks.recordResult(doctor, id, version + 1, noShow('2026-03-03T14:20:00+01:00'));
    expect(await attemptsOf(adminA, id)).toMatchObject([
      { bell: 'Peeters, 2nd floor, rang three times', latitude: null, accuracyMetres: 12 },
    ]);
    for (const reader of [adminA, planner, doctor])
      expect((await documents.open(reader, a.id, photo.id)).document).toMatchObject({ id: photo.id, mediaType: 'image/jpeg' });
    for (const stranger of [actors.adminB, otherDoctor])
      expect(await codeOf(documents.open(stranger, a.id, photo.id))).toBe('entity.notFound');
    const { bytes } = await checkReports.download(adminA, id, { language: 'en' });
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
    expect(text).toContain('nobody opened the door');
    expect(text).toContain('Peeters, 2nd floor, rang three times');
    expect(text).toContain('A photograph of the card was taken');
    expect(text).not.toContain('50.84');
  });

  test('names a moment that is free, and late enough', async () => {
    const { id, version } = await visit();
    const refused = (cardStart: Date) => fieldErrorsOf(checks.recordAttempt(doctor, id, version, attempt({ cardStart })));
    expect(await refused(instantAt('2026-03-03', '13:40'))).toEqual(['cardStart: cardMomentTaken']);
    await insertCheck(db, fixtures, clock, {
      status: 'WaitingForCheck',
      appointmentStart: CARD,
      appointmentEnd: new Date(CARD.getTime() + 1_200_000),
    });
    expect(await refused(CARD)).toEqual(['cardStart: cardMomentTaken']);
    expect(await checks.cardSlots(doctor, id)).not.toContainEqual(CARD);
  });

  test('is left to nobody who may not leave home', async () => {
    const { id, version } = await visit({ authorizedExit: false });
    expect(await checks.cardSlots(doctor, id)).toEqual([]);
    expect(await fieldErrorsOf(checks.recordAttempt(doctor, id, version, attempt({ cardStart: CARD })))).toEqual([
      'cardStart: cardNotPossible',
    ]);
  });
});

describe('an attempt without a card', () => {
  test('lets a no-show be reported of somebody who may not leave home, and of nobody else', async () => {
    for (const [authorizedExit, before, after] of [
      [false, 'noShowNoAttempt', 'no error'],
      [true, 'noShowNoAttempt', 'noShowNoCard'],
    ] as const) {
      const { id, version } = await visit({ authorizedExit });
      const report = (seen: number) => checks.recordResult(doctor, id, seen, noShow('2026-03-03T10:05:00+01:00'));
      expect(await fieldErrorsOf(report(version))).toEqual([`checkOccurence: ${before}`]);
      expect(await checks.recordAttempt(doctor, id, version, attempt())).toMatchObject({ checkLocation: 'House', appointmentStart: VISIT });
      if (after === 'no error') expect(await report(version + 1)).toMatchObject({ checkOccurence: 'NoShow' });
      else expect(await fieldErrorsOf(report(version + 1))).toEqual([`checkOccurence: ${after}`]);
      await owner('delete from checks');
    }
  });

  test.each(['same', 'other'] as const)(
    'proves no no-show of the visit to which it was moved on that day, by the %s doctor',
    async (next) => {
      const { id, version } = await visit({ authorizedExit: false });
      const photo = await photographOf(doctor);
      await checks.recordAttempt(doctor, id, version, attempt({ photoId: photo.id }));
      const appointmentStart = instantAt('2026-03-03', '17:00');
      clock.advance({ minutes: 10 });
      const [actor, doctorId] = next === 'same' ? [doctor, doctors.brussels] : [otherDoctor, doctors.antwerp];
      await checks.schedule(planner, id, version + 1, { doctorId, appointmentStart, appointmentMinutes: 20 });
      clock.set('2026-03-03T17:05:00+01:00');
      const report = (seen: number) => checks.submitResult(actor, id, seen, noShow('2026-03-03T17:05:00+01:00'));
      expect(await fieldErrorsOf(report(version + 2))).toEqual(['checkOccurence: noShowNoAttempt']);
      // What the doctor saw at the door before it was moved is not sent again as seen at this visit.
      const morning = attempt({ appointmentStart, attemptedAt: new Date(VISIT.getTime() + 300_000) });
      expect(await codeOf(checks.recordAttempt(actor, id, version + 2, morning))).toBe('entity.changedMeanwhile');
      // The photograph of the morning proves nothing of the visit in the evening either.
      await checks.recordAttempt(actor, id, version + 2, attempt({ appointmentStart, position: null }));
      await report(version + 3);
      await checks.sendResult(actor, id, version + 4);
      expect((await checks.get(planner, id)).resultHeldAt).toEqual(clock.now());
    },
  );

  test('keeps the phone’s own time where it came late, and whether the worker had to be at home', async () => {
    await owner(
      `update companies set "availabilityDays" = 3, "availabilityFrom" = '10:00', "availabilityTo" = '14:00', "availabilityBasis" = 'WorkRules' where id = $1`,
      [a.id],
    );
    const { id, version } = await visit();
    clock.advance({ minutes: 9 });
    await checks.recordAttempt(doctor, id, version, attempt({ attemptedAt: new Date(VISIT.getTime() + 300_000), position: null }));
    expect(await attemptsOf(doctor, id)).toMatchObject([
      { attemptedAt: new Date(VISIT.getTime() + 300_000), receivedAt: clock.now(), withinDuty: true, accuracyMetres: null },
    ]);
    await owner(
      `update companies set "availabilityDays" = null, "availabilityFrom" = null, "availabilityTo" = null, "availabilityBasis" = null`,
    );
  });

  test('is refused of another appointment, before its day, of a practice, and to everybody but its doctor', async () => {
    const { id, version } = await visit();
    expect(await codeOf(checks.recordAttempt(doctor, id, version, attempt({ appointmentStart: clock.now() })))).toBe(
      'entity.changedMeanwhile',
    );
    expect(await codeOf(checks.recordAttempt(otherDoctor, id, version, attempt()))).toBe('entity.notFound');
    for (const actor of [planner, adminA]) {
      expect(await codeOf(checks.recordAttempt(actor, id, version, attempt()))).toBe('access.forbidden');
      expect(await codeOf(checks.cardSlots(actor, id))).toBe('access.forbidden');
    }
    clock.set('2026-03-03T02:00:00+01:00');
    expect(await fieldErrorsOf(checks.recordAttempt(doctor, id, version, attempt()))).toEqual(['attemptedAt: visitTooEarly']);
    clock.set('2026-03-03T10:05:00+01:00');
    const office = await checks.recordAttempt(doctor, id, version, attempt({ cardStart: CARD }));
    const again = attempt({ appointmentStart: CARD });
    expect(await codeOf(checks.recordAttempt(doctor, id, office.version, again))).toBe('check.actionNotAllowed');
  });
});

describe('the photograph of a card', () => {
  test('is kept for a doctor with a mission there, as a picture, and shows one attempt', async () => {
    expect(await codeOf(photographOf(doctor))).toBe('entity.notFound');
    const { id, version } = await visit();
    expect(await codeOf(photographOf(otherDoctor))).toBe('entity.notFound');
    expect(await codeOf(photographOf(doctor, pdf({ title: 'no card' }), 'card.pdf', 'application/pdf'))).toBe('document.typeRefused');
    const photo = await photographOf(doctor);
    // Before it shows anything it is nobody's to read.
    for (const actor of [adminA, doctor]) expect(await codeOf(documents.open(actor, a.id, photo.id))).toBe('entity.notFound');
    await checks.recordAttempt(doctor, id, version, attempt({ photoId: photo.id }));
    expect(await fieldErrorsOf(checks.recordAttempt(doctor, id, version + 1, attempt({ photoId: photo.id })))).toEqual([
      'photoId: invalidChoice',
    ]);
    expect(await fieldErrorsOf(checks.recordAttempt(doctor, id, version + 1, attempt({ photoId: a.document })))).toEqual([
      'photoId: invalidChoice',
    ]);
  });
});

inBothOrders('a doctor who leaves a card while the employer cancels', database, async (race, first) => {
  const { id, version } = await visit();
  const [left, cancelled] = await race(
    { sql: 'select from checks where id = $1 for update', values: [id] },
    () => codeOf(checks.recordAttempt(doctor, id, version, attempt({ cardStart: CARD }))),
    () => codeOf(checks.cancel(adminA, id, version, { reason: 'Back at work' })),
  );
  const { status, checkLocation } = await checks.get(planner, id);
  const attempts = await attemptsOf(planner, id);
  expect([left, cancelled, status, checkLocation, attempts.length]).toEqual([
    { status: 'fulfilled', value: first === 'a' ? 'no error' : 'entity.changedMeanwhile' },
    { status: 'fulfilled', value: first === 'a' ? 'entity.changedMeanwhile' : 'no error' },
    first === 'a' ? 'WaitingForCheck' : 'Archived',
    first === 'a' ? 'Office' : 'House',
    first === 'a' ? 1 : 0,
  ]);
});
