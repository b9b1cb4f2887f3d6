import { randomInt } from 'node:crypto';
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '../../config/startup-error.ts';
import { readOptions, runProgram } from '../../platform/program.ts';
import { DEFECTS, runChaos } from './chaos.ts';
import { FAULT_KINDS } from './faults.ts';

const USAGE = 'npm run chaos -- --rounds 20 --seed 1 [--faults kill,freeze,cut,full,step] [--defect commits|keys]';

/**
 * `npm run chaos`: fails the processes, network, disk and clocks of an installation while people order, cancel and pay. Ctrl-C ends it after the
 * current round and prints the result.
 */
await runProgram(async () => {
  const typed = readOptions(['rounds', 'seed', 'faults', 'defect'], USAGE);
  const [rounds, seed] = [typed.rounds ?? '10', typed.seed ?? String(randomInt(1_000_000))].map((text) => {
    if (!/^\d{1,9}$/.test(text)) throw new StartupError(`${text} is no whole number. Usage: ${USAGE}`);
    return Number(text);
  }) as [number, number];
  const kinds = typed.faults?.split(',').map((text) => {
    const kind = FAULT_KINDS.find((known) => known === text);
    if (kind === undefined) throw new StartupError(`${text} is no fault. Usage: ${USAGE}`);
    return kind;
  });
  const defect = DEFECTS.find((known) => known === typed.defect);
  if (defect === undefined && typed.defect !== undefined) throw new StartupError(`${typed.defect} is no defect. Usage: ${USAGE}`);
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  print(`Seed ${seed}`);
  let shouldStop = false;
  process.once('SIGINT', () => {
    shouldStop = true;
    print('This round is the last one.');
  });
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'checkwell-chaos-')));
  chmodSync(folder, 0o711); // the account of PostgreSQL is another one than root
  try {
    const { violations, failingSeed } = await runChaos({
      rounds,
      seed,
      folder,
      ...(kinds !== undefined && { kinds }),
      defect,
      print,
      shouldStop: () => shouldStop,
    });
    for (const line of violations.slice(0, 50)) print(line);
    print(`${violations.length} violations`);
    if (failingSeed === null) return;
    print(`The same faults again: npm run chaos -- --rounds 1 --seed ${failingSeed}`);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
