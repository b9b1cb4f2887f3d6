import { lazy, type ReactElement, Suspense } from 'react';
import type { ComboBoxProps } from './ComboBoxCore.tsx';
import { FieldRoom } from './FieldRoom.tsx';

export type { ComboBoxProps } from './ComboBoxCore.tsx';

const LazyComboBox = lazy(async () => ({ default: (await import('./ComboBoxCore.tsx')).ComboBoxCore }));

/** Chooses one thing out of many by searching for it; in its own chunk, keeps its room meanwhile. */
export function ComboBox<T extends object>(props: ComboBoxProps<T>): ReactElement {
  const Core = LazyComboBox as unknown as (props: ComboBoxProps<T>) => ReactElement;
  return (
    <Suspense fallback={<FieldRoom className={props.className} />}>
      <Core {...props} />
    </Suspense>
  );
}
