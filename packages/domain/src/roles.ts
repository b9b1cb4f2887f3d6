// Apart from the policy, which weighs ten times as much: screens ask for whom somebody works before anything else.

export const ROLES = ['anonymous', 'employerAdmin', 'employerBasic', 'planner', 'doctor', 'system'] as const;
export type Role = (typeof ROLES)[number];

/** For whom each role works; a visitor without an account and the product itself for nobody. */
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
