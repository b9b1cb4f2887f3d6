import { randomInt, randomUUID } from 'node:crypto';
import { newId } from '../../apps/server/src/platform/ids.ts';
import { runAs } from '../../apps/server/src/test/sql.ts';
import { type Person, person } from './people.ts';

/** Makes an empty company with this account as its only user, an administrator. */
export async function found(founder: Person): Promise<void> {
  const database = process.env.E2E_DATABASE_URL ?? '';
  const [companyId, number] = [newId(), String(randomInt(100_000_000)).padStart(8, '0')];
  await runAs(
    database,
    `insert into companies (id, name, "companyNumber", "companyAddress", "staffCount", "checkPrice") values ($1, $2, $3, 'Rue Neuve 1, 1000 Bruxelles', 20, 9900)`,
    [companyId, `Nova ${number}`, `BE09${number}`],
  );
  const [profile] = await runAs<{ id: string }>(database, `update profiles set "companyId" = $1 where "userName" = $2 returning id`, [
    companyId,
    founder.email,
  ]);
  await runAs(database, `delete from company_users where "profileId" = $1`, [profile?.id]);
  await runAs(database, `insert into company_users ("companyId", "profileId", "accesType", languages) values ($1, $2, 'admin', '{fr}')`, [
    companyId,
    profile?.id,
  ]);
}

/** Makes a colleague with the permissions and password of `model`, for tests that change the account. @param name prefix of the address */
export async function colleagueOf(model: Person, name: string): Promise<Person> {
  const email = `${name}.${randomUUID().slice(0, 8)}@demo.checkwell.example`;
  const [subject, profileId] = [newId(), newId()];
  const database = process.env.E2E_DATABASE_URL ?? '';
  await runAs(
    database,
    `insert into auth.users (id, email, "emailVerified", "passwordResetRequired", "createdAt", "updatedAt")
     select $1, $2, "emailVerified", false, now(), now() from auth.users where email = $3`,
    [subject, email, model.email],
  );
  await runAs(
    database,
    `insert into auth.accounts (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
     select $1, $2::uuid::text, 'credential', $2::uuid, a.password, now(), now() from auth.accounts a join auth.users u on u.id = a."userId"
     where u.email = $3 and a."providerId" = 'credential'`,
    [newId(), subject, model.email],
  );
  await runAs(
    database,
    `insert into profiles (id, "userName", "firstName", "lastName", "phoneNumber", language, kind, "companyId", issuer, subject)
     select $1, $2, "firstName", "lastName", "phoneNumber", language, kind, "companyId", issuer, $3 from profiles where "userName" = $4`,
    [profileId, email, subject, model.email],
  );
  await runAs(
    database,
    `insert into company_users ("companyId", "profileId", "accesType", languages)
     select u."companyId", $1, u."accesType", u.languages from company_users u join profiles p on p.id = u."profileId" where p."userName" = $2`,
    [profileId, model.email],
  );
  return { ...model, email };
}

/** Makes a new user who is the only user of an empty company. @param name prefix of the address */
export async function founderOf(name: string): Promise<Person> {
  const founder = await colleagueOf(person('hr.basic.1'), name);
  await found(founder);
  return founder;
}
