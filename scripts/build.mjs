import { cpSync } from 'node:fs';
import { resolve } from 'node:path';
import { ensureDependencies, loadEnvironment, runScript, Stop } from './bootstrap.mjs';
import { ensureWebBuild } from './lib/web-build.mjs';

/**
 * `npm run build`: builds the web application, as `npm start` does before it serves. `--to FOLDER` also copies it there, for a container image
 * without build tools (docs/operations/containers.md). Prints its folder.
 */
await runScript(async () => {
  const [option, to, ...others] = process.argv.slice(2);
  if ((option !== undefined && (option !== '--to' || !to)) || others.length > 0) throw new Stop('Usage: npm run build [-- --to FOLDER]');
  loadEnvironment();
  await ensureDependencies();
  const built = await ensureWebBuild();
  if (to) cpSync(built, resolve(to), { recursive: true });
  process.stdout.write(`The web application is in ${to ? resolve(to) : built}\n`);
});
