import { ErrorState } from './ErrorState.tsx';
import { Skeleton, type SkeletonProps } from './Skeleton.tsx';

interface QueryStateProps extends SkeletonProps {
  readonly query: { readonly isError: boolean; readonly error: unknown; readonly refetch: () => Promise<unknown> };
}

/** What is in place of an answer that is not there: that it could not be loaded, with another try; else its skeleton. */
export function QueryState({ query, ...skeleton }: QueryStateProps) {
  return query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <Skeleton {...skeleton} />;
}
