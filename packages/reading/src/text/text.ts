/** A line of a document as an engine returns it; two spaces or more separate columns. */
export interface ReadLine {
  readonly text: string;
  /** The engine's confidence in each word; text outside of these is certain, as is text from the PDF itself. */
  readonly words: readonly Confidence[];
}

/** The engine's confidence (0 to 100) for a range of a text. */
export interface Confidence {
  readonly from: number;
  readonly to: number;
  readonly confidence: number;
}

/** The source of a text: from the PDF itself, or by character recognition in a picture. */
export type ReadingEngine = 'pdfText' | 'ocr';

/** A document's text as the rules of this folder use it. Both texts have the same length, so that positions are valid in both. */
export interface ReadText {
  readonly text: string;
  /** Small letters without accents. */
  readonly folded: string;
  readonly words: readonly Confidence[];
}

/** Replaces a word that the engine was not sure of; no name and no date extends across it. */
export const UNSURE = '¿';

/** A certificate is one page; more than this is another kind of document, and only its beginning is looked at. */
const MAX_LINES = 200;
const MAX_LINE_LENGTH = 300;

/** The lines of a document as one text, in its original and its folded form; at most `MAX_LINES` lines of `MAX_LINE_LENGTH` characters. */
export function readText(lines: readonly ReadLine[]): ReadText {
  const words: Confidence[] = [];
  let text = '';
  for (const line of lines.slice(0, MAX_LINES)) {
    const start = text.length;
    words.push(...line.words.map(({ from, to, confidence }) => ({ from: start + from, to: start + to, confidence })));
    // A word hyphenated at the end of the line is joined; the hyphen may be part of it (Jean-Luc).
    const content = plain(line.text).slice(0, MAX_LINE_LENGTH);
    text += /\p{L}-$/u.test(content) ? content : `${content}\n`;
  }
  return { text, folded: Array.from(text, foldLetter).join(''), words };
}

/** Normalises ligatures, quotation marks, dashes and spaces; replaces characters outside of the Basic Multilingual Plane by spaces. */
export function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u{10000}-\u{10ffff}\ud800-\udfff\n\r]/gu, ' ')
    .replace(/\t/g, '   ')
    .replace(/[‘’‛ʼ`´]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-');
}

function foldLetter(letter: string): string {
  const folded = letter.normalize('NFD').charAt(0).toLowerCase();
  return folded.length === 1 ? folded : letter;
}

/** The lowest confidence of the words in a stretch of the text. */
export function confidenceOf({ words }: ReadText, { from, to }: { readonly from: number; readonly to: number }): number {
  return Math.min(100, ...words.filter((word) => word.from < to && word.to > from).map(({ confidence }) => confidence));
}

const COMMON_WORDS = {
  FR: /\b(?:le|la|les|du|au|et|je|que|pour|est|de|medecin|travail|certificat|incapacite|maladie|sorties?|inclus|nom|prenom)\b/g,
  NL: /\b(?:de|het|een|van|tot|met|en|dat|te|op|arts|dokter|werk(?:en)?|attest|getuigschrift|arbeidsongeschikt(?:heid)?|ziekte|naam|voornaam|woning)\b/g,
  DE: /\b(?:der|die|das|vom|bis|und|dass|ist|am|zu|arzt|arbeitsunfahig(?:keit)?|bescheinig\w*|krankheit|ausgang|vorname|einschlie\w+|wohnung)\b/g,
  EN: /\b(?:the|from|to|and|that|is|of|on|doctor|work|certif\w+|illness|patient|home|first|unable|unfit|hereby|inclusive)\b/g,
} as const;
export type ReadingLanguage = keyof typeof COMMON_WORDS;

/** The language with most of its common words in the text; null with fewer than three, or when two languages have equally many. */
export function languageOf({ folded }: Pick<ReadText, 'folded'>): ReadingLanguage | null {
  const counts = (Object.keys(COMMON_WORDS) as ReadingLanguage[]).map((language) => ({
    language,
    count: folded.match(COMMON_WORDS[language])?.length ?? 0,
  }));
  const [best, second] = counts.toSorted((a, b) => b.count - a.count);
  return best && second && best.count >= 3 && best.count > second.count ? best.language : null;
}

const CERTIFICATE_WORDS =
  /certifi|incapacit|incapable|maladie|arbeidsongeschikt|attest|getuigschrift|ziekte|arbeitsunfahig|bescheinig|krank|unfit|unable to work|illness/;

/** Whether the text is about incapacity for work. Other documents, such as invoices, may contain a period too. */
export const isCertificate = ({ folded }: ReadText): boolean => CERTIFICATE_WORDS.test(folded);
