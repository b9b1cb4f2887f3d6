import { LatePart, late } from '../overlays/late.tsx';
import { FieldRoom } from './FieldRoom.tsx';
import type { TimeFieldProps } from './TimeFieldCore.tsx';

export type { TimeFieldProps } from './TimeFieldCore.tsx';

const CORE = late(async () => (await import('./TimeFieldCore.tsx')).TimeFieldCore);

/** A time of day on the 24-hour clock, `HH:MM` or `''`, typed part by part; in its own chunk, keeps its room meanwhile. */
export function TimeField(props: TimeFieldProps) {
  return <LatePart part={CORE} props={props} room={<FieldRoom size={props.size} className={props.className} />} />;
}
