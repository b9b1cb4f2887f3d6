import { canonicalPassword } from '@checkwell/domain/identity/password';
import { onFirstUse } from '../on-first-use.ts';

/**
 * Guesses that a password must withstand, as a power of ten. Passwords that meet the specification's composition rule
 * in the usual way (a common word, a capital, digits, a mark at the end) stay below it: `Welkom123456!` takes 10^8.
 */
const MIN_GUESSES_LOG10 = 9;
/** The estimate grows with length; a beginning that is strong enough is enough, and long input must not cost time. */
const MAX_TESTED_LENGTH = 64;

/** Words that attackers of this product try first, regardless of the user. */
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

/** Only processes that set passwords pay for the lists (26 ms, 5 MB). */
const estimator = onFirstUse(['@zxcvbn-ts/core', '@zxcvbn-ts/language-common'], async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_TESTED_LENGTH });
});

/**
 * Whether a password is on the lists of common ones, built from them, from keyboard rows, dates and repeats, or from
 * words about its owner. The owner's names count for nothing: what is left without them must be strong enough by itself, for somebody
 * who knows them tries them first, in every order and with every usual end (`Stijn-Goossens-123`).
 * @param about the owner's e-mail address and names
 */
export async function isGuessable(password: string, about: readonly string[] = []): Promise<boolean> {
  const estimate = await estimator();
  const names = about.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length >= 3);
  const start = canonicalPassword(password).slice(0, MAX_TESTED_LENGTH);
  const words = [...CONTEXT_WORDS, ...about, ...names];
  // Most passwords have no name in them: one text to estimate, not the same one twice.
  const texts = new Set([start, without(names, start)]);
  return [...texts].some((text) => estimate.check(text, words).guessesLog10 < MIN_GUESSES_LOG10);
}

/** The text without these words, whatever their case and accents; the text itself when it has none of them. */
function without(words: readonly string[], text: string): string {
  const plain = withoutMarks(text);
  const left = words
    .map(withoutMarks)
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(new RegExp(word, 'giu'), ''), plain);
  return left === plain ? text : left;
}

const withoutMarks = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');
