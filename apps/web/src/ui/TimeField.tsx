import { lazy, Suspense } from 'react';
import { FieldRoom } from './FieldRoom.tsx';
import type { TimeFieldProps } from './TimeFieldCore.tsx';

export type { TimeFieldProps } from './TimeFieldCore.tsx';

const LazyField = lazy(async () => ({ default: (await import('./TimeFieldCore.tsx')).TimeFieldCore }));

/** A time of day on the 24-hour clock, `HH:MM` or `''`, typed part by part; in its own chunk, keeps its room meanwhile. */
export function TimeField(props: TimeFieldProps) {
  return (
    <Suspense fallback={<FieldRoom size={props.size} className={props.className} />}>
      <LazyField {...props} />
    </Suspense>
  );
}
