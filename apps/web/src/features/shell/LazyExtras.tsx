import { lazy, Suspense, useEffect, useState } from 'react';
import { useOverlay } from './overlay.ts';

const Extras = lazy(async () => ({ default: (await import('./Extras.tsx')).Extras }));

/** Keys, search and help come once the first screen stands, or as soon as somebody asks for them. */
export function LazyExtras() {
  const [idle, setIdle] = useState(false);
  const wanted = useOverlay() !== undefined;
  useEffect(() => {
    const later = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 500));
    later(() => setIdle(true));
  }, []);
  return <Suspense>{(idle || wanted) && <Extras />}</Suspense>;
}
