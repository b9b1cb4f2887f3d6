import { randomInt } from 'node:crypto';

const CONSONANTS = 'bcdfghjklmnprstvwz';

/**
 * A name of letters that nobody has, so that a test may run any number of times on one server. No vowels, so that no search for another
 * name finds it; a Z in front, so that it is at the end of every list that another test opens.
 */
export function uniqueName(length = 8): string {
  const letters = Array.from({ length: length - 1 }, () => CONSONANTS[randomInt(CONSONANTS.length)]);
  return `Z${letters.join('')}`;
}
