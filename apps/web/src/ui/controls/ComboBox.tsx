import { type Lazy, LazyPart, lazy } from '../overlays/lazy.tsx';
import type { ComboBoxProps } from './ComboBoxCore.tsx';
import { FieldFallback } from './FieldFallback.tsx';

export type { ComboBoxHandle, ComboBoxProps } from './ComboBoxCore.tsx';

const CORE = lazy(async () => (await import('./ComboBoxCore.tsx')).ComboBoxCore);

/** Chooses one thing out of many by searching for it; in its own chunk, keeps its room meanwhile. */
export function ComboBox<T extends object>(props: ComboBoxProps<T>) {
  // Loaded once, for things of any type; here it gets those of one.
  return (
    <LazyPart part={CORE as unknown as Lazy<ComboBoxProps<T>>} props={props} fallback={<FieldFallback className={props.className} />} />
  );
}
