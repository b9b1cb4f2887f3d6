import type { CertificateInput, CertificateWorkerInput } from '@checkwell/domain/certificate/rules';
import { phoneInField } from '../../../lib/forms/phone-field.ts';
import type { CertificateEmployeeFragment, CertificateFieldsFragment } from '../certificates.gql.ts';

/** The values of the form as typed; undefined where nothing is chosen yet. */
export type CertificateDraft = { [Key in Exclude<keyof CertificateInput, 'employee'>]: CertificateInput[Key] | undefined } & {
  employee: { [Key in keyof CertificateWorkerInput]: CertificateWorkerInput[Key] | undefined } | null;
};

export const EMPTY_CERTIFICATE: CertificateDraft = {
  employeeId: null,
  employee: null,
  superiorId: undefined,
  incapacityReason: undefined,
  entryType: undefined,
  certifType: undefined,
  authorizedExit: undefined,
  startDate: '',
  endDate: '',
  doctorName: '',
  documentId: null,
};

/** The fields of a saved certificate as the form holds them. */
export function valuesOf(certificate: CertificateFieldsFragment): CertificateDraft {
  return {
    employeeId: certificate.employeeId,
    employee: null,
    superiorId: certificate.superiorId ?? undefined,
    incapacityReason: certificate.incapacityReason,
    entryType: certificate.entryType,
    certifType: certificate.certifType,
    authorizedExit: certificate.authorizedExit,
    startDate: certificate.startDate,
    endDate: certificate.endDate,
    doctorName: certificate.doctorName,
    documentId: certificate.document?.id ?? null,
  };
}

/** The input that saves a certificate again unchanged. Old certificates may lack the superior, which is compulsory now. */
export function inputOf(certificate: CertificateFieldsFragment): CertificateInput {
  return { ...valuesOf(certificate), superiorId: certificate.superiorId ?? '' } as CertificateInput;
}

/** The fields of an employee as the form changes them. */
export function workerOf(employee: CertificateEmployeeFragment): CertificateWorkerInput {
  const { version, employeeMatricule, employeeFirstName, employeeLastName, employeeLanguage, employeeGender } = employee;
  const { employeePhoneNumber, employeeAddress, function: work } = employee;
  const name = { employeeFirstName, employeeLastName, employeeLanguage, employeeGender };
  return {
    version,
    employeeMatricule,
    ...name,
    employeePhoneNumber: phoneInField(employeePhoneNumber),
    employeeAddress,
    function: work,
  };
}

/** A new employee. @param typed the text of the search, most likely first and family name */
export function newWorker(typed: string): NonNullable<CertificateDraft['employee']> {
  const [employeeFirstName = '', ...rest] = typed.trim().split(/\s+/);
  return {
    version: null,
    employeeMatricule: '',
    employeeFirstName,
    employeeLastName: rest.join(' '),
    employeeLanguage: undefined,
    employeeGender: undefined,
    employeePhoneNumber: '',
    employeeAddress: '',
    function: '',
  };
}
