import { id, oneOf, searchParams } from '../../lib/search-params.ts';

/** The steps of an order, in their order. */
export const STEPS = ['worker', 'incapacity'] as const;
export type StepId = (typeof STEPS)[number];

/** What an order starts from, and the step on the screen, so that a phone's way back leads to the step before. */
export const orderSearch = searchParams({ certificateId: id, employeeId: id, parentCheckId: id, step: oneOf(STEPS) });
