import { Fragment, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon, type IconName } from './Icon.tsx';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'brand';

export const SOFT: Record<Tone, string> = {
  neutral: 'bg-neutral-soft text-neutral-fg',
  info: 'bg-info-soft text-info-fg',
  success: 'bg-success-soft text-success-fg',
  warning: 'bg-warning-soft text-warning-fg',
  danger: 'bg-danger-soft text-danger-fg',
  brand: 'bg-brand-soft text-brand-fg',
};

const BASE = 'forced-colors:outline inline-flex h-5 max-w-full items-center gap-1 rounded-full px-2 text-2xs font-medium whitespace-nowrap';

/** A label with a coloured background. */
export function Badge({
  tone = 'neutral',
  icon,
  className,
  children,
}: {
  tone?: Tone;
  icon?: IconName;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span className={cx(BASE, SOFT[tone], className)}>
      {icon && <Icon name={icon} size={12} />}
      <span className="truncate">{children}</span>
    </span>
  );
}

/** A state in a pill, with a dot in its tone; long words take two lines. */
export function StatusBadge({ tone, className, children }: { tone: Tone; className?: string; children: string }) {
  return (
    <span
      className={cx(
        'forced-colors:outline inline-flex min-h-5 max-w-full items-center gap-1.5 rounded-[0.625rem] px-2 py-0.5 text-left text-2xs leading-4 font-medium whitespace-normal',
        SOFT[tone],
        className,
      )}
    >
      <span className="size-1.5 shrink-0 rounded-full bg-current forced-colors:bg-fg" aria-hidden="true" />
      <span className="min-w-0 text-pretty">{breakable(children)}</span>
    </span>
  );
}

const DOT: Record<Tone, string> = {
  neutral: 'text-neutral-fg',
  info: 'text-info-fg',
  success: 'text-success-fg',
  warning: 'text-warning-fg',
  danger: 'text-danger-fg',
  brand: 'text-brand-fg',
};

/** A state that needs no action: text beside a dot. A state that needs action is a pill (`StatusBadge`). */
export function StateText({ tone, className, children }: { tone: Tone; className?: string; children: string }) {
  return (
    <span className={cx('inline-flex min-h-5 max-w-full items-center gap-1.5 text-left text-xs whitespace-normal text-fg', className)}>
      <span className={cx('size-1.5 shrink-0 rounded-full bg-current', DOT[tone])} aria-hidden="true" />
      <span className="min-w-0 text-pretty">{breakable(children)}</span>
    </span>
  );
}

/** A state: a pill for tones of problems and delays, text for the others. */
export function State({ tone, children }: { tone: Tone; children: string }) {
  return tone === 'danger' || tone === 'warning' ? (
    <StatusBadge tone={tone}>{children}</StatusBadge>
  ) : (
    <StateText tone={tone}>{children}</StateText>
  );
}

/** Allows a line break after the slash of "Modification/problème", and none within a date. */
function breakable(text: string): ReactNode {
  const [first = '', ...others] = text.split(/\/(?!\d)/);
  return (
    <>
      {first}
      {others.map((part) => (
        <Fragment key={part}>
          /<wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}

/** A small number beside a word. */
export function Count({ value, className }: { value: ReactNode; className?: string }) {
  return (
    <span className={cx('rounded-full bg-neutral-soft px-1.5 text-2xs font-medium text-neutral-fg tabular-nums', className)}>{value}</span>
  );
}
