import { type Metric, metricsWith } from '@checkwell/domain/dashboard/definitions';
import { fieldsIn, useCompany, useViewer } from '../../lib/session/viewer.ts';
import { type DashboardSearch, filterOf } from './dashboard-search.ts';

/** The figures that the viewer gets for the chosen filters, also while they load; the screen leaves out all others. */
export function useMetrics(search: DashboardSearch): readonly Metric[] {
  const { companyId } = filterOf(search, useCompany()?.id);
  return metricsWith(fieldsIn(useViewer(), companyId));
}
