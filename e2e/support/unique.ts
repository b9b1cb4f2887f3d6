import { randomInt } from 'node:crypto';

const CONSONANTS = 'bcdfghjklmnprstvwz';

/**
 * A name of letters that nobody has, so that a test may run any number of times on one server. No vowels, so that no search for another
 * name finds it.
 */
export function uniqueName(length = 8): string {
  const letters = Array.from({ length }, () => CONSONANTS[randomInt(CONSONANTS.length)]).join('');
  return letters.charAt(0).toUpperCase() + letters.slice(1);
}
