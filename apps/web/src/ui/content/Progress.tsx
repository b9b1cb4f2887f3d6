import { cx } from './cx.ts';

/** A progress bar; `value` is 0 to 1. */
export function Progress({ value, label, className }: { value: number; label: string; className?: string }) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={cx('h-1.5 overflow-hidden rounded-full bg-neutral-soft forced-colors:outline', className)}
    >
      <div className="h-full rounded-full bg-brand-fg transition-[width]" style={{ width: `${percent}%` }} />
    </div>
  );
}
