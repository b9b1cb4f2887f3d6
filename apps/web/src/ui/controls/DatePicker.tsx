import { LazyPart, lazy } from '../overlays/lazy.tsx';
import type { DatePickerProps, DateRangeProps } from './DatePickerCore.tsx';
import { FieldFallback } from './FieldFallback.tsx';

export type { DatePickerProps, DatePreset, DateRangeProps } from './DatePickerCore.tsx';

/** In a chunk of its own, because React Aria's dates are larger than the rest of a screen. The fallback has the same size. */
const core = () => import('./DatePickerCore.tsx');
const PICKER = lazy(async () => (await core()).DatePickerCore);
const RANGE = lazy(async () => (await core()).DateRangeCore);

/** One calendar day, `YYYY-MM-DD` or `''`, typed or chosen, in the interface language. */
export function DatePicker(props: DatePickerProps) {
  return <LazyPart part={PICKER} props={props} fallback={<FieldFallback size={props.size} className={props.className} />} />;
}

/** A first and a last day. */
export function DateRange(props: DateRangeProps) {
  return <LazyPart part={RANGE} props={props} fallback={<FieldFallback size={props.size} className={props.className} />} />;
}
