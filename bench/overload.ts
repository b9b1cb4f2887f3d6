import { setTimeout as sleep } from 'node:timers/promises';
import { OPEN_STATUSES } from '@checkwell/domain/check/enums';
import { ChecksDocument } from '../apps/web/src/features/checks/checks.gql.ts';
import { startBeside, startServer } from '../e2e/support/server.ts';
import { Connection, requestOf } from './support/connection.ts';
import { median } from './support/median.ts';
import { postmasterOf, used } from './support/process-figures.ts';
import { headersOf } from './support/sign-in.ts';

const CLIENTS = [4, 10, 20, 40, 80, 120, 200, 400];
/** Each round measures every load once, so that other load on the machine affects all of them. */
const ROUNDS = 5;
const WARM_UP_MS = 1500;
const STEP_MS = 2500;
/** A later response does not count: the person has left, or the caller has sent the request again. */
const GOOD_WITHIN_MS = 2000;
/** Share of the best throughput that must remain at ten times the saturating load, and at the largest load. */
const GOAL = 0.9;
/** How often the best load is compared with higher ones, each time one right after the other. */
const COMPARISONS = 9;
/** The saturating load is the smallest one with this share of the best throughput. */
const SATURATED = 0.95;
const PROBE_EVERY_MS = 250;

type RetryBehaviour = 'wait for Retry-After' | 'retry at once';

/** The outcome of one load in one round. */
class Round {
  seconds = 0;
  /** Processor time of server and database. */
  processorSeconds = 0;
  /** Milliseconds of each good response. */
  readonly times: number[] = [];
  refusals = 0;
  failures = 0;

  note(kind: 'good' | 'refused' | 'failed', milliseconds: number): void {
    if (kind === 'good') this.times.push(milliseconds);
    else if (kind === 'refused') this.refusals += 1;
    else this.failures += 1;
  }
}

/** One load, in all rounds. Its figures are medians, because other load on the machine may distort one or two rounds. */
class Step {
  readonly clients: number;
  readonly rounds: Round[] = [];
  readonly readiness = { asked: 0, refused: 0, slowestMs: 0 };

  constructor(clients: number) {
    this.clients = clients;
  }

  /** Good responses a second. */
  get good(): number {
    return median(this.rounds.map(({ times, seconds }) => times.length / seconds));
  }

  /** Good responses per second of processor time, which other load on the machine does not affect. */
  get perProcessorSecond(): number {
    return median(this.rounds.map(({ times, processorSeconds }) => times.length / processorSeconds));
  }
}

/**
 * `npm run bench -- overload`: the throughput under far more load than the server can handle. Clients in a closed loop request 25 checks in
 * progress from a server with demo data; a good response is the list, within 2 s. Clients first wait as long as a refusal says (`Retry-After`),
 * as this product's browsers do, then retry at once. The load balancer's probe, /readyz, is requested meanwhile.
 * @throws {Error} when less than 90 % of the best throughput remains at ten times the saturating load, or at the largest load
 */
export async function overload(...only: string[]): Promise<void> {
  const shared = await startServer();
  try {
    // The first server makes the demo; the one that is measured has the limits of a real installation.
    const server = await startBeside(shared, () => ({ DATABASE_TIMEOUT_MS: '2000', ROLES: 'web' }));
    try {
      const question = await questionOf(server.baseURL);
      const postmaster = await postmasterOf(shared.databaseUrl);
      const lost: string[] = [];
      for (const behaviour of ['wait for Retry-After', 'retry at once'] as const) {
        if (only.length > 0 && !behaviour.includes(only.join(' '))) continue;
        process.stdout.write(`\nclients that ${behaviour}\n`);
        const steps = CLIENTS.map((clients) => new Step(clients));
        for (let round = 0; round < ROUNDS; round += 1) {
          for (const step of steps) {
            const probing = probe(server.baseURL, step.readiness);
            await measure({ address: server.baseURL, postmaster }, question, step, behaviour);
            await probing.end();
          }
        }
        steps.forEach(report);
        // The machine's speed varies by 10 % within a minute, so that the best of eight loads is partly luck. So the best load is measured
        // again, right before and after those that it is compared with.
        const best = steps.toSorted((a, b) => b.good - a.good)[0]?.clients ?? 0;
        const saturating = steps.find(({ good }) => good >= SATURATED * Math.max(...steps.map((step) => step.good)))?.clients ?? 0;
        const higher = [...new Set([10 * saturating, CLIENTS.at(-1) ?? 0])];
        process.stdout.write(`  best with ${best} clients; saturated by ${saturating}\n`);
        const compared = [best, ...higher].map((clients) => new Step(clients));
        for (let round = 0; round < COMPARISONS; round += 1) {
          for (const step of round % 2 === 0 ? compared : compared.toReversed())
            await measure({ address: server.baseURL, postmaster }, question, step, behaviour);
        }
        for (const { clients, left } of compare(compared))
          if (left < GOAL) lost.push(`${percent(left)} with ${clients} clients that ${behaviour}`);
      }
      if (lost.length > 0) throw new Error(`The goal is ${percent(GOAL)}; what remained: ${lost.join(', ')}.`);
    } finally {
      await server.stop();
    }
  } finally {
    await shared.stop();
  }
}

/** Prints and returns the throughput of each load as a share of the first one's, by rounds that were measured one right after the other. */
function compare([first, ...others]: readonly Step[]): readonly { readonly clients: number; readonly left: number }[] {
  return others.map(({ clients, rounds }) => {
    const shares = (of: (round: Round) => number) =>
      rounds.map((round, at) => of(round) / of(first?.rounds[at] ?? round)).toSorted((a, b) => a - b);
    const good = shares(({ times, seconds }) => times.length / seconds);
    const ofProcessor = shares(({ times, processorSeconds }) => times.length / processorSeconds);
    process.stdout.write(
      `  with ${clients} clients ${percent(median(good))} remain (the middle five of nine comparisons: ${percent(good[2] ?? 0)} to ${percent(good[6] ?? 0)}), per processor time ${percent(median(ofProcessor))}\n`,
    );
    return { clients, left: median(good) };
  });
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

function report({ clients, rounds, good, perProcessorSecond, readiness }: Step): void {
  const cell = (value: number, digits = 1) => value.toFixed(digits).padStart(7);
  const sorted = rounds.flatMap(({ times }) => times).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  const refused = median(rounds.map(({ refusals, seconds }) => refusals / seconds));
  const failed = median(rounds.map(({ failures, seconds }) => failures / seconds));
  process.stdout.write(
    `  ${String(clients).padStart(4)} clients: ${cell(good)} good/s (half within ${cell(at(0.5), 0)} ms, 95 % within ${cell(at(0.95), 0)} ms), ${cell(perProcessorSecond)} good per processor second, ${cell(refused)} refused/s, ${cell(failed)} failed or late/s; /readyz ${readiness.asked} asked, ${readiness.refused} refused, slowest ${readiness.slowestMs.toFixed(0)} ms\n`,
  );
}

/** The request of the screen "Checks in progress", headers included. */
async function questionOf(address: string): Promise<string> {
  const headers = await headersOf(address, 'admin');
  const own = await fetch(`${address}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"query":"{ viewer { companies { id } } }"}',
  });
  const { data } = (await own.json()) as { data: { viewer: { companies: readonly { id: string }[] } } };
  const filter = { companyId: data.viewer.companies[0]?.id ?? null, status: OPEN_STATUSES };
  const variables = { first: 25, filter, sort: { field: 'creationDate', direction: 'desc' } };
  const body = JSON.stringify({ query: ChecksDocument.source, variables });
  return requestOf(address, '/graphql', { ...headers }, body);
}

/** Measures one round of a load, with one connection for each client. */
async function measure(
  { address, postmaster }: { readonly address: string; readonly postmaster: number },
  question: string,
  step: Step,
  behaviour: RetryBehaviour,
): Promise<void> {
  let counting = false;
  const stop = new AbortController();
  const round = new Round();
  const note: Round['note'] = (kind, milliseconds) => {
    if (counting) round.note(kind, milliseconds);
  };
  const connections = Array.from({ length: step.clients }, () => new Connection(new URL(address)));
  // Node accepts one connection in each turn of its event loop, so that 400 new ones wait for seconds at a busy server. Proxies reuse
  // connections; so each connection gets one response before the load begins.
  await Promise.all(
    connections.map((connection) => connection.ask(`GET /healthz HTTP/1.1\r\nhost: ${new URL(address).host}\r\n\r\n`, stop.signal)),
  );
  const running = connections.map((connection) => loop(connection, question, behaviour, stop.signal, note));
  await sleep(WARM_UP_MS);
  const before = await used(address, postmaster);
  counting = true;
  await sleep(STEP_MS);
  const after = await used(address, postmaster);
  counting = false;
  round.seconds = (after.at - before.at) / 1000;
  round.processorSeconds = after.server + after.database - before.server - before.database;
  step.rounds.push(round);
  stop.abort();
  await Promise.all(running);
}

async function loop(first: Connection, question: string, behaviour: RetryBehaviour, stop: AbortSignal, note: Round['note']): Promise<void> {
  let connection = first;
  while (!stop.aborted) {
    const asked = performance.now();
    const answer = await connection.ask(question, stop);
    const took = performance.now() - asked;
    if (stop.aborted) break;
    if (answer === undefined) {
      note('failed', took);
      connection = new Connection(first.address);
    } else if (answer.status === 200 && answer.body.startsWith('{"data"') && took <= GOOD_WITHIN_MS) note('good', took);
    else if (answer.status === 503 && answer.body.includes('server.overloaded')) {
      note('refused', took);
      // With jitter, so that not all clients retry at the same moment.
      if (behaviour === 'wait for Retry-After')
        await sleep(answer.retryAfterMs * (0.75 + Math.random() / 2), undefined, { signal: stop }).catch(() => undefined);
    } else note('failed', took);
  }
  connection.close();
}

/** Requests /readyz repeatedly, as a load balancer does. */
function probe(address: string, readiness: Step['readiness']): { end(): Promise<void> } {
  const stop = new AbortController();
  const running = (async () => {
    while (!stop.signal.aborted) {
      const begun = performance.now();
      const answer = await fetch(`${address}/readyz`).catch(() => undefined);
      await answer?.arrayBuffer();
      readiness.asked += 1;
      if (!answer?.ok) readiness.refused += 1;
      readiness.slowestMs = Math.max(readiness.slowestMs, performance.now() - begun);
      await sleep(PROBE_EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();
  return {
    async end() {
      stop.abort();
      await running;
    },
  };
}
