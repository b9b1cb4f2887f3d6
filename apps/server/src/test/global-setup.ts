import type { TestProject } from 'vitest/node';
import { startThrowAway } from '../platform/db/embedded.ts';
import { migrate } from '../platform/db/migrate.ts';
import { TEST_SECRET } from './config.ts';
import { runAs } from './sql.ts';

/** One PostgreSQL for the run, with one migrated database that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = { info: () => undefined, warn: () => undefined, error: (message: string) => process.stderr.write(`${message}\n`) };
  const server = await startThrowAway({ log });
  try {
    await runAs(server.ownerUrl('postgres'), 'create database checkwell_template');
    await migrate({ ownerUrl: server.ownerUrl('checkwell_template'), config: { appSecret: TEST_SECRET }, log });
    project.provide('folder', server.folder);
    project.provide('serverUrl', server.ownerUrl('postgres'));
    project.provide('templateDatabase', 'checkwell_template');
  } catch (error) {
    await server.stop();
    throw error;
  }
  return () => server.stop();
}
