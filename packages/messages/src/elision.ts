import type { i18n } from 'i18next';

/** Vowels without accents. H is left out, because only the origin of a name decides whether it is elided (Hélène, but not Hans). */
const VOWEL = /^[aeiouœæ]/i;

const startsWithVowel = (value: string): boolean => VOWEL.test(value.normalize('NFD'));

/** "de" and "que" before a value, as French writes them: `d’octobre`, `de mars`, `qu’Anna`. */
const BEFORE = {
  de: (value: string): string => (startsWithVowel(value) ? `d’${value}` : `de ${value}`),
  que: (value: string): string => (startsWithVowel(value) ? `qu’${value}` : `que ${value}`),
} as const;

/**
 * Adds the formatters `de` and `que` to an i18next instance. `contrôles {{month, de}}` writes the value with the preposition before it.
 * Call it once, after `init`.
 */
export function addElisions({ services }: Pick<i18n, 'services'>): void {
  for (const [name, write] of Object.entries(BEFORE)) services.formatter?.add(name, (value: unknown) => write(String(value)));
}
