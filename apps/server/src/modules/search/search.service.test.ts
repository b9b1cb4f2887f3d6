import { addDays } from '@checkwell/domain/clock';
import { TEXT } from '@checkwell/domain/constants';
import type { Actor } from '@checkwell/domain/policy';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createEmbeddedGeocoder } from '../../platform/geo/embedded-geocoder.ts';
import { newId } from '../../platform/ids.ts';
import { checkServices, codeOf } from '../../test/checks.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type FixtureCompany, type Fixtures, insertCheck } from '../../test/fixtures.ts';
import { testApp } from '../../test/servers/identity-app.ts';
import { createCompanyService } from '../companies/companies.service.ts';
import { createDoctorService } from '../doctors/doctors.service.ts';
import { createSearchService, SEARCH_ROWS } from './search.service.ts';

const database = await testDatabase();
const { db } = database;
const app = await testApp(database);
const { clock, identity } = app;
afterAll(() => app.close());
const { employees, certificates, checks } = checkServices(db, clock);
const doctors = createDoctorService({ db, clock, geocoder: createEmbeddedGeocoder(), identity });
const companies = createCompanyService({ db, clock });
const search = createSearchService({ certificates, checks, companies, doctors, employees });

const KINDS = ['employees', 'checks', 'reports', 'certificates', 'doctors', 'companies'] as const;
type Ids = Record<(typeof KINDS)[number], readonly string[]>;
const NOTHING: Ids = { employees: [], checks: [], reports: [], certificates: [], doctors: [], companies: [] };

const sorted = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id).sort();

async function find(actor: Actor, text: string, companyId: string | null = null): Promise<Ids> {
  const found = search.find(actor, { text, companyId });
  const answers = await Promise.all(KINDS.map(async (kind) => [kind, sorted(await found[kind]())] as const));
  return { ...NOTHING, ...Object.fromEntries(answers) };
}

let fixtures: Fixtures;
beforeEach(async () => {
  fixtures = await createFixtures(db, clock);
});

/** An order for the employee of the company with this place in the list, Zoé Müller (1) by default. */
const order = async (company: FixtureCompany, values: Parameters<typeof insertCheck>[3] = {}): Promise<string> =>
  (
    await insertCheck(db, fixtures, clock, {
      companyId: company.id,
      employeeId: company.employees[1],
      workerFirstName: 'Zoé',
      workerLastName: 'Müller',
      ...values,
    })
  ).id;

describe('one search over everything', () => {
  it('finds a worker with their checks, reports and certificates, accents and order of the names aside', async () => {
    const { a, actors } = fixtures;
    const open = await order(a);
    const archived = await order(a, { status: 'Archived' });
    for (const text of ['Müller', 'muller zoe', '  ZOE M']) {
      expect(await find(actors.adminA, text)).toEqual({
        ...NOTHING,
        employees: [a.employees[1]],
        checks: [open],
        reports: [archived],
        certificates: [a.certificates[1]],
      });
    }
  });

  it('finds them although the name is misspelt', async () => {
    const { a, actors } = fixtures;
    const open = await order(a);
    const archived = await order(a, { status: 'Archived' });
    expect(await find(actors.adminA, 'mulller')).toEqual({
      ...NOTHING,
      employees: [a.employees[1]],
      checks: [open],
      reports: [archived],
      certificates: [a.certificates[1]],
    });
  });

  it('finds nothing for nothing', async () => {
    await order(fixtures.a);
    expect(await find(fixtures.actors.adminA, '  ')).toEqual(NOTHING);
    expect(await find(fixtures.actors.adminA, 'Zebrastraat')).toEqual(NOTHING);
  });

  it('shows a few of each kind, the newest checks first', async () => {
    const { a, actors } = fixtures;
    const ids: string[] = [];
    for (let day = 0; day <= SEARCH_ROWS; day += 1)
      ids.push(await order(a, { creationDate: new Date(clock.now().getTime() - day * 86_400_000) }));
    const found = await search.find(actors.adminA, { text: 'muller', companyId: null }).checks();
    expect(found.map(({ id }) => id)).toEqual(ids.slice(0, SEARCH_ROWS));
  });

  it('refuses a text that no list takes', async () => {
    const found = search.find(fixtures.actors.adminA, { text: 'x'.repeat(TEXT.search + 1), companyId: null });
    expect(await codeOf(found.employees())).toBe('request.invalid');
  });
});

describe('who finds what', () => {
  it('is an employer in the companies of their own, as far as they reach', async () => {
    const { a, b, actors } = fixtures;
    const [inA, inB] = [await order(a), await order(b, { superiorId: b.superiors[1] })];
    expect((await find(actors.adminA, 'muller')).checks).toEqual([inA]);
    expect((await find(actors.adminB, 'muller')).checks).toEqual([inB]);
    expect(await find(actors.adminA, 'muller', b.id)).toEqual(NOTHING);
    // Admin in A, in B a superior of somebody else.
    expect((await find(actors.adminAB, 'muller')).checks).toEqual([inA]);
    // Zoé Müller is of the first superior.
    expect(await find(actors.otherBasicA, 'muller')).toEqual(NOTHING);
    expect((await find(actors.basicA, 'muller')).employees).toEqual([a.employees[1]]);
  });

  it('narrows to one of several companies', async () => {
    const { a, b, actors } = fixtures;
    const both = [a.employees[1], b.employees[1]];
    expect((await find(actors.adminAB, 'muller')).employees).toEqual([...both].sort());
    expect((await find(actors.adminAB, 'muller', a.id)).employees).toEqual([a.employees[1]]);
  });

  it('is the provider’s team everywhere, with doctors and companies', async () => {
    const { a, b, actors, doctors: known } = fixtures;
    const [inA, inB] = [await order(a), await order(b)];
    expect((await find(actors.planner, 'muller')).checks).toEqual(expect.arrayContaining([inA, inB]));
    const byName = await companies.list(actors.planner, { filter: { search: a.name } });
    expect((await find(actors.planner, a.name)).companies).toEqual(sorted(byName.nodes));
    const doctor = await doctors.get(actors.planner, known.antwerp);
    expect((await find(actors.planner, doctor.lastName)).doctors).toContain(doctor.id);
    // Within a company, without words: what it ordered last.
    expect(await find(actors.planner, '', b.id)).toEqual({ ...NOTHING, checks: [inB] });
  });

  it('is a doctor among the missions, and nobody else’s', async () => {
    const { a, actors, doctors: known } = fixtures;
    await order(a);
    const mine = await order(a, { status: 'WaitingForCheck' });
    const start = new Date(clock.now().getTime() + 7 * 86_400_000);
    const theirs = await order(a, {
      status: 'WaitingForCheck',
      doctorId: known.antwerp,
      appointmentStart: start,
      appointmentEnd: new Date(start.getTime() + 600_000),
      incapacityEndDate: addDays(clock.today(), 20),
    });
    expect(await find(actors.doctor, 'muller')).toEqual({ ...NOTHING, checks: [mine] });
    expect(await find(actors.otherDoctor, 'muller')).toEqual({ ...NOTHING, checks: [theirs] });
  });

  it('is nobody without signing in, and of no unknown company', async () => {
    expect(() => search.find(fixtures.actors.anonymous, { text: 'muller', companyId: null })).toThrow('access.unauthenticated');
    expect(await find(fixtures.actors.planner, 'muller', newId())).toMatchObject({
      checks: [],
      reports: [],
      certificates: [],
      employees: [],
    });
  });
});
