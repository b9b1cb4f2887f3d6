import { isDecisionNews } from '@checkwell/domain/check/employee-news';
import type { PlanningCheck } from '../planning.queries.ts';

/** Messages to the employee about the current appointment, or, for a check that is over, about the last decision. */
export const currentMessages = ({ status, employeeMessages }: PlanningCheck): PlanningCheck['employeeMessages'] =>
  employeeMessages.filter(({ current, news }) => current && isDecisionNews(news) === (status === 'Archived'));
