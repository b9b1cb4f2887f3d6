import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays } from '@checkwell/domain/clock';
import { Client } from 'pg';
import { systemClock } from '../apps/server/src/platform/clock/system-clock.ts';
import { API_ROLE, DATABASE_NAME } from '../apps/server/src/platform/db/roles.ts';
import { runAs } from '../apps/server/src/test/sql.ts';
import { OrderCheckDocument } from '../apps/web/src/features/order/order.gql.ts';
import { type RunningServer, startBeside } from '../e2e/support/server.ts';
import type { RecordedStatement } from './record-statements.ts';
import { Connection, requestOf } from './support/connection.ts';
import { type KeptData, onKeptData } from './support/kept-data.ts';
import { median } from './support/median.ts';
import { postmasterOf, used } from './support/process-figures.ts';
import { headersOf } from './support/sign-in.ts';

const CLIENTS = [8, 16];
/** Each round measures every number of clients, the product and the plain statements in turn, so that other load on the machine affects both. */
const ROUNDS = 5;
const ORDERS = 120;
/** Orders before the first round, until statements are planned and code is compiled. */
const WARM_UP = 200;
const WANTED = WARM_UP + ROUNDS * CLIENTS.length * ORDERS;
const GOAL = 0.5;
const RECORDER = new URL('record-statements.ts', import.meta.url).href;

interface Result {
  readonly perSecond: number;
  /** Milliseconds of processor time for each order: of the server or the plain clients, and of the database. */
  readonly clientMs: number;
  readonly databaseMs: number;
}

/**
 * `DATA_DIR=… npm run bench -- writes`: how many checks are ordered a second through the API, compared with plain PostgreSQL clients that replay
 * the statements of such orders, in the same transactions. Both write durably, each to its own copy of the database. The statements are recorded
 * before, with a server on a third copy.
 */
export async function writes(): Promise<void> {
  await onKeptData('writes', async (kept) => {
    const copies = ['ours', 'plain', 'recorded'].map((name) => `bench_writes_${name}`);
    const [ours = '', plain = '', recorded = ''] = copies;
    const drop = async () => {
      for (const name of copies) await runAs(kept.ownerUrl('postgres'), `drop database if exists ${name} with (force)`);
    };
    await drop();
    try {
      for (const name of copies)
        await runAs(kept.ownerUrl('postgres'), `create database ${name} template ${DATABASE_NAME} strategy file_copy`);
      const orders = await recordOrders({ ...kept, databaseUrl: kept.ownerUrl(recorded) });
      process.stdout.write(`${orders.length} orders recorded, ${median(orders.map(({ length }) => length))} statements each\n`);
      await compare({ ...kept, databaseUrl: kept.ownerUrl(ours) }, kept.ownerUrl(plain), orders);
    } finally {
      await drop();
    }
  });
}

type Order = readonly RecordedStatement[];

/** Orders one check after the other. @returns the statements of each order */
async function recordOrders(shared: Pick<KeptData, 'databaseUrl' | 'secret'>): Promise<readonly Order[]> {
  const folder = mkdtempSync(join(tmpdir(), 'checkwell-statements-'));
  const file = join(folder, 'statements.jsonl');
  const server = await startBeside(shared, () => ({ ROLES: 'web', NODE_OPTIONS: `--import=${RECORDER}`, BENCH_STATEMENTS: file }));
  try {
    const requests = await requestsOf(server);
    const connection = new Connection(new URL(server.baseURL));
    const ends: number[] = [statSync(file).size];
    for (const request of requests) {
      await order(connection, request);
      ends.push(statSync(file).size);
    }
    connection.close();
    const bytes = readFileSync(file);
    return ends.slice(1).map((end, index) => {
      const lines = bytes.subarray(ends[index], end).toString().trim().split('\n');
      const statements = lines.map((line) => JSON.parse(line) as RecordedStatement);
      // The first order also reads the caller's profile, which is then cached; left out.
      return statements.slice(statements.findIndex(({ text }) => text === 'begin'));
    });
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Requests that order a check each, for employees without an open check. */
async function requestsOf({ baseURL, databaseUrl }: RunningServer): Promise<readonly string[]> {
  const headers = await headersOf(baseURL, 'admin');
  const today = systemClock.today();
  const employees = await runAs<Readonly<Record<string, string | null>>>(
    databaseUrl,
    `select e."companyId", e.id, e."employeeFirstName", e."employeeLastName", e."employeeAddress", e."employeePhoneNumber", e."employeeGender",
       e."employeeLanguage", e."employeeMatricule", e."superiorId"
     from employees e where e."leftAt" is null
       and e."companyId" = (select "companyId" from profiles where "userName" like 'admin@%')
       and not exists (select from checks c where c."companyId" = e."companyId" and c."employeeId" = e.id and c.status <> 'Archived')
     order by e.id limit $1`,
    [WANTED],
  );
  if (employees.length < WANTED) throw new Error(`There are ${employees.length} people to order checks of; ${WANTED} are needed.`);
  return employees.map((employee, index) => {
    const input = {
      companyId: employee.companyId,
      employeeId: employee.id,
      workerFirstName: employee.employeeFirstName,
      workerLastName: employee.employeeLastName,
      workerAddress: employee.employeeAddress,
      workerPhoneNumber: employee.employeePhoneNumber,
      workerGender: employee.employeeGender,
      workerLanguage: employee.employeeLanguage,
      employeeMatricule: employee.employeeMatricule,
      superiorId: employee.superiorId,
      phoneNumber: '+32470123456',
      workerEmail: '',
      certificateId: null,
      documentId: null,
      startDate: today,
      endDate: addDays(today, 9),
      incapacityType: 'Illness',
      certificateType: 'FirstCertificate',
      authorizedExit: true,
      locationCheck: 'Office',
      typeCheck: 'Optimized',
      providerComment: 'Ring twice.',
      doctorComment: 'Works at heights.',
    };
    const variables = { input, idempotencyKey: `bench-writes-order-${index}` };
    return requestOf(baseURL, '/graphql', { ...headers }, JSON.stringify({ query: OrderCheckDocument.source, variables }));
  });
}

async function order(connection: Connection, request: string): Promise<void> {
  const answer = await connection.ask(request, new AbortController().signal);
  if (answer?.status !== 200 || !answer.body.includes('"status":"Reception"'))
    throw new Error(`An order was answered with ${answer?.status} ${answer?.body.slice(0, 500)}`);
}

async function compare(shared: Pick<KeptData, 'databaseUrl' | 'secret'>, plainUrl: string, orders: readonly Order[]): Promise<void> {
  const server = await startBeside(shared, () => ({ ROLES: 'web' }));
  const most = Math.max(...CLIENTS);
  const connections = Array.from({ length: most }, () => new Connection(new URL(server.baseURL)));
  const clients = await Promise.all(Array.from({ length: most }, () => plainClient(plainUrl)));
  try {
    const postmaster = await postmasterOf(plainUrl);
    const database = async () => (await used(server.baseURL, postmaster)).database;
    const requests = await requestsOf(server);
    const ours = { work: connections, clientSeconds: async () => (await used(server.baseURL, postmaster)).server };
    const plain = { work: clients, clientSeconds: async () => processorSeconds() };
    let done = 0;
    /** Measures the next orders: first through the API, then as plain statements. */
    const both = async (count: number, atOnce: number): Promise<readonly [Result, Result]> => {
      const [mine, theirs] = [requests.slice(done, done + count), orders.slice(done, done + count)];
      done += count;
      return [
        await measure(mine, ours.work.slice(0, atOnce), order, ours.clientSeconds, database),
        await measure(theirs, plain.work.slice(0, atOnce), replay, plain.clientSeconds, database),
      ];
    };
    await both(WARM_UP, most);
    const results = new Map<number, (readonly [Result, Result])[]>(CLIENTS.map((atOnce) => [atOnce, []]));
    for (let round = 0; round < ROUNDS; round += 1) for (const [atOnce, all] of results) all.push(await both(ORDERS, atOnce));
    await checkBoth([shared.databaseUrl, plainUrl]);
    for (const [atOnce, all] of results) report(atOnce, all);
  } finally {
    for (const connection of connections) connection.close();
    for (const client of clients) await client.end();
    await server.stop();
  }
}

async function plainClient(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  // The same role as the server: row-level security is part of a statement's cost.
  await client.query(`set role ${API_ROLE}`);
  return client;
}

/** Names of prepared statements by text, so that each connection plans a statement once, as the product does. */
const names = new Map<string, string>();

async function replay(client: Client, statements: Order): Promise<void> {
  for (const { text, values } of statements) {
    const name = names.get(text) ?? `statement ${names.size}`;
    names.set(text, name);
    await client.query({ name, text, values: [...values] });
  }
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Measures all of the work, distributed among workers. */
async function measure<Worker, Work>(
  all: readonly Work[],
  workers: readonly Worker[],
  act: (worker: Worker, work: Work) => Promise<void>,
  clientSeconds: () => Promise<number>,
  databaseSeconds: () => Promise<number>,
): Promise<Result> {
  const [client, database] = [await clientSeconds(), await databaseSeconds()];
  const began = performance.now();
  const queue = all.values();
  await Promise.all(
    workers.map(async (worker) => {
      for (const work of queue) await act(worker, work);
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  const each = (spent: number) => (1000 * spent) / all.length;
  return {
    perSecond: all.length / seconds,
    clientMs: each((await clientSeconds()) - client),
    databaseMs: each((await databaseSeconds()) - database),
  };
}

/** @throws {Error} when the databases have different numbers of checks */
async function checkBoth(urls: readonly string[]): Promise<void> {
  const counts = await Promise.all(urls.map((url) => runAs<{ count: string }>(url, 'select count(*) from checks')));
  const [ours, plain] = counts.map(([row]) => Number(row?.count));
  if (ours !== plain) throw new Error(`The product has ${ours} checks, the plain statements made ${plain}.`);
}

function report(atOnce: number, results: readonly (readonly [Result, Result])[]): void {
  const of = (value: (pair: readonly [Result, Result]) => number) => median(results.map(value));
  const say = (name: string, index: 0 | 1, client: string) =>
    process.stdout.write(
      `  ${name.padEnd(18)} ${of((pair) => pair[index].perSecond)
        .toFixed(0)
        .padStart(
          5,
        )}/s, processor ${of((pair) => pair[index].clientMs).toFixed(1)} ms ${client} + ${of((pair) => pair[index].databaseMs).toFixed(1)} ms database\n`,
    );
  process.stdout.write(`\n${atOnce} connections, medians of ${ROUNDS} rounds of ${ORDERS} orders\n`);
  say('orders', 0, 'server');
  say('plain statements', 1, 'clients');
  const share = of(([ours, plain]) => ours.perSecond / plain.perSecond);
  process.stdout.write(`  ${(100 * share).toFixed(0)} % of the plain statements; the goal is ${100 * GOAL} %\n`);
}
