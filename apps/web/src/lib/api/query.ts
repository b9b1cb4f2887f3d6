import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query';
import { notify, notifyError } from '../browser/toast.ts';
import { ApiError } from './api-error.ts';
import type { GraphqlDocument } from './gql.ts';
import { graphql } from './graphql.ts';
import { http, type RequestOptions } from './http.ts';
import { invalidate, queryClient, type Topic } from './query-client.ts';

export { invalidate, queryClient, type Topic } from './query-client.ts';

interface QuerySettings {
  /** Live events and mutations of these topics make the answer old. */
  readonly topics?: readonly Topic[];
  /** Shows the previous page or filter's rows until the next are there. */
  readonly keepPrevious?: boolean;
  readonly enabled?: boolean;
  /** Milliseconds during which the answer counts as fresh; default 5 s. */
  readonly staleTime?: number;
}

const settings = ({ topics, keepPrevious, enabled, staleTime }: QuerySettings) => ({
  ...(topics ? { meta: { topics } } : {}),
  ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  ...(enabled === undefined ? {} : { enabled }),
  ...(staleTime === undefined ? {} : { staleTime }),
});

/** Options for `useQuery`, `useSuspenseQuery`, `ensureQueryData`, `prefetch` from a GraphQL operation. */
export function gqlQuery<Result, Variables, Data = Result>(
  query: QuerySettings & {
    document: GraphqlDocument<Result, Variables>;
    variables: Variables;
    key?: QueryKey;
    /** What the screen gets of the answer; an error that it throws is the query's. */
    select?: (result: Result) => Data;
  },
) {
  return queryOptions<Result, Error, Data>({
    queryKey: query.key ?? ['graphql', query.document.name, query.variables],
    queryFn: ({ signal }) => graphql<Result, object>(query.document as GraphqlDocument<Result, object>, query.variables ?? {}, { signal }),
    ...(query.select ? { select: query.select } : {}),
    ...(settings(query) as object),
  });
}

/** The same for a REST path. */
export function restQuery<Result>(query: QuerySettings & { path: string; query?: RequestOptions['query']; key?: QueryKey }) {
  return queryOptions<Result>({
    queryKey: query.key ?? ['rest', query.path, query.query ?? {}],
    queryFn: ({ signal }) => http.get<Result>(query.path, { query: query.query ?? {}, signal }),
    ...(settings(query) as object),
  });
}

/**
 * Starts a query in a loader; the screen shows a failure, and the route does not wait for it. With the
 * loader's `cause`, a screen that stays (another filter, another page) stays to be seen and typed into while its next rows
 * are under way: waiting for them would put a spinner in its place. What its screen does not ask for (`enabled`) is not asked
 * for here either.
 */
export async function prefetch(
  client: QueryClient,
  options: { queryKey: QueryKey; enabled?: unknown },
  cause?: 'preload' | 'enter' | 'stay',
): Promise<void> {
  if (options.enabled === false) return;
  const work = client.prefetchQuery({ ...options, retry: false });
  if (cause !== 'stay') await work;
}

interface MutationSettings<Result, Variables> {
  /** Queries of these topics are fetched again after success, and when somebody else has changed the thing meanwhile. */
  readonly topics?: readonly Topic[];
  /** Sentence shown after success. */
  readonly success?: string;
  readonly onSuccess?: (result: Result, variables: Variables) => unknown;
  /** Return false to say that the screen shows the failure itself; otherwise a toast does. */
  readonly onError?: (error: Error, variables: Variables) => unknown;
}

/** A change through any call; see MutationSettings for what happens afterwards. */
export function useChange<Result, Variables = void>(
  run: (variables: Variables) => Promise<Result>,
  { topics = [], success, onSuccess, onError }: MutationSettings<Result, Variables> = {},
): UseMutationResult<Result, Error, Variables> {
  return useMutation<Result, Error, Variables>(
    {
      mutationFn: run,
      onSuccess: async (result, variables) => {
        const renewed = invalidate(...topics);
        if (success) notify('success', success);
        await onSuccess?.(result, variables);
        await renewed;
      },
      onError: (error, variables) => {
        if (onError?.(error, variables) === false) return;
        // Somebody else was faster: the screen shows its current state, and what was typed stays.
        if (error instanceof ApiError && error.code === 'entity.changedMeanwhile') void invalidate(...topics);
        notifyError(error);
      },
    },
    queryClient,
  );
}

/** A change through a GraphQL mutation. */
export function useGqlChange<Result, Variables extends object>(
  document: GraphqlDocument<Result, Variables>,
  options: MutationSettings<Result, Variables> & { idempotencyKey?: string } = {},
): UseMutationResult<Result, Error, Variables> {
  const { idempotencyKey, ...rest } = options;
  return useChange<Result, Variables>(
    (variables) => graphql<Result, object>(document as GraphqlDocument<Result, object>, variables, { idempotencyKey }),
    rest,
  );
}
