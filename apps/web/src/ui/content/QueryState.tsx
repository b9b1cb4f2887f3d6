import { ErrorState } from './ErrorState.tsx';
import { Skeleton, type SkeletonProps } from './Skeleton.tsx';

interface QueryStateProps extends SkeletonProps {
  readonly query: { readonly isError: boolean; readonly error: unknown; readonly refetch: () => Promise<unknown> };
}

/** Shown instead of data that is missing: the error with a retry, else a skeleton. */
export function QueryState({ query, ...skeleton }: QueryStateProps) {
  return query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <Skeleton {...skeleton} />;
}
