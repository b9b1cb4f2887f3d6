import { readFileSync } from 'node:fs';

/**
 * Loaded by `node --import` before a process of the product, only by fault injection: shifts the time that it reads by the number of seconds in the file
 * `CHAOS_CLOCK`, as a machine whose clock is set. What is measured from one moment to another (timers, `performance`) goes on, as it does there.
 */
const POLL_EVERY_MS = 20;

const file = process.env.CHAOS_CLOCK;
if (file !== undefined) {
  const RealDate = Date;
  const realNow = RealDate.now;
  let shiftMs = 0;
  const look = () => {
    try {
      shiftMs = Number(readFileSync(file, 'utf8')) * 1000;
    } catch {
      shiftMs = 0; // nobody has moved it yet
    }
  };
  look();
  setInterval(look, POLL_EVERY_MS).unref();
  RealDate.now = () => realNow() + shiftMs;
  const moved: DateConstructor = new Proxy(RealDate, {
    apply: () => new RealDate(RealDate.now()).toString(),
    construct: (target, given: readonly unknown[], made): Date =>
      Reflect.construct(target, given.length === 0 ? [RealDate.now()] : given, made === moved ? target : made) as Date,
  });
  RealDate.prototype.constructor = moved;
  globalThis.Date = moved;
}
