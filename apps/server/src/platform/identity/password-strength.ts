import { canonicalPassword } from '@checkwell/domain/identity/password';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/**
 * Guesses that a password must withstand, as a power of ten. Passwords that meet the specification's composition rule
 * in the usual way (a common word, a capital, digits, a mark at the end) stay below it: `Welkom123456!` takes 10^8.
 */
const LEAST_GUESSES_LOG10 = 9;
/** The estimate grows with length; a beginning that is strong enough is enough, and long input must not cost time. */
const LONGEST_TESTED = 64;

/** Words that attackers of this product try first, whoever the user is. */
const CONTEXT_WORDS = [
  'checkwell',
  'check',
  'welkom',
  'wachtwoord',
  'motdepasse',
  'bonjour',
  'geheim',
  'soleil',
  'azerty',
  'zomer',
  'winter',
  'lente',
  'herfst',
  'printemps',
  'automne',
  'hiver',
  'belgium',
  'belgie',
  'belgique',
  'vlaanderen',
  'wallonie',
  'brussel',
  'bruxelles',
  'brussels',
  'antwerpen',
  'anvers',
  'gent',
  'gand',
  'liege',
  'luik',
  'leuven',
  'namur',
  'namen',
  'brugge',
  'bruges',
  'charleroi',
  'mechelen',
  'hasselt',
  'kortrijk',
];

let estimator: ZxcvbnFactory | undefined;

/**
 * Whether a password is on the lists of common ones, built from them, from keyboard rows, dates and repeats, or from
 * words about its owner.
 * @param about the owner's e-mail address, names and company
 */
export function isGuessable(password: string, about: readonly string[] = []): boolean {
  // Built at first use: only processes that set passwords pay for the lists (26 ms, 5 MB).
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LONGEST_TESTED });
  const words = about.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length >= 3);
  const start = canonicalPassword(password).slice(0, LONGEST_TESTED);
  return estimator.check(start, [...CONTEXT_WORDS, ...words]).guessesLog10 < LEAST_GUESSES_LOG10;
}
