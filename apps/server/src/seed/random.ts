import { v7 } from 'uuid';

/** A seeded random generator: the same seed gives the same demo on every machine. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** A whole number; both bounds are included. */
  int(min: number, max: number): number;
  /** True with this probability, 0 to 1. */
  chance(share: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** One of the keys, in proportion to its weight. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T;
  /** Normal distribution. */
  normal(mean: number, deviation: number): number;
  /** uuidv7 of this instant. */
  uuid(at: Date): string;
}

/** sfc32, a small generator with a long period (PractRand-tested, public domain design by Chris Doty-Humphrey). */
export function randomFrom(seed: number): Random {
  let a = seed | 0;
  let b = 0x9e3779b9 | 0;
  let c = 0x243f6a88 | 0;
  let counter = 1;
  const bits = (): number => {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    return t >>> 0;
  };
  for (let warmUp = 0; warmUp < 15; warmUp += 1) bits();
  const next = (): number => bits() / 4_294_967_296;
  const random: Random = {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (share) => next() < share,
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error('pick: nothing to pick from');
      return item;
    },
    weighted: (weights) => {
      let sum = 0;
      for (const name in weights) sum += weights[name];
      let rest = next() * sum;
      let last: (keyof typeof weights & string) | undefined;
      for (const name in weights) {
        rest -= weights[name];
        if (rest < 0) return name;
        last = name;
      }
      if (last === undefined) throw new Error('weighted: nothing to pick from');
      return last;
    },
    normal: (mean, deviation) => mean + deviation * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    uuid: (at) => {
      const bytes = new Uint8Array(16);
      for (let index = 0; index < 16; index += 1) bytes[index] = bits() & 0xff;
      return v7({ msecs: at.getTime(), random: bytes, seq: bits() });
    },
  };
  return random;
}
