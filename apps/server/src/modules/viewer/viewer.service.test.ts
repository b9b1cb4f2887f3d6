import { checkVisibility, PROTECTED_FIELDS } from '@checkwell/domain/check/fields';
import { ABILITIES, type Actor, can, roleIn } from '@checkwell/domain/policy';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures } from '../../test/fixtures.ts';
import { createViewerService } from './viewer.service.ts';

const { db } = await testDatabase();
const { a, b, actors, doctors } = await createFixtures(db, testClock());
const viewer = createViewerService({ db, config: { demo: true } });

describe('viewer', () => {
  it('is an admin with everything of the company', async () => {
    expect(await viewer.get(actors.adminA)).toMatchObject({
      profileId: actors.adminA.profileId,
      userName: actors.adminA.email,
      firstName: 'Given',
      language: 'en',
      role: 'employerAdmin',
      roles: ['employerAdmin'],
      companies: [
        { id: a.id, name: a.name, accesType: 'admin', superiorId: null, abilities: expect.arrayContaining(['user.write', 'check.order']) },
      ],
      doctorId: null,
      demo: true,
    });
  });

  it('has abilities company by company', async () => {
    const { role, roles, abilities, companies } = await viewer.get(actors.adminAB);
    expect({ role, roles }).toEqual({ role: 'employerAdmin', roles: ['employerAdmin', 'employerBasic'] });
    expect(companies).toMatchObject([
      { id: a.id, accesType: 'admin', superiorId: null },
      { id: b.id, accesType: 'basic', superiorId: b.superiors[0] },
    ]);
    expect(abilities).toContain('user.write');
    expect(companies[0]?.abilities).toContain('user.write');
    expect(companies[1]?.abilities).not.toContain('user.read');
    expect(companies.map((company) => company.abilities.includes('employee.niss'))).toEqual([true, false]);
    expect(companies[1]?.abilities).toContain('check.order');
  });

  it('knows company by company, and of all of them, which fields are hidden', async () => {
    const { fields, companies } = await viewer.get(actors.adminAB);
    expect(companies.map((company) => company.fields.includes('companyTotalPrice'))).toEqual([true, false]);
    expect(fields).not.toContain('companyTotalPrice');
    for (const actor of [actors.adminA, actors.basicA, actors.planner, actors.doctor]) {
      const seen = await viewer.get(actor);
      const own = PROTECTED_FIELDS.filter((field) => checkVisibility(field, roleIn(actor, a.id)) === true);
      expect(seen.fields).toEqual(own);
      for (const company of seen.companies) expect(company.fields).toEqual(own);
    }
  });

  it('is told nothing that the policy would refuse everywhere', async () => {
    for (const actor of [actors.adminA, actors.basicA, actors.planner, actors.doctor] as Exclude<
      Actor,
      { kind: 'anonymous' | 'system' }
    >[]) {
      const { abilities } = await viewer.get(actor);
      const everything = {
        companyId: a.id,
        superiorId: a.superiors[0],
        orderedByProfileId: actor.profileId,
        profileId: actor.profileId,
        doctorId: 'doctorId' in actor ? actor.doctorId : null,
      };
      expect(abilities).toEqual(ABILITIES.filter((ability) => can(actor, ability, everything)));
    }
  });

  it('is a planner or a doctor of no company', async () => {
    expect(await viewer.get(actors.planner)).toMatchObject({ role: 'planner', companies: [], doctorId: null });
    expect(await viewer.get(actors.doctor)).toMatchObject({ role: 'doctor', companies: [], doctorId: doctors.brussels });
  });

  it('is nobody without signing in', async () => {
    expect(await codeOf(viewer.get(actors.anonymous))).toBe('access.unauthenticated');
    expect(await codeOf(viewer.get(actors.system))).toBe('access.forbidden');
  });
});
