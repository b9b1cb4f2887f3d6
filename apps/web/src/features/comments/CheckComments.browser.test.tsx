import { COMMENTS, TEXT } from '@checkwell/domain/constants';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clock } from '../../lib/browser/time.ts';
import { expectAccessibleInBothModes } from '../../test/accessibility.ts';
import { expectFieldError, fieldOf, focus, groupOf } from '../../test/fields.ts';
import { check, plannedCheck } from '../../test/fixtures/checks.ts';
import { comment, commentList } from '../../test/fixtures/comments.ts';
import { type AppOptions, renderApp } from '../../test/render.tsx';
import { fakeServer, offline, refusal } from '../../test/server.ts';
import { CheckDocument } from '../checks/check.gql.ts';
import { MissionDocument } from '../missions/missions.gql.ts';
import {
  AddCheckCommentDocument,
  CheckCommentsDocument,
  type CommentListFragment,
  MarkCheckCommentsReadDocument,
  ReleaseCheckCommentDocument,
  WithdrawCheckCommentDocument,
} from './comments.gql.ts';

/** The page of a check with these comments; `show` says which come next. */
async function open(list: CommentListFragment, options: AppOptions & { readonly on?: 'checks' | 'missions' | 'reports' } = {}) {
  const server = fakeServer();
  const { on = 'checks', ...rest } = options;
  const known = check(
    on === 'reports' ? { status: 'Archived', checkOccurence: 'NoShow', archivedAt: '2026-11-05T10:00:00.000Z', availableActions: [] } : {},
  );
  let shown = list;
  server.graphql(CheckDocument, () => ({ check: known }));
  server.graphql(MissionDocument, () => ({ check: plannedCheck({ id: known.id, availableActions: ['recordResult'] }) }));
  server.graphql(CheckCommentsDocument, () => ({ checkComments: shown }));
  server.graphql(MarkCheckCommentsReadDocument, () => ({ markCheckCommentsRead: 0 }));
  const app = await renderApp(`/${on}/${known.id}`, { ...rest, server });
  const card = page.getByRole('region', { name: app.say('comments:title'), exact: true });
  await expect.element(card).toBeVisible();
  const show = (next: CommentListFragment): CommentListFragment => {
    shown = next;
    return next;
  };
  return { ...app, server, card, show, id: known.id, companyId: known.companyId };
}
/** A choice is named by its label, with its hint behind; one label ends as another does. */
const starting = (label: string) => new RegExp(`^${label}`);
const NOW = clock.now().toISOString();
const SOON = new Date(clock.now().getTime() + COMMENTS.withdrawMinutes * 60_000).toISOString();

test('each comment says who wrote it, as what, when, and who can read it', async () => {
  const { card, say } = await open(
    commentList([
      comment({ text: 'Which bell?' }),
      comment({ authorRole: 'doctor', authorName: 'Dirk Maes', audience: 'EmployerPlannerDoctor', text: 'Nobody\nat home.' }),
      comment({ isOwn: true, authorRole: 'employer', authorName: 'Els Claes', createdAt: NOW, withdrawnAt: NOW, text: '' }),
    ]),
  );
  const items = card.getByRole('list', { name: say('comments:list') }).getByRole('listitem');
  await expect.element(items).toHaveLength(3);
  const both = say('comments:readers', { readers: say('comments:audience.EmployerPlanner') });
  const all = say('comments:readers', { readers: say('comments:audience.EmployerPlannerDoctor') });
  await expect.element(items.nth(0)).toMatchTextContent(new RegExp(`${say('comments:team')}.*Which bell\\?.*${both}`, 's'));
  await expect.element(items.nth(0).getByText(/4 Nov.*09:00/)).toBeVisible();
  await expect.element(items.nth(1)).toMatchTextContent(new RegExp(`Dirk Maes.*${say('comments:role.doctor')}.*${all}`, 's'));
  await expect.element(items.nth(2)).toMatchTextContent(new RegExp(`${say('comments:you')}.*${say('comments:withdrawn')}`, 's'));
  await expectAccessibleInBothModes();
});

test('what is typed stays through a failure and a reload, and is sent once under one key', async () => {
  const { server, card, say, show, reload, id } = await open(commentList());
  const text = () => fieldOf(card, say('comments:form.text'));
  await expect.element(card.getByText(say('comments:empty.employer'))).toBeVisible();
  // One line, until somebody writes.
  await expect.element(card.getByRole('radio')).not.toBeInTheDocument();
  await focus(text());
  await expect.element(card.getByText(say('comments:warning.health'))).toBeVisible();
  // The fewest readers come first.
  await expect.element(card.getByRole('radio', { name: starting(say('comments:audience.EmployerPlanner')) })).toBeChecked();
  await userEvent.click(card.getByRole('radio', { name: say('comments:audience.EmployerPlannerDoctor') }));
  await userEvent.fill(text(), 'Second bell');
  server.graphql(AddCheckCommentDocument, () => offline());
  await userEvent.click(card.getByRole('button', { name: say('comments:form.send') }));
  await expect.element(page.getByText(say('common:failed.offlineTitle')).first()).toBeVisible();
  await reload();
  await expect.element(text()).toHaveValue('Second bell');
  await expect.element(card.getByRole('radio', { name: say('comments:audience.EmployerPlannerDoctor') })).toBeChecked();
  server.graphql(AddCheckCommentDocument, ({ input }) => ({
    addCheckComment: show(commentList([comment({ isOwn: true, ...input })])),
  }));
  await userEvent.click(card.getByRole('button', { name: say('comments:form.send') }));
  await expect.poll(() => server.calls(AddCheckCommentDocument)).toHaveLength(2);
  const [first, sent] = server.calls(AddCheckCommentDocument);
  expect(sent, 'the first one may have arrived').toEqual(first);
  expect(sent).toMatchObject({ checkId: id, input: { audience: 'EmployerPlannerDoctor', text: 'Second bell' } });
  await expect.element(card.getByRole('listitem').getByText('Second bell')).toBeVisible();
  await expect.element(text()).toHaveValue('');
  await expect.element(card.getByRole('radio', { name: starting(say('comments:audience.EmployerPlanner')) })).toBeChecked();
  await userEvent.fill(text(), 'Another');
  await userEvent.click(card.getByRole('button', { name: say('comments:form.send') }));
  await expect.poll(() => server.calls(AddCheckCommentDocument).at(-1)?.input.text).toBe('Another');
  expect(server.calls(AddCheckCommentDocument).at(-1)?.idempotencyKey, 'another comment, another key').not.toBe(sent?.idempotencyKey);
});

test('what is wrong is said at the field, also what only the server knows', async () => {
  const { server, card, say } = await open(commentList());
  const send = card.getByRole('button', { name: say('comments:form.send') });
  await focus(fieldOf(card, say('comments:form.text')));
  await userEvent.click(send);
  await expectFieldError(fieldOf(card, say('comments:form.text')), say('validation:required'));
  await userEvent.fill(fieldOf(card, say('comments:form.text')), 'x'.repeat(TEXT.comment + 1));
  await expect.element(card.getByText(say('common:characters.over', { count: 1 }))).toBeVisible();
  await userEvent.fill(fieldOf(card, say('comments:form.text')), 'Late');
  server.graphql(AddCheckCommentDocument, () => refusal('comment.closed'));
  await userEvent.click(send);
  await expect.element(page.getByText(say('errors:comment.closed'))).toBeVisible();
  await expect.element(fieldOf(card, say('comments:form.text'))).toHaveValue('Late');
});

test('a comment of somebody else comes while one is typed; it is new until the page is left, and counts as read', async () => {
  const { server, card, say, show, id, companyId } = await open(commentList());
  await userEvent.fill(fieldOf(card, say('comments:form.text')), 'I am typ');
  expect(server.calls(MarkCheckCommentsReadDocument)).toHaveLength(0);
  show(commentList([comment({ text: 'And the code?', isUnread: true, createdAt: NOW })]));
  server.notify('comment', { companyId, id, version: 1 });
  await expect.element(card.getByText('And the code?')).toBeVisible();
  await expect.element(card.getByText(say('comments:unread', { count: 1 }))).toBeVisible();
  await expect.element(fieldOf(card, say('comments:form.text'))).toHaveValue('I am typ');
  await focus(fieldOf(card, say('comments:form.text')));
  await expect.poll(() => server.calls(MarkCheckCommentsReadDocument)).toEqual([{ checkId: id, until: NOW }]);
  await expect.element(card.getByText(say('comments:new'), { exact: true })).toBeVisible();
});

test('one’s own comment is taken back for ten minutes, and its words are there to be fixed', async () => {
  const mine = comment({ isOwn: true, authorRole: 'employer', authorName: 'Els', text: 'The flu', createdAt: NOW, canWithdrawUntil: SOON });
  const late = comment({ isOwn: true, authorRole: 'employer', text: 'Long ago', canWithdrawUntil: '2026-11-01T08:00:00.000Z' });
  const { server, card, say, show, id } = await open(commentList([late, mine]));
  const button = card.getByRole('button', { name: new RegExp(say('comments:withdraw')) });
  await expect.element(button).toHaveLength(1);
  server.graphql(WithdrawCheckCommentDocument, () => ({
    withdrawCheckComment: show(commentList([late, { ...mine, text: '', withdrawnAt: NOW, canWithdrawUntil: null }])),
  }));
  await userEvent.click(button);
  await expect.element(card.getByText(say('comments:withdrawn'))).toBeVisible();
  expect(server.calls(WithdrawCheckCommentDocument)).toEqual([{ checkId: id, id: mine.id }]);
  await expect.element(fieldOf(card, say('comments:form.text'))).toHaveValue('The flu');
  await expect.element(fieldOf(card, say('comments:form.text'))).toHaveFocus();
});

test('a doctor reads the warning of their secrecy, and that planners read first what is for HR', async () => {
  const waiting = comment({ isOwn: true, authorRole: 'doctor', audience: 'EmployerPlannerDoctor', awaitsRelease: true });
  const { card, say } = await open(commentList([waiting], ['PlannerDoctor', 'EmployerPlannerDoctor']), {
    on: 'missions',
    as: 'doctor',
    width: 390,
  });
  await focus(fieldOf(card, say('comments:form.text')));
  await expect.element(card.getByText(say('comments:warning.secrecy'))).toBeVisible();
  await expect.element(card.getByText(say('comments:waits'))).toBeVisible();
  await expect.element(card.getByRole('button', { name: say('comments:release') })).not.toBeInTheDocument();
  const group = groupOf(card, say('comments:form.audience'));
  await expect.element(group.getByText(say('comments:meaning.EmployerPlannerDoctorByDoctor'))).toBeVisible();
  await expect.element(group.getByRole('radio', { name: starting(say('comments:audience.PlannerDoctor')) })).toBeChecked();
  await expectAccessibleInBothModes();
});

test('a planner chooses the readers each time, and lets HR read what a doctor wrote', async () => {
  const waiting = comment({
    authorRole: 'doctor',
    authorName: 'Dirk Maes',
    audience: 'EmployerPlannerDoctor',
    text: 'Moved away',
    awaitsRelease: true,
    canRelease: true,
  });
  const audiences = ['EmployerPlanner', 'PlannerDoctor', 'EmployerPlannerDoctor'] as const;
  const { server, card, say, show, id } = await open(commentList([waiting], [...audiences]), { on: 'reports', as: 'planner' });
  await userEvent.fill(fieldOf(card, say('comments:form.text')), 'For whom?');
  await userEvent.click(card.getByRole('button', { name: say('comments:form.send') }));
  await expect.element(card.getByText(say('validation:commentAudienceRequired'))).toBeVisible();
  server.graphql(ReleaseCheckCommentDocument, () => ({
    releaseCheckComment: show(commentList([{ ...waiting, awaitsRelease: false, canRelease: false }], [...audiences])),
  }));
  await userEvent.click(card.getByRole('button', { name: say('comments:release') }));
  await expect.element(card.getByText(say('comments:releaseHint'))).not.toBeInTheDocument();
  expect(server.calls(ReleaseCheckCommentDocument)).toEqual([{ checkId: id, id: waiting.id }]);
  await expect.element(card.getByRole('listitem').filter({ hasText: 'Moved away' })).toHaveFocus();
});

test('a failure says so and is fixed; a check that is long over takes nothing', async () => {
  const server = fakeServer();
  const known = check();
  server.graphql(CheckDocument, () => ({ check: known }));
  server.graphql(CheckCommentsDocument, () => refusal('server.unexpected'));
  const { say } = await renderApp(`/checks/${known.id}`, { server });
  const card = page.getByRole('region', { name: say('comments:title'), exact: true });
  await expect.element(card.getByText(say('common:failed.title'))).toBeVisible();
  server.graphql(CheckCommentsDocument, () => ({ checkComments: commentList([comment()], []) }));
  await userEvent.click(card.getByRole('button', { name: say('common:retry') }));
  await expect.element(card.getByText('Which bell?')).toBeVisible();
  await expect.element(card.getByText(say('comments:closed', { days: 30 }))).toBeVisible();
  await expect.element(card.getByRole('textbox')).not.toBeInTheDocument();
});

test('of many comments the latest are there, and every new one', async () => {
  const many = Array.from({ length: 12 }, (_, index) =>
    comment({ text: `Number ${index}`, createdAt: `2026-11-04T08:${String(index + 10)}:00.000Z` }),
  );
  const { card, say } = await open(commentList(many));
  await expect.element(card.getByRole('listitem')).toHaveLength(6);
  await userEvent.click(card.getByRole('button', { name: say('comments:earlier', { count: 6 }) }));
  await expect.element(card.getByRole('listitem')).toHaveLength(12);
});
