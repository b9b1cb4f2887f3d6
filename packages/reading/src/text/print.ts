import { type Confidence, plain, type ReadLine, UNSURE } from './text.ts';

/** A word from character recognition. */
export interface ReadWord {
  readonly text: string;
  /** 0 to 100. */
  readonly confidence: number;
  /** Pixels from the top of its highest to the bottom of its lowest letter. */
  readonly height: number;
  /** Pixels between it and the word before it; 0 for the first of a line. */
  readonly gap: number;
}

/**
 * What distinguishes print from the rest of a picture, measured on typed and handwritten certificates in docs/performance.md:
 * numbers in print were recognised with 88 and more, and are as tall as the words around them.
 */
const PRINT = {
  /** Below it a word is a guess: stains, signatures, stamps. */
  word: 50,
  /** Higher than for words, because an error in a number cannot be noticed from its context. */
  number: 80,
  /** The height of a number, as a multiple of the median height of words on the page. */
  tallest: 1.5,
  shortest: 0.5,
} as const;

/** A gap of at least this many letter heights separates two columns. */
const COLUMN_GAP = 1.2;

/**
 * Lines of text from recognised words. What is probably not printed is replaced by `UNSURE`, or left out at the ends of a
 * line, where it usually is the shadow of the page's edge.
 */
export function printedLines(lines: readonly (readonly ReadWord[])[]): readonly ReadLine[] {
  const usual = median(lines.flat().filter(({ text, confidence }) => confidence >= PRINT.number && /^\p{L}{4,}/u.test(text)));
  return lines.flatMap((words) => {
    const sure = words.map((word) => isPrinted(word, usual));
    const [first, last] = [sure.indexOf(true), sure.lastIndexOf(true)];
    if (first === -1) return [];
    const kept = words.slice(first, last + 1);
    const height = median(kept);
    const stretches: Confidence[] = [];
    let text = '';
    for (const [index, word] of kept.entries()) {
      if (index > 0) text += word.gap > height * COLUMN_GAP ? '   ' : ' ';
      const from = text.length;
      text += sure[first + index] ? plain(word.text).trim() : UNSURE;
      stretches.push({ from, to: text.length, confidence: word.confidence });
    }
    return [{ text, words: stretches }];
  });
}

function isPrinted({ text, confidence, height }: ReadWord, usual: number): boolean {
  if (confidence < PRINT.word) return false;
  if (!/\d/.test(text)) return true;
  return confidence >= PRINT.number && height <= usual * PRINT.tallest && height >= usual * PRINT.shortest;
}

function median(words: readonly ReadWord[]): number {
  const heights = words.map(({ height }) => height).toSorted((a, b) => a - b);
  return heights[Math.floor(heights.length / 2)] ?? 0;
}
