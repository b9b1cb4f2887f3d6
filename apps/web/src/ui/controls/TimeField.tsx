import { LazyPart, lazy } from '../overlays/lazy.tsx';
import { FieldFallback } from './FieldFallback.tsx';
import type { TimeFieldProps } from './TimeFieldCore.tsx';

export type { TimeFieldProps } from './TimeFieldCore.tsx';

const CORE = lazy(async () => (await import('./TimeFieldCore.tsx')).TimeFieldCore);

/** A time of day on the 24-hour clock, `HH:MM` or `''`, typed part by part; in its own chunk, keeps its room meanwhile. */
export function TimeField(props: TimeFieldProps) {
  return <LazyPart part={CORE} props={props} fallback={<FieldFallback size={props.size} className={props.className} />} />;
}
