import { type CalendarDay, type Clock, dayOf } from '@checkwell/domain/clock';

/** The web's one clock: logic takes it as a parameter, screens read it here. */
export const clock: Clock = {
  now: () => new Date(),
  today: () => dayOf(new Date()),
};

/** The current day in Belgium. */
export function today(): CalendarDay {
  return clock.today();
}

/** A page that is never idle, such as one that draws on a busy machine, has idle callbacks called late or never. */
const IDLE_AT_LATEST_MS = 2000;

/** Runs work when the page is idle, or after two seconds. A failure is ignored, because the next page tries again. */
export function whenIdle(work: () => Promise<unknown>): void {
  const idle = globalThis.requestIdleCallback ?? ((run: () => void, _options: object) => setTimeout(run, 1000));
  idle(() => void work().catch(() => undefined), { timeout: IDLE_AT_LATEST_MS });
}
