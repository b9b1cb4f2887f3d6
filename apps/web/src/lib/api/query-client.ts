import { QueryClient } from '@tanstack/react-query';
import { isTransient, RETRIES, retryDelay } from './retry.ts';

/** Subjects of live events and of invalidation: a query names those that make its answer old. */
export const TOPICS = [
  'check',
  'comment',
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
  'signUp',
  'flag',
  'listView',
  'message',
  'notification',
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
      retry: (failures, error) => failures < RETRIES && isTransient(error),
      retryDelay: (failures) => retryDelay(failures),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Marks every query of these topics as old; those on the screen are fetched again. */
export async function invalidate(...topics: readonly Topic[]): Promise<void> {
  await queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.topics?.some((topic) => topics.includes(topic)) ?? false });
}
