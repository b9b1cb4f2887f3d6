import { randomInt } from 'node:crypto';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '../../config/startup-error.ts';
import { readOptions, runProgram } from '../../platform/program.ts';
import { BATCH, runFuzz } from './fuzz.ts';
import { startProduct } from './product.ts';

const USAGE = 'npm run fuzz -- --requests 100000 --seed 1 [--minutes 30]';

/** `npm run fuzz`: starts the product in an empty folder and sends it generated requests. */
await runProgram(async () => {
  const typed = readOptions(['requests', 'seed', 'minutes'], USAGE);
  const requests = wholeNumber(typed.requests ?? '10000');
  const minutes = wholeNumber(typed.minutes ?? '0');
  const seed = wholeNumber(typed.seed ?? String(randomInt(1_000_000)));
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  print(`Seed ${seed}: --seed ${seed} asks the same again, on the same day.`);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'checkwell-fuzz-')));
  const started = performance.now();
  const product = await startProduct(folder);
  try {
    const { sent, statuses, findings, memory } = await runFuzz(product, { requests, minutes, seed, limitMs: 60_000, print });
    for (const { what, batch, request, answer } of findings.slice(0, 50)) {
      print(`\n${what} (batch ${batch})`);
      if (request)
        print(
          `  ${request.role} ${request.method} ${request.path}\n  ${JSON.stringify(request.headers)}\n  ${request.body?.toString('utf8').slice(0, 1500) ?? ''}`,
        );
      print(`  ${answer}`);
    }
    const counts = [...statuses].toSorted(([a], [b]) => a.localeCompare(b)).map(([status, count]) => `${status}: ${count}`);
    print(`\n${sent} requests in ${((performance.now() - started) / 1000).toFixed(0)} s: ${counts.join(', ')}`);
    print(
      `Memory of the process: ${memory.at(0)} MB after the first ${BATCH}, at most ${Math.max(...memory)} MB, ${memory.at(-1)} MB at the end`,
    );
    print(`${findings.length} findings`);
    if (findings.length > 0) process.exitCode = 1;
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new StartupError(`${text} is no whole number. Usage: ${USAGE}`);
  return Number(text);
}
