import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runAs } from '../apps/server/src/test/sql.ts';
import { CertificatesDocument } from '../apps/web/src/features/certificates/certificates.gql.ts';
import { ChecksDocument, ReportsDocument } from '../apps/web/src/features/checks/checks.gql.ts';
import { EmployeesDocument } from '../apps/web/src/features/employees/employees.gql.ts';
import { startBeside } from '../e2e/support/server.ts';
import { DASHBOARD, type Operation, ofEmployer, type Question, type Variables } from './list-questions.ts';
import { Connection, requestOf } from './support/connection.ts';
import { onKeptData } from './support/kept-data.ts';
import { median } from './support/median.ts';
import { postGraphileQuestion, startPostGraphile } from './support/postgraphile.ts';
import { postmasterOf, secondsOf, used } from './support/process-figures.ts';
import { headersOf } from './support/sign-in.ts';

const BARE_ROUTE = fileURLToPath(new URL('bare-route.ts', import.meta.url));
const CLIENTS = 16;
/** In each round every list is measured for the product and its baselines, so that other load on the machine affects all. */
const ROUNDS = 5;
const WARM_UP_MS = 500;
const STEP_MS = 1500;
/** Warm-up before the first round, until the data is in memory and statements are planned. */
const FIRST_WARM_UP_MS = 3000;
/** Time between sign-ins; tokens expire after ten minutes. */
const SIGNED_IN_MS = 5 * 60_000;
const PAGE_SIZE = 50;

/** The first page of each list, with the query of its screen. */
const DEFAULTS: Readonly<Record<string, { readonly document: Operation; readonly sort: Variables; readonly filter?: Variables }>> = {
  checks: { document: ChecksDocument, sort: { field: 'creationDate', direction: 'desc' } },
  reports: { document: ReportsDocument, sort: { field: 'checkDate', direction: 'desc' } },
  certificates: { document: CertificatesDocument, sort: { field: 'startDate', direction: 'desc' } },
  employees: { document: EmployeesDocument, sort: { field: 'employeeLastName', direction: 'asc' }, filter: { employment: 'active' } },
};

interface Target {
  readonly name: string;
  readonly address: string;
  /** The request, headers included. */
  request(): Promise<string>;
  /** Seconds of processor time since the processes started. */
  processorSeconds(): Promise<{ readonly server: number; readonly database: number }>;
}

interface Result {
  readonly perSecond: number;
  readonly medianMs: number;
  /** Milliseconds of processor time for each response. */
  readonly serverMs: number;
  readonly databaseMs: number;
}

/**
 * `DATA_DIR=… npm run bench -- list-load [words]`: how many pages of 50 rows a second 16 clients get, in a company of a database with a million
 * checks (`DATA_DIR=… npm run seed -- --companies 12 --checks 1000000`), compared with a bare Fastify route with two hand-written statements and
 * neither accounts, permissions, row-level security nor GraphQL (bare-route.ts), and with PostGraphile on the same database. Then each sort, filter
 * and search, and each dashboard, as a multiple of a first page. Processor time is more reliable than the rate if the machine does other work.
 * @param words only groups of queries whose names contain all of them; `default` is the comparison
 */
export async function listLoad(...words: string[]): Promise<void> {
  await onKeptData('list-load', async ({ databaseUrl, secret }) => {
    const server = await startBeside({ databaseUrl, secret }, () => ({ DATABASE_TIMEOUT_MS: '2000', ROLES: 'web', DEMO: '1' }));
    const postGraphile = await startPostGraphile(databaseUrl);
    const bare = spawn(process.execPath, [BARE_ROUTE, databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const bareAddress = await new Promise<string>((resolve) =>
        bare.stdout.once('data', (text: Buffer) => resolve(text.toString().trim())),
      );
      const postmaster = await postmasterOf(databaseUrl);
      const caller = await signIn(server.baseURL);
      const ours = (name: string, document: Operation, variables: Variables): Target => ({
        name,
        address: server.baseURL,
        request: () => caller.request(document, variables),
        processorSeconds: () => used(server.baseURL, postmaster),
      });
      const isWanted = (name: string) => words.every((word) => name.includes(word));
      const peer = (name: string, address: string, pid: number, request: string): Target => ({
        name,
        address,
        request: async () => request,
        processorSeconds: async () => ({ server: secondsOf(pid), database: (await used(server.baseURL, postmaster)).database }),
      });
      await compareDefaults(isWanted, caller.companyId, ours, (name) => {
        const { address, pid } = postGraphile;
        const question = postGraphileQuestion(name, caller.companyId, PAGE_SIZE);
        return [
          peer(`${name}, bare route`, bareAddress, bare.pid ?? 0, requestOf(bareAddress, `/${name}/${caller.companyId}`, {})),
          ...(question === undefined
            ? []
            : [peer(`${name}, PostGraphile`, address, pid, requestOf(address, '/graphql', { accept: 'application/json' }, question))]),
        ];
      });
      await measureOthers(isWanted, caller.companyId, await largestTeam(databaseUrl, caller.companyId), ours);
    } finally {
      bare.kill('SIGTERM');
      postGraphile.stop();
      await server.stop();
    }
  });
}

type Ours = (name: string, document: Operation, variables: Variables) => Target;

/** Compares the first page of each list with its baselines. */
async function compareDefaults(
  isWanted: (name: string) => boolean,
  companyId: string,
  ours: Ours,
  peers: (name: string) => readonly Target[],
): Promise<void> {
  const results = new Map<string, Result[]>();
  const comparisons = Object.entries(DEFAULTS)
    .filter(([name]) => isWanted(`default ${name}`) || !isWanted('default'))
    .map(([name, { document, sort, filter }]) => ({
      name,
      targets: [ours(name, document, firstPage(companyId, { sort, filter })), ...peers(name)],
    }));
  for (const target of comparisons.flatMap(({ targets }) => targets)) await measure(target, FIRST_WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const target of comparisons.flatMap(({ targets }) => targets)) {
      results.set(target.name, [...(results.get(target.name) ?? []), await measure(target)]);
    }
  }
  process.stdout.write('\nfirst pages of 50 rows, of the product and its baselines\n');
  for (const { name, targets } of comparisons) {
    const [product, ...others] = targets.map((target) => ({ name: target.name, result: middle(results.get(target.name) ?? []) }));
    if (!product?.result) continue;
    const { perSecond } = product.result;
    print(name, product.result, '');
    for (const { name: other, result } of others)
      if (result) print(other, result, `product: ${(perSecond / result.perSecond).toFixed(2)} × as many`);
  }
}

const firstPage = (
  companyId: string,
  { sort, filter }: { readonly sort: Variables; readonly filter?: Variables | undefined },
): Variables => ({
  first: PAGE_SIZE,
  sort,
  filter: { companyId, ...filter },
});

/** The superior whose employees have the most checks. */
async function largestTeam(databaseUrl: string, companyId: string): Promise<string | null> {
  const [team] = await runAs<{ id: string }>(
    databaseUrl,
    'select "superiorId" as id from checks where "companyId" = $1 and "superiorId" is not null group by 1 order by count(*) desc limit 1',
    [companyId],
  );
  return team?.id ?? null;
}

/** The list whose first page dashboards are compared with. */
const DASHBOARD_REFERENCE = 'checks';

/**
 * Measures sorts, filters and searches of the lists, and dashboards of the company, of a team and of all companies. A first page is measured right
 * before each group. Dashboards have one client, because simultaneous requests share a result (docs/decisions/0118).
 */
async function measureOthers(isWanted: (name: string) => boolean, companyId: string, superiorId: string | null, ours: Ours): Promise<void> {
  const lists = new Map(Object.entries(DEFAULTS).map(([name, { document }]) => [document.name, name]));
  const asker = { companyId, superiorId, priced: true };
  const groups = Map.groupBy(
    [...ofEmployer(asker), ...ofEmployer({ ...asker, companyId: null, superiorId: null }).flatMap(ofAllCompanies)].filter(
      ([group, , document]) => (group.startsWith(DASHBOARD) || lists.has(document.name)) && isWanted(group),
    ),
    ([group]) => group,
  );
  for (const [group, questions] of groups) {
    const isDashboard = group.startsWith(DASHBOARD);
    const clients = isDashboard ? 1 : CLIENTS;
    const list = isDashboard ? DASHBOARD_REFERENCE : lists.get(questions[0]?.[2].name ?? '');
    const page = DEFAULTS[list ?? ''];
    if (!page) continue;
    process.stdout.write(`\n${group}\n`);
    const reference = await measure(ours(`first page of ${list}`, page.document, firstPage(companyId, page)), WARM_UP_MS, clients);
    print(`first page of ${list}`, reference, '');
    const times: number[] = [];
    for (const [, name, document, variables] of questions) {
      const result = await measure(
        ours(name, document, isDashboard ? variables : { ...variables, first: PAGE_SIZE }),
        isDashboard ? FIRST_WARM_UP_MS : WARM_UP_MS,
        clients,
      );
      const spent = (result.serverMs + result.databaseMs) / (reference.serverMs + reference.databaseMs);
      times.push(spent);
      print(
        name,
        result,
        `${(reference.perSecond / result.perSecond).toFixed(1)} × the first page's time, ${spent.toFixed(1)} × its processor's`,
      );
    }
    process.stdout.write(
      `  processor's time as a multiple of the first page's: middle ${median(times).toFixed(1)}, most ${Math.max(...times).toFixed(1)}\n`,
    );
  }
}

/** The dashboards over all companies, as a separate group. Lists are left out: they show one company at a time. */
const ofAllCompanies = ([group, name, document, variables]: Question): Question[] =>
  group === DASHBOARD ? [[`${DASHBOARD}, all companies`, name, document, variables]] : [];

const print = (name: string, { perSecond, medianMs, serverMs, databaseMs }: Result, remark: string): void =>
  void process.stdout.write(
    `  ${name.padEnd(34)} ${perSecond.toFixed(0).padStart(5)}/s, half within ${medianMs.toFixed(0).padStart(4)} ms, processor ${serverMs.toFixed(1).padStart(5)} ms server + ${databaseMs.toFixed(1).padStart(5)} ms database  ${remark}\n`,
  );

function middle(results: readonly Result[]): Result | undefined {
  if (results.length === 0) return undefined;
  const of = (key: keyof Result) => median(results.map((result) => result[key]));
  return { perSecond: of('perSecond'), medianMs: of('medianMs'), serverMs: of('serverMs'), databaseMs: of('databaseMs') };
}

/** Runs clients in a closed loop, each with its own connection. */
async function measure(target: Target, warmUpMs = WARM_UP_MS, clients = CLIENTS): Promise<Result> {
  const request = await target.request();
  const stop = new AbortController();
  const times: number[] = [];
  let counting = false;
  const client = async () => {
    const connection = new Connection(new URL(target.address));
    while (!stop.signal.aborted) {
      const asked = performance.now();
      const answer = await connection.ask(request, stop.signal);
      if (stop.signal.aborted) break;
      // While the data is not in memory yet, the server may refuse with Retry-After.
      if (answer?.status === 503 && !counting) {
        await sleep(answer.retryAfterMs);
        continue;
      }
      if (answer?.status !== 200 || answer.body.startsWith('{"errors"'))
        throw new Error(`${target.name}: ${answer?.status} ${answer?.body.slice(0, 300)}`);
      if (counting) times.push(performance.now() - asked);
    }
    connection.close();
  };
  const running = Promise.all(Array.from({ length: clients }, client));
  const measured = (async () => {
    await sleep(warmUpMs);
    const before = await target.processorSeconds();
    const began = performance.now();
    counting = true;
    await sleep(STEP_MS);
    counting = false;
    const seconds = (performance.now() - began) / 1000;
    const after = await target.processorSeconds();
    stop.abort();
    const each = (spent: number) => (1000 * spent) / times.length;
    return {
      perSecond: times.length / seconds,
      medianMs: median(times),
      serverMs: each(after.server - before.server),
      databaseMs: each(after.database - before.database),
    };
  })();
  // A client that fails ends the measurement and the other clients.
  await Promise.race([running, measured]).finally(() => stop.abort());
  await running;
  return measured;
}

/** Signs in as the administrator of a demo company. */
async function signIn(address: string) {
  let headers = await headersOf(address, 'admin');
  let signedIn = performance.now();
  const own = await fetch(`${address}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"query":"{ viewer { companies { id } } }"}',
  });
  const { data } = (await own.json()) as { data: { viewer: { companies: readonly { id: string }[] } } };
  const companyId = data.viewer.companies[0]?.id ?? '';
  return {
    companyId,
    async request({ source }: Operation, variables: Variables): Promise<string> {
      if (performance.now() - signedIn > SIGNED_IN_MS) {
        headers = await headersOf(address, 'admin');
        signedIn = performance.now();
      }
      return requestOf(address, '/graphql', { ...headers }, JSON.stringify({ query: source, variables }));
    },
  };
}
