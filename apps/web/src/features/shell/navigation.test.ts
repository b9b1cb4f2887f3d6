import { describe, expect, it } from 'vitest';
import type { Viewer } from '../../lib/viewer.ts';
import { entriesFor, homeOf, NAVIGATION } from './navigation.ts';

const everywhere = (): boolean => true;
const paths = (viewer: Viewer, companyId?: string, hasScreen: (path: string) => boolean = everywhere): string[] =>
  entriesFor(viewer, companyId, hasScreen).map(({ to }) => to);

const person = { profileId: 'p', userName: 'a@b.be', firstName: 'A', lastName: 'B', doctorId: null, demo: false };
const company = (id: string, abilities: string[]) => ({ id, name: id, accesType: 'basic' as const, superiorId: null, abilities });
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
  abilities: ['check.read', 'check.plan', 'check.order', 'doctor.read', 'doctor.write', 'mailbox.read', 'profile.self'],
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

  it('shows the provider’s people their own screens', () => {
    expect(paths(planner)).toEqual(['/planning', '/doctors', '/reports', '/mailbox', '/settings']);
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
