import { occurenceKey } from '@checkwell/domain/check/result/outcome';
import { addDays, dayOf, timeOf } from '@checkwell/domain/clock';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { formatsIn } from '@checkwell/messages/formats';
import type { Locator, Page } from '@playwright/test';
import { LAST_NAMES } from '../../apps/server/src/seed/names.ts';
import { pdf } from '../../apps/server/src/test/files.ts';
import { askGraphql } from '../support/api.ts';
import { releaseIfHeld, reportExamination, schedule, startPlanning } from '../support/checks.ts';
import { chooseFound, fieldOf, fillDay, fillTime } from '../support/fields.ts';
import { mailOf } from '../support/mails.ts';
import { type CheckState, STATE } from '../support/orders.ts';
import { enter, type Person, person, signIn } from '../support/people.ts';
import { hire } from '../support/register.ts';
import { type Say, sayIn } from '../support/screens/say.ts';
import type { ApiSession } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

/**
 * A check from order to report and dashboard (specification, sections 1, 2 and 4). In French and Dutch, steps of planner and doctor that other
 * tests cover are done by the API.
 */

interface Story {
  readonly language: InterfaceLanguage;
  readonly hr: Person;
  readonly planner: Person;
  readonly doctor: Person;
  readonly location: 'House' | 'Office' | 'Telecheck';
  readonly timing: 'Immediate' | 'Optimized';
  /** The worker's address, near the doctor. */
  readonly address: string;
  /** Steps from the list of checks to the step "incapacity". */
  readonly begin: (page: Page, story: Story) => Promise<void>;
  readonly outcome: 'confirmed' | 'shortened';
  /** On the screens: the planner makes an appointment, or sends an offer that the doctor accepts by its link. Without it: by the API. */
  readonly planned?: 'agreed' | 'asked';
  /**
   * Whether the doctor reports on a phone, and a list of checks and the dashboard are expected to update live. Tested once, because it does not
   * depend on the language.
   */
  readonly followed?: true;
}

/** Fixed, so that a test that runs over midnight uses one day. */
const TODAY = dayOf(new Date());
const CERTIFICATE = { name: 'certificate.pdf', mimeType: 'application/pdf', buffer: pdf() };
/** Two weeks contain a working day of every doctor. */
const PERIOD_DAYS = 13;

const STORIES: readonly Story[] = [
  {
    language: 'en',
    hr: person('admin'),
    planner: person('planner'),
    doctor: person('doctor'),
    location: 'House',
    timing: 'Immediate',
    address: 'Bondgenotenlaan 1, 3000 Leuven',
    begin: addWorker,
    outcome: 'shortened',
    planned: 'agreed',
    followed: true,
  },
  {
    language: 'fr',
    hr: person('rh'),
    planner: person('planner2'),
    doctor: person('medecin'),
    location: 'Office',
    timing: 'Optimized',
    address: 'Rue de la Cathédrale 12, 4000 Liège',
    begin: pickEmployee,
    outcome: 'confirmed',
    planned: 'asked',
  },
  {
    language: 'nl',
    hr: person('hr.admin.1'),
    planner: person('planner'),
    doctor: person('doctor'),
    location: 'Telecheck',
    timing: 'Immediate',
    address: 'Naamsestraat 22, 3000 Leuven',
    begin: launchFromCertificate,
    outcome: 'confirmed',
  },
];

for (const story of STORIES) {
  test(`a check from order to report, in ${story.language}`, async ({ newBrowser, apiSession }) => {
    test.slow();
    const { language, hr, planner, doctor } = story;
    const say = sayIn(language);

    const desk = await newBrowser();
    await signIn(desk, hr, language);
    const followed = story.followed && (await follow(desk, say));

    const id = await test.step('HR orders a check', () => order(desk, story));
    const expectRow = async (text: string): Promise<void> => {
      if (followed) await expect(rowOf(followed.list, `/checks/${id}`)).toContainText(text);
    };
    await expectRow(say('enums:checkStatus.Reception'));
    await desk.getByRole('link', { name: say('order:success.follow') }).click();
    await expect(desk.getByText(say('checks:next.receptionText'))).toBeVisible();

    const provider = await apiSession(planner);
    if (story.planned) {
      const office = await newBrowser();
      await test.step('the planner finds a doctor and a moment', async () => {
        await enter(office, planner, language, '/planning');
        await plan(office, id, story, () => expectRow(say('enums:checkStatus.Planning')));
        if (story.planned === 'asked') await answer(office, await newBrowser('phone'), id, story);
        await expect(office.getByRole('heading', { name: say('planning:find.again') })).toBeVisible();
        await expect(office.getByText(`${doctor.firstName} ${doctor.lastName}`).first()).toBeVisible();
      });
    } else await schedule(provider, await startPlanning(provider, await stateOf(provider, id)), doctor);
    await expectRow(say('enums:checkStatus.WaitingForCheck'));
    // By the API, another doctor with the same last name may have got it.
    const doctorName = story.planned ? `${doctor.firstName} ${doctor.lastName}` : doctor.lastName;
    await expectRow(doctorName);
    await expect(desk.getByText(doctorName).first()).toBeVisible();

    if (followed)
      await test.step('the doctor reports on a phone', async () => {
        const phone = await newBrowser('phone');
        await enter(phone, doctor, language, '/missions');
        await report(phone, id, story);
        await releaseIfHeld(provider, id);
        await expect(phone.getByText(say('missions:outcome.sent'), { exact: true })).toBeVisible();
      });
    else await reportExamination(provider, await stateOf(provider, id));

    await test.step('the report is in the list of reports, and the figures have changed', async () => {
      if (followed) {
        await expect(rowOf(followed.list, `/checks/${id}`)).toHaveCount(0);
        expect(await timeOriginOf(followed.list), 'the list was not reloaded').toBe(followed.loaded);
      }
      await expect(desk.getByText(say('checks:next.archivedText')).first()).toBeVisible();
      await goTo(desk, say('shell:nav.reports'));
      const found = rowOf(desk, `/reports/${id}`);
      await expect(found).toContainText(outcomeText(story, say));
      await found.getByRole('link').click();
      await expect(desk.getByText(outcomeText(story, say)).first()).toBeVisible();
      if (!followed) return;
      const { completed, open } = followed.before;
      await goTo(desk, say('shell:nav.dashboard'));
      await expect.poll(() => countersOf(desk, say)).toEqual({ completed: completed + 1, open });
    });
  });
}

async function stateOf(provider: ApiSession, id: string): Promise<CheckState> {
  const { data } = await provider.ask<{ check: CheckState }>(`query ($id: ID!) { check(id: $id) { ${STATE} } }`, { id });
  if (!data) throw new Error('There is no such check.');
  return data.check;
}

const timeOriginOf = (page: Page): Promise<number> => page.evaluate(() => performance.timeOrigin);

/** Reads the figures before the order, and opens the list in a second tab, which is only updated live. */
async function follow(desk: Page, say: Say) {
  await goTo(desk, say('shell:nav.dashboard'));
  const before = await countersOf(desk, say);
  const list = await desk.context().newPage();
  await list.goto('/checks');
  await expect(list.getByRole('heading', { level: 1, name: say('checks:list.title') })).toBeVisible();
  await expect(list.getByRole('row').nth(1)).toBeVisible();
  return { before, list, loaded: await timeOriginOf(list) };
}

/** A table row by the page that it links to. */
function rowOf(page: Page, path: string): Locator {
  return page.getByRole('row').filter({ has: page.locator(`a[href="${path}"]`) });
}

/** Navigates by the sidebar. */
async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** The counters of the dashboard, over all time. */
async function countersOf(page: Page, say: Say): Promise<{ completed: number; open: number }> {
  const figure = async (label: string): Promise<number> => {
    const tile = page.locator('[data-overview] dl > div').filter({ has: page.getByRole('term').filter({ hasText: label }) });
    const value = tile.getByRole('definition').first();
    await expect(value).toHaveText(/\d/);
    return Number(((await value.textContent()) ?? '').replaceAll(/\D/g, ''));
  };
  return {
    completed: await figure(say('dashboard:metric.completedChecks.name')),
    open: await figure(say('dashboard:metric.openChecks.name')),
  };
}

/** Completes the stepper and sends the order. @returns the id of the check */
async function order(page: Page, story: Story): Promise<string> {
  const say = sayIn(story.language);
  await story.begin(page, story);
  await page.getByRole('button', { name: say('common:continue') }).click();
  await expect(page.getByRole('heading', { name: say('order:incapacity.title') })).toBeVisible();
  if (story.begin !== launchFromCertificate) {
    await fillDay(page, say('checkFields:startDate'), TODAY);
    await fillDay(page, say('checkFields:endDate'), addDays(TODAY, PERIOD_DAYS));
    await fieldOf(page, say('checkFields:incapacityType')).selectOption({ label: say('enums:incapacityType.Illness') });
    await fieldOf(page, say('checkFields:certificateType')).selectOption({ label: say('enums:certifType.FirstCertificate') });
    await page
      .getByRole('group', { name: say('order:exit.question') })
      .getByLabel(say('order:exit.yes'))
      .check();
    await fieldOf(page, say('checkFields:certificate')).setInputFiles(CERTIFICATE);
    await expect(page.getByText(say('common:file.done'))).toBeVisible();
  }
  await expect(page.getByText(CERTIFICATE.name).first()).toBeVisible();
  await page.getByRole('radio', { name: say(`enums:checkLocation.${story.location}`) }).check();
  await page.getByRole('radio', { name: say(`enums:checkTiming.${story.timing}`) }).check();
  const comments = { provider: 'Bel 2 — achterbouw', doctor: 'Chien gentil. «à gauche»' };
  await fieldOf(page, say('checkFields:providerComment')).fill(comments.provider);
  await fieldOf(page, say('checkFields:doctorComment')).fill(comments.doctor);
  await page.getByRole('button', { name: say('order:summary.send') }).click();
  await expect(page.getByRole('heading', { name: say('order:success.title') })).toBeVisible();
  await expect(page.getByText(say(story.location === 'House' ? 'order:success.visit' : 'order:success.invite'))).toBeVisible();
  const path = await page.getByRole('link', { name: say('order:success.follow') }).getAttribute('href');
  return path?.split('/').at(-1) ?? '';
}

/** Adds a new worker. */
async function addWorker(page: Page, { language, address }: Story): Promise<void> {
  const say = sayIn(language);
  await page
    .getByRole('link', { name: say('shell:nav.createCheck') })
    .first()
    .click();
  await page.getByRole('button', { name: say('order:worker.addButton') }).click();
  await fieldOf(page, say('checkFields:workerFirstName')).fill('Lotte');
  await fieldOf(page, say('checkFields:workerLastName')).fill('Van den Eynde');
  await fieldOf(page, say('checkFields:workerGender')).selectOption({ label: say('enums:gender.Female') });
  await fieldOf(page, say('checkFields:workerLanguage')).selectOption({ label: say('enums:workerLanguage.NL') });
  await fieldOf(page, say('checkFields:workerAddress')).fill(address);
  await fieldOf(page, say('checkFields:workerPhoneNumber')).fill('016 22 33 44');
  await fieldOf(page, say('checkFields:phoneNumber')).fill('0470 12 34 56');
}

/** Chooses an employee in the combo box, with another address for this order. */
async function pickEmployee(page: Page, { language, address }: Story): Promise<void> {
  const say = sayIn(language);
  await page
    .getByRole('link', { name: say('shell:nav.createCheck') })
    .first()
    .click();
  await expect(page.getByRole('combobox', { name: say('order:worker.search') })).toBeVisible();
  // A new employee, because those of the demo may have a current certificate, which the stepper would use.
  const { employeeLastName } = await hire(page, 'Aurélie', 'Dubois');
  await chooseFound(page, say('order:worker.search'), employeeLastName);
  await expect(page.getByRole('button', { name: say('order:worker.change') })).toBeVisible();
  await fieldOf(page, say('checkFields:workerAddress')).fill(address);
  await fieldOf(page, say('checkFields:phoneNumber')).fill('0485/12.34.56');
}

/** Creates a certificate and launches the check from it, so that the incapacity is filled in. */
async function launchFromCertificate(page: Page, { language, address }: Story): Promise<void> {
  const say = sayIn(language);
  await goTo(page, say('shell:nav.certificates'));
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('link', { name: say('certificates:list.create') }).click();
  await chooseFound(page, say('employeeFields:employee'), LAST_NAMES.NL[0] ?? '');
  // The employee's superior is filled in.
  await expect(fieldOf(page, say('employeeFields:superiorFullName'))).not.toHaveValue('');
  await fillDay(page, say('certificateFields:startDate'), TODAY);
  await fillDay(page, say('certificateFields:endDate'), addDays(TODAY, PERIOD_DAYS));
  await fieldOf(page, say('certificateFields:incapacityReason')).selectOption({ label: say('enums:incapacityType.Illness') });
  await fieldOf(page, say('certificateFields:certifType')).selectOption({ label: say('enums:certifType.FirstCertificate') });
  await page
    .getByRole('group', { name: say('certificates:form.exitQuestion') })
    .getByLabel(say('common:no'))
    .check();
  await page.getByRole('radio', { name: say('enums:entryType.MEDICAL_CERTIFICATE') }).check();
  await fieldOf(page, say('certificateFields:doctorName')).fill('Dr. Ameel');
  await fieldOf(page, say('certificateFields:document')).setInputFiles(CERTIFICATE);
  await expect(page.getByText(say('common:file.done'))).toBeVisible();
  await page.getByRole('button', { name: say('certificates:form.create') }).click();
  await expect(page.getByText(say('certificates:form.created'))).toBeVisible();
  await page.getByRole('link', { name: say('certificates:list.launch') }).click();
  await page.getByRole('button', { name: `${say('order:summary.change')}: ${say('order:steps.worker')}` }).click();
  await fieldOf(page, say('checkFields:workerAddress')).fill(address);
  await fieldOf(page, say('checkFields:phoneNumber')).fill('+32 470 65 43 21');
}

/** From the board to an appointment with the doctor of the story, or an offer to them. */
async function plan(page: Page, id: string, { language, doctor, planned }: Story, whenStarted: () => Promise<void>): Promise<void> {
  const say = sayIn(language);
  const doctorName = `${doctor.firstName} ${doctor.lastName}`;
  await expect(page.getByRole('heading', { level: 1, name: say('planning:board.title') })).toBeVisible();
  // The board shows the oldest first; sorts the newest first.
  const ordered = page.getByRole('columnheader', { name: say('checkFields:creationDate') });
  await ordered.getByRole('button').click();
  await expect(ordered).toHaveAttribute('aria-sort', 'descending');
  // Until the sorted rows are there, the old ones stand in their place.
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  const row = rowOf(page, `/planning/${id}`);
  await expect(row).toContainText(say('enums:checkStatus.Reception'));
  // By the keyboard, because orders of other tests move the rows.
  await row.getByRole('link').press('Enter');
  await expect(page).toHaveURL(new RegExp(`/planning/${id}$`));

  await page.getByRole('button', { name: say('planning:action.start') }).click();
  await whenStarted();
  const finder = page.getByRole('list', { name: say('planning:find.title') });
  const candidate = finder.getByRole('listitem').filter({ hasText: doctorName });
  // Buttons with times; the button for an offer has a text.
  const slots = candidate.getByRole('button', { name: doctorName }).filter({ hasText: /^\d/ });
  const more = page.getByRole('button', { name: say('planning:find.more') });
  // The proposed day is selected.
  await expect(page.getByRole('radio', { checked: true, name: say('planning:find.proposed') })).toBeVisible();
  const nextDay = page.getByRole('button', { name: say('planning:find.nextDay') });
  // The doctor of the story may only be free on a later day.
  for (let day = 0; day <= PERIOD_DAYS; day += 1) {
    await expect(finder).toHaveAttribute('aria-busy', 'false');
    if (await more.isVisible()) await more.click();
    if ((await slots.count()) > 0) break;
    await nextDay.click();
  }
  if (planned === 'agreed') return slots.last().click();
  // A day that leaves time for an answer.
  const ask = candidate.getByRole('button', { name: doctorName }).filter({ hasNotText: /^\d/ });
  for (let day = 0; day <= PERIOD_DAYS; day += 1) {
    await expect(finder).toHaveAttribute('aria-busy', 'false');
    if (await more.isVisible()) await more.click();
    if ((await ask.count()) > 0) break;
    await nextDay.click();
  }
  await ask.click();
  await expect(page.getByRole('list', { name: say('offers:card.title') })).toContainText(doctorName);
}

/** The doctor accepts by the link of the mail, without signing in. At night no mail is sent, and the planner makes the appointment instead. */
async function answer(office: Page, phone: Page, id: string, { language, doctor }: Story): Promise<void> {
  const say = sayIn(language);
  const { data } = await askGraphql<{
    checkOffers: { offers: readonly { sentAt: string; appointmentStart: string; doctor: { email: string } }[] };
  }>(office, 'query ($id: ID!) { checkOffers(checkId: $id) { offers { sentAt appointmentStart doctor { email } } } }', { id });
  const [offer] = data?.checkOffers.offers ?? [];
  if (!offer) throw new Error('No doctor was asked.');
  if (Date.parse(offer.sentAt) > Date.now()) {
    const finder = office.getByRole('list', { name: say('planning:find.title') });
    return finder
      .getByRole('listitem')
      .filter({ hasText: `${doctor.firstName} ${doctor.lastName}` })
      .getByRole('button')
      .filter({ hasText: /^\d/ })
      .last()
      .click();
  }
  const { moment } = formatsIn(language);
  const subject = (key: 'offer.asked' | 'mission.Accepted') => say(`mail:${key}.subject`, { moment: moment(offer.appointmentStart) });
  const asked = await mailOf(office, offer.doctor.email, subject('offer.asked'));
  await phone.goto(/\/offer\/[\w-]{43}/.exec(asked.plainText)?.[0] ?? 'The mail has no link.');
  await phone.getByRole('button', { name: say('offers:answer.accept') }).click();
  await expect(phone.getByText(say('offers:outcome.accepted'))).toBeVisible();
  const confirmed = await mailOf(office, offer.doctor.email, subject('mission.Accepted'));
  expect(confirmed.plainText).toContain(`/missions/${id}`);
}

/** Expects the button to be visible without scrolling, and not covered by the bar at the bottom of a phone. */
async function expectInReach(button: Locator): Promise<void> {
  const isOnTop = () =>
    button.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height - 1));
    });
  await expect.poll(isOnTop).toBe(true);
}

/** From the list of missions to the report. */
async function report(page: Page, id: string, { language, location }: Story): Promise<void> {
  const say = sayIn(language);
  await expect(page.getByRole('heading', { level: 1, name: say('missions:list.title') })).toBeVisible();
  const mission = page.locator(`a[href="/missions/${id}"]`);
  await expect(mission).toBeVisible();
  await mission.click();
  await expect(page.getByText('Chien gentil. «à gauche»')).toBeVisible();
  await expectInReach(page.getByRole('button', { name: say('missions:detail.report') }));
  await page.getByRole('button', { name: say('missions:detail.report') }).click();
  await expectInReach(page.getByRole('button', { name: say('missions:result.send') }));

  const occurrence = location === 'House' ? 'YesPatientHome' : 'Yes';
  await page.getByRole('radio', { name: say(`enums:${occurenceKey(occurrence, location)}`) }).check();
  const now = new Date();
  // Just after midnight, 15 minutes earlier would be the day before the incapacity.
  const earlier = new Date(now.getTime() - 15 * 60_000);
  await fillDay(page, say('missions:result.day'), dayOf(now));
  await fillTime(page, say('missions:result.from'), dayOf(earlier) === dayOf(now) ? timeOf(earlier) : '00:00');
  await fillTime(page, say('missions:result.to'), timeOf(now));
  // A reason is asked for unless the appointment is now.
  const why = page.getByRole('textbox').and(page.locator('[name="timesReason"]'));
  if (await why.isVisible()) await why.fill('Called the employee, who was free earlier.');
  await page.getByRole('radio', { name: say('missions:result.shortened') }).check();
  await fillDay(page, say('missions:result.lastDay'), addDays(TODAY, 2));
  await page.getByLabel(say('missions:result.independence')).check();
  await page.getByLabel(say('missions:result.findings')).check();
  await fieldOf(page, say('missions:result.medicalNote')).fill('Lumbago.');
  await page.getByRole('button', { name: say('missions:result.send') }).click();
  await page.getByRole('button', { name: say('missions:waiting.send') }).click();
  await expect(page.getByText(say('missions:outcome.sent'), { exact: true }).or(page.getByText(say('missions:held.title')))).toBeVisible();
}

/** The outcome on the employer's screens. */
function outcomeText({ outcome, language }: Story, say: Say): string {
  const { date } = formatsIn(language);
  switch (outcome) {
    case 'confirmed':
      return say('reports:outcome.confirmed', { date: date(addDays(TODAY, PERIOD_DAYS)) });
    case 'shortened':
      return say('reports:outcome.fit', { date: date(addDays(TODAY, 3)) });
  }
}
