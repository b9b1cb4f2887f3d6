import { ensureDependencies, runScript, Stop } from './bootstrap.mjs';
import { generate } from './lib/generators.mjs';

/** `npm run generate`: writes all generated files; with `--check` it only reports those that are out of date. */
await runScript(async () => {
  await ensureDependencies();
  const check = process.argv.includes('--check');
  if ((await generate({ check })) > 0)
    throw new Stop(check ? 'Generated files are out of date; run: npm run generate' : 'Not everything could be generated (see above).');
});
