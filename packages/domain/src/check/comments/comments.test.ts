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
  it('its audience, and always the planners', () => {
    const readers = (audience: CommentFacts['audience']) => [hr, planner, doctor].filter((actor) => reads(actor, { audience }));
    expect(readers('EmployerPlanner')).toEqual([hr, planner]);
    expect(readers('PlannerDoctor')).toEqual([planner, doctor]);
    expect(readers('EmployerPlannerDoctor')).toEqual([hr, planner, doctor]);
    expect(reads({ kind: 'anonymous' })).toBe(false);
  });

  it('the employer reads a doctor’s comment only after a planner released it', () => {
    expect(reads(hr, { authorRole: 'doctor' })).toBe(false);
    expect(reads(hr, { authorRole: 'doctor', releasedAt: NOW })).toBe(true);
    expect(reads(hr, { authorRole: 'doctor', releasedAt: NOW, audience: 'PlannerDoctor' })).toBe(false);
  });

  it('the next doctor reads only comments for everybody, and comments written before a doctor was assigned', () => {
    expect(reads(next)).toBe(true);
    expect(reads(next, { authorRole: 'doctor' })).toBe(false);
    expect(reads(next, { audience: 'PlannerDoctor' })).toBe(false);
    expect(reads(next, { audience: 'PlannerDoctor', doctorId: null })).toBe(true);
  });

  it('the doctor reads comments as long as the doctor sees the worker', () => {
    expect(reads(doctor, {}, instantAt(addDays('2026-03-02', -30), '00:00'))).toBe(true);
    expect(reads(doctor, {}, instantAt(addDays('2026-03-02', -31), '23:59'))).toBe(false);
    expect(reads(hr, {}, instantAt('2020-01-01', '10:00'))).toBe(true);
  });
});

it('a released comment is new to the employer from the moment of release', () => {
  const comment = { createdAt: instantAt('2026-03-01', '09:00'), releasedAt: NOW };
  expect(visibleSince(hr, comment)).toEqual(NOW);
  expect(visibleSince(planner, comment)).toEqual(comment.createdAt);
});

describe('audiences that a user can choose', () => {
  const open: CommentableCheck = { archivedAt: null, status: 'Planning', checkOccurence: null, source: 'Web' };
  it('always include the author’s own role, the smallest audience first', () => {
    expect(audiencesFor('employer', open, NOW)).toEqual(['EmployerPlanner', 'EmployerPlannerDoctor']);
    expect(audiencesFor('doctor', open, NOW)).toEqual(['PlannerDoctor', 'EmployerPlannerDoctor']);
    expect(audiencesFor('planner', open, NOW)).toEqual(COMMENT_AUDIENCES);
  });

  it('leave out the employer of a One Shot Check; there are none on a deleted check or one that ended long ago', () => {
    expect(audiencesFor('planner', { ...open, source: 'OneShot' }, NOW)).toEqual(['PlannerDoctor']);
    const over: CommentableCheck = { ...open, status: 'Archived', checkOccurence: 'NoShow', archivedAt: NOW };
    expect(audiencesFor('planner', over, NOW)).toEqual(COMMENT_AUDIENCES);
    expect(audiencesFor('planner', { ...over, checkOccurence: 'Deleted' }, NOW)).toEqual([]);
    expect(audiencesFor('planner', over, instantAt(addDays('2026-03-02', 31), '00:00'))).toEqual([]);
  });
});

it('a comment needs an audience and a text', () => {
  expect(commentRule.safeParse({ audience: 'EmployerPlanner', text: ' a ' }).data).toEqual({ audience: 'EmployerPlanner', text: 'a' });
  for (const wrong of [{ text: 'a' }, { audience: 'Everybody', text: 'a' }, { audience: 'EmployerPlanner', text: ' ' }])
    expect(commentRule.safeParse(wrong).success).toBe(false);
});
