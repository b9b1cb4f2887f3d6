import { join } from 'node:path';
import { childEnv, ensureDependencies, nodePath, ROOT, run, runScript } from './bootstrap.mjs';
import { checkMessages } from './lib/messages.mjs';

const CRUISER = 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs';
const FOLDERS = ['packages', 'apps', 'scripts', 'e2e', 'bench'];

/** `npm run check`: which part of the code may use which (.dependency-cruiser.mjs), and the words. */
await runScript(async () => {
  await ensureDependencies();
  const cruise = [
    join(ROOT, CRUISER),
    ...FOLDERS,
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    `plugin:${new URL('./lib/violations.mjs', import.meta.url)}`,
  ];
  const code = await run(nodePath(), cruise, { env: childEnv() });
  const problems = checkMessages(ROOT);
  for (const { file, line, rule, message } of problems) process.stderr.write(`${file}:${line} [${rule}]\n  ${message}\n`);
  if (code !== 0 || problems.length > 0) process.exitCode = 1;
  else process.stdout.write('Imports and words: in order\n');
});
