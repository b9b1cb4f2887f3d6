import { type Clock, dayOf } from '@checkwell/domain/clock';

/** A clock that stands still until the test sets it. */
export interface TestClock extends Clock {
  /** Sets another instant, ISO 8601 with offset, such as `2026-03-02T09:30:00+01:00`. */
  set(instant: string): void;
  advance(by: { readonly days?: number; readonly hours?: number; readonly minutes?: number; readonly seconds?: number }): void;
}

/** @param instant where it starts; by default a Monday morning in Belgium */
export function testClock(instant = '2026-03-02T09:00:00+01:00'): TestClock {
  let time = Date.parse(instant);
  return {
    now: () => new Date(time),
    today: () => dayOf(new Date(time)),
    set(next) {
      time = Date.parse(next);
    },
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
      time += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
    },
  };
}
