// Separate from the policy, which is ten times as large: screens need the roles before anything else.

export const ROLES = ['anonymous', 'employerAdmin', 'employerBasic', 'planner', 'doctor', 'system'] as const;
export type Role = (typeof ROLES)[number];

/** The party for which each role works; null for visitors without account and the system. */
const SIDES = {
  anonymous: null,
  employerAdmin: 'employer',
  employerBasic: 'employer',
  planner: 'planner',
  doctor: 'doctor',
  system: null,
} as const satisfies Record<Role, string | null>;
export type Side = NonNullable<(typeof SIDES)[Role]>;
export const sideOf = (role: Role): Side | null => SIDES[role];
/** Whether the role is one of those that users of a company have. */
export const isEmployer = (role: Role): boolean => sideOf(role) === 'employer';
