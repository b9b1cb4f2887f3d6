import { PRICES } from '@checkwell/domain/check/price/price';
import { addDays, instantAt } from '@checkwell/domain/clock';
import { statementPeriod } from '@checkwell/domain/people/statement';
import { formatsIn } from '@checkwell/messages/formats';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { codeOf, fieldErrorsOf } from '../../../test/checks.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, insertCheck } from '../../../test/fixtures.ts';
import { serverApp } from '../../../test/servers/server-app.ts';
import { insertAttempt } from '../steps/checks-attempts.repository.ts';

const database = await testDatabase();
const { db } = database;
const { services, clock } = await serverApp(database);
const { statements } = services;
clock.set('2026-03-12T12:00:00+01:00');
const fixtures = await createFixtures(db, clock);
const { doctor, otherDoctor, planner, adminA, basicA } = fixtures.actors;

const { from, to } = statementPeriod('2026-02');
const paid = (archivedAt: Date, values: Parameters<typeof insertCheck>[3] = {}) =>
  insertCheck(db, fixtures, clock, {
    status: 'Archived',
    checkOccurence: 'YesPatientHome',
    checkLocation: 'House',
    archivedAt,
    examinedFrom: instantAt('2026-02-10', '10:00'),
    examinedTo: instantAt('2026-02-10', '10:20'),
    doctorId: fixtures.doctors.brussels,
    distanceToCheck: 30,
    doctorTotalPrice: 100_00,
    doctorTravelCosts: 12_34,
    doctorExtraCosts: PRICES.doctorHouseSupplement,
    workerLastName: 'Secretworker',
    ...values,
  });

/** Words of the file, read back by another program than the one that wrote them. */
async function read(month: string, language = 'en', actor = doctor): Promise<string> {
  const { bytes } = await statements.download(actor, { month, language });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text.replace(/[\u00a0\u202f\u2009]/g, ' ').replace(/\s+/g, ' ');
}
const money = (cents: number) =>
  formatsIn('en')
    .money(cents)
    .replace(/[\u00a0\u202f]/g, ' ');

test('a month holds what was reported from its first to its last instant, with sums, and names no worker', async () => {
  const first = await paid(from);
  const last = await paid(new Date(to.getTime() - 1), { distanceToCheck: 12, doctorTotalPrice: 80_00, doctorTravelCosts: 0 });
  const others = [
    await paid(new Date(from.getTime() - 1)),
    await paid(to),
    await paid(from, { doctorId: fixtures.doctors.antwerp }),
    await paid(from, { doctorTotalPrice: null, checkOccurence: 'Cancelled' }),
  ];
  const text = await read('2026-02');
  for (const { id } of [first, last]) expect(text).toContain(id);
  for (const { id } of others) expect(text).not.toContain(id);
  expect(text).toContain(`Total ${money(180_00)}`);
  expect(text).toContain(`Travel ${money(12_34)}`);
  expect(text).toContain('Kilometres, one way 42 km');
  expect(text).toMatch(/INAMI\/RIZIV number \d-\d{5}-\d\d-\d{3}/);
  expect(text).not.toContain('Secretworker');
  expect(text).not.toContain('This month is not over');
  expect(await read('2026-02', 'fr')).toContain('Relevé d’honoraires');
});

test('kilometres to a closed door count where the examination was at the practice then', async () => {
  const { id, companyId } = await paid(instantAt('2025-12-10', '12:00'), {
    checkLocation: 'Office',
    checkOccurence: 'Yes',
    distanceToCheck: 3,
  });
  const appointmentStart = instantAt('2025-12-09', '10:00');
  const attempt = {
    companyId,
    id: newId(),
    checkId: id,
    doctorId: fixtures.doctors.brussels,
    appointmentStart,
    bell: 'Peeters',
    distanceKm: 25,
  };
  await db.as(doctor, (tx) => insertAttempt(tx, { ...attempt, attemptedAt: appointmentStart }));
  expect(await read('2025-12')).toContain('Kilometres, one way 25 km');
});

test('an empty month says so, and the month that runs that it is not over', async () => {
  expect(await read('2025-11')).toContain('No checks with a fee were reported in this month.');
  expect(await read('2026-03')).toContain('This month is not over');
});

test('a doctor gets their own, nobody else any, and no month to come', async () => {
  const theirs = await paid(instantAt(addDays('2026-01-31', -3), '10:00'));
  expect(await read('2026-01')).toContain(theirs.id);
  expect(await read('2026-01', 'en', otherDoctor)).not.toContain(theirs.id);
  for (const actor of [planner, adminA, basicA])
    expect(await codeOf(statements.download(actor, { month: '2026-01' }))).toBe('access.forbidden');
  for (const month of ['2026-04', 'x', undefined])
    expect(await fieldErrorsOf(statements.download(doctor, { month }))).toEqual(['month: invalidChoice']);
});
