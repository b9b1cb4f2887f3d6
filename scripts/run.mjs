import { become, ensureDependencies, loadEnvironment, runScript, Stop } from './bootstrap.mjs';

/** `node scripts/run.mjs file.ts [arguments]`: runs a TypeScript program with the product's Node. */
await runScript(async () => {
  const [program, ...args] = process.argv.slice(2);
  if (!program) throw new Stop('Usage: node scripts/run.mjs file.ts [arguments]');
  loadEnvironment();
  await ensureDependencies();
  await become([program, ...args]);
});
