import { readFileSync } from 'node:fs';
import { StartupError } from './config/startup-error.ts';
import { loadConfig } from './config.ts';
import { systemClock } from './platform/clock/system-clock.ts';
import { type Anchor, anchorsIn, anchorText, createLogSeals } from './platform/db/seals/seals.ts';
import { readOptions, runProgram } from './platform/program.ts';
import { sealKeys } from './platform/secrets/keys.ts';
import { withDatabase } from './with-database.ts';

/**
 * `npm run verify-log`: verifies all sealed rows of the logs, and reports changes in the database. `--anchors FILE` compares the seals with those
 * in a file, such as the program's log, which is the only way to detect removed rows at the end (docs/operations/audit-log.md). Exits with
 * code 1 if something was changed.
 */
await runProgram(async () => {
  const { anchors: file } = readOptions(['anchors'], 'npm run verify-log [-- --anchors FILE]');
  const anchors = file === undefined ? [] : anchorsOf(file);
  const config = loadConfig();
  await withDatabase(config, async (db) => {
    const seals = createLogSeals({ db, clock: systemClock, ...sealKeys(config) });
    const { errors, last, ...counts } = await seals.verify(anchors);
    if (errors.length > 0)
      throw new StartupError(`The logs were changed in the database:\n${errors.map((error) => `  ${error}`).join('\n')}`);
    process.stdout.write(
      `Nothing was changed: ${counts.rows} rows under seals up to number ${counts.seals}, ${counts.erased} of them without their personal parts; ${counts.waiting} rows wait for a seal.\n`,
    );
    if (last !== null) process.stdout.write(`${anchorText(last)}\n`);
    process.stdout.write(
      file === undefined
        ? 'That the end was not cut is known only with --anchors.\n'
        : `Seals that were kept elsewhere, and are there: ${anchors.length}.\n`,
    );
  });
});

function anchorsOf(file: string): readonly Anchor[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartupError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
  const anchors = anchorsIn(text);
  if (anchors.length === 0) throw new StartupError(`${file} tells of no seal: lines such as "seal 12 3f9a…" were expected.`);
  return anchors;
}
