import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startBeside, startServer } from '../e2e/support/server.ts';
import { median } from './support/median.ts';
import { memoryOf, secondsOf } from './support/process-figures.ts';

const ROUNDS = 5;
const IDLE_MS = 60_000;
const BARE_ROUTE = fileURLToPath(new URL('bare-route.ts', import.meta.url));

interface Start {
  /** Processor time. */
  readonly seconds: number;
  /** Resident memory when the server is ready, in MB. */
  readonly memory: number;
}

/**
 * `npm run bench -- idle`: the processor time of a warm start on a database with the demo, alternately with that of a bare Fastify server
 * (`bare-route.ts`), and the resident memory of both after one idle minute.
 */
export async function idle(): Promise<void> {
  const shared = await startServer();
  try {
    const ours: Start[] = [];
    const bare: Start[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const server = await startBeside(shared, () => ({}));
      ours.push(startOf(server.pid));
      await server.stop();
      const peer = await startBare(shared.databaseUrl);
      bare.push(startOf(peer.pid));
      await peer.stop();
    }
    const server = await startBeside(shared, () => ({}));
    const peer = await startBare(shared.databaseUrl);
    const before = secondsOf(server.pid);
    await sleep(IDLE_MS);
    const memory = { ours: memoryOf(server.pid).now, bare: memoryOf(peer.pid).now };
    const spent = secondsOf(server.pid) - before;
    await peer.stop();
    await server.stop();
    const of = (starts: readonly Start[], field: keyof Start) => median(starts.map((start) => start[field]));
    const say = (what: string, [mine, theirs]: readonly [number, number], unit: string, digits: number) =>
      process.stdout.write(
        `${what.padEnd(34)}${mine.toFixed(digits).padStart(8)} ${unit}   bare ${theirs.toFixed(digits).padStart(6)} ${unit}   ${(mine / theirs).toFixed(1)} ×\n`,
      );
    say('start, seconds of processor time', [of(ours, 'seconds'), of(bare, 'seconds')], 's', 2);
    say('resident memory when ready', [of(ours, 'memory'), of(bare, 'memory')], 'MB', 0);
    say('resident memory after a minute', [memory.ours, memory.bare], 'MB', 0);
    process.stdout.write(`processor time in that minute       ${spent.toFixed(2)} s\n`);
  } finally {
    await shared.stop();
  }
}

const startOf = (pid: number): Start => ({ seconds: secondsOf(pid), memory: memoryOf(pid).now });

async function startBare(databaseUrl: string): Promise<{ readonly pid: number; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [BARE_ROUTE, databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
