import { join } from 'node:path';
import { childEnv, ensureDependencies, nodePath, ROOT, run, runScript } from './bootstrap.mjs';
import { checkMessages } from './lib/messages.mjs';
import { checkSecrets } from './lib/secrets.mjs';
import { countsOf, crowdedFoldersOf, filesOfUnknownKindIn, MAX_FILES, MODULE_FILE_KINDS, misnamedPartsIn } from './lint/counts.mjs';

const CRUISER = 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs';
const FOLDERS = ['packages', 'apps', 'scripts', 'e2e', 'bench'];

/**
 * `npm run check`: allowed imports (.dependency-cruiser.mjs), the size of folders, the kinds of file in server modules, the keys of
 * translations, and committed secrets.
 * `npm run check -- --counts [checkout]` prints the figures of ARCHITECTURE.md instead.
 */
await runScript(async () => {
  const counts = process.argv.indexOf('--counts');
  if (counts !== -1) {
    for (const [name, count] of Object.entries(countsOf(process.argv[counts + 1] ?? ROOT))) process.stdout.write(`${name}: ${count}\n`);
    return;
  }
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
  const crowded = crowdedFoldersOf(ROOT);
  for (const { folder, files } of crowded)
    process.stderr.write(
      `${folder} has ${files} files, ${MAX_FILES} at most: group those that belong together in a folder named for their purpose.\n`,
    );
  const unknown = filesOfUnknownKindIn(ROOT);
  for (const file of unknown)
    process.stderr.write(
      `${file}: unknown kind of file. In server modules the part between the dots is one of ${MODULE_FILE_KINDS.join(', ')}; a part of a service has a hyphen instead.\n`,
    );
  const misnamed = misnamedPartsIn(ROOT);
  for (const file of misnamed)
    process.stderr.write(
      `${file}: a part of a service is named <noun>-<part>.ts, after its module, its folder there, or the singular of one. What knows nothing of the module goes to apps/server/src/platform, a rule without a database to packages/domain.\n`,
    );
  const problems = [...checkMessages(ROOT), ...checkSecrets(ROOT)];
  for (const { file, line, rule, message } of problems) process.stderr.write(`${file}:${line} [${rule}]\n  ${message}\n`);
  if (code !== 0 || crowded.length > 0 || unknown.length > 0 || misnamed.length > 0 || problems.length > 0) process.exitCode = 1;
  else process.stdout.write('Imports, folders, translations and secrets: no problems\n');
});
