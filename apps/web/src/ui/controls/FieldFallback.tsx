import { cx } from '../content/cx.ts';
import type { ControlSize } from './control-classes.ts';
import { useField } from './field-context.ts';

const HEIGHTS = { sm: 'h-8 pointer-coarse:h-10', md: 'h-10', lg: 'h-12' } as const satisfies Record<ControlSize, string>;

/** Shown while the chunk of a field loads: it has the size of the field and its place for `focusFirstError`. */
export function FieldFallback({ size = 'sm', className }: { size?: ControlSize | undefined; className?: string | undefined }) {
  const invalid = useField()?.invalid ?? false;
  return (
    <div
      data-fallback=""
      data-wrong={invalid || undefined}
      aria-hidden="true"
      className={cx('rounded-control border border-line bg-field', HEIGHTS[size], className)}
    />
  );
}
