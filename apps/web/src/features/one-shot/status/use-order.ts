import type { FieldIssue } from '@checkwell/domain/errors';
import type { OneShotView } from '@checkwell/domain/one-shot/contract';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api/api-error.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { useLatest } from '../../../lib/browser/use-latest.ts';
import { placeOrder } from '../one-shot.calls.ts';
import type { Attempt } from '../order/one-shot-draft.ts';

/** The order that awaits its payment, as the server keeps it. */
export interface PlacedOrder {
  readonly order: OneShotView | undefined;
  readonly failure: Error | null;
  readonly retry: () => void;
}

/**
 * Places an order once, also after a reload or a lost answer.
 * @param attempt null: the terms are not accepted yet
 * @param onToken is called with the secret of the order's link, for the draft
 * @param onRefused is called with what the server finds wrong with fields
 */
export function useOrder(
  attempt: Attempt | null,
  onToken: (attempt: Attempt) => void,
  onRefused: (issues: readonly FieldIssue[]) => void,
): PlacedOrder {
  const report = useLatest(onToken);
  const refuse = useLatest(onRefused);
  const placed = useQuery(
    {
      queryKey: ['one-shot', 'order', attempt?.key],
      queryFn: async () => {
        if (attempt === null) throw new Error('There is no order to place.');
        const order = await placeOrder(attempt.input, attempt.key).catch((error: unknown) => {
          if (error instanceof ApiError && error.issues.length > 0) refuse.current(error.issues);
          throw error;
        });
        report.current({ ...attempt, token: order.token });
        return order;
      },
      enabled: attempt !== null,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    },
    queryClient,
  );
  return {
    order: attempt ? placed.data : undefined,
    failure: attempt && !placed.isFetching ? placed.error : null,
    retry: () => void placed.refetch(),
  };
}
