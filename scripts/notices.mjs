import { join } from 'node:path';
import { ensureDependencies, ROOT, runScript } from './bootstrap.mjs';
import { emitGenerated } from './lib/generated.mjs';
import { notices } from './lib/notices.mjs';

/** `npm run notices`: writes THIRD-PARTY-NOTICES; with `--check` it only reports whether it is up to date. */
await runScript(async () => {
  await ensureDependencies();
  emitGenerated(join(ROOT, 'THIRD-PARTY-NOTICES'), notices(ROOT));
});
