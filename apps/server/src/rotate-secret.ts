import { StartupError } from './config/startup-error.ts';
import { loadConfig } from './config.ts';
import { systemClock } from './platform/clock/system-clock.ts';
import { createLogSeals } from './platform/db/seals/seals.ts';
import { chosenFiles } from './platform/files/chosen-files.ts';
import { readOptions, runProgram } from './platform/program.ts';
import { openSecretKeys, sealKeys } from './platform/secrets/keys.ts';
import { countEncrypted, reencrypt, refuseUnlessDone } from './platform/secrets/rotate.ts';
import { withDatabase } from './with-database.ts';

const USAGE = 'npm run rotate-secret [-- --only count]';

/**
 * `npm run rotate-secret`: re-encrypts with APP_SECRET all data that is encrypted with a secret of APP_SECRET_PREVIOUS, and reports what is left
 * (docs/operations/secrets.md). `--only count` changes nothing. Exits with code 1 if something is left, or cannot be read. The server may run.
 */
await runProgram(async () => {
  const { only } = readOptions(['only'], USAGE);
  if (only !== undefined && only !== 'count') throw new StartupError(`Usage: ${USAGE}`);
  const config = loadConfig();
  await withDatabase(config, async (db) => {
    const keys = await openSecretKeys(config, db, systemClock.now());
    const deps = {
      secrets: config,
      ownerUrl: db.ownerUrl,
      files: chosenFiles(config, keys),
      onProgress: (name: string, done: number) => void process.stderr.write(`${name}: ${done}\n`),
    };
    // Records up to which row the former key was used, while that is known.
    if (only === undefined) await createLogSeals({ db, clock: systemClock, ...sealKeys(config) }).seal();
    const found = only === 'count' ? await countEncrypted(deps) : await reencrypt(deps);
    for (const { name, total, former } of found) process.stdout.write(`${name}: ${total}, ${former} of them under a former secret\n`);
    refuseUnlessDone(found);
    process.stdout.write('Everything is encrypted with APP_SECRET. When it may go: docs/operations/secrets.md.\n');
  });
});
