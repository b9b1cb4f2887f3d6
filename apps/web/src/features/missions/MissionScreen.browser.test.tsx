import { VISIT_COLUMNS } from '@checkwell/domain/check/times/visit';
import { addDays, instantAt, timeOf } from '@checkwell/domain/clock';
import { STATEMENT_PATH, statementMonths } from '@checkwell/domain/people/statement';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clock, today } from '../../lib/browser/time.ts';
import { expectAccessibleInBothModes } from '../../test/accessibility.ts';
import { expectFieldError, expectFocusOnFirstError, fillTime, focus, groupOf } from '../../test/fields.ts';
import { attemptAt, type CheckFixture, check, plannedCheck } from '../../test/fixtures/checks.ts';
import { pageOf } from '../../test/fixtures/list.ts';
import { MIND, POINT, WORD } from '../../test/fixtures/pace.ts';
import { takeDownloads } from '../../test/navigation.ts';
import { renderApp } from '../../test/render.tsx';
import { declareFindings } from '../../test/report-form.ts';
import { fakeServer, file, refusal } from '../../test/server.ts';
import {
  DoneMissionsDocument,
  MissionDocument,
  MissionsDocument,
  RecordResultDocument,
  RecordVisitDocument,
  TakeBackResultDocument,
  UndoVisitDocument,
} from './missions.gql.ts';
import { OpenOffersDocument } from './offers.gql.ts';

const OFFER = {
  id: 'o1',
  appointmentStart: '2026-11-06T09:00:00.000Z',
  answerableUntil: '2026-11-06T06:00:00.000Z',
  fee: 72_50,
  path: `/offer/${'a'.repeat(43)}`,
};

const done = check({
  status: 'Archived',
  checkOccurence: 'Yes',
  archivedAt: '2026-11-05T10:00:00.000Z',
  availableActions: [],
  workerFullName: 'Jan Janssens',
  doctorTotalPrice: 45_00,
});
/** As the server sends it 31 days after the mission. */
const past = {
  ...done,
  workerFullName: '',
  workerAddress: '',
  workerPhoneNumber: '',
  phoneNumber: '',
  workerGender: null,
  workerLanguage: null,
  incapacityStartDate: null,
  incapacityEndDate: null,
  incapacityType: null,
  certificateType: null,
  authorizedExit: null,
  doctorComment: null,
  archiveComment: null,
  document: null,
} as const;

test.each([
  ['as long as the doctor sees the worker, says who it was', done],
  ['long after, says why that is no longer shown, and keeps the outcome and the fee', past],
])('a mission that is over, %s', async (_name, mission) => {
  const server = fakeServer();
  server.graphql(MissionDocument, () => ({ check: mission }));
  const { say } = await renderApp(`/missions/${mission.id}`, { server, as: 'doctor', width: 390 });
  await expect.element(page.getByRole('heading', { name: say('missions:outcome.title') })).toBeVisible();
  await expect.element(page.getByText(say('enums:checkOccurence.Yes'))).toBeVisible();
  await expect.element(page.getByText('€45.00')).toBeVisible();
  await expect.element(page.getByText(mission.companyName)).toBeVisible();
  const hidden = page.getByText(say('missions:detail.hidden', { days: 30 }));
  const period = page.getByText(say('checkFields:period'), { exact: true });
  if (mission === past) {
    await expect.element(hidden).toBeVisible();
    await expect.element(period).not.toBeInTheDocument();
  } else {
    await expect.element(page.getByRole('heading', { name: 'Jan Janssens', level: 1 })).toBeVisible();
    await expect.element(period).toBeVisible();
    await expect.element(hidden).not.toBeInTheDocument();
  }
});

/** Opens a mission of today on a doctor's phone. */
async function openMission(changes: Partial<CheckFixture> = {}) {
  const server = fakeServer();
  const mission = plannedCheck({
    availableActions: ['recordResult', 'markNonOperable', 'reportProblem'],
    incapacityStartDate: addDays(today(), -3),
    incapacityEndDate: addDays(today(), 7),
    ...changes,
  });
  let stored = mission;
  server.graphql(MissionDocument, () => ({ check: stored }));
  server.graphql(RecordVisitDocument, ({ input: { tap, tappedAt } }) => {
    stored = { ...stored, [VISIT_COLUMNS[tap]]: tappedAt };
    return { recordVisit: stored };
  });
  const app = await renderApp(`/missions/${mission.id}`, { server, as: 'doctor', width: 390 });
  const report = page.getByRole('button', { name: app.say('missions:detail.report') });
  await expect.element(report).toBeVisible();
  return { ...app, mission, server, report };
}

test('the buttons that a thumb must hit are 48 pixels high', async () => {
  const { report } = await openMission();
  expect(report.element().getBoundingClientRect().height).toBe(48);
});

test('the way is shown by a map service that the doctor chooses, at the address of the visit', async () => {
  const { say } = await openMission();
  await userEvent.click(page.getByRole('button', { name: say('missions:detail.route') }));
  const services = page.getByRole('menuitem');
  await expect.element(services).toHaveLength(3);
  const links = services.elements().map((element) => new URL((element as HTMLAnchorElement).href));
  expect(links.map(({ protocol, host }) => `${protocol}//${host}`)).toEqual([
    'https://www.google.com',
    'https://maps.apple.com',
    'https://waze.com',
  ]);
  const { workerAddress } = plannedCheck();
  expect(links.map(({ searchParams }) => [...searchParams.values()].includes(workerAddress))).toEqual([true, true, true]);
});

test('one tap calls the employee, at the number of the check before the own one', async () => {
  await openMission({ phoneNumber: '+32470999888', workerPhoneNumber: '+3216223344' });
  await expect.element(page.getByRole('link', { name: /470 99 98 88/ })).toHaveAttribute('href', 'tel:+32470999888');
});

test('times are on the 24-hour clock whatever the browser speaks, and go by the keyboard alone', async () => {
  expect(new Date().toLocaleTimeString(navigator.language, { timeStyle: 'short' }), 'a browser in American English').toMatch(/[AP]M$/);
  const { say, report } = await openMission();
  await userEvent.click(report);
  const from = groupOf(page, say('missions:result.from'));
  const parts = from.getByRole('spinbutton');
  await expect.element(parts).toHaveLength(2);
  await expectAccessibleInBothModes();
  await focus(parts.first());
  await userEvent.keyboard('1905');
  await expect.element(from).toMatchTextContent(/19:05/);
  await expect.element(parts.nth(1)).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(from).toMatchTextContent(/19:06/);
  await userEvent.keyboard('{ArrowLeft}{Backspace}{Backspace}');
  // Without its hours it is no time, whatever it was before; the minutes stay to be seen.
  await userEvent.click(page.getByRole('button', { name: say('missions:result.send') }));
  await expectFieldError(from, say('validation:examinationRequired'));
  await expect.element(parts.nth(1)).toHaveAttribute('aria-valuenow', '6');
  await focus(parts.first());
  await userEvent.keyboard('19');
  await expect.element(from).not.toHaveAccessibleDescription(expect.stringContaining(say('validation:examinationRequired')));
  const day = groupOf(page, say('missions:result.day')).or(groupOf(page, say('missions:result.attemptDay')));
  await focus(day.getByRole('spinbutton').nth(2));
  await userEvent.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}');
  await userEvent.click(page.getByRole('button', { name: say('missions:result.send') }));
  await expectFieldError(day, say('validation:examinationRequired'));
  // What cannot be typed sideways must not scroll sideways.
  expect(document.documentElement.scrollWidth).toBe(390);
});

test('what is wrong with a report is on its field', async () => {
  const { say, report } = await openMission({ authorizedExit: false, attempts: [attemptAt(plannedCheck().appointmentStart)] });
  await userEvent.click(report);
  const send = page.getByRole('button', { name: say('missions:result.send') });
  const independence = page.getByRole('checkbox', { name: say('missions:result.independence') });
  await userEvent.click(send);
  await expectFieldError(independence, say('validation:declarationRequired'));
  await expectFocusOnFirstError();
  await userEvent.click(page.getByRole('radio', { name: say('enums:checkOccurence.NoShow') }));
  await fillTime(page, say('missions:result.from'), '10:30');
  await fillTime(page, say('missions:result.to'), '10:00');
  await userEvent.click(send);
  await expectFieldError(groupOf(page, say('missions:result.to')), say('validation:examinationOrder'));
  await expectFieldError(independence, say('validation:declarationRequired'));
});

test('a report that was sent is marked in the list while it waits', async () => {
  const server = fakeServer();
  server.graphql(OpenOffersDocument, () => ({ openOffers: [] }));
  server.graphql(MissionsDocument, () => ({ checks: pageOf([plannedCheck(), plannedCheck({ resultDueAt: clock.now().toISOString() })]) }));
  const { say } = await renderApp('/missions', { server, as: 'doctor', width: 390 });
  await expect.element(page.getByText(say('missions:waiting.title'), { exact: true })).toHaveLength(1);
});

test('the missions begin with what waits for an answer, each with the way to it', async () => {
  const server = fakeServer();
  server.graphql(MissionsDocument, () => ({ checks: pageOf([plannedCheck()]) }));
  server.graphql(OpenOffersDocument, () => ({ openOffers: [OFFER] }));
  const { say } = await renderApp('/missions', { server, as: 'doctor', width: 390 });
  await expect.element(page.getByRole('heading', { name: say('offers:open.title') })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /Friday 6 November/ })).toHaveAttribute('href', OFFER.path);
  await expectAccessibleInBothModes();
});

test('a day on the road says how far it is to each visit, and from where', async () => {
  const server = fakeServer();
  const at = (time: string) => instantAt(addDays(clock.today(), 1), time).toISOString();
  const visit = (workerFullName: string, time: string, way: ReturnType<typeof plannedCheck>['way']) =>
    plannedCheck({ workerFullName, checkLocation: 'House', appointmentStart: at(time), way });
  server.graphql(OpenOffersDocument, () => ({ openOffers: [] }));
  server.graphql(MissionsDocument, () => ({
    checks: pageOf([
      visit('Lies Far', '09:00', { from: 'Practice', km: 12.4, minutes: 21 }),
      visit('Bo Next', '10:00', { from: 'StopBefore', km: 3, minutes: 10 }),
      visit('An Nowhere', '11:00', null),
    ]),
  }));
  const { say } = await renderApp('/missions', { server, as: 'doctor', width: 390, language: 'fr' });
  const cards = page.getByRole('main').getByRole('listitem');
  await expect
    .element(cards.filter({ hasText: 'Lies Far' }))
    .toMatchTextContent(say('missions:card.way.Practice', { way: '12,4 km · 21 min' }));
  await expect
    .element(cards.filter({ hasText: 'Bo Next' }))
    .toMatchTextContent(say('missions:card.way.StopBefore', { way: '3 km · 10 min' }));
  await expect.element(cards.filter({ hasText: 'An Nowhere' })).not.toMatchTextContent(' km');
  await expectAccessibleInBothModes();
});

test('the times of a report are those that were tapped, also after a reload, and none are made up', async () => {
  const { say, report, reload } = await openMission({ appointmentStart: clock.now().toISOString() });
  await userEvent.click(report);
  const timeOfField = (key: 'from' | 'to') => groupOf(page, say(`missions:result.${key}`));
  for (const key of ['from', 'to'] as const) await expect.element(timeOfField(key)).not.toMatchTextContent(/\d\d:\d\d/);
  await userEvent.click(page.getByRole('button', { name: say('common:back') }).last());
  const arrival = clock.now();
  await userEvent.click(page.getByRole('button', { name: say('missions:visit.arrive') }));
  // A phone ends tabs that nobody looks at, and what they keep goes with them.
  sessionStorage.clear();
  await reload();
  const minute = new RegExp(`${timeOf(arrival)}|${timeOf(new Date(arrival.getTime() + 60_000))}`);
  await expect.element(page.getByRole('status').filter({ hasText: minute })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: say('missions:visit.leave') }));
  await userEvent.click(page.getByRole('button', { name: say('missions:detail.report') }));
  for (const key of ['from', 'to'] as const) await expect.element(timeOfField(key)).toMatchTextContent(minute);
  await expect.element(page.getByText(say('missions:result.reported'))).toBeVisible();
  await expect.element(page.getByText(say('missions:result.timesReasonHint'))).not.toBeInTheDocument();
});

test('a tap that the server refuses is not kept, and the doctor is told why', async () => {
  const { say, server } = await openMission({ checkLocation: 'Office' });
  server.graphql(RecordVisitDocument, () => refusal('entity.changedMeanwhile'));
  await userEvent.click(page.getByRole('button', { name: say('missions:visit.begin') }));
  await expect.element(page.getByText(say('errors:entity.changedMeanwhile'))).toBeVisible();
  await expect.element(page.getByText(say('missions:visit.hint'))).toBeVisible();
  expect(server.calls(RecordVisitDocument)).toHaveLength(1);
});

test('the last tap can be undone', async () => {
  const { say, server, mission } = await openMission({ appointmentStart: clock.now().toISOString() });
  server.graphql(UndoVisitDocument, () => {
    server.graphql(MissionDocument, () => ({ check: mission }));
    return { undoVisit: mission };
  });
  await userEvent.click(page.getByRole('button', { name: say('missions:visit.setOut') }));
  await userEvent.click(page.getByRole('button', { name: say('missions:visit.undo') }));
  await expect.element(page.getByRole('button', { name: say('missions:visit.setOut') })).toBeEnabled();
  await expect
    .poll(() => server.calls(UndoVisitDocument))
    .toEqual([{ id: mission.id, tap: 'onMyWay', idempotencyKey: expect.any(String) }]);
});

test('an examination far from its appointment asks why, and is not sent without a reason', async () => {
  const yesterday = addDays(today(), -1);
  const { say, report, server, mission } = await openMission({
    checkLocation: 'Office',
    appointmentStart: instantAt(yesterday, '16:00').toISOString(),
  });
  server.graphql(RecordResultDocument, () => ({ recordResult: { ...mission, status: 'Archived' as const, availableActions: [] } }));
  await userEvent.click(report);
  const day = groupOf(page, say('missions:result.day'));
  for (const [index, part] of yesterday.split('-').reverse().entries()) {
    await focus(day.getByRole('spinbutton').nth(index));
    await userEvent.keyboard(part);
  }
  await fillTime(page, say('missions:result.from'), '10:00');
  await fillTime(page, say('missions:result.to'), '10:15');
  await declareFindings(say);
  const why = page.getByRole('textbox', { name: /16:00/ });
  await expect.element(why).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: say('missions:result.send') }));
  await expectFieldError(why, say('validation:timesReasonRequired'));
  expect(server.calls(RecordResultDocument)).toEqual([]);
  await expectAccessibleInBothModes();
  await userEvent.fill(why, 'The employee came earlier.');
  await userEvent.click(page.getByRole('button', { name: say('missions:result.send') }));
  await expect.poll(() => server.calls(RecordResultDocument)).toHaveLength(1);
  expect(server.calls(RecordResultDocument)[0]).toMatchObject({ input: { timesReason: 'The employee came earlier.' } });
});

const wordsOn = (element: Element) => (element as HTMLElement).innerText.match(/[\p{L}\d]\S*/gu)?.length ?? 0;

test('the usual outcome takes five taps after arriving and leaving, and no word typed', async () => {
  const { say, report, server, mission } = await openMission({ appointmentStart: clock.now().toISOString() });
  server.graphql(RecordResultDocument, () => ({ recordResult: { ...mission, resultDueAt: clock.now().toISOString() } }));
  await userEvent.click(page.getByRole('button', { name: say('missions:visit.arrive') }));
  await userEvent.click(page.getByRole('button', { name: say('missions:visit.leave') }));
  let taps = 0;
  let keys = 0;
  const countTap = () => {
    taps += 1;
  };
  const countKey = () => {
    keys += 1;
  };
  document.addEventListener('pointerdown', countTap, true);
  document.addEventListener('keydown', countKey, true);
  await userEvent.click(report);
  const send = page.getByRole('button', { name: say('missions:result.send') });
  await expect.element(send).toBeVisible();
  const words = wordsOn(page.getByRole('main').element());
  await declareFindings(say);
  await userEvent.click(send);
  await expect.poll(() => server.calls(RecordResultDocument)).toHaveLength(1);
  document.removeEventListener('pointerdown', countTap, true);
  document.removeEventListener('keydown', countKey, true);
  expect({ taps, keys }).toEqual({ taps: 5, keys: 0 });
  // Whoever reads every word of the form is done in under a minute (docs/performance.md).
  expect(taps * (MIND + POINT) + words * WORD).toBeLessThan(60_000);
  expect(server.calls(RecordResultDocument)[0]).toMatchObject({ input: { checkOccurence: 'YesPatientHome', newIncapacityEndDate: null } });
});

test('a report that was sent can be taken back until the employer reads it, and is there to be corrected', async () => {
  const mission = plannedCheck({ resultDueAt: '2026-11-05T10:25:00.000Z', availableActions: ['recordResult'] });
  const server = fakeServer();
  let stored = mission;
  server.graphql(MissionDocument, () => ({ check: stored }));
  server.graphql(TakeBackResultDocument, () => {
    stored = { ...mission, resultDueAt: null, version: 2 };
    return { takeBackResult: stored };
  });
  const { say } = await renderApp(`/missions/${mission.id}`, { server, as: 'doctor', width: 390 });
  await expect.element(page.getByText(say('missions:waiting.text', { time: '11:25' }))).toBeVisible();
  const report = page.getByRole('button', { name: say('missions:detail.report') });
  await expect.element(report).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: say('missions:waiting.takeBack') }));
  await expect.element(page.getByText(say('missions:waiting.takenBack'))).toBeVisible();
  await expect.element(report).toBeVisible();
  expect(server.calls(TakeBackResultDocument)).toEqual([{ id: mission.id, version: 1, idempotencyKey: expect.any(String) }]);
});

test('a doctor takes the statement of last month, or of another one', async () => {
  const server = fakeServer();
  server.graphql(DoneMissionsDocument, () => ({ reports: pageOf([done]) }));
  const asked: unknown[] = [];
  server.rest('GET', STATEMENT_PATH, ({ url }) => {
    asked.push(Object.fromEntries(url.searchParams));
    return file('%PDF', 'statement.pdf', 'application/pdf');
  });
  const { say } = await renderApp('/missions/done', { server, as: 'doctor', width: 390 });
  const [, last = '', before = ''] = statementMonths(today());
  await page.getByRole('button', { name: say('missions:statement.download') }).click();
  await expect.poll(takeDownloads).toMatchObject([{ name: 'statement.pdf' }]);
  await page.getByRole('combobox', { name: say('missions:statement.choose') }).selectOptions(before);
  await page.getByRole('button', { name: say('missions:statement.download') }).click();
  await expect
    .poll(() => asked)
    .toEqual([
      { month: last, language: 'en' },
      { month: before, language: 'en' },
    ]);
  await expectAccessibleInBothModes();
});
