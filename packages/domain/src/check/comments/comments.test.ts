import { describe, expect, it } from 'vitest';
import { addDays, instantAt } from '../../clock.ts';
import type { Actor } from '../../policy.ts';
import {
  audiencesFor,
  COMMENT_AUDIENCES,
  type CommentableCheck,
  type CommentFacts,
  commentRule,
  readsComment,
  visibleSince,
} from './comments.ts';

const NOW = instantAt('2026-03-02', '09:00');
const hr: Actor = { kind: 'employer', profileId: 'p1', email: 'hr@company.be', memberships: [] };
const planner: Actor = { kind: 'planner', profileId: 'p2', email: 'planner@provider.be' };
const doctor: Actor = { kind: 'doctor', profileId: 'p3', email: 'doctor@practice.be', doctorId: 'd1' };
const next: Actor = { ...doctor, profileId: 'p4', doctorId: 'd2' };

const said = (changes: Partial<CommentFacts> = {}): CommentFacts => ({
  audience: 'EmployerPlannerDoctor',
  authorRole: 'planner',
  doctorId: 'd1',
  releasedAt: null,
  ...changes,
});
const reads = (actor: Actor, changes: Partial<CommentFacts> = {}, archivedAt: Date | null = null) =>
  readsComment(actor, said(changes), { archivedAt }, NOW);

describe('who reads a comment', () => {
  it('is who it is for, and always the planners', () => {
    const readers = (audience: CommentFacts['audience']) => [hr, planner, doctor].filter((actor) => reads(actor, { audience }));
    expect(readers('EmployerPlanner')).toEqual([hr, planner]);
    expect(readers('PlannerDoctor')).toEqual([planner, doctor]);
    expect(readers('EmployerPlannerDoctor')).toEqual([hr, planner, doctor]);
    expect(reads({ kind: 'anonymous' })).toBe(false);
  });

  it('is the employer, of a doctor’s words, once a planner let them through', () => {
    expect(reads(hr, { authorRole: 'doctor' })).toBe(false);
    expect(reads(hr, { authorRole: 'doctor', releasedAt: NOW })).toBe(true);
    expect(reads(hr, { authorRole: 'doctor', releasedAt: NOW, audience: 'PlannerDoctor' })).toBe(false);
  });

  it('is the next doctor only of what was for all, and of what was said before there was one', () => {
    expect(reads(next)).toBe(true);
    expect(reads(next, { authorRole: 'doctor' })).toBe(false);
    expect(reads(next, { audience: 'PlannerDoctor' })).toBe(false);
    expect(reads(next, { audience: 'PlannerDoctor', doctorId: null })).toBe(true);
  });

  it('is the doctor for as long as they see the worker', () => {
    expect(reads(doctor, {}, instantAt(addDays('2026-03-02', -30), '00:00'))).toBe(true);
    expect(reads(doctor, {}, instantAt(addDays('2026-03-02', -31), '23:59'))).toBe(false);
    expect(reads(hr, {}, instantAt('2020-01-01', '10:00'))).toBe(true);
  });
});

it('what was let through is new to the employer from then', () => {
  const comment = { createdAt: instantAt('2026-03-01', '09:00'), releasedAt: NOW };
  expect(visibleSince(hr, comment)).toEqual(NOW);
  expect(visibleSince(planner, comment)).toEqual(comment.createdAt);
});

describe('for whom somebody writes', () => {
  const open: CommentableCheck = { archivedAt: null, status: 'Planning', checkOccurence: null, source: 'Web' };
  it('is always somebody with themselves, the fewest readers first', () => {
    expect(audiencesFor('employer', open, NOW)).toEqual(['EmployerPlanner', 'EmployerPlannerDoctor']);
    expect(audiencesFor('doctor', open, NOW)).toEqual(['PlannerDoctor', 'EmployerPlannerDoctor']);
    expect(audiencesFor('planner', open, NOW)).toEqual(COMMENT_AUDIENCES);
  });

  it('is nobody at an employer without accounts, nor on a check that is long over or was an error', () => {
    expect(audiencesFor('planner', { ...open, source: 'OneShot' }, NOW)).toEqual(['PlannerDoctor']);
    const over: CommentableCheck = { ...open, status: 'Archived', checkOccurence: 'NoShow', archivedAt: NOW };
    expect(audiencesFor('planner', over, NOW)).toEqual(COMMENT_AUDIENCES);
    expect(audiencesFor('planner', { ...over, checkOccurence: 'Deleted' }, NOW)).toEqual([]);
    expect(audiencesFor('planner', over, instantAt(addDays('2026-03-02', 31), '00:00'))).toEqual([]);
  });
});

it('a comment has words and readers', () => {
  expect(commentRule.safeParse({ audience: 'EmployerPlanner', text: ' a ' }).data).toEqual({ audience: 'EmployerPlanner', text: 'a' });
  for (const wrong of [{ text: 'a' }, { audience: 'Everybody', text: 'a' }, { audience: 'EmployerPlanner', text: ' ' }])
    expect(commentRule.safeParse(wrong).success).toBe(false);
});
