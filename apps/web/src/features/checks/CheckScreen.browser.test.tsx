import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleInBothModes } from '../../test/accessibility.ts';
import { expectFieldError, fieldOf, focus, sentenceWith } from '../../test/fields.ts';
import { type CheckFixture, check, employeeMessage, plannedCheck } from '../../test/fixtures/checks.ts';
import { type AppOptions, renderApp } from '../../test/render.tsx';
import { sendTwice } from '../../test/send-twice.ts';
import { fakeServer, refusal } from '../../test/server.ts';
import { CancelCheckDocument, ModifyCheckDocument, ResolveProblemDocument } from './change/changes.gql.ts';
import { CheckContractDocument, CheckDocument } from './check.gql.ts';
import { PutAsideSentCertificateDocument } from './from-employee/sent-certificates.gql.ts';
import { PayTravelClaimDocument, ReadTravelClaimAccountDocument, RefuseTravelClaimDocument } from './from-employee/travel-claim.gql.ts';

async function openCheck(changes: Partial<CheckFixture> = {}, options: AppOptions = {}) {
  const server = fakeServer();
  let stored: CheckFixture = check(changes);
  server.graphql(CheckDocument, () => ({ check: stored }));
  server.graphql(CheckContractDocument, ({ companyId }) => ({ company: { id: companyId, checkPrice: 12_500 } }));
  const store = (next: Partial<CheckFixture>): CheckFixture => {
    stored = { ...stored, ...next, version: stored.version + 1 };
    return stored;
  };
  const { say } = await renderApp(`/checks/${stored.id}`, { ...options, server });
  return { server, say, store, id: stored.id };
}

test('a change of a check stays while the network fails, and is saved at the next try', async () => {
  const { server, say, store, id } = await openCheck();
  await userEvent.click(page.getByRole('button', { name: say('checks:action.modify') }));
  const dialog = page.getByRole('dialog');
  // Stored numbers are in their usual groups.
  await expect.element(fieldOf(dialog, say('checkFields:workerPhoneNumber'))).toHaveValue('+32 470 11 12 22');
  const sent = await sendTwice({
    server,
    say,
    document: ModifyCheckDocument,
    answer: () => ({ modifyCheck: store({ workerAddress: 'Naamsestraat 22, 3000 Leuven', providerComment: 'Second bell' }) }),
    submit: dialog.getByRole('button', { name: say('checks:modify.save') }),
    typed: [
      [fieldOf(dialog, say('checkFields:workerAddress')), 'Naamsestraat 22, 3000 Leuven'],
      [fieldOf(dialog, say('checkFields:providerComment')), 'Second bell'],
    ],
  });
  const input = { workerAddress: 'Naamsestraat 22, 3000 Leuven', providerComment: 'Second bell', workerPhoneNumber: '+32470111222' };
  expect(sent).toMatchObject({ id, version: 1, input });
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('main').getByText('Naamsestraat 22, 3000 Leuven')).toBeVisible();
});

test('the reason of a cancellation stays while the network fails, and the check is cancelled at the next try', async () => {
  const { server, say, store, id } = await openCheck();
  await userEvent.click(page.getByRole('button', { name: say('checks:action.cancel') }));
  const dialog = page.getByRole('alertdialog');
  const sent = await sendTwice({
    server,
    say,
    document: CancelCheckDocument,
    answer: () => ({ cancelCheck: store({ status: 'Archived', availableActions: [], cancellationFee: null }) }),
    submit: dialog.getByRole('button', { name: say('checks:cancel.confirm') }),
    typed: [[fieldOf(dialog, say('checks:cancel.reason')), 'Back at work']],
  });
  expect(sent).toEqual({ id, version: 1, input: { reason: 'Back at work' } });
  await expect.element(page.getByText(say('checks:cancel.done'))).toBeVisible();
  await expect.element(page.getByText(say('checks:next.archivedText'))).toBeVisible();
});

test.each([
  ['Hospitalised', true],
  ['WorkerAbroad', false],
] as const)(
  'of an employee who is not there (%s) HR reads what it can decide, not that there is nothing to do',
  async (problemReason, isFree) => {
    const { say } = await openCheck({ status: 'ModificationProblem', nextActor: 'provider', problemReason, problemOwner: 'provider' });
    await expect.element(page.getByText(say(`checks:problem.ask.${problemReason}`))).toBeVisible();
    expect(page.getByText(say('checks:problem.free')).elements()).toHaveLength(isFree ? 1 : 0);
    expect(page.getByText(say('checks:problem.nothingToDo')).elements()).toEqual([]);
  },
);

test.each([
  ['DoctorUnavailable', 'provider', 'off'],
  ['EmployerModification', 'provider', 'toConfirm'],
  ['AddressUnclear', 'employer', 'toConfirm'],
] as const)(
  'an appointment that stands still (%s, solved by the %s) says what the mails say: %s',
  async (problemReason, problemOwner, word) => {
    const planned = plannedCheck({ status: 'ModificationProblem', nextActor: problemOwner, problemReason, problemOwner });
    const { say } = await openCheck(planned);
    await expect.element(page.getByText(`(${say(`checks:appointment.${word}`)})`)).toBeVisible();
  },
);

test('an answer that is being typed stays when the question is settled by somebody else', async () => {
  const { server, say, store, id } = await openCheck({
    status: 'ModificationProblem',
    availableActions: ['resolveProblem', 'cancel'],
    nextActor: 'employer',
    problemReason: 'AddressUnclear',
    problemOwner: 'employer',
    problemComment: 'Which bell?',
  });
  await expect.element(page.getByText('Which bell?').first()).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: say('checks:problem.resolve') }));
  const dialog = page.getByRole('dialog');
  const answer = fieldOf(dialog, say('checks:problem.answer'));
  await userEvent.fill(answer, 'The second one');
  const { companyId, version } = store({
    status: 'Planning',
    availableActions: ['modify', 'cancel'],
    problemReason: null,
    problemOwner: null,
  });
  server.notify('check', { companyId, id, version });
  const over = say('checks:problem.over', { status: say('enums:checkStatus.Planning') });
  await expect.element(dialog.getByText(over)).toBeVisible();
  await expect.element(answer).toHaveValue('The second one');
  await expect.element(dialog.getByRole('button', { name: say('checks:problem.send') })).toBeDisabled();
});

const ASKED = {
  status: 'ModificationProblem',
  availableActions: ['modify', 'resolveProblem', 'cancel'],
  nextActor: 'employer',
  problemReason: 'AddressUnclear',
  problemOwner: 'employer',
} as const;
const SETTLED = { status: 'Planning', availableActions: ['modify', 'cancel'], problemReason: null, problemOwner: null } as const;

/** Types another address for a check that waits for an answer, and saves it; the answer does not come through. */
async function correctUnanswered(answer: (store: (next: Partial<CheckFixture>) => CheckFixture) => ReturnType<typeof refusal>) {
  const open = await openCheck({ ...ASKED, availableActions: [...ASKED.availableActions] });
  const { server, say, store } = open;
  await userEvent.click(page.getByRole('button', { name: say('checks:problem.correct') }));
  const dialog = page.getByRole('dialog');
  const address = fieldOf(dialog, say('checkFields:workerAddress'));
  await userEvent.fill(address, 'Naamsestraat 22, 3000 Leuven');
  server.graphql(ModifyCheckDocument, ({ input }) => ({ modifyCheck: store({ workerAddress: input.workerAddress }) }));
  server.graphql(ResolveProblemDocument, () => answer(store));
  await userEvent.click(dialog.getByRole('button', { name: say('checks:modify.save') }));
  return { ...open, dialog, address };
}

test('a change that is stored while its answer is not says so beside the tick, and only the answer is sent again', async () => {
  const { server, say, store, dialog, address } = await correctUnanswered(() => refusal('database.unavailable'));
  const notice = dialog.getByRole('alert').filter({ hasText: say('checks:modify.unanswered') });
  await expect.element(notice).toMatchTextContent(sentenceWith(say('errors:database.unavailable')));
  await expect.element(address).toHaveValue('Naamsestraat 22, 3000 Leuven');
  // The own change is nobody else's.
  await expect.element(dialog.getByText(say('checks:changed.title'))).not.toBeInTheDocument();
  server.graphql(ResolveProblemDocument, () => ({
    resolveProblem: store({ ...SETTLED, availableActions: [...SETTLED.availableActions] }),
  }));
  await userEvent.click(dialog.getByRole('button', { name: say('checks:problem.send') }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.calls(ModifyCheckDocument)).toHaveLength(1);
  expect(server.calls(ResolveProblemDocument).map(({ version }) => version)).toEqual([2, 2]);
});

test('a change whose question was settled meanwhile is saved all the same', async () => {
  const { say, dialog } = await correctUnanswered((store) => {
    store({ ...SETTLED, availableActions: [...SETTLED.availableActions] });
    return refusal('entity.changedMeanwhile');
  });
  await expect.element(page.getByText(say('checks:modify.saved'))).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

/** A home visit on the day of the screen's clock, as the server tells employers about it. */
const VISIT = { appointmentStart: null, appointmentEnd: null, checkTime: null } as const;

test('of a home visit the employer reads the day everywhere, and what cancelling costs that day', async () => {
  const { say } = await openCheck(
    plannedCheck({ ...VISIT, availableActions: ['modify', 'cancel'], cancellationFeeAtLeast: 3_000, cancellationFee: 6_000 }),
  );
  const main = page.getByRole('main');
  const long = 'Thursday 5 November 2026';
  await expect.element(main.getByText(say('checks:next.waiting.House', { doctor: 'Dirk Maes', moment: long }))).toBeVisible();
  await expect.element(main.getByText(say('checks:appointment.unannounced'))).toBeVisible();
  // The appointment and the report, as far as they are told.
  await expect.element(main.getByText(/Thu 5 Nov$/).first()).toBeVisible();
  await expect.element(main).not.toMatchTextContent(/(5 Nov|5 November 2026),? \d\d:\d\d/);
  await userEvent.click(page.getByRole('button', { name: say('checks:action.cancel') }));
  const amounts = { from: '€36.30', to: '€72.60', hours: '4' };
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog.getByText(say('checks:cancel.feeEither', amounts))).toBeVisible();
  await expect.element(dialog.getByText(say('checks:cancel.feeEitherDetail', amounts))).toBeVisible();
});

test('who sees no prices changes and cancels a check, and reads no amount on the way', async () => {
  const AMOUNT = /€/;
  const prices = { companyTotalPrice: null, cancellationFee: null } as const;
  const { server, say, store } = await openCheck(prices, { as: 'employerBasic' });
  await userEvent.click(page.getByRole('button', { name: say('checks:action.modify') }));
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await userEvent.click(dialog.getByRole('radio', { name: say('enums:checkLocation.Office') }));
  await expect.element(dialog).not.toMatchTextContent(AMOUNT);
  server.graphql(ModifyCheckDocument, () => ({ modifyCheck: store({ checkLocation: 'Office' }) }));
  await userEvent.click(dialog.getByRole('button', { name: say('checks:modify.save') }));
  await expect.element(page.getByText(say('checks:modify.saved'))).toBeVisible();
  expect(server.calls(CheckContractDocument), 'nor is the price asked for').toHaveLength(0);
  // The closed dialog gives the focus back a moment after the toast appears: it would take it from the next button.
  await expect.element(page.getByRole('button', { name: say('checks:action.modify') })).toHaveFocus();

  // By the keyboard: under the pointer the toast would stay that lies over the button.
  await focus(page.getByRole('button', { name: say('checks:action.cancel') }));
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText(say('checks:cancel.feeHidden'))).toBeVisible();
  const rule = say('common:cancelRule', { accepted: 25, late: 50, hours: 4 });
  await expect.element(dialog.getByText(sentenceWith(rule))).toBeVisible();
  await expect.element(dialog.getByText(say('checks:cancel.free'))).not.toBeInTheDocument();
  await expect.element(dialog).not.toMatchTextContent(AMOUNT);
  await userEvent.fill(fieldOf(dialog, say('checks:cancel.reason')), 'Back at work');
  server.graphql(CancelCheckDocument, () => ({ cancelCheck: store({ status: 'Archived', availableActions: [] }) }));
  await userEvent.click(dialog.getByRole('button', { name: say('checks:cancel.confirm') }));
  await expect.element(page.getByText(say('checks:cancel.done'))).toBeVisible();
  await expect.element(page.getByRole('main')).not.toMatchTextContent(AMOUNT);
});

test('what comes next and what happened leads, the facts are beside it, and a pill is only where the reader must act', async () => {
  const { say } = await openCheck();
  const part = (name: string) => page.getByRole('region', { name });
  const placeOf = (name: string) => part(name).element().getBoundingClientRect();
  await expect.element(part(say('checks:detail.history'))).toBeVisible();
  const history = placeOf(say('checks:detail.history'));
  expect(history.top).toBeGreaterThan(placeOf(say('checks:next.title')).bottom);
  expect(history.right).toBeLessThan(placeOf(say('checks:detail.worker')).left);
  await expect.element(page.getByText(say('checks:actor.you'))).not.toBeInTheDocument();
});

const AT = '2026-11-04T08:00:00.000Z';
test.each([
  ['none', 'NotTold', { channel: null }],
  ['smsWaiting', 'Waiting', {}],
  ['smsSent', 'InTime', { sentAt: AT }],
  ['smsDelivered', 'InTime', { sentAt: AT, deliveredAt: AT }],
  ['smsFailed', 'NotTold', { failedAt: AT }],
  ['smsNotKnown', 'NotTold', { failedAt: AT, isNotKnown: true }],
  ['mailSent', 'Late', { channel: 'mail', sentAt: AT }],
  ['mailFailed', 'NotTold', { channel: 'mail', sentAt: AT, failedAt: AT }],
  ['phoneEmployee', 'Late', { channel: 'phone', reached: 'employee', sentAt: AT, phoneNumber: '+32470111222' }],
] as const)('the page says how the employee was told, and whether in time: %s', async (key, employeeTold, changes) => {
  const { say } = await openCheck(plannedCheck({ checkLocation: 'Office', employeeTold, employeeMessages: [employeeMessage(changes)] }));
  await expect.element(page.getByText(say(`checks:told.${employeeTold}`))).toBeVisible();
  const moment = '4 Nov 2026, 09:00';
  const words = say(`checks:employeeMessage.${key}`, { sent: moment, delivered: moment, failed: moment, number: '+32 470 11 12 22' });
  // By the next step, and in the history.
  await expect.element(page.getByText(words)).toHaveLength(2);
});

test('what nobody got is on the page of the check, with what to do', async () => {
  const undelivered = [
    { id: '1', recipient: 'chef@example.be', failure: 'wrongAddress', failedAt: '2026-11-04T08:00:00.000Z' },
    { id: '2', recipient: 'hr@example.be', failure: 'mailboxFull', failedAt: '2026-11-04T08:00:00.000Z' },
  ] as const;
  const { say } = await openCheck(plannedCheck({ undelivered }));
  const moment = 'Wed 4 Nov, 09:00';
  await expect.element(page.getByText(say('checks:undelivered.mail', { moment, recipient: 'chef@example.be' }))).toBeVisible();
  await expect.element(page.getByText(say('checks:undelivered.mail', { moment, recipient: 'hr@example.be' }))).toBeVisible();
  await expect.element(page.getByText(say('checks:undelivered.next.wrongAddress'))).toBeVisible();
  // The message itself is the provider's to open.
  await expect.element(page.getByRole('link', { name: say('checks:undelivered.open') })).not.toBeInTheDocument();
});

test('what the employee sent is to look at, to register by a form, or to put aside with a reason', async () => {
  const waiting = {
    id: 'sent-1',
    sentAt: '2026-11-04T08:00:00.000Z',
    startDate: '2026-11-02',
    endDate: '2026-11-06',
    state: 'Waiting' as const,
    certificateId: null,
    document: { id: 'd1', fileName: 'IMG_1.jpg', mediaType: 'image/jpeg', byteSize: 12, url: '/v1/api/companies/c/documents/d1' },
  };
  const known = { ...waiting, id: 'sent-0', state: 'Registered' as const, certificateId: 'certificate-1' };
  const infected = { ...waiting, id: 'sent-2', state: 'Infected' as const };
  const { server, say, store, id } = await openCheck({ sentCertificates: [known, infected, waiting] });
  const card = page.getByRole('region', { name: say('sentCertificates:title') });
  await expect.element(card.getByText(say('sentCertificates:state.Waiting'))).toBeVisible();
  await expect.element(card.getByText(say('sentCertificates:infected'))).toBeVisible();
  await expect
    .element(card.getByRole('link', { name: say('sentCertificates:register') }))
    .toHaveAttribute('href', `/certificates/new?sentCheckId=${id}&sentId=sent-1`);
  await expect
    .element(card.getByRole('link', { name: say('sentCertificates:open') }))
    .toHaveAttribute('href', '/certificates/certificate-1');
  await expectAccessibleInBothModes();
  await card.getByRole('button', { name: say('sentCertificates:aside') }).click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: say('sentCertificates:aside') });
  await confirm.click();
  await expect.element(dialog.getByText(say('sentCertificates:reasonMissing'))).toBeVisible();
  await expectAccessibleInBothModes();
  const aside = { ...waiting, state: 'OtherDocument' as const, document: null };
  server.graphql(PutAsideSentCertificateDocument, () => ({ putAsideSentCertificate: store({ sentCertificates: [known, aside] }) }));
  await dialog.getByText(say('sentCertificates:reasons.OtherDocument')).click();
  await confirm.click();
  await expect.element(page.getByText(say('sentCertificates:asideDone'))).toBeVisible();
  await expect.element(card.getByText(say('sentCertificates:state.putAside'))).toBeVisible();
  await expect.element(card.getByRole('button', { name: say('sentCertificates:aside') })).not.toBeInTheDocument();
  expect(server.calls(PutAsideSentCertificateDocument)).toEqual([{ id: 'sent-1', reason: 'OtherDocument' }]);
});

const CLAIM: NonNullable<CheckFixture['travelClaim']> = {
  id: 'check-1',
  version: 1,
  state: 'Waiting',
  means: 'Car',
  km: 24,
  kmRate: 4449,
  kmRateFrom: '2025-07-01',
  amountCents: 10_68,
  reason: '',
  payment: 'Account',
  ibanEnd: '7034',
  claimedAt: '2026-11-05T12:00:00.000Z',
  changedAt: '2026-11-05T12:00:00.000Z',
  paidOn: null,
  paidCents: null,
  decisionReason: '',
  canDecide: true,
  canReadAccount: true,
  receipt: null,
};

test('whoever pays reads the account number when they ask for it, and enters day and amount; another amount needs a reason', async () => {
  const { server, say, store } = await openCheck({
    travelClaim: CLAIM,
    checkDate: '2026-11-05',
    status: 'Archived',
    checkLocation: 'Office',
    checkOccurence: 'Yes',
  });
  server.graphql(ReadTravelClaimAccountDocument, () => ({ readTravelClaimAccount: 'BE68539007547034' }));
  const card = page.getByRole('region', { name: say('travelClaims:title') });
  await expect.element(card.getByText('€10.68')).toBeVisible();
  await expect.element(card.getByText(say('travelClaims:notExamined'))).not.toBeInTheDocument();
  await expect.element(card.getByText('•••• 7034')).toBeVisible();
  await expectAccessibleInBothModes();
  await card.getByRole('button', { name: say('travelClaims:show') }).click();
  await expect.element(card.getByText('BE68 5390 0754 7034')).toHaveFocus();
  await card.getByRole('button', { name: say('travelClaims:pay') }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(say('travelClaims:accountGoes'))).toBeVisible();
  const amount = fieldOf(dialog, say('travelClaims:paidAmount'));
  await expect.element(amount).toHaveValue('10.68');
  await userEvent.fill(amount, '9,00');
  server.graphql(PayTravelClaimDocument, () => refusal('request.invalid', { issues: [{ path: 'reason', message: 'reasonRequired' }] }));
  const confirm = dialog.getByRole('button', { name: say('travelClaims:pay') });
  await confirm.click();
  const reason = fieldOf(dialog, say('travelClaims:paidReason'));
  await expectFieldError(reason, say('validation:reasonRequired'));
  await expectAccessibleInBothModes();
  await userEvent.fill(reason, 'Our rate is lower.');
  const paid = { ...CLAIM, version: 2, state: 'Paid', paidCents: 9_00, decisionReason: 'Our rate is lower.', canDecide: false } as const;
  server.graphql(PayTravelClaimDocument, ({ paidOn }) => ({
    payTravelClaim: store({ travelClaim: { ...paid, paidOn, canReadAccount: false } }),
  }));
  await confirm.click();
  await expect.element(page.getByText(say('travelClaims:payDone'))).toBeVisible();
  // The button that opened the dialog is gone.
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  await expect.element(card.getByText(say('travelClaims:state.Paid'), { exact: true }).first()).toBeVisible();
  await expect.element(card.getByText('•••• 7034')).toBeVisible();
  await expect.element(card.getByRole('button')).not.toBeInTheDocument();
  expect(server.calls(PayTravelClaimDocument).at(-1)).toMatchObject({
    id: 'check-1',
    version: 1,
    amountCents: 9_00,
    reason: 'Our rate is lower.',
  });
  expect(server.calls(ReadTravelClaimAccountDocument)).toEqual([{ id: 'check-1' }]);
});

test('travel costs are refused with a reason; whoever may not decide reads who does', async () => {
  const { server, say, store } = await openCheck({
    travelClaim: { ...CLAIM, payment: 'Wages', ibanEnd: null },
    status: 'Archived',
    checkLocation: 'Office',
    checkOccurence: 'NoShow',
  });
  const card = page.getByRole('region', { name: say('travelClaims:title') });
  // The doctor corrected the result after the claim.
  await expect.element(card.getByText(say('travelClaims:notExamined'))).toBeVisible();
  await card.getByRole('button', { name: say('travelClaims:refuse') }).click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: say('travelClaims:refuse') });
  await expect.element(dialog.getByText(say('travelClaims:refuseText'))).toBeVisible();
  await expect.element(dialog.getByText(say('travelClaims:accountGoes'))).not.toBeInTheDocument();
  await confirm.click();
  await expect.element(dialog.getByText(say('validation:reasonRequired'))).toBeVisible();
  await userEvent.fill(fieldOf(dialog, say('travelClaims:refuseReason')), 'The sector’s fund pays it.');
  const basic = { ...CLAIM, canDecide: false, canReadAccount: false };
  server.graphql(RefuseTravelClaimDocument, () => ({ refuseTravelClaim: store({ travelClaim: basic }) }));
  await confirm.click();
  await expect.element(page.getByText(say('travelClaims:refuseDone'))).toBeVisible();
  await expect.element(card.getByText(say('travelClaims:administrators'))).toBeVisible();
  await expect.element(card.getByRole('button')).not.toBeInTheDocument();
  expect(server.calls(RefuseTravelClaimDocument)).toEqual([{ id: 'check-1', version: 1, reason: 'The sector’s fund pays it.' }]);
});

test('the employer reads that the result is being checked, and nothing of it', async () => {
  const held = plannedCheck({ resultHeldAt: '2026-11-05T10:20:00.000Z', nextActor: 'provider', availableActions: [] });
  const { say } = await openCheck(held);
  await expect.element(page.getByText(say('checks:next.held'))).toBeVisible();
  const history = page.getByRole('list', { name: say('checks:detail.history') });
  await expect.element(history.getByText(say('checks:expected.review'))).toBeVisible();
  await expect.element(history.getByText(say('checks:expected.check'))).not.toBeInTheDocument();
  await expectAccessibleInBothModes();
});
