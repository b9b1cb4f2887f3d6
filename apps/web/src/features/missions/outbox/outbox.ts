import { ERRORS, type ErrorCode } from '@checkwell/domain/errors';
import { ApiError, type ApiErrorCode } from '../../../lib/api/api-error.ts';
import { newIdempotencyKey } from '../../../lib/api/idempotency.ts';
import { clock } from '../../../lib/browser/time.ts';
import { alone, keep, read, readAll, remove } from '../../../lib/offline/encrypted-store.ts';
import { session } from '../../../lib/session/session.ts';
import { type Action, type ActionRequest, makesVersion, nameOfRequest, send } from './outbox-actions.ts';

/** The mission that an action is about. */
export type ActedOn = Pick<Action, 'companyId' | 'workerFullName' | 'checkLocation'> & { readonly id: string };

export interface OutboxState {
  /** In the order in which they were done. */
  readonly actions: readonly Action[];
  readonly isSending: boolean;
  /** Whether the last attempt did not reach the server. */
  readonly isOffline: boolean;
}

/** The outcome of an action for the caller that waits for it. `waiting`: it is kept, and will be sent. */
export type Outcome =
  | { readonly state: 'sent' | 'waiting' }
  | { readonly state: 'refused'; readonly action: Action; readonly error: ApiError };

/** How long the screen waits for the server; then the action is sent in the background. */
const PATIENCE_MS = 8000;
/** A request without an answer for this long has failed. */
const ANSWER_MS = 30_000;
const RETRY_MS = 20_000;
/** The `seq` of an action that the phone does not store. */
const NOT_STORED = 0;
/** How long sent actions stay on the list. */
const SENT_HOURS = 12;

const digits = (seq: number): string => String(seq).padStart(12, '0');

/** Statuses of a session that is over, of a request that did not arrive in full, of too many requests. */
const RETRIED_LATER: ReadonlySet<number> = new Set([401, 408, 429]);

/**
 * Whether the server has judged the action and refused it. Any other error leaves open whether it was carried out, or asks to try later: a
 * request that did not arrive in full, too many requests, a session that is over, a missing second step.
 */
function isRefused(error: unknown): error is ApiError & { readonly code: ErrorCode } {
  if (!(error instanceof ApiError) || !(error.code in ERRORS)) return false;
  const { status } = ERRORS[error.code as ErrorCode];
  return status >= 400 && status < 500 && !RETRIED_LATER.has(status) && error.code !== 'auth.secondStepRequired';
}

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * A doctor's actions that the server may not have yet (docs/decisions/0087). The phone stores an action with its idempotency key before it is
 * sent. Actions are sent in order and repeated until the server answers; the server carries each out once.
 */
export function createOutbox() {
  let state: OutboxState = { actions: [], isSending: false, isOffline: false };
  let loadedFor: string | undefined;
  let flushing: Promise<void> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const listeners = new Set<() => void>();

  function set(changes: Partial<OutboxState>): void {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  }

  const account = (): string | undefined => (session.isLeaving() ? undefined : session.account());

  /** Reads the stored actions of the account, because another tab may have sent some. */
  async function load(): Promise<readonly Action[]> {
    const owner = account();
    if (owner === undefined) return [];
    const actions = (await readAll('action', owner)).map(({ value }) => value as Action);
    loadedFor = owner;
    set({ actions });
    return actions;
  }

  async function write(owner: string, action: Action): Promise<void> {
    await alone(() => keep('action', owner, digits(action.seq), action));
    show([action], new Set([action.seq]));
  }

  /** Replaces the shown actions with these numbers. */
  function show(actions: readonly Action[], seqs: ReadonlySet<number>): void {
    const others = state.actions.filter(({ seq }) => !seqs.has(seq));
    set({ actions: [...others, ...actions].toSorted((a, b) => a.seq - b.seq) });
  }

  async function drop(owner: string, seqs: ReadonlySet<number>): Promise<void> {
    await alone(() => remove('action', owner, (name) => seqs.has(Number(name))));
    show([], seqs);
  }

  /** The action as stored now; undefined when another tab has discarded it. To be called within `alone`. */
  async function kept(owner: string, { seq, idempotencyKey }: Pick<Action, 'seq' | 'idempotencyKey'>): Promise<Action | undefined> {
    const action = (await read('action', owner, digits(seq)))?.value as Action | undefined;
    return action?.idempotencyKey === idempotencyKey ? action : undefined;
  }

  /** Marks an action before it is sent, because the server may have it from then on. @returns undefined when the doctor has discarded it */
  async function markTried(owner: string, action: Action & { readonly work: ActionRequest }) {
    const tried = { ...action, tried: true };
    const isThere = await alone(async () => {
      if ((await kept(owner, action))?.state !== 'waiting') return false;
      await keep('action', owner, digits(action.seq), tried);
      return true;
    });
    show(isThere ? [tried] : [], new Set([action.seq]));
    return isThere ? tried : undefined;
  }

  /**
   * Refuses the later actions that need the version which a refused action would have made. If that version appears, somebody else made it,
   * and the doctor has not seen it.
   */
  async function refuseFollowers(owner: string, { missionId, seq, work }: Action & { readonly work: ActionRequest }): Promise<void> {
    if (!makesVersion(work)) return;
    const followers = state.actions.filter(
      (other) => other.missionId === missionId && other.seq > seq && other.state === 'waiting' && other.work && makesVersion(other.work),
    );
    for (const follower of followers) {
      await write(owner, {
        ...follower,
        state: 'refused',
        refusal: { code: 'entity.changedMeanwhile', params: {}, issues: [] },
        answeredAt: clock.now().toISOString(),
      });
    }
  }

  /**
   * @returns what to send next: `next`, the next action; `nextMission`, an action of another mission, because the server failed on this one;
   * `nothing`, because the server cannot be reached
   */
  async function sendOne(owner: string, action: Action & { readonly work: ActionRequest }): Promise<'next' | 'nextMission' | 'nothing'> {
    let current = await markTried(owner, action);
    if (!current) return 'next';
    try {
      await send(current, {
        signal: AbortSignal.timeout(ANSWER_MS),
        // A repeated request must be the same.
        remember: async (work) => {
          current = { ...action, tried: true, work };
          await write(owner, current);
        },
      });
    } catch (error) {
      if (!isRefused(error)) {
        const isReached = error instanceof ApiError && error.code === 'server.unexpected';
        set({ isOffline: !isReached });
        return isReached ? 'nextMission' : 'nothing';
      }
      const { code, params, issues } = error;
      await write(owner, {
        ...current,
        state: 'refused',
        refusal: { code, params, issues },
        isUncertain: action.tried && code === 'entity.notFound',
        answeredAt: clock.now().toISOString(),
      });
      await refuseFollowers(owner, current);
      set({ isOffline: false });
      return 'next';
    }
    const { work: _sent, ...facts } = current;
    await write(owner, { ...facts, state: 'sent', work: null, answeredAt: clock.now().toISOString() });
    set({ isOffline: false });
    return 'next';
  }

  async function sendAll(): Promise<void> {
    /** Missions whose next action has to wait, and all later ones with it. */
    const held = new Set<string>();
    for (;;) {
      const owner = account();
      if (owner === undefined) return;
      const [next] = (await load()).filter((action) => action.state === 'waiting' && !held.has(action.missionId));
      if (!next?.work) return;
      const follows = await sendOne(owner, { ...next, work: next.work });
      if (follows === 'nothing') return;
      if (follows === 'nextMission') held.add(next.missionId);
    }
  }

  /** Sends the waiting actions one at a time, in order within each mission, until the network fails. Only one tab sends. */
  function flush(): Promise<void> {
    clearTimeout(retry);
    if (isStopped) return flushing ?? Promise.resolve();
    flushing ??= (async () => {
      set({ isSending: true });
      try {
        await (navigator.locks ? navigator.locks.request('checkwell:outbox', sendAll) : sendAll());
      } finally {
        flushing = undefined;
        set({ isSending: false });
        // There may be no event when the network is back.
        if (waiting().length > 0 && !isStopped) retry = setTimeout(() => void flush().catch(() => undefined), RETRY_MS);
      }
    })();
    return flushing;
  }

  /**
   * Sends an action that the phone cannot store (a private window, no space left), after the waiting ones, if those can be read.
   * @throws {unknown} `cause` while actions wait; an error of the network, when what was typed is still on the screen
   */
  async function sendWithoutStoring(action: Action & { readonly work: ActionRequest }, cause: unknown): Promise<Outcome> {
    await flush().catch(() => undefined);
    if (waiting().length > 0) throw cause;
    try {
      await send(action, { signal: AbortSignal.timeout(ANSWER_MS), remember: async () => undefined });
      return { state: 'sent' };
    } catch (error) {
      if (isRefused(error)) return { state: 'refused', action, error };
      throw error;
    }
  }

  const waiting = (): readonly Action[] => state.actions.filter((action) => action.state === 'waiting');

  const actionOf = (
    { id: missionId, companyId, workerFullName, checkLocation = 'Unknown' }: ActedOn,
    work: ActionRequest,
    at: Date,
  ): Action & { readonly work: ActionRequest } => ({
    seq: NOT_STORED,
    idempotencyKey: newIdempotencyKey(),
    missionId,
    companyId,
    workerFullName,
    checkLocation,
    name: nameOfRequest(work),
    at: at.toISOString(),
    state: 'waiting',
    tried: false,
    work,
  });

  /** Numbers and stores an action. */
  async function enqueue(owner: string, made: Action): Promise<Action> {
    return alone(async () => {
      const last = (await readAll('action', owner)).at(-1);
      const action = { ...made, seq: Number(last?.name ?? 0) + 1 };
      await keep('action', owner, digits(action.seq), action);
      show([action], new Set([action.seq]));
      return action;
    });
  }

  /** After an action was discarded, lowers the version that its later actions name. To be called within `alone`. */
  async function countWithout(owner: string, { missionId, seq, work: gone }: Action): Promise<void> {
    if (gone === null || !makesVersion(gone)) return;
    for (const { value } of await readAll('action', owner)) {
      const follower = value as Action;
      const { work } = follower;
      const follows = follower.missionId === missionId && follower.seq > seq && follower.state === 'waiting';
      if (follows && work !== null && 'version' in work)
        await keep('action', owner, digits(follower.seq), { ...follower, work: { ...work, version: work.version - 1 } });
    }
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: (): OutboxState => state,
    flush,
    /** Resolves when no action is being sent. */
    idle: (): Promise<void> => flushing ?? Promise.resolve(),
    /** Ends all further attempts, also those of a start that is still to come. */
    stop(): void {
      isStopped = true;
      clearTimeout(retry);
    },
    /** Reads the stored actions, removes those that were sent long ago, and sends the waiting ones. */
    async start(): Promise<void> {
      const owner = account();
      if (owner === undefined) return;
      const actions = await load();
      const oldest = clock.now().getTime() - SENT_HOURS * 3_600_000;
      const old = actions.filter((action) => action.state === 'sent' && Date.parse(action.answeredAt ?? '') < oldest);
      if (old.length > 0) await drop(owner, new Set(old.map(({ seq }) => seq)));
      if (waiting().length > 0) await flush();
    },
    /**
     * Stores an action and sends it as soon as possible.
     * @throws {unknown} when it is neither stored nor confirmed by the server: nobody is signed in any more, or the phone cannot store it and
     * there is no network
     */
    async act(mission: ActedOn, work: ActionRequest, at: Date = clock.now()): Promise<Outcome> {
      const owner = account();
      // Nobody is signed in any more, so there is no account to store it for.
      if (owner === undefined) throw new ApiError('access.unauthenticated', { status: 401 });
      const made = actionOf(mission, work, at);
      let seq: number;
      try {
        if (loadedFor !== owner) await load();
        ({ seq } = await enqueue(owner, made));
      } catch (cause) {
        return sendWithoutStoring(made, cause);
      }
      const settled = async (): Promise<void> => {
        // A running flush may have passed this action.
        await flush();
        if (state.actions.some((action) => action.seq === seq && action.state === 'waiting' && !action.tried)) await flush();
      };
      await Promise.race([settled(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
      const action = state.actions.find((candidate) => candidate.seq === seq);
      if (action?.state === 'refused' && action.refusal) {
        const { code, ...details } = action.refusal;
        return {
          state: 'refused',
          action,
          error: new ApiError(code as ApiErrorCode, { status: ERRORS[code as ErrorCode].status, ...details }),
        };
      }
      return { state: action?.state === 'sent' ? 'sent' : 'waiting' };
    },
    /** Discards an action that was refused or never sent. An action that the server may have is kept. */
    async discard(action: Pick<Action, 'seq' | 'idempotencyKey'>): Promise<void> {
      const owner = account();
      if (owner === undefined || action.seq === NOT_STORED) return;
      await alone(async () => {
        const current = await kept(owner, action);
        if (current && (current.state === 'sent' || (current.state === 'waiting' && current.tried))) return;
        if (!current) return;
        // Before the removal, so that no tab finds later actions with a version that needs the removed one.
        if (current.state === 'waiting') await countWithout(owner, current);
        await remove('action', owner, (name) => Number(name) === action.seq);
      });
      await load();
    },
  };
}

export const outbox: Outbox = createOutbox();
