import { CHECK_FIELD_NAMES, type CheckField, checkVisibility } from '../check/fields.ts';
import type { CalendarDay } from '../clock.ts';

/**
 * The copy of everything that is kept about one employee at one company (GDPR, articles 15 and 20; docs/decisions/0101): a ZIP with
 * `person.json`, the files, and a page in the employee's language that lists the contents. An administrator of the employer downloads it and
 * gives it to the employee, so it contains nothing that the administrator may not read.
 */

/** Version of the format of `person.json`; a new number when a field is renamed or changes its meaning. */
export const PERSON_FILE_FORM = 1;

/** Names within the ZIP; the files are in a folder. */
export const PERSON_DATA_NAME = 'person.json';
export const PERSON_FILES_FOLDER = 'files';

/** Path of the ZIP in the REST API. */
export const personFilePath = (employeeId: string): string => `/v1/api/employees/${employeeId}/person.zip`;

/**
 * Data that are stored but left out of the ZIP. Its page names each, with the reason and whom to ask.
 *
 * - medicalNotes: only for their doctor, who is bound to professional secrecy. The employee asks the doctor.
 * - door: what the employee said of address, bell and door for a visit, which the employer never reads (0070). The employee asks the provider.
 * - betweenPlannerAndDoctor: comments that the employer does not read. The employee asks the provider.
 * - messageTexts: they contain the link to the employee's own page, which nobody else may open.
 * - numbersInFull: national register number and account number, which are masked everywhere.
 * - others: prices, and names of those who planned, called or wrote, which are not about the employee.
 */
export const LEFT_OUT = ['medicalNotes', 'door', 'betweenPlannerAndDoctor', 'messageTexts', 'numbersInFull', 'others'] as const;

/** Fields of a check that an administrator reads and that are not about the worker: about the superior, prices, and the employer's own work. */
const NOT_OF_THE_PERSON: readonly CheckField[] = [
  'version',
  'superiorId',
  'superiorEmail',
  'superiorLg',
  'companyTotalPrice',
  'visitCharged',
  'cancellationFee',
  'cancellationFeeAtLeast',
  'legalHoldReason',
  'availableActions',
  'nextActor',
];

/** Fields of a check in `person.json`. A field that an administrator reads only under a condition is empty until the condition is met, as on the screens. */
export const PERSON_CHECK_FIELDS: readonly CheckField[] = CHECK_FIELD_NAMES.filter(
  (field) => checkVisibility(field, 'employerAdmin') !== false && !NOT_OF_THE_PERSON.includes(field),
);

/** Fields of the employee's own record. */
export const PERSON_EMPLOYEE_FIELDS = [
  'id',
  'companyId',
  'employeeCompanyName',
  'employeeMatricule',
  'employeeFirstName',
  'employeeLastName',
  'employeeLanguage',
  'employeeGender',
  'employeePhoneNumber',
  'employeeAddress',
  'function',
  'subEmployee',
  'workerNISS',
  'leftAt',
] as const;

/** Fields of a certificate; the employee's own fields are in `employee`. */
export const PERSON_CERTIFICATE_FIELDS = [
  'id',
  'startDate',
  'endDate',
  'incapacityReason',
  'authorizedExit',
  'doctorName',
  'entryType',
  'certifType',
  'documentId',
  'isCheckRequestLaunched',
  'source',
  'outsideIncapacityPeriod',
  'createdAt',
] as const;

/** Fields of a message that notifies the employee of an appointment, with its state. */
export const PERSON_MESSAGE_FIELDS = [
  'news',
  'channel',
  'phoneNumber',
  'email',
  'appointmentStart',
  'checkLocation',
  'createdAt',
  'sentAt',
  'deliveredAt',
  'failedAt',
  'isNotKnown',
  'reached',
  'withdrawnAt',
] as const;

/** Fields of a certificate that the employee sent by the link of a message. */
export const PERSON_SENT_CERTIFICATE_FIELDS = ['id', 'startDate', 'endDate', 'sentAt', 'state', 'documentId', 'certificateId'] as const;

/** Fields of the employee's claim of travel costs; amounts in euro cents. */
export const PERSON_TRAVEL_CLAIM_FIELDS = [
  'state',
  'means',
  'km',
  'kmRate',
  'amountCents',
  'reason',
  'payment',
  'ibanEnd',
  'documentId',
  'claimedAt',
  'changedAt',
  'decidedAt',
  'paidOn',
  'paidCents',
  'decisionReason',
] as const;

/** Fields of a visit where nobody opened. */
export const PERSON_ATTEMPT_FIELDS = [
  'appointmentStart',
  'attemptedAt',
  'bell',
  'accuracyMetres',
  'withinDuty',
  'photoId',
  'cardStart',
  'detailsErased',
] as const;

/** Fields of an entry in the history of a check. */
export const PERSON_EVENT_FIELDS = [
  'at',
  'actorKind',
  'action',
  'fromStatus',
  'toStatus',
  'reason',
  'notes',
  'correctionReason',
  'formerResult',
  'detailsErased',
] as const;

/** Fields of a comment between HR, planners and doctor that the employer reads. */
export const PERSON_COMMENT_FIELDS = ['createdAt', 'authorRole', 'audience', 'text', 'withdrawnAt'] as const;

/** Whether a file is in the ZIP, or why not: the malware scanner has not checked it yet, the scanner found malware, or the file is missing. */
export const FILE_STATES = ['Included', 'BeingChecked', 'Infected', 'Lost'] as const;
export type FileState = (typeof FILE_STATES)[number];

/** One uploaded file. */
export interface PersonDocument {
  readonly documentId: string;
  readonly state: FileState;
  /** Its name within the ZIP; null unless it is included. */
  readonly path: string | null;
}

/** An access to the data, on one Belgian day. */
export interface PersonAccess {
  readonly day: CalendarDay;
  /** A role of policy.ts instead of a name: the law of 30 July 2018 requires categories of people. */
  readonly role: string;
  /** Such as `check.read`. */
  readonly action: string;
  /** The kind of record, such as `checks`. */
  readonly subjectType: string;
}

type Values<Names extends readonly string[]> = { readonly [Name in Names[number]]: unknown };

/** A check, with the records that belong to it. */
export interface PersonCheck extends Readonly<Record<string, unknown>> {
  readonly messages: readonly Values<typeof PERSON_MESSAGE_FIELDS>[];
  readonly sentCertificates: readonly Values<typeof PERSON_SENT_CERTIFICATE_FIELDS>[];
  readonly travelClaim: Values<typeof PERSON_TRAVEL_CLAIM_FIELDS> | null;
  readonly attempts: readonly Values<typeof PERSON_ATTEMPT_FIELDS>[];
  readonly history: readonly Values<typeof PERSON_EVENT_FIELDS>[];
  readonly comments: readonly Values<typeof PERSON_COMMENT_FIELDS>[];
}

/** `person.json`. Fields have the names of the API and of the specification; moments are ISO 8601 in UTC, days YYYY-MM-DD. */
export interface PersonFile {
  readonly form: typeof PERSON_FILE_FORM;
  readonly exportedAt: string;
  /** The operator of this installation, which plans the checks. */
  readonly provider: { readonly name: string; readonly email: string; readonly phoneNumber: string };
  readonly employee: Values<typeof PERSON_EMPLOYEE_FIELDS>;
  readonly certificates: readonly Values<typeof PERSON_CERTIFICATE_FIELDS>[];
  readonly checks: readonly PersonCheck[];
  readonly documents: readonly PersonDocument[];
  /** Newest first. */
  readonly accesses: readonly PersonAccess[];
  readonly leftOut: typeof LEFT_OUT;
}
