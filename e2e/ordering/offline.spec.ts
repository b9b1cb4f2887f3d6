import { randomUUID } from 'node:crypto';
import { dayOf, instantAt, timeOf } from '@checkwell/domain/clock';
import { runAs } from '../../apps/server/src/test/sql.ts';
import { askGraphql } from '../support/api.ts';
import { schedule, startPlanning } from '../support/checks.ts';
import { fieldOf, fillTime, sentenceWith } from '../support/fields.ts';
import { expectInstallable } from '../support/installable.ts';
import { orderFor } from '../support/orders.ts';
import { person, signIn } from '../support/people.ts';
import { sayIn } from '../support/screens/say.ts';
import { expect, OFFLINE, test } from '../support/test.ts';

const VISIT = 'query ($id: ID!) { check(id: $id) { onMyWayAt arrivedAt resultDueAt visitReceivedAt events { action } } }';

interface Visit {
  readonly onMyWayAt: string;
  readonly arrivedAt: string;
  readonly resultDueAt: string;
  readonly visitReceivedAt: string;
  readonly events: readonly { readonly action: string }[];
}

const MINUTE = 60_000;
/** Minutes without network, by day. */
const AGO = 30;

const PAGE = '/missions';

/** Pages that the service worker has cached, once it is active, and keys of the phone's database. */
async function offlineData(): Promise<readonly string[]> {
  const registration = await navigator.serviceWorker.getRegistration('/missions');
  if (registration?.active?.state !== 'activated') return [];
  const [cache = ''] = await caches.keys();
  const pages = (await (await caches.open(cache)).keys()).map(({ url }) => new URL(url).pathname);
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('checkwell-phone');
    request.onsuccess = () => resolve(request.result);
  });
  if (!database.objectStoreNames.contains('rows')) return pages;
  const names = await new Promise<IDBValidKey[]>((resolve) => {
    const request = database.transaction('rows').objectStore('rows').getAllKeys();
    request.onsuccess = () => resolve(request.result);
  });
  database.close();
  return [...pages, ...names.map(String)];
}

/** A phone without network for half an hour (docs/decisions/0087), which needs a real browser with its service worker. */
test('a doctor sets out, arrives and reports without network, and each step is recorded once, with its real time', async ({
  newBrowser,
  apiSession,
  expectedErrors,
}) => {
  const now = new Date();
  // No visits begin at night, so that after midnight the network has been away since the evening.
  const sinceMidnight = now.getTime() - instantAt(dayOf(now), '00:00').getTime();
  const away = timeOf(now) < '04:00' ? sinceMidnight + AGO * MINUTE : AGO * MINUTE;
  const then = new Date(now.getTime() - away);
  expectedErrors.push(...OFFLINE, /Error refreshing profile/);
  const say = sayIn('nl');
  const [hr, planner] = await Promise.all([apiSession(person('hr.admin.1')), apiSession(person('planner'))]);
  const { data: own } = await askGraphql<{ viewer: { companies: readonly { readonly id: string }[] } }>(
    hr,
    '{ viewer { companies { id } } }',
  );
  const worker = {
    id: null,
    companyId: own?.viewer.companies[0]?.id ?? '',
    employeeFirstName: 'Odette',
    employeeLastName: `Offline-${randomUUID().slice(0, 8)}`,
  };
  const ordered = await orderFor(hr, worker, { locationCheck: 'House', startDate: dayOf(then) });
  const planning = await startPlanning(planner, ordered);
  const doctor = person('doctor');
  await schedule(planner, planning, doctor);

  // Moves the appointment to five minutes after the network went away, because none can be made in the past. Other appointments of the doctor
  // at that time get another doctor.
  const database = process.env.E2E_DATABASE_URL ?? '';
  const start = new Date(Math.floor(then.getTime() / MINUTE + 5) * MINUTE);
  const then20 = `tstzrange($2::timestamptz, $2::timestamptz + interval '20 minutes')`;
  const atThatTime = `c.status = 'WaitingForCheck' and tstzrange(c."appointmentStart", c."appointmentEnd") && ${then20}`;
  await runAs(
    database,
    `update checks c set "doctorId" = (select d.id from doctors d where d.id not in (select c."doctorId" from checks c where ${atThatTime}) order by d.id limit 1)
     where ${atThatTime} and c."doctorId" = (select "doctorId" from checks where id = $1)`,
    [ordered.id, start],
  );
  await runAs(
    database,
    `update checks set "appointmentStart" = $2::timestamptz, "appointmentEnd" = $2::timestamptz + interval '20 minutes' where id = $1`,
    [ordered.id, start],
  );

  const phone = await newBrowser('phone');
  await phone.clock.install({ time: then });
  await signIn(phone, doctor, 'nl');
  await phone.goto('/missions');
  const mission = phone.locator(`a[href="/missions/${ordered.id}"]`);
  await expect(mission).toBeVisible();
  await expect
    .poll(async () => (await phone.evaluate(offlineData)).filter((kept) => kept === PAGE || kept.includes(ordered.id)))
    .toHaveLength(2);
  await expectInstallable(phone);

  await phone.context().setOffline(true);
  await phone.reload();
  await mission.click();
  await expect(phone.getByText(/Geen verbinding\. U ziet wat deze telefoon/)).toBeVisible();
  const press = (name: string) => phone.getByRole('button', { name, exact: true }).click();
  await press(say('missions:visit.setOut'));
  await expect(phone.getByText(say('missions:outbox.waiting', { count: 1 }))).toBeVisible();
  await press(say('missions:visit.arrive'));
  await expect(phone.getByText(say('missions:outbox.waiting', { count: 2 }))).toBeVisible();
  await phone.reload();
  await expect(phone.getByText(say('missions:outbox.waiting', { count: 2 }))).toBeVisible();
  await press(say('missions:detail.report'));
  await phone.getByRole('radio', { name: say('enums:checkOccurence.YesPatientHome') }).check();
  await fillTime(phone, say('missions:result.to'), timeOf(new Date(await phone.evaluate(() => Date.now()))));
  await phone
    .getByRole('group', { name: say('missions:result.verdictQuestion') })
    .getByRole('radio')
    .first()
    .check();
  await phone.getByLabel(say('missions:result.independence')).check();
  await phone.getByLabel(say('missions:result.findings')).check();
  await fieldOf(phone, say('missions:result.medicalNote')).fill('Lumbago.');
  await press(say('missions:result.send'));
  await expect(phone.getByRole('heading', { name: say('missions:outbox.reportTitle') })).toBeVisible();

  await phone.context().setOffline(false);
  await expect(phone.getByRole('heading', { name: say('missions:waiting.title') })).toBeVisible();
  await expect(phone.getByText(sentenceWith(say('missions:outbox.sent', { what: '…', time: '…' })))).toBeVisible();
  const visit = (await askGraphql<{ check: Visit }>(planner, VISIT, { id: ordered.id })).data?.check;
  const minutesAfter = (at: string | undefined) => Math.round((Date.parse(at ?? '') - then.getTime()) / MINUTE);
  for (const at of [visit?.onMyWayAt, visit?.arrivedAt]) expect(minutesAfter(at)).toBeLessThan(5);
  expect(visit?.visitReceivedAt).toBeTruthy();
  expect(visit?.events.filter(({ action }) => action === 'submitResult')).toHaveLength(1);
  expect(visit?.resultDueAt).toBeTruthy();
});
