import type { EmployeeInput } from '@checkwell/domain/people/rules';
import { phoneInField } from '../../lib/forms/phone-field.ts';
import type { EmployeeFieldsFragment } from './employees.gql.ts';

/** What the form holds; an empty `workerNISS` leaves what is stored. */
export type EmployeeValues = Required<EmployeeInput>;

/** The fields of an employee as the form holds them. The stored national number never comes here: it is shown masked. */
export function valuesOf(employee: EmployeeFieldsFragment): EmployeeValues {
  return {
    employeeMatricule: employee.employeeMatricule,
    employeeFirstName: employee.employeeFirstName,
    employeeLastName: employee.employeeLastName,
    employeeLanguage: employee.employeeLanguage,
    employeeGender: employee.employeeGender,
    employeePhoneNumber: phoneInField(employee.employeePhoneNumber),
    employeeAddress: employee.employeeAddress,
    function: employee.function,
    subEmployee: employee.subEmployee,
    superiorId: employee.superior?.id ?? null,
    workerNISS: '',
  };
}

/** A new employee, before anything is typed. @param superiorId proposed, such as the viewer's own record */
export function newEmployee(superiorId: string | null) {
  return {
    employeeMatricule: '',
    employeeFirstName: '',
    employeeLastName: '',
    employeeLanguage: undefined,
    employeeGender: undefined,
    employeePhoneNumber: '',
    employeeAddress: '',
    function: '',
    subEmployee: '',
    superiorId,
    workerNISS: '',
  };
}

/** The input to send: without a national number the stored one stays, an empty one removes it. */
export function inputOf({ workerNISS, ...fields }: EmployeeInput, removeNumber: boolean): EmployeeInput {
  if (removeNumber) return { ...fields, workerNISS: '' };
  return workerNISS ? { ...fields, workerNISS } : fields;
}

/** The name that lists and dialogs call an employee by. */
export const nameOf = ({
  employeeFirstName,
  employeeLastName,
}: Pick<EmployeeFieldsFragment, 'employeeFirstName' | 'employeeLastName'>): string => `${employeeFirstName} ${employeeLastName}`;
