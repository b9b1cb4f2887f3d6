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
 * The version of a record is never copied with single values: a form that was filled from an old list would then overwrite newer values
 * without the server noticing.
 */
const VERSION = 'version';

/** The response with newer values in its records; the same object when nothing changed. */
function withNewer<T>(data: T, newer: ReadonlyMap<string, Entity>): T {
  if (!isRecord(data)) return data;
  const own = isEntity(data) ? newer.get(nameOf(data)) : undefined;
  let changed = false;
  const entries = Object.entries(data).map(([field, value]): [string, unknown] => {
    // Only plain values: another query may have selected a list or an object in another shape.
    const taken = own && field in own && field !== VERSION && !isRecord(value) && !isRecord(own[field]);
    const fresh = taken ? own[field] : withNewer(value, newer);
    if (fresh !== value) changed = true;
    return [field, fresh];
  });
  if (!changed) return data;
  return (Array.isArray(data) ? entries.map(([, value]) => value) : Object.fromEntries(entries)) as T;
}

/**
 * Copies the values of a doctor in a response to all cached queries, so that every screen shows the same doctor.
 */
export function spreadEntities(client: QueryClient, data: unknown): void {
  const newer = new Map(findEntities(data).map((entity) => [nameOf(entity), entity]));
  if (newer.size === 0) return;
  for (const query of client.getQueryCache().getAll()) {
    const next = withNewer(query.state.data, newer);
    // Not `setQueryData`, which would mark an out-of-date query as fresh, and a failed one as successful.
    if (next !== query.state.data) query.setState({ data: next });
  }
}
