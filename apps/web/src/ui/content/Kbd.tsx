import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** A key to press. */
export function Kbd({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <kbd
      className={cx(
        'inline-flex h-5 min-w-5 items-center justify-center rounded border border-line bg-surface px-1 font-sans text-2xs leading-none font-medium text-muted',
        className,
      )}
    >
      {children}
    </kbd>
  );
}
