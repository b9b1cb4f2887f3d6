import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleInBothModes } from '../../../test/accessibility.ts';
import { expectFieldError, fieldOf } from '../../../test/fields.ts';
import { type CheckFixture, plannedCheck } from '../../../test/fixtures/checks.ts';
import { renderApp } from '../../../test/render.tsx';
import { sendTwice } from '../../../test/send-twice.ts';
import { fakeServer } from '../../../test/server.ts';
import { ExhaustedSearchesDocument } from '../board/exhausted-searches.gql.ts';
import { HeldResultsDocument } from '../board/held-results.gql.ts';
import { NotToldDocument } from '../board/not-told.gql.ts';
import { OtherAddressDocument } from '../board/other-address.gql.ts';
import { WaitingCommentsDocument } from '../board/waiting-comments.gql.ts';
import { PlanningBoardDocument, PlanningCheckDocument, QuestionResultDocument, ReleaseResultDocument } from '../planning.gql.ts';

const HELD = {
  findings: ['examinationShort', 'medicalTerms'],
  waitsSince: '2026-11-05T09:20:00.000Z',
  question: '',
  answer: '',
  escalatedAt: null,
  byDoctor: true,
  checkOccurence: 'Yes',
  examinedFrom: '2026-11-05T09:00:00.000Z',
  examinedTo: '2026-11-05T09:01:00.000Z',
  newIncapacityEndDate: '2026-11-06',
  workerDisagreement: true,
  secondCheckNeeded: false,
  prolongationNeeded: false,
  injuryDifference: null,
  checkPlausibility: 'Unknown',
  archiveComment: 'Heeft griep.',
  timesReason: '',
} as const satisfies CheckFixture['heldResult'];

const heldCheck = (changes: Partial<CheckFixture> = {}) =>
  plannedCheck({
    resultDueAt: '2026-11-05T09:20:00.000Z',
    resultHeldAt: '2026-11-05T09:20:00.000Z',
    heldResult: HELD,
    nextActor: 'provider',
    availableActions: ['releaseResult', 'questionResult'],
    ...changes,
  });

async function opened(changes: Partial<CheckFixture> = {}) {
  const server = fakeServer();
  let stored = heldCheck(changes);
  server.graphql(PlanningCheckDocument, () => ({ check: stored }));
  const { say } = await renderApp(`/planning/${stored.id}`, { server, as: 'planner' });
  const store = (next: Partial<CheckFixture>) => {
    stored = { ...stored, ...next, version: stored.version + 1 };
    return stored;
  };
  return { server, say, store, check: stored, card: page.getByRole('region', { name: say('planning:held.title') }) };
}

test('a held result says why, what the doctor sent, and is released with a reason', async () => {
  const { server, say, store, check, card } = await opened();
  await expect.element(card).toMatchTextContent(say('enums:qualityRule.examinationShort'));
  await expect.element(card).toMatchTextContent(say('planning:held.medicalHint', { words: 'griep' }));
  await expect.element(card).toMatchTextContent(say('checkFields:workerDisagreement'));
  await expectAccessibleInBothModes();
  await userEvent.click(card.getByRole('button', { name: say('planning:held.release') }));
  const dialog = page.getByRole('dialog');
  const reason = fieldOf(dialog, say('planning:held.releaseReason'));
  const submit = dialog.getByRole('button', { name: say('planning:held.release') });
  await userEvent.click(submit);
  await expectFieldError(reason, say('validation:required'));
  const sent = await sendTwice({
    server,
    say,
    document: ReleaseResultDocument,
    answer: () => ({ releaseResult: store({ status: 'Archived', heldResult: null, resultHeldAt: null, availableActions: [] }) }),
    submit,
    typed: [[reason, 'The doctor was called.']],
  });
  expect(sent).toEqual({ id: check.id, version: check.version, reason: 'The doctor was called.' });
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(card).not.toBeInTheDocument();
});

test('the doctor is asked, and the answer is read', async () => {
  const { server, say, store, check, card } = await opened();
  await userEvent.click(card.getByRole('button', { name: say('planning:held.ask') }));
  const dialog = page.getByRole('dialog');
  const sent = await sendTwice({
    server,
    say,
    document: QuestionResultDocument,
    answer: () => ({
      questionResult: store({
        resultAskedAt: '2026-11-05T09:30:00.000Z',
        availableActions: ['releaseResult'],
        heldResult: { ...HELD, question: 'Really one minute?', escalatedAt: '2026-11-05T11:30:00.000Z' },
      }),
    }),
    submit: dialog.getByRole('button', { name: say('planning:held.ask') }),
    typed: [[fieldOf(dialog, say('planning:held.askQuestion')), 'Really one minute?']],
  });
  expect(sent).toEqual({ id: check.id, version: check.version, question: 'Really one minute?' });
  await expect.element(card).toMatchTextContent('Really one minute?');
  await expect.element(card).toMatchTextContent(say('planning:held.late'));
  await expect.element(card.getByRole('button', { name: say('planning:held.ask') })).not.toBeInTheDocument();
});

test('what a planner has reported has no doctor to ask', async () => {
  const { say, card } = await opened({ heldResult: { ...HELD, byDoctor: false } });
  await expect.element(card.getByRole('button', { name: say('planning:held.release') })).toBeVisible();
  await expect.element(card.getByRole('button', { name: say('planning:held.ask') })).not.toBeInTheDocument();
});

async function openBoard(path: string, held: readonly CheckFixture[]) {
  const server = fakeServer();
  const none = { checks: { totalCount: 0, totalCountCapped: false } };
  server.graphql(WaitingCommentsDocument, () => ({ reports: none.checks }));
  for (const document of [ExhaustedSearchesDocument, NotToldDocument, OtherAddressDocument]) server.graphql(document, () => none);
  server.graphql(HeldResultsDocument, () => ({ checks: { totalCount: held.length, totalCountCapped: false } }));
  server.graphql(PlanningBoardDocument, ({ filter }) => {
    const nodes = filter?.resultHeld ? held : [];
    return { checks: { nodes, pageInfo: { endCursor: null, hasNextPage: false }, totalCount: nodes.length, totalCountCapped: false } };
  });
  return renderApp(path, { server, as: 'planner' });
}

test('the board leads to the held results, and says of each why', async () => {
  const { say } = await openBoard('/planning', [heldCheck({ workerFullName: 'Held Back' })]);
  await userEvent.click(page.getByRole('link', { name: say('planning:board.heldCount', { count: 1 }) }));
  const line = page.getByRole('table').getByRole('row', { name: /Held Back/ });
  await expect.element(line).toMatchTextContent(say('enums:qualityRule.examinationShort'));
  await expectAccessibleInBothModes();
});

test('and says that none waits', async () => {
  const { say } = await openBoard('/planning?tab=planned&resultHeld=true', []);
  await expect.element(page.getByText(say('common:empty.filtered'))).toBeVisible();
});

test('a reason that was typed is asked about before it goes', async () => {
  const { say, card } = await opened();
  await userEvent.click(card.getByRole('button', { name: say('planning:held.release') }));
  const dialog = page.getByRole('dialog');
  const reason = fieldOf(dialog, say('planning:held.releaseReason'));
  await userEvent.fill(reason, 'The doctor was called.');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(dialog.getByRole('button', { name: say('common:leave.stay') }));
  await expect.element(reason).toHaveValue('The doctor was called.');
});

test('a reason that was typed stays when another planner releases the result', async () => {
  const { server, say, store, check, card } = await opened();
  await userEvent.click(card.getByRole('button', { name: say('planning:held.release') }));
  const reason = fieldOf(page.getByRole('dialog'), say('planning:held.releaseReason'));
  await userEvent.fill(reason, 'The doctor was called.');
  store({ status: 'Archived', heldResult: null, resultHeldAt: null, resultDueAt: null, availableActions: [] });
  server.notify('check', { companyId: check.companyId, id: check.id, version: check.version + 1 });
  await expect.element(page.css('main')).not.toMatchTextContent(say('planning:held.text'));
  await expect.element(reason).toHaveValue('The doctor was called.');
});
