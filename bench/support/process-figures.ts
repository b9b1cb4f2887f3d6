import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { runAs } from '../../apps/server/src/test/sql.ts';

/** Linux counts processor time in ticks; ticks per second. */
const TICKS = 100;

/** Seconds of processor time so far of the server at this address and of all PostgreSQL processes on this machine. Linux only. */
export async function used(address: string, postmaster: number) {
  const metrics = await (await fetch(`${address}/metrics`)).text();
  const server = Number(/^checkwell_process_cpu_seconds_total ([\d.]+)/m.exec(metrics)?.[1]);
  const database = secondsOfPostgres(postmaster).reduce((sum, seconds) => sum + seconds, 0);
  return { server, database, at: performance.now() };
}

/** Processor seconds of PostgreSQL's main process with its ended children, and of each running child. */
function secondsOfPostgres(postmaster: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const fields = statOf(pid);
      if (!fields) return [];
      const [parent, own, ofEnded] = [Number(fields[1]), Number(fields[11]) + Number(fields[12]), Number(fields[13]) + Number(fields[14])];
      if (Number(pid) === postmaster) return [(own + ofEnded) / TICKS];
      return parent === postmaster ? [own / TICKS] : [];
    });
}

/** Seconds of processor time of one process so far. */
export function secondsOf(pid: number): number {
  const fields = statOf(String(pid));
  return fields ? (Number(fields[11]) + Number(fields[12])) / TICKS : Number.NaN;
}

/** The fields of /proc/<pid>/stat from the process state on. */
function statOf(pid: string): readonly string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined; // it has ended
  }
}

/** The id of PostgreSQL's main process. */
export async function postmasterOf(databaseUrl: string): Promise<number> {
  const [row] = await runAs<{ pid: number }>(databaseUrl, "select pid from pg_stat_activity where backend_type = 'checkpointer'");
  return Number(statOf(String(row?.pid))?.[1]);
}

/** Resets the peak of a process's resident memory. */
export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** Resident memory of a process in MB of 1,024 kB: now, and the peak since `resetPeak`. */
export function memoryOf(pid: number): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { now: of('VmRSS'), peak: of('VmHWM') };
}
