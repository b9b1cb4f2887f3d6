import { buffer } from 'node:stream/consumers';
import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import type { Actor } from '@checkwell/domain/policy';
import { getTranslator } from '@checkwell/messages/translator';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import Papa from 'papaparse';
import { beforeAll, describe, expect, test } from 'vitest';
import { refuseTooLarge } from '../../platform/db/keyset.ts';
import { newId } from '../../platform/ids.ts';
import { checkServices, codeOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type Fixtures, insertCheck } from '../../test/fixtures.ts';
import { byDay } from '../../test/nightly.ts';
import { createCompanyService } from '../companies/companies.service.ts';
import { createExportService, type ExportFile } from './exports.service.ts';

const { db, owner } = await testDatabase();
const clock = testClock();
const { certificates, checks, employees } = checkServices(db, clock);
const companies = createCompanyService({ db, clock });
const exports = createExportService({ clock, certificates, checks, employees, companies });
const MANY = 2345;

let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await createFixtures(db, clock);
  // Many with few different days, so that pages begin in the middle of ties.
  await owner(
    `insert into certificates ("companyId", id, "employeeId", "superiorId", "startDate", "endDate", "incapacityReason", "authorizedExit",
       "entryType", "certifType", "doctorName", "searchText", "createdAt")
     select e."companyId", gen_random_uuid(), e.id, e."superiorId", date '2025-01-01' + n % 40, date '2025-02-15' + n % 7, 'Illness', n % 2 = 0,
       case when n % 3 = 0 then 'MEDICAL_CERTIFICATE' else 'ABSENCE_DECLARATION' end::entry_type, 'Prolongation', 'Nr ' || n, e."searchText",
       timestamptz '2025-01-20 10:00:00+01' + make_interval(secs => n % 5)
     from generate_series(1, ${MANY}) n join employees e on e.id = ($1::uuid[])[1 + n % 5]`,
    [fixtures.a.employees],
  );
  await owner('analyze certificates');
  for (const [index, checkOccurence] of (['NoShow', 'NonOperable', 'Cancelled'] as const).entries()) {
    await insertCheck(db, fixtures, clock, {
      status: 'Archived',
      checkOccurence,
      ...(checkOccurence === 'NonOperable' && { nonOperableReason: 'AddressNotFound' as const }),
      workerExternalId: `=A-${index}`,
      archiveComment: 'Néant; "rien"',
      resultSentBy: 'system',
      companyTotalPrice: 181_50,
      superiorId: fixtures.a.superiors[index % 2] as string,
    });
  }
  await insertCheck(db, fixtures, clock, {
    status: 'Archived',
    companyId: fixtures.b.id,
    workerExternalId: 'B-1',
    superiorId: fixtures.b.superiors[1],
  });
  await insertCheck(db, fixtures, clock, { status: 'Planning', workerExternalId: 'open' });
});

type Row = Readonly<Record<string, string>>;

/** Rows by header, as an independent program reads them. */
async function read({ content }: ExportFile): Promise<readonly Row[]> {
  const text = (await buffer(content)).toString('utf8').replace(/^\ufeff/, '');
  const { data, errors } = Papa.parse<Row>(text, { header: true, newline: '\r\n', delimiter: ',', skipEmptyLines: true });
  expect(errors).toEqual([]);
  return data;
}

const csv = async (list: keyof typeof exports, actor: Actor, query: object = {}) => read(await exports[list](actor, 'csv', query));

/** The whole list as the screens page through it. */
async function pages<Node>(
  page: (after: string | null) => Promise<{ nodes: readonly Node[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } }>,
): Promise<Node[]> {
  const all: Node[] = [];
  let after: string | null = null;
  do {
    const { nodes, pageInfo } = await page(after);
    all.push(...nodes);
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  return all;
}

describe('what is in a file', () => {
  test.each<Record<string, string>>([
    {},
    { entryType: 'MEDICAL_CERTIFICATE', sort: 'employeeLastName', direction: 'desc' },
    { from: '2025-01-10', to: '2025-02-01', sort: 'endDate', direction: 'asc' },
    { search: 'muler', sort: 'createdAt', direction: 'desc' },
    { activeOn: '2025-02-20', certifType: 'Prolongation', incapacityReason: 'Illness' },
  ])('certificates: exactly what the list shows, in its order: %j', async (query) => {
    const { sort, direction, ...filter } = query;
    // Fields of the table above, which holds them as text.
    const listed = await pages((after) =>
      certificates.list(fixtures.actors.adminA, { filter, sort: sort ? ({ field: sort, direction } as never) : null, first: 100, after }),
    );
    const rows = await csv('certificates', fixtures.actors.adminA, query);
    expect(listed.length).toBeGreaterThan(100);
    expect(rows.map((row) => row['Treating doctor'])).toEqual(listed.map(({ doctorName }) => doctorName));
  });

  test('reports and employees: the same', async () => {
    const { adminA } = fixtures.actors;
    const reports = await checks.listReports(adminA, { sort: { field: 'workerFullName', direction: 'desc' } });
    expect((await csv('reports', adminA, { sort: 'workerFullName', direction: 'desc' })).map((row) => row['Employee number'])).toEqual(
      reports.nodes.map(({ workerExternalId }) => `'${workerExternalId}`),
    );
    const people = await employees.list(adminA, { filter: { superiorId: fixtures.a.superiors[0] } });
    const rows = await csv('employees', adminA, { superiorId: fixtures.a.superiors[0] });
    expect(rows.map((row) => row['Employee number'])).toEqual(people.nodes.map(({ employeeMatricule }) => employeeMatricule));
    expect(rows).toHaveLength(2);
  });

  test('no national number, although the administrator may see it', async () => {
    await owner('update employees set "workerNISS" = $1, "workerNissIndex" = $1 where id = $2', [
      Buffer.from('x'),
      fixtures.a.employees[0],
    ]);
    const [row] = await csv('employees', fixtures.actors.adminA, { search: 'peeters' });
    expect(row).toMatchObject({ 'Last name': 'Peeters' });
    expect(Object.keys(row ?? {}).join()).not.toMatch(/niss|national/i);
  });

  test.each(byDay(3, INTERFACE_LANGUAGES))('headers, values and file name in %s', async (language) => {
    const labels = getTranslator(language, 'checkFields');
    const enums = getTranslator(language, 'enums');
    const file = await exports.reports(fixtures.actors.adminA, 'csv', { language, checkOccurence: ['NonOperable'] });
    expect(file.fileName).toBe(
      `checkwell-${{ en: 'check-reports', fr: 'rapports-de-controle', nl: 'controleverslagen' }[language]}-2026-03-02.csv`,
    );
    const [row] = await read(file);
    expect(row).toMatchObject({
      [labels('checkOccurence')]: enums('checkOccurence.NonOperable'),
      [labels('nonOperableReason')]: enums('nonOperableReason.AddressNotFound'),
      [labels('earlyReturn')]: getTranslator(language, 'common')('no'),
      [`${labels('companyTotalPrice')} (EUR)`]: '181.50',
      [labels('archiveComment')]: 'Néant; "rien"',
      [labels('workerExternalId')]: "'=A-1",
      [labels('incapacityStartDate')]: '2026-03-02',
      [labels('archivedAt')]: '2026-03-02T09:00:00+01:00',
    });
  });

  test.each(byDay(3, INTERFACE_LANGUAGES))(
    'what was sent by nobody by hand is said in words, and Excel in %s reads amounts and moments',
    async (language) => {
      const labels = getTranslator(language, 'checkFields');
      const file = await exports.reports(fixtures.actors.adminA, 'excelCsv', {
        language,
        companyId: fixtures.a.id,
        checkOccurence: ['NonOperable'],
      });
      expect(file.fileName).toMatch(/^checkwell-[a-z-]+-alfa-\d+-2026-03-02\.csv$/);
      const { data } = Papa.parse<Row>((await buffer(file.content)).toString('utf8').replace(/^\ufeff/, ''), {
        header: true,
        newline: '\r\n',
        delimiter: ';',
        skipEmptyLines: true,
      });
      expect(data[0]).toMatchObject({
        [`${labels('companyTotalPrice')} (EUR)`]: '181,50',
        [labels('incapacityStartDate')]: '02/03/2026',
        [labels('archivedAt')]: '02/03/2026 09:00',
        [labels('resultSentBy')]: getTranslator(language, 'checks')('eventBy.system'),
      });
    },
  );

  test('as a workbook the same rows, with types', async () => {
    const { content, fileName, mediaType } = await exports.certificates(fixtures.actors.adminA, 'xlsx', {
      language: 'nl',
      sort: 'endDate',
    });
    expect(fileName).toBe('checkwell-attesten-2026-03-02.xlsx');
    expect(mediaType).toMatch(/spreadsheetml/);
    const [sheet] = (await readXlsx(await buffer(content))).sheets;
    const column = (name: string): number => (sheet?.rows[0] ?? []).indexOf(name);
    const rows = await csv('certificates', fixtures.actors.adminA, { sort: 'endDate' });
    expect(sheet?.rows.slice(1).map((row) => row[column('Behandelende arts')] ?? '')).toEqual(rows.map((row) => row['Treating doctor']));
    expect(sheet?.rows[1]?.[column('Startdatum')]).toBeInstanceOf(Date);
    expect(sheet?.rows[1]?.[column('Kalenderdagen')]).toBeTypeOf('number');
    expect(sheet?.rows[1]?.[column('Controle aangevraagd')]).toBe(false);
  });
});

describe('who may have it', () => {
  test('a basic user gets the own rows, a foreign company none', async () => {
    const numbers = async (actor: Actor, query = {}) =>
      (await csv('reports', actor, query)).map((row) => row['Employee number']).toSorted((a, b) => (a ?? '').localeCompare(b ?? ''));
    expect(await numbers(fixtures.actors.adminA)).toEqual(["'=A-0", "'=A-1", "'=A-2"]);
    expect(await numbers(fixtures.actors.basicA)).toEqual(["'=A-0", "'=A-2"]);
    expect(await numbers(fixtures.actors.otherBasicA)).toEqual(["'=A-1"]);
    expect(await numbers(fixtures.actors.looseBasicA)).toEqual([]);
    expect(await numbers(fixtures.actors.adminA, { companyId: fixtures.b.id })).toEqual([]);
    expect(await numbers(fixtures.actors.planner, { companyId: fixtures.b.id })).toEqual(['B-1']);
    expect(await csv('employees', fixtures.actors.basicA)).toHaveLength(2);
  });

  test.each([
    ['certificates', 'planner', 'access.forbidden'],
    ['certificates', 'doctor', 'access.forbidden'],
    ['reports', 'doctor', 'access.forbidden'],
    ['employees', 'planner', 'access.forbidden'],
    ['employees', 'doctor', 'access.forbidden'],
    ['certificates', 'anonymous', 'access.unauthenticated'],
    ['reports', 'anonymous', 'access.unauthenticated'],
    ['employees', 'anonymous', 'access.unauthenticated'],
  ] as const)('%s for a %s: %s, and nothing is written down', async (list, who, code) => {
    const before = await owner('select from access_log');
    expect(await codeOf(exports[list](fixtures.actors[who], 'csv', {}))).toBe(code);
    expect(await owner('select from access_log')).toHaveLength(before.length);
  });

  test('prices are in no file of a basic user, nor in one of the company where somebody is no more than that', async () => {
    const price = `${getTranslator('en', 'checkFields')('companyTotalPrice')} (EUR)`;
    const { adminAB, basicA } = fixtures.actors;
    const headers = async (actor: Actor, companyId?: string) => Object.keys((await csv('reports', actor, { companyId }))[0] ?? {});
    expect(await headers(basicA)).not.toContain(price);
    expect(await headers(adminAB, fixtures.a.id)).toContain(price);
    await insertCheck(db, fixtures, clock, {
      status: 'Archived',
      companyId: fixtures.b.id,
      workerExternalId: 'B-2',
      superiorId: fixtures.b.superiors[0],
      companyTotalPrice: 77_70,
    });
    const inB = await headers(adminAB, fixtures.b.id);
    expect(inB.length).toBeGreaterThan(10);
    expect(inB).not.toContain(price);
    // Of both companies at once: each row as its company shows it.
    const both = await csv('reports', adminAB);
    expect(both.find((row) => row['Employee number'] === 'B-2')?.[price]).toBe('');
    expect(both.find((row) => row['Employee number'] === "'=A-0")?.[price]).toBe('181.50');
    expect(await codeOf(exports.reports(basicA, 'csv', { sort: 'companyTotalPrice' }))).toBe('access.forbidden');
    const [sheet] = (await readXlsx(await buffer((await exports.reports(basicA, 'xlsx', {})).content))).sheets;
    expect(sheet?.rows[0]).not.toContain(price);
    expect(sheet?.rows.flat()).not.toContain(181.5);
  });

  test('a query that is none is refused at its field', async () => {
    for (const [query, path] of [
      [{ sort: 'workerNISS' }, 'sort'],
      [{ direction: 'up' }, 'direction'],
      [{ language: 'xx' }, 'language'],
      [{ from: '2026-02-30' }, 'from'],
      [{ companyId: '1' }, 'companyId'],
      [{ first: '1' }, 'first'],
    ] as const)
      await expect(exports.certificates(fixtures.actors.adminA, 'csv', query)).rejects.toMatchObject({
        code: 'request.invalid',
        issues: [{ path }],
      });
  });
});

describe('how it leaves', () => {
  test('every row is of the moment when the reading began', async () => {
    const { actors, a } = fixtures;
    const before = await csv('certificates', actors.adminA, { sort: 'startDate', direction: 'asc' });
    const parts = await certificates.exportList(actors.adminA, { sort: { field: 'startDate', direction: 'asc' } });
    const read: string[] = [];
    for await (const some of parts) {
      if (read.length === 0)
        await owner(
          `insert into certificates ("companyId", id, "employeeId", "startDate", "endDate", "incapacityReason", "authorizedExit", "entryType",
           "certifType", "searchText", "doctorName") values ($1, $2, $3, '2026-12-01', '2026-12-02', 'Illness', true, 'ABSENCE_DECLARATION',
           'Unknown', '', 'later')`,
          [a.id, newId(), a.employees[0]],
        );
      read.push(...some.map(({ doctorName }) => doctorName));
    }
    expect(read).toEqual(before.map((row) => row['Treating doctor']));
    expect((await csv('certificates', actors.adminA, { sort: 'startDate', direction: 'asc' })).at(-1)?.['Treating doctor']).toBe('later');
  });

  test('it is logged for each company before the first byte, also when nobody takes it', async () => {
    await owner('truncate access_log');
    const { content } = await exports.reports(fixtures.actors.adminAB, 'csv', {});
    content.destroy();
    const rows = await owner('select * from access_log order by "actorRole"');
    expect(rows).toMatchObject([
      { companyId: fixtures.a.id, actorRole: 'employerAdmin', action: 'check.export', subjectType: 'checks', subjectId: null },
      { companyId: fixtures.b.id, actorRole: 'employerBasic', action: 'check.export', subjectType: 'checks', subjectId: null },
    ]);
    expect(rows.every(({ profileId }) => profileId === fixtures.actors.adminAB.profileId)).toBe(true);
    await csv('employees', fixtures.actors.basicA);
    await csv('certificates', fixtures.actors.basicA);
    await csv('reports', fixtures.actors.planner);
    const actions = await owner(
      `select action, "companyId" from access_log where "companyId" is distinct from $1 or "actorRole" = 'employerBasic'`,
      [fixtures.b.id],
    );
    expect(actions).toEqual(
      expect.arrayContaining([
        { action: 'employee.export', companyId: fixtures.a.id },
        { action: 'certificate.export', companyId: fixtures.a.id },
        { action: 'check.export', companyId: null },
      ]),
    );
  });

  test('so many an hour, then later; others are not kept waiting', async () => {
    await owner('truncate access_log');
    const { otherBasicA, looseBasicA } = fixtures.actors;
    for (let n = 0; n < 30; n += 1) await csv('employees', otherBasicA);
    await owner(`update access_log set at = at - interval '59 minutes'`);
    await expect(exports.reports(otherBasicA, 'xlsx', {})).rejects.toMatchObject({
      code: 'export.tooMany',
      params: { max: 30, retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 60) },
    });
    await csv('employees', looseBasicA);
    await owner(`update access_log set at = at - interval '61 seconds' where "profileId" = $1`, [otherBasicA.profileId]);
    await csv('reports', otherBasicA);
  });

  test('a list that is too long is refused', async () => {
    const count = (rows: number) =>
      db.as(fixtures.actors.adminA, (tx) => refuseTooLarge(tx, sql`select from generate_series(1, ${sql.lit(rows)})`), { readonly: true });
    await count(250_000);
    expect(await codeOf(count(250_001))).toBe('export.tooLarge');
  });
});
