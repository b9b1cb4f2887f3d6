import { ERRORS, type ErrorCode } from '@checkwell/domain/errors';
import { ApiError, type ApiErrorCode } from '../../../lib/api/api-error.ts';
import { newIdempotencyKey } from '../../../lib/api/idempotency.ts';
import { clock } from '../../../lib/browser/time.ts';
import { alone, keep, readAll, remove } from '../../../lib/offline/phone.ts';
import { session } from '../../../lib/session/session.ts';
import { type Action, nameOfWork, send, type Work } from './work.ts';

/** Of the mission that an action is about. */
export type ActedOn = Pick<Action, 'companyId' | 'workerFullName'> & { readonly id: string };

export interface OutboxState {
  /** First done first. */
  readonly actions: readonly Action[];
  readonly isSending: boolean;
  /** Whether the last attempt found no server. */
  readonly isOffline: boolean;
}

/** What came of an action for whoever waits for it. `waiting`: it is kept, and will be sent. */
export type Outcome =
  | { readonly state: 'sent' | 'waiting' }
  | { readonly state: 'refused'; readonly action: Action; readonly error: ApiError };

/** Nobody stands before a screen that is busy for longer: the action goes on its way by itself. */
const PATIENCE_MS = 8000;
/** A request that has had no answer for so long has none any more. */
const ANSWER_MS = 30_000;
const RETRY_MS = 20_000;
/** How long a phone says what was sent. */
const SENT_HOURS = 12;

const digits = (seq: number): string => String(seq).padStart(12, '0');

/**
 * Whether the server has looked at it and says no. Anything else leaves it open whether it was carried out, or only puts it off: too many
 * requests, a session that is over, a second step that is missing.
 */
function isRefused(error: unknown): error is ApiError & { readonly code: ErrorCode } {
  if (!(error instanceof ApiError) || !(error.code in ERRORS)) return false;
  const { status } = ERRORS[error.code as ErrorCode];
  return status >= 400 && status < 500 && status !== 401 && status !== 429 && error.code !== 'auth.secondStepRequired';
}

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * What a doctor has done and the server may not have heard of yet (docs/decisions/0087). An action is kept on the phone before it is sent, under an
 * idempotency key of its own, and sent in order, as often as it takes; the server carries it out once. It is sent only when the server has said so.
 */
export function createOutbox() {
  let state: OutboxState = { actions: [], isSending: false, isOffline: false };
  let loadedFor: string | undefined;
  let flushing: Promise<void> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
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
    const others = state.actions.filter(({ seq }) => seq !== action.seq);
    set({ actions: [...others, action].toSorted((a, b) => a.seq - b.seq) });
  }

  async function drop(owner: string, seqs: ReadonlySet<number>): Promise<void> {
    await alone(() => remove('action', owner, (name) => seqs.has(Number(name))));
    set({ actions: state.actions.filter(({ seq }) => !seqs.has(seq)) });
  }

  /** @returns whether the next one may be sent */
  async function sendOne(owner: string, action: Action & { readonly work: Work }): Promise<boolean> {
    // Before it leaves: whatever happens then, the server may know it.
    let current: Action & { readonly work: Work } = { ...action, tried: true };
    await write(owner, current);
    try {
      await send(current, {
        signal: AbortSignal.timeout(ANSWER_MS),
        // A request that is repeated must be the same.
        remember: async (work) => {
          current = { ...current, work };
          await write(owner, current);
        },
      });
    } catch (error) {
      if (!isRefused(error)) {
        set({ isOffline: true });
        return false;
      }
      const { code, params, issues } = error;
      await write(owner, { ...current, state: 'refused', refusal: { code, params, issues }, answeredAt: clock.now().toISOString() });
      set({ isOffline: false });
      return true;
    }
    const { work: _sent, ...facts } = current;
    await write(owner, { ...facts, state: 'sent', work: null, answeredAt: clock.now().toISOString() });
    set({ isOffline: false });
    return true;
  }

  async function sendAll(): Promise<void> {
    for (;;) {
      const owner = account();
      if (owner === undefined) return;
      const [next] = (await load()).filter((action) => action.state === 'waiting');
      if (!next?.work) return;
      if (!(await sendOne(owner, { ...next, work: next.work }))) return;
    }
  }

  /** Sends what waits, in order, until the network fails. One at a time, in one tab. */
  function flush(): Promise<void> {
    clearTimeout(retry);
    flushing ??= (async () => {
      set({ isSending: true });
      try {
        await (navigator.locks ? navigator.locks.request('checkwell:outbox', sendAll) : sendAll());
      } finally {
        flushing = undefined;
        set({ isSending: false });
        // Not every network says when it is back.
        if (waiting().length > 0) retry = setTimeout(() => void flush().catch(() => undefined), RETRY_MS);
      }
    })();
    return flushing;
  }

  const waiting = (): readonly Action[] => state.actions.filter((action) => action.state === 'waiting');

  /** Numbers and keeps an action. */
  async function enqueue(owner: string, { id: missionId, companyId, workerFullName }: ActedOn, work: Work, at: Date): Promise<Action> {
    return alone(async () => {
      const kept = await readAll('action', owner);
      const action: Action = {
        seq: Number(kept.at(-1)?.name ?? 0) + 1,
        idempotencyKey: newIdempotencyKey(),
        missionId,
        companyId,
        workerFullName,
        name: nameOfWork(work),
        at: at.toISOString(),
        state: 'waiting',
        tried: false,
        work,
      };
      await keep('action', owner, digits(action.seq), action);
      set({ actions: [...state.actions, action] });
      return action;
    });
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: (): OutboxState => state,
    flush,
    /** Once nothing is on its way any more. */
    idle: (): Promise<void> => flushing ?? Promise.resolve(),
    /** No further attempts by itself. */
    stop: (): void => clearTimeout(retry),
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
     * @throws {unknown} `ApiError` where nobody is signed in any more, or of the phone's store: it is not kept, and not sent
     */
    async act(mission: ActedOn, work: Work, at: Date = clock.now()): Promise<Outcome> {
      const owner = account();
      // The page is being left: nothing could be kept for anybody.
      if (owner === undefined) throw new ApiError('access.unauthenticated', { status: 401 });
      if (loadedFor !== owner) await load();
      const { seq } = await enqueue(owner, mission, work, at);
      const settled = async (): Promise<void> => {
        // Whoever sends at this moment may be past it.
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
      return { state: action?.state === 'waiting' ? 'waiting' : 'sent' };
    },
    /** The doctor throws it away, or has it before them again. What is on its way cannot be. */
    async discard({ seq }: Pick<Action, 'seq'>): Promise<void> {
      const owner = account();
      const action = state.actions.find((candidate) => candidate.seq === seq);
      if (owner === undefined || !action || (action.state === 'waiting' && action.tried)) return;
      await drop(owner, new Set([seq]));
    },
  };
}

export const outbox: Outbox = createOutbox();
