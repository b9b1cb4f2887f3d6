import { evidenceFilePath } from '@checkwell/domain/check/evidence/evidence';
import { stepsOf } from '@checkwell/domain/check/result/outcome-steps';
import { formatsIn } from '@checkwell/messages/formats';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { today } from '../../lib/browser/time.ts';
import { withWorker } from '../../lib/records/with-worker.ts';
import { expectAccessibleInBothModes } from '../../test/accessibility.ts';
import { attemptAt, type CheckFixture, report } from '../../test/fixtures/checks.ts';
import { takeDownloads } from '../../test/navigation.ts';
import { type AppOptions, renderApp } from '../../test/render.tsx';
import { fakeServer, file, refusal } from '../../test/server.ts';
import { CheckDocument } from './check.gql.ts';
import { ExcuseNoShowDocument, RecordArbitrationDocument, RecordRulingDocument } from './dispute/dispute.gql.ts';
import { HoldCheckDocument } from './legal-hold.gql.ts';

async function open(check: CheckFixture, options: AppOptions = {}) {
  const server = fakeServer();
  server.graphql(CheckDocument, () => ({ check }));
  return renderApp(`/reports/${check.id}`, { ...options, server });
}

/** One report of each outcome that has steps of its own. */
const OUTCOMES: readonly Partial<CheckFixture>[] = [
  { checkOccurence: 'Yes', earlyReturn: true, newIncapacityEndDate: '2026-11-08' },
  { checkOccurence: 'NoShow' },
  { checkOccurence: 'NonOperable', nonOperableReason: 'NoContact' },
  { checkOccurence: 'Cancelled' },
  { checkOccurence: 'NoCertifDenied' },
  { checkOccurence: 'NoCertifConfirmed' },
  { checkOccurence: 'YesSecondCheck', secondCheckNeeded: true },
];

test.each(OUTCOMES)('what to do with the outcome $checkOccurence is said step by step, on a phone too', async (outcome) => {
  const check = report({ companyTotalPrice: 12_500, ...outcome });
  const { say } = await open(check, { width: 390 });
  const steps = page.getByRole('region', { name: say('reports:next.title') }).getByRole('listitem');
  const expected = stepsOf(withWorker(check), today());
  expect(expected.length).toBeGreaterThan(0);
  await expect.element(steps).toHaveLength(expected.length);
  const { date: written } = formatsIn('en');
  for (const [index, { key, date, due, source }] of expected.entries()) {
    const step = steps.nth(index);
    const text =
      key === 'byReason'
        ? say(`enums:nonOperableNextStep.${check.nonOperableReason ?? 'Other'}`)
        : say(`reports:next.${key}`, { date: written(date) });
    await expect.element(step.getByText(text)).toBeVisible();
    if (due !== null && due < today()) await expect.element(step).toMatchTextContent(say('reports:next.duePassed', { date: written(due) }));
    if (source) await expect.element(step.getByRole('link')).toHaveAttribute('href', source.address);
  }
  // The product advises; it accuses nobody.
  await expect.element(page.getByRole('main')).not.toMatchTextContent(/must return|fraud|unjustified/i);
});

test('verdict, next steps and price are on the first screen of a desk', async () => {
  // The longest advice, with a comment of the doctor.
  const { say } = await open(
    report({ checkOccurence: 'Yes', earlyReturn: true, newIncapacityEndDate: '2026-11-08', archiveComment: 'Works at heights.' }),
  );
  for (const name of [say('reports:next.title'), say('reports:detail.cost')]) {
    const part = page.getByRole('region', { name });
    await expect.element(part).toBeVisible();
    expect(part.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight);
  }
});

test('the checks of one incapacity lead to each other', async () => {
  const { say } = await open(report({ parentCheckId: 'c-before', laterCheckIds: ['c-after'] }));
  const link = (name: string) => page.getByRole('link', { name });
  await expect.element(link(say('checks:detail.parentCheck'))).toHaveAttribute('href', '/reports/c-before');
  await expect.element(link(say('checks:detail.laterCheck'))).toHaveAttribute('href', '/checks/c-after');
});

test('a report that cannot be downloaded says so and is tried again', async () => {
  const check = report();
  const { say, server } = await open(check);
  const path = `/v1/api/checks/${check.id}/report.pdf`;
  server.rest('GET', path, () => refusal('server.overloaded'));
  await userEvent.click(page.getByRole('button', { name: say('reports:pdf.download') }));
  await expect.element(page.getByText(say('errors:server.overloaded'))).toBeVisible();
  server.rest('GET', path, () => file('%PDF', 'check-report.pdf', 'application/pdf'));
  await userEvent.click(page.getByRole('button', { name: say('common:retry') }));
  await expect.poll(takeDownloads).toMatchObject([{ name: 'check-report.pdf' }]);
});

test('the evidence of a check is a document of its own', async () => {
  const check = report();
  const { say, server } = await open(check);
  server.rest('GET', evidenceFilePath(check.id), () => file('%PDF', 'evidence.pdf', 'application/pdf'));
  await userEvent.click(page.getByRole('button', { name: say('reports:evidencePack.download') }));
  await expect.poll(takeDownloads).toMatchObject([{ name: 'evidence.pdf' }]);
});

test('of an administrative error there is no evidence', async () => {
  const { say } = await open(report({ checkOccurence: 'Deleted' }), { as: 'planner' });
  await expect.element(page.getByRole('button', { name: say('reports:pdf.download') })).toBeVisible();
  await expect.element(page.getByRole('button', { name: say('reports:evidencePack.download') })).not.toBeInTheDocument();
});

test('who is no administrator finds what the report is about, and no cost', async () => {
  const { say } = await open(report({ companyTotalPrice: null }), { as: 'employerBasic' });
  const main = page.getByRole('main');
  await expect.element(main.getByRole('heading', { name: say('reports:detail.order') })).toBeVisible();
  await expect.element(main.getByRole('heading', { name: say('reports:detail.cost') })).not.toBeInTheDocument();
  await expect.element(main).not.toMatchTextContent('€');
});

test('a corrected result says when and why it was corrected, and what it said before', async () => {
  const check = report({ checkOccurence: 'Yes', workerDisagreement: true, examinedFrom: '2026-11-05T09:20:00.000Z' });
  const { checkOccurence, examinedFrom, examinedTo, examinationMinutes, newIncapacityEndDate, earlyReturn } = check;
  const { workerDisagreement, secondCheckNeeded, prolongationNeeded, injuryDifference, checkPlausibility } = check;
  const result = { checkOccurence, examinedFrom, examinedTo, examinationMinutes, newIncapacityEndDate, earlyReturn };
  const advice = { workerDisagreement, secondCheckNeeded, prolongationNeeded, injuryDifference, checkPlausibility };
  const corrected = {
    id: 'e1',
    at: '2026-11-05T11:00:00.000Z',
    action: 'correctResult',
    fromStatus: 'Archived',
    toStatus: 'Archived',
    actorKind: 'doctor',
    actorName: null,
    reason: '',
    detailsErased: false,
    version: 9,
    notes: [],
    findings: [],
    correctionReason: 'Mistyped',
    formerResult: { ...result, ...advice, checkOccurence: 'NoShow', workerDisagreement: false },
  } as const;
  const { say } = await open({ ...check, events: [corrected] });
  const card = page.getByRole('region', { name: say('reports:correction.title') });
  await expect.element(card).toMatchTextContent(say('enums:correctionReason.Mistyped'));
  await expect.element(card).toMatchTextContent('12:00');
  const before = card.getByRole('region', { name: say('reports:correction.before') });
  await expect.element(before).toMatchTextContent(say('enums:checkOccurence.NoShow'));
  await expect.element(before).toMatchTextContent(say('checkFields:workerDisagreement'));
  // What did not change is not repeated.
  await expect.element(before).not.toMatchTextContent(say('checkFields:secondCheckNeeded'));
  await expect.element(page.getByText(say('checks:event.correctResult'))).toBeVisible();
});

test('what was erased of the history and of a visit is named where it was', async () => {
  const at = '2020-03-03T10:00:00.000Z';
  const line = {
    id: 'e1',
    at,
    action: 'recordResult',
    fromStatus: 'WaitingForCheck',
    toStatus: 'Archived',
    actorKind: 'doctor',
    actorName: null,
    reason: '',
    detailsErased: true,
    version: 2,
    notes: [],
    findings: [],
    correctionReason: null,
    formerResult: null,
  } as const;
  const { say } = await open({
    ...report({ checkOccurence: 'NoShow' }),
    events: [line],
    attempts: [{ ...attemptAt(at), detailsErased: true, bell: '' }],
  });
  // The line, the bell, the position.
  await expect.poll(() => page.getByText(say('checks:erased')).elements().length).toBe(3);
});

test('a legal hold is set with a reason, and is on the report with its reason; an erased report says that it is', async () => {
  const server = fakeServer();
  let check = report({ checkOccurence: 'NoShow' });
  const reasons: string[] = [];
  server.graphql(CheckDocument, () => ({ check }));
  server.graphql(HoldCheckDocument, ({ reason }) => {
    reasons.push(reason);
    check = { ...check, legalHoldAt: '2026-11-05T10:20:00.000Z', legalHoldReason: reason };
    return { holdCheck: { id: check.id, version: check.version } };
  });
  const { say } = await renderApp(`/reports/${check.id}`, { server });
  const card = page.getByRole('region', { name: say('reports:hold.title') });
  await card.getByRole('button', { name: say('reports:hold.set') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: say('reports:hold.set') }).click();
  await expect.element(dialog.getByText(say('validation:reasonRequired'))).toBeVisible();
  await dialog.getByLabelText(say('reports:hold.reason')).fill('Labour court, 2026/114');
  await dialog.getByRole('button', { name: say('reports:hold.set') }).click();
  await expect.element(card.getByText('Labour court, 2026/114')).toBeVisible();
  expect(reasons).toEqual(['Labour court, 2026/114']);
  await expect.element(card.getByRole('button', { name: say('reports:hold.lift') })).toBeVisible();

  const { say: translate } = await open(report({ workerFullName: '– –', erasedAt: '2026-11-05T10:20:00.000Z' }));
  await expect.element(page.getByText(translate('reports:erased'))).toBeVisible();
  await expect.element(page.getByRole('region', { name: translate('reports:hold.title') })).not.toBeInTheDocument();
});

test('a legal hold that is being set does not become one that is lifted when somebody else sets it meanwhile', async () => {
  let check = report({ checkOccurence: 'NoShow' });
  const server = fakeServer();
  server.graphql(CheckDocument, () => ({ check }));
  const { say } = await renderApp(`/reports/${check.id}`, { server });
  await page.getByRole('button', { name: say('reports:hold.set') }).click();
  const dialog = page.getByRole('dialog');
  const reason = dialog.getByLabelText(say('reports:hold.reason'));
  await reason.fill('Labour court, 2026/114');
  check = { ...check, version: check.version + 1, legalHoldAt: '2026-11-05T10:20:00.000Z', legalHoldReason: 'Insurer' };
  server.notify('check', { companyId: check.companyId, id: check.id, version: check.version });
  await expect.element(page.getByText('Insurer')).toBeInTheDocument();
  await expect.element(reason).toHaveValue('Labour court, 2026/114');
  await expect.element(dialog.getByRole('button', { name: say('reports:hold.set') })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: say('reports:hold.lift') })).not.toBeInTheDocument();
});

test('a planner records who arbitrates, then the ruling; errors are at their fields, and what was typed stays', async () => {
  let check = report({
    checkOccurence: 'Yes',
    earlyReturn: true,
    newIncapacityEndDate: '2026-11-08',
    workerDisagreement: true,
    availableActions: ['recordArbitration'],
  });
  const server = fakeServer();
  server.graphql(CheckDocument, () => ({ check }));
  server.graphql(RecordArbitrationDocument, ({ input }) => {
    check = { ...check, ...input, availableActions: ['recordArbitration', 'recordRuling'] };
    return { recordArbitration: { id: check.id, version: check.version } };
  });
  const rulings: unknown[] = [];
  server.graphql(RecordRulingDocument, ({ input }) => {
    rulings.push(input);
    check = { ...check, ...input, newIncapacityEndDate: null, earlyReturn: false, availableActions: ['recordRuling'] };
    return { recordRuling: { id: check.id, version: check.version } };
  });
  const { say } = await renderApp(`/reports/${check.id}`, { server, as: 'planner', width: 390 });
  const card = page.getByRole('region', { name: say('reports:arbitration.title') });
  await card.getByRole('button', { name: say('reports:arbitration.record') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: say('reports:arbitration.record') }).click();
  await expect.element(dialog.getByText(say('validation:required'))).toBeVisible();
  await dialog.getByLabelText(say('checkFields:arbiterName')).fill('An Vermeulen');
  await expectAccessibleInBothModes();
  await dialog.getByRole('button', { name: say('reports:arbitration.record') }).click();
  await expect.element(card.getByText('An Vermeulen')).toBeVisible();
  await expect.element(card.getByText(/Decision due by/)).toBeVisible();

  await card.getByRole('button', { name: say('reports:arbitration.ruling') }).click();
  await dialog.getByRole('radio', { name: say('enums:arbitrationRuling.TreatingDoctor') }).click();
  await dialog.getByRole('button', { name: say('reports:arbitration.ruling') }).click();
  await expect.element(page.getByText(say('reports:outcomeText.ruledTreatingDoctor'))).toBeVisible();
  expect(rulings).toEqual([{ arbitrationRuling: 'TreatingDoctor', arbitrationRuledOn: today(), newIncapacityEndDate: null }]);
  await expect.element(card.getByRole('button', { name: say('reports:arbitration.changeRuling') })).toBeVisible();
});

test('who corrects the day of a ruling keeps the last day of incapacity that it named; the other finding has none', async () => {
  const check = report({
    checkOccurence: 'Yes',
    earlyReturn: true,
    newIncapacityEndDate: '2026-11-07',
    checkDate: '2026-11-04',
    incapacityEndDate: '2026-11-13',
    arbitrationAskedBy: 'Employee',
    arbitrationAskedOn: '2026-11-05',
    arbitrationRuling: 'ControlDoctor',
    arbitrationRuledOn: '2026-11-05',
    availableActions: ['recordRuling'],
  });
  const server = fakeServer();
  server.graphql(CheckDocument, () => ({ check }));
  const rulings: unknown[] = [];
  server.graphql(RecordRulingDocument, ({ input }) => {
    rulings.push(input);
    return { recordRuling: { id: check.id, version: check.version } };
  });
  const { say } = await renderApp(`/reports/${check.id}`, { server, as: 'planner' });
  const dialog = page.getByRole('dialog');
  const change = () => page.getByRole('button', { name: say('reports:arbitration.changeRuling') }).click();
  const save = () => dialog.getByRole('button', { name: say('reports:arbitration.ruling') }).click();
  await change();
  await save();
  await expect.poll(() => rulings).toEqual([expect.objectContaining({ newIncapacityEndDate: '2026-11-07' })]);
  await expect.element(dialog).not.toBeInTheDocument();
  await change();
  await dialog.getByRole('radio', { name: say('enums:arbitrationRuling.TreatingDoctor') }).click();
  await save();
  await expect
    .poll(() => rulings.at(-1))
    .toEqual({ arbitrationRuling: 'TreatingDoctor', arbitrationRuledOn: '2026-11-05', newIncapacityEndDate: null });
});

test('an employer excuses a no-show: the report says so, and speaks of pay no more', async () => {
  let check = report({ checkOccurence: 'NoShow', availableActions: ['excuseNoShow'] });
  const server = fakeServer();
  server.graphql(CheckDocument, () => ({ check }));
  server.graphql(ExcuseNoShowDocument, ({ input }) => {
    check = { ...check, ...input, availableActions: ['withdrawExcuse'] };
    return { excuseNoShow: { id: check.id, version: check.version } };
  });
  const { say } = await renderApp(`/reports/${check.id}`, { server });
  await expect.element(page.getByText(say('reports:next.payrollNoShow'))).toBeVisible();
  await page.getByRole('button', { name: say('reports:excuse.open') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: say('reports:excuse.open') }).click();
  await expect.element(dialog.getByText(say('validation:reasonRequired'))).toBeVisible();
  await dialog.getByRole('radio', { name: say('enums:noShowExcuse.Hospital') }).click();
  await dialog.getByRole('button', { name: say('reports:excuse.open') }).click();
  await expect.element(page.getByText(say('reports:outcomeText.noShowExcused'))).toBeVisible();
  await expect.element(page.getByText(say('reports:next.payrollNoShow'))).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: say('reports:excuse.withdraw') })).toBeVisible();
  await expectAccessibleInBothModes();
});

test('what is typed about a dispute stays when somebody else records it meanwhile, and its card stands elsewhere', async () => {
  let check = report({ checkOccurence: 'Yes', workerDisagreement: true, availableActions: ['recordArbitration'] });
  const server = fakeServer();
  server.graphql(CheckDocument, () => ({ check }));
  const { say } = await renderApp(`/reports/${check.id}`, { server, as: 'planner' });
  await page.getByRole('button', { name: say('reports:arbitration.record') }).click();
  const name = page.getByRole('dialog').getByLabelText(say('checkFields:arbiterName'));
  await name.fill('An Vermeulen');
  check = {
    ...check,
    version: check.version + 1,
    arbitrationAskedBy: 'Employee',
    arbitrationAskedOn: '2026-11-05',
    arbiterName: 'Bo Maes',
  };
  server.notify('check', { companyId: check.companyId, id: check.id, version: check.version });
  await expect.element(page.getByText('Bo Maes')).toBeInTheDocument();
  await expect.element(name).toHaveValue('An Vermeulen');
});

test('an excuse that is being typed stays one when somebody else excuses the no-show meanwhile', async () => {
  let check = report({ checkOccurence: 'NoShow', availableActions: ['excuseNoShow'] });
  const server = fakeServer();
  server.graphql(CheckDocument, () => ({ check }));
  const { say } = await renderApp(`/reports/${check.id}`, { server });
  await page.getByRole('button', { name: say('reports:excuse.open') }).click();
  const reason = page.getByRole('dialog').getByRole('radio', { name: say('enums:noShowExcuse.Hospital') });
  await reason.click();
  check = {
    ...check,
    version: check.version + 1,
    noShowExcuse: 'Pharmacy',
    noShowExcusedOn: '2026-11-05',
    availableActions: ['withdrawExcuse'],
  };
  server.notify('check', { companyId: check.companyId, id: check.id, version: check.version });
  await expect.element(page.getByText(say('reports:outcomeText.noShowExcused'))).toBeInTheDocument();
  await expect.element(reason).toBeChecked();
});
