import { POLICY } from '@checkwell/domain/policy';
import type { Role } from '@checkwell/domain/roles';
import { describe, expect, it } from 'vitest';
import { NAVIGATION } from '../navigation.ts';
import { isPaletteKey, keyReader } from './keys.ts';

const PLACES = [{ to: '/checks/new', action: true }, { to: '/checks', letter: 'c' }, { to: '/settings' }];
const key = (name: string, at: number, more: Partial<KeyboardEvent> = {}) => ({
  key: name,
  timeStamp: at,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
});

describe('single keys', () => {
  it('go to a place by g and its letter, soon after', () => {
    const read = keyReader();
    expect(read(key('g', 0), PLACES)).toBeUndefined();
    expect(read(key('c', 900), PLACES)).toEqual({ kind: 'go', to: '/checks' });
    expect(read(key('c', 1000), PLACES)).toBeUndefined();
    read(key('g', 2000), PLACES);
    expect(read(key('c', 9000), PLACES)).toBeUndefined();
    read(key('g', 10_000), PLACES);
    expect(read(key('x', 10_100), PLACES)).toBeUndefined();
    expect(read(key('c', 10_200), PLACES)).toBeUndefined();
  });

  it('show the list, search, and begin what the viewer may begin', () => {
    const read = keyReader();
    expect(read(key('?', 0), PLACES)).toEqual({ kind: 'help' });
    expect(read(key('/', 10), PLACES)).toEqual({ kind: 'listSearch' });
    expect(read(key('j', 12), PLACES)).toEqual({ kind: 'nextRow' });
    expect(read(key('k', 14), PLACES)).toEqual({ kind: 'previousRow' });
    expect(read(key('n', 20), PLACES)).toEqual({ kind: 'go', to: '/checks/new' });
    expect(read(key('n', 30), [{ to: '/missions', letter: 'm' }])).toBeUndefined();
  });

  it('are the browser’s with a modifier', () => {
    const read = keyReader();
    for (const modifier of ['altKey', 'ctrlKey', 'metaKey'] as const)
      expect(read(key('n', 0, { [modifier]: true }), PLACES)).toBeUndefined();
  });

  it('lead to one place each, whatever the role', () => {
    for (const role of ['employerAdmin', 'employerBasic', 'planner', 'doctor'] as const) {
      const theirs = NAVIGATION.filter(
        ({ roles, ability }) => POLICY[ability][role] !== 'none' && ((roles as readonly Role[] | undefined)?.includes(role) ?? true),
      );
      expect(theirs.length).toBeGreaterThan(2);
      const letters = theirs.flatMap(({ letter }) => letter ?? []);
      expect(new Set(letters).size).toBe(letters.length);
    }
  });
});

describe('the search over everything', () => {
  it('opens by Ctrl-K and Cmd-K alone', () => {
    expect(isPaletteKey(key('k', 0, { ctrlKey: true }))).toBe(true);
    expect(isPaletteKey(key('K', 0, { metaKey: true }))).toBe(true);
    expect(isPaletteKey(key('k', 0))).toBe(false);
    expect(isPaletteKey(key('k', 0, { ctrlKey: true, altKey: true }))).toBe(false);
  });
});
