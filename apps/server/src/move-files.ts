import { StartupError } from './config/startup-error.ts';
import { loadConfig } from './config.ts';
import { systemClock } from './platform/clock/system-clock.ts';
import { createCrypto } from './platform/crypto/crypto.ts';
import { moveOf } from './platform/files/chosen-files.ts';
import { moveFiles } from './platform/files/move-files.ts';
import { PATIENT_LIMITS } from './platform/files/s3-files.ts';
import { readOptions, runProgram } from './platform/program.ts';
import { openSecretKeys, secretsOf } from './platform/secrets/keys.ts';
import { withDatabase } from './with-database.ts';

const SHOWN = 20;

/**
 * `npm run move-files`: moves uploaded files from DATA_DIR to the bucket or back, as FILES_MOVE says. The product may run, and an interrupted run can
 * be continued by the next one (docs/operations/installation.md). Exits with code 1 if a file is missing or damaged.
 */
await runProgram(async () => {
  readOptions([], 'npm run move-files');
  const config = loadConfig();
  if (config.filesMove === null) throw new StartupError('FILES_MOVE must say where files go: to-bucket or to-disk (see .env.example).');
  const target = config.filesMove === 'to-bucket' ? `the bucket ${config.s3?.bucket}` : `${config.dataDir}/files`;
  await withDatabase(config, async (db) => {
    const move = moveOf(config, await openSecretKeys(config, db, systemClock.now()), PATIENT_LIMITS);
    if (move === null) throw new StartupError('FILES_MOVE needs S3_BUCKET.');
    const { total, moved, missing, damaged } = await moveFiles({
      ...move,
      ownerUrl: db.ownerUrl,
      crypto: createCrypto(secretsOf(config)),
      onProgress: (done) => void process.stderr.write(`${done} files\n`),
    });
    const there = total - missing.length - damaged.length;
    process.stdout.write(`${there} of ${total} files are in ${target}, ${moved} of them moved by this run.\n`);
    const errors = [
      ...(missing.length > 0 ? [`In neither place: ${listOf(missing)}.`] : []),
      ...(damaged.length > 0 ? [`Damaged, or encrypted with another secret, and left where they were: ${listOf(damaged)}.`] : []),
    ];
    if (errors.length > 0) throw new StartupError(`${errors.join('\n')}\nThe backup may have them (docs/operations/backup.md).`);
  });
});

function listOf(keys: readonly string[]): string {
  return `${keys.slice(0, SHOWN).join(', ')}${keys.length > SHOWN ? ` and ${keys.length - SHOWN} more` : ''}`;
}
