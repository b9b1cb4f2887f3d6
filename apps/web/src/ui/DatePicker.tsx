import { lazy, Suspense } from 'react';
import type { DatePickerProps, DateRangeProps } from './DatePickerCore.tsx';
import { FieldRoom } from './FieldRoom.tsx';

export type { DatePickerProps, DatePreset, DateRangeProps } from './DatePickerCore.tsx';

/** React Aria's dates weigh more than the rest of a screen, so they come in their own chunk, and keep their room meanwhile. */
const core = () => import('./DatePickerCore.tsx');
const LazyPicker = lazy(async () => ({ default: (await core()).DatePickerCore }));
const LazyRange = lazy(async () => ({ default: (await core()).DateRangeCore }));

/** One calendar day, `YYYY-MM-DD` or `''`, typed or chosen, in the interface language. */
export function DatePicker(props: DatePickerProps) {
  return (
    <Suspense fallback={<FieldRoom size={props.size} className={props.className} />}>
      <LazyPicker {...props} />
    </Suspense>
  );
}

/** A first and a last day. */
export function DateRange(props: DateRangeProps) {
  return (
    <Suspense fallback={<FieldRoom size={props.size} className={props.className} />}>
      <LazyRange {...props} />
    </Suspense>
  );
}
