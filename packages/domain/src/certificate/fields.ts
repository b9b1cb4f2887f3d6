import { DOCUMENT, TEXT } from '../constants.ts';
import { EMPLOYER_AND_PLANNER, EVERY_READER, type FieldRule, NOBODY } from '../fields.ts';
import { EMPLOYEE_FIELDS } from '../people/fields.ts';

const STAFF = { seenBy: EMPLOYER_AND_PLANNER } as const;

/**
 * Every field of a certificate: its kind, and which of the users who can open the certificate see it. A certificate is shown with the current data of
 * its employee, so `employeeId` leads to nothing that its reader could not see anyway.
 */
export const CERTIFICATE_FIELDS = {
  id: { kind: 'id', ...STAFF },
  companyId: { kind: 'id', ...STAFF },
  employeeId: { kind: 'id', ...STAFF },
  employeeMatricule: EMPLOYEE_FIELDS.employeeMatricule,
  employeeFirstName: EMPLOYEE_FIELDS.employeeFirstName,
  employeeLastName: EMPLOYEE_FIELDS.employeeLastName,
  employeeLanguage: EMPLOYEE_FIELDS.employeeLanguage,
  employeeGender: EMPLOYEE_FIELDS.employeeGender,
  employeePhoneNumber: EMPLOYEE_FIELDS.employeePhoneNumber,
  employeeAddress: EMPLOYEE_FIELDS.employeeAddress,
  employeeCompanyName: EMPLOYEE_FIELDS.employeeCompanyName,
  function: EMPLOYEE_FIELDS.function,
  superiorId: { kind: 'id', nullable: true, ...STAFF },
  superior: STAFF,
  startDate: { kind: 'day', ...STAFF },
  endDate: { kind: 'day', ...STAFF },
  incapacityReason: { kind: 'incapacityType', ...STAFF },
  authorizedExit: { kind: 'yesNo', ...STAFF },
  authorizedLeave: { kind: 'yesNo', ...STAFF },
  doctorName: { kind: 'text', max: TEXT.name, ...STAFF },
  entryType: { kind: 'entryType', ...STAFF },
  certifType: { kind: 'certifType', ...STAFF },
  documentId: STAFF,
  certificateUrl: { kind: 'text', nullable: true, ...STAFF },
  urlCertificate: { kind: 'text', nullable: true, ...STAFF },
  isCheckRequestLaunched: { kind: 'yesNo', ...STAFF },
  relaunchCheckUrl: { kind: 'text', nullable: true, ...STAFF },
  source: { kind: 'certificateSource', ...STAFF },
  uploadedByProvider: { kind: 'yesNo', ...STAFF },
  outsideIncapacityPeriod: { kind: 'yesNo', ...STAFF },
  createdAt: { kind: 'instant', ...STAFF },
  version: { kind: 'number', ...STAFF },
  createdByProfileId: { seenBy: NOBODY },
} as const satisfies Record<string, FieldRule>;

const READABLE = { seenBy: EVERY_READER } as const;

/** Every field of an uploaded file. Who may open the file is decided elsewhere (documents.service.ts of the server). */
export const DOCUMENT_FIELDS = {
  id: { kind: 'id', ...READABLE },
  companyId: READABLE,
  kind: { seenBy: NOBODY },
  fileName: { kind: 'text', ...READABLE },
  mediaType: { kind: 'text', ...READABLE },
  byteSize: { kind: 'number', min: 1, max: DOCUMENT.maxBytes, ...READABLE },
  url: { kind: 'text', ...READABLE },
  createdAt: { kind: 'instant', ...READABLE },
  scan: { seenBy: NOBODY },
  storageKey: { seenBy: NOBODY },
  uploadedByProfileId: { seenBy: NOBODY },
} as const satisfies Record<string, FieldRule>;
