import { OFFLINE } from '@checkwell/domain/constants';
import { useSyncExternalStore } from 'react';
import { ApiError } from '../api/api-error.ts';
import { answerBy } from '../api/graphql.ts';
import { clock } from '../browser/time.ts';
import { session } from '../session/session.ts';
import { alone, type Kept, keep, read, remove } from './phone.ts';

/** What is kept of an answer: as little as its screen needs; undefined: nothing. */
type Trim = (answer: never) => unknown;

interface KeptAnswers {
  /** By the name of the operation. */
  readonly operations: Readonly<Record<string, Trim>>;
  /** After an answer was kept. */
  readonly onKept?: (operation: string, answer: unknown) => Promise<void> | void;
}

/** When what the screens show was answered by the server; undefined: just now. */
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

/** Since when the screens have had no newer answer, because there is no network; undefined: they are up to date. */
export const useShownSince = (): Date | undefined => useSyncExternalStore(subscribe, () => shownSince);

const nameOf = (operation: string, variables: object): string => `${operation} ${JSON.stringify(variables)}`;

/** Keeps an answer on this phone, as the operation's own rule says. */
async function keepAnswer({ operations, onKept }: KeptAnswers, account: string, operation: string, variables: object, answer: unknown) {
  // Each rule takes the answers of its own operation, which the table does not say.
  const kept = operations[operation]?.(answer as never);
  await alone(async () => {
    if (kept === undefined) await remove('answer', account, (name) => name === nameOf(operation, variables));
    else await keep('answer', account, nameOf(operation, variables), kept);
  });
  if (kept !== undefined) await onKept?.(operation, kept);
}

const isFresh = ({ keptAt }: Kept): boolean => clock.now().getTime() - keptAt.getTime() < OFFLINE.answerHours * 3_600_000;

/**
 * From now on the responses to some queries are kept on this phone for the account that is signed in, and given again when the network is
 * gone, for a day. Nothing else changes: with network, the server answers.
 */
export function keepAnswers(kept: KeptAnswers): void {
  answerBy(async (document, variables, ask) => {
    const account = session.account();
    const { name } = document;
    if (!(name in kept.operations) || account === undefined) return ask();
    try {
      const answer = await ask();
      show(undefined);
      // What cannot be kept is not there without network; the screen has it now.
      void keepAnswer(kept, account, name, variables, answer).catch(() => undefined);
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

/** Removes the kept responses to one query that the choice names by their variables. */
export const forgetAnswers = (account: string, operation: string, chosen: (variables: string) => boolean): Promise<void> =>
  alone(() => remove('answer', account, (name) => name.startsWith(`${operation} `) && chosen(name.slice(operation.length + 1))));
