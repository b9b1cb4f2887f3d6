/** Enumerations of people (specification, section 3). Values go verbatim from column to screen. */
export const WORKER_LANGUAGES = ['FR', 'NL', 'EN', 'DE'] as const;
export type WorkerLanguage = (typeof WORKER_LANGUAGES)[number];

export const GENDERS = ['Male', 'Female', 'Others'] as const;
export type Gender = (typeof GENDERS)[number];

export const ACCESS_TYPES = ['admin', 'basic'] as const;
export type AccessType = (typeof ACCESS_TYPES)[number];

/** The orders that the list of employees offers. */
export const EMPLOYEE_SORT_FIELDS = ['employeeLastName', 'employeeMatricule', 'function', 'superior'] as const;
export type EmployeeSortField = (typeof EMPLOYEE_SORT_FIELDS)[number];

/** Employees by whether they still work there: `left` once their last day is past. */
export const EMPLOYMENTS = ['active', 'left'] as const;
export type Employment = (typeof EMPLOYMENTS)[number];

/** The orders that the lists of users, superiors, doctors, the provider's own people and companies offer; the first is the default. `lastName`: family name, then first name. */
export const USER_SORT_FIELDS = ['lastName', 'email', 'accesType', 'createdAt'] as const;
export type UserSortField = (typeof USER_SORT_FIELDS)[number];
export const SUPERIOR_SORT_FIELDS = ['lastName', 'email', 'language'] as const;
export type SuperiorSortField = (typeof SUPERIOR_SORT_FIELDS)[number];
export const DOCTOR_SORT_FIELDS = ['lastName', 'maxKm', 'openMissions'] as const;
export type DoctorSortField = (typeof DOCTOR_SORT_FIELDS)[number];
export const TEAM_SORT_FIELDS = ['lastName', 'email', 'kind'] as const;
export type TeamSortField = (typeof TEAM_SORT_FIELDS)[number];
export const COMPANY_SORT_FIELDS = ['name', 'staffCount', 'checkPrice'] as const;
export type CompanySortField = (typeof COMPANY_SORT_FIELDS)[number];

/** What a profile is to the product; employer users get their rights per company (`accesType`). */
export const PROFILE_KINDS = ['employer', 'planner', 'doctor'] as const;
export type ProfileKind = (typeof PROFILE_KINDS)[number];

/** The kinds of the provider's own people. */
export const TEAM_KINDS = ['planner', 'doctor'] as const satisfies readonly ProfileKind[];
