import { createHash } from 'node:crypto';

/** The tenant of `TEST_PEOPLE`. */
export const TEST_TENANT = '6d8e4f5a-1b2c-4d3e-8f90-a1b2c3d4e5f6';

/** A person as the claims of the issuer's tokens describe them. */
export interface TestPerson {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Whether Microsoft has verified that the address is theirs (`xms_edov`). If not, they are a guest with an unverified address. */
  readonly vouched: boolean;
  readonly tenantId: string;
  /** Whether they signed in at Microsoft with a second step, as their tenant requires. */
  readonly multiFactor?: boolean;
}

const member = (email: string, firstName: string, lastName: string): TestPerson => ({
  email,
  firstName,
  lastName,
  vouched: true,
  tenantId: TEST_TENANT,
});

/** The people offered on the page: two with an account in the demo, one without, and a guest with an address that belongs to another user. */
export const TEST_PEOPLE: readonly TestPerson[] = [
  member('rh@demo.checkwell.example', 'Camille', 'Renard'),
  member('admin@demo.checkwell.example', 'Katrien', 'Maes'),
  member('nora.willems@kantoor.example', 'Nora', 'Willems'),
  { ...member('planner@demo.checkwell.example', 'Marc', 'Gasparini'), vouched: false },
];

/** A person's object id. It is the same at each start, so that linked accounts stay valid; a guest and a member with the same address have different ids. */
export function objectIdOf({ email, vouched, tenantId }: TestPerson): string {
  const hex = createHash('sha256').update(`${tenantId}\0${email}\0${vouched}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
