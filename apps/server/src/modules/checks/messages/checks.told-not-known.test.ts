import { addDays, instantAt } from '@checkwell/domain/clock';
import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import type { Actor } from '@checkwell/domain/policy';
import { getTranslator } from '@checkwell/messages/translator';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeEach, expect, test } from 'vitest';
import { fieldErrorsOf, resultOf } from '../../../test/checks.ts';
import { cleanUp } from '../../../test/cleanup.ts';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, insertCheck } from '../../../test/fixtures.ts';
import { serverApp } from '../../../test/servers/server-app.ts';
import { LOGIN, smscFake } from '../../../test/servers/smsc.ts';

const database = await testDatabase();
const { db, owner } = database;
const TODAY = '2026-03-02';
const clock = testClock(`${TODAY}T09:00:00+01:00`);
const smsc = await smscFake();
const limits = { reconnectMs: 10, longestReconnectMs: 20 };
const app = await serverApp(database, {
  clock,
  config: { sms: { gateway: 'smpp', host: '127.0.0.1', port: smsc.port, tls: false, ...LOGIN, from: 'Checkwell', limits } },
});
cleanUp(() => app.services.sms.close());
const { checks, checkReports, evidence, outbox } = app.services;
const fixtures = await createFixtures(db, clock);
const { planner, doctor, adminA } = fixtures.actors;

beforeEach(async () => {
  clock.set(`${TODAY}T09:00:00+01:00`);
  await owner('delete from checks');
  await owner('delete from outbox');
  await owner('delete from text_messages');
  smsc.taken.length = 0;
});

/** An appointment tomorrow, of which one text message told whose answer was lost. */
async function toldByLostMessage(values: Parameters<typeof insertCheck>[3] = {}) {
  const { id } = await insertCheck(db, fixtures, clock, { status: 'Planning', checkLocation: 'Office', ...values });
  smsc.answers.push('takeAndCut');
  const appointment = {
    doctorId: fixtures.doctors.brussels,
    appointmentStart: instantAt(addDays(TODAY, 1), '10:00'),
    appointmentMinutes: 20,
  };
  const { version } = await checks.schedule(planner, id, 1, appointment);
  await outbox.drain();
  return { id, version };
}
const toldOf = async (id: string) => (await checks.get(planner, id)).employeeTold;
/** The text message, as somebody reads it with the check. */
const messageOf = async (actor: Actor, id: string) =>
  (await checks.findEmployeeMessages(actor, [{ companyId: fixtures.a.id, id }])).get(id)?.[0];
const plain = (text: string) => text.replace(/\s+/g, ' ');
async function textOf(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return plain(text);
}
/** A receipt that gives our reference back, over the session that is there again. */
async function arrives(position: number): Promise<void> {
  app.services.sms.start();
  await expect.poll(smsc.sessions).toBe(1);
  await smsc.report(position, { echo: true });
}

test('of whose message nobody knows whether it left, nobody says that they missed the appointment', async () => {
  const { id, version } = await toldByLostMessage({ workerPhoneNumber: '+3221234567' });
  expect([smsc.taken.length, await toldOf(id)]).toEqual([1, 'NotTold']);
  clock.set(`${addDays(TODAY, 1)}T11:00:00+01:00`);
  const noShow = resultOf(clock, { checkOccurence: 'NoShow', findingsHandedOver: false });
  expect(await fieldErrorsOf(checks.submitResult(doctor, id, version, noShow))).toEqual(['checkOccurence: noShowNotTold']);
});

test('once a receipt says that it arrived, they were told', async () => {
  const { id } = await toldByLostMessage({ workerPhoneNumber: '+3221234567' });
  await arrives(0);
  expect(await toldOf(id)).toBe('InTime');
  expect(await messageOf(adminA, id)).toMatchObject({ failedAt: null, isNotKnown: false });
});

test('employer, doctor and planner read that nobody knows whether it left, in the report and in the evidence pack too', async () => {
  const { id, version } = await toldByLostMessage({ workerPhoneNumber: '+3221234567' });
  const failedAt = clock.now();
  for (const actor of [adminA, doctor, planner]) expect(await messageOf(actor, id)).toMatchObject({ failedAt, isNotKnown: true });

  clock.set(`${addDays(TODAY, 1)}T10:30:00+01:00`);
  await checks.recordResult(doctor, id, version, resultOf(clock));
  for (const language of INTERFACE_LANGUAGES) {
    const words = plain(getTranslator(language, 'checks')('employeeMessage.smsNotKnown', { failed: '…' })).split(' (')[0];
    for (const { bytes } of [await checkReports.download(adminA, id, { language }), await evidence.download(adminA, id, { language })])
      expect(await textOf(bytes)).toContain(words);
  }
});

test('the next way is taken once, and not once more when the end of the first is known', async () => {
  const { id } = await toldByLostMessage({ phoneNumber: '+32470111111', workerPhoneNumber: '+32470222222' });
  expect(smsc.taken.map(({ pdu }) => pdu.destination_addr)).toEqual(['32470111111', '32470222222']);
  await smsc.report(0, { echo: true, stat: 'UNDELIV' });
  await outbox.drain();
  expect(smsc.taken).toHaveLength(2);
  expect(await owner('select failure from text_messages where failure is not null')).toEqual([{ failure: 'other' }]);
  expect(await toldOf(id)).toBe('InTime');
});

test('whoever may have got it is notified of the cancellation', async () => {
  const { id, version } = await toldByLostMessage({ workerPhoneNumber: '+3221234567' });
  await checks.cancel(adminA, id, version, { reason: 'Back at work.' });
  await outbox.drain();
  expect(smsc.taken).toHaveLength(2);
});
