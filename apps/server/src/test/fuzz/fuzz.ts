import * as fc from 'fast-check';
import { type FuzzRequest, type Pool, ROLES, type Role, requests } from './generate.ts';
import type { HeldMemory } from './heap-reporter.ts';
import { type Credentials, createSender, type Outcome, type Sender } from './send.ts';

/** A fault that no request may cause. */
export interface Finding {
  readonly what: string;
  readonly batch: number;
  readonly request: FuzzRequest | null;
  readonly answer: string;
}

/** The server under test. */
export interface Target {
  readonly origin: string;
  /** Errors, unhandled rejections and warnings of Node that it logged since the last call. */
  readonly takeLoggedErrors: () => readonly string[];
  /** Why it does not run any more; null while it does. */
  readonly ended: () => string | null;
  /** Memory that it holds, in MB; null: not known. */
  readonly memory: () => number | null;
  /** What is still held after a collection; null: not known. */
  readonly held: () => Promise<HeldMemory | null>;
  /** Signs somebody in. @returns null for whom it cannot */
  readonly signIn: (role: Role, sender: Sender) => Promise<Credentials | null>;
  /** Ids of existing records. */
  readonly pool: (sender: Sender, people: ReadonlyMap<Role, Credentials>) => Promise<Pool>;
}

export interface FuzzOptions {
  readonly requests: number;
  /** Goes on until it has lasted so long, however many requests that takes. */
  readonly minutes?: number;
  readonly seed: number;
  /** For an answer: more than the server's own limit. */
  readonly limitMs: number;
  readonly atOnce?: number;
  readonly print?: (line: string) => void;
  /** Replaces the generator of requests from the product's schema and routes. */
  readonly arbitrary?: (pool: Pool) => fc.Arbitrary<FuzzRequest>;
}

export interface FuzzReport {
  readonly sent: number;
  readonly statuses: ReadonlyMap<string, number>;
  readonly findings: readonly Finding[];
  /** In MB, once a batch. */
  readonly memory: readonly number[];
  /** After a collection, once a minute. */
  readonly held: readonly HeldMemory[];
}

/** Requests that are generated and sent together; after each batch the log and the memory of the server are read. */
export const BATCH = 500;
/** A token is good for ten minutes. */
const SIGNED_IN_MS = 4 * 60_000;
/** The memory of a process rises and falls; what it holds in the second half of a run must not be much more than in the first. */
const GROWTH = { from: 40, factor: 1.4, megabytes: 150 } as const;
/** Codes of an overloaded server, or of one whose vendor does not answer: a refusal, not a fault. */
const BUSY = new Set(['server.overloaded', 'payment.unavailable', 'companyRegister.unavailable', 'auth.microsoftUnavailable']);

/** Sends so many requests, generated from a seed: the same seed generates the same ones. */
export async function runFuzz(target: Target, options: FuzzOptions): Promise<FuzzReport> {
  const { seed, limitMs, minutes = 0, atOnce = 6, print = () => undefined, arbitrary = requests } = options;
  const sender = createSender(target.origin, limitMs);
  const findings: Finding[] = [];
  const statuses = new Map<string, number>();
  const memory: number[] = [];
  const held: HeldMemory[] = [];
  const started = performance.now();
  const minutesSoFar = () => (performance.now() - started) / 60_000;
  let people = new Map<Role, Credentials>();
  let pool: Pool = {};
  let signedInAt = Number.NEGATIVE_INFINITY;
  let sent = 0;

  /** Whether every session is still valid: an operation may have ended it as a side effect. */
  async function areSignedIn(): Promise<boolean> {
    const checked = [...people].map(async ([role, credentials]) => {
      if (role === 'visitor') return true;
      const outcome = await sender.send(
        { role, method: 'GET', path: '/v1/api/profiles', headers: {}, body: null, cutAt: null },
        credentials,
      );
      return outcome.kind === 'answer' && outcome.status === 200;
    });
    return (await Promise.all(checked)).every(Boolean);
  }

  async function signIn(): Promise<void> {
    if (performance.now() - signedInAt < SIGNED_IN_MS && (await areSignedIn())) return;
    people = new Map();
    for (const role of ROLES) {
      const credentials = await target.signIn(role, sender);
      if (credentials) people.set(role, credentials);
      else print(`${role} cannot sign in any more`);
    }
    pool = await target.pool(sender, people);
    signedInAt = performance.now();
  }

  async function ask(request: FuzzRequest, batch: number): Promise<void> {
    const network = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
    sent += 1;
    const outcome = await sender.send(request, { 'x-forwarded-for': network, ...people.get(request.role) });
    const key = outcome.kind === 'answer' ? String(outcome.status) : outcome.kind;
    statuses.set(key, (statuses.get(key) ?? 0) + 1);
    const what = classify(request, outcome);
    if (what !== null) findings.push({ what, batch, request, answer: outcome.kind === 'answer' ? outcome.body.slice(0, 500) : '' });
  }

  for (let batch = 0; (sent < options.requests || minutesSoFar() < minutes) && target.ended() === null; batch += 1) {
    await signIn();
    const drawn = fc.sample(arbitrary(pool), {
      seed: seed + batch,
      numRuns: minutes > 0 ? BATCH : Math.min(BATCH, options.requests - sent),
    });
    const queue = drawn.values();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const request of queue) {
          if (target.ended() !== null) return;
          await ask(request, batch);
        }
      }),
    );
    for (const line of target.takeLoggedErrors())
      findings.push({ what: 'the server logs an error', batch, request: null, answer: line.slice(0, 1500) });
    const resident = target.memory();
    if (resident !== null) memory.push(resident);
    if (batch % 20 === 19) print(`${sent} requests, ${findings.length} findings, ${resident ?? '?'} MB`);
    if (minutesSoFar() >= held.length + 1) {
      const now = await target.held();
      if (now !== null) {
        held.push(now);
        print(
          `minute ${minutesSoFar().toFixed(1)}, ${sent} requests: after a collection ${now.heap.toFixed(0)} MB of objects, ${now.external.toFixed(0)} MB beside them`,
        );
      }
    }
  }
  const ended = target.ended();
  if (ended !== null) findings.push({ what: 'the process ended', batch: -1, request: null, answer: ended });
  const growth = growthOf(memory);
  if (growth !== null) findings.push({ what: 'memory grows', batch: -1, request: null, answer: growth });
  sender.close();
  return { sent, statuses, findings, memory, held };
}

/** Classifies an outcome. @returns the fault; null: none */
export function classify({ path, cutAt }: FuzzRequest, outcome: Outcome): string | null {
  if (outcome.kind === 'hang') return 'no answer';
  if (outcome.kind === 'lost') return `no answer, the connection ended: ${outcome.reason}`;
  if (outcome.kind === 'cut') return null;
  const { status, body } = outcome;
  const codes = [...body.matchAll(/"code":"([\w.]+)"/g)].map(([, code = '']) => code);
  const fault = codes.find((code) => /^(server|database)\./.test(code) && !BUSY.has(code));
  if (fault !== undefined) return `${status} ${fault}`;
  // 503 is a regular answer there: a machine that runs client and server is overloaded now and then.
  if (status === 503 && path.startsWith('/readyz')) return null;
  if (status >= 500 && !codes.some((code) => BUSY.has(code))) return `${status}`;
  return status < 100 && cutAt === null ? `status ${status}` : null;
}

/** How much more memory the last quarter of a run holds than the second one; null: not much, or the run is too short. */
export function growthOf(memory: readonly number[]): string | null {
  if (memory.length < GROWTH.from) return null;
  const quarter = Math.floor(memory.length / 4);
  const mean = (part: readonly number[]): number => part.reduce((sum, value) => sum + value, 0) / part.length;
  const [early, late] = [mean(memory.slice(quarter, 2 * quarter)), mean(memory.slice(-quarter))];
  return late > early * GROWTH.factor && late > early + GROWTH.megabytes ? `from ${early.toFixed(0)} to ${late.toFixed(0)} MB` : null;
}
