import { ensureDependencies, runScript, Stop } from './bootstrap.mjs';
import { generate } from './lib/generators.mjs';

/** `npm run generate`: writes every generated file; with `--check` it only says which do not fit any more. */
await runScript(async () => {
  await ensureDependencies();
  const check = process.argv.includes('--check');
  if ((await generate({ check })) > 0)
    throw new Stop(
      check ? 'Generated files do not fit their sources; run: npm run generate' : 'Not everything could be generated (see above).',
    );
});
