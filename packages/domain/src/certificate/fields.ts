import { EMPLOYER_AND_PLANNER, EVERY_READER, type FieldRule, NOBODY } from '../fields.ts';

const STAFF = { seenBy: EMPLOYER_AND_PLANNER } as const;

/**
 * Every field of a certificate, and which of the users who can open the certificate see the field. A certificate is shown with the current data of
 * its employee, so `employeeId` leads to nothing that its reader could not see anyway.
 */
export const CERTIFICATE_FIELDS = {
  id: STAFF,
  companyId: STAFF,
  employeeId: STAFF,
  employeeMatricule: STAFF,
  employeeFirstName: STAFF,
  employeeLastName: STAFF,
  employeeLanguage: STAFF,
  employeeGender: STAFF,
  employeePhoneNumber: STAFF,
  employeeAddress: STAFF,
  employeeCompanyName: STAFF,
  function: STAFF,
  superiorId: STAFF,
  superior: STAFF,
  startDate: STAFF,
  endDate: STAFF,
  incapacityReason: STAFF,
  authorizedExit: STAFF,
  authorizedLeave: STAFF,
  doctorName: STAFF,
  entryType: STAFF,
  certifType: STAFF,
  documentId: STAFF,
  certificateUrl: STAFF,
  urlCertificate: STAFF,
  isCheckRequestLaunched: STAFF,
  relaunchCheckUrl: STAFF,
  source: STAFF,
  uploadedByProvider: STAFF,
  outsideIncapacityPeriod: STAFF,
  createdAt: STAFF,
  version: STAFF,
  createdByProfileId: { seenBy: NOBODY },
} as const satisfies Record<string, FieldRule>;

const READABLE = { seenBy: EVERY_READER } as const;

/** Every field of an uploaded file. Who may open the file is decided elsewhere (documents.service.ts of the server). */
export const DOCUMENT_FIELDS = {
  id: READABLE,
  companyId: READABLE,
  kind: { seenBy: NOBODY },
  fileName: READABLE,
  mediaType: READABLE,
  byteSize: READABLE,
  url: READABLE,
  createdAt: READABLE,
  scan: { seenBy: NOBODY },
  storageKey: { seenBy: NOBODY },
  uploadedByProfileId: { seenBy: NOBODY },
} as const satisfies Record<string, FieldRule>;
