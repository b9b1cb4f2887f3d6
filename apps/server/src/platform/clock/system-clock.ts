import { type Clock, dayOf } from '@checkwell/domain/clock';

/** The real time: the only code of the server that reads the clock of the machine. */
export const systemClock: Clock = {
  now: () => new Date(),
  today: () => dayOf(new Date()),
};
