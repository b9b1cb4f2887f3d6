import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { cx } from '../../../ui/content/cx.ts';
import { Skeleton } from '../../../ui/content/Skeleton.tsx';
import { IconButton } from '../../../ui/controls/IconButton.tsx';
import { AppLink } from '../../../ui/links/AppLink.tsx';
import type { ChartTable } from './chart-types.ts';

interface ChartCardProps {
  title: string;
  text: string;
  /** Undefined while it is loading. */
  table: ChartTable | undefined;
  /** Choices of what the chart shows. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A chart with its title, what it shows, and the same numbers as a table for those who rather read them. */
export function ChartCard({ title, text, table, actions, className, children }: ChartCardProps) {
  const t = useTranslations('dashboard');
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  return (
    <section aria-labelledby={id} className={cx('min-w-0 rounded-card border border-line bg-surface shadow-card', className)}>
      <header className="flex min-h-12 items-start justify-between gap-3 border-b border-line px-4 py-2.5">
        <div className="min-w-0 flex-1">
          <h3 id={id} className="text-sm font-semibold text-fg">
            {title}
          </h3>
          <p className="text-2xs text-pretty text-muted">{text}</p>
        </div>
        <span data-screen-only className="flex shrink-0 items-center gap-2">
          {actions}
          <IconButton
            icon={asTable ? 'chart' : 'list'}
            label={t(asTable ? 'chart.asChart' : 'chart.asTable', { name: title })}
            onClick={() => setAsTable(!asTable)}
            className="-mr-1.5"
          />
        </span>
      </header>
      <div className="p-4 print:p-2.5">
        {table === undefined ? (
          <Skeleton height="12rem" />
        ) : table.rows.length === 0 ? (
          <p className="py-8 text-center text-xs text-muted">{t('chart.none')}</p>
        ) : asTable ? (
          <NumberTable title={title} {...table} />
        ) : (
          children
        )}
      </div>
    </section>
  );
}

function NumberTable({ title, columns, rows }: ChartTable & { title: string }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <section aria-labelledby={id} tabIndex={0} className="max-h-80 overflow-auto">
      <table className="w-full border-separate border-spacing-0 text-xs tabular-nums">
        <caption id={id} className="sr-only">
          {title}
        </caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th
                key={column || 'label'}
                scope="col"
                className={`sticky top-0 border-b border-line bg-surface px-2 py-1.5 max-sm:px-1 text-2xs font-medium text-muted ${index === 0 ? 'text-left' : 'text-right'}`}
              >
                {column || <span className="sr-only">{title}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, cells, link }) => (
            <tr key={label} className="*:border-b *:border-line last:*:border-b-0">
              <th scope="row" className="px-2 py-1.5 max-sm:px-1 text-left font-normal first-letter:uppercase">
                {link ? (
                  <AppLink {...link} className="inline-flex min-h-6 items-center rounded-xs text-brand-fg hover:underline">
                    <span className="first-letter:uppercase">{label}</span>
                  </AppLink>
                ) : (
                  label
                )}
              </th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]} className="px-2 py-1.5 max-sm:px-1 text-right">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
