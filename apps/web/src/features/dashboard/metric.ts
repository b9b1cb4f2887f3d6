import { METRIC_NAMES, type Metric } from '@checkwell/domain/dashboard/definitions';

/** Whether an address names a figure. */
export const isMetric = (name: string): name is Metric => (METRIC_NAMES as readonly string[]).includes(name);
