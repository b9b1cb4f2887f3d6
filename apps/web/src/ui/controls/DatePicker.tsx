import { LatePart, late } from '../overlays/late.tsx';
import type { DatePickerProps, DateRangeProps } from './DatePickerCore.tsx';
import { FieldRoom } from './FieldRoom.tsx';

export type { DatePickerProps, DatePreset, DateRangeProps } from './DatePickerCore.tsx';

/** React Aria's dates weigh more than the rest of a screen, so they come in their own chunk, and keep their room meanwhile. */
const core = () => import('./DatePickerCore.tsx');
const PICKER = late(async () => (await core()).DatePickerCore);
const RANGE = late(async () => (await core()).DateRangeCore);

/** One calendar day, `YYYY-MM-DD` or `''`, typed or chosen, in the interface language. */
export function DatePicker(props: DatePickerProps) {
  return <LatePart part={PICKER} props={props} room={<FieldRoom size={props.size} className={props.className} />} />;
}

/** A first and a last day. */
export function DateRange(props: DateRangeProps) {
  return <LatePart part={RANGE} props={props} room={<FieldRoom size={props.size} className={props.className} />} />;
}
