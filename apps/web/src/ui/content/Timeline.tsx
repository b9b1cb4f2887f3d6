import type { ReactNode } from 'react';
import { SOFT, type Tone } from './Badge.tsx';
import { cx } from './cx.ts';
import { Icon, type IconName } from './Icon.tsx';

export interface TimelineItem {
  readonly id: string;
  readonly title: ReactNode;
  readonly time: ReactNode;
  readonly body?: ReactNode;
  readonly tone?: Tone;
  readonly icon?: IconName;
}

/** What happened, in order. */
export function Timeline({ label, items, className }: { label: string; items: readonly TimelineItem[]; className?: string }) {
  return (
    <ol aria-label={label} className={cx('flex flex-col', className)}>
      {items.map(({ id, title, time, body, tone = 'neutral', icon }, index) => (
        <li key={id} className="relative flex gap-3 pb-5 last:pb-0">
          {index < items.length - 1 && <span aria-hidden="true" className="absolute top-7 bottom-0 left-3 w-px bg-line" />}
          <span aria-hidden="true" className={cx('grid size-6 shrink-0 place-items-center rounded-full', SOFT[tone])}>
            {icon ? <Icon name={icon} size={13} /> : <span className="size-1.5 rounded-full bg-current" />}
          </span>
          <div className="min-w-0 flex-1 pt-0.5">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <p className="text-xs font-medium text-fg">{title}</p>
              <p className="text-2xs text-muted tabular-nums">{time}</p>
            </div>
            {body && <div className="mt-0.5 text-xs text-muted">{body}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
