import { oneOf, searchParams } from '@checkwell/domain/lists/search-params';

/** The steps of a One Shot Check (specification, section 2), in their order. */
export const STEPS = ['worker', 'incapacity', 'invoicing', 'payment'] as const;
export type StepId = (typeof STEPS)[number];

/** The step on the screen, so that the back button of a phone leads to the step before. */
export const oneShotSearch = searchParams({ step: oneOf(STEPS) });
