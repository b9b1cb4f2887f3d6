import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon, type IconName } from './Icon.tsx';

interface EmptyStateProps {
  icon?: IconName;
  title: ReactNode;
  /** The title is the heading of the whole page: nothing else is on it. */
  pageHeading?: boolean;
  text?: ReactNode;
  /** The next step. */
  action?: ReactNode;
  className?: string;
}

/** The message of an empty page or list: what is missing, why, and the next step. */
export function EmptyState({ icon = 'search', title, pageHeading, text, action, className }: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-center gap-1 px-6 py-12 text-center', className)}>
      <span className="mb-2 grid size-10 place-items-center rounded-full bg-neutral-soft text-muted">
        <Icon name={icon} size={20} />
      </span>
      {pageHeading ? (
        <h1 tabIndex={-1} className="text-lg font-semibold text-fg">
          {title}
        </h1>
      ) : (
        <p className="text-sm font-medium text-fg">{title}</p>
      )}
      {text && <p className="max-w-sm text-xs text-pretty text-muted">{text}</p>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
