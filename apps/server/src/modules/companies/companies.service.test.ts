import { AppError } from '@checkwell/domain/errors';
import { type CompanyInput, companyInputOf } from '@checkwell/domain/people/company';
import { COMPANY_SORT_FIELDS } from '@checkwell/domain/people/enums';
import type { WorkRulesInput } from '@checkwell/domain/people/work-rules';
import type { Actor } from '@checkwell/domain/policy';
import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { codeOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type Fixtures } from '../../test/fixtures.ts';
import { inBothOrders } from '../../test/race.ts';
import { createCompanyService } from './companies.service.ts';

const database = await testDatabase();
const { db, owner } = database;
const clock = testClock();
const companies = createCompanyService({ db, clock });
const fixtures: Fixtures = await createFixtures(db, clock);
const { a, b, actors } = fixtures;

const issuesOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof AppError ? error.issues : error),
  );
const namesOf = async (actor: Actor, search?: string): Promise<string[]> =>
  (await companies.list(actor, { filter: { search } })).nodes.map(({ name }) => name);
/** As the provider sees it: with its price. */
async function companyOf(id: string) {
  const { checkPrice, ...company } = await companies.get(actors.planner, id);
  if (checkPrice === null) throw new Error('Planners see prices.');
  return { ...company, checkPrice };
}
const formOf = async (id: string, values: Partial<CompanyInput> = {}): Promise<CompanyInput> => ({
  ...companyInputOf(await companyOf(id)),
  ...values,
});

describe('companies', () => {
  it("are all the provider's, and their own for employers", async () => {
    expect(await namesOf(actors.planner)).toEqual([a.name, b.name]);
    expect(await namesOf(actors.adminA)).toEqual([a.name]);
    expect(await namesOf(actors.basicA)).toEqual([a.name]);
    expect(await namesOf(actors.adminAB)).toEqual([a.name, b.name]);
    expect((await companies.get(actors.basicA, a.id)).id).toBe(a.id);
    for (const id of [b.id, newId(), 'nonsense']) expect(await codeOf(companies.get(actors.adminA, id)), id).toBe('entity.notFound');
    expect(await codeOf(companies.get(actors.planner, newId()))).toBe('entity.notFound');
    expect(await codeOf(companies.get(actors.doctor, a.id))).toBe('access.forbidden');
    expect(await codeOf(companies.list(actors.doctor, {}))).toBe('access.forbidden');
    expect(await codeOf(companies.list(actors.anonymous, {}))).toBe('access.unauthenticated');
  });

  it('are found by name, number and place, also misspelt', async () => {
    await owner('update companies set name = $1 where id = $2', ['Société Générale de Béton', b.id]);
    expect(await namesOf(actors.planner, 'societe beton')).toEqual(['Société Générale de Béton']);
    expect(await namesOf(actors.planner, 'generalle')).toEqual(['Société Générale de Béton']);
    expect(await namesOf(actors.adminA, 'beton')).toEqual([]);
    expect(await namesOf(actors.planner, (await companies.get(actors.planner, a.id)).companyNumber)).toEqual([a.name]);
    const first = await companies.list(actors.planner, { first: 1 });
    const second = await companies.list(actors.planner, { first: 1, after: first.pageInfo.endCursor });
    expect([...first.nodes, ...second.nodes].map(({ name }) => name)).toEqual([a.name, 'Société Générale de Béton']);
    expect(second.pageInfo.hasNextPage).toBe(false);
    expect(await codeOf(companies.list(actors.planner, { filter: { search: 'x'.repeat(101) } }))).toBe('request.invalid');
  });

  it('are narrowed by language, and sorted', async () => {
    await owner(`update companies set language = 'nl', "staffCount" = 12, "checkPrice" = 9500 where id = $1`, [a.id]);
    await owner(`update companies set language = 'fr', "staffCount" = 700, "checkPrice" = 9900 where id = $1`, [b.id]);
    const named = async (options: Parameters<typeof companies.list>[1]) =>
      (await companies.list(actors.planner, options)).nodes.map(({ id }) => id);
    expect(await named({ filter: { language: 'fr' } })).toEqual([b.id]);
    expect(await named({ filter: { language: 'en' } })).toEqual([]);
    expect(await codeOf(companies.list(actors.planner, { filter: { language: 'de' } }))).toBe('request.invalid');
    expect(await codeOf(companies.list(actors.planner, { filter: { staffCount: 12 } }))).toBe('request.invalid');
    for (const field of COMPANY_SORT_FIELDS.slice(1)) {
      expect(await named({ sort: { field, direction: 'asc' } }), field).toEqual([a.id, b.id]);
      expect(await named({ sort: { field, direction: 'desc' } }), field).toEqual([b.id, a.id]);
    }
    const { pageInfo } = await companies.list(actors.planner, { sort: { field: 'staffCount', direction: 'desc' }, first: 1 });
    const rest = { sort: { field: 'staffCount', direction: 'desc' }, first: 1, after: pageInfo.endCursor } as const;
    expect(await named(rest)).toEqual([a.id]);
    expect(await codeOf(companies.list(actors.planner, { ...rest, sort: { field: 'name', direction: 'desc' } }))).toBe('request.invalid');
  });

  it('show their price to administrators and planners alone, as a value and as an order', async () => {
    const pricesOf = async (actor: Actor) => (await companies.list(actor, {})).nodes.map(({ checkPrice }) => checkPrice);
    expect(await pricesOf(actors.planner)).toEqual([95_00, 99_00]);
    expect(await pricesOf(actors.adminA)).toEqual([95_00]);
    for (const actor of [actors.basicA, actors.looseBasicA]) expect(await pricesOf(actor)).toEqual([null]);
    // Administrator of the one, basic user of the other.
    expect(await pricesOf(actors.adminAB)).toEqual([95_00, null]);
    const many = await companies.findMany(actors.adminAB, [a.id, b.id]);
    expect([a.id, b.id].map((id) => many.get(id)?.checkPrice)).toEqual([95_00, null]);
    const byPrice = { sort: { field: 'checkPrice', direction: 'asc' } } as const;
    for (const actor of [actors.basicA, actors.adminAB]) expect(await codeOf(companies.list(actor, byPrice))).toBe('access.forbidden');
    for (const actor of [actors.adminA, actors.planner]) expect(await codeOf(companies.list(actor, byPrice))).toBe('no error');
  });

  it('are changed by their admins, but for the contract price', async () => {
    const changed = await formOf(a.id, {
      companyAddress: 'Meir 1, 2000 Antwerpen',
      companyNumber: 'be 0440.966.354',
      invoicingFirstName: 'Ann',
      invoicingEmail: 'Invoices@Alfa.example.be',
      invoicingPhoneNumber: '03 123 45 67',
      purchaseOrder: 'PO 2026-17',
    });
    const after = await companies.update(actors.adminA, a.id, 1, changed);
    expect(after).toMatchObject({
      companyNumber: 'BE0440966354',
      invoicingCompanyNumber: 'BE0440966354',
      invoicingCompanyAddress: 'Meir 1, 2000 Antwerpen',
      invoicingCompanyName: a.name,
      invoicingEmail: 'invoices@alfa.example.be',
      invoicingPhoneNumber: '+3231234567',
      purchaseOrder: 'PO 2026-17',
      version: 2,
    });
    expect(await owner('select action, "profileId" from access_log where "subjectId" = $1', [a.id])).toEqual([
      { action: 'company.update', profileId: actors.adminA.profileId },
    ]);
    await expect(companies.update(actors.adminA, a.id, 2, await formOf(a.id, { checkPrice: 1 }))).rejects.toMatchObject({
      code: 'access.forbidden',
      issues: [{ path: 'checkPrice' }],
    });
    expect(await companies.update(actors.planner, a.id, 2, await formOf(a.id, { checkPrice: 95_00 }))).toMatchObject({
      checkPrice: 95_00,
      version: 3,
    });
    expect(await codeOf(companies.update(actors.adminA, a.id, 1, await formOf(a.id)))).toBe('entity.changedMeanwhile');
  });

  it('become clients through the provider alone, one per VAT number', async () => {
    const wanted = { ...(await formOf(a.id)), name: 'Gamma', companyNumber: 'be 0471.811.661', staffCount: 12 };
    for (const actor of [actors.adminA, actors.basicA, actors.doctor])
      expect(await codeOf(companies.create(actor, wanted))).toBe('access.forbidden');
    expect(await codeOf(companies.create(actors.anonymous, wanted))).toBe('access.unauthenticated');
    const made = await companies.create(actors.planner, wanted);
    expect(made).toMatchObject({ name: 'Gamma', companyNumber: 'BE0471811661', staffCount: 12, availabilityDays: null, version: 1 });
    expect(await companies.get(actors.planner, made.id)).toEqual(made);
    expect(await codeOf(companies.get(actors.adminA, made.id))).toBe('entity.notFound');
    expect(await owner('select action, "profileId" from access_log where "subjectId" = $1', [made.id])).toEqual([
      { action: 'company.create', profileId: actors.planner.profileId },
    ]);
    const taken = [{ path: 'companyNumber', message: 'vatTaken' }];
    expect(await issuesOf(companies.create(actors.planner, { ...wanted, name: 'Gamma again' }))).toEqual(taken);
    expect(await issuesOf(companies.update(actors.adminA, a.id, 3, await formOf(a.id, { companyNumber: 'BE0471811661' })))).toEqual(taken);
    expect(await issuesOf(companies.create(actors.planner, { ...wanted, staffCount: 0, checkPrice: 1e9 }))).toEqual([
      { path: 'checkPrice', message: 'priceRange' },
      { path: 'staffCount', message: 'countRange' },
    ]);
    // Who paid for a One Shot Check is no client, and may become one.
    await owner('update companies set "oneShot" = true where id = $1', [made.id]);
    expect(await companies.create(actors.planner, wanted)).toMatchObject({ companyNumber: 'BE0471811661' });
    expect(await namesOf(actors.planner, 'Gamma')).toEqual(['Gamma']);
  });

  it('are changed by nobody else', async () => {
    expect(await codeOf(companies.update(actors.basicA, a.id, 3, await formOf(a.id)))).toBe('access.forbidden');
    expect(await codeOf(companies.update(actors.adminAB, b.id, 1, await formOf(b.id)))).toBe('access.forbidden');
    expect(await codeOf(companies.update(actors.adminA, b.id, 1, await formOf(b.id)))).toBe('entity.notFound');
    expect(await codeOf(companies.update(actors.doctor, a.id, 3, await formOf(a.id)))).toBe('access.forbidden');
    expect(await codeOf(companies.update(actors.planner, newId(), 1, await formOf(a.id)))).toBe('entity.notFound');
  });

  it('keep to the rule of the form', async () => {
    const wrong = { ...(await formOf(a.id)), companyNumber: '0440966354', invoicingEmail: 'nobody', version: 3 };
    expect(await issuesOf(companies.update(actors.adminA, a.id, 3, wrong))).toEqual([
      { path: 'companyNumber', message: 'vatFormat' },
      { path: 'invoicingEmail', message: 'emailFormat' },
      { path: 'version', message: 'unknownField' },
    ]);
  });
});

describe('the second step of a company', () => {
  it('is required and waived by those who manage its users, and by no program', async () => {
    const { version } = await companies.get(actors.adminA, a.id);
    const program = { ...actors.adminA, program: true } as const;
    for (const actor of [program, actors.basicA, actors.planner, actors.doctor, actors.adminB])
      expect(await codeOf(companies.requireSecondStep(actor, a.id, version, true)), actor.kind).toMatch(/forbidden|notFound/);
    expect((await companies.get(actors.adminA, a.id)).secondStepRequired).toBe(false);
    const after = await companies.requireSecondStep(actors.adminA, a.id, version, true);
    expect(after).toMatchObject({ secondStepRequired: true, version: version + 1 });
    expect(await codeOf(companies.requireSecondStep(actors.adminA, a.id, version, false))).toBe('entity.changedMeanwhile');
    await companies.requireSecondStep(actors.adminA, a.id, version + 1, false);
    const logged = await owner('select action from access_log where "subjectId" = $1 and action like $2 order by id', [
      a.id,
      '%SecondStep',
    ]);
    expect(logged).toEqual([{ action: 'company.requireSecondStep' }, { action: 'company.waiveSecondStep' }]);
  });
});

describe('work rules of a company', () => {
  const none: WorkRulesInput = {
    staffCount: 49,
    noCertificateOptOut: true,
    certificateTermDays: null,
    availabilityDays: null,
    availabilityFrom: null,
    availabilityTo: null,
    availabilityBasis: null,
  };
  const duty = { availabilityDays: 3, availabilityFrom: '09:30', availabilityTo: '13:30', availabilityBasis: 'WorkRules' } as const;

  it('are changed by its admins and the provider, and written down', async () => {
    const { version } = await companies.get(actors.adminA, a.id);
    const after = await companies.updateWorkRules(actors.adminA, a.id, version, { ...none, ...duty, certificateTermDays: 1 });
    expect(after).toMatchObject({ ...none, ...duty, certificateTermDays: 1, version: version + 1 });
    expect(await owner('select action from access_log where "subjectId" = $1 order by at desc limit 1', [a.id])).toEqual([
      { action: 'company.updateWorkRules' },
    ]);
    expect(await companies.updateWorkRules(actors.planner, a.id, version + 1, none)).toMatchObject({ availabilityDays: null });
    expect(await codeOf(companies.updateWorkRules(actors.adminA, a.id, version, none))).toBe('entity.changedMeanwhile');
  });

  it('are nobody else’s', async () => {
    const { version } = await companies.get(actors.adminA, a.id);
    expect(await codeOf(companies.updateWorkRules(actors.basicA, a.id, version, none))).toBe('access.forbidden');
    expect(await codeOf(companies.updateWorkRules(actors.adminA, b.id, 1, none))).toBe('entity.notFound');
    expect(await codeOf(companies.updateWorkRules(actors.doctor, a.id, version, none))).toBe('access.forbidden');
    expect(await codeOf(companies.updateWorkRules(actors.planner, 'nonsense', 1, none))).toBe('entity.notFound');
  });

  it('stay within the law', async () => {
    expect(
      await issuesOf(companies.updateWorkRules(actors.adminA, a.id, 1, { ...none, ...duty, staffCount: 50, availabilityTo: '14:00' })),
    ).toEqual([
      { path: 'noCertificateOptOut', message: 'optOutSize' },
      { path: 'availabilityTo', message: 'availabilityWindow', params: { longestHours: 4, earliest: '07:00', latest: '20:00' } },
    ]);
  });

  it('cannot be half a duty, even past the service', async () => {
    await expect(owner('update companies set "availabilityDays" = 3, "availabilityFrom" = null where id = $1', [a.id])).rejects.toThrow(
      /check constraint/,
    );
  });
});

describe('two saves at once', () => {
  // Lets both read before either writes.
  const lock = { sql: 'lock table companies in exclusive mode' };

  inBothOrders('no guessed version brings the old contract price back', database, async (race) => {
    const { version, checkPrice } = await companyOf(a.id);
    const form = await formOf(a.id);
    const [byPlanner, byEmployer] = await race(
      lock,
      () => companies.update(actors.planner, a.id, version, { ...form, checkPrice: checkPrice + 500 }),
      () => companies.update(actors.adminA, a.id, version + 1, form),
    );
    expect(byPlanner.status).toBe('fulfilled');
    expect(byEmployer).toMatchObject({ reason: { code: expect.stringMatching(/access.forbidden|entity.changedMeanwhile/) } });
    expect(await companies.get(actors.planner, a.id)).toMatchObject({ checkPrice: checkPrice + 500, version: version + 1 });
  });

  inBothOrders('one of two changes of the same version counts', database, async (race) => {
    const { version } = await companies.get(actors.planner, a.id);
    const form = await formOf(a.id);
    const ends = await race(
      lock,
      () => companies.update(actors.planner, a.id, version, { ...form, companyAddress: 'Wetstraat 17, 1000 Brussel' }),
      () => companies.requireSecondStep(actors.adminA, a.id, version, true),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'entity.changedMeanwhile' } });
    const after = await companies.get(actors.planner, a.id);
    expect(after.version).toBe(version + 1);
    if (after.secondStepRequired) await companies.requireSecondStep(actors.adminA, a.id, after.version, false);
  });
});
