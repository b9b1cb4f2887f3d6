import { type Config, loadConfig } from '../config.ts';
import { createEmployeeLinks, EMPLOYEE_LINKS } from '../modules/checks/employee-page/employee-page-links.ts';
import { systemClock } from '../platform/clock/system-clock.ts';
import { createCrypto } from '../platform/crypto/crypto.ts';
import { chosenFiles } from '../platform/files/chosen-files.ts';
import { createLogger } from '../platform/http/logger.ts';
import type { Log } from '../platform/log.ts';
import { createSecretKeys, secretsOf } from '../platform/secrets/keys.ts';
import type { Services } from '../services.ts';
import { withServices } from '../with-services.ts';
import { playScenarios } from './scenarios.ts';
import { isEmpty, type SeedDeps, seed } from './seed.ts';
import { DEFAULT_SIZE, type SeedSize } from './size.ts';

/** Fills the database with the demo if it is empty. @returns whether it was empty */
export async function seedDemo({
  config,
  services: { identity, invoices, checks, planning },
  log,
  ...deps
}: Pick<SeedDeps, 'db' | 'clock'> & {
  readonly config: Config;
  readonly services: Pick<Services, 'identity' | 'invoices' | 'checks' | 'planning'>;
  readonly log: Log;
}): Promise<boolean> {
  if (!(await isEmpty(deps.db))) return false;
  const size = { ...DEFAULT_SIZE, checks: config.demoChecks ?? DEFAULT_SIZE.checks };
  await withProgress('Demo data', (progress) => seed({ ...deps, identity, invoices, documents: documentsOf(config), ...progress }, size));
  const employeeLinks = createEmployeeLinks({ keys: createSecretKeys(config).of(EMPLOYEE_LINKS), clock: deps.clock });
  await playScenarios({ ...deps, log, checks, planning, employeeLinks });
  return true;
}

/** `npm run seed`: adds companies and checks to the database. */
export async function runSeed(size: SeedSize): Promise<void> {
  const config = loadConfig();
  await withServices(
    config,
    async ({ identity, invoices }, db) => {
      await withProgress(`${size.checks} checks`, (progress) =>
        seed({ db, clock: systemClock, identity, invoices, documents: documentsOf(config), ...progress }, size),
      );
    },
    createLogger(config),
  );
}

/** The document store of this installation, opened as in services.ts. */
const documentsOf = (config: Config): SeedDeps['documents'] => ({
  crypto: createCrypto(secretsOf(config)),
  files: chosenFiles(config),
});

type Progress = (done: number, total: number) => void;

/** Shows progress, first of the rows, then of the indexes: a bar on a terminal, else one line for each 10 %. */
async function withProgress(
  title: string,
  run: (progress: { readonly onProgress: Progress; readonly onIndexes: Progress }) => Promise<void>,
): Promise<void> {
  const started = process.hrtime.bigint();
  await run({ onProgress: bar(title), onIndexes: bar(`${title}, indexes`) });
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  process.stdout.write(`${process.stdout.isTTY ? '\r\u001B[K' : ''}${title} ready in ${seconds.toFixed(1)} s\n`);
}

function bar(title: string): Progress {
  let shownTenth = 0;
  return (done, total) => {
    const share = done / total;
    if (process.stdout.isTTY) {
      process.stdout.write(`\r\u001B[K${title} [${'#'.repeat(Math.round(share * 30)).padEnd(30, '.')}] ${Math.floor(share * 100)} %`);
    } else if (Math.floor(share * 10) > shownTenth) {
      shownTenth = Math.floor(share * 10);
      process.stdout.write(`${title}: ${shownTenth * 10} %\n`);
    }
  };
}
