import { type Selectable, sql } from 'kysely';
import type { ReadTx, Tables, WriteTx } from '../db/database.ts';

export type JobRun = Selectable<Tables['job_runs']>;

/** Adds the jobs that have no row yet; their age counts from now. */
export async function addMissing(tx: WriteTx, jobs: readonly string[], now: Date): Promise<void> {
  await sql`
    insert into job_runs (job, "knownSince") select job, ${now} from unnest(${[...jobs]}::text[]) as job order by job
    on conflict (job) do nothing`.execute(tx);
}

export async function recordSuccess(tx: WriteTx, job: string, now: Date, seconds: number): Promise<void> {
  await sql`
    insert into job_runs (job, "knownSince", "lastSuccessAt", "lastSeconds") values (${job}, ${now}, ${now}, ${seconds})
    on conflict (job) do update set "lastSuccessAt" = excluded."lastSuccessAt", "lastSeconds" = excluded."lastSeconds", "failuresInARow" = 0`.execute(
    tx,
  );
}

export async function recordFailure(tx: WriteTx, job: string, now: Date): Promise<void> {
  await sql`
    insert into job_runs (job, "knownSince", "lastFailureAt", "failuresInARow") values (${job}, ${now}, ${now}, 1)
    on conflict (job) do update set "lastFailureAt" = excluded."lastFailureAt", "failuresInARow" = job_runs."failuresInARow" + 1`.execute(
    tx,
  );
}

export async function findAll(tx: ReadTx): Promise<readonly JobRun[]> {
  return tx.selectFrom('job_runs').selectAll().execute();
}
