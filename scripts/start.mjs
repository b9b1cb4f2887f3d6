import { become, ensureDependencies, loadEnvironment, runScript } from './bootstrap.mjs';
import { ensureWebBuild } from './lib/web-build.mjs';

/** `npm start`: from a fresh clone to a running product. */
await runScript(async () => {
  loadEnvironment();
  await ensureDependencies();
  const { ROLES, WEB_DIR } = process.env;
  const builds = !WEB_DIR && (!ROLES || /\bweb\b/i.test(ROLES));
  await become(['apps/server/src/main.ts', ...process.argv.slice(2)], builds ? { WEB_DIR: await ensureWebBuild() } : {});
});
