import { ERRORS, type ErrorCode } from '@checkwell/domain/errors';
import { ApiError, type ApiErrorCode } from '../../../lib/api/api-error.ts';
import { newIdempotencyKey } from '../../../lib/api/idempotency.ts';
import { clock } from '../../../lib/browser/time.ts';
import { alone, keep, read, readAll, remove } from '../../../lib/offline/encrypted-store.ts';
import { session } from '../../../lib/session/session.ts';
import { type Action, type ActionRequest, makesVersion, nameOfRequest, send } from './outbox-actions.ts';

/** Of the mission that an action is about. */
export type ActedOn = Pick<Action, 'companyId' | 'workerFullName' | 'checkLocation'> & { readonly id: string };

export interface OutboxState {
  /** First done first. */
  readonly actions: readonly Action[];
  readonly isSending: boolean;
  /** Whether the last attempt found no server. */
  readonly isOffline: boolean;
}

/** The outcome of an action for the caller that waits for it. `waiting`: it is kept, and will be sent. */
export type Outcome =
  | { readonly state: 'sent' | 'waiting' }
  | { readonly state: 'refused'; readonly action: Action; readonly error: ApiError };

/** Nobody is before a screen that is busy for longer: the action goes on its way by itself. */
const PATIENCE_MS = 8000;
/** A request that has had no answer for so long has none any more. */
const ANSWER_MS = 30_000;
const RETRY_MS = 20_000;
/** The `seq` of an action that the phone does not store. */
const NOT_STORED = 0;
/** How long a phone says what was sent. */
const SENT_HOURS = 12;

const digits = (seq: number): string => String(seq).padStart(12, '0');

/** Statuses of a session that is over, of a request that did not arrive in full, of too many requests. */
const RETRIED_LATER: ReadonlySet<number> = new Set([401, 408, 429]);

/**
 * Whether the server has looked at it and says no. Anything else leaves it open whether it was carried out, or only puts it off: a request that
 * did not arrive in full, too many of them, a session that is over, a second step that is missing.
 */
function isRefused(error: unknown): error is ApiError & { readonly code: ErrorCode } {
  if (!(error instanceof ApiError) || !(error.code in ERRORS)) return false;
  const { status } = ERRORS[error.code as ErrorCode];
  return status >= 400 && status < 500 && !RETRIED_LATER.has(status) && error.code !== 'auth.secondStepRequired';
}

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * What a doctor has done and the server may not have been notified of yet (docs/decisions/0087). An action is kept on the phone before it is sent, under an
 * idempotency key of its own, and sent in order, as often as it takes; the server carries it out once. It is sent only when the server has said so.
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

  /** What this phone keeps of the account, as it is now: another tab may have sent some of it. */
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

  /** In the place of those with these numbers. */
  function show(actions: readonly Action[], seqs: ReadonlySet<number>): void {
    const others = state.actions.filter(({ seq }) => !seqs.has(seq));
    set({ actions: [...others, ...actions].toSorted((a, b) => a.seq - b.seq) });
  }

  async function drop(owner: string, seqs: ReadonlySet<number>): Promise<void> {
    await alone(() => remove('action', owner, (name) => seqs.has(Number(name))));
    show([], seqs);
  }

  /** As the phone keeps it at this moment, whatever this tab still shows; undefined: another tab has thrown it away. To be called `alone`. */
  async function kept(owner: string, { seq, idempotencyKey }: Pick<Action, 'seq' | 'idempotencyKey'>): Promise<Action | undefined> {
    const action = (await read('action', owner, digits(seq)))?.value as Action | undefined;
    return action?.idempotencyKey === idempotencyKey ? action : undefined;
  }

  /** Before it leaves: whatever happens then, the server may know it. @returns undefined where the doctor has thrown it away meanwhile */
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
   * What counts on the version that a refused action would have made is refused with it: if that version comes, somebody else has made it, and the
   * doctor has not seen it.
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
   * @returns what follows: `next`, whatever is next; `nextMission`, for the server failed over this one and others may succeed; `nothing`, for
   * nobody can be reached
   */
  async function sendOne(owner: string, action: Action & { readonly work: ActionRequest }): Promise<'next' | 'nextMission' | 'nothing'> {
    let current = await markTried(owner, action);
    if (!current) return 'next';
    try {
      await send(current, {
        signal: AbortSignal.timeout(ANSWER_MS),
        // A request that is repeated must be the same.
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
    /** Missions whose next action has to wait: what follows it would come out of order. */
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

  /** Sends what waits, of each mission in its order, until the network fails. One at a time, in one tab. */
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
        // Not every network says when it is back.
        if (waiting().length > 0 && !isStopped) retry = setTimeout(() => void flush().catch(() => undefined), RETRY_MS);
      }
    })();
    return flushing;
  }

  /**
   * Where the phone keeps nothing (a private window, no space left): as without an outbox. What waits comes first, if that can be read.
   * @throws {unknown} `cause`, while something waits; of the network: then what was typed is still on the screen
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

  /** Numbers and keeps an action. */
  async function enqueue(owner: string, made: Action): Promise<Action> {
    return alone(async () => {
      const last = (await readAll('action', owner)).at(-1);
      const action = { ...made, seq: Number(last?.name ?? 0) + 1 };
      await keep('action', owner, digits(action.seq), action);
      show([action], new Set([action.seq]));
      return action;
    });
  }

  /** The version that an action would have made does not come any more: what follows it names the one before. To be called `alone`. */
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
    /** Once nothing is under way any more. */
    idle: (): Promise<void> => flushing ?? Promise.resolve(),
    /** No attempt begins any more, not even by a start that was put off until the page had time. */
    stop(): void {
      isStopped = true;
      clearTimeout(retry);
    },
    /** Reads what this phone keeps, forgets what was sent long ago, and sends the rest. */
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
     * Keeps what the doctor did now, and sends it as soon as that is possible.
     * @throws {unknown} it is not kept, and the server has not said that it is carried out: nobody is signed in any more, or the phone keeps nothing
     * and there is no network
     */
    async act(mission: ActedOn, work: ActionRequest, at: Date = clock.now()): Promise<Outcome> {
      const owner = account();
      // The page is being left: nothing could be kept for anybody.
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
        // A flush that is under way may be past it.
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
    /** The doctor throws it away, or has it before them again. What is under way cannot be, nor what another tab has sent. */
    async discard(action: Pick<Action, 'seq' | 'idempotencyKey'>): Promise<void> {
      const owner = account();
      if (owner === undefined || action.seq === NOT_STORED) return;
      await alone(async () => {
        const current = await kept(owner, action);
        if (current && (current.state === 'sent' || (current.state === 'waiting' && current.tried))) return;
        if (!current) return;
        // First, so that nobody finds them without the action before them and with the version that counts on it.
        if (current.state === 'waiting') await countWithout(owner, current);
        await remove('action', owner, (name) => Number(name) === action.seq);
      });
      await load();
    },
  };
}

export const outbox: Outbox = createOutbox();
