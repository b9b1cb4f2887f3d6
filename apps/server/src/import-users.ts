import { readFileSync } from 'node:fs';
import { StartupError } from './config/startup-error.ts';
import { loadConfig } from './config.ts';
import { readArgument, runProgram } from './platform/program.ts';
import { withServices } from './with-services.ts';

/**
 * `npm run import:users -- users.csv`: imports the users of an old system, who choose a new password by a link in a mail
 * (docs/decisions/0047). Imports all lines or none; existing users are skipped.
 */
await runProgram(async () => {
  const file = readArgument('npm run import:users -- users.csv');
  const csv = contentOf(file);
  const config = loadConfig();
  await withServices(config, async (services) => {
    const { errors, added, present } = await services.users.importUsers(csv);
    if (errors.length > 0)
      throw new StartupError(`Nothing was imported from ${file}:\n${errors.map(({ line, text }) => `  line ${line}: ${text}`).join('\n')}`);
    process.stdout.write(`${file}: ${added} added, ${present} there already.\n`);
  });
});

function contentOf(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new StartupError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
