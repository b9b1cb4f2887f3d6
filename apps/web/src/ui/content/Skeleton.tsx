import { cx } from './cx.ts';

export interface SkeletonProps {
  width?: string;
  height?: string;
  lines?: number;
  className?: string;
}

/** Bars in the space of content that is loading. */
export function Skeleton({ width = '100%', height = '0.75rem', lines = 1, className }: SkeletonProps) {
  return (
    <span aria-hidden="true" className={cx('flex flex-col gap-2', className)}>
      {Array.from({ length: lines }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: identical bars without state.
          key={index}
          className="block animate-shimmer rounded bg-neutral-soft"
          style={{ width: index > 0 && index === lines - 1 ? '60%' : width, height }}
        />
      ))}
    </span>
  );
}
