import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ABILITIES,
  type Ability,
  type Actor,
  ANONYMOUS,
  abilitiesOf,
  can,
  contextOf,
  type Membership,
  PEOPLE_ONLY,
  POLICY,
  type Reach,
  type Resource,
  reachOf,
  roleIn,
  rolesOf,
} from './policy.ts';
import { ROLES, sideOf } from './roles.ts';

/**
 * A second definition of the permissions, written as conditions (design.md 1, domain.md 4.6). The tests compare the table of the policy with it.
 */
const EMPLOYER_ADMIN_ONLY: readonly Ability[] = [
  'check.hold',
  'company.write',
  'employee.niss',
  'employee.erase',
  'employee.personFile',
  'invoice.read',
  'superior.write',
  'user.read',
  'user.write',
  'user.create',
  'user.removeSecondStep',
  'apiToken.read',
  'apiToken.write',
  'travelClaim.decide',
  'travelClaim.readAccount',
];
const EMPLOYER_EVERY_USER: readonly Ability[] = ['company.read', 'superior.read'];
const EMPLOYER_NEVER: readonly Ability[] = [
  'check.plan',
  'offer.answer',
  'employeePage.answer',
  'missionCalendar.write',
  'offer.read',
  'check.reportProblem',
  'check.recordResult',
  'check.correctResult',
  'check.arbitrate',
  'check.visit',
  'employeeAddress.read',
  'check.notifyEmployee',
  'check.delete',
  'check.reviewComment',
  'check.reviewResult',
  'comment.release',
  'medicalNotes.read',
  'medicalNotes.write',
  'doctor.read',
  'doctor.write',
  'signUp.read',
  'signUp.decide',
  'mailbox.read',
  'mailbox.sendAgain',
  'flag.read',
  'flag.write',
  'invoice.credit',
  'team.read',
  'payment.read',
  'payment.refund',
  'company.create',
];
const PLANNER_NEVER: readonly Ability[] = [
  'travelClaim.read',
  'travelClaim.decide',
  'travelClaim.readAccount',
  'check.correctResult',
  'sentCertificate.read',
  'sentCertificate.putAside',
  'check.visit',
  'offer.answer',
  'employeePage.answer',
  'missionCalendar.write',
  'offer.read',
  'dashboard.read',
  'dashboard.export',
  'medicalNotes.read',
  'medicalNotes.write',
  'certificate.export',
  'employee.export',
  'employee.niss',
  'employee.erase',
  'employee.personFile',
  'user.write',
  'apiToken.read',
  'apiToken.write',
];
const DOCTOR_OWN: readonly Ability[] = [
  'check.read',
  'missionCalendar.write',
  'offer.read',
  'check.reportProblem',
  'check.recordResult',
  'check.correctResult',
  'check.visit',
  'employeeAddress.read',
  'comment.read',
  'comment.write',
  'medicalNotes.read',
  'medicalNotes.write',
  'document.read',
  'doctor.read',
  'doctor.write',
  'profile.self',
];

function isAllowedByConditions(actor: Actor, ability: Ability, resource: Resource): boolean {
  switch (actor.kind) {
    case 'anonymous':
      return false;
    case 'system':
      return true;
    case 'planner':
      return ability === 'profile.self' ? isOwn(actor.profileId, resource) : !PLANNER_NEVER.includes(ability);
    case 'doctor':
      return DOCTOR_OWN.includes(ability) && (isOwn(actor.profileId, resource) || resource.doctorId === actor.doctorId);
    case 'employer': {
      const membership = actor.memberships.find(({ companyId }) => companyId === resource.companyId);
      if (!membership || EMPLOYER_NEVER.includes(ability)) return false;
      if (ability === 'profile.self') return isOwn(actor.profileId, resource) || isOwnTeam(membership, resource);
      if (EMPLOYER_ADMIN_ONLY.includes(ability)) return membership.accesType === 'admin';
      if (EMPLOYER_EVERY_USER.includes(ability)) return true;
      return membership.accesType === 'admin' || isOwn(actor.profileId, resource) || isOwnTeam(membership, resource);
    }
  }
}
const isOwn = (profileId: string, resource: Resource) => resource.profileId === profileId || resource.orderedByProfileId === profileId;
const isOwnTeam = (membership: Membership, resource: Resource) =>
  membership.superiorId !== null && membership.superiorId === resource.superiorId;

const company = fc.constantFrom('c1', 'c2', 'c3');
const superior = fc.option(fc.constantFrom('s1', 's2', 's3'));
const profile = fc.constantFrom('p1', 'p2', 'p3');
const doctor = fc.constantFrom('d1', 'd2');
const ability = fc.constantFrom(...ABILITIES);
const membership = fc.record({ companyId: company, accesType: fc.constantFrom('admin' as const, 'basic' as const), superiorId: superior });
const actor: fc.Arbitrary<Actor> = fc.oneof(
  fc.constant(ANONYMOUS),
  fc.record({
    kind: fc.constant('employer' as const),
    profileId: profile,
    email: fc.constant('hr@company.be'),
    memberships: fc.uniqueArray(membership, { selector: ({ companyId }) => companyId, maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('planner' as const), profileId: profile, email: fc.constant('planner@provider.be') }),
  fc.record({ kind: fc.constant('doctor' as const), profileId: profile, email: fc.constant('doctor@practice.be'), doctorId: doctor }),
  fc.record({ kind: fc.constant('system' as const), name: fc.constant('jobs') }),
);
const resource: fc.Arbitrary<Resource> = fc.record(
  {
    companyId: fc.option(company),
    superiorId: superior,
    orderedByProfileId: fc.option(profile),
    doctorId: fc.option(doctor),
    profileId: fc.option(profile),
  },
  { requiredKeys: [] },
);

describe('policy', () => {
  it('defines a scope for every ability and role', () => {
    for (const row of Object.values(POLICY)) expect(Object.keys(row).sort()).toEqual([...ROLES].sort());
  });

  it('allows an API client everything that its access type allows, except actions reserved to people', () => {
    for (const accesType of ['admin', 'basic'] as const) {
      const person: Actor = {
        kind: 'employer',
        profileId: 'p1',
        email: 'a@b.be',
        memberships: [{ companyId: 'c1', accesType, superiorId: null }],
      };
      const program: Actor = { ...person, program: true };
      const whose = { companyId: 'c1', profileId: 'p1', orderedByProfileId: 'p1' };
      for (const ability of ABILITIES) {
        const allowed = !PEOPLE_ONLY.includes(ability) && can(person, ability, whose);
        expect(can(program, ability, whose), ability).toBe(allowed);
        expect(abilitiesOf(program).includes(ability), ability).toBe(allowed);
        expect(reachOf(program, ability).kind, ability).toBe(PEOPLE_ONLY.includes(ability) ? 'none' : reachOf(person, ability).kind);
      }
    }
    expect(PEOPLE_ONLY).toEqual(expect.arrayContaining(['user.write', 'user.create', 'apiToken.write', 'profile.self']));
  });

  it('agrees with the second definition of the permissions', () => {
    fc.assert(
      fc.property(actor, ability, resource, (who, what, whose) => {
        expect(can(who, what, whose)).toBe(isAllowedByConditions(who, what, whose));
      }),
      { numRuns: 5000 },
    );
  });

  it('allows an employer user nothing in a company of which they are no user', () => {
    fc.assert(
      fc.property(actor, ability, resource, (who, what, whose) => {
        fc.pre(who.kind === 'employer' && !who.memberships.some(({ companyId }) => companyId === whose.companyId));
        expect(roleIn(who, whose.companyId)).toBe('anonymous');
        expect(can(who, what, whose)).toBe(false);
      }),
    );
  });

  it('reaches in a list exactly the rows that it allows one by one', () => {
    fc.assert(
      fc.property(
        actor,
        ability,
        company,
        superior,
        fc.option(profile),
        doctor,
        (who, what, companyId, superiorId, orderedByProfileId, doctorId) => {
          // Doctors order no checks, so no row was ordered by the doctor who lists it.
          fc.pre(who.kind !== 'doctor' || orderedByProfileId !== who.profileId);
          // A user's own profile is read by itself, never in a list.
          fc.pre(what !== 'profile.self');
          const row = { companyId, superiorId, orderedByProfileId, doctorId };
          expect(isReached(reachOf(who, what), row)).toBe(can(who, what, row));
        },
      ),
      { numRuns: 5000 },
    );
  });

  it('reaches fewer rows when a company is chosen, never more', () => {
    fc.assert(
      fc.property(actor, ability, company, company, (who, what, chosen, companyId) => {
        const row = { companyId, superiorId: 's1', orderedByProfileId: null, doctorId: 'd1' };
        const narrowed = isReached(reachOf(who, what, chosen), row);
        if (narrowed) expect(isReached(reachOf(who, what), row)).toBe(true);
        if (narrowed && who.kind !== 'doctor') expect(companyId).toBe(chosen);
      }),
    );
  });

  it('reaches no row of own profiles for planners, and nothing for visitors', () => {
    expect(reachOf({ kind: 'planner', profileId: 'p1', email: 'planner@provider.be' }, 'profile.self')).toEqual({ kind: 'none' });
    expect(reachOf(ANONYMOUS, 'check.read')).toEqual({ kind: 'none' });
  });

  it('lists the abilities that the actor has for at least one resource', () => {
    fc.assert(
      fc.property(actor, ability, (who, what) => {
        const allowedSomewhere = rolesOf(who).some((role) => POLICY[what][role] !== 'none');
        expect(abilitiesOf(who).includes(what)).toBe(allowedSomewhere);
      }),
    );
    expect(abilitiesOf(ANONYMOUS)).toEqual([]);
    expect(abilitiesOf({ kind: 'employer', profileId: 'p1', email: 'hr@company.be', memberships: [] })).toEqual([]);
  });

  it('passes the kind, companies and doctor id of the actor to the database', () => {
    expect(contextOf(ANONYMOUS)).toEqual({ role: 'anonymous', profileId: null, companyIds: [], doctorId: null });
    fc.assert(
      fc.property(actor, (who) => {
        const context = contextOf(who);
        expect(context.role).toBe(who.kind);
        expect(context.companyIds).toEqual(who.kind === 'employer' ? who.memberships.map(({ companyId }) => companyId) : []);
        expect(context.doctorId).toBe(who.kind === 'doctor' ? who.doctorId : null);
      }),
    );
  });
});

/** The condition of a repository's query, built from a reach. */
function isReached(
  reach: Reach,
  row: { companyId: string; superiorId: string | null; orderedByProfileId: string | null; doctorId: string },
): boolean {
  switch (reach.kind) {
    case 'none':
      return false;
    case 'any':
      return true;
    case 'doctor':
      return row.doctorId === reach.doctorId;
    case 'companies':
      return reach.companies.some(
        ({ companyId, own }) =>
          companyId === row.companyId &&
          (own === null || row.orderedByProfileId === own.profileId || (own.superiorId !== null && own.superiorId === row.superiorId)),
      );
  }
}

it('each role belongs to the side of employers, planners or doctors; visitors and the product itself belong to none', () => {
  expect(ROLES.map((role) => [role, sideOf(role)])).toEqual([
    ['anonymous', null],
    ['employerAdmin', 'employer'],
    ['employerBasic', 'employer'],
    ['planner', 'planner'],
    ['doctor', 'doctor'],
    ['system', null],
  ]);
});
