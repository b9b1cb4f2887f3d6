import type { ImportRow } from '@checkwell/domain/people/import';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkServices, codeOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type Fixtures } from '../../test/fixtures.ts';
import { createSuperiorService } from '../superiors/superiors.service.ts';
import { createEmployeeImportService } from './employee-imports.service.ts';

const { db, owner } = await testDatabase();
const clock = testClock();
const { employees } = checkServices(db, clock);
const imports = createEmployeeImportService({ employees, superiors: createSuperiorService({ db, clock }) });

let fixtures: Fixtures;
beforeEach(async () => {
  fixtures = await createFixtures(db, clock);
});

const NEW: ImportRow = {
  employeeMatricule: 'P-100',
  employeeFirstName: 'Eva',
  employeeLastName: 'Claes',
  employeeGender: 'V',
  employeeLanguage: 'Nederlands',
  employeePhoneNumber: '0470 12 34 56',
  employeeAddress: 'Meir 1, 2000 Antwerpen',
};
const run = (
  rows: readonly ImportRow[],
  dryRun = false,
  actor: Fixtures['actors']['adminA'] | Fixtures['actors']['planner'] = fixtures.actors.adminA,
) => imports.import(actor, { companyId: fixtures.a.id, rows }, dryRun);
const statuses = async (...args: Parameters<typeof run>) => (await run(...args)).map(({ status }) => status);
const fieldErrors = async (...args: Parameters<typeof run>) =>
  (await run(...args)).map(({ issues }) => issues.map(({ path, message }) => `${path}: ${message}`));
const countOf = async () => Number((await owner('select count(*) as n from employees where "companyId" = $1', [fixtures.a.id]))[0]?.n);
const numberOf = async (index: number): Promise<string> => {
  const [row] = await owner<{ number: string }>('select "employeeMatricule" as number from employees where id = $1', [
    fixtures.a.employees[index],
  ]);
  return row?.number ?? '';
};

describe('an import of employees', () => {
  test('adds who is new, in the words of the file, and says so first without doing it', async () => {
    const before = await countOf();
    expect(await run([NEW], true)).toEqual([{ status: 'created', employeeId: null, changes: [], issues: [] }]);
    expect(await countOf()).toBe(before);
    const [result] = await run([NEW]);
    expect(result?.status).toBe('created');
    expect(await employees.get(fixtures.actors.adminA, result?.employeeId ?? '')).toMatchObject({
      employeeMatricule: 'P-100',
      employeeGender: 'Female',
      employeeLanguage: 'NL',
      employeePhoneNumber: '+32470123456',
    });
    // Nobody sees how exactly the address was found; the planning needs it.
    const place = await owner('select "geoPrecision" from employees where id = $1', [result?.employeeId]);
    expect(place).toEqual([{ geoPrecision: expect.any(String) }]);
  });

  test('changes nothing a second time', async () => {
    const rows = [NEW, { employeeMatricule: await numberOf(0), employeeFirstName: 'Johan', workerNISS: '85.07.30-033.28' }];
    expect(await statuses(rows)).toEqual(['created', 'changed']);
    const versions = await owner('select id, version from employees where "companyId" = $1 order by id', [fixtures.a.id]);
    expect(await statuses(rows, true)).toEqual(['unchanged', 'unchanged']);
    expect(await statuses(rows)).toEqual(['unchanged', 'unchanged']);
    expect(await owner('select id, version from employees where "companyId" = $1 order by id', [fixtures.a.id])).toEqual(versions);
  });

  test('changes what the file has, shows from what to what, and leaves the rest', async () => {
    const employeeMatricule = await numberOf(1);
    const [superior] = await owner<{ email: string }>('select email from superiors where id = $1', [fixtures.a.superiors[1]]);
    const before = await employees.get(fixtures.actors.adminA, fixtures.a.employees[1]);
    const [result] = await run([
      { employeeMatricule, function: 'Driver', superiorEmail: superior?.email.toUpperCase() ?? '', workerNISS: '93051822361' },
    ]);
    expect(result).toEqual({
      status: 'changed',
      employeeId: before.id,
      issues: [],
      changes: [
        { field: 'function', from: '', to: 'Driver' },
        { field: 'superiorEmail', from: before.superior?.email, to: superior?.email },
        { field: 'workerNISS', from: '', to: '' },
      ],
    });
    expect(await employees.get(fixtures.actors.adminA, before.id)).toMatchObject({
      ...before,
      function: 'Driver',
      superiorId: fixtures.a.superiors[1],
      superior: { email: superior?.email },
      workerNISS: '••.••.••-•••.61',
      version: before.version + 1,
    });
    expect(await statuses([{ employeeMatricule, superiorEmail: '', workerNISS: '' }])).toEqual(['unchanged']);
  });

  test('refuses row by row, at the field, and lets the others in', async () => {
    const rows: ImportRow[] = [
      { ...NEW, employeeMatricule: '' },
      { ...NEW, employeeMatricule: 'P-101', employeeGender: 'unknown', employeePhoneNumber: 'call me' },
      { ...NEW, employeeMatricule: 'P-102', superiorEmail: 'nobody@example.be' },
      { employeeMatricule: 'P-103', employeeFirstName: 'Only' },
      { ...NEW, employeeMatricule: 'P-104', workerNISS: '12345678901' },
      NEW,
    ];
    const expected = [
      ['employeeMatricule: matriculeRequired'],
      ['employeeGender: invalidChoice', 'employeePhoneNumber: phoneFormat'],
      ['superiorEmail: superiorUnknown'],
      [
        'employeeLastName: lastNameRequired',
        'employeeLanguage: languageRequired',
        'employeeGender: genderRequired',
        'employeePhoneNumber: phoneRequired',
        'employeeAddress: addressRequired',
      ],
      ['workerNISS: nissInvalid'],
      [],
    ];
    expect(await fieldErrors(rows, true)).toEqual(expected);
    expect(await fieldErrors(rows)).toEqual(expected);
    expect(await statuses([NEW], true)).toEqual(['unchanged']);
  });

  test('finds numbers that somebody else has, in the file and in the company', async () => {
    await run([{ ...NEW, workerNISS: '93051822361' }]);
    expect(await fieldErrors([{ ...NEW, employeeMatricule: 'P-105', workerNISS: '93.05.18-223.61' }], true)).toEqual([
      ['workerNISS: nissTaken'],
    ]);
    const twice = { ...NEW, employeeMatricule: 'P-106' };
    expect(await fieldErrors([twice, { ...twice, employeeFirstName: 'Eve' }])).toEqual([[], ['employeeMatricule: matriculeTaken']]);
  });

  test('keeps a basic user to the own workers, and from national numbers', async () => {
    const { basicA } = fixtures.actors;
    const [mine, foreign] = [await numberOf(0), await numberOf(2)];
    expect(
      await fieldErrors(
        [
          { employeeMatricule: mine, function: 'Cook' },
          { employeeMatricule: foreign, function: 'Cook' },
        ],
        false,
        basicA,
      ),
    ).toEqual([[], ['employeeMatricule: matriculeTaken']]);
    expect(await fieldErrors([{ ...NEW, workerNISS: '93051822361' }], false, basicA)).toEqual([['workerNISS: nissForbidden']]);
  });

  test('is for the company’s own people and the planners', async () => {
    const { adminB, doctor, anonymous, planner } = fixtures.actors;
    const input = { companyId: fixtures.a.id, rows: [NEW] };
    expect(await codeOf(imports.import(adminB, input, true))).toBe('entity.notFound');
    expect(await codeOf(imports.import(doctor, input, true))).toBe('access.forbidden');
    expect(await codeOf(imports.import(anonymous, input, true))).toBe('access.unauthenticated');
    expect(await codeOf(imports.import(planner, input, true))).toBe('no error');
    expect(await codeOf(imports.import(fixtures.actors.adminA, { ...input, rows: [{ ...NEW, id: 'x' }] }, true))).toBe('request.invalid');
  });

  test('leaves a trace for each worker that it adds or changes', async () => {
    const [result] = await run([NEW]);
    expect(await owner('select action from access_log where "subjectId" = $1', [result?.employeeId])).toEqual([
      { action: 'employee.create' },
    ]);
  });
});
