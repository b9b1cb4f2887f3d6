import { addDays, dayOf } from '@checkwell/domain/clock';
import { SENT_CERTIFICATE_STATES } from '@checkwell/domain/employee-page/certificate';
import { EMPLOYEE_PAGE_PATH, type EmployeePage, type ShownTravelClaim } from '@checkwell/domain/employee-page/contract';
import { kmRateOn } from '@checkwell/domain/law/km-rate';
import { OFFERS_PATH, type OfferView } from '@checkwell/domain/offers/contract';
import { ONE_SHOT_PATH, type OneShotView } from '@checkwell/domain/one-shot/contract';
import { ONE_SHOT_AMOUNTS } from '@checkwell/domain/one-shot/price';
import { fieldOf } from '../fields.ts';
import { fillIncapacity, fillOrder, fillWorker, nextStep, wishOf } from '../one-shot.ts';
import { inTurn, openBy, press, type Reach, sendPage, untilErrors } from '../reach.ts';
import { expect } from '../test.ts';
import { EMPLOYEE_PAGE, OFFER, TOKEN, term } from './link-pages.ts';
import { atRest, dialogBy, next, onPhone, type Screen } from './screen-states.ts';

/** Screens without sign-in. */

const TODAY = dayOf(new Date());

const answering =
  (path: string | RegExp, answer: object): Reach =>
  ({ page }) =>
    page.route(path, (route) => route.fulfill(answer));
const error = (status: number, code: string) => ({ status, json: { error: { code, params: {}, issues: [], traceId: 'sweep' } } });

/** Enters an e-mail address on the sign-in page and continues to the password. */
const toPassword: Reach = async ({ page, say }) => {
  await page.getByLabel(say('auth:signIn.email')).fill('basic@demo.checkwell.example');
  await page.getByRole('button', { name: say('common:continue') }).click();
  await expect(page.getByLabel(say('auth:signIn.password'), { exact: true })).toBeVisible();
};
const sendPassword: Reach = async ({ page, say }) => {
  await page.getByLabel(say('auth:signIn.password'), { exact: true }).fill('Not-my-password-1234');
  await page.getByRole('button', { name: say('auth:signIn.submit'), exact: true }).click();
};

const ORDER: OneShotView = {
  ...ONE_SHOT_AMOUNTS,
  token: TOKEN,
  state: 'Paid',
  refundedCents: 0,
  currency: 'EUR',
  language: 'nl',
  workerFullName: 'Noor Peeters',
  incapacityStartDate: TODAY,
  incapacityEndDate: addDays(TODAY, 13),
  invoicingEmailHint: 'a…@firm.example',
  invoiceNumber: '2026-000123',
  creditNoteNumbers: [],
  availableActions: [],
  attempt: { state: 'Succeeded', decline: null },
  payableUntil: `${addDays(TODAY, 1)}T10:00:00.000Z`,
  check: {
    status: 'WaitingForCheck',
    isCancelled: false,
    isReviewed: false,
    plannedDay: addDays(TODAY, 2),
    appointmentStart: `${addDays(TODAY, 2)}T10:00:00.000Z`,
  },
};
/** Orders in the states that the page can show. */
const ORDERS = {
  declined: {
    ...ORDER,
    state: 'AwaitingPayment',
    invoiceNumber: null,
    availableActions: ['payAgain'],
    attempt: { state: 'Declined', decline: 'insufficientFunds' },
    check: null,
  },
  planned: ORDER,
  refunded: { ...ORDER, state: 'Refunded', refundedCents: ONE_SHOT_AMOUNTS.totalCents, creditNoteNumbers: ['C2026-000007'], check: null },
  expired: { ...ORDER, state: 'Expired', invoiceNumber: null, attempt: null, check: null },
} as const satisfies Record<string, OneShotView>;

const offered = (values: Partial<OfferView> = {}) => answering(new RegExp(`${OFFERS_PATH}/${TOKEN}$`), { json: { ...OFFER, ...values } });

const EXAMINED: Partial<EmployeePage> = {
  state: 'Examined',
  appointment: null,
  move: null,
  findings: {
    examinedOn: TODAY,
    outcome: 'Fit',
    day: addDays(TODAY, 2),
    disagreeUntil: addDays(TODAY, 3),
    disagreeOver: false,
    corrected: null,
    disagreement: null,
    arbitration: null,
  },
  deadlines: [
    term('arbitration', { until: addDays(TODAY, 3) }, addDays(TODAY, 3)),
    term('arbitrationRuling', { until: addDays(TODAY, 6) }, addDays(TODAY, 6)),
  ],
};
const TRAVEL: NonNullable<EmployeePage['travel']> = {
  isOpen: true,
  suggestedKm: 12,
  kmRate: kmRateOn(TODAY),
  claim: null,
};
const CLAIM: ShownTravelClaim = {
  version: 1,
  state: 'Waiting',
  means: 'Other',
  km: null,
  amountCents: 31_50,
  reason: 'A taxi, because no bus goes there on Saturdays.',
  payment: 'Account',
  ibanEnd: '7034',
  hasReceipt: true,
  receiptInfected: false,
  claimedAt: `${addDays(TODAY, -1)}T08:00:00.000Z`,
  paidOn: null,
  paidCents: null,
  decisionReason: '',
};
const claimed = (values: Partial<ShownTravelClaim>, isOpen: boolean): Reach =>
  invited({ ...EXAMINED, travel: { ...TRAVEL, isOpen, claim: { ...CLAIM, ...values } } });
const SENT = SENT_CERTIFICATE_STATES.map((state, index) => ({
  sentAt: `${addDays(TODAY, index - 6)}T08:00:00.000Z`,
  startDate: addDays(TODAY, -6),
  endDate: addDays(TODAY, 3),
  state,
}));
const invited = (values: Partial<EmployeePage> = {}): Reach =>
  answering(new RegExp(`${EMPLOYEE_PAGE_PATH}/[^/]+$`), { json: { ...EMPLOYEE_PAGE, ...values } });

export const VISITOR: readonly Screen[] = [
  {
    route: '/',
    who: 'visitor',
    states: [
      atRest,
      onPhone,
      { name: 'address with errors', reach: sendPage('common:continue') },
      { name: 'password', reach: toPassword },
      next(
        'password with errors',
        inTurn(({ page, say }) => page.getByRole('button', { name: say('auth:signIn.submit'), exact: true }).click(), untilErrors),
      ),
      {
        name: 'refused',
        network: answering('**/auth/sign-in', error(422, 'auth.invalidCredentials')),
        reach: inTurn(toPassword, sendPassword, ({ page, say }) =>
          expect(page.getByText(say('errors:auth.invalidCredentials'))).toBeVisible(),
        ),
      },
      {
        name: 'second step',
        network: answering('**/auth/sign-in', { json: { secondStep: { ticket: TOKEN, methods: ['totp', 'passkey', 'recovery'] } } }),
        reach: inTurn(toPassword, sendPassword, ({ page, say }) =>
          expect(page.getByLabel(say('auth:secondStep.code'), { exact: true })).toBeVisible(),
        ),
      },
      {
        name: 'question of a link',
        search: 'accessToken=of-nobody',
        loads: true,
        reach: ({ page, say }) => expect(page.getByRole('heading', { name: say('auth:handoff.titleUnknown') })).toBeVisible(),
      },
    ],
  },
  {
    route: '/forgot-password',
    who: 'visitor',
    states: [
      atRest,
      onPhone,
      { name: 'with errors', reach: sendPage('account:forgot.submit') },
      {
        name: 'sent',
        network: answering('**/auth/password/forgot', { status: 204 }),
        reach: async ({ page, say }) => {
          await fieldOf(page, say('auth:signIn.email')).fill('basic@demo.checkwell.example');
          await page.getByRole('button', { name: say('account:forgot.submit') }).click();
          await expect(page.getByRole('heading', { name: say('account:forgot.sentTitle') })).toBeVisible();
        },
      },
    ],
  },
  {
    route: '/reset-password',
    who: 'visitor',
    address: '/reset-password#some-token',
    states: [
      {
        name: 'invitation',
        whole: true,
        network: answering('**/auth/password/link', { json: { purpose: 'invitation', email: 'an@firm.example' } }),
        reach: ({ page, say }) => expect(page.getByRole('heading', { name: say('account:reset.invitationTitle') })).toBeVisible(),
      },
      next('with errors', sendPage('account:reset.submit')),
      {
        name: 'new password on a phone',
        device: 'phone',
        network: answering('**/auth/password/link', { json: { purpose: 'reset', email: 'an@firm.example' } }),
        reach: ({ page, say }) => expect(page.getByRole('heading', { name: say('account:reset.title') })).toBeVisible(),
      },
      {
        name: 'link that no longer works',
        network: answering('**/auth/password/link', error(422, 'auth.linkInvalid')),
        reach: ({ page, say }) => expect(page.getByRole('heading', { name: say('account:reset.invalidTitle') })).toBeVisible(),
      },
      {
        name: 'failed',
        network: answering('**/auth/password/link', error(500, 'server.unexpected')),
        reach: ({ page, say }) => expect(page.getByRole('button', { name: say('common:retry') })).toBeVisible(),
      },
    ],
  },
  {
    route: '/confirm-identity',
    who: 'visitor',
    states: [
      atRest,
      onPhone,
      { name: 'with errors', reach: sendPage('account:signUp.submit') },
      {
        name: 'sent',
        keeps: true,
        network: answering('**/v1/api/sign-ups', { status: 204 }),
        reach: async ({ page, say }) => {
          await fieldOf(page, say('account:signUp.firstName')).fill('Amal');
          await fieldOf(page, say('account:signUp.lastName')).fill('Benali');
          await fieldOf(page, say('account:signUp.email')).fill('amal@firm.example');
          await fieldOf(page, say('account:signUp.phoneNumber')).fill('0470 12 34 56');
          await page.getByRole('button', { name: say('account:signUp.submit') }).click();
          await expect(page.getByRole('heading', { name: say('account:signUp.sentTitle') })).toBeVisible();
        },
      },
    ],
  },
  { route: '/microsoft', who: 'visitor', states: [{ name: 'without its page' }] },
  {
    route: '/one-shot-check',
    who: 'visitor',
    states: [
      atRest,
      onPhone,
      dialogBy('oneShot:info.open', 'how it works'),
      { name: 'worker with errors', keeps: true, reach: inTurn(({ page, say }) => nextStep(page, say), untilErrors) },
      next('incapacity with errors', async ({ page, say }) => {
        await fillWorker(page, say, wishOf());
        await nextStep(page, say);
        await expect(page.getByRole('heading', { name: say('oneShot:steps.incapacity') })).toBeVisible();
        await nextStep(page, say);
        await untilErrors({ page, say });
      }),
      next('invoicing with errors', async ({ page, say }) => {
        await fillIncapacity(page, say, wishOf());
        await nextStep(page, say);
        await expect(page.getByRole('heading', { name: say('oneShot:steps.invoicing') })).toBeVisible();
        await nextStep(page, say);
        await untilErrors({ page, say });
      }),
      { name: 'payment', keeps: true, reach: ({ page, say }) => fillOrder(page, say, wishOf()) },
      next('terms', openBy('oneShot:terms.read')),
    ],
  },
  {
    route: '/one-shot-check/$token',
    who: 'visitor',
    address: `/one-shot-check/${TOKEN}`,
    states: [
      { name: 'unknown', reach: ({ page, say }) => expect(page.getByText(say('oneShot:status.unknownTitle'))).toBeVisible() },
      ...(['declined', 'planned', 'refunded', 'expired'] as const).map((stage) => ({
        name: stage,
        whole: true as const,
        network: answering(new RegExp(`${ONE_SHOT_PATH}/${TOKEN}(\\?|$)`), { json: ORDERS[stage] }),
        reach: (({ page, say }) => expect(page.getByText(say(`oneShot:status.${stage}.title`)).first()).toBeVisible()) satisfies Reach,
      })),
    ],
  },
  {
    route: '/offer/$token',
    who: 'visitor',
    address: `/offer/${TOKEN}`,
    states: [
      { name: 'unknown', reach: ({ page, say }) => expect(page.getByText(say('offers:page.unknownTitle'))).toBeVisible() },
      {
        name: 'declining with errors',
        whole: true,
        network: offered(),
        reach: inTurn(press('offers:answer.decline'), sendPage('offers:answer.send')),
      },
      {
        name: 'proposing',
        whole: true,
        network: offered(),
        reach: inTurn(press('offers:answer.propose'), ({ page, say }) =>
          expect(page.getByLabel(say('offers:answer.comment'))).toBeVisible(),
        ),
      },
      {
        name: 'accepted',
        whole: true,
        network: offered({ state: 'Accepted', checkId: '0192b1de-0000-7000-8000-000000000001' }),
        reach: ({ page, say }) => expect(page.getByText(say('offers:outcome.accepted'))).toBeVisible(),
      },
      {
        name: 'withdrawn',
        whole: true,
        network: offered({ state: 'Withdrawn' }),
        reach: ({ page, say }) => expect(page.getByText(say('offers:outcome.withdrawn'))).toBeVisible(),
      },
    ],
  },
  {
    route: '/w/$token',
    who: 'visitor',
    address: `/w/${TOKEN.slice(0, 22)}`,
    states: [
      atRest,
      onPhone,
      {
        name: 'expected',
        whole: true,
        network: invited(),
        reach: ({ page, say }) => expect(page.getByText(say('employeePage:deadlines.title'))).toBeVisible(),
      },
      {
        name: 'address with errors',
        network: invited({ addressSaidAt: null }),
        reach: inTurn(press('employeePage:address.send'), ({ page, say }) =>
          expect(page.getByText(say('employeePage:address.empty'))).toBeVisible(),
        ),
      },
      {
        name: 'moving with errors',
        network: invited({ confirmedAt: null }),
        reach: inTurn(press('employeePage:move.open'), press('employeePage:move.send'), ({ page, say }) =>
          expect(page.getByText(say('employeePage:move.missing'))).toBeVisible(),
        ),
      },
      {
        name: 'certificate with errors',
        network: invited({ confirmedAt: `${TODAY}T07:00:00.000Z` }),
        reach: inTurn(press('employeePage:certificate.open'), sendPage('employeePage:certificate.send')),
      },
      {
        name: 'certificates sent',
        network: invited({ certificates: { sending: 'Full', sent: SENT } }),
        reach: ({ page, say }) => expect(page.getByRole('heading', { name: say('employeePage:certificate.sent') })).toBeVisible(),
      },
      {
        name: 'examined',
        whole: true,
        network: invited(EXAMINED),
        reach: ({ page, say }) => expect(page.getByText(say('employeePage:findings.tell'))).toBeVisible(),
      },
      {
        name: 'travel costs with errors',
        network: invited({ ...EXAMINED, travel: TRAVEL }),
        reach: inTurn(press('employeePage:travel.open'), sendPage('employeePage:travel.send')),
      },
      {
        name: 'travel costs by car, to an account',
        continues: true,
        reach: async ({ page, say }) => {
          await page.getByRole('radio', { name: say('employeePage:travel.means.Car') }).check();
          await page.getByRole('radio', { name: say('employeePage:travel.payment.Account') }).check();
        },
      },
      {
        name: 'travel costs that wait',
        network: claimed({}, true),
        reach: ({ page, say }) => expect(page.getByText(say('employeePage:travel.withReceipt'))).toBeVisible(),
      },
      {
        name: 'travel costs that were corrected',
        continues: true,
        reach: inTurn(press('employeePage:travel.correct'), ({ page, say }) =>
          expect(page.getByRole('radio', { name: say('employeePage:travel.means.Other') })).toBeChecked(),
        ),
      },
      {
        name: 'travel costs that were paid',
        network: claimed({ state: 'Paid', paidOn: TODAY, paidCents: 20_00, decisionReason: 'The bus costs 20 euro.' }, false),
        reach: ({ page, say }) =>
          expect(page.getByText(say('employeePage:travel.why', { reason: 'The bus costs 20 euro.' }))).toBeVisible(),
      },
    ],
  },
];
