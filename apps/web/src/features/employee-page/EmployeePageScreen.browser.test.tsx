import {
  EMPLOYEE_PAGE_PATH,
  type EmployeePage,
  employeeEvidencePath,
  type ShownTravelClaim,
} from '@checkwell/domain/employee-page/contract';
import { EMPLOYMENT_CONTRACTS_ADDRESS } from '@checkwell/domain/law/dated';
import german from '@checkwell/messages/locales/de/employeePage.json';
import french from '@checkwell/messages/locales/fr/employeePage.json';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleInBothModes } from '../../test/accessibility.ts';
import { expectFieldError, fieldOf } from '../../test/fields.ts';
import { employeePage as shown } from '../../test/fixtures/link-pages.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer, offline, refusal } from '../../test/server.ts';

const TOKEN = 'a'.repeat(22);
function pageServer(first: EmployeePage) {
  const server = fakeServer();
  let now = first;
  server.rest<EmployeePage>('GET', `${EMPLOYEE_PAGE_PATH}/*`, () => now);
  server.rest('POST', `${EMPLOYEE_PAGE_PATH}/*/opened`, () => new Response(null, { status: 204 }));
  const answers = (what: 'confirm' | 'report' | 'disagree' | 'address' | 'move', answer: () => unknown) =>
    server.rest<EmployeePage>('POST', `${EMPLOYEE_PAGE_PATH}/*/${what}`, () => answer() as EmployeePage);
  return { server, answers, becomes: (known: EmployeePage) => (now = known) };
}
const open = (server: ReturnType<typeof fakeServer>, options: object = {}) =>
  renderApp(`/w/${TOKEN}`, { server, as: 'visitor', width: 320, ...options });

test('an employee reads who, where and when, and confirms with one press', async () => {
  const { server, answers } = pageServer(shown());
  answers('confirm', () => shown({ confirmedAt: '2026-11-04T08:00:00.000Z' }));
  const { say } = await open(server);
  await expect.element(page.getByText('Nieuwstraat 5')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Google Maps' }))
    .toHaveAttribute('href', expect.stringMatching(/^https:\/\/www\.google\.com/));
  expect(document.title).toBe(say('common:product'));
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await expectAccessibleInBothModes();
  await page.getByRole('button', { name: say('employeePage:confirm.button') }).click();
  await expect.element(page.getByText(/You confirmed this appointment on Wednesday 4 November 2026/)).toBeVisible();
  expect(server.restCalls('POST', `${EMPLOYEE_PAGE_PATH}/*/confirm`).map(({ body }) => body)).toEqual([
    { appointmentStart: '2026-11-05T09:00:00.000Z' },
  ]);
});

const openings = (server: ReturnType<typeof fakeServer>) =>
  server.restCalls('POST', `${EMPLOYEE_PAGE_PATH}/*/opened`).map(({ body }) => body);

test('the page says once of each appointment that it is on the screen, and tells the employee so', async () => {
  const { server, answers } = pageServer(shown());
  answers('confirm', () => shown({ confirmedAt: '2026-11-04T08:00:00.000Z' }));
  const { say } = await open(server);
  await expect.element(page.getByText(say('employeePage:data.opened'))).toBeVisible();
  await page.getByRole('button', { name: say('employeePage:confirm.button') }).click();
  await expect.element(page.getByText(/You confirmed this appointment/)).toBeVisible();
  expect(openings(server)).toEqual([{ appointmentStart: '2026-11-05T09:00:00.000Z' }]);
});

test('a page that nobody sees yet says nothing until it is on the screen; one without appointment never does', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  onTestFinished(() => visibility.mockRestore());
  const { server } = pageServer(shown());
  await open(server);
  await expect.element(page.getByText('Nieuwstraat 5')).toBeVisible();
  expect(openings(server)).toEqual([]);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => openings(server)).toHaveLength(1);
  const other = pageServer(shown({ state: 'Unsettled', appointment: null }));
  const { say } = await open(other.server);
  await expect.element(page.getByText(say('employeePage:state.Unsettled'))).toBeVisible();
  expect(openings(other.server)).toEqual([]);
});

test('a planner who tries the link of a message is not the employee: nothing is said', async () => {
  const { server } = pageServer(shown());
  const { say } = await open(server, { as: 'planner' });
  await expect.element(page.getByText(say('employeePage:data.opened'))).toBeVisible();
  expect(openings(server)).toEqual([]);
});

test('the employee’s language comes first, also German; another is one press away, and the product keeps its own', async () => {
  const { server } = pageServer(shown({ language: 'DE' }));
  await open(server, { language: 'nl' });
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(german.heading.Expected);
  await expect.poll(() => document.documentElement.lang).toBe('de');
  await expectAccessibleInBothModes();
  await page.getByRole('radio', { name: 'FR' }).click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(french.heading.Expected);
  await expect.poll(() => document.documentElement.lang).toBe('fr');
  expect(localStorage.getItem('language')).not.toBe('fr');
});

test('a reason not to come says first what follows from it; a network that fails loses nothing', async () => {
  const { server, answers } = pageServer(shown());
  answers('report', () => offline());
  const { say } = await open(server);
  await page.getByRole('button', { name: say('employeePage:report.reason.Hospitalised') }).click();
  await expect.element(page.getByText(say('employeePage:report.what.Hospitalised'))).toBeVisible();
  await expectAccessibleInBothModes();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(say('employeePage:error.send'))).toBeVisible();
  answers('report', () => shown({ state: 'Unsettled', appointment: null, reported: 'Hospitalised' }));
  await page.getByRole('button', { name: say('employeePage:report.send') }).click();
  await expect.element(page.getByText(say('employeePage:report.done.Hospitalised'))).toBeVisible();
  await expect.element(page.getByRole('button', { name: say('employeePage:report.send') })).not.toBeInTheDocument();
  expect(server.restCalls('POST', `${EMPLOYEE_PAGE_PATH}/*/report`).map(({ body }) => body)).toEqual([
    { report: 'Hospitalised' },
    { report: 'Hospitalised' },
  ]);
});

test('an answer that failed is not said of another answer, which nobody has sent', async () => {
  const { server, answers } = pageServer(shown());
  answers('confirm', () => offline());
  answers('report', () => offline());
  const { say } = await open(server);
  const errorKey = page.getByText(say('employeePage:error.send'));
  await page.getByRole('button', { name: say('employeePage:confirm.button') }).click();
  await expect.element(errorKey).toBeVisible();
  await page.getByRole('button', { name: say('employeePage:report.reason.Hospitalised') }).click();
  await expect.element(page.getByText(say('employeePage:report.what.Hospitalised'))).toBeVisible();
  await expect.element(errorKey).not.toBeInTheDocument();
  await page.getByRole('button', { name: say('employeePage:report.send') }).click();
  await expect.element(errorKey).toBeVisible();
  await page.getByRole('button', { name: say('employeePage:report.back') }).click();
  await expect.element(errorKey).not.toBeInTheDocument();
});

test('an employee says how to find the door; a network that fails loses nothing that was typed, and the page does not show it again', async () => {
  const { server, answers } = pageServer(shown());
  answers('address', () => offline());
  const { say } = await open(server);
  const send = page.getByRole('button', { name: say('employeePage:address.send') });
  await send.click();
  await expect.element(page.getByText(say('employeePage:address.empty'))).toBeVisible();
  await userEvent.type(page.getByLabelText(say('employeePage:address.address')), 'Zeedijk 5, 8400 Oostende');
  await userEvent.type(page.getByLabelText(say('employeePage:address.doorCode')), '12B4');
  await send.click();
  await expect.element(page.getByText(say('employeePage:error.send'))).toBeVisible();
  await expect.element(page.getByLabelText(say('employeePage:address.address'))).toHaveValue('Zeedijk 5, 8400 Oostende');
  await expectAccessibleInBothModes();
  answers('address', () => shown({ addressSaidAt: '2026-11-04T08:00:00.000Z' }));
  await send.click();
  await expect.element(page.getByText(/You told us on Wednesday 4 November 2026/)).toBeVisible();
  await expect.element(page.getByText('Zeedijk')).not.toBeInTheDocument();
  expect(server.restCalls('POST', `${EMPLOYEE_PAGE_PATH}/*/address`).map(({ body }) => body)).toEqual([
    { address: 'Zeedijk 5, 8400 Oostende', bell: '', doorCode: '12B4' },
    { address: 'Zeedijk 5, 8400 Oostende', bell: '', doorCode: '12B4' },
  ]);
  await page.getByRole('button', { name: say('employeePage:address.again') }).click();
  await expect.element(page.getByLabelText(say('employeePage:address.address'))).toHaveValue('');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
});

test('an employee moves the appointment to one of the times offered; a time that was taken meanwhile is chosen again', async () => {
  const scenario = pageServer(shown());
  scenario.answers('move', () => {
    scenario.becomes(shown({ move: { state: 'Open', slots: ['2026-11-06T09:20:00.000Z'] } }));
    return refusal('check.doctorBusy');
  });
  const { say } = await open(scenario.server);
  await page.getByRole('button', { name: say('employeePage:move.open') }).click();
  const send = page.getByRole('button', { name: say('employeePage:move.send') });
  await send.click();
  await expect.element(page.getByText(say('employeePage:move.missing'))).toBeVisible();
  await page.getByLabelText(say('employeePage:move.day'), { exact: true }).selectOptions('2026-11-06');
  await page.getByLabelText(say('employeePage:move.time'), { exact: true }).selectOptions('2026-11-06T09:00:00.000Z');
  await send.click();
  await expect.element(page.getByText(say('employeePage:move.taken'))).toBeVisible();
  await expect.element(page.getByRole('option', { name: '10:00' })).not.toBeInTheDocument();
  await expectAccessibleInBothModes();
  scenario.answers('move', () => offline());
  await page.getByLabelText(say('employeePage:move.time'), { exact: true }).selectOptions('2026-11-06T09:20:00.000Z');
  await send.click();
  await expect.element(page.getByText(say('employeePage:error.send'))).toBeVisible();
  await expect.element(page.getByLabelText(say('employeePage:move.time'), { exact: true })).toHaveValue('2026-11-06T09:20:00.000Z');
  scenario.answers('move', () => shown({ move: { state: 'Moved', slots: [] }, confirmedAt: '2026-11-04T08:00:00.000Z' }));
  await send.click();
  await expect.element(page.getByText(/You have moved this appointment/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: say('employeePage:move.open') })).not.toBeInTheDocument();
  expect(scenario.server.restCalls('POST', `${EMPLOYEE_PAGE_PATH}/*/move`).at(-1)?.body).toEqual({
    appointmentStart: '2026-11-05T09:00:00.000Z',
    newStart: '2026-11-06T09:20:00.000Z',
  });
});

test('who confirms what was moved meanwhile reads its current state', async () => {
  const scenario = pageServer(shown());
  scenario.answers('confirm', () => {
    scenario.becomes(shown({ state: 'Cancelled', appointment: null }));
    return refusal('check.actionNotAllowed');
  });
  const { say } = await open(scenario.server);
  await page.getByRole('button', { name: say('employeePage:confirm.button') }).click();
  await expect.element(page.getByText(say('employeePage:error.changed'))).toBeVisible();
  await expect.element(page.getByText(say('employeePage:state.Cancelled'))).toBeVisible();
});

test('after the examination: the findings, how to disagree and until when', async () => {
  const findings = {
    examinedOn: '2026-11-05',
    outcome: 'Fit',
    day: '2026-11-09',
    disagreeUntil: '2026-11-07',
    disagreeOver: false,
    corrected: null,
    disagreement: null,
    arbitration: null,
  } as const;
  const { server } = pageServer(shown({ state: 'Examined', appointment: null, findings }));
  const { say } = await open(server);
  await expect.element(page.getByText(/fit for work from Monday 9 November 2026/)).toBeVisible();
  await expect.element(page.getByText(/by Saturday 7 November 2026 at the latest/)).toBeVisible();
  await expect.element(page.getByText(say('employeePage:findings.costs'))).toBeVisible();
  await expect.element(page.getByText(say('employeePage:data.doctor', { days: 30 }))).toBeVisible();
  const terms = { checkYears: 5, certificateYears: 5, fileDays: 365, visitDays: 365 };
  await expect.element(page.getByText(say('employeePage:data.erased', terms))).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: say('employeePage:record.download') }))
    .toHaveAttribute('href', `${employeeEvidencePath(TOKEN)}?language=en`);
  await expectAccessibleInBothModes();
});

test('who does not agree says so, after reading what follows; a network that fails loses nothing, and the moment is there', async () => {
  const findings = {
    examinedOn: '2026-11-05',
    outcome: 'Fit',
    day: '2026-11-09',
    disagreeUntil: '2026-11-07',
    disagreeOver: false,
    corrected: null,
    arbitration: null,
  } as const;
  const examined = (disagreement: { at: string | null } | null) =>
    shown({ state: 'Examined', appointment: null, findings: { ...findings, disagreement } });
  const { server, answers, becomes } = pageServer(examined(null));
  const { say } = await open(server);
  answers('disagree', offline);
  await page.getByRole('button', { name: say('employeePage:findings.dispute.open') }).click();
  await expect.element(page.getByText(say('employeePage:findings.dispute.what'))).toBeVisible();
  const send = page.getByRole('button', { name: say('employeePage:findings.dispute.send') });
  await send.click();
  await expect.element(page.getByText(say('employeePage:error.send'))).toBeVisible();
  await expectAccessibleInBothModes();
  answers('disagree', () => examined({ at: '2026-11-05T10:00:00.000Z' }));
  await send.click();
  await expect.element(page.getByText(/You said on Thursday 5 November 2026.* that you do not agree/)).toBeVisible();
  await expect.element(page.getByText(say('employeePage:findings.tell'))).not.toBeInTheDocument();
  await expect.element(page.getByText(/by Saturday 7 November 2026 at the latest/)).toBeVisible();

  becomes(examined({ at: null }));
  await open(server);
  await expect.element(page.getByText(say('employeePage:findings.dispute.noted'))).toBeVisible();
  await expect.element(page.getByRole('button', { name: say('employeePage:findings.dispute.open') })).not.toBeInTheDocument();
});

const SOURCE = { act: 'employmentContracts', article: 'art. 31, § 5', address: EMPLOYMENT_CONTRACTS_ADDRESS } as const;

test('when the last day to choose an arbitrating doctor has passed, nothing says that one can be chosen', async () => {
  const findings = {
    examinedOn: '2026-11-05',
    outcome: 'Fit',
    day: '2026-11-09',
    disagreeUntil: '2026-11-07',
    disagreeOver: true,
    corrected: null,
    disagreement: { at: '2026-11-09T10:00:00.000Z' },
    arbitration: null,
  } as const;
  const deadlines = [
    { code: 'arbitration', params: { until: '2026-11-07' }, lastDay: '2026-11-07', isOver: true, source: SOURCE },
  ] as const;
  const { server, becomes } = pageServer(shown({ state: 'Examined', appointment: null, findings, deadlines }));
  const { say } = await open(server);
  const over = say('employeePage:findings.disagreeOver', { day: 'Saturday 7 November 2026' });
  for (const known of [deadlines, []]) {
    becomes(shown({ state: 'Examined', appointment: null, findings, deadlines: known }));
    await open(server);
    await expect.element(page.getByText(over)).toBeVisible();
    await expect.element(page.getByText(/can ask for an arbitrating doctor|can then choose another doctor/)).not.toBeInTheDocument();
    await expect.element(page.getByText(say('employeePage:findings.costs'))).not.toBeInTheDocument();
  }
});

test('who arbitrates is said, and then the decision, which nobody disputes here; an excused no-show reproaches nothing', async () => {
  const arbitration = { askedBy: 'Employee', askedOn: '2026-11-06', arbiterName: 'An Vermeulen', ruling: null } as const;
  const findings = {
    examinedOn: '2026-11-05',
    outcome: 'Fit',
    day: '2026-11-09',
    disagreeUntil: '2026-11-07',
    disagreeOver: false,
    corrected: null,
    disagreement: { at: '2026-11-05T10:00:00.000Z' },
    arbitration,
  } as const;
  const examined = { state: 'Examined', appointment: null } as const;
  const { server, becomes } = pageServer(shown({ ...examined, findings }));
  const { say } = await open(server);
  await expect.element(page.getByText('You asked for an arbitrating doctor on Friday 6 November 2026: An Vermeulen.')).toBeVisible();

  const ruling = { for: 'TreatingDoctor', on: '2026-11-10' } as const;
  becomes(
    shown({ ...examined, findings: { ...findings, outcome: 'Confirmed', day: '2026-11-15', arbitration: { ...arbitration, ruling } } }),
  );
  await open(server);
  await expect.element(page.getByText('You cannot work until Sunday 15 November 2026.')).toBeVisible();
  await expect.element(page.getByText(/decided on Tuesday 10 November 2026 for your own doctor/)).toBeVisible();
  await expect.element(page.getByText(say('employeePage:findings.disagreeTitle'))).not.toBeInTheDocument();
  await expectAccessibleInBothModes();

  becomes(shown({ state: 'NotExamined', appointment: null, excuse: { reason: 'Hospital', on: '2026-11-06' } }));
  await open(server);
  await expect
    .element(page.getByText('The missed examination is excused. You gave the reason on Friday 6 November 2026: hospital.'))
    .toBeVisible();
  await expect.element(page.getByText(/call us and keep the proof/)).not.toBeInTheDocument();
});

test('of a check that goes on, or was cancelled, there is no evidence', async () => {
  for (const state of ['Expected', 'Cancelled'] as const) {
    const { server } = pageServer(shown({ state }));
    const { say } = await open(server);
    await expect.element(page.getByRole('heading', { name: say('employeePage:data.title') })).toBeVisible();
    await expect.element(page.getByRole('link', { name: say('employeePage:record.download') })).not.toBeInTheDocument();
  }
});

test('arbitration is with the findings; each term names its last day, and behind "Why?" the law, in the language of the page', async () => {
  const { server } = pageServer(
    shown({
      state: 'Examined',
      language: 'DE',
      appointment: null,
      findings: {
        examinedOn: '2026-11-05',
        outcome: 'Fit',
        day: '2026-11-09',
        disagreeUntil: '2026-11-07',
        disagreeOver: false,
        corrected: null,
        disagreement: null,
        arbitration: null,
      },
      deadlines: [
        { code: 'arbitration', params: { until: '2026-11-07' }, lastDay: '2026-11-07', isOver: false, source: SOURCE },
        {
          code: 'guaranteedPay',
          params: { from: '2026-10-05', until: '2026-11-03', days: 30 },
          lastDay: '2026-11-03',
          isOver: true,
          source: SOURCE,
        },
      ],
    }),
  );
  await open(server);
  const findings = page.getByRole('region', { name: german.findings.examined.split(':')[0] ?? '' });
  await expect.element(findings).toMatchTextContent(/bis Samstag, 7\. November 2026, 24 Uhr, einen Schiedsarzt/);
  await expect.element(findings).not.toMatchTextContent(/spätestens/);
  const terms = page.getByRole('region', { name: german.deadlines.title });
  await expect.element(terms.getByRole('listitem')).toHaveLength(1);
  await expect.element(terms).toMatchTextContent(/Abgelaufen am/);
  await expect.element(terms.getByRole('link')).not.toBeInTheDocument();
  terms.getByText(german.deadlines.why).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(terms.getByRole('link')).toMatchTextContent(german.deadlines.act.employmentContracts);
  await expect.element(terms.getByRole('link')).toHaveAttribute('href', SOURCE.address);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await expectAccessibleInBothModes();
});

test('a link that opens nothing says so, and one that fails to load is tried again', async () => {
  const server = fakeServer();
  server.rest<EmployeePage>('GET', `${EMPLOYEE_PAGE_PATH}/*`, () => refusal('entity.notFound'));
  const { say } = await open(server);
  await expect.element(page.getByText(say('employeePage:unknown.title'))).toBeVisible();
  await expectAccessibleInBothModes();
});

const photo = (name = 'IMG_1.jpg', type = 'image/jpeg') => new File(['bytes'], name, { type });
/** Opens the form of a certificate and fills it in. */
async function fillCertificate(say: Awaited<ReturnType<typeof open>>['say']) {
  await page.getByRole('button', { name: say('employeePage:certificate.open'), exact: true }).click();
  await userEvent.upload(page.elementLocator(document.querySelector('input[type=file]') as HTMLElement), photo());
  await userEvent.fill(page.getByLabelText(say('employeePage:certificate.startDate')), '2026-11-02');
  await userEvent.fill(page.getByLabelText(say('employeePage:certificate.endDate')), '2026-11-06');
}
const CERTIFICATES = `${EMPLOYEE_PAGE_PATH}/*/certificates`;

test('an employee sends a certificate, reads who sees it and that nobody has accepted it; what fails loses nothing', async () => {
  const { server } = pageServer(shown());
  server.rest('POST', CERTIFICATES, () => offline());
  const { say } = await open(server);
  await fillCertificate(say);
  await expect.element(page.getByText(say('employeePage:certificate.warning'))).toBeVisible();
  await expect.element(page.getByText(say('employeePage:certificate.who'))).toBeVisible();
  const send = page.getByRole('button', { name: say('employeePage:certificate.send') });
  await send.click();
  await expect.element(page.getByText(say('employeePage:error.send'))).toBeVisible();
  await expect.element(page.getByText('IMG_1.jpg')).toBeVisible();
  await expectAccessibleInBothModes();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  const waiting = { sentAt: '2026-11-04T08:00:00.000Z', startDate: '2026-11-02', endDate: '2026-11-06', state: 'Waiting' } as const;
  server.rest('POST', CERTIFICATES, () => shown({ certificates: { sending: 'Open', sent: [waiting] } }));
  await send.click();
  await expect.element(page.getByText(say('employeePage:certificate.state.Waiting'))).toBeVisible();
  await expect.element(page.getByRole('button', { name: say('employeePage:certificate.again') })).toBeVisible();
  const [, call] = server.restCalls('POST', CERTIFICATES);
  expect(Object.fromEntries(call?.url.searchParams ?? [])).toEqual({
    fileName: 'IMG_1.jpg',
    startDate: '2026-11-02',
    endDate: '2026-11-06',
  });
  expect(call?.headers.get('content-type')).toBe('image/jpeg');
});

test('a certificate that cannot be taken says why, before and after its bytes travelled', async () => {
  const { server } = pageServer(shown());
  const { say } = await open(server);
  await page.getByRole('button', { name: say('employeePage:certificate.open'), exact: true }).click();
  const send = page.getByRole('button', { name: say('employeePage:certificate.send') });
  await send.click();
  // Each error at its field, and the first has the focus.
  const choose = page.getByRole('button', { name: say('employeePage:file.choose') });
  await expectFieldError(choose, say('employeePage:file.error.missing'));
  await expect.element(choose).toHaveFocus();
  for (const name of ['startDate', 'endDate'] as const)
    await expect
      .element(page.getByLabelText(say(`employeePage:certificate.${name}`)))
      .toHaveAccessibleDescription(say('employeePage:certificate.error.day'));
  const input = page.elementLocator(document.querySelector('input[type=file]') as HTMLElement);
  await userEvent.upload(input, photo('scan.heic', 'image/heic'));
  await expect.element(page.getByText(say('employeePage:file.error.type'))).toBeVisible();
  await userEvent.upload(input, photo());
  await userEvent.fill(page.getByLabelText(say('employeePage:certificate.startDate')), '2026-11-07');
  await userEvent.fill(page.getByLabelText(say('employeePage:certificate.endDate')), '2026-11-06');
  await send.click();
  await expect
    .element(page.getByLabelText(say('employeePage:certificate.endDate')))
    .toHaveAccessibleDescription(say('employeePage:certificate.error.order'));
  await userEvent.fill(page.getByLabelText(say('employeePage:certificate.endDate')), '2026-11-08');
  for (const [code, sentence] of [
    ['document.pdfLocked', say('employeePage:file.error.unreadable')],
    ['document.tooManyPixels', say('employeePage:file.error.tooManyPixels', { max: 25 })],
    ['auth.tooManyAttempts', say('employeePage:error.many')],
    ['check.actionNotAllowed', say('employeePage:certificate.error.closed')],
  ] as const) {
    server.rest('POST', CERTIFICATES, () => refusal(code));
    await send.click();
    await expect.element(page.getByText(sentence)).toBeVisible();
  }
  await expectAccessibleInBothModes();
});

test('the outcome of certificates is read one by one, and none is taken where nobody would look at it', async () => {
  const of = (state: EmployeePage['certificates']['sent'][number]['state'], day: number) => ({
    sentAt: `2026-11-0${day}T08:00:00.000Z`,
    startDate: '2026-11-02',
    endDate: '2026-11-06',
    state,
  });
  const sent = [of('Registered', 2), of('Unreadable', 3), of('OtherDocument', 4), of('Known', 5), of('Infected', 6)];
  const { server } = pageServer(shown({ state: 'Cancelled', appointment: null, certificates: { sending: 'Closed', sent } }));
  const { say } = await open(server);
  for (const { state } of sent)
    await expect.element(page.getByText(say(`employeePage:certificate.state.${state}`, { company: 'Alfa nv' }))).toBeVisible();
  await expect.element(page.getByRole('button', { name: say('employeePage:certificate.again') })).not.toBeInTheDocument();
  await expectAccessibleInBothModes();
});

const EXAMINED = {
  state: 'Examined',
  appointment: null,
  move: null,
  findings: {
    examinedOn: '2026-11-05',
    outcome: 'Confirmed',
    day: '2026-11-09',
    disagreeUntil: '2026-11-07',
    disagreeOver: false,
    corrected: null,
    disagreement: null,
    arbitration: null,
  },
} as const;
const TRAVEL = { isOpen: true, suggestedKm: 12, kmRate: { from: '2025-07-01', perKm: 4449 }, claim: null } as const;
const CLAIM: ShownTravelClaim = {
  version: 1,
  state: 'Waiting',
  means: 'Car',
  km: 14,
  amountCents: 6_23,
  reason: '',
  payment: 'Account',
  ibanEnd: '7034',
  hasReceipt: false,
  receiptInfected: false,
  claimedAt: '2026-11-05T12:00:00.000Z',
  paidOn: null,
  paidCents: null,
  decisionReason: '',
};
/** Before and after it was claimed. */
const travelCard = (say: Awaited<ReturnType<typeof open>>['say']) =>
  page
    .getByRole('region', { name: say('employeePage:travel.title') })
    .or(page.getByRole('region', { name: say('employeePage:travel.yours') }));
const TRAVEL_PATH = `${EMPLOYEE_PAGE_PATH}/*/travel`;
const travelling = (travel: Partial<NonNullable<EmployeePage['travel']>> = {}) => shown({ ...EXAMINED, travel: { ...TRAVEL, ...travel } });

test('an employee claims the way by car: proposed, corrected, worked out; each error at its field, and what fails loses nothing', async () => {
  const { server } = pageServer(travelling());
  server.rest('POST', TRAVEL_PATH, () => offline());
  const { say } = await open(server);
  const card = travelCard(say);
  await card.getByRole('button', { name: say('employeePage:travel.open') }).click();
  const send = card.getByRole('button', { name: say('employeePage:travel.send') });
  await expect.element(send).toBeVisible();
  // The button is gone, the focus stays in the card.
  expect(card.element().contains(document.activeElement)).toBe(true);
  await send.click();
  for (const errorKey of ['means', 'payment'] as const)
    await expect.element(card.getByText(say(`employeePage:travel.error.${errorKey}`))).toBeVisible();
  await expect.element(card.getByRole('radio', { name: say('employeePage:travel.means.Car') })).toHaveFocus();
  await card.getByRole('radio', { name: say('employeePage:travel.means.Car') }).click();
  await card.getByRole('radio', { name: say('employeePage:travel.payment.Account') }).click();
  const km = fieldOf(card, say('employeePage:travel.km'));
  const iban = fieldOf(card, say('employeePage:travel.iban'));
  await expect.element(km).toHaveValue('12');
  await expect.element(card.getByText('€5.34')).toBeVisible();
  await userEvent.fill(km, '0');
  await userEvent.fill(iban, 'BE69 5390 0754 7034');
  await send.click();
  await expectFieldError(km, say('employeePage:travel.error.km', { max: 500 }));
  await expectFieldError(iban, say('employeePage:travel.error.iban'));
  await expectAccessibleInBothModes();
  await userEvent.fill(km, '14');
  await userEvent.fill(iban, 'BE68 5390 0754 7034');
  await send.click();
  await expect.element(card.getByText(say('employeePage:error.send'))).toBeVisible();
  await expect.element(iban).toHaveValue('BE68 5390 0754 7034');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  server.rest('POST', TRAVEL_PATH, () => travelling({ claim: CLAIM }));
  await send.click();
  await expect.element(card.getByText(say('employeePage:travel.state.Waiting', { company: 'Alfa nv' }))).toBeVisible();
  await expect.element(card.getByText(say('employeePage:travel.to.Account', { account: '•••• 7034' }))).toBeVisible();
  await expectAccessibleInBothModes();
  const claimed = { version: 0, means: 'Car', km: 14, amountCents: null, reason: '', payment: 'Account', iban: 'BE68 5390 0754 7034' };
  expect(server.restCalls('POST', TRAVEL_PATH).map(({ body }) => body)).toEqual([claimed, claimed]);
});

test('who corrects a claim that the employer decides meanwhile reads that the change was not sent', async () => {
  const scenario = pageServer(travelling({ claim: CLAIM }));
  scenario.server.rest('POST', TRAVEL_PATH, () => {
    scenario.becomes(travelling({ isOpen: false, claim: { ...CLAIM, version: 2, state: 'Refused', decisionReason: 'No such trip.' } }));
    return refusal('check.actionNotAllowed');
  });
  const { say } = await open(scenario.server);
  const card = travelCard(say);
  const correct = card.getByRole('button', { name: say('employeePage:travel.correct') });
  await correct.click();
  await correct.click();
  await expect.element(card.getByText(say('employeePage:travel.error.decided'))).toBeVisible();
  await expect.element(card.getByText(/No such trip/)).toBeVisible();
});

test('findings that were corrected say when and why', async () => {
  const findings = { ...EXAMINED.findings, corrected: { at: '2026-11-05T13:00:00.000Z', reason: 'Mistyped' } } as const;
  const { say } = await open(pageServer(shown({ ...EXAMINED, findings })).server);
  await expect.element(page.getByText(say('employeePage:findings.correctedText'))).toBeVisible();
  await expect.element(page.getByText(new RegExp(say('employeePage:findings.reason.Mistyped')))).toBeVisible();
  await expectAccessibleInBothModes();
});

test('a claim is corrected on what is there, and the account is kept; what was changed elsewhere is shown first', async () => {
  const scenario = pageServer(travelling({ claim: CLAIM }));
  scenario.server.rest('POST', TRAVEL_PATH, () => {
    scenario.becomes(travelling({ claim: { ...CLAIM, version: 2, km: 20, amountCents: 8_90 } }));
    return refusal('entity.changedMeanwhile');
  });
  const { say } = await open(scenario.server);
  const card = travelCard(say);
  const correct = card.getByRole('button', { name: say('employeePage:travel.correct') });
  await correct.click();
  await card.getByRole('radio', { name: say('employeePage:travel.means.Other') }).click();
  await correct.click();
  for (const [field, errorKey] of [
    ['reason', say('employeePage:travel.error.reason')],
    ['amount', say('employeePage:travel.error.amount', { max: '€500.00' })],
  ] as const)
    await expectFieldError(fieldOf(card, say(`employeePage:travel.${field}`)), errorKey);
  await userEvent.fill(fieldOf(card, say('employeePage:travel.reason')), 'A taxi: no bus goes there.');
  await userEvent.fill(fieldOf(card, say('employeePage:travel.amount')), '31,5');
  await correct.click();
  await expect.element(card.getByText(say('employeePage:travel.error.changed'))).toBeVisible();
  await expect.element(card.getByText('€8.90')).toBeVisible();
  expect(scenario.server.restCalls('POST', TRAVEL_PATH).map(({ body }) => body)).toEqual([
    { version: 1, means: 'Other', km: null, amountCents: 31_50, reason: 'A taxi: no bus goes there.', payment: 'Account', iban: '' },
  ]);
});

test('a receipt goes along with the claim; when it does not arrive, the claim stands, and the receipt is sent again', async () => {
  const { server } = pageServer(travelling());
  server.rest('POST', TRAVEL_PATH, () => travelling({ claim: { ...CLAIM, payment: 'Wages', ibanEnd: null } }));
  server.rest('POST', `${TRAVEL_PATH}/receipt`, () => refusal('document.pdfLocked'));
  const { say } = await open(server);
  const card = travelCard(say);
  const input = () => page.elementLocator(document.querySelector('input[type=file]') as HTMLElement);
  await card.getByRole('button', { name: say('employeePage:travel.open') }).click();
  await card.getByRole('radio', { name: say('employeePage:travel.means.Car') }).click();
  await card.getByRole('radio', { name: say('employeePage:travel.payment.Wages') }).click();
  await userEvent.upload(input(), photo('ticket.jpg'));
  await card.getByRole('button', { name: say('employeePage:travel.send') }).click();
  await expect.element(card.getByText(say('employeePage:travel.error.receipt'))).toBeVisible();
  await expectFieldError(card.getByRole('button', { name: say('employeePage:file.choose') }), say('employeePage:file.error.unreadable'));
  await expectAccessibleInBothModes();
  await userEvent.upload(input(), photo('ticket-2.jpg'));
  server.rest('POST', `${TRAVEL_PATH}/receipt`, () => travelling({ claim: { ...CLAIM, hasReceipt: true } }));
  await card.getByRole('button', { name: say('employeePage:travel.receiptSend') }).click();
  await expect.element(card.getByText(say('employeePage:travel.withReceipt'))).toBeVisible();
  await expect.element(card.getByRole('button', { name: say('employeePage:travel.receiptReplace') })).toBeVisible();
  expect(server.restCalls('POST', TRAVEL_PATH)).toHaveLength(1);
  expect(server.restCalls('POST', `${TRAVEL_PATH}/receipt`).map(({ url }) => url.searchParams.get('fileName'))).toEqual([
    'ticket.jpg',
    'ticket-2.jpg',
  ]);
});

test('a claim that waits while the result says that nobody was examined is not said to be corrected here', async () => {
  const { server } = pageServer(travelling({ isOpen: false, claim: CLAIM }));
  const { say } = await open(server);
  const card = travelCard(say);
  await expect
    .element(card.getByText(say('employeePage:travel.state.WaitingClosed', { company: 'Alfa nv' }), { exact: true }))
    .toBeVisible();
  await expect.element(card.getByRole('button')).not.toBeInTheDocument();
});

test('the employee reads what was paid and when, or why not, and corrects nothing more', async () => {
  const paid = { ...CLAIM, state: 'Paid', paidOn: '2026-11-10', paidCents: 5_00, decisionReason: 'Our rate is lower.' } as const;
  const { server } = pageServer(travelling({ isOpen: false, claim: paid }));
  const { say } = await open(server);
  const card = travelCard(say);
  await expect.element(card).toMatchTextContent(/Alfa nv paid €5\.00 on Tuesday 10 November 2026\./);
  await expect.element(card.getByText(say('employeePage:travel.why', { reason: 'Our rate is lower.' }))).toBeVisible();
  await expect.element(card.getByRole('button')).not.toBeInTheDocument();
  await expectAccessibleInBothModes();
});
