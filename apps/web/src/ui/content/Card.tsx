import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

interface CardProps {
  title?: ReactNode;
  hint?: ReactNode;
  actions?: ReactNode;
  footer?: ReactNode;
  /** False for tables and lists that bring their own edges. */
  padded?: boolean;
  className?: string;
  children?: ReactNode;
}

/** A card with a border, for content that belongs together. */
export function Card({ title, hint, actions, footer, padded = true, className, children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className={cx('min-w-0 rounded-card border border-line bg-surface shadow-card', className)}
    >
      {(title || actions) && (
        <header
          className={cx(
            'flex min-h-12 flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 py-2.5',
            children != null && 'border-b border-line',
          )}
        >
          <div className="min-w-0">
            {title && (
              <h2 id={id} className="text-sm font-semibold text-fg">
                {title}
              </h2>
            )}
            {hint && <p className="text-2xs text-muted">{hint}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      {children != null && <div className={padded ? 'p-4' : undefined}>{children}</div>}
      {footer && <footer className="border-t border-line px-4 py-3">{footer}</footer>}
    </section>
  );
}

/** A titled part of a page, without a surface of its own. */
export function Section({ title, hint, actions, className, children }: Omit<CardProps, 'footer' | 'padded'> & { title: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cx('flex min-w-0 flex-col gap-3', className)}>
      <header className="flex flex-wrap items-end justify-between gap-x-3 gap-y-2">
        <div>
          <h2 id={id} className="text-sm font-semibold text-fg">
            {title}
          </h2>
          {hint && <p className="text-xs text-muted">{hint}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
