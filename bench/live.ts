import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { runAs } from '../apps/server/src/test/sql.ts';
import { DashboardDocument } from '../apps/web/src/features/dashboard/dashboard.gql.ts';
import { type RunningServer, startBeside, startServer } from '../e2e/support/server.ts';
import { median } from './support/median.ts';
import { makePeople } from './support/people.ts';
import { postmasterOf, used } from './support/process-figures.ts';
import { type Headers, headersOfEmail } from './support/sign-in.ts';
import { inParts, openStream } from './support/streams.ts';

/** Streams that one person may have open. */
const PER_PERSON = 10;
const ROUNDS = 3;
/** A screen waits so long after the first event before it fetches again (apps/web/src/lib/api/live.ts). */
const DEBOUNCE_MS = 200;
/** Time until opened dashboards are idle. */
const SETTLE_MS = 3000;
const GOAL_MS = 1000;
/** A dashboard that is still wrong after this time counts as wrong. */
const LATEST_MS = 30_000;

/** Headers of a signed-in user, with a network address of its own. */
type Person = Headers & { readonly 'x-forwarded-for': string };

interface Result {
  /** Milliseconds from the request that archives the check until the last dashboard has the new figures. */
  readonly milliseconds: number;
  /** Requests that the dashboards sent. */
  readonly asked: number;
  /** Milliseconds of processor time. */
  readonly serverMs: number;
  readonly databaseMs: number;
}

/**
 * `npm run bench -- live [dashboards]`: archives a check while many dashboards (200) of its company are open, each with a live stream, alternately
 * with one open dashboard. Measures the time until the last dashboard has the new figures, and the processor time, which should depend on the
 * changes and not on the number of dashboards.
 */
export async function live(dashboards = '200'): Promise<void> {
  const count = Number(dashboards);
  const shared = await startServer();
  try {
    const server = await startBeside(shared, () => ({ ROLES: 'web', LOG_LEVEL: 'warn' }));
    try {
      const emails = await makePeople(server.databaseUrl, 'live', Math.ceil(count / PER_PERSON), 'admin');
      const people: Person[] = [];
      for (const [index, email] of emails.entries()) {
        const from = `10.2.${index >> 8}.${index & 255}`;
        people.push({ ...(await headersOfEmail(server.baseURL, email, from)), 'x-forwarded-for': from });
      }
      const postmaster = await postmasterOf(server.databaseUrl);
      const results: Readonly<Record<'one' | 'many', Result[]>> = { one: [], many: [] };
      const checks = await openChecks(server.databaseUrl, 2 * ROUNDS + 1);
      const archive = async (opened: number) => measure(server, postmaster, people, opened, checks.pop());
      await archive(count); // warm-up
      for (let round = 0; round < ROUNDS; round += 1) {
        results.one.push(await archive(1));
        results.many.push(await archive(count));
      }
      report(count, results);
    } finally {
      await server.stop();
    }
  } finally {
    await shared.stop();
  }
}

interface OpenCheck {
  readonly companyId: string;
  readonly id: string;
  readonly version: number;
}

/** Open checks without an appointment in the next two days, of the company whose dashboards are open. */
async function openChecks(databaseUrl: string, count: number): Promise<OpenCheck[]> {
  const checks = await runAs<OpenCheck>(
    databaseUrl,
    `select "companyId", id, version from checks where status <> 'Archived' and coalesce("appointmentStart" > now() + interval '2 days', true)
     and "companyId" = (select "companyId" from profiles where "userName" like 'live-1@%') limit $1`,
    [count],
  );
  if (checks.length < count) throw new Error(`There are ${checks.length} checks to archive; ${count} are needed.`);
  return checks;
}

/** One open dashboard. It fetches its figures like the screen: at first, and after each event of a check. */
class Dashboard {
  readonly #ask: () => Promise<string>;
  readonly #onFigures: () => void;
  #stream: ClientRequest | undefined;
  #waiting = false;
  #closed = false;
  figures = '';
  /** When these figures first arrived. */
  since = 0;

  constructor(ask: () => Promise<string>, onFigures: () => void) {
    this.#ask = ask;
    this.#onFigures = onFigures;
  }

  async open(address: string, agent: Agent, headers: Headers): Promise<void> {
    this.#stream = await openStream(address, headers, agent, (text) => {
      if (/^event: (check|refresh)$/m.test(text)) this.#askSoon();
    });
    await this.#askNow();
  }

  /** Ends the stream; responses that arrive later are ignored. */
  close(): void {
    this.#closed = true;
    this.#stream?.on('error', () => undefined).destroy();
  }

  #askSoon(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    setTimeout(() => {
      this.#waiting = false;
      if (!this.#closed)
        this.#askNow().catch((error: unknown) => {
          if (!this.#closed) throw error;
        });
    }, DEBOUNCE_MS);
  }

  async #askNow(): Promise<void> {
    const figures = await this.#ask();
    if (figures !== this.figures) this.since = performance.now();
    this.figures = figures;
    this.#onFigures();
  }
}

async function measure(
  { baseURL }: RunningServer,
  postmaster: number,
  people: readonly Person[],
  count: number,
  check: OpenCheck | undefined,
): Promise<Result> {
  if (!check) throw new Error('No check is left to archive.');
  // Reuses connections, as browsers do.
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: Number.POSITIVE_INFINITY, keepAlive: true });
  const body = JSON.stringify({ query: DashboardDocument.source, variables: { filter: { companyId: check.companyId } } });
  let asked = 0;
  const ask = (headers: Person) => {
    asked += 1;
    return post(agent, baseURL, headers, body);
  };
  const cancel = JSON.stringify({
    query:
      'mutation ($id: ID!, $version: Int!, $input: CancelInput!) { cancelCheck(id: $id, version: $version, input: $input) { status } }',
    variables: { id: check.id, version: check.version, input: { reason: 'Back at work.' } },
  });
  const [first] = people;
  if (!first) throw new Error('Nobody has signed in.');
  const before = await post(agent, baseURL, first, body);
  let notice = (): void => undefined;
  const owners = Array.from({ length: count }, (_, index) => people[index % people.length] ?? first);
  const opened = owners.map(
    (headers) =>
      new Dashboard(
        () => ask(headers),
        () => notice(),
      ),
  );
  const all = (isRight: (figures: string) => boolean) =>
    new Promise<void>((resolve) => {
      notice = () => opened.every(({ figures }) => isRight(figures)) && resolve();
      notice();
    });
  try {
    await inParts(opened, (dashboard, index) => dashboard.open(baseURL, agent, owners[index] ?? first));
    await sleep(SETTLE_MS);
    asked = 0;
    const spent = await used(baseURL, postmaster);
    const began = performance.now();
    const archived = await post(agent, baseURL, first, cancel);
    if (!archived.includes('Archived')) throw new Error(`The check was not archived: ${archived}`);
    await all((figures) => figures !== before);
    const after = await used(baseURL, postmaster);
    const right = await post(agent, baseURL, first, body);
    const late = new AbortController();
    const overdue = sleep(LATEST_MS, true, { signal: late.signal }).catch(() => false);
    if (await Promise.race([all((figures) => figures === right), overdue]))
      throw new Error('A dashboard has other figures than the last response.');
    late.abort();
    return {
      milliseconds: Math.max(...opened.map(({ since }) => since)) - began,
      asked,
      serverMs: 1000 * (after.server - spent.server),
      databaseMs: 1000 * (after.database - spent.database),
    };
  } finally {
    for (const dashboard of opened) dashboard.close();
    agent.destroy();
  }
}

/** The response of GraphQL; retries after the time in Retry-After if the server is busy, as screens do. */
function post(agent: Agent, address: string, headers: Headers, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${address}/graphql`,
      { method: 'POST', agent, headers: { ...headers, 'content-type': 'application/json' } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        answer.on('end', () => {
          if (answer.statusCode === 503)
            return void sleep(1000 * Number(answer.headers['retry-after'] ?? 1)).then(() =>
              post(agent, address, headers, body).then(resolve, reject),
            );
          if (answer.statusCode !== 200 || text.startsWith('{"errors"')) return reject(new Error(`${answer.statusCode} ${text}`));
          return resolve(text);
        });
      },
    );
    asked.on('error', reject).end(body);
  });
}

function report(count: number, { one, many }: Readonly<Record<'one' | 'many', readonly Result[]>>): void {
  const of = (results: readonly Result[], field: keyof Result) => median(results.map((result) => result[field]));
  process.stdout.write(`\nmedians of ${ROUNDS} rounds; the goal is new figures everywhere within ${GOAL_MS} ms\n`);
  process.stdout.write(`${''.padEnd(34)}${'1 open'.padStart(10)}${`${count} open`.padStart(12)}${'times'.padStart(8)}\n`);
  const line = (name: string, field: keyof Result) => {
    const [few, lot] = [of(one, field), of(many, field)];
    process.stdout.write(
      `${name.padEnd(34)}${few.toFixed(0).padStart(10)}${lot.toFixed(0).padStart(12)}${(lot / few).toFixed(1).padStart(8)}\n`,
    );
  };
  line('ms until the last has new figures', 'milliseconds');
  line('requests', 'asked');
  line('processor ms, server', 'serverMs');
  line('processor ms, database', 'databaseMs');
}
