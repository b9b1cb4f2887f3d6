import { EMPLOYER_AND_PLANNER, type FieldRule, NOBODY, PLANNER_AND_DOCTOR, PRICE_READERS } from '../fields.ts';

/** Field tables of people and companies: what each field is, and which readers of a record see it (domain.md 4.6). */

const STAFF = { seenBy: EMPLOYER_AND_PLANNER } as const;

export const EMPLOYEE_FIELDS = {
  id: { kind: 'id', ...STAFF },
  companyId: { kind: 'id', ...STAFF },
  employeeCompanyName: { kind: 'text', ...STAFF },
  employeeMatricule: { kind: 'text', ...STAFF },
  employeeFirstName: { kind: 'text', ...STAFF },
  employeeLastName: { kind: 'text', ...STAFF },
  employeeLanguage: { kind: 'workerLanguage', ...STAFF },
  employeeGender: { kind: 'gender', ...STAFF },
  employeePhoneNumber: { kind: 'phone', ...STAFF },
  employeeAddress: { kind: 'text', ...STAFF },
  function: { kind: 'text', ...STAFF },
  subEmployee: { kind: 'text', ...STAFF },
  superiorId: { kind: 'id', nullable: true, ...STAFF },
  superior: STAFF,
  leftAt: { kind: 'day', nullable: true, ...STAFF },
  version: { kind: 'number', ...STAFF },
  /** Masked (policy.ts, `employee.niss`). */
  workerNISS: { kind: 'text', nullable: true, seenBy: { employerAdmin: true } },
  latitude: { seenBy: NOBODY },
  longitude: { seenBy: NOBODY },
  geoPrecision: { seenBy: NOBODY },
  createdByProfileId: { seenBy: NOBODY },
} as const satisfies Record<string, FieldRule>;

export const COMPANY_FIELDS = {
  id: { kind: 'id', ...STAFF },
  name: { kind: 'text', ...STAFF },
  companyNumber: { kind: 'text', ...STAFF },
  companyAddress: { kind: 'text', ...STAFF },
  language: { kind: 'interfaceLanguage', ...STAFF },
  staffCount: { kind: 'number', ...STAFF },
  noCertificateOptOut: { kind: 'yesNo', ...STAFF },
  certificateTermDays: { kind: 'number', nullable: true, ...STAFF },
  availabilityDays: { kind: 'number', nullable: true, ...STAFF },
  availabilityFrom: { kind: 'time', nullable: true, ...STAFF },
  availabilityTo: { kind: 'time', nullable: true, ...STAFF },
  availabilityBasis: { kind: 'availabilityBasis', nullable: true, ...STAFF },
  checkPrice: { kind: 'money', seenBy: PRICE_READERS },
  invoicingFirstName: { kind: 'text', ...STAFF },
  invoicingLastName: { kind: 'text', ...STAFF },
  invoicingEmail: { kind: 'text', nullable: true, ...STAFF },
  invoicingPhoneNumber: { kind: 'phone', ...STAFF },
  purchaseOrder: { kind: 'text', ...STAFF },
  invoicingCompanyName: { kind: 'text', ...STAFF },
  invoicingCompanyNumber: { kind: 'text', ...STAFF },
  invoicingCompanyAddress: { kind: 'text', ...STAFF },
  secondStepRequired: { kind: 'yesNo', ...STAFF },
  version: { kind: 'number', ...STAFF },
} as const satisfies Record<string, FieldRule>;

const PROVIDER = { seenBy: PLANNER_AND_DOCTOR } as const;

/** Doctors see only their own record. Employers see only the doctor's name on their checks. */
export const DOCTOR_FIELDS = {
  id: { kind: 'id', ...PROVIDER },
  doctorFullName: { kind: 'text', ...PROVIDER },
  firstName: { kind: 'text', ...PROVIDER },
  lastName: { kind: 'text', ...PROVIDER },
  email: { kind: 'text', ...PROVIDER },
  phoneNumber: { kind: 'phone', ...PROVIDER },
  languages: PROVIDER,
  inamiNumber: { kind: 'text', ...PROVIDER },
  practiceAddress: { kind: 'text', ...PROVIDER },
  locations: PROVIDER,
  maxKm: { kind: 'number', ...PROVIDER },
  active: { kind: 'yesNo', ...PROVIDER },
  availabilities: PROVIDER,
  openMissions: { kind: 'number', ...PROVIDER },
  /** Computed for planners only; false for the doctor. */
  mayBeInvited: { kind: 'yesNo', ...PROVIDER },
  isInvited: { kind: 'yesNo', ...PROVIDER },
  version: { kind: 'number', ...PROVIDER },
  latitude: { seenBy: NOBODY },
  longitude: { seenBy: NOBODY },
  geoPrecision: { seenBy: NOBODY },
  profileId: { seenBy: NOBODY },
} as const satisfies Record<string, FieldRule>;

const MANAGED = { seenBy: { employerAdmin: true, planner: true } } as const;

export const USER_FIELDS = {
  id: { kind: 'id', ...MANAGED },
  companyId: { kind: 'id', ...MANAGED },
  firstName: { kind: 'text', ...MANAGED },
  lastName: { kind: 'text', ...MANAGED },
  email: { kind: 'text', ...MANAGED },
  phoneNumber: { kind: 'phone', ...MANAGED },
  accesType: { kind: 'accesType', ...MANAGED },
  languages: MANAGED,
  isSelf: { kind: 'yesNo', ...MANAGED },
  isLastAdmin: { kind: 'yesNo', ...MANAGED },
  isInvited: { kind: 'yesNo', ...MANAGED },
  hasSecondStep: { kind: 'yesNo', ...MANAGED },
  createdAt: { kind: 'instant', ...MANAGED },
  version: { kind: 'number', ...MANAGED },
} as const satisfies Record<string, FieldRule>;
