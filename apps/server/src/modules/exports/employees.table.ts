import type { Employee } from '../employees/employees.service.ts';
import type { ExportTexts, NamedColumn } from './exports-texts.ts';

/** What is read of each employee. */
export const EMPLOYEE_COLUMN_FIELDS = [
  'employeeMatricule',
  'employeeLastName',
  'employeeFirstName',
  'employeeGender',
  'employeeLanguage',
  'employeePhoneNumber',
  'employeeAddress',
  'function',
  'subEmployee',
  'superior',
  'leftAt',
  'employeeCompanyName',
] as const satisfies readonly (keyof Employee)[];
/** Nothing else of them, so that a column of what is not read does not compile. */
type ReadEmployee = Pick<Employee, (typeof EMPLOYEE_COLUMN_FIELDS)[number]>;

/**
 * The company's employees as a file. The national register number is not among the columns: its use is forbidden in principle
 * (domain.md, fact 8), and a file leaves the product; the employee number says who is meant.
 */
export const employeeColumns = ({ label }: ExportTexts): readonly NamedColumn<ReadEmployee>[] => [
  { id: 'employeeMatricule', type: 'text', value: ({ employeeMatricule }) => employeeMatricule, width: 14 },
  { id: 'employeeLastName', type: 'text', value: ({ employeeLastName }) => employeeLastName },
  { id: 'employeeFirstName', type: 'text', value: ({ employeeFirstName }) => employeeFirstName },
  { id: 'employeeGender', type: 'text', value: ({ employeeGender }) => label(`gender.${employeeGender}`), width: 12 },
  { id: 'employeeLanguage', type: 'text', value: ({ employeeLanguage }) => label(`workerLanguage.${employeeLanguage}`), width: 12 },
  { id: 'employeePhoneNumber', type: 'phone', value: ({ employeePhoneNumber }) => employeePhoneNumber, width: 16 },
  { id: 'employeeAddress', type: 'text', value: ({ employeeAddress }) => employeeAddress, width: 40 },
  { id: 'function', type: 'text', value: (row) => row.function },
  { id: 'subEmployee', type: 'text', value: ({ subEmployee }) => subEmployee },
  { id: 'superiorFullName', type: 'text', value: ({ superior }) => superior?.superiorFullName ?? null },
  { id: 'superiorEmail', type: 'text', value: ({ superior }) => superior?.email ?? null, width: 28 },
  { id: 'leftAt', type: 'date', value: ({ leftAt }) => leftAt },
  { id: 'companyName', type: 'text', value: ({ employeeCompanyName }) => employeeCompanyName },
];
