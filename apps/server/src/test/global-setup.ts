import type { TestProject } from 'vitest/node';
import { startThrowAway } from '../platform/db/set-up/embedded.ts';
import { migrate } from '../platform/db/set-up/migrate.ts';
import { TEST_SECRET } from './config.ts';
import { runAs } from './sql.ts';

/** One PostgreSQL for the run, with one migrated database that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = { info: () => undefined, warn: () => undefined, error: (message: string) => process.stderr.write(`${message}\n`) };
  const server = await startThrowAway({ log });
  try {
    // Each statement of each connection is planned once, not again for its first five values: planning was a fifth of what the database did.
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

/** The logins belong to the whole server: by login, how PostgreSQL keeps its password. */
async function storedPasswords(serverUrl: string): Promise<string> {
  const rows = await runAs(serverUrl, "select rolname, rolpassword from pg_authid where rolname like 'checkwell\\_%' order by 1");
  return JSON.stringify(rows);
}

/**
 * A process that starts with another APP_SECRET gives the logins other passwords, and those of every other test file open no new
 * connection until the next one puts them back: tests fail by chance that have nothing to do with it. PostgreSQL keeps even the same
 * password in another form each time that it is set, so what happened in between shows.
 * @throws {Error} when a test has set them
 */
async function refuseChangedPasswords(serverUrl: string, before: string): Promise<void> {
  if ((await storedPasswords(serverUrl)) === before) return;
  throw new Error(
    "A test started something with another APP_SECRET on the run's database server; give it TEST_SECRET, or a server of its own.",
  );
}
