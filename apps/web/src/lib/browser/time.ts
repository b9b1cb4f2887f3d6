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
