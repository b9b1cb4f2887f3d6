import { lengthInDays } from '@checkwell/domain/clock';
import type { Certificate } from '../certificates/certificates.service.ts';
import type { ExportTexts, NamedColumn } from './exports-texts.ts';

/** What is read of each certificate. */
export const CERTIFICATE_COLUMN_FIELDS = [
  'employeeMatricule',
  'employeeLastName',
  'employeeFirstName',
  'entryType',
  'certifType',
  'incapacityReason',
  'startDate',
  'endDate',
  'authorizedExit',
  'doctorName',
  'documentId',
  'isCheckRequestLaunched',
  'outsideIncapacityPeriod',
  'source',
  'createdAt',
  'superior',
  'function',
  'employeeGender',
  'employeeLanguage',
  'employeePhoneNumber',
  'employeeAddress',
  'employeeCompanyName',
] as const satisfies readonly (keyof Certificate)[];
/** Nothing else of it, so that a column of what is not read does not compile. */
type ReadCertificate = Pick<Certificate, (typeof CERTIFICATE_COLUMN_FIELDS)[number]>;

/** The register of certificates as a file: every field that the screens show, under the specification's names. */
export const certificateColumns = ({ label }: ExportTexts): readonly NamedColumn<ReadCertificate>[] => [
  { id: 'employeeMatricule', type: 'text', value: ({ employeeMatricule }) => employeeMatricule, width: 14 },
  { id: 'employeeLastName', type: 'text', value: ({ employeeLastName }) => employeeLastName },
  { id: 'employeeFirstName', type: 'text', value: ({ employeeFirstName }) => employeeFirstName },
  { id: 'entryType', type: 'text', value: ({ entryType }) => label(`entryType.${entryType}`) },
  { id: 'certifType', type: 'text', value: ({ certifType }) => label(`certifType.${certifType}`) },
  { id: 'incapacityReason', type: 'text', value: ({ incapacityReason }) => label(`incapacityType.${incapacityReason}`) },
  { id: 'startDate', type: 'date', value: ({ startDate }) => startDate },
  { id: 'endDate', type: 'date', value: ({ endDate }) => endDate },
  { id: 'days', type: 'number', value: ({ startDate, endDate }) => lengthInDays(startDate, endDate) },
  { id: 'authorizedExit', type: 'boolean', value: ({ authorizedExit }) => authorizedExit },
  { id: 'doctorName', type: 'text', value: ({ doctorName }) => doctorName },
  { id: 'hasDocument', type: 'boolean', value: ({ documentId }) => documentId !== null },
  { id: 'isCheckRequestLaunched', type: 'boolean', value: ({ isCheckRequestLaunched }) => isCheckRequestLaunched },
  { id: 'outsideIncapacityPeriod', type: 'boolean', value: ({ outsideIncapacityPeriod }) => outsideIncapacityPeriod },
  { id: 'certificateSource', type: 'text', value: ({ source }) => label(`certificateSource.${source}`), width: 28 },
  { id: 'createdAt', type: 'datetime', value: ({ createdAt }) => createdAt },
  { id: 'superiorFullName', type: 'text', value: ({ superior }) => superior?.superiorFullName ?? null },
  { id: 'superiorEmail', type: 'text', value: ({ superior }) => superior?.email ?? null, width: 28 },
  { id: 'function', type: 'text', value: (row) => row.function },
  { id: 'employeeGender', type: 'text', value: ({ employeeGender }) => label(`gender.${employeeGender}`), width: 12 },
  { id: 'employeeLanguage', type: 'text', value: ({ employeeLanguage }) => label(`workerLanguage.${employeeLanguage}`), width: 12 },
  { id: 'employeePhoneNumber', type: 'phone', value: ({ employeePhoneNumber }) => employeePhoneNumber, width: 16 },
  { id: 'employeeAddress', type: 'text', value: ({ employeeAddress }) => employeeAddress, width: 40 },
  { id: 'companyName', type: 'text', value: ({ employeeCompanyName }) => employeeCompanyName },
];
