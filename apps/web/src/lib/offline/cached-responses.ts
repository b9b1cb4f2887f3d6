import { OFFLINE } from '@checkwell/domain/constants';
import { useSyncExternalStore } from 'react';
import { ApiError } from '../api/api-error.ts';
import { answerBy } from '../api/graphql.ts';
import { clock } from '../browser/time.ts';
import { session } from '../session/session.ts';
import { alone, type Kept, keep, read, remove } from './encrypted-store.ts';

/** Reduces a response to what its screen needs; undefined: it is not kept. */
type Trim = (answer: never) => unknown;

interface CachedOperations {
  /** What is kept of each response, by the name of the operation. */
  readonly operations: Readonly<Record<string, Trim>>;
  /** Called after a response was kept. */
  readonly onKept?: (operation: string, answer: unknown) => Promise<void> | void;
}

/** When the server sent the kept response that the screens show; undefined: they show a new one. */
let shownSince: Date | undefined;
const listeners = new Set<() => void>();

function show(since: Date | undefined): void {
  if (since?.getTime() === shownSince?.getTime()) return;
  shownSince = since;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The age of what the screens show without network; undefined: it is up to date. */
export const useShownSince = (): Date | undefined => useSyncExternalStore(subscribe, () => shownSince);

const nameOf = (operation: string, variables: object): string => `${operation} ${JSON.stringify(variables)}`;

/** Keeps a response on this phone, as the rule of its operation says. */
async function cacheResponse(
  { operations, onKept }: CachedOperations,
  account: string,
  operation: string,
  variables: object,
  answer: unknown,
) {
  // Each rule takes the responses of its own operation, which the type of the table does not say.
  const kept = operations[operation]?.(answer as never);
  await alone(async () => {
    if (kept === undefined) await remove('answer', account, (name) => name === nameOf(operation, variables));
    else await keep('answer', account, nameOf(operation, variables), kept);
  });
  if (kept !== undefined) await onKept?.(operation, kept);
}

const isFresh = ({ keptAt }: Kept): boolean => clock.now().getTime() - keptAt.getTime() < OFFLINE.answerHours * 3_600_000;

/**
 * From now on this phone keeps the responses to some queries for the account that is signed in, and shows them for a day when there is no
 * network. With network, the server answers.
 */
export function cacheResponses(kept: CachedOperations): void {
  answerBy(async (document, variables, ask) => {
    const account = session.account();
    const { name } = document;
    if (!(name in kept.operations) || account === undefined) return ask();
    try {
      const answer = await ask();
      show(undefined);
      // A response that cannot be kept is missing without network only; the screen has it now.
      void cacheResponse(kept, account, name, variables, answer).catch(() => undefined);
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'web.offline') throw error;
      const found = await read('answer', account, nameOf(name, variables)).catch(() => undefined);
      if (!found || !isFresh(found)) throw error;
      show(found.keptAt);
      return found.value as Awaited<ReturnType<typeof ask>>;
    }
  });
}

/** Removes the kept responses to one query whose variables `chosen` accepts. */
export const forgetResponses = (account: string, operation: string, chosen: (variables: string) => boolean): Promise<void> =>
  alone(() => remove('answer', account, (name) => name.startsWith(`${operation} `) && chosen(name.slice(operation.length + 1))));
