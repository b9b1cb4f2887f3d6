import { QueryClient } from '@tanstack/react-query';

/** Subjects of live events and of invalidation: a query names those that make its answer old. */
export const TOPICS = [
  'check',
  'certificate',
  'employee',
  'doctor',
  'mission',
  'offer',
  'superior',
  'user',
  'profile',
  'company',
  'dashboard',
] as const;
export type Topic = (typeof TOPICS)[number];

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { topics?: readonly Topic[] };
  }
}

/**
 * Defaults of section 7 of the specification: no refetch on window focus, none on reconnect, refetch on mount,
 * background refetch allowed. What a loader fetched just now is not fetched again on mount (5 s).
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchOnMount: true,
      refetchIntervalInBackground: true,
      staleTime: 5_000,
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && isTransient(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Refusals stay refusals; only what the network or a busy server caused is worth another try. */
function isTransient(error: unknown): boolean {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return status === 0 || status === 502 || status === 503 || status === 504;
}

/** Marks every query of these topics as old; those on the screen are fetched again. */
export async function invalidate(...topics: readonly Topic[]): Promise<void> {
  await queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.topics?.some((topic) => topics.includes(topic)) ?? false });
}
