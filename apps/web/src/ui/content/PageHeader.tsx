import type { ReactNode } from 'react';
import { backToList } from '../../lib/lists/list-state.ts';
import { AppLink } from '../links/AppLink.tsx';
import type { AppLinkTarget } from '../links/navigation.ts';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';

interface PageHeaderProps {
  title: ReactNode;
  subtitle?: ReactNode;
  /** The list to which the screen's record belongs. Without a `search`, the link opens the list as it was left. */
  back?: AppLinkTarget & { label: string };
  badge?: ReactNode;
  actions?: ReactNode;
  /** Tabs, usually. */
  children?: ReactNode;
}

/** Title and main actions of a screen. The heading takes the focus after a change of page (shell). */
export function PageHeader({ title, subtitle, back, badge, actions, children }: PageHeaderProps) {
  return (
    <header className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          {back && (
            <AppLink
              {...(back.search || back.params ? { to: back.to, params: back.params, search: back.search } : backToList(back.to))}
              className="-ml-0.5 mb-1 inline-flex min-h-6 items-center gap-1 rounded-sm text-xs text-muted hover:text-fg"
            >
              <Icon name="arrowLeft" size={14} />
              {back.label}
            </AppLink>
          )}
          <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
            <h1 tabIndex={-1} className="text-lg font-semibold tracking-tight text-fg">
              {title}
            </h1>
            {badge}
          </div>
          {subtitle && <p className="text-xs text-muted">{subtitle}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
      </div>
      {children}
    </header>
  );
}

/** The screen's frame inside the shell. */
export function Page({ width = 'full', className, children }: { width?: 'full' | 'narrow'; className?: string; children: ReactNode }) {
  return (
    <div
      className={cx(
        'mx-auto flex w-full flex-col gap-5 px-4 py-5 sm:px-6 sm:py-6',
        width === 'narrow' ? 'max-w-3xl' : 'max-w-[90rem]',
        className,
      )}
    >
      {children}
    </div>
  );
}
