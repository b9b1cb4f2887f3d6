import { Client } from 'pg';
import { runAs } from '../apps/server/src/test/sql.ts';
import { startBeside } from '../e2e/support/server.ts';
import { COPIES, type CopiedList, FIRST_DAYS } from './copies.ts';
import { onKeptData } from './support/kept-data.ts';
import { median } from './support/median.ts';
import { makePeople } from './support/people.ts';
import { memoryOf, postmasterOf, resetPeak, used } from './support/process-figures.ts';
import { headersOfEmail } from './support/sign-in.ts';

/** In each round every file is made by both, the product and `COPY`, so that other load on the machine affects both. */
const ROUNDS = 3;
/** Earlier than all data. */
const FIRST_DAY = '1900-01-01';

interface Case {
  readonly list: CopiedList;
  readonly format: 'csv' | 'xlsx';
  /** Maximum number of rows. */
  readonly rows: number;
  readonly query: string;
  /** Rows a second, as a share of those of `COPY`. */
  readonly goal: number;
}

const REPORTS = { list: 'reports', query: 'sort=checkDate&direction=desc' } as const;
const CERTIFICATES = { list: 'certificates', query: 'sort=startDate&direction=desc' } as const;
/** Each list first with a tenth of its rows: the whole list must not need more memory. */
const CASES: readonly Case[] = [
  { ...REPORTS, format: 'csv', rows: 10_000, goal: 0.4 },
  { ...REPORTS, format: 'csv', rows: 100_000, goal: 0.4 },
  { list: 'employees', query: 'sort=employeeLastName', format: 'csv', rows: 100_000, goal: 0.4 },
  { ...CERTIFICATES, format: 'csv', rows: 25_000, goal: 0.4 },
  { ...CERTIFICATES, format: 'csv', rows: 100_000, goal: 0.4 },
  { ...CERTIFICATES, format: 'csv', rows: 250_000, goal: 0.4 },
  { ...CERTIFICATES, format: 'xlsx', rows: 25_000, goal: 0.2 },
  { ...CERTIFICATES, format: 'xlsx', rows: 250_000, goal: 0.2 },
];

interface Result {
  readonly rows: number;
  readonly seconds: number;
  readonly copySeconds: number;
  /** Seconds of processor time. */
  readonly server: number;
  readonly database: number;
  readonly copyDatabase: number;
  /** Highest resident memory of the server, in MB. */
  readonly peak: number;
}

/**
 * `DATA_DIR=… npm run bench -- exports [names]`: compares files of long lists with PostgreSQL's `COPY … TO STDOUT` of the same columns and order,
 * of a company with about 94,000 reports, 100,000 employees and 261,000 certificates (`DATA_DIR=… npm run seed -- --companies 2 --checks 100000`).
 * The share is rows a second of the product divided by those of `COPY`. Memory is the highest of the server while the file is made.
 * @param names only files whose names contain all of them, such as `csv`
 */
export async function exports(...names: string[]): Promise<void> {
  await onKeptData('exports', async ({ databaseUrl, secret }) => {
    const server = await startBeside({ databaseUrl, secret }, () => ({ DATABASE_TIMEOUT_MS: '2000', ROLES: 'web' }));
    try {
      const [company] = await runAs<{ id: string }>(
        databaseUrl,
        'select c.id from companies c order by (select count(*) from employees e where e."companyId" = c.id) desc limit 1',
      );
      const companyId = company?.id ?? '';
      const postmaster = await postmasterOf(databaseUrl);
      const people = await makePeople(databaseUrl, `exports-${Date.now()}`, ROUNDS, 'admin');
      const cases = CASES.filter((one) => names.every((word) => nameOf(one).includes(word)));
      const results = new Map<Case, Result[]>(cases.map((one) => [one, []]));
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [one, all] of results) {
          const day = await firstDay(databaseUrl, companyId, one);
          // A new sign-in, because tokens expire after ten minutes and the number of files per person and hour is limited.
          const headers = await headersOfEmail(server.baseURL, people[round] ?? '');
          const from = day === FIRST_DAY ? '' : `&from=${day}`;
          const address = `${server.baseURL}/v1/api/exports/${one.list}.${one.format}?companyId=${companyId}&${one.query}${from}`;
          resetPeak(server.pid);
          const before = await used(server.baseURL, postmaster);
          await download(address, headers);
          const after = await used(server.baseURL, postmaster);
          const { peak } = memoryOf(server.pid);
          const copied = await copy(databaseUrl, companyId, day, one.list);
          const last = await used(server.baseURL, postmaster);
          all.push({
            rows: copied.rows,
            seconds: (after.at - before.at) / 1000,
            copySeconds: copied.seconds,
            server: after.server - before.server,
            database: after.database - before.database,
            copyDatabase: last.database - after.database,
            peak,
          });
        }
        process.stdout.write(`round ${round + 1} of ${ROUNDS}\n`);
      }
      report(results);
    } finally {
      await server.stop();
    }
  });
}

const nameOf = ({ list, format, rows }: Case): string => `${list} ${format} ${rows}`;

async function firstDay(databaseUrl: string, companyId: string, { list, rows }: Case): Promise<string> {
  const question = FIRST_DAYS[list];
  if (question === undefined) return FIRST_DAY;
  const [found] = await runAs<{ day: string }>(databaseUrl, question, [companyId, rows]);
  return found?.day ?? FIRST_DAY;
}

async function download(address: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const answer = await fetch(address, { headers });
  if (answer.status !== 200) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  let bytes = 0;
  for await (const part of answer.body ?? []) bytes += part.byteLength;
  if (bytes === 0) throw new Error(`${address}: nothing came`);
}

/** Makes PostgreSQL's CSV over one connection and discards it, as `download` does with the product's file. */
async function copy(databaseUrl: string, companyId: string, day: string, list: CopiedList) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const select = COPIES[list].replaceAll('$1', client.escapeLiteral(companyId)).replaceAll('$2', client.escapeLiteral(day));
    const began = performance.now();
    const { rowCount } = await client.query(`copy (${select}) to stdout (format csv)`);
    return { rows: rowCount ?? 0, seconds: (performance.now() - began) / 1000 };
  } finally {
    await client.end();
  }
}

function report(results: ReadonlyMap<Case, readonly Result[]>): void {
  const line = (cells: readonly string[]) => process.stdout.write(`${cells.map((cell) => cell.padStart(12)).join('')}\n`);
  process.stdout.write(
    `\nmedians of ${ROUNDS} rounds; columns "processor" are seconds of processor time: server + database, and the database during COPY\n`,
  );
  line(['list', 'format', 'rows', 'seconds', 'processor', 'COPY', 'processor', 'share', 'goal', 'memory']);
  for (const [{ list, format, goal }, all] of results) {
    const of = (value: (result: Result) => number) => median(all.map(value));
    line([
      list,
      format,
      String(of(({ rows }) => rows)),
      of(({ seconds }) => seconds).toFixed(2),
      `${of(({ server }) => server).toFixed(1)} + ${of(({ database }) => database).toFixed(1)}`,
      of(({ copySeconds }) => copySeconds).toFixed(2),
      of(({ copyDatabase }) => copyDatabase).toFixed(1),
      percent(of(({ seconds, copySeconds }) => copySeconds / seconds)),
      percent(goal),
      `${of(({ peak }) => peak).toFixed(0)} MB`,
    ]);
  }
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
