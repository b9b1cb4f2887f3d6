import { EMPLOYER_AND_PLANNER, type FieldRule, NOBODY, PLANNER_AND_DOCTOR, PRICE_READERS } from '../fields.ts';

/** Field tables of people and companies: which readers of a record see which field (domain.md 4.6). */

const STAFF = { seenBy: EMPLOYER_AND_PLANNER } as const;

export const EMPLOYEE_FIELDS = {
  id: STAFF,
  companyId: STAFF,
  employeeCompanyName: STAFF,
  employeeMatricule: STAFF,
  employeeFirstName: STAFF,
  employeeLastName: STAFF,
  employeeLanguage: STAFF,
  employeeGender: STAFF,
  employeePhoneNumber: STAFF,
  employeeAddress: STAFF,
  function: STAFF,
  subEmployee: STAFF,
  superiorId: STAFF,
  superior: STAFF,
  leftAt: STAFF,
  version: STAFF,
  /** Masked (policy.ts, `employee.niss`). */
  workerNISS: { seenBy: { employerAdmin: true } },
  latitude: { seenBy: NOBODY },
  longitude: { seenBy: NOBODY },
  geoPrecision: { seenBy: NOBODY },
  createdByProfileId: { seenBy: NOBODY },
} as const satisfies Record<string, FieldRule>;

export const COMPANY_FIELDS = {
  id: STAFF,
  name: STAFF,
  companyNumber: STAFF,
  companyAddress: STAFF,
  language: STAFF,
  staffCount: STAFF,
  noCertificateOptOut: STAFF,
  certificateTermDays: STAFF,
  availabilityDays: STAFF,
  availabilityFrom: STAFF,
  availabilityTo: STAFF,
  availabilityBasis: STAFF,
  checkPrice: { seenBy: PRICE_READERS },
  invoicingFirstName: STAFF,
  invoicingLastName: STAFF,
  invoicingEmail: STAFF,
  invoicingPhoneNumber: STAFF,
  purchaseOrder: STAFF,
  invoicingCompanyName: STAFF,
  invoicingCompanyNumber: STAFF,
  invoicingCompanyAddress: STAFF,
  secondStepRequired: STAFF,
  version: STAFF,
} as const satisfies Record<string, FieldRule>;

const PROVIDER = { seenBy: PLANNER_AND_DOCTOR } as const;

/** Doctors see only their own record. Employers see only the doctor's name on their checks. */
export const DOCTOR_FIELDS = {
  id: PROVIDER,
  doctorFullName: PROVIDER,
  firstName: PROVIDER,
  lastName: PROVIDER,
  email: PROVIDER,
  phoneNumber: PROVIDER,
  languages: PROVIDER,
  inamiNumber: PROVIDER,
  practiceAddress: PROVIDER,
  locations: PROVIDER,
  maxKm: PROVIDER,
  active: PROVIDER,
  availabilities: PROVIDER,
  openMissions: PROVIDER,
  /** Computed for planners only; false for the doctor. */
  mayBeInvited: PROVIDER,
  isInvited: PROVIDER,
  version: PROVIDER,
  latitude: { seenBy: NOBODY },
  longitude: { seenBy: NOBODY },
  geoPrecision: { seenBy: NOBODY },
  profileId: { seenBy: NOBODY },
} as const satisfies Record<string, FieldRule>;

const MANAGED = { seenBy: { employerAdmin: true, planner: true } } as const;

export const USER_FIELDS = {
  id: MANAGED,
  companyId: MANAGED,
  firstName: MANAGED,
  lastName: MANAGED,
  email: MANAGED,
  phoneNumber: MANAGED,
  accesType: MANAGED,
  languages: MANAGED,
  isSelf: MANAGED,
  isLastAdmin: MANAGED,
  isInvited: MANAGED,
  hasSecondStep: MANAGED,
  createdAt: MANAGED,
  version: MANAGED,
} as const satisfies Record<string, FieldRule>;
