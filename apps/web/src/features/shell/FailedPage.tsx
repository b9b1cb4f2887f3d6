import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ErrorState } from '../../ui/ErrorState.tsx';

/** A screen whose loader or rendering failed. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const handleRetry = (): void => {
    reset();
    void router.invalidate();
  };
  return (
    <div className="grid min-h-[70dvh] place-items-center">
      <ErrorState error={error} onRetry={handleRetry} />
    </div>
  );
}
