import { readdirSync } from 'node:fs';
import { type Actor, abilitiesOf } from '@checkwell/domain/policy';
import type { Role } from '@checkwell/domain/roles';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../../lib/session/viewer.ts';
import { barOf, entriesFor, homeOf, mayOpen, NAVIGATION } from './navigation.ts';

const everywhere = (): boolean => true;
const paths = (viewer: Viewer, companyId?: string, hasScreen: (path: string) => boolean = everywhere): string[] =>
  entriesFor(viewer, companyId, hasScreen).map(({ to }) => to);

const person = {
  profileId: 'p',
  userName: 'a@b.be',
  firstName: 'A',
  lastName: 'B',
  doctorId: null,
  demo: false,
  flagService: null,
  fields: [],
};
const company = (id: string, abilities: string[]) => ({
  id,
  name: id,
  accesType: 'basic' as const,
  superiorId: null,
  abilities,
  fields: [],
});
const employer: Viewer = {
  ...person,
  role: 'employerAdmin',
  abilities: ['dashboard.read', 'check.read', 'check.order', 'certificate.read', 'employee.read', 'profile.self'],
  companies: [
    company('c1', ['dashboard.read', 'check.read', 'check.order', 'certificate.read', 'employee.read', 'profile.self']),
    company('c2', ['check.read', 'profile.self']),
  ],
};
const planner: Viewer = {
  ...person,
  role: 'planner',
  abilities: ['check.read', 'check.plan', 'check.order', 'company.read', 'doctor.read', 'doctor.write', 'mailbox.read', 'profile.self'],
  companies: [],
};
const doctor: Viewer = {
  ...person,
  role: 'doctor',
  abilities: ['check.read', 'doctor.read', 'doctor.write', 'medicalNotes.write', 'profile.self'],
  companies: [],
};

describe('the sidebar', () => {
  it('shows an employer what the server lets them do in the chosen company', () => {
    expect(paths(employer, 'c1')).toEqual(['/checks/new', '/dashboard', '/checks', '/certificates', '/reports', '/employees', '/settings']);
    expect(paths(employer, 'c2')).toEqual(['/checks', '/reports', '/settings']);
  });

  it('has in the bar of a phone what is asked for most, reports among it, and the order in the middle', () => {
    const bar = (viewer: Viewer, companyId?: string) => barOf(entriesFor(viewer, companyId, everywhere), 4).map(({ to }) => to);
    expect(bar(employer, 'c1')).toEqual(['/dashboard', '/checks', '/checks/new', '/reports']);
    expect(bar(employer, 'c2')).toEqual(['/checks', '/reports']);
    expect(bar(planner)).toEqual(['/planning', '/doctors', '/companies', '/reports']);
    expect(bar(doctor)).toEqual(['/missions', '/availability']);
  });

  it('shows the provider’s people their own screens', () => {
    expect(paths(planner)).toEqual(['/planning', '/doctors', '/companies', '/reports', '/mailbox', '/settings']);
    expect(paths(doctor)).toEqual(['/missions', '/availability', '/settings']);
  });

  it('leads nowhere that this build has no screen for', () => {
    expect(paths(employer, 'c1', (path) => path !== '/employees')).not.toContain('/employees');
  });

  it('shows nothing without abilities', () => {
    expect(paths({ ...person, role: 'employerBasic', abilities: [], companies: [] })).toEqual([]);
  });

  it('has each place once', () => {
    expect(new Set(NAVIGATION.map(({ to }) => to)).size).toBe(NAVIGATION.length);
  });
});

describe('the first screen', () => {
  it('is the first place, never the order form', () => {
    expect(homeOf(employer, 'c1', everywhere)).toBe('/dashboard');
    expect(homeOf(employer, 'c2', everywhere)).toBe('/checks');
    expect(homeOf(planner, undefined, everywhere)).toBe('/planning');
    expect(homeOf(doctor, undefined, everywhere)).toBe('/missions');
  });

  it('is none for an account that nobody has taken in', () => {
    expect(homeOf({ ...person, role: 'employerBasic', abilities: [], companies: [] }, undefined, everywhere)).toBeUndefined();
  });
});

/** Who opens the screens below an address; the settings say for themselves what of them is for whom. */
const EMPLOYERS: readonly Role[] = ['employerAdmin', 'employerBasic'];
const OPEN_TO: Readonly<Record<string, readonly Role[]>> = {
  '/_app': [...EMPLOYERS, 'planner', 'doctor'],
  '/dashboard': EMPLOYERS,
  '/checks': EMPLOYERS,
  '/checks/new': [...EMPLOYERS, 'planner'],
  '/certificates': [...EMPLOYERS, 'planner'],
  '/reports': [...EMPLOYERS, 'planner'],
  '/employees': [...EMPLOYERS, 'planner'],
  '/planning': ['planner'],
  '/doctors': ['planner'],
  '/companies': ['planner'],
  '/identities': ['planner'],
  '/team': ['planner'],
  '/mailbox': ['planner'],
  '/flags': ['planner'],
  '/missions': ['doctor'],
  '/availability': ['doctor'],
  '/settings': [...EMPLOYERS, 'planner', 'doctor'],
};
const ACTORS: Readonly<Record<string, Actor>> = {
  employerAdmin: { kind: 'employer', profileId: 'p', email: '', memberships: [{ companyId: 'c', accesType: 'admin', superiorId: null }] },
  employerBasic: { kind: 'employer', profileId: 'p', email: '', memberships: [{ companyId: 'c', accesType: 'basic', superiorId: null }] },
  planner: { kind: 'planner', profileId: 'p', email: '' },
  doctor: { kind: 'doctor', profileId: 'p', email: '', doctorId: 'd' },
};
/** Every screen inside the shell, by its file: `checks/$id.tsx` is `/checks/4711`. */
const ADDRESSES = readdirSync(new URL('../../routes/_app/', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map(
    (file) =>
      `/${file
        .replace('.tsx', '')
        .replace('[_]app', '_app')
        .replace(/\$\w+/, '4711')
        .replaceAll(/[\\.]/g, '/')
        .replace(/\/index$/, '')}`,
  );

describe('every address', () => {
  it('is one that somebody decided about', () => {
    expect(ADDRESSES).toContain('/checks/4711');
    expect(ADDRESSES.length).toBeGreaterThan(25);
    expect(ADDRESSES.filter((path) => placeOf(path) === undefined)).toEqual([]);
  });

  it.each(ADDRESSES.flatMap((path) => Object.keys(ACTORS).map((role) => [role as Role, path] as const)))(
    'opens to whom it is for: %s at %s',
    (role, path) => {
      const abilities = [...abilitiesOf(ACTORS[role] as Actor)];
      const isEmployer = EMPLOYERS.includes(role);
      const viewer: Viewer = { ...person, role, abilities, companies: isEmployer ? [company('c', abilities)] : [] };
      expect(mayOpen(viewer, isEmployer ? 'c' : undefined, path)).toBe(OPEN_TO[placeOf(path) ?? '']?.includes(role));
    },
  );

  it('that nobody knows is for whoever says that there is no such page', () => {
    expect(mayOpen(doctor, undefined, '/no-such-page')).toBe(true);
    expect(mayOpen(doctor, undefined, '/checkshop')).toBe(true);
  });
});

const placeOf = (path: string): string | undefined =>
  Object.keys(OPEN_TO)
    .filter((place) => path === place || path.startsWith(`${place}/`))
    .toSorted((a, b) => b.length - a.length)[0];
