import { employeeRule } from '@checkwell/domain/people/rules';
import { describe, expect, it } from 'vitest';
import { inputOf, newEmployee, valuesOf } from './employee-values.ts';
import type { EmployeeFieldsFragment } from './employees.gql.ts';

const SUPERIOR = '01938f3e-8d5c-7c7b-9a45-0c3b6a7d1f20';
const EMPLOYEE: EmployeeFieldsFragment = {
  id: '01938f3e-8d5c-7c7b-9a45-0c3b6a7d1f21',
  companyId: '01938f3e-8d5c-7c7b-9a45-0c3b6a7d1f22',
  employeeMatricule: '1001',
  employeeFirstName: 'Anna',
  employeeLastName: 'Peeters',
  employeeLanguage: 'NL',
  employeeGender: 'Female',
  employeePhoneNumber: '+32470123456',
  employeeAddress: 'Kerkstraat 1, 9000 Gent',
  leftAt: null,
  function: 'Picker',
  subEmployee: '',
  workerNISS: '••.••.••-•••.28',
  version: 3,
  superior: { id: SUPERIOR, superiorFullName: 'Hilde Wouters', email: 'hilde@example.be' },
};

describe('the form of an employee', () => {
  it('holds what the rule accepts, and never the masked national number', () => {
    const values = valuesOf(EMPLOYEE);
    expect(values.employeePhoneNumber).toBe('+32 470 12 34 56');
    expect(employeeRule.parse(values)).toEqual({ ...values, employeePhoneNumber: EMPLOYEE.employeePhoneNumber });
    expect(values).toMatchObject({ superiorId: SUPERIOR, workerNISS: '' });
  });

  it('asks for everything that a new employee needs', () => {
    const fieldErrors = employeeRule.safeParse(newEmployee(null)).error?.issues.map(({ path }) => path[0]);
    const required = [
      'employeeMatricule',
      'employeeFirstName',
      'employeeLastName',
      'employeeLanguage',
      'employeeGender',
      'employeePhoneNumber',
      'employeeAddress',
    ];
    expect(new Set(fieldErrors)).toEqual(new Set(required));
  });

  it('leaves the stored national number, replaces it or removes it', () => {
    const values = valuesOf(EMPLOYEE);
    expect(inputOf(values, false)).not.toHaveProperty('workerNISS');
    expect(inputOf({ ...values, workerNISS: '85073003328' }, false)).toHaveProperty('workerNISS', '85073003328');
    expect(inputOf({ ...values, workerNISS: '85073003328' }, true)).toHaveProperty('workerNISS', '');
  });
});
