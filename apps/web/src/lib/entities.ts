import { useQuery } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/**
 * Doctors are identified in the client cache by their id (specification, section 3): every doctor in any GraphQL
 * answer that carries `__typename` and `id` updates the one record that all screens read.
 */
const CACHED_TYPES: readonly string[] = ['Doctor'];

export interface CachedEntity {
  readonly __typename: string;
  readonly id: string;
}

const entityKey = (type: string, id: string): readonly string[] => ['entity', type, id];

function isCached(value: object): value is CachedEntity {
  return '__typename' in value && 'id' in value && typeof value.id === 'string' && CACHED_TYPES.includes(String(value.__typename));
}

/** Every cached entity inside an answer. */
export function findEntities(data: unknown): readonly CachedEntity[] {
  if (typeof data !== 'object' || data === null) return [];
  const inside = Object.values(data).flatMap(findEntities);
  return isCached(data) ? [data, ...inside] : inside;
}

export function rememberEntities(data: unknown): void {
  for (const entity of findEntities(data)) {
    queryClient.setQueryData<object>(entityKey(entity.__typename, entity.id), (known) => ({ ...known, ...entity }));
  }
}

/** What is known of a doctor by now, from whichever answer it came. */
export function useCachedDoctor<T extends CachedEntity>(id: string | null | undefined): T | undefined {
  const { data } = useQuery<T>({ queryKey: entityKey('Doctor', id ?? ''), enabled: false, staleTime: Number.POSITIVE_INFINITY });
  return data;
}
