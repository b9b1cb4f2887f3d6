import { addDays, dayOf } from '@checkwell/domain/clock';
import {
  chooseInMenu,
  failing,
  inTurn,
  openBy,
  openDialog,
  openMenu,
  openPopover,
  openRowMenu,
  press,
  type Reach,
  refusing,
  sendDialog,
  sendPage,
} from '../reach.ts';
import { expect } from '../test.ts';
import {
  atRest,
  commentStates,
  dialogBy,
  dialogWithErrors,
  failed,
  next,
  nothingFound,
  onPhone,
  phoneFilters,
  rowMenu,
  type Screen,
} from './screen-states.ts';

/** A visit at which nobody was at home. */
const attemptAt = (appointmentStart: string) => ({
  id: 'a',
  appointmentStart,
  attemptedAt: appointmentStart,
  receivedAt: appointmentStart,
  bell: 'Vanderstraeten, bus 4',
  cardStart: null,
  latitude: 50.85,
  longitude: 4.35,
  accuracyMetres: 14,
  withinDuty: true,
  photo: null,
});
const SAID_ADDRESS = {
  address: 'Sint-Pietersnieuwstraat 133, 9000 Gent',
  bell: 'Vanderstraeten, tweede verdieping',
  doorCode: '4711 A',
  saidAt: '2026-11-02T08:16:00.000Z',
  otherPlace: true,
  reviewedAt: null,
};

/** A check after a visit at which nobody was at home; the employee gave another address and got no message about the appointment. */
const somewhereElse: Reach = ({ page }) =>
  page.route('**/graphql', async (route) => {
    if (route.request().postDataJSON().operationName !== 'PlanningCheck') return route.fallback();
    const response = await route.fetch();
    const { data } = await response.json();
    const attempts = [attemptAt(data.check.appointmentStart)];
    return route.fulfill({
      response,
      json: { data: { check: { ...data.check, saidAddress: SAID_ADDRESS, attempts, employeeTold: 'NotTold', employeeMessages: [] } } },
    });
  });

const HELD_COMMENT = 'Lumbago L5-S1';

/** A check with a held result. It is mocked, because other tests release the one of the demo. */
const resultHeld: Reach = ({ page }) =>
  page.route('**/graphql', async (route) => {
    if (route.request().postDataJSON().operationName !== 'PlanningCheck') return route.fallback();
    const response = await route.fetch();
    const { data } = await response.json();
    const { appointmentStart, appointmentEnd } = data.check;
    const heldResult = {
      findings: ['examinationShort', 'medicalTermsUnread'],
      waitsSince: appointmentEnd,
      question: '',
      answer: '',
      escalatedAt: appointmentEnd,
      byDoctor: true,
      checkOccurence: 'Yes',
      examinedFrom: appointmentStart,
      examinedTo: appointmentEnd,
      newIncapacityEndDate: null,
      workerDisagreement: true,
      secondCheckNeeded: false,
      prolongationNeeded: false,
      archiveComment: HELD_COMMENT,
      timesReason: '',
    };
    const held = { heldResult, resultHeldAt: appointmentEnd, availableActions: ['releaseResult', 'questionResult'] };
    return route.fulfill({ response, json: { data: { check: { ...data.check, ...held } } } });
  });

/** A mission during a home visit, after a first failed attempt. It is mocked, because the real state depends on the time of day. */
const atTheDoor: Reach = ({ page }) =>
  page.route('**/graphql', async (route) => {
    const { operationName } = route.request().postDataJSON();
    const tomorrow = `${addDays(dayOf(new Date()), 1)}T13:20:00.000Z`;
    if (operationName === 'CardSlots') return route.fulfill({ json: { data: { cardSlots: [tomorrow] } } });
    if (operationName !== 'Mission') return route.fallback();
    const response = await route.fetch();
    const { data } = await response.json();
    const { appointmentStart, availableActions } = data.check;
    const visit = { checkLocation: 'House', authorizedExit: true, arrivedAt: appointmentStart, attempts: [attemptAt(appointmentStart)] };
    return route.fulfill({
      response,
      json: { data: { check: { ...data.check, ...visit, availableActions: [...availableActions, 'recordAttempt'] } } },
    });
  });

/** A mission with a result that can still be corrected; those of the demo are too old. */
const correctable: Reach = ({ page }) =>
  page.route('**/graphql', async (route) => {
    if (route.request().postDataJSON().operationName !== 'Mission') return route.fallback();
    const response = await route.fetch();
    const { data } = await response.json();
    const { appointmentStart, appointmentEnd } = data.check;
    const result = {
      checkOccurence: 'Yes',
      examinedFrom: appointmentStart,
      examinedTo: appointmentEnd,
      archivedAt: new Date().toISOString(),
    };
    return route.fulfill({
      response,
      json: {
        data: { check: { ...data.check, ...result, status: 'Archived', checkLocation: 'Office', availableActions: ['correctResult'] } },
      },
    });
  });

/** Screens of the provider: its team and its doctors. */

const FAILED_MAIL = {
  id: '00000000-0000-7000-8000-000000000001',
  channel: 'Mail',
  recipient: 'hanne@example.be',
  language: 'nl',
  subject: 'Controle besteld',
  template: 'orderReceived',
  state: 'failed',
  error: '550 5.1.1',
  createdAt: '2026-11-02T08:15:00.000Z',
  companyName: 'Firma',
  failure: 'wrongAddress',
  failedAt: '2026-11-02T08:16:00.000Z',
  attempts: 1,
  sendAgain: 'Possible',
};

/** A list with a failed mail; the demo has none. */
const answeringFailedMails: Reach = ({ page }) =>
  page.route('**/graphql', (route) =>
    route.request().postData()?.includes('"operationName":"Mails"')
      ? route.fulfill({
          json: {
            data: {
              mails: { nodes: [FAILED_MAIL], pageInfo: { endCursor: null, hasNextPage: false }, totalCount: 1, totalCountCapped: false },
            },
          },
        })
      : route.fallback(),
  );

/** A mail that was delivered and then bounced; the demo has none. */
const answeringReturnedMail: Reach = ({ page }) =>
  page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('"operationName":"Mail"')) return route.fallback();
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: { mail: object } };
    const at = (minute: string) => `2026-11-02T08:${minute}:00.000Z`;
    const events = [
      { state: 'sent', code: '', at: at('16') },
      { state: 'delivered', code: '', at: at('17') },
      { state: 'failed', code: '5.1.1', at: at('20') },
    ];
    const { state, error, failure, attempts, sendAgain } = FAILED_MAIL;
    const returned = { state, error, failure, attempts, sendAgain, createdAt: at('15'), sentAt: at('16'), failedAt: at('20'), events };
    return route.fulfill({ response, json: { data: { mail: { ...data.mail, ...returned } } } });
  });

export const PROVIDER: readonly Screen[] = [
  {
    route: '/planning',
    who: 'planner',
    states: [
      atRest,
      onPhone,
      phoneFilters,
      { name: 'planned', search: 'tab=planned' },
      { name: 'not told', search: 'tab=planned&employeeNotTold=true' },
      { name: 'problems', search: 'tab=problem' },
      nothingFound,
      failed('PlanningBoard'),
      { name: 'columns', reach: openPopover('lists:columns.label') },
      { name: 'views', reach: openMenu('lists:views.label') },
    ],
  },
  {
    route: '/planning/$id',
    who: 'planner',
    address: async (data) => `/planning/${await data.inPlanning()}`,
    states: [
      {
        name: 'doctors to choose from',
        whole: true,
        reach: ({ page, say }) =>
          expect(
            page
              .getByRole('list', { name: say('planning:find.title') })
              .getByRole('listitem')
              .first(),
          ).toBeVisible(),
      },
      { ...onPhone },
      failed('PlanningCheck'),
      { name: 'actions', reach: openMenu('common:moreActions') },
      next('problem', chooseInMenu('planning:action.problem')),
      dialogWithErrors('planning:action.confirm', 'problem with errors'),
      { name: 'cancel', reach: inTurn(openMenu('common:moreActions'), chooseInMenu('checks:action.cancel')) },
      dialogWithErrors('checks:cancel.confirm', 'cancel with errors'),
    ],
  },
  {
    route: '/planning/$id',
    who: 'planner',
    address: async (data) => `/planning/${await data.planned()}`,
    states: [
      { name: 'appointment made' },
      dialogBy('planning:call.open', 'call'),
      dialogWithErrors('planning:call.save', 'call with errors'),
      {
        name: 'somewhere else, and nobody at home',
        whole: true,
        network: somewhereElse,
        data: [SAID_ADDRESS.address, SAID_ADDRESS.bell],
        reach: ({ page, say }) => expect(page.getByText(say('saidAddress:other'))).toBeVisible(),
      },
      next('letter', openBy('planning:letter.open')),
      {
        name: 'result that is held',
        whole: true,
        network: resultHeld,
        data: [HELD_COMMENT],
        reach: ({ page, say }) => expect(page.getByText(say('planning:held.text'))).toBeVisible(),
      },
      next('question to the doctor', openBy('planning:held.ask')),
      dialogWithErrors('planning:held.ask', 'question to the doctor, with errors'),
    ],
  },
  {
    route: '/planning/$id',
    who: 'planner',
    address: async (data) => `/planning/${await data.commented()}`,
    states: commentStates,
  },
  {
    route: '/doctors',
    who: 'planner',
    states: [
      atRest,
      onPhone,
      nothingFound,
      failed('Doctors'),
      rowMenu,
      dialogBy('planning:doctors.add', 'new doctor'),
      dialogWithErrors('planning:doctors.add', 'new doctor with errors'),
    ],
  },
  {
    route: '/companies',
    who: 'planner',
    states: [
      atRest,
      onPhone,
      nothingFound,
      failed('Clients'),
      dialogBy('companies:add.action', 'new client'),
      dialogWithErrors('companies:add.action', 'new client with errors'),
    ],
  },
  {
    route: '/companies/$id',
    who: 'planner',
    address: async (data) => `/companies/${await data.company()}`,
    states: [
      atRest,
      onPhone,
      failed('Company'),
      {
        name: 'credit',
        reach: async ({ page, say }) => {
          const invoices = page.getByRole('table', { name: say('settings:invoices.title') });
          // Skips invoices that other tests have credited.
          await invoices
            .getByRole('row')
            // Numbers of credit notes begin with C.
            .filter({ hasNotText: /C\d{4}-/ })
            .filter({ hasNotText: say('settings:invoices.credited') })
            .filter({ hasNotText: say('settings:invoices.creditedPartly') })
            .getByRole('button', { name: new RegExp(`^${say('common:actionsFor', { name: '' }).trim()}`) })
            .first()
            .click();
          await chooseInMenu('settings:invoices.credit')({ page, say });
        },
      },
      dialogWithErrors('settings:invoices.credit', 'credit with errors'),
    ],
  },
  { route: '/reports', who: 'planner', states: [atRest] },
  {
    route: '/reports/$id',
    who: 'planner',
    address: async (data) => `/reports/${await data.report('YesPatientHome')}`,
    states: [atRest],
  },
  {
    route: '/identities',
    who: 'planner',
    states: [atRest, onPhone, { name: 'confirmed', search: 'state=Confirmed' }, nothingFound, failed('SignUps')],
  },
  {
    route: '/identities/$id',
    who: 'planner',
    address: async (data) => `/identities/${await data.signUp()}`,
    states: [
      atRest,
      onPhone,
      failed('SignUpDetail'),
      {
        name: 'with errors',
        reach: async ({ page, say }) => {
          await page.getByRole('button', { name: say('identities:confirm') }).click();
          await expect(page.getByText(say('validation:companyRequired'))).toBeVisible();
        },
      },
      dialogBy('identities:refuse', 'refuse'),
      dialogWithErrors('identities:refuse', 'refuse with errors'),
    ],
  },
  {
    route: '/flags',
    who: 'planner',
    states: [
      atRest,
      onPhone,
      failed('FeatureFlags'),
      { name: 'change', reach: inTurn(openRowMenu, chooseInMenu('flags:change')) },
      next('change with errors', async ({ page, say }) => {
        await openDialog(page).getByLabel(say('flags:percentage')).fill('101');
        await sendDialog('common:save')({ page, say });
      }),
      { name: 'question before switching off', reach: inTurn(openRowMenu, chooseInMenu('flags:switchOff')) },
    ],
  },
  { route: '/team', who: 'planner', states: [atRest, onPhone, nothingFound, failed('Team')] },
  {
    route: '/mailbox',
    who: 'planner',
    states: [
      atRest,
      onPhone,
      nothingFound,
      failed('Mails'),
      {
        name: 'question before sending again',
        search: 'state=failed',
        data: [FAILED_MAIL.subject, FAILED_MAIL.companyName],
        network: answeringFailedMails,
        reach: async ({ page, say }) => {
          await page.getByRole('checkbox').last().check();
          await page.getByRole('button', { name: say('mailbox:again.several', { count: 1 }) }).click();
          await expect(page.getByRole('alertdialog')).toBeVisible();
        },
      },
    ],
  },
  {
    route: '/mailbox/$id',
    who: 'planner',
    address: async (data) => `/mailbox/${await data.mail()}`,
    states: [
      atRest,
      onPhone,
      {
        name: 'plain text',
        reach: async ({ page, say }) => {
          await page.getByRole('radio', { name: say('mailbox:form.plain') }).check();
          await expect(page.locator('pre')).toBeVisible();
        },
      },
      {
        name: 'came back',
        network: answeringReturnedMail,
        reach: async ({ page, say }) => {
          await expect(page.getByText(say('mailbox:failed.returned'))).toBeVisible();
        },
      },
    ],
  },
  { route: '/settings/profile', who: 'planner', states: [atRest] },
  { route: '/dashboard', who: 'planner', states: [{ name: 'no access' }] },
  {
    route: '/missions',
    who: 'doctor',
    states: [atRest, onPhone, failed('Missions')],
  },
  { route: '/missions/done', who: 'doctor', states: [atRest, onPhone, failed('DoneMissions')] },
  {
    route: '/missions/$id',
    who: 'doctor',
    address: async (data) => `/missions/${await data.planned()}`,
    states: [
      atRest,
      onPhone,
      failed('Mission'),
      dialogBy('missions:detail.cannot', 'cannot carry it out'),
      dialogWithErrors('missions:cannot.send', 'cannot carry it out, with errors'),
      {
        name: 'nobody at home, on a phone',
        device: 'phone',
        network: atTheDoor,
        reach: press('missions:attempt.open'),
      },
      { name: 'nobody at home, with errors', device: 'phone', continues: true, reach: sendPage('missions:attempt.save') },
      {
        name: 'what a phone has not sent',
        device: 'phone',
        network: inTurn(atTheDoor, failing('RecordVisit')),
        reach: inTurn(press('missions:visit.leave'), ({ page, say }) =>
          expect(page.getByText(say('missions:outbox.waiting', { count: 1 }))).toBeVisible(),
        ),
      },
      {
        name: 'what was refused, and what a phone has not sent',
        device: 'phone',
        continues: true,
        reach: inTurn(
          refusing('RecordVisit', 'entity.changedMeanwhile'),
          failing('UndoVisit'),
          press('missions:visit.undo'),
          ({ page, say }) => expect(page.getByText(say('missions:outbox.refused'))).toBeVisible(),
        ),
      },
      { name: 'result on a phone', device: 'phone', reach: press('missions:detail.report') },
      { name: 'result with errors', reach: inTurn(press('missions:detail.report'), sendPage('missions:result.send')) },
      { name: 'correction', network: correctable, reach: press('missions:correct.open') },
      { name: 'correction with errors', continues: true, reach: sendPage('missions:correct.send') },
    ],
  },
  {
    route: '/missions/$id',
    who: 'doctor',
    address: async (data) => `/missions/${await data.commented()}`,
    states: commentStates,
  },
  {
    route: '/availability',
    who: 'doctor',
    states: [
      atRest,
      onPhone,
      { name: 'absence with errors', reach: sendPage('missions:exceptions.add') },
      {
        name: 'address of a calendar',
        device: 'phone',
        reach: async ({ page, say }) => {
          const address = page.getByLabel(say('missions:calendar.address'), { exact: true });
          const make = page.getByRole('button', { name: say('missions:calendar.make') });
          await expect(address.or(make)).toBeVisible();
          if (await make.isVisible()) await make.click();
          await expect(address).toBeVisible();
        },
      },
    ],
  },
];
