import { randomInt } from 'node:crypto';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '../../config/startup-error.ts';
import { readOptions, runProgram } from '../../platform/program.ts';
import { runChaos } from './chaos.ts';

const USAGE = 'npm run chaos -- --rounds 20 --seed 1';

/** `npm run chaos`: kills and stops the processes of an installation while people order, cancel and pay. */
await runProgram(async () => {
  const typed = readOptions(['rounds', 'seed'], USAGE);
  const [rounds, seed] = [typed.rounds ?? '10', typed.seed ?? String(randomInt(1_000_000))].map((text) => {
    if (!/^\d{1,9}$/.test(text)) throw new StartupError(`${text} is no whole number. Usage: ${USAGE}`);
    return Number(text);
  }) as [number, number];
  const tell = (line: string) => void process.stdout.write(`${line}\n`);
  tell(`Seed ${seed}`);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'checkwell-chaos-')));
  const started = performance.now();
  try {
    const { faults, ledger, wrong } = await runChaos({ rounds, seed, folder, tell });
    for (const line of wrong.slice(0, 50)) tell(line);
    const done = Object.entries(faults).map(([fault, count]) => `${fault}: ${count}`);
    tell(`${((performance.now() - started) / 1000).toFixed(0)} s; ${done.join(', ')}`);
    tell(`${ledger.orders.size} orders, ${ledger.cancelled.size} cancellations, ${ledger.payments.size} payments; ${wrong.length} wrong`);
    if (wrong.length > 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
