import { type Clock, dayOf } from '@checkwell/domain/clock';

/** The real time: the one place of the server that asks the machine for it. */
export const systemClock: Clock = {
  now: () => new Date(),
  today: () => dayOf(new Date()),
};
