import { become, ensureDependencies, loadEnvironment, runScript } from './bootstrap.mjs';
import { ensureWebBuild } from './lib/web-build.mjs';

/** `npm start`: from a fresh clone to a running product. */
await runScript(async () => {
  loadEnvironment();
  await ensureDependencies();
  if (!process.env.ROLES || /\bweb\b/i.test(process.env.ROLES)) await ensureWebBuild();
  await become(['apps/server/src/main.ts', ...process.argv.slice(2)]);
});
