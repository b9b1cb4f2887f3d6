import { lazy, Suspense } from 'react';
import { loadWords } from '../../lib/words.ts';
import { useOverlay } from './overlay.ts';
import { useShortcuts } from './shortcuts/use-shortcuts.ts';

const Palette = lazy(async () => {
  const [{ Palette: component }] = await Promise.all([import('./palette/Palette.tsx'), loadWords('palette', 'enums')]);
  return { default: component };
});
const ShortcutsDialog = lazy(async () => {
  const [{ ShortcutsDialog: component }] = await Promise.all([import('./shortcuts/ShortcutsDialog.tsx'), loadWords('palette')]);
  return { default: component };
});
const Tour = lazy(async () => {
  const [{ Tour: component }] = await Promise.all([import('./tour/Tour.tsx'), loadWords('tour')]);
  return { default: component };
});

/** What lies over the screens, and the keys that call it. */
export function Extras() {
  const overlay = useOverlay();
  useShortcuts();
  return (
    <Suspense>
      {overlay === 'palette' && <Palette />}
      {overlay === 'shortcuts' && <ShortcutsDialog />}
      {overlay === 'tour' && <Tour />}
    </Suspense>
  );
}
