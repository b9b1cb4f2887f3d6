/** Enumerations of people (specification, section 3). The same values are used in the database, the API and the screens. */
export const WORKER_LANGUAGES = ['FR', 'NL', 'EN', 'DE'] as const;
export type WorkerLanguage = (typeof WORKER_LANGUAGES)[number];

export const GENDERS = ['Male', 'Female', 'Others'] as const;
export type Gender = (typeof GENDERS)[number];

export const ACCESS_TYPES = ['admin', 'basic'] as const;
export type AccessType = (typeof ACCESS_TYPES)[number];

/** Fields by which the list of employees can be sorted. */
export const EMPLOYEE_SORT_FIELDS = ['employeeLastName', 'employeeMatricule', 'function', 'superior'] as const;
export type EmployeeSortField = (typeof EMPLOYEE_SORT_FIELDS)[number];

/** Whether an employee still works for the company: `left` after the last day. */
export const EMPLOYMENTS = ['active', 'left'] as const;
export type Employment = (typeof EMPLOYMENTS)[number];

/** Fields by which the lists of users, superiors, doctors, the provider's team and companies can be sorted; the first is the default. `lastName`: last name, then first name. */
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

/** The kinds of profiles; employer users have their rights per company (`accesType`). */
export const PROFILE_KINDS = ['employer', 'planner', 'doctor'] as const;
export type ProfileKind = (typeof PROFILE_KINDS)[number];

/** The kinds of profiles of the provider's team. */
export const TEAM_KINDS = ['planner', 'doctor'] as const satisfies readonly ProfileKind[];
