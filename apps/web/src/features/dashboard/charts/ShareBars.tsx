import { shareOf } from '@checkwell/domain/dashboard/definitions';
import { cx } from '../../../ui/content/cx.ts';
import { AppLink } from '../../../ui/links/AppLink.tsx';
import type { AppLinkTarget } from '../../../ui/links/navigation.ts';

export interface Share {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  /** Opens the checks behind it. */
  readonly link?: AppLinkTarget;
}

interface ShareBarsProps {
  label: string;
  shares: readonly Share[];
  format: (value: number) => string;
  percent: (share: number) => string;
}

/** Parts of a whole as bars with their numbers: readable without colours. A full bar is the whole. Per cent only of a whole that is large enough. */
export function ShareBars({ label, shares, format, percent }: ShareBarsProps) {
  const total = shares.reduce((sum, { value }) => sum + value, 0);
  return (
    <ul aria-label={label} className="flex flex-col gap-1">
      {shares.map(({ key, label: name, value, link }) => {
        const share = shareOf(value, total);
        const face = (
          <>
            <span className="flex items-baseline justify-between gap-3 text-xs">
              <span className="min-w-0 text-fg">{name}</span>
              <span className="shrink-0 text-muted tabular-nums">
                <span className="font-medium text-fg">{format(value)}</span>
                {share !== null && ` · ${percent(share)}`}
              </span>
            </span>
            <span
              className="h-1.5 overflow-hidden rounded-full forced-colors:outline"
              style={{ backgroundColor: 'var(--chart-ground)' }}
              aria-hidden="true"
            >
              <span
                className="block h-full rounded-full"
                style={{ width: `${(value / Math.max(1, total)) * 100}%`, backgroundColor: 'var(--chart-confirmed)' }}
              />
            </span>
          </>
        );
        const look = '-mx-2 flex flex-col gap-1 rounded-md px-2 py-1.5';
        return (
          <li key={key}>
            {link && value > 0 ? (
              <AppLink {...link} className={cx(look, 'hover:bg-hover')}>
                {face}
              </AppLink>
            ) : (
              <span className={look}>{face}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
