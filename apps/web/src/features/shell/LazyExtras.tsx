import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '../../lib/browser/time.ts';
import { notifyError } from '../../lib/browser/toast.ts';
import { showOverlay, useOverlay } from './overlay.ts';

/** Keys, search and help come once the first screen is shown, or as soon as somebody asks for them. */
export function LazyExtras() {
  const [Extras, setExtras] = useState<ComponentType>();
  const wanted = useOverlay() !== undefined;
  useEffect(() => {
    if (Extras) return;
    const load = (): Promise<void> => import('./Extras.tsx').then((module) => setExtras(() => module.Extras));
    if (wanted) {
      load().catch((error: unknown) => {
        notifyError(error);
        showOverlay(undefined);
      });
      return;
    }
    // Out of reach now, they are asked for again when somebody wants them.
    whenIdle(load);
  }, [Extras, wanted]);
  return Extras ? <Extras /> : null;
}
