import { COMPANY_LIMITS, DOCTOR_KM, TEXT, WORK_RULE_LIMITS } from '../constants.ts';
import { EMPLOYER_AND_PLANNER, type FieldRule, NOBODY, PLANNER_AND_DOCTOR, PRICE_READERS } from '../fields.ts';

/** Field tables of people and companies: what each field is, and which readers of a record see it (domain.md 4.6). */

const STAFF = { seenBy: EMPLOYER_AND_PLANNER } as const;

export const EMPLOYEE_FIELDS = {
  id: { kind: 'id', ...STAFF },
  companyId: { kind: 'id', ...STAFF },
  employeeCompanyName: { kind: 'text', ...STAFF },
  employeeMatricule: { kind: 'text', max: TEXT.code, ...STAFF },
  employeeFirstName: { kind: 'text', max: TEXT.name, ...STAFF },
  employeeLastName: { kind: 'text', max: TEXT.name, ...STAFF },
  employeeLanguage: { kind: 'workerLanguage', ...STAFF },
  employeeGender: { kind: 'gender', ...STAFF },
  employeePhoneNumber: { kind: 'phone', max: TEXT.phone, ...STAFF },
  employeeAddress: { kind: 'text', max: TEXT.address, ...STAFF },
  function: { kind: 'text', max: TEXT.name, ...STAFF },
  subEmployee: { kind: 'text', max: TEXT.name, ...STAFF },
  superiorId: { kind: 'id', nullable: true, ...STAFF },
  superior: STAFF,
  leftAt: { kind: 'day', nullable: true, ...STAFF },
  version: { kind: 'number', ...STAFF },
  /** Masked (policy.ts, `employee.niss`). */
  workerNISS: { kind: 'text', max: TEXT.code, nullable: true, seenBy: { employerAdmin: true } },
  latitude: { seenBy: NOBODY },
  longitude: { seenBy: NOBODY },
  geoPrecision: { seenBy: NOBODY },
  createdByProfileId: { seenBy: NOBODY },
} as const satisfies Record<string, FieldRule>;

export const COMPANY_FIELDS = {
  id: { kind: 'id', ...STAFF },
  name: { kind: 'text', max: TEXT.name, ...STAFF },
  companyNumber: { kind: 'text', max: TEXT.code, ...STAFF },
  companyAddress: { kind: 'text', max: TEXT.address, ...STAFF },
  language: { kind: 'interfaceLanguage', ...STAFF },
  staffCount: { kind: 'number', min: 1, max: COMPANY_LIMITS.staffCount, ...STAFF },
  noCertificateOptOut: { kind: 'yesNo', ...STAFF },
  certificateTermDays: { kind: 'number', min: 1, max: WORK_RULE_LIMITS.certificateTermDays, nullable: true, ...STAFF },
  availabilityDays: { kind: 'number', min: 1, max: WORK_RULE_LIMITS.availabilityDays, nullable: true, ...STAFF },
  availabilityFrom: { kind: 'time', nullable: true, ...STAFF },
  availabilityTo: { kind: 'time', nullable: true, ...STAFF },
  availabilityBasis: { kind: 'availabilityBasis', nullable: true, ...STAFF },
  checkPrice: { kind: 'money', min: 0, max: COMPANY_LIMITS.checkPriceCents, seenBy: PRICE_READERS },
  invoicingFirstName: { kind: 'text', max: TEXT.name, ...STAFF },
  invoicingLastName: { kind: 'text', max: TEXT.name, ...STAFF },
  invoicingEmail: { kind: 'text', max: TEXT.email, nullable: true, ...STAFF },
  invoicingPhoneNumber: { kind: 'phone', max: TEXT.phone, ...STAFF },
  purchaseOrder: { kind: 'text', max: TEXT.code, ...STAFF },
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
  firstName: { kind: 'text', max: TEXT.name, ...PROVIDER },
  lastName: { kind: 'text', max: TEXT.name, ...PROVIDER },
  email: { kind: 'text', max: TEXT.email, ...PROVIDER },
  phoneNumber: { kind: 'phone', max: TEXT.phone, ...PROVIDER },
  languages: PROVIDER,
  inamiNumber: { kind: 'text', max: TEXT.code, ...PROVIDER },
  practiceAddress: { kind: 'text', max: TEXT.address, ...PROVIDER },
  locations: PROVIDER,
  maxKm: { kind: 'number', min: DOCTOR_KM.min, max: DOCTOR_KM.max, ...PROVIDER },
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
  firstName: { kind: 'text', max: TEXT.name, ...MANAGED },
  lastName: { kind: 'text', max: TEXT.name, ...MANAGED },
  email: { kind: 'text', max: TEXT.email, ...MANAGED },
  phoneNumber: { kind: 'phone', max: TEXT.phone, ...MANAGED },
  accesType: { kind: 'accesType', ...MANAGED },
  languages: MANAGED,
  isSelf: { kind: 'yesNo', ...MANAGED },
  isLastAdmin: { kind: 'yesNo', ...MANAGED },
  isInvited: { kind: 'yesNo', ...MANAGED },
  hasSecondStep: { kind: 'yesNo', ...MANAGED },
  createdAt: { kind: 'instant', ...MANAGED },
  version: { kind: 'number', ...MANAGED },
} as const satisfies Record<string, FieldRule>;
