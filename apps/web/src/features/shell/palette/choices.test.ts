import { describe, expect, it } from 'vitest';
import { matches, targetOf } from './choices.ts';

describe('an action', () => {
  it.each([
    ['', 'Demander un contrôle', true],
    ['controle', 'Demander un contrôle', true],
    ['CON dem', 'Demander un contrôle', true],
    ['entrol', 'Demander un contrôle', false],
    ['contrôle nouveau', 'Demander un contrôle', false],
    ['entreprise', 'Changer d’entreprise', true],
    ['francais', 'Language: Français', true],
  ])('is found by “%s”: %s, %s', (typed, label, expected) => {
    expect(matches(typed, label)).toBe(expected);
  });
});

describe('what was found', () => {
  const thing = { id: 'x1', label: 'Zoé Müller' };
  it('opens where the role works with it', () => {
    expect(targetOf('checks', thing, 'employerBasic')).toEqual({ to: '/checks/$id', params: { id: 'x1' } });
    expect(targetOf('checks', thing, 'planner')).toEqual({ to: '/planning/$id', params: { id: 'x1' } });
    expect(targetOf('checks', thing, 'doctor')).toEqual({ to: '/missions/$id', params: { id: 'x1' } });
    expect(targetOf('reports', thing, 'planner')).toEqual({ to: '/reports/$id', params: { id: 'x1' } });
    expect(targetOf('reports', thing, 'doctor')).toEqual({ to: '/missions/$id', params: { id: 'x1' } });
    expect(targetOf('employees', thing, 'employerAdmin').search).toMatchObject({ edit: 'x1', employment: 'all' });
  });
});
