import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Actor, ANONYMOUS } from '../policy.ts';
import { CHECK_STATUSES, type CheckStatus, COMMENT_REVIEWS, OPEN_STATUSES, PROBLEM_OWNERS, type ProblemOwner } from './enums.ts';
import {
  ACTION_ABILITY,
  availableActions,
  CHECK_ACTIONS,
  type CheckAction,
  type CheckFacts,
  nextActor,
  nextStatus,
  refusalOf,
} from './lifecycle.ts';
import { reviewOf } from './result/comment-gate.ts';

const ADMIN: Actor = {
  kind: 'employer',
  profileId: 'p1',
  email: 'admin@company.be',
  memberships: [{ companyId: 'c1', accesType: 'admin', superiorId: null }],
};
const TEAM_LEAD: Actor = {
  kind: 'employer',
  profileId: 'p2',
  email: 'lead@company.be',
  memberships: [{ companyId: 'c1', accesType: 'basic', superiorId: 's1' }],
};
const COLLEAGUE: Actor = {
  kind: 'employer',
  profileId: 'p3',
  email: 'colleague@company.be',
  memberships: [{ companyId: 'c1', accesType: 'basic', superiorId: 's2' }],
};
const STRANGER: Actor = {
  kind: 'employer',
  profileId: 'p4',
  email: 'admin@other.be',
  memberships: [{ companyId: 'c2', accesType: 'admin', superiorId: 's1' }],
};
const PLANNER: Actor = { kind: 'planner', profileId: 'p5', email: 'planner@provider.be' };
const DOCTOR: Actor = { kind: 'doctor', profileId: 'p6', email: 'doctor@practice.be', doctorId: 'd1' };
const OTHER_DOCTOR: Actor = { kind: 'doctor', profileId: 'p7', email: 'other@practice.be', doctorId: 'd2' };
const REVIEWS: readonly CheckAction[] = ['releaseComment', 'withholdComment'];
const ACTORS = [ANONYMOUS, ADMIN, TEAM_LEAD, COLLEAGUE, STRANGER, PLANNER, DOCTOR, OTHER_DOCTOR];

const check = (facts: Partial<CheckFacts>): CheckFacts => ({
  companyId: 'c1',
  superiorId: 's1',
  orderedByProfileId: 'p1',
  doctorId: 'd1',
  status: 'Reception',
  problemOwner: facts.status === 'ModificationProblem' ? 'provider' : null,
  commentReview: 'NotNeeded',
  ...facts,
});
const anyCheck = fc
  .record({
    superiorId: fc.constantFrom('s1', 's2', null),
    orderedByProfileId: fc.constantFrom('p1', 'p2', null),
    doctorId: fc.constantFrom('d1', 'd2', null),
    status: fc.constantFrom(...CHECK_STATUSES),
    problemOwner: fc.constantFrom(...PROBLEM_OWNERS),
    commentReview: fc.constantFrom(...COMMENT_REVIEWS),
  })
  .map((facts) => check({ ...facts, problemOwner: facts.status === 'ModificationProblem' ? facts.problemOwner : null }));
const anyActor = fc.constantFrom(...ACTORS);
const anyAction = fc.constantFrom(...CHECK_ACTIONS);

describe('life cycle of a check', () => {
  it('reaches every status from Reception', () => {
    const reached = new Set<CheckStatus>(['Reception']);
    for (const status of reached) {
      for (const action of CHECK_ACTIONS) {
        const next = nextStatus(status, action);
        if (next) reached.add(next);
      }
    }
    expect([...reached].sort()).toEqual([...CHECK_STATUSES].sort());
  });

  it('leads from every open status to the archive, and from the archive nowhere', () => {
    for (const status of OPEN_STATUSES) expect(CHECK_ACTIONS.map((action) => nextStatus(status, action))).toContain('Archived');
    for (const action of CHECK_ACTIONS) expect([null, 'Archived']).toContain(nextStatus('Archived', action));
    for (const actor of ACTORS) {
      expect(availableActions(check({ status: 'Archived', checkOccurence: 'Cancelled' }), actor)).toEqual([]);
      // Only its doctor corrects a result; the employer and planners excuse a no-show.
      const excusing = actor === ADMIN || actor === TEAM_LEAD || actor === PLANNER;
      const own = actor === DOCTOR ? ['correctResult'] : excusing ? ['excuseNoShow'] : [];
      expect(availableActions(check({ status: 'Archived', checkOccurence: 'NoShow' }), actor)).toEqual(own);
    }
  });

  it('uses every action somewhere', () => {
    for (const action of CHECK_ACTIONS) expect(CHECK_STATUSES.some((status) => nextStatus(status, action) !== null)).toBe(true);
    expect(Object.keys(ACTION_ABILITY).sort()).toEqual([...CHECK_ACTIONS].sort());
  });

  it('offers an action exactly if the request would be accepted', () => {
    fc.assert(
      fc.property(anyCheck, anyActor, anyAction, (facts, actor, action) => {
        expect(availableActions(facts, actor).includes(action)).toBe(refusalOf(action, facts, actor) === null);
      }),
      { numRuns: 2000 },
    );
  });

  it('lets nobody act on checks of others', () => {
    fc.assert(
      fc.property(anyCheck, (facts) => {
        for (const actor of [ANONYMOUS, STRANGER]) expect(availableActions(facts, actor)).toEqual([]);
        const isColleaguesOwn = facts.superiorId === 's2';
        if (!isColleaguesOwn) expect(availableActions(facts, COLLEAGUE)).toEqual([]);
        if (facts.doctorId !== 'd2') expect(availableActions(facts, OTHER_DOCTOR)).toEqual([]);
      }),
    );
  });

  it('lets the employer cancel and modify a check until it is archived', () => {
    for (const status of OPEN_STATUSES) {
      for (const actor of [ADMIN, TEAM_LEAD])
        expect(availableActions(check({ status }), actor)).toEqual(expect.arrayContaining(['modify', 'cancel']));
    }
  });

  it('asks the provider to confirm a change after a doctor accepted', () => {
    expect(nextStatus('WaitingForCheck', 'modify')).toBe('ModificationProblem');
    const waiting = check({ status: 'ModificationProblem', problemOwner: 'provider' });
    expect(refusalOf('resolveProblem', waiting, ADMIN)).toBe('owner');
    expect(refusalOf('resolveProblem', waiting, PLANNER)).toBeNull();
    expect(refusalOf('resolveProblem', check({ status: 'ModificationProblem', problemOwner: 'employer' }), ADMIN)).toBeNull();
  });

  it('lets only planners plan, and the doctor of the mission report the result', () => {
    expect(availableActions(check({ status: 'Planning' }), PLANNER)).toEqual([
      'schedule',
      'reportProblem',
      'modify',
      'cancel',
      'markNonOperable',
      'delete',
    ]);
    expect(availableActions(check({ status: 'Planning' }), DOCTOR)).toEqual([]);
    expect(availableActions(check({ status: 'WaitingForCheck' }), DOCTOR)).toEqual(['reportProblem', 'recordResult', 'markNonOperable']);
    expect(availableActions(check({ status: 'ModificationProblem' }), DOCTOR)).toEqual([]);
    expect(refusalOf('recordResult', check({ status: 'WaitingForCheck' }), OTHER_DOCTOR)).toBe('permission');
    expect(refusalOf('schedule', check({ status: 'Planning' }), ADMIN)).toBe('permission');
    expect(refusalOf('schedule', check({ status: 'Reception' }), PLANNER)).toBe('status');
    expect(refusalOf('markNonOperable', check({ status: 'Planning' }), DOCTOR)).toBe('status');
  });

  it('lets only planners and the doctor act on a held result', () => {
    const at = new Date('2026-03-03T11:00:00Z');
    const waits = check({ status: 'WaitingForCheck', resultDueAt: at });
    const held = { ...waits, resultHeldAt: at };
    const asked = { ...held, resultAskedAt: at };
    const HELD: readonly CheckAction[] = ['releaseResult', 'questionResult', 'confirmResult', 'reviseResult'];
    const offered = (facts: CheckFacts, actor: Actor) => availableActions(facts, actor).filter((action) => HELD.includes(action));
    for (const actor of ACTORS) expect(offered(waits, actor)).toEqual([]);
    expect(offered(held, PLANNER)).toEqual(['releaseResult', 'questionResult']);
    expect(offered(held, DOCTOR)).toEqual(['reviseResult']);
    expect(offered(asked, PLANNER)).toEqual(['releaseResult']);
    expect(offered(asked, DOCTOR)).toEqual(['confirmResult', 'reviseResult']);
    for (const actor of [ADMIN, TEAM_LEAD, STRANGER, OTHER_DOCTOR]) expect(availableActions(asked, actor)).toEqual([]);
    expect([waits, held, asked].map(nextActor)).toEqual(['doctor', 'provider', 'doctor']);
  });

  it('lets only planners review the doctor’s comment of a report', () => {
    const offered = (commentReview: CheckFacts['commentReview'], actor: Actor) =>
      availableActions(check({ status: 'Archived', commentReview }), actor);
    expect(COMMENT_REVIEWS.map((review) => offered(review, PLANNER))).toEqual([[], REVIEWS, [], ['releaseComment']]);
    for (const actor of [ADMIN, TEAM_LEAD, DOCTOR]) expect(offered('Waiting', actor)).toEqual([]);
    expect(refusalOf('releaseComment', check({ status: 'Archived', commentReview: 'Waiting' }), DOCTOR)).toBe('permission');
    expect(refusalOf('withholdComment', check({ status: 'Archived', commentReview: 'Released' }), PLANNER)).toBe('status');
  });

  it('names who acts next: nobody exactly if the check is archived', () => {
    expect(CHECK_STATUSES.map((status) => nextActor({ status, problemOwner: null }))).toEqual([
      'provider',
      'provider',
      'doctor',
      'provider',
      'nobody',
    ]);
    expect(nextActor({ status: 'ModificationProblem', problemOwner: 'employer' })).toBe('employer');
    fc.assert(
      fc.property(anyCheck, (facts) => {
        // The one who acts next has at least one action.
        const actor = { provider: PLANNER, doctor: { ...DOCTOR, doctorId: facts.doctorId ?? 'd1' }, employer: ADMIN, nobody: null }[
          nextActor(facts)
        ];
        if (actor && facts.doctorId) expect(availableActions(facts, actor)).not.toEqual([]);
        expect(actor === null).toBe(facts.status === 'Archived');
      }),
    );
  });

  it('keeps its invariants over every sequence of actions', () => {
    const step = fc.record({ actor: anyActor, action: anyAction, owner: fc.constantFrom(...PROBLEM_OWNERS) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let facts = check({ doctorId: null });
        const taken: CheckAction[] = [];
        for (const { actor, action, owner } of steps) {
          if (refusalOf(action, facts, actor) !== null) continue;
          if (facts.status === 'Archived') expect(REVIEWS).toContain(action);
          taken.push(action);
          facts = after(facts, action, actor, owner);
          // A check waits for the examination only with a doctor, and has a result only after that.
          if (facts.status === 'WaitingForCheck') expect(facts.doctorId).toBe('d1');
          if (action === 'recordResult') expect(taken).toContain('schedule');
          expect(facts.problemOwner === null).toBe(facts.status !== 'ModificationProblem');
        }
        const ends = taken.filter((action) => ['cancel', 'recordResult', 'markNonOperable', 'delete'].includes(action));
        expect(ends.length).toBe(facts.status === 'Archived' ? 1 : 0);
        expect(taken.filter((action) => action === 'releaseComment').length).toBe(facts.commentReview === 'Released' ? 1 : 0);
      }),
      { numRuns: 1000 },
    );
  });
});

/** The facts after an allowed action; `owner` must solve a reported problem. */
function after(facts: CheckFacts, action: CheckAction, actor: Actor, owner: ProblemOwner): CheckFacts {
  const status = nextStatus(facts.status, action);
  if (status === null) throw new Error(`${action} was allowed but leads nowhere`);
  const problemOwner = action === 'modify' ? (facts.problemOwner ?? 'provider') : owner;
  return {
    ...facts,
    status,
    doctorId: action === 'schedule' ? 'd1' : status === 'Planning' ? null : facts.doctorId,
    problemOwner: status === 'ModificationProblem' ? problemOwner : null,
    commentReview: reviewAfter(facts, action, actor),
  };
}

/** In these tests, every report of a doctor has a comment. */
function reviewAfter({ commentReview }: CheckFacts, action: CheckAction, actor: Actor): CheckFacts['commentReview'] {
  if (action === 'releaseComment') return 'Released';
  if (action === 'withholdComment') return 'Withheld';
  return action === 'recordResult' || action === 'markNonOperable' ? reviewOf(actor.kind, 'Rang twice.') : commentReview;
}

describe('actions after a disputed report', () => {
  const archived = { status: 'Archived', checkOccurence: 'Yes' } as const;
  it.each<[string, CheckAction, Partial<CheckFacts>, Actor, string | null]>([
    ['arbitration of an examination', 'recordArbitration', archived, PLANNER, null],
    ['by an employer', 'recordArbitration', archived, ADMIN, 'permission'],
    ['of a no-show', 'recordArbitration', { ...archived, checkOccurence: 'NoShow' }, PLANNER, 'status'],
    ['of what was erased', 'recordArbitration', { ...archived, erasedAt: new Date() }, PLANNER, 'status'],
    ['a ruling without an arbitrating doctor', 'recordRuling', archived, PLANNER, 'status'],
    ['a ruling', 'recordRuling', { ...archived, arbitrationAskedBy: 'Employee' }, PLANNER, null],
    [
      'another arbitration after it',
      'recordArbitration',
      { ...archived, arbitrationAskedBy: 'Employee', arbitrationRuling: 'ControlDoctor' },
      PLANNER,
      'status',
    ],
    ['a correction while somebody arbitrates', 'correctResult', { ...archived, arbitrationAskedBy: 'Employer' }, DOCTOR, 'status'],
    ['an excuse of a no-show', 'excuseNoShow', { ...archived, checkOccurence: 'NoShow' }, TEAM_LEAD, null],
    ['by the doctor', 'excuseNoShow', { ...archived, checkOccurence: 'NoShow' }, DOCTOR, 'permission'],
    ['twice', 'excuseNoShow', { ...archived, checkOccurence: 'NoShow', noShowExcuse: 'Other' }, PLANNER, 'status'],
    ['of an examination', 'excuseNoShow', archived, PLANNER, 'status'],
    ['taken back', 'withdrawExcuse', { ...archived, checkOccurence: 'NoShow', noShowExcuse: 'Other' }, ADMIN, null],
    ['taken back where there is none', 'withdrawExcuse', { ...archived, checkOccurence: 'NoShow' }, ADMIN, 'status'],
  ])('%s', (_, action, facts, actor, refusal) => {
    expect(refusalOf(action, check(facts), actor)).toBe(refusal);
  });
});
