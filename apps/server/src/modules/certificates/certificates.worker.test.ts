import type { CertificateInput, CertificateWorkerInput } from '@checkwell/domain/certificate/rules';
import { addDays } from '@checkwell/domain/clock';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkServices, codeOf, fieldErrorsOf, orderOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type Fixtures } from '../../test/fixtures.ts';

const { db, owner } = await testDatabase();
const clock = testClock();
const { certificates, checks, employees } = checkServices(db, clock);

let fixtures: Fixtures;
beforeEach(async () => {
  clock.set('2026-03-02T09:00:00+01:00');
  fixtures = await createFixtures(db, clock);
});

const input = (values: Partial<CertificateInput> = {}): CertificateInput => ({
  employeeId: fixtures.a.employees[0],
  superiorId: fixtures.a.superiors[0],
  incapacityReason: 'Illness',
  entryType: 'ABSENCE_DECLARATION',
  certifType: 'FirstCertificate',
  authorizedExit: false,
  startDate: clock.today(),
  endDate: addDays(clock.today(), 4),
  doctorName: '',
  documentId: null,
  ...values,
});
const LOU: CertificateWorkerInput = {
  version: null,
  employeeMatricule: '',
  employeeFirstName: 'Lou',
  employeeLastName: 'Leroy',
  employeeLanguage: 'FR',
  employeeGender: 'Others',
  employeePhoneNumber: '0470 12 34 56',
  employeeAddress: 'Rue Neuve 1, 1000 Bruxelles',
  function: 'Picker',
};
const count = async (table: 'employees' | 'certificates'): Promise<number> =>
  (await owner(`select from ${table} where "companyId" = $1`, [fixtures.a.id])).length;

describe('the worker of a certificate', () => {
  it('is added with it', async () => {
    const { a, actors } = fixtures;
    const made = await certificates.create(actors.adminA, a.id, input({ employeeId: null, employee: LOU }));
    expect(made).toMatchObject({
      employeeFirstName: 'Lou',
      employeePhoneNumber: '+32470123456',
      employeeMatricule: 'N-0001',
      function: 'Picker',
    });
    expect((await employees.get(actors.adminA, made.employeeId)).superior).toMatchObject({ id: a.superiors[0] });
    const place = await owner('select "geoPrecision" from employees where id = $1', [made.employeeId]);
    expect(place).toEqual([{ geoPrecision: expect.any(String) }]);
    expect((await certificates.list(actors.adminA, { filter: { search: 'leroy' } })).nodes.map(({ id }) => id)).toEqual([made.id]);
  });

  it('is changed with it, and found by the new name everywhere', async () => {
    const { a, actors } = fixtures;
    const [employeeId] = a.employees;
    const before = await employees.get(actors.adminA, employeeId);
    const employee = { ...LOU, version: before.version };
    const made = await certificates.create(actors.adminA, a.id, input({ employee }));
    expect(made).toMatchObject({ employeeId, employeeLastName: 'Leroy', employeeMatricule: before.employeeMatricule });
    expect(await employees.get(actors.adminA, employeeId)).toMatchObject({
      employeeAddress: LOU.employeeAddress,
      superiorId: before.superiorId,
      subEmployee: before.subEmployee,
      version: before.version + 1,
    });
    const found = await certificates.list(actors.adminA, { filter: { search: 'leroy' } });
    expect(found.nodes.map(({ id }) => id).sort()).toEqual([a.certificates[0], made.id].sort());
    const changed = await certificates.update(
      actors.adminA,
      made.id,
      1,
      input({ employee: { ...employee, version: before.version + 1, employeeLastName: 'Lambert' } }),
    );
    expect(changed).toMatchObject({ employeeLastName: 'Lambert', version: 2 });
  });

  it('is not changed when the certificate is not saved, nor the other way round', async () => {
    const { a, actors } = fixtures;
    const [rows, workers] = [await count('certificates'), await count('employees')];
    expect(
      await fieldErrorsOf(
        certificates.create(actors.adminA, a.id, input({ employeeId: null, employee: LOU, superiorId: fixtures.b.superiors[0] })),
      ),
    ).toEqual(['superiorId: superiorRequired']);
    expect(
      await codeOf(certificates.create(actors.adminA, a.id, input({ employeeId: null, employee: { ...LOU, employeeMatricule: 'A-1' } }))),
    ).toBe('no error');
    expect(
      await fieldErrorsOf(
        certificates.create(actors.adminA, a.id, input({ employeeId: null, employee: { ...LOU, employeeMatricule: 'A-1' } })),
      ),
    ).toEqual(['employee.employeeMatricule: matriculeTaken']);
    expect(await count('certificates')).toBe(rows + 1);
    expect(await count('employees')).toBe(workers + 1);
  });

  it('is not overwritten when somebody else changed them meanwhile', async () => {
    const { a, actors } = fixtures;
    const [employeeId] = a.employees;
    const rows = await count('certificates');
    const stale = certificates.create(actors.adminA, a.id, input({ employee: { ...LOU, version: 0 } }));
    expect(await codeOf(stale)).toBe('entity.changedMeanwhile');
    expect(await fieldErrorsOf(certificates.create(actors.adminA, a.id, input({ employee: { ...LOU, version: 0 } })))).toEqual([
      'employee: changedMeanwhile',
    ]);
    expect(await employees.get(actors.adminA, employeeId)).toMatchObject({ employeeLastName: 'Peeters' });
    expect(await count('certificates')).toEqual(rows);
  });

  it('stays once a check was ordered on it; everything else can still be corrected', async () => {
    const { a, actors } = fixtures;
    const { id } = await certificates.create(actors.adminA, a.id, input());
    await checks.order(actors.adminA, orderOf(a, clock, { employeeId: null, certificateId: id }), `worker-key-${id}`);
    const { version } = await certificates.get(actors.adminA, id);
    for (const other of [{ employeeId: a.employees[1] }, { employeeId: null, employee: LOU }])
      expect(await fieldErrorsOf(certificates.update(actors.adminA, id, version, input(other)))).toEqual([
        'employeeId: certificateChecked',
      ]);
    const corrected = await certificates.update(actors.adminA, id, version, input({ endDate: addDays(clock.today(), 6) }));
    expect(corrected).toMatchObject({ employeeId: a.employees[0], endDate: addDays(clock.today(), 6) });
  });

  it('must be complete, whoever stored them', async () => {
    const { a, actors } = fixtures;
    await owner(`update employees set "employeePhoneNumber" = '', "employeeAddress" = '' where id = $1`, [a.employees[0]]);
    const missing = ['employee.employeePhoneNumber: phoneRequired', 'employee.employeeAddress: addressRequired'];
    expect(await fieldErrorsOf(certificates.create(actors.adminA, a.id, input()))).toEqual(missing);
    expect(await fieldErrorsOf(certificates.update(actors.adminA, a.certificates[0], 1, input()))).toEqual(missing);
    const { version } = await employees.get(actors.adminA, a.employees[0]);
    expect(await codeOf(certificates.create(actors.adminA, a.id, input({ employee: { ...LOU, version } })))).toBe('no error');
    expect(await codeOf(certificates.create(actors.adminA, a.id, input()))).toBe('no error');
  });

  it('is out of reach for changes where they are for reading', async () => {
    const { a, b, actors } = fixtures;
    const change = { employee: { ...LOU, version: 1 } };
    expect(await fieldErrorsOf(certificates.create(actors.basicA, a.id, input({ ...change, employeeId: a.employees[2] })))).toEqual([
      'employeeId: employeeRequired',
    ]);
    expect(await fieldErrorsOf(certificates.create(actors.adminAB, a.id, input({ ...change, employeeId: b.employees[0] })))).toEqual([
      'employeeId: employeeRequired',
    ]);
    // A basic user keeps a certificate of their own whose worker now has another superior, but does not change that worker.
    await owner('update employees set "superiorId" = $1 where id = $2', [a.superiors[1], a.employees[0]]);
    expect(await fieldErrorsOf(certificates.update(actors.basicA, a.certificates[0], 1, input(change)))).toEqual([
      'employeeId: employeeRequired',
    ]);
    expect(await codeOf(certificates.update(actors.basicA, a.certificates[0], 1, input()))).toBe('no error');
  });
});
