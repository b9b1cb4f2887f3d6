import { DOCUMENT } from '@checkwell/domain/constants';
import { extractImages, getDocumentProxy } from 'unpdf';
import type { ReadLine } from '../text/text.ts';

/** A page: the text that the PDF contains, or the picture of a scanned page. */
export type PdfPage =
  | { readonly kind: 'text'; readonly lines: readonly ReadLine[] }
  | { readonly kind: 'picture'; readonly picture: Uint8Array };

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Document['getPage']>>;

/** A certificate is one page, sometimes after a cover letter. */
const MAX_PAGES = 2;
/** A picture with at least this many pixels is a scanned page, not a logo. */
const SCAN_PIXELS = 700_000;

/**
 * The first `MAX_PAGES` pages of a PDF. A scanned page is returned as its picture even if the scanner added a text layer, because the quality
 * of that text is unknown.
 * @throws {Error} if the PDF cannot be opened
 */
export async function* pagesOf(bytes: Uint8Array): AsyncGenerator<PdfPage> {
  const document = await getDocumentProxy(bytes, { maxImageSize: DOCUMENT.maxMegapixels * 1_000_000, verbosity: 0, stopAtErrors: true });
  try {
    for (let number = 1; number <= Math.min(document.numPages, MAX_PAGES); number += 1) {
      const page = await document.getPage(number);
      const scan = await scanOn(document, number, page.rotate);
      if (scan) yield { kind: 'picture', picture: scan };
      else yield { kind: 'text', lines: await linesOn(page) };
    }
  } finally {
    await document.loadingTask.destroy();
  }
}

/** The largest picture of the page, upright, as a portable pixmap, if it is a scan. A scan stored as several strips is not found. */
async function scanOn(document: Document, number: number, rotate: number): Promise<Uint8Array | undefined> {
  const pictures = await extractImages(document, number);
  const [largest] = pictures.toSorted((a, b) => b.width * b.height - a.width * a.height);
  if (!largest || largest.width * largest.height < SCAN_PIXELS) return undefined;
  return pixmap(rotated(largest, rotate));
}

interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

/** @param rotate clockwise degrees, as the page is shown: 0, 90, 180 or 270 */
function rotated({ data, width, height, channels }: Pixels, rotate: number): Pixels {
  if (rotate % 360 === 0) return { data, width, height, channels };
  const newWidth = rotate % 180 === 0 ? width : height;
  const result = new Uint8ClampedArray(data.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [column, row] = rotate === 90 ? [height - 1 - y, x] : rotate === 180 ? [width - 1 - x, height - 1 - y] : [y, width - 1 - x];
      const [from, to] = [(y * width + x) * channels, (row * newWidth + column) * channels];
      for (let channel = 0; channel < channels; channel += 1) result[to + channel] = data[from + channel] ?? 0;
    }
  }
  return { data: result, width: newWidth, height: (width * height) / newWidth, channels };
}

/** Writes a portable pixmap: a header and the pixels, so no encoder is needed. */
function pixmap({ data, width, height, channels }: Pixels): Uint8Array {
  const header = Buffer.from(`${channels === 1 ? 'P5' : 'P6'}\n${width} ${height}\n255\n`, 'latin1');
  const pixels = channels === 4 ? data.filter((_, index) => index % 4 !== 3) : data;
  return Buffer.concat([header, new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.length)]);
}

interface Piece {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** In letter heights: the largest vertical difference within a line, and the smallest gaps between words and between columns. */
const SAME_LINE = 0.5;
const WORD_GAP = 0.15;
const COLUMN_GAP = 1.2;

/** The text of a page as visible lines, from top to bottom, independent of the order in the file. */
async function linesOn(page: Page): Promise<readonly ReadLine[]> {
  const { items } = await page.getTextContent();
  const pieces = items.flatMap((item): Piece[] => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [, , , , x = 0, y = 0] = item.transform as number[];
    return [{ text: item.str, x, y, width: item.width, height: item.height }];
  });
  const lines: Piece[][] = [];
  for (const piece of pieces.toSorted((a, b) => b.y - a.y)) {
    const line = lines.at(-1);
    if (line?.[0] && line[0].y - piece.y < SAME_LINE * Math.max(line[0].height, piece.height)) line.push(piece);
    else lines.push([piece]);
  }
  return lines.map((line) => ({ text: joinPieces(line.toSorted((a, b) => a.x - b.x)), words: [] }));
}

function joinPieces(pieces: readonly Piece[]): string {
  let text = '';
  let end = Number.POSITIVE_INFINITY;
  for (const piece of pieces) {
    const gap = (piece.x - end) / (piece.height || 1);
    text += `${gap > COLUMN_GAP ? '   ' : gap > WORD_GAP ? ' ' : ''}${piece.text}`;
    end = piece.x + piece.width;
  }
  return text;
}
