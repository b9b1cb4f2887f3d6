import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { prefetch } from '../api/query.ts';

/** The fields of a row that make the title of the page about it, one behind the other. */
const TITLES = {
  check: ['workerFullName'],
  certificate: ['employeeFirstName', 'employeeLastName'],
  employee: ['employeeFirstName', 'employeeLastName'],
  company: ['name'],
} as const;
export type TitledKind = keyof typeof TITLES;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** The rows of every list in an answer. */
const rowsIn = (answer: unknown): readonly unknown[] =>
  isRecord(answer) ? Object.values(answer).flatMap((list) => (isRecord(list) && Array.isArray(list.nodes) ? list.nodes : [])) : [];

/**
 * The title of a record as a list of this page has it: an answer of the server to the same person, so nothing that the record's own page
 * would hide. Undefined where no list has shown it, as after a reload. It lives and goes with the answers: signing out loads the page
 * again, and nothing of it is in the history or in storage.
 */
export function knownTitle(client: QueryClient, kind: TitledKind, id: string): string | undefined {
  for (const [, answer] of client.getQueriesData({ queryKey: ['graphql'] })) {
    const row = rowsIn(answer).find((candidate) => isRecord(candidate) && candidate.id === id);
    const parts = isRecord(row) ? TITLES[kind].map((field) => row[field]) : [];
    if (parts.length > 0 && parts.every((part) => typeof part === 'string' && part !== '')) return parts.join(' ');
  }
  return undefined;
}

/**
 * The same for a screen: what is in its heading until there is an answer.
 * @param query of the record itself: users who are refused it read no title either
 */
export function useKnownTitle(kind: TitledKind, id: string, { isPending }: { readonly isPending: boolean }): string | undefined {
  const client = useQueryClient();
  return isPending ? knownTitle(client, kind, id) : undefined;
}

/** For loaders: starts the query of one record. Its screen waits for the answer only where it has no title to show meanwhile. */
export const prefetchRecord = (
  client: QueryClient,
  kind: TitledKind,
  id: string,
  options: { queryKey: QueryKey; enabled?: unknown },
): Promise<void> => prefetch(client, options, knownTitle(client, kind, id) === undefined ? undefined : 'stay');
