import { lazy, Suspense } from 'react';
import { useOverlay } from '../overlay.ts';

const UnsentDialog = lazy(async () => ({ default: (await import('./UnsentDialog.tsx')).UnsentDialog }));

/** `UnsentDialog`, for a page outside the shell. */
export function LazyUnsentDialog() {
  return useOverlay() === 'unsent' ? (
    <Suspense>
      <UnsentDialog />
    </Suspense>
  ) : null;
}
