import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrate } from '../../platform/db/set-up/migrate.ts';
import { newId } from '../../platform/ids.ts';
import { cleanUp } from '../../test/cleanup.ts';
import { TEST_SECRET } from '../../test/config.ts';
import { cloneDatabase } from '../../test/database.ts';
import { testFolder } from '../../test/folder.ts';
import { testLogger } from '../../test/logger.ts';
import { nightly } from '../../test/nightly.ts';
import { runAs } from '../../test/sql.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations');
const REPAIR = '0041_accounts_end.sql';

/** An owner that is no superuser, as with hosted databases: its own row-level security holds it too. */
async function hostedDatabase(): Promise<{ readonly ownerUrl: string; readonly look: typeof runAs }> {
  const serverUrl = await cloneDatabase();
  const role = `owner of ${new URL(serverUrl).pathname.slice(1)}`;
  await runAs(
    serverUrl,
    `create role "${role}" login createrole password 'owner'; alter database ${new URL(serverUrl).pathname.slice(1)} owner to "${role}";
     grant checkwell_api, checkwell_auth to "${role}" with admin true`,
  );
  cleanUp(() => runAs(serverUrl, `reassign owned by "${role}" to checkwell_owner; drop owned by "${role}"; drop role "${role}"`));
  const owner = new URL(serverUrl);
  [owner.username, owner.password] = [role, 'owner'];
  return { ownerUrl: owner.href, look: (_url, text, values) => runAs(serverUrl, text, values) };
}

test.runIf(nightly)('what the races of before left of accounts is put right', async () => {
  const { ownerUrl, look } = await hostedDatabase();
  const directory = testFolder('migrations');
  const names = readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  for (const name of names.filter((candidate) => candidate < REPAIR)) copyFileSync(join(MIGRATIONS, name), join(directory, name));
  const run = () => migrate({ ownerUrl, config: { appSecret: TEST_SECRET }, log: testLogger(), directory });
  await run();
  const companyId = newId();
  await look(
    '',
    `insert into companies (id, name, "companyNumber", "companyAddress", "staffCount", "checkPrice") values ($1, 'Alfa', 'BE0000000001', '', 10, 1)`,
    [companyId],
  );
  const person = async (userName: string, email: string, memberships: number): Promise<string> => {
    const [id, subject] = [newId(), newId()];
    await look('', `insert into auth.users (id, email, "emailVerified", "createdAt", "updatedAt") values ($1, $2, false, now(), now())`, [
      subject,
      email,
    ]);
    await look(
      '',
      `insert into profiles (id, "userName", "firstName", "lastName", kind, "companyId", issuer, subject)
       values ($1, $2, 'An', 'Peeters', 'employer', $3, 'urn:checkwell:identity', $4)`,
      [id, userName, companyId, subject],
    );
    if (memberships > 0)
      await look('', `insert into company_users ("companyId", "profileId", "accesType", languages) values ($1, $2, 'basic', '{nl}')`, [
        companyId,
        id,
      ]);
    return id;
  };
  const [whole, homeless, stale] = [
    await person('whole@example.be', 'whole@example.be', 1),
    await person('homeless@example.be', 'homeless@example.be', 0),
    await person('new@example.be', 'old@example.be', 1),
  ];

  for (const name of names.filter((candidate) => candidate >= REPAIR)) copyFileSync(join(MIGRATIONS, name), join(directory, name));
  await run();
  const profiles = await look(
    '',
    `select p.id, p."isOpen", u.email from profiles p left join auth.users u on u.id::text = p.subject order by p."userName"`,
  );
  expect(profiles).toEqual([
    { id: homeless, isOpen: false, email: null },
    { id: stale, isOpen: true, email: 'new@example.be' },
    { id: whole, isOpen: true, email: 'whole@example.be' },
  ]);
});
