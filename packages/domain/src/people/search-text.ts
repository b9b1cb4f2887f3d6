/** Letters that Unicode does not decompose, with their usual replacements. */
const UNDIVIDED: Readonly<Record<string, string>> = {
  ß: 'ss',
  œ: 'oe',
  æ: 'ae',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ĸ: 'k',
  ŋ: 'n',
  ς: 'σ',
};
const UNDIVIDED_LETTERS = new RegExp(`[${Object.keys(UNDIVIDED).join('')}]`, 'g');

/** Normalises accents, case and typographic marks, so that "Müller", "MULLER" and "muller" are equal, and D’Hondt and D'Hondt. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(UNDIVIDED_LETTERS, (letter) => UNDIVIDED[letter] ?? letter)
    .replace(/[‘’‛ʼ\u0060]/g, "'")
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Separators in last names: "Van Damme", "D'Hondt", "Lefèvre-Dubois". */
const PARTS = /[ '-]/g;

/** The text in which a person is searched: both orders of the name, the numbers, and a last name of several parts as one word. */
export function searchTextOf(firstName: string, lastName: string, ...numbers: readonly string[]): string {
  const folded = foldText(lastName);
  const joined = folded.replace(PARTS, '');
  return foldText([firstName, lastName, firstName, ...numbers, joined === folded ? '' : joined].filter(Boolean).join(' '));
}
