import { createHash } from 'node:crypto';

/** The tenant whose people the issuer has by itself. */
export const TEST_TENANT = '6d8e4f5a-1b2c-4d3e-8f90-a1b2c3d4e5f6';

/** What the issuer's tokens say of a person. */
export interface TestPerson {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Whether Microsoft vouches that the address is theirs; if not, they are a guest who brought it along. */
  readonly vouched: boolean;
  readonly tenantId: string;
  /** Whether they sign in there in two steps, as their tenant asks. */
  readonly multiFactor?: boolean;
}

const member = (email: string, firstName: string, lastName: string): TestPerson => ({
  email,
  firstName,
  lastName,
  vouched: true,
  tenantId: TEST_TENANT,
});

/** Who is on the page: two with an account in the demo, one whom nobody knows, and a guest with somebody else's address. */
export const TEST_PEOPLE: readonly TestPerson[] = [
  member('rh@demo.checkwell.example', 'Camille', 'Renard'),
  member('admin@demo.checkwell.example', 'Katrien', 'Maes'),
  member('nora.willems@kantoor.example', 'Nora', 'Willems'),
  { ...member('planner@demo.checkwell.example', 'Marc', 'Gasparini'), vouched: false },
];

/** A person's object id: the same at each start, so that links last. An address that was only brought along is somebody else's. */
export function objectIdOf({ email, vouched, tenantId }: TestPerson): string {
  const hex = createHash('sha256').update(`${tenantId}\0${email}\0${vouched}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
