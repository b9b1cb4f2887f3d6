import type { TestProject } from 'vitest/node';
import { startThrowAway } from '../platform/db/set-up/embedded.ts';
import { migrate } from '../platform/db/set-up/migrate.ts';
import { TEST_SECRET } from './config.ts';
import { runAs } from './sql.ts';

/** Starts one PostgreSQL for the run, with one migrated database that each test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = { info: () => undefined, warn: () => undefined, error: (message: string) => process.stderr.write(`${message}\n`) };
  const server = await startThrowAway({ log });
  try {
    // A prepared statement is planned once, not for each of its first five executions: planning took a fifth of the time of the database.
    await runAs(server.ownerUrl('postgres'), "alter system set plan_cache_mode = 'force_generic_plan'");
    await runAs(server.ownerUrl('postgres'), 'select pg_reload_conf()');
    await runAs(server.ownerUrl('postgres'), 'create database checkwell_template');
    await migrate({ ownerUrl: server.ownerUrl('checkwell_template'), config: { appSecret: TEST_SECRET }, log });
    const logins = await storedPasswords(server.ownerUrl('postgres'));
    project.provide('folder', server.folder);
    project.provide('serverUrl', server.ownerUrl('postgres'));
    project.provide('templateDatabase', 'checkwell_template');
    return async () => {
      try {
        await refuseChangedPasswords(server.ownerUrl('postgres'), logins);
      } finally {
        await server.stop();
      }
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** The stored password hash of each login; logins belong to the whole server. */
async function storedPasswords(serverUrl: string): Promise<string> {
  const rows = await runAs(serverUrl, "select rolname, rolpassword from pg_authid where rolname like 'checkwell\\_%' order by 1");
  return JSON.stringify(rows);
}

/**
 * A process that starts with another APP_SECRET changes the passwords of the logins, and the other test files can open no connection until
 * a process with the usual secret sets them again: unrelated tests then fail at random. PostgreSQL stores a new hash each time that a
 * password is set, even for the same password, so a changed hash shows that a test did it.
 * @throws {Error} when a test has set a password
 */
async function refuseChangedPasswords(serverUrl: string, before: string): Promise<void> {
  if ((await storedPasswords(serverUrl)) === before) return;
  throw new Error(
    "A test started something with another APP_SECRET on the run's database server; give it TEST_SECRET, or a server of its own.",
  );
}
