import { type ComponentType, createElement, useEffect, useState } from 'react';
import { notifyError, prepareToasts } from '../../lib/browser/toast.ts';
import { loadTranslations } from '../../lib/i18n/translations.ts';
import { type Overlay, showOverlay, useOverlay } from './overlay.ts';
import { useShortcuts } from './shortcuts/use-shortcuts.ts';

const LOADERS: Record<Overlay, () => Promise<ComponentType>> = {
  notifications: async () =>
    (await Promise.all([import('./notifications/NotificationsDialog.tsx'), loadTranslations('notifications')]))[0].NotificationsDialog,
  palette: async () => (await Promise.all([import('./palette/Palette.tsx'), loadTranslations('palette', 'enums')]))[0].Palette,
  shortcuts: async () => (await Promise.all([import('./shortcuts/ShortcutsDialog.tsx'), loadTranslations('palette')]))[0].ShortcutsDialog,
  unsent: async () => (await import('./sign-out/UnsentDialog.tsx')).UnsentDialog,
  tour: async () => (await Promise.all([import('./tour/Tour.tsx'), loadTranslations('tour')]))[0].Tour,
};

/** By then the first screen has loaded everything of its own. */
const LATER_MS = 3000;

/**
 * The overlay that is open, and the keyboard shortcuts that open one. When its code cannot be loaded, a message says so; the screen
 * under it, with what was typed there, stays.
 */
export function Overlays() {
  const overlay = useOverlay();
  const [loaded, setLoaded] = useState<Partial<Record<Overlay, ComponentType>>>({});
  useShortcuts();
  useEffect(() => {
    // When the toasts cannot be loaded now, the first message loads them.
    let left = false;
    let stop: (() => void) | undefined;
    const later = setTimeout(() => {
      void prepareToasts().catch(() => undefined);
      import('./notifications/NotificationsDialog.tsx').then(
        ({ countUnread }) => {
          if (!left) stop = countUnread();
        },
        () => undefined, // the bell shows no number until the next visit
      );
    }, LATER_MS);
    return () => {
      left = true;
      clearTimeout(later);
      stop?.();
    };
  }, []);
  useEffect(() => {
    if (!overlay || loaded[overlay]) return;
    LOADERS[overlay]().then(
      (component) => setLoaded((others) => ({ ...others, [overlay]: component })),
      (error: unknown) => {
        notifyError(error);
        showOverlay(undefined);
      },
    );
  }, [overlay, loaded]);
  const shown = overlay && loaded[overlay];
  return shown ? createElement(shown) : null;
}
