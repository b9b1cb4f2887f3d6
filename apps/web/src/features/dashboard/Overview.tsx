import type { DashboardSection } from '@checkwell/domain/dashboard/definitions';
import { definitionOf } from '@checkwell/domain/dashboard/definitions';
import type { ReactNode } from 'react';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Section } from '../../ui/content/Card.tsx';
import { StatGrid } from '../../ui/content/Stat.tsx';
import { FigureTile, type OverviewProps } from './FigureTile.tsx';
import { useMetrics } from './use-metrics.ts';

/** One of the three overviews: its figures, as far as the viewer may have them, then its charts. */
export function Overview({ section, children, ...shown }: OverviewProps & { section: DashboardSection; children: ReactNode }) {
  const t = useTranslations('dashboard');
  const metrics = useMetrics(shown.search).filter(
    (metric) => definitionOf(metric).section === section && definitionOf(metric).partOf === undefined,
  );
  return (
    <div data-overview>
      <Section title={t(`section.${section}`)}>
        <StatGrid className="print:grid-cols-4 print:gap-2">
          {metrics.map((metric) => (
            <FigureTile key={metric} metric={metric} {...shown} />
          ))}
        </StatGrid>
        {children}
      </Section>
    </div>
  );
}
