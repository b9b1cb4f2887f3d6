import { addDays, instantAt } from '@checkwell/domain/clock';
import type { Actor } from '@checkwell/domain/policy';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkServices, codeOf, fieldErrorsOf, resultOf } from '../../../test/checks.ts';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, type Fixtures, insertCheck } from '../../../test/fixtures.ts';
import type { CheckView } from '../checks.service.ts';

const { db, owner } = await testDatabase();
const clock = testClock();
const { checks } = checkServices(db, clock);
let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await createFixtures(db, clock);
});

const WORDS = 'Depressed since the divorce; light work at first.';
let hour = 7;

/** A mission of the doctor of Brussels, at a moment of its own. */
async function mission(): Promise<string> {
  hour += 1;
  const start = instantAt(addDays(clock.today(), 1 + Math.floor(hour / 10)), `${String(8 + (hour % 10)).padStart(2, '0')}:00`);
  const { id } = await insertCheck(db, fixtures, clock, {
    status: 'WaitingForCheck',
    version: 3,
    appointmentStart: start,
    appointmentEnd: new Date(start.getTime() + 20 * 60_000),
  });
  return id;
}

async function reported(actor: Actor = fixtures.actors.doctor, archiveComment = WORDS): Promise<CheckView> {
  const examined = { examinedFrom: clock.now(), examinedTo: clock.now() };
  return checks.recordResult(actor, await mission(), 3, resultOf(clock, { ...examined, archiveComment }));
}

const seenBy = (actor: Actor, { id }: Pick<CheckView, 'id'>) => checks.get(actor, id);
const historyOf = async (actor: Actor, check: CheckView) =>
  ((await checks.findEvents(actor, [check])).get(check.id) ?? []).map(({ action, reason }) => `${action}: ${reason}`);

describe('what a doctor writes on a report', () => {
  test('waits for a planner; the result does not', async () => {
    const { adminA, basicA, planner, doctor } = fixtures.actors;
    const report = await reported();
    for (const employer of [adminA, basicA]) {
      const seen = await seenBy(employer, report);
      expect(seen).toMatchObject({
        status: 'Archived',
        checkOccurence: 'Yes',
        archiveComment: null,
        commentReview: null,
        releasedComment: null,
      });
      expect(seen.availableActions).toEqual([]);
      expect(JSON.stringify([seen, await historyOf(employer, seen), await checks.listReports(employer, {})])).not.toContain('divorce');
    }
    expect(await seenBy(doctor, report)).toMatchObject({
      archiveComment: WORDS,
      commentReview: 'Waiting',
      availableActions: ['correctResult'],
    });
    expect(await seenBy(planner, report)).toMatchObject({
      archiveComment: WORDS,
      commentReview: 'Waiting',
      releasedComment: null,
      availableActions: ['recordArbitration', 'releaseComment', 'withholdComment'],
    });
  });

  test('is read by the employer as the planner released it, and stays as the doctor wrote it', async () => {
    const { adminA, planner, doctor } = fixtures.actors;
    const report = await reported();
    clock.advance({ hours: 1 });
    const released = await checks.releaseComment(planner, report.id, report.version, { comment: ' Light work at first. ' });
    expect(released).toMatchObject({ archiveComment: WORDS, commentReview: 'Released', releasedComment: 'Light work at first.' });
    expect(released).toMatchObject({ status: 'Archived', version: report.version + 1, availableActions: ['recordArbitration'] });
    expect(released.archivedAt).toEqual(report.archivedAt);
    const seen = await seenBy(adminA, report);
    expect(seen.archiveComment).toBe('Light work at first.');
    expect(await historyOf(adminA, seen)).toEqual(expect.arrayContaining(['recordResult: ', 'releaseComment: ']));
    expect(JSON.stringify(await checks.findEvents(adminA, [seen]))).not.toContain('divorce');
    expect(await seenBy(doctor, report)).toMatchObject({ archiveComment: WORDS, releasedComment: 'Light work at first.' });
    const [event] = await owner(
      `select "actorKind", "actorProfileId", details from check_events where "checkId" = $1 and action = 'releaseComment'`,
      [report.id],
    );
    expect(event).toEqual({
      actorKind: 'planner',
      actorProfileId: planner.kind === 'planner' ? planner.profileId : '',
      details: { edited: true, notes: [] },
    });
    expect(
      await owner(`select count(*)::int as entries from access_log where "subjectId" = $1 and action = 'check.releaseComment'`, [
        report.id,
      ]),
    ).toEqual([{ entries: 1 }]);
    // What the employer has read cannot be taken back.
    expect(await codeOf(checks.withholdComment(planner, report.id, released.version))).toBe('check.actionNotAllowed');
    expect(await codeOf(checks.releaseComment(planner, report.id, released.version, { comment: 'Other.' }))).toBe('check.actionNotAllowed');
  });

  test('can be withheld without a trace for the employer, and released after all', async () => {
    const { adminA, planner } = fixtures.actors;
    const report = await reported();
    const withheld = await checks.withholdComment(planner, report.id, report.version);
    expect(withheld).toMatchObject({
      commentReview: 'Withheld',
      releasedComment: null,
      availableActions: ['recordArbitration', 'releaseComment'],
    });
    const seen = await seenBy(adminA, report);
    expect(seen.archiveComment).toBeNull();
    expect((await historyOf(adminA, seen)).join()).not.toContain('withhold');
    expect((await historyOf(planner, seen)).at(-1)).toBe('withholdComment: ');
    await checks.releaseComment(planner, report.id, withheld.version, { comment: WORDS });
    expect((await seenBy(adminA, report)).archiveComment).toBe(WORDS);
  });

  test('is found by the planners as long as it waits, and by no employer’s question', async () => {
    const { adminA, planner } = fixtures.actors;
    const report = await reported();
    const waiting = { filter: { commentReview: ['Waiting' as const] } };
    const found = async () => (await checks.listReports(planner, waiting)).nodes.map(({ id }) => id);
    expect(await found()).toContain(report.id);
    expect(await codeOf(checks.listReports(adminA, waiting))).toBe('access.forbidden');
    await checks.releaseComment(planner, report.id, report.version, { comment: 'Light work at first.' });
    expect(await found()).not.toContain(report.id);
    const released = { filter: { commentReview: ['Released' as const, 'Withheld' as const] } };
    expect((await checks.listReports(planner, released)).nodes.map(({ id }) => id)).toContain(report.id);
  });

  test('is the planners’ to release, in words', async () => {
    const { adminA, doctor, planner, anonymous } = fixtures.actors;
    const { id, version } = await reported();
    const input = { comment: 'Light work at first.' };
    for (const actor of [adminA, doctor]) {
      expect(await codeOf(checks.releaseComment(actor, id, version, input))).toBe('access.forbidden');
      expect(await codeOf(checks.withholdComment(actor, id, version))).toBe('access.forbidden');
    }
    expect(await codeOf(checks.releaseComment(anonymous, id, version, input))).toBe('access.unauthenticated');
    expect(await fieldErrorsOf(checks.releaseComment(planner, id, version, { comment: '  ' }))).toEqual(['comment: required']);
    expect(await codeOf(checks.releaseComment(planner, id, version - 1, input))).toBe('entity.changedMeanwhile');
  });

  test('about a check that could not be carried out waits as well, in the report and in its history', async () => {
    const { adminA, planner, doctor } = fixtures.actors;
    const { id } = await checks.markNonOperable(doctor, await mission(), 3, { nonOperableReason: 'NoAccess', archiveComment: WORDS });
    const seen = await seenBy(adminA, { id });
    expect(seen).toMatchObject({ nonOperableReason: 'NoAccess', archiveComment: null });
    expect(await historyOf(adminA, seen)).toContain('markNonOperable: ');
    expect(await historyOf(planner, seen)).toContain(`markNonOperable: ${WORDS}`);
    expect(await seenBy(planner, { id })).toMatchObject({ commentReview: 'Waiting' });
  });
});

test('what planners write, and a report without a word, need no gate', async () => {
  const { adminA, planner, doctor } = fixtures.actors;
  const byPlanner = await reported(planner, 'The doctor called us.');
  expect(byPlanner).toMatchObject({ commentReview: 'NotNeeded', availableActions: ['recordArbitration'] });
  expect((await seenBy(adminA, byPlanner)).archiveComment).toBe('The doctor called us.');
  expect(await reported(doctor, '')).toMatchObject({ commentReview: 'NotNeeded', releasedComment: null });
});

describe('what a doctor writes about a problem', () => {
  const problem = (problemOwner: 'employer' | 'provider') => ({
    problemReason: 'AddressUnclear' as const,
    problemOwner,
    problemComment: WORDS,
  });

  test.each(['employer', 'provider'] as const)('that the %s must solve is for the planners', async (problemOwner) => {
    const { adminA, planner, doctor } = fixtures.actors;
    const { id } = await checks.reportProblem(doctor, await mission(), 3, problem(problemOwner));
    const seen = await seenBy(adminA, { id });
    expect(seen).toMatchObject({ status: 'ModificationProblem', problemReason: 'AddressUnclear', problemComment: '' });
    expect(JSON.stringify([seen, await historyOf(adminA, seen)])).not.toContain('divorce');
    expect(await historyOf(planner, seen)).toContain(`reportProblem: ${WORDS}`);
  });

  test('of a planner’s, the employer reads what it must answer', async () => {
    const { adminA, planner } = fixtures.actors;
    const asked = await checks.reportProblem(planner, await mission(), 3, problem('employer'));
    expect((await seenBy(adminA, asked)).problemComment).toBe(WORDS);
    const own = await checks.reportProblem(planner, await mission(), 3, problem('provider'));
    expect((await seenBy(adminA, own)).problemComment).toBe('');
    expect((await seenBy(planner, own)).problemComment).toBe(WORDS);
  });
});

test('the database holds no released comment that nobody released, and no gate without a comment', async () => {
  const { id } = await reported();
  const set = (change: string) => owner(`update checks set ${change} where id = $1`, [id]);
  for (const change of [`"commentReview" = 'Released'`, `"releasedComment" = 'x'`, `"archiveComment" = ''`])
    await expect(set(change)).rejects.toMatchObject({ constraint: 'checks_comment_review' });
});
