import type { QueryClient } from '@tanstack/react-query';
import { CACHED_TYPES } from './cached-types.ts';

interface Entity {
  readonly __typename: string;
  readonly id: string;
  readonly [field: string]: unknown;
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null;

function isEntity(value: object): value is Entity {
  return '__typename' in value && 'id' in value && typeof value.id === 'string' && CACHED_TYPES.includes(String(value.__typename));
}

const nameOf = ({ __typename, id }: Entity): string => `${__typename}:${id}`;

/** Every cached record inside an answer. */
export function findEntities(data: unknown): readonly Entity[] {
  if (!isRecord(data)) return [];
  const inside = Object.values(data).flatMap(findEntities);
  return isEntity(data) ? [data, ...inside] : inside;
}

/**
 * Says that a record was read whole. It never goes along with some of the values: beside an old list it would let a form
 * that was filled from that list overwrite the new one, unseen by the server.
 */
const VERSION = 'version';

/** The same answer with newer values in its records; the very same object where nothing changed. */
function withNewer<T>(data: T, newer: ReadonlyMap<string, Entity>): T {
  if (!isRecord(data)) return data;
  const own = isEntity(data) ? newer.get(nameOf(data)) : undefined;
  let changed = false;
  const entries = Object.entries(data).map(([field, value]): [string, unknown] => {
    // Only plain values: a list or an object may have been asked for in another shape.
    const taken = own && field in own && field !== VERSION && !isRecord(value) && !isRecord(own[field]);
    const fresh = taken ? own[field] : withNewer(value, newer);
    if (fresh !== value) changed = true;
    return [field, fresh];
  });
  if (!changed) return data;
  return (Array.isArray(data) ? entries.map(([, value]) => value) : Object.fromEntries(entries)) as T;
}

/**
 * One doctor, one record: whatever an answer says about a doctor is at once what every screen shows, from whichever
 * query that screen has it.
 */
export function spreadEntities(client: QueryClient, data: unknown): void {
  const newer = new Map(findEntities(data).map((entity) => [nameOf(entity), entity]));
  if (newer.size === 0) return;
  for (const query of client.getQueryCache().getAll()) {
    const next = withNewer(query.state.data, newer);
    // Not `setQueryData`: that would make an answer fresh that was marked as old, and one good whose last fetch failed.
    if (next !== query.state.data) query.setState({ data: next });
  }
}
