import type { ReactNode } from 'react';
import { AppLink } from '../links/AppLink.tsx';
import type { AppLinkTarget } from '../links/navigation.ts';
import type { Tone } from './Badge.tsx';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import { Skeleton } from './Skeleton.tsx';

const TREND: Record<Tone, string> = {
  neutral: 'text-muted',
  info: 'text-info-fg',
  success: 'text-success-fg',
  warning: 'text-warning-fg',
  danger: 'text-danger-fg',
  brand: 'text-brand-fg',
};

interface StatProps {
  label: ReactNode;
  /** Undefined while it is loading. */
  value: ReactNode;
  unit?: ReactNode;
  hint?: ReactNode;
  trend?: { text: ReactNode; tone: Tone };
  /** Opens the rows behind the number. */
  link?: AppLinkTarget & { label: string };
  className?: string;
  children?: ReactNode;
}

/** One number with what it means. */
export function Stat({ label, value, unit, hint, trend, link, className, children }: StatProps) {
  return (
    <div
      className={cx(
        'relative flex min-w-0 flex-col gap-1 rounded-card border border-line bg-surface p-4 shadow-card',
        link && 'transition-colors hover:border-line-strong/60',
        className,
      )}
    >
      <dt className="flex items-start justify-between gap-2 text-xs text-muted">
        <span>{label}</span>
        {link && (
          <AppLink
            {...link}
            aria-label={link.label}
            className="-m-1 rounded-sm p-1 text-faint after:absolute after:inset-0 after:rounded-card hover:text-fg"
          >
            <Icon name="chevronRight" size={14} />
          </AppLink>
        )}
      </dt>
      <dd className="flex flex-wrap items-baseline gap-x-1.5 text-xl font-semibold tracking-tight text-fg tabular-nums">
        {value === undefined ? <Skeleton width="4rem" height="1.75rem" /> : value}
        {unit && value !== undefined && <span className="text-xs font-normal tracking-normal text-muted">{unit}</span>}
      </dd>
      {(trend || hint) && (
        <dd className="text-2xs text-muted">
          {trend && <span className={cx('font-medium', TREND[trend.tone])}>{trend.text}</span>}
          {/* On a phone the two are below each other, because the second would break within itself. */}
          {trend && hint && <span className="max-sm:hidden"> · </span>}
          <span className={cx(trend && 'max-sm:block')}>{hint}</span>
        </dd>
      )}
      {children && <dd className="mt-1">{children}</dd>}
    </div>
  );
}

/** Numbers side by side. */
export function StatGrid({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <dl className={cx('grid grid-cols-1 gap-3 min-[22rem]:grid-cols-2 sm:grid-cols-[repeat(auto-fit,minmax(13rem,1fr))]', className)}>
      {children}
    </dl>
  );
}
