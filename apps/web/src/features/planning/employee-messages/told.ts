import { isDecisionNews } from '@checkwell/domain/check/employee-news';
import type { PlanningCheck } from '../planning.queries.ts';

/** What the employee was told of what planners tell them now: the current appointment, or the last decision on a check that is over. */
export const currentTold = ({ status, employeeMessages }: PlanningCheck): PlanningCheck['employeeMessages'] =>
  employeeMessages.filter(({ current, news }) => current && isDecisionNews(news) === (status === 'Archived'));
