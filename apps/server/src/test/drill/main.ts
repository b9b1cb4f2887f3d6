import { runProgram } from '../../platform/program.ts';
import { runDrill } from './drill.ts';

/** `npm run drill`: follows the installation guide in an empty folder, destroys what it has built, and restores it. */
await runProgram(async () => {
  const started = performance.now();
  await runDrill({ print: (line) => process.stdout.write(`${line}\n`) });
  process.stdout.write(`The guide holds (${((performance.now() - started) / 1000).toFixed(0)} s).\n`);
});
