import { MAX_ORDERS_AT_ONCE } from '@checkwell/domain/constants';
import { id, ids, oneOf, searchParams } from '@checkwell/domain/lists/search-params';

/** The steps of an order, in their order. */
export const STEPS = ['worker', 'incapacity'] as const;
export type StepId = (typeof STEPS)[number];

/** What an order starts from, and the step on the screen, so that a phone's way back leads to the step before. */
export const orderSearch = searchParams({ certificateId: id, employeeId: id, parentCheckId: id, step: oneOf(STEPS) });

/** Certificates on each of which a check is ordered. */
export const severalOrdersSearch = searchParams({ certificateIds: ids(MAX_ORDERS_AT_ONCE) });
