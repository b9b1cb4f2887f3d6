import { become, ensureDependencies, loadEnvironment, runScript, Stop } from './bootstrap.mjs';

/** `node scripts/run.mjs file.ts [arguments]`: runs a TypeScript program with the product's Node. */
await runScript(async () => {
  const [program, ...args] = process.argv.slice(2);
  if (!program) throw new Stop('Say which program to run: node scripts/run.mjs file.ts');
  loadEnvironment();
  await ensureDependencies();
  await become([program, ...args]);
});
