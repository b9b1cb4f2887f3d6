import { cx } from './cx.ts';

/** A turning ring. Without a label, a text beside it says that something is loading. */
export function Spinner({ size = 16, label, className }: { size?: number; label?: string; className?: string }) {
  return (
    <span {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })} className={cx('inline-flex', className)}>
      <svg viewBox="0 0 24 24" width={size} height={size} fill="none" className="animate-spin" aria-hidden="true">
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.22" strokeWidth="3" />
        <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      </svg>
    </span>
  );
}
