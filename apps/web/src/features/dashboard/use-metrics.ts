import { type Metric, metricsWith } from '@checkwell/domain/dashboard/definitions';
import { fieldsIn, useCompany, useViewer } from '../../lib/session/viewer.ts';
import { type DashboardSearch, filterOf } from './dashboard-search.ts';

/** The figures that the server gives this viewer for the chosen filters; the others have no place on the screen, not even while it loads. */
export function useMetrics(search: DashboardSearch): readonly Metric[] {
  const { companyId } = filterOf(search, useCompany()?.id);
  return metricsWith(fieldsIn(useViewer(), companyId));
}
