import { OFFLINE } from '@checkwell/domain/constants';
import { createStore, delMany, entries, get, keys, set } from 'idb-keyval';
import { clock } from '../browser/time.ts';
import { removeServiceWorker } from '../browser/workers.ts';
import { session } from '../session/session.ts';
import { FORGET, LOCAL, localStore } from '../session/storage.ts';

/**
 * The store of a doctor's phone for the hours without network (docs/decisions/0087): responses of the server, and actions that were not sent
 * yet. Each row belongs to one account and is encrypted by a key of that account, which the browser gives to no program.
 */
const store = createStore('checkwell-phone', 'rows');

/** `answer`: a response of the server. `action`: an action of the doctor. */
type Kind = 'answer' | 'action';

interface Row {
  /** Milliseconds since 1970. */
  readonly keptAt: number;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}

const nameOf = (kind: Kind | 'key', account: string, name: string): string => [kind, account, name].map(encodeURIComponent).join(':');
const belongsTo = (kind: Kind | 'key', account: string, key: IDBValidKey): key is string =>
  typeof key === 'string' && key.startsWith(nameOf(kind, account, ''));

const ALGORITHM = { name: 'AES-GCM', length: 256 } as const;

/** Runs one piece of work at a time in all tabs: two at once would make two keys, or two actions with the same number. */
export const alone = <Result>(work: () => Promise<Result>): Promise<Result> =>
  navigator.locks ? navigator.locks.request('checkwell:phone', work) : work();

async function keyOf(account: string): Promise<CryptoKey> {
  const name = nameOf('key', account, '');
  const known = await get<CryptoKey>(name, store);
  if (known) return known;
  const made = await crypto.subtle.generateKey(ALGORITHM, false, ['encrypt', 'decrypt']);
  await set(name, made, store);
  return made;
}

/** Whether all rows of the account are about to be removed: a row written now would stay. */
const isGoing = (): boolean => session.isLeaving() || (localStore.getItem(LOCAL.phone)?.startsWith(FORGET) ?? false);

/**
 * Keeps a JSON value; it replaces one of the same name. To be called within `alone`.
 * @throws {unknown} when the browser has no storage or none left, or the session is over
 */
export async function keep(kind: Kind, account: string, name: string, value: unknown): Promise<void> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const key = nameOf(kind, account, name);
  const text = new TextEncoder().encode(JSON.stringify(value));
  const sealed = await crypto.subtle.encrypt(
    { ...ALGORITHM, iv, additionalData: new TextEncoder().encode(key) },
    await keyOf(account),
    text,
  );
  const row: Row = { keptAt: clock.now().getTime(), iv, sealed };
  if (isGoing()) throw new Error('The session is over: nothing more is kept.');
  await set(key, row, store);
  if (isGoing()) return;
  localStore.setItem(LOCAL.phone, `${account} ${clock.now().getTime() + OFFLINE.answerHours * 3_600_000}`);
}

async function open(key: string, account: string, row: Row): Promise<unknown> {
  const text = await crypto.subtle.decrypt(
    { ...ALGORITHM, iv: row.iv, additionalData: new TextEncoder().encode(key) },
    await keyOf(account),
    row.sealed,
  );
  return JSON.parse(new TextDecoder().decode(text));
}

export interface Kept {
  readonly name: string;
  readonly keptAt: Date;
  readonly value: unknown;
}

/** All values of a kind, sorted by name. Values that cannot be decrypted are left out. */
export async function readAll(kind: Kind, account: string): Promise<readonly Kept[]> {
  const rows = (await entries<string, Row>(store)).filter(([key]) => belongsTo(kind, account, key));
  const prefix = nameOf(kind, account, '');
  const kept = await Promise.all(
    rows.map(async ([key, row]) => {
      const value = await open(key, account, row).catch(() => undefined);
      return value === undefined ? [] : [{ name: decodeURIComponent(key.slice(prefix.length)), keptAt: new Date(row.keptAt), value }];
    }),
  );
  return kept.flat().toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** One value; undefined when there is none, or it cannot be decrypted. */
export async function read(kind: Kind, account: string, name: string): Promise<Kept | undefined> {
  const key = nameOf(kind, account, name);
  const row = await get<Row>(key, store);
  if (!row) return undefined;
  const value = await open(key, account, row).catch(() => undefined);
  return value === undefined ? undefined : { name, keptAt: new Date(row.keptAt), value };
}

/** Removes the values whose name `chosen` accepts. */
export async function remove(kind: Kind, account: string, chosen: (name: string) => boolean): Promise<void> {
  const prefix = nameOf(kind, account, '');
  const gone = (await keys<string>(store)).filter(
    (key) => belongsTo(kind, account, key) && chosen(decodeURIComponent(key.slice(prefix.length))),
  );
  await delMany(gone, store);
}

/** Whether an action waits to be sent, or was refused and not looked at yet: signing out would lose it. */
export const hasUnsent = async (account: string): Promise<boolean> =>
  (await readAll('action', account)).some(({ value }) => (value as { readonly state?: string }).state !== 'sent');

/**
 * Removes everything of an account that signed out, the responses of any other account and those that are too old, and actions that
 * another account has not sent for a week. To be called at each start of the program.
 */
export async function tidyPhone(account: string): Promise<void> {
  const mark = localStore.getItem(LOCAL.phone);
  if (mark === null) return;
  const left = mark.startsWith(FORGET) ? mark.slice(FORGET.length) : undefined;
  const now = clock.now().getTime();
  const waitingFor = await alone(async () => {
    const rows = await entries<string, Row | CryptoKey>(store);
    const isGone = ([key, row]: [string, Row | CryptoKey]): boolean => {
      const [kind, owner = ''] = key.split(':').map(decodeURIComponent);
      if (owner === left) return true;
      if (!('keptAt' in row)) return false;
      const age = now - row.keptAt;
      return kind === 'answer'
        ? owner !== account || age > OFFLINE.answerHours * 3_600_000
        : owner !== account && age > OFFLINE.othersActionDays * 86_400_000;
    };
    await delMany(
      rows.filter(isGone).map(([key]) => key),
      store,
    );
    const owners = rows.filter((row) => !isGone(row)).map(([key]) => key.split(':').map(decodeURIComponent));
    return owners.find(([kind]) => kind === 'action')?.[1];
  });
  if (left === undefined && mark.split(' ')[0] === account) return;
  await removeServiceWorker();
  // An account may have stored something meanwhile.
  if (localStore.getItem(LOCAL.phone) !== mark) return;
  if (waitingFor === undefined) localStore.removeItem(LOCAL.phone);
  // Keeps the mark, so that the next start, by any account, counts the week of these actions.
  else localStore.setItem(LOCAL.phone, `${waitingFor} 0`);
}
