import type { AccessType } from '@checkwell/domain/people/enums';
import { demoAccounts } from '../../apps/server/src/seed/accounts.ts';
import { COMPANIES } from '../../apps/server/src/seed/names.ts';
import { runAs } from '../../apps/server/src/test/sql.ts';

/**
 * Makes users of the demo administrator's company, with the administrator's password.
 * @param name prefix of their addresses, which must not be in use
 * @returns their addresses
 */
export async function makePeople(databaseUrl: string, name: string, count: number, accesType: AccessType): Promise<readonly string[]> {
  const model = demoAccounts(COMPANIES).find(({ email }) => email.startsWith('admin@'))?.email;
  await runAs(
    databaseUrl,
    `select app.create_account(md5($3 || n)::uuid, $3 || '-' || n || '@demo.checkwell.example', gen_random_uuid(), a.password, false, now())
     from generate_series(1, $1::int) n, auth.accounts a join auth.users u on u.id = a."userId" where u.email = $2 and a.password is not null`,
    [count, model, name],
  );
  await runAs(
    databaseUrl,
    `insert into profiles (id, "userName", "firstName", "lastName", kind, "companyId", issuer, subject)
     select gen_random_uuid(), $3 || '-' || n || '@demo.checkwell.example', 'An', 'Peeters', kind, "companyId", issuer, md5($3 || n)::uuid
     from generate_series(1, $1::int) n, profiles where "userName" = $2`,
    [count, model, name],
  );
  const made = await runAs<{ email: string }>(
    databaseUrl,
    `with made as (
       insert into company_users ("companyId", "profileId", "accesType", languages)
       select "companyId", id, $2, '{nl}' from profiles where "userName" like $1 || '-%' returning "profileId")
     select p."userName" as email from made join profiles p on p.id = made."profileId"`,
    [name, accesType],
  );
  return made.map(({ email }) => email);
}
