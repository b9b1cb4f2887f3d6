import { setTimeout as sleep } from 'node:timers/promises';
import { OPEN_STATUSES } from '@checkwell/domain/check/enums';
import { ChecksDocument } from '../apps/web/src/features/checks/checks.gql.ts';
import { startBeside, startServer } from '../e2e/support/server.ts';
import { Connection, requestOf } from './support/connection.ts';
import { median } from './support/median.ts';
import { postmasterOf, used } from './support/process-figures.ts';
import { headersOf } from './support/sign-in.ts';

const CLIENTS = [4, 10, 20, 40, 80, 120, 200, 400];
/** Every load once in each round, so that what else the machine does meanwhile meets all of them. */
const ROUNDS = 5;
const WARM_UP_MS = 1500;
const STEP_MS = 2500;
/** A later answer is none: the person has left, or the caller has asked again. */
const GOOD_WITHIN_MS = 2000;
/** What must be left of the best at ten times the load that saturates the server, and at the largest. */
const PROMISE = 0.9;
/** How often the best load is compared with those beyond it, each time one right after the other. */
const COMPARISONS = 9;
/** The load that saturates is the smallest that gives this share of the best. */
const SATURATED = 0.95;
const PROBE_EVERY_MS = 250;

type RetryBehaviour = 'wait as they are told' | 'ask again at once';

/** The outcome of one load in one round. */
class Round {
  seconds = 0;
  /** Of processors, in the server and the database. */
  processorSeconds = 0;
  /** Milliseconds of each good answer. */
  readonly times: number[] = [];
  refusals = 0;
  failures = 0;

  note(kind: 'good' | 'refused' | 'failed', milliseconds: number): void {
    if (kind === 'good') this.times.push(milliseconds);
    else if (kind === 'refused') this.refusals += 1;
    else this.failures += 1;
  }
}

/** One load, in all rounds. Its figures are those of the round in the middle: what else the machine does meanwhile spoils one or two. */
class Step {
  readonly clients: number;
  readonly rounds: Round[] = [];
  readonly readiness = { asked: 0, refused: 0, slowestMs: 0 };

  constructor(clients: number) {
    this.clients = clients;
  }

  /** Good answers a second. */
  get good(): number {
    return median(this.rounds.map(({ times, seconds }) => times.length / seconds));
  }

  /** Good answers for a second of a processor: what else the machine does takes from the good answers a second, and not from these. */
  get perProcessorSecond(): number {
    return median(this.rounds.map(({ times, processorSeconds }) => times.length / processorSeconds));
  }
}

/**
 * `npm run bench -- overload`: what is left of the good answers when far more is asked than can be answered. Clients in a closed loop
 * ask a server with demo data for 25 checks in progress; a good answer is the list, within 2 s. Once the clients wait as long as a
 * refusal says (`Retry-After`), as browsers of this product do, and once they ask again at once. The balancer's question, /readyz,
 * is asked meanwhile.
 * @throws {Error} when less than 90 % of the best is left at ten times the load that saturates, or at the largest load
 */
export async function overload(...only: string[]): Promise<void> {
  const shared = await startServer();
  try {
    // The demo was made by the first server; the one that is measured has the limits of a real installation.
    const server = await startBeside(shared, () => ({ DATABASE_TIMEOUT_MS: '2000', ROLES: 'web' }));
    try {
      const question = await questionOf(server.baseURL);
      const postmaster = await postmasterOf(shared.databaseUrl);
      const lost: string[] = [];
      for (const behaviour of ['wait as they are told', 'ask again at once'] as const) {
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
        // The machine's own pace changes by a tenth within a minute, and the best of eight loads is the one that met a fast moment. So the
        // best load is measured again, each time right before and after those that it is compared with.
        const best = steps.toSorted((a, b) => b.good - a.good)[0]?.clients ?? 0;
        const saturating = steps.find(({ good }) => good >= SATURATED * Math.max(...steps.map((step) => step.good)))?.clients ?? 0;
        const beyond = [...new Set([10 * saturating, CLIENTS.at(-1) ?? 0])];
        process.stdout.write(`  best with ${best} clients; saturated by ${saturating}\n`);
        const compared = [best, ...beyond].map((clients) => new Step(clients));
        for (let round = 0; round < COMPARISONS; round += 1) {
          for (const step of round % 2 === 0 ? compared : compared.toReversed())
            await measure({ address: server.baseURL, postmaster }, question, step, behaviour);
        }
        for (const { clients, left } of compare(compared))
          if (left < PROMISE) lost.push(`${percent(left)} with ${clients} clients that ${behaviour}`);
      }
      if (lost.length > 0) throw new Error(`${percent(PROMISE)} are promised; left were ${lost.join(', ')}.`);
    } finally {
      await server.stop();
    }
  } finally {
    await shared.stop();
  }
}

/** Says which share of the first load's good answers is left with each of the others, by rounds that were measured one right after the other. */
function compare([first, ...others]: readonly Step[]): readonly { readonly clients: number; readonly left: number }[] {
  return others.map(({ clients, rounds }) => {
    const shares = (of: (round: Round) => number) =>
      rounds.map((round, at) => of(round) / of(first?.rounds[at] ?? round)).toSorted((a, b) => a - b);
    const good = shares(({ times, seconds }) => times.length / seconds);
    const ofProcessor = shares(({ times, processorSeconds }) => times.length / processorSeconds);
    process.stdout.write(
      `  with ${clients} clients ${percent(median(good))} are left (the middle five of nine comparisons: ${percent(good[2] ?? 0)} to ${percent(good[6] ?? 0)}), of a processor's time ${percent(median(ofProcessor))}\n`,
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
    `  ${String(clients).padStart(4)} clients: ${cell(good)} good/s (half within ${cell(at(0.5), 0)} ms, 95 % within ${cell(at(0.95), 0)} ms), ${cell(perProcessorSecond)} good/s of a processor, ${cell(refused)} refused/s, ${cell(failed)} failed or late/s; /readyz ${readiness.asked} asked, ${readiness.refused} refused, slowest ${readiness.slowestMs.toFixed(0)} ms\n`,
  );
}

/** The request of the screen "Checks in progress", as bytes. */
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

/** One round of a load: so many clients, each with a connection of its own. */
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
  // Node accepts one connection in each round of its event loop: four hundred new ones at a busy server wait for seconds, and a proxy in
  // front of it keeps its connections. So each is answered once before the load begins.
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
      // Not all at the same moment: nobody's clock is another's.
      if (behaviour === 'wait as they are told')
        await sleep(answer.retryAfterMs * (0.75 + Math.random() / 2), undefined, { signal: stop }).catch(() => undefined);
    } else note('failed', took);
  }
  connection.close();
}

/** Asks /readyz again and again, as a balancer does. */
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
