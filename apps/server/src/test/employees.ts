import type { EmployeeInput } from '@checkwell/domain/people/rules';
import { newId } from '../platform/ids.ts';

/** An employee as HR enters one: each with another number, without a superior. */
export const employeeInput = (values: Partial<EmployeeInput> = {}): EmployeeInput => ({
  employeeMatricule: newId().slice(-12),
  employeeFirstName: 'Élodie',
  employeeLastName: 'Van Damme',
  employeeLanguage: 'FR',
  employeeGender: 'Female',
  employeePhoneNumber: '0470 12 34 56',
  employeeAddress: 'Rue Haute 12, 4000 Liège',
  function: 'Comptable',
  subEmployee: 'Liège',
  superiorId: null,
  ...values,
});
