import { whenIdle } from '../../../lib/browser/time.ts';
import { lazy } from '../../../ui/overlays/lazy.tsx';

/** The step of the incapacity with its documents and dates, which weigh more than the first step: in a chunk of its own. */
export const INCAPACITY_STEP = lazy(async () => (await import('./IncapacityStep.tsx')).IncapacityStep);

/** Loads it ahead. What fails here fails again, and says so, when it is shown. */
export const loadIncapacityStep = (): Promise<unknown> => INCAPACITY_STEP.get().catch(() => undefined);

/** Loads it while the first step is being filled in. */
export const prepareIncapacityStep = (): void => whenIdle(loadIncapacityStep);
