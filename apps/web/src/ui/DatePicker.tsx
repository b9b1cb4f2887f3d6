import { lazy, Suspense } from 'react';
import { cx } from './cx.ts';
import type { DatePickerProps, DateRangeProps } from './DatePickerCore.tsx';

export type { DatePickerProps, DatePreset, DateRangeProps } from './DatePickerCore.tsx';

/** React Aria's dates weigh more than the rest of a screen, so they come in their own chunk, and keep their room meanwhile. */
const core = () => import('./DatePickerCore.tsx');
const LazyPicker = lazy(async () => ({ default: (await core()).DatePickerCore }));
const LazyRange = lazy(async () => ({ default: (await core()).DateRangeCore }));

function Room({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('h-8 rounded-control border border-line bg-field pointer-coarse:h-10', className)} />;
}

/** One calendar day, `YYYY-MM-DD` or `''`, typed or chosen, in the interface language. */
export function DatePicker(props: DatePickerProps) {
  return (
    <Suspense fallback={<Room className={props.className} />}>
      <LazyPicker {...props} />
    </Suspense>
  );
}

/** A first and a last day. */
export function DateRange(props: DateRangeProps) {
  return (
    <Suspense fallback={<Room className={props.className} />}>
      <LazyRange {...props} />
    </Suspense>
  );
}
