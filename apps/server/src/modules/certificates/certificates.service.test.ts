import { CERTIFICATE_TYPES } from '@checkwell/domain/certificate/enums';
import type { CertificateInput } from '@checkwell/domain/certificate/rules';
import { CERTIFICATE_SORT_FIELDS, type CertificateSortField } from '@checkwell/domain/certificate/sorts';
import { addDays } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import type { Actor } from '@checkwell/domain/policy';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCrypto } from '../../platform/crypto/crypto.ts';
import { createEmbeddedGeocoder } from '../../platform/geo/embedded-geocoder.ts';
import { newId } from '../../platform/ids.ts';
import { codeOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { TEST_SECRET } from '../../test/config.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type FixtureCompany, type Fixtures } from '../../test/fixtures.ts';
import { createCompanyService } from '../companies/companies.service.ts';
import { createEmployeeService } from '../employees/employees.service.ts';
import { type Certificate, createCertificateService, followEmployee } from './certificates.service.ts';

const { db, owner } = await testDatabase();
const clock = testClock();
const geocoder = createEmbeddedGeocoder();
const companies = createCompanyService({ db, clock });
const employees = createEmployeeService({ db, clock, crypto: createCrypto([TEST_SECRET]), geocoder, onRenamed: followEmployee });
const certificates = createCertificateService({ db, clock, geocoder, companies, employees });

let fixtures: Fixtures;
beforeEach(async () => {
  clock.set('2026-03-02T09:00:00+01:00');
  fixtures = await createFixtures(db, clock);
});

const input = (company: FixtureCompany, values: Partial<CertificateInput> = {}): CertificateInput => ({
  employeeId: company.employees[0],
  superiorId: company.superiors[0],
  incapacityReason: 'Illness',
  entryType: 'MEDICAL_CERTIFICATE',
  certifType: 'FirstCertificate',
  authorizedExit: false,
  startDate: clock.today(),
  endDate: addDays(clock.today(), 4),
  doctorName: 'Dr. Claes',
  documentId: company.document,
  ...values,
});

const issuesOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof AppError ? error.issues : error),
  );
const idsOf = async (actor: Actor, filter: object = {}): Promise<string[]> =>
  (await certificates.list(actor, { filter, first: 100 })).nodes.map(({ id }) => id).sort();
const sorted = (ids: readonly string[]): string[] => [...ids].sort();
const uploadedBy = (documentId: string, actor: { readonly profileId: string }) =>
  owner('update documents set "uploadedByProfileId" = $1 where id = $2', [actor.profileId, documentId]);

describe('reach', () => {
  it('shows everybody exactly their own', async () => {
    const { a, b, actors } = fixtures;
    await uploadedBy(a.document, actors.looseBasicA);
    const worker = await employees.create(actors.looseBasicA, a.id, {
      employeeMatricule: 'X-9',
      employeeFirstName: 'Lou',
      employeeLastName: 'Leroy',
      employeeLanguage: 'FR',
      employeeGender: 'Others',
      employeePhoneNumber: '+32470123456',
      employeeAddress: '1000 Bruxelles',
      function: '',
      subEmployee: '',
      superiorId: null,
    });
    const made = await certificates.create(actors.looseBasicA, a.id, input(a, { employeeId: worker.id, superiorId: a.superiors[1] }));
    expect(await idsOf(actors.adminA)).toEqual(sorted([...a.certificates, made.id]));
    expect(await idsOf(actors.basicA)).toEqual(sorted(a.certificates.slice(0, 2)));
    expect(await idsOf(actors.otherBasicA)).toEqual(sorted([...a.certificates.slice(2, 4), made.id]));
    expect(await idsOf(actors.looseBasicA)).toEqual([made.id]);
    expect(await idsOf(actors.adminB)).toEqual(sorted(b.certificates));
    expect(await idsOf(actors.adminAB)).toEqual(sorted([...a.certificates, made.id, ...b.certificates.slice(0, 2)]));
    expect(await idsOf(actors.planner, { companyId: b.id })).toEqual(sorted(b.certificates));
    expect(await idsOf(actors.adminA, { companyId: b.id })).toEqual([]);
    expect(await codeOf(certificates.list(actors.doctor, {}))).toBe('access.forbidden');
    expect(await codeOf(certificates.list(actors.anonymous, {}))).toBe('access.unauthenticated');
  });

  it('opens what the list shows, and nothing else', async () => {
    const { a, b, actors } = fixtures;
    for (const actor of [actors.adminA, actors.basicA, actors.looseBasicA, actors.adminB, actors.adminAB]) {
      const listed = new Set(await idsOf(actor));
      for (const company of [a, b]) {
        for (const [index, id] of company.certificates.entries()) {
          expect(await codeOf(certificates.get(actor, id)), id).toBe(listed.has(id) ? 'no error' : 'entity.notFound');
          const declaration = input(company, {
            employeeId: company.employees[index] as string,
            entryType: 'ABSENCE_DECLARATION',
            documentId: null,
          });
          expect(await codeOf(certificates.update(actor, id, 99, declaration))).toBe(
            listed.has(id) ? 'entity.changedMeanwhile' : 'entity.notFound',
          );
        }
      }
      expect(await codeOf(certificates.get(actor, newId()))).toBe('entity.notFound');
      expect(await codeOf(certificates.get(actor, "' or 1=1"))).toBe('entity.notFound');
    }
    expect(await codeOf(certificates.get(actors.doctor, a.certificates[0]))).toBe('access.forbidden');
    expect(await codeOf(certificates.create(actors.adminA, b.id, input(b)))).toBe('entity.notFound');
    expect(await codeOf(certificates.create(actors.doctor, a.id, input(a)))).toBe('access.forbidden');
    expect(await codeOf(certificates.create(actors.planner, newId(), input(a)))).toBe('request.invalid');
  });
});

describe('what a certificate shows', () => {
  it('has the fields of the specification, those of the employee by join', async () => {
    const { a, actors } = fixtures;
    const made = await certificates.create(actors.adminA, a.id, input(a));
    expect(made).toMatchObject({
      companyId: a.id,
      employeeId: a.employees[0],
      employeeFirstName: 'Jan',
      employeeLastName: 'Peeters',
      employeeCompanyName: a.name,
      authorizedExit: false,
      authorizedLeave: false,
      incapacityReason: 'Illness',
      doctorName: 'Dr. Claes',
      certificateUrl: `/v1/api/companies/${a.id}/documents/${a.document}`,
      urlCertificate: `/v1/api/companies/${a.id}/documents/${a.document}`,
      relaunchCheckUrl: `/checks/new?certificateId=${made.id}`,
      isCheckRequestLaunched: false,
      superior: { id: a.superiors[0] },
      source: 'employer',
      uploadedByProvider: false,
      outsideIncapacityPeriod: false,
      createdAt: clock.now(),
      version: 1,
    });
    const declared = await certificates.create(actors.adminA, a.id, input(a, { entryType: 'ABSENCE_DECLARATION', documentId: null }));
    expect(declared).toMatchObject({ certificateUrl: null, urlCertificate: null });
  });

  it('marks what the provider entered', async () => {
    const { a, actors } = fixtures;
    expect(await certificates.create(actors.planner, a.id, input(a))).toMatchObject({ source: 'provider', uploadedByProvider: true });
  });

  it.each([
    ['before it began', 1, 4, true],
    ['on its first day', 0, 4, false],
    ['on its last day', -4, 0, false],
    ['after it ended', -4, -1, true],
  ])('marks one that was entered %s', async (_, from, to, outside) => {
    const { a, actors } = fixtures;
    const made = await certificates.create(
      actors.adminA,
      a.id,
      input(a, { startDate: addDays(clock.today(), from), endDate: addDays(clock.today(), to) }),
    );
    expect(made.outsideIncapacityPeriod).toBe(outside);
    clock.advance({ days: 30 });
    expect((await certificates.get(actors.adminA, made.id)).outsideIncapacityPeriod).toBe(outside);
  });

  it('counts days as Belgium does', async () => {
    const { a, actors } = fixtures;
    clock.set('2026-03-04T23:30:00Z'); // already the 5th in Belgium
    const made = await certificates.create(actors.adminA, a.id, input(a, { startDate: '2026-03-05', endDate: '2026-03-05' }));
    expect(made.outsideIncapacityPeriod).toBe(false);
  });

  it('offers a check only while one makes sense', async () => {
    const { a, actors } = fixtures;
    const last = await certificates.create(actors.adminA, a.id, input(a, { endDate: clock.today() }));
    expect(last.relaunchCheckUrl).not.toBeNull();
    expect((await certificates.create(actors.adminA, a.id, input(a, { incapacityReason: 'MaternityLeave' }))).relaunchCheckUrl).toBeNull();
    clock.advance({ days: 1 });
    expect((await certificates.get(actors.adminA, last.id)).relaunchCheckUrl).toBeNull();
  });
});

describe('saving', () => {
  it('writes down who read, made and changed it', async () => {
    const { a, actors } = fixtures;
    const made = await certificates.create(actors.adminA, a.id, input(a));
    await certificates.get(actors.planner, made.id);
    await certificates.update(actors.basicA, made.id, 1, input(a, { doctorName: 'Dr. Maes' }));
    await certificates.list(actors.adminA, {});
    const log = await owner(
      'select action, "actorRole", "profileId", "companyId" from access_log where "subjectType" = $1 and "subjectId" = $2 order by id',
      ['certificates', made.id],
    );
    expect(log).toEqual([
      { action: 'certificate.create', actorRole: 'employerAdmin', profileId: actors.adminA.profileId, companyId: a.id },
      { action: 'certificate.read', actorRole: 'planner', profileId: actors.planner.profileId, companyId: a.id },
      { action: 'certificate.update', actorRole: 'employerBasic', profileId: actors.basicA.profileId, companyId: a.id },
    ]);
  });

  it('makes one certificate of many requests with one key, its new worker included', async () => {
    const { a, actors } = fixtures;
    const employee = {
      version: null,
      employeeMatricule: '',
      employeeFirstName: 'Eenmaal',
      employeeLastName: 'Gemaakt',
      employeeLanguage: 'NL' as const,
      employeeGender: 'Female' as const,
      employeePhoneNumber: '+3221234567',
      employeeAddress: 'Nieuwstraat 5, 1000 Brussel',
      function: '',
    };
    const form = input(a, { employeeId: null, employee });
    const key = newId();
    const made = await Promise.all(Array.from({ length: 10 }, () => certificates.create(actors.adminA, a.id, form, key)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    // It shows its employee as it was written down.
    const { employeeFirstName, employeeLastName, employeeLanguage, employeeGender, employeePhoneNumber, employeeAddress } = employee;
    const shown = { employeeFirstName, employeeLastName, employeeLanguage, employeeGender, employeePhoneNumber, employeeAddress };
    expect(made[0]).toMatchObject(shown);
    expect(await owner('select from employees where "employeeLastName" = \'Gemaakt\'')).toHaveLength(1);
    expect(await codeOf(certificates.create(actors.adminA, a.id, { ...form, doctorName: 'Dr. Maes' }, key))).toBe(
      'request.idempotencyMismatch',
    );
    expect(await issuesOf(certificates.create(actors.adminA, a.id, form, ''))).toEqual([
      { path: 'idempotencyKey', message: 'invalidChoice' },
    ]);
    // Without a key, and under the same key of somebody else, each is one of its own.
    const others = await Promise.all([
      certificates.create(actors.adminA, a.id, input(a)),
      certificates.create(actors.adminA, a.id, input(a)),
      certificates.create(actors.planner, a.id, input(a), key),
    ]);
    expect(new Set([...made, ...others].map(({ id }) => id)).size).toBe(4);
  });

  it('gives nothing out that it could not write down', async () => {
    const { a, actors } = fixtures;
    await owner('alter table access_log rename to access_log_away');
    try {
      await expect(certificates.get(actors.adminA, a.certificates[0])).rejects.toThrow(/access_log/);
    } finally {
      await owner('alter table access_log_away rename to access_log');
    }
    expect((await certificates.get(actors.adminA, a.certificates[0])).id).toBe(a.certificates[0]);
  });

  it('changes every field of the form, and the names it is found by', async () => {
    const { a, actors } = fixtures;
    const made = await certificates.create(actors.adminA, a.id, input(a));
    const changed = input(a, {
      employeeId: a.employees[1],
      superiorId: a.superiors[1],
      incapacityReason: 'PrivateAccident',
      entryType: 'ABSENCE_DECLARATION',
      certifType: 'Relapse',
      authorizedExit: true,
      startDate: '2026-02-01',
      endDate: '2026-02-03',
      doctorName: '',
      documentId: null,
    });
    expect(await certificates.update(actors.adminA, made.id, 1, changed)).toMatchObject({
      ...changed,
      version: 2,
      employeeFirstName: 'Zoé',
    });
    expect(await idsOf(actors.adminA, { search: 'muller', from: '2026-02-02', to: '2026-02-02' })).toEqual([made.id]);
  });

  it('lets one of several changes of the same version win', async () => {
    const { a, actors } = fixtures;
    const [id] = a.certificates;
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map((day) => certificates.update(actors.adminA, id, 1, input(a, { endDate: addDays(clock.today(), day) }))),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(new AppError('entity.changedMeanwhile'));
  });

  it('accepts employees, superiors and documents of the company only', async () => {
    const { a, b, actors } = fixtures;
    const wrong: [Partial<CertificateInput>, string, string][] = [
      [{ employeeId: b.employees[0] }, 'employeeId', 'employeeRequired'],
      [{ employeeId: newId() }, 'employeeId', 'employeeRequired'],
      [{ superiorId: b.superiors[0] }, 'superiorId', 'superiorRequired'],
      [{ documentId: b.document }, 'documentId', 'certificateRequired'],
      [{ documentId: newId() }, 'documentId', 'certificateRequired'],
    ];
    for (const [values, path, message] of wrong) {
      expect(await issuesOf(certificates.create(actors.adminA, a.id, input(a, values)))).toEqual([{ path, message }]);
      expect(await issuesOf(certificates.update(actors.adminA, a.certificates[0], 1, input(a, values)))).toEqual([{ path, message }]);
      // Not even somebody who sees both companies joins them.
      expect(await issuesOf(certificates.create(actors.adminAB, a.id, input(a, values)))).toEqual([{ path, message }]);
      expect(await issuesOf(certificates.create(actors.planner, a.id, input(a, values)))).toEqual([{ path, message }]);
    }
  });

  it('lets a basic user attach only what they uploaded, for whom they reach', async () => {
    const { a, actors } = fixtures;
    await uploadedBy(a.document, actors.adminA);
    expect(await issuesOf(certificates.create(actors.basicA, a.id, input(a)))).toEqual([
      { path: 'documentId', message: 'certificateRequired' },
    ]);
    await uploadedBy(a.document, actors.basicA);
    const made = await certificates.create(actors.basicA, a.id, input(a));
    expect(await issuesOf(certificates.create(actors.basicA, a.id, input(a, { employeeId: a.employees[3] })))).toEqual([
      { path: 'employeeId', message: 'employeeRequired' },
    ]);
    // What an admin attached may stay when a basic user changes something else.
    await uploadedBy(a.document, actors.adminA);
    expect(await certificates.update(actors.basicA, made.id, 1, input(a, { doctorName: 'Dr. Maes' }))).toMatchObject({
      documentId: a.document,
      doctorName: 'Dr. Maes',
    });
  });

  it('keeps to the rule of the form', async () => {
    const { a, actors } = fixtures;
    expect(await issuesOf(certificates.create(actors.adminA, a.id, input(a, { endDate: addDays(clock.today(), -1) })))).toEqual([
      { path: 'endDate', message: 'endBeforeStart' },
    ]);
    expect(await issuesOf(certificates.create(actors.adminA, a.id, input(a, { documentId: null })))).toEqual([
      { path: 'documentId', message: 'certificateRequired' },
    ]);
    for (const key of ['id', 'companyId', 'source', 'isCheckRequestLaunched', 'createdByProfileId', 'authorizedLeave']) {
      expect(await issuesOf(certificates.create(actors.adminA, a.id, { ...input(a), [key]: true }))).toEqual([
        { path: key, message: 'unknownField' },
      ]);
    }
  });
});

describe('list', () => {
  it('narrows by every field', async () => {
    const { a, actors } = fixtures;
    const made = await certificates.create(
      actors.adminA,
      a.id,
      input(a, {
        employeeId: a.employees[4],
        superiorId: a.superiors[1],
        incapacityReason: 'WorkAccident',
        certifType: 'Prolongation',
        startDate: '2026-01-10',
        endDate: '2026-01-20',
      }),
    );
    for (const filter of [
      { entryType: 'MEDICAL_CERTIFICATE' },
      { certifType: 'Prolongation' },
      { incapacityReason: 'WorkAccident' },
      { to: '2026-01-15' },
      { from: '2026-01-20', to: '2026-01-20' },
      { activeOn: '2026-01-10' },
      { employeeId: a.employees[4], superiorId: a.superiors[1] },
      { employeeId: a.employees[4], to: '2026-02-01' },
    ]) {
      expect(await idsOf(actors.adminA, filter), JSON.stringify(filter)).toEqual([made.id]);
    }
    expect(await idsOf(actors.adminA, { from: '2026-01-21', to: '2026-01-30' })).toEqual([]);
    expect(await idsOf(actors.adminA, { activeOn: '2026-01-21' })).toEqual([]);
    expect(await idsOf(actors.adminA, { search: 'hondt' })).toEqual(sorted([a.certificates[4], made.id]));
    expect(await idsOf(actors.adminA, { search: 'hondd' })).toEqual(sorted([a.certificates[4], made.id]));
    expect(await idsOf(actors.basicA, { search: 'hondt' })).toEqual([]);
    expect(await issuesOf(certificates.list(actors.adminA, { filter: { from: '2026-02-02', to: '2026-02-01' } }))).toEqual([
      { path: 'to', message: 'endBeforeStart' },
    ]);
    expect(await issuesOf(certificates.list(actors.adminA, { filter: { owner: 'me' } }))).toEqual([
      { path: 'owner', message: 'unknownField' },
    ]);
  });

  it('finds by a national number, exactly, for who may see such numbers', async () => {
    const { a, b, actors } = fixtures;
    const niss = '85073003328';
    for (const [company, actor] of [[a, actors.adminA] as const, [b, actors.adminB] as const]) {
      const { version, employeeCompanyName: _, superior: __, leftAt: ___, ...employee } = await employees.get(actor, company.employees[2]);
      const { id, companyId: ____, ...fields } = employee;
      await employees.update(actor, id, version, { ...fields, workerNISS: niss });
    }
    expect(await idsOf(actors.adminA, { search: niss })).toEqual([a.certificates[2]]);
    expect(await idsOf(actors.adminA, { search: ' 85.07.30-033.28 ' })).toEqual([a.certificates[2]]);
    expect(await idsOf(actors.adminA, { search: '85073003329' })).toEqual([]);
    expect(await idsOf(actors.adminA, { search: '8507300332' })).toEqual([]);
    expect(await idsOf(actors.adminAB, { search: niss })).toEqual([a.certificates[2]]);
    expect(await idsOf(actors.otherBasicA, { search: niss })).toEqual([]);
    expect(await idsOf(actors.planner, { search: niss })).toEqual([]);
  });

  it('walks every order page by page', async () => {
    const { a, actors } = fixtures;
    for (let day = 1; day <= 4; day += 1) {
      clock.advance({ minutes: 1 });
      await certificates.create(
        actors.adminA,
        a.id,
        input(a, { employeeId: a.employees[day] as string, startDate: addDays(clock.today(), -day), endDate: addDays(clock.today(), day) }),
      );
    }
    await owner('update certificates set "superiorId" = null where id = any ($1)', [[a.certificates[0], a.certificates[3]]]);
    await owner(`update certificates set "certifType" = 'Relapse' where id = any ($1)`, [[a.certificates[1], a.certificates[4]]]);
    const sortedBy = {
      startDate: ({ startDate }) => startDate,
      endDate: ({ endDate }) => endDate,
      employeeLastName: ({ employeeLastName, employeeFirstName }) => `${employeeLastName} ${employeeFirstName}`.toLowerCase(),
      createdAt: ({ createdAt }) => createdAt.toISOString(),
      certifType: ({ certifType }) => CERTIFICATE_TYPES.indexOf(certifType),
      superior: ({ superior }) => (superior ? `${superior.lastName} ${superior.firstName} ${superior.email}`.trim().toLowerCase() : ''),
    } satisfies Record<CertificateSortField, (row: Certificate) => string | number>;
    for (const field of CERTIFICATE_SORT_FIELDS) {
      const all = (await certificates.list(actors.adminA, { sort: { field, direction: 'asc' }, first: 100 })).nodes;
      expect(all).toHaveLength(9);
      const order = (x: string | number, y: string | number) => (x < y ? -1 : x > y ? 1 : 0);
      const byHand = all.toSorted((x, y) => order(sortedBy[field](x), sortedBy[field](y)) || order(x.id, y.id));
      expect(
        all.map(({ id }) => id),
        field,
      ).toEqual(byHand.map(({ id }) => id));
      expect(new Set(all.map((row) => sortedBy[field](row))).size, `${field} has several values`).toBeGreaterThan(1);
      for (const direction of ['asc', 'desc'] as const) {
        const walked: string[] = [];
        let after: string | null = null;
        do {
          const page: Awaited<ReturnType<typeof certificates.list>> = await certificates.list(actors.adminA, {
            sort: { field, direction },
            first: 2,
            after,
          });
          expect(page).toMatchObject({ totalCount: 9, totalCountCapped: false });
          walked.push(...page.nodes.map(({ id }) => id));
          after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
        } while (after !== null);
        const ids = all.map(({ id }) => id);
        expect(walked, `${field} ${direction}`).toEqual(direction === 'asc' ? ids : ids.toReversed());
      }
    }
    const newest = await certificates.list(actors.adminA, { first: 1 });
    expect(newest.nodes[0]?.startDate).toBe(clock.today());

    // Of several companies: a page of each, of which the first rows are the page.
    for (const actor of [actors.planner, actors.adminAB])
      for (const field of CERTIFICATE_SORT_FIELDS) {
        const all = (await certificates.list(actor, { sort: { field, direction: 'desc' }, first: 100 })).nodes;
        expect(new Set(all.map(({ companyId }) => companyId)).size).toBeGreaterThan(1);
        const order = (x: string | number, y: string | number) => (x < y ? 1 : x > y ? -1 : 0);
        const byHand = all.toSorted((x, y) => order(sortedBy[field](x), sortedBy[field](y)) || order(x.id, y.id));
        expect(all, field).toEqual(byHand);
        const start = await certificates.list(actor, { sort: { field, direction: 'desc' }, first: 4 });
        const rest = await certificates.list(actor, { sort: { field, direction: 'desc' }, first: 100, after: start.pageInfo.endCursor });
        expect([...start.nodes, ...rest.nodes].slice(0, all.length), field).toEqual(all);
      }

    // What is running is found before it is sorted: the same rows, in the same order, and no other page behind the first.
    const filter = { activeOn: clock.today() };
    const running = (direction: 'asc' | 'desc', after: string | null, first = 2) =>
      certificates.list(actors.adminA, { filter, sort: { field: 'startDate', direction }, first, after });
    const latestFirst = (await running('desc', null, 100)).nodes.map(({ id }) => id);
    const start = await running('asc', null);
    const rest = await running('asc', start.pageInfo.endCursor, 100);
    expect(start.pageInfo.hasNextPage).toBe(true);
    expect([...start.nodes, ...rest.nodes].map(({ id }) => id)).toEqual(latestFirst.toReversed());
  });
});

describe('a check that is asked for', () => {
  const launch = (company: FixtureCompany, launched: boolean) =>
    db.as(fixtures.actors.adminA, (tx) => certificates.setLaunchedInTransaction(tx, company.id, company.certificates[0], launched));

  it('shows on the certificate, once', async () => {
    const { a, actors } = fixtures;
    expect((await Promise.all([launch(a, true), launch(a, true), launch(a, true)])).filter(Boolean)).toHaveLength(1);
    expect((await certificates.get(actors.adminA, a.certificates[0])).isCheckRequestLaunched).toBe(true);
    expect(await launch(a, false)).toBe(true);
    expect(await launch(a, false)).toBe(false);
    expect((await certificates.get(actors.adminA, a.certificates[0])).isCheckRequestLaunched).toBe(false);
  });

  it('does not reach into another company', async () => {
    expect(await launch(fixtures.b, true)).toBe(false);
  });

  it('makes or finds its certificate in the same transaction', async () => {
    const { a, actors } = fixtures;
    await uploadedBy(a.document, actors.looseBasicA);
    const worker = {
      employeeMatricule: '',
      employeeFirstName: 'A',
      employeeLastName: 'B',
      employeeLanguage: 'NL',
      employeeGender: 'Male',
      employeePhoneNumber: '',
      employeeAddress: '',
      function: '',
      subEmployee: '',
      superiorId: null,
      located: null,
    } as const;
    const made = await db.as(actors.looseBasicA, async (tx) => {
      const { id: employeeId } = await employees.createInTransaction(tx, actors.looseBasicA, a.id, worker);
      const { superiorId: _, ...fields } = input(a, { employeeId });
      const { id } = await certificates.createInTransaction(tx, actors.looseBasicA, a.id, { ...fields, employeeId, superiorId: null });
      return certificates.lockInTransaction(tx, actors.looseBasicA, a.id, id);
    });
    expect(made).toMatchObject({ superiorId: null, employeeMatricule: 'N-0001' });
    const asOther = (actor: Actor) => codeOf(db.as(actor, (tx) => certificates.lockInTransaction(tx, actor, a.id, made.id)));
    expect(await asOther(actors.adminA)).toBe('no error');
    expect(await asOther(actors.basicA)).toBe('entity.notFound');
    expect(await asOther(actors.adminB)).toBe('entity.notFound');
  });
});
