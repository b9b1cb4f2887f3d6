import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test, vi } from 'vitest';
import { ROOT_DIR } from './config/root-dir.ts';
import { deriveSecret } from './config/secrets.ts';
import { anchorText, createLogSeals, LOG_SEALS } from './platform/db/seals/seals.ts';
import { testClock } from './test/clock.ts';
import { PRODUCTION_ENV, TEST_SECRET } from './test/config.ts';
import { testDatabase } from './test/database.ts';
import { testFolder } from './test/folder.ts';
import { nightly } from './test/nightly.ts';

const folder = testFolder('verify-log');
const { db, owner, config } = await testDatabase();
const seals = createLogSeals({ db, clock: testClock(), key: deriveSecret({ appSecret: TEST_SECRET }, LOG_SEALS) });

/** Open transactions of other tests on this server delay a seal. */
const PATIENCE = { timeout: 50_000, interval: 50 };
/** Runs the command. */
async function verifyLog(...typed: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  const env = {
    ...process.env,
    ...PRODUCTION_ENV,
    APP_SECRET: TEST_SECRET,
    DATABASE_URL: config.databaseUrl ?? '',
    DATA_DIR: join(folder, 'data'),
    NODE_COMPILE_CACHE: join(inject('folder'), 'compile-cache'),
  };
  return promisify(execFile)('npm', ['run', '--silent', 'verify-log', '--', ...typed], { cwd: ROOT_DIR, env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr }),
  );
}

test.runIf(nightly)('npm run verify-log reports changed rows, or that there are none, and checks anchors', async () => {
  await owner(
    `insert into access_log (id, "actorRole", action, "subjectType") select gen_random_uuid(), 'planner', 'check.read', 'checks' from generate_series(1, 3)`,
  );
  const last = await vi.waitFor(async () => {
    const seal = await seals.seal();
    if (!seal) throw new Error('Something else is being written on this server.');
    return seal;
  }, PATIENCE);
  const programLog = join(folder, 'program.log');
  writeFileSync(programLog, `log seals: ${anchorText(last)}\n`);
  const fine = await verifyLog('--anchors', programLog);
  expect(fine.output).toContain('Nothing was changed: 3 rows under seals up to number 1');
  expect(fine.output).toContain(anchorText(last));
  expect(fine.output).toContain('Seals that were kept elsewhere, and are there: 1.');
  expect(fine.code).toBe(0);

  await owner(`update access_log set action = 'check.report' where id = (select min(id::text) from access_log)::uuid`);
  const changed = await verifyLog();
  expect(changed.code).toBe(1);
  expect(changed.output).toMatch(
    /^The logs were changed in the database:\n {2}Rows of access_log that were written .* were changed \(seal 1\)\.\n$/,
  );
});
