import { type Late, LatePart, late } from '../overlays/late.tsx';
import type { ComboBoxProps } from './ComboBoxCore.tsx';
import { FieldRoom } from './FieldRoom.tsx';

export type { ComboBoxHandle, ComboBoxProps } from './ComboBoxCore.tsx';

const CORE = late(async () => (await import('./ComboBoxCore.tsx')).ComboBoxCore);

/** Chooses one thing out of many by searching for it; in its own chunk, keeps its room meanwhile. */
export function ComboBox<T extends object>(props: ComboBoxProps<T>) {
  // Loaded once, for things of any type; here it gets those of one.
  return <LatePart part={CORE as unknown as Late<ComboBoxProps<T>>} props={props} room={<FieldRoom className={props.className} />} />;
}
