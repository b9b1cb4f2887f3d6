import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '../../lib/browser/time.ts';
import { notifyError } from '../../lib/browser/toast.ts';
import { showOverlay, useOverlay } from './overlay.ts';

/** Loads the overlays and the keyboard shortcuts once the first screen is shown, or as soon as somebody opens an overlay. */
export function LazyOverlays() {
  const [Overlays, setOverlays] = useState<ComponentType>();
  const wanted = useOverlay() !== undefined;
  useEffect(() => {
    if (Overlays) return;
    const load = (): Promise<void> => import('./Overlays.tsx').then((module) => setOverlays(() => module.Overlays));
    if (wanted) {
      load().catch((error: unknown) => {
        notifyError(error);
        showOverlay(undefined);
      });
      return;
    }
    // When this fails, opening an overlay loads them.
    whenIdle(load);
  }, [Overlays, wanted]);
  return Overlays ? <Overlays /> : null;
}
