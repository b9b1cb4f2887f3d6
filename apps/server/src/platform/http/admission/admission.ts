import { Readable } from 'node:stream';
import { AppError, type ErrorCode } from '@checkwell/domain/errors';
import type { Actor } from '@checkwell/domain/policy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../network.ts';
import { Slot, type SlotCounter, withSlot } from '../../slot.ts';
import { isApiPath } from '../request.ts';
import { BODY_LIMITS, type BodyLimits, type BodyPace, type BodyReader, createBodyReader } from '../request-body.ts';
import { endSlowReading, type ReaderPace } from './reader-pace.ts';
import { type Caller, type WorkLimits, WorkSlots } from './work-slots.ts';

export interface AdmissionLimits extends WorkLimits {
  /** Uploads and downloads of documents at the same time: each holds a document in memory. */
  readonly slow: number;
  /** How many of these one person and one company may have, so that a slow client takes no slots from others. */
  readonly slowPerPerson: number;
  readonly slowPerCompany: number;
  /** What one network may have on routes that are open to everybody: an employee's telephone sends one file at a time. */
  readonly slowPerNetwork: number;
  /** How fast a client must read the document, or the list as a file, that it downloads. */
  readonly readers: ReaderPace;
  /**
   * Milliseconds without one end among all that is at work, while more waits or is refused, after which `/readyz` says that the process
   * serves nobody: far more than anything takes that goes well, since a query has 2 s.
   */
  readonly standstillMs: number;
  readonly body: BodyLimits;
}
/** Without `inFlight` and `maxWaitMs`, which follow from the configuration (`inFlightFor`, `maxWaitFor`). */
export const ADMISSION_LIMITS: Omit<AdmissionLimits, 'inFlight' | 'maxWaitMs'> = {
  maxWaiting: 500,
  slow: 16,
  slowPerPerson: 6, // a page may show several
  slowPerCompany: 8,
  slowPerNetwork: 4,
  readers: { startMs: 10_000, bytesPerSecond: 16 * 1024 },
  standstillMs: 10_000,
  body: BODY_LIMITS,
};
/** Where there are fewer connections: a request is not always at the database. */
const MIN_IN_FLIGHT = 8;
/**
 * Requests that are worked on at the same time: as many as there are connections to the database for them. More would only wait for
 * connections, and each that has begun makes all others slower; waiting in the queue costs nothing.
 */
export const inFlightFor = (databasePoolSize: number): number => Math.max(MIN_IN_FLIGHT, databasePoolSize);
const SHARE_TO_WAIT = 0.375;
/**
 * Milliseconds that a request may wait for its turn: with the time that the work takes then, still less than the time after which a
 * query is given up (2 s by default: 750 ms), when most people stop waiting. Accepting slower queries means accepting a longer wait.
 */
export const maxWaitFor = (databaseTimeoutMs: number): number => databaseTimeoutMs * SHARE_TO_WAIT;
/** When somebody whose share is used up may ask again; a document takes some seconds. */
const SHARE_RETRY_SECONDS = 5;

export interface Admission {
  /** Requests that are worked on, and documents that are moved. */
  inFlight(): number;
  /** Milliseconds since a request ended, while no more are let in; 0 otherwise. */
  standstillMs(): number;
  /** Requests that wait for their turn to be worked on. */
  queued(): number;
  /** Requests whose body is still on its way. */
  waitingForBody(): number;
}

/** Answers that must come especially when there is too much to do. */
const ALWAYS = new Set(['/healthz', '/readyz', '/metrics']);
const BODILESS = new Set(['GET', 'HEAD', 'TRACE']);
/** A handler that has not ended this long after its request was given up does not end any more; that is a bug. */
const STUCK_MS = 60_000;

interface State {
  readonly slot: Slot;
  readonly bodies: BodyReader;
  /** The chunks of the body, for the parser of its type; undefined without a body, or when the handler reads it. */
  readonly body: readonly Buffer[] | undefined;
}
const states = new WeakMap<FastifyRequest, State>();

/**
 * Refuses early what could only be answered late (security.md, R2): beyond what is worked on at once, requests wait for their turn, as
 * many as are served in time; who comes then gets 503 and `Retry-After` within a millisecond (docs/decisions/0046).
 *
 * A request counts from the moment when its body is complete until its handler has ended. A client that sends a head and nothing more
 * holds nothing that others need; one that leaves before the answer gives nothing back early, and nothing late.
 * Everything that asks the database happens in between: authentication too (`duringSlot`).
 */
export function registerAdmission(app: FastifyInstance, limits: AdmissionLimits): Admission {
  const bodies = createBodyReader(limits.body);
  const working = new WorkSlots(limits);
  const moving = counter();
  const shares = new Map<string, number>();
  /** Ends the timeouts of the requests in progress: a closed server needs none. */
  const watches = new Set<() => void>();
  app.addHook('onClose', async () => {
    for (const end of watches) end();
  });

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<Slot> {
    const { bodyLimit, config } = request.routeOptions;
    const caller: Caller = [networkOf(request.ip), request.headers.authorization ?? ''];
    const refuseBusy = (): void => {
      if (config.slow && moving.count >= limits.slow) throw new AppError('server.overloaded');
    };
    refuseBusy(); // before a byte of the body is read
    const refusal = working.refuses(caller);
    if (refusal) throw await refusal;
    const reads = hasBody(request) && !config.readsBody;
    const body = reads ? await bodies.read(request.raw, { network: caller[0], maxBytes: bodyLimit }) : undefined;
    if (reply.raw.destroyed) throw new AppError('request.malformed'); // the client has left: nobody would get the answer
    refuseBusy();
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        giveUp();
        reject(new AppError('request.malformed'));
      };
      const start = (): void => {
        reply.raw.off('close', leave);
        const endWatch = watch(request, reply, () => slot);
        watches.add(endWatch);
        const slot: Slot = new Slot(working, () => {
          watches.delete(endWatch);
          endWatch();
        });
        states.set(request, { slot, bodies, body });
        // Always emitted, after a whole answer and after a connection that broke, unlike Fastify's onResponse and onRequestAbort.
        reply.raw.once('close', () => slot.leave());
        resolve(slot);
      };
      reply.raw.once('close', leave);
      const giveUp = working.enter(caller, start, (error) => {
        reply.raw.off('close', leave);
        reject(error);
      });
    });
  }

  app.addHook('onRequest', (request, reply, done) => {
    const { config, url = '' } = request.routeOptions;
    if (ALWAYS.has(url) || !(isApiPath(url) || config.takesTurn) || config.methodFallback) return done();
    admit(request, reply).then((slot) => withSlot(slot, done), done);
  });
  app.addHook('preParsing', async (request, _reply, payload) => {
    const body = states.get(request)?.body;
    return body ? Readable.from(body, { objectMode: false }) : payload;
  });
  // The answer is made. Who takes long to read it keeps nobody from working; what is given up goes on, and keeps its slot.
  app.addHook('onSend', async (request) => {
    if (request.errorCode !== 'request.timeout') states.get(request)?.slot.release();
  });
  // Once it is known who asks, and before a byte of an upload is read.
  app.addHook('preHandler', async (request, reply) => {
    if (!request.routeOptions.config.slow || !states.has(request)) return;
    if (reply.raw.destroyed) throw new AppError('request.malformed'); // nobody would give back what is taken now
    if (moving.count >= limits.slow) throw new AppError('server.overloaded');
    const mine = sharesOf(request);
    const isUsedUp = mine.some(([group, max]) => (shares.get(group) ?? 0) >= max);
    if (isUsedUp) throw new AppError('request.tooMany', { retryAfterSeconds: SHARE_RETRY_SECONDS });
    moving.take();
    for (const [group] of mine) shares.set(group, (shares.get(group) ?? 0) + 1);
    reply.raw.once('close', () => {
      moving.give();
      for (const [group] of mine) {
        const left = (shares.get(group) ?? 1) - 1;
        if (left > 0) shares.set(group, left);
        else shares.delete(group);
      }
    });
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.routeOptions.config.slow) endSlowReading(reply, payload, limits.readers);
  });

  /** Whose shares a request that moves a document is counted in, and how many each may have. */
  function sharesOf(request: FastifyRequest): readonly (readonly [group: string, max: number])[] {
    const actor: Actor | undefined = request.actor; // nobody was asked about on routes that are open to everybody
    if (!actor || actor.kind === 'anonymous' || actor.kind === 'system')
      return [[`network ${networkOf(request.ip)}`, limits.slowPerNetwork] as const];
    const person = [`person ${actor.profileId}`, limits.slowPerPerson] as const;
    if (actor.kind !== 'employer') return [person]; // the provider's people work for every company
    // A company in the address counts only for its own people: nobody uses up the share of others by naming them.
    const { companyId } = (request.params ?? {}) as { readonly companyId?: string };
    const membership = actor.memberships.find((own) => own.companyId === companyId) ?? actor.memberships[0];
    return membership ? [person, [`company ${membership.companyId}`, limits.slowPerCompany]] : [person];
  }

  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function handleInSlot(request, reply) {
      const slot = states.get(request)?.slot;
      if (!slot) return handler.call(this, request, reply);
      if (slot.clientLeft) throw new AppError('request.malformed');
      return slot.handle(() => handler.call(this, request, reply));
    };
  });

  return {
    inFlight: () => working.count + moving.count,
    standstillMs: () => (working.isFull ? performance.now() - working.lastMoveAt : 0),
    queued: () => working.waiting,
    waitingForBody: bodies.waiting,
  };
}

/** What a hook does before the handler, in the request's slot. */
export function duringSlot<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
  const slot = states.get(request)?.slot;
  return slot ? slot.during(work) : work();
}

/**
 * The body of a route with `readsBody`, once its handler wants it; others work in the request's slot meanwhile.
 * @throws {AppError} as `BodyReader.read`
 */
export async function receiveBody(
  request: FastifyRequest,
  options: { readonly maxBytes: number; readonly tooLarge: ErrorCode; readonly pace: BodyPace },
): Promise<Buffer> {
  const state = states.get(request);
  if (!state) throw new Error('This route is not under admission control.');
  const chunks = await state.slot.outside(() => state.bodies.read(request.raw, { ...options, network: networkOf(request.ip) }));
  return Buffer.concat(chunks);
}

function hasBody({ method, headers }: FastifyRequest): boolean {
  if (BODILESS.has(method)) return false;
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

function counter(): SlotCounter & { readonly count: number } {
  let count = 0;
  return {
    get count() {
      return count;
    },
    take() {
      count += 1;
    },
    give() {
      count -= 1;
    },
  };
}

/**
 * Gives up a request whose handler takes too long. (Fastify has such a limit itself, and forgets it as soon as the body was read.)
 * @returns cancels the timeout
 */
function watch(request: FastifyRequest, reply: FastifyReply, slotOf: () => Slot): () => void {
  const giveUp = (): void => {
    timer = setTimeout(() => {
      request.log.error({ route: request.routeOptions.url }, 'A handler did not end; its slot is taken from it.');
      slotOf().release();
    }, STUCK_MS);
    if (reply.sent) return;
    if (reply.raw.headersSent) reply.raw.destroy();
    else reply.send(new AppError('request.timeout'));
  };
  let timer = setTimeout(giveUp, request.routeOptions.handlerTimeout);
  return () => clearTimeout(timer);
}
