import { whenIdle } from '../../../lib/browser/time.ts';
import { lazy } from '../../../ui/overlays/lazy.tsx';

/** The step of the incapacity, in a chunk of its own: its documents and date fields are larger than the first step. */
export const INCAPACITY_STEP = lazy(async () => (await import('./IncapacityStep.tsx')).IncapacityStep);

/** Loads the step ahead. A failure is reported when the step is shown. */
export const loadIncapacityStep = (): Promise<unknown> => INCAPACITY_STEP.get().catch(() => undefined);

/** Loads the step while the first step is being filled in. */
export const prepareIncapacityStep = (): void => whenIdle(loadIncapacityStep);
