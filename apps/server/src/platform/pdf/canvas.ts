import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import type { PdfAttachment } from './document.ts';

/** Points (1/72 inch). */
export const PAGE = { width: 595.28, height: 841.89, margin: 56, footer: 40, edge: 16 } as const;
export const CONTENT_WIDTH = PAGE.width - 2 * PAGE.margin;
/** Lower edge of the title that is repeated above each page. */
const HEAD = PAGE.margin - 12;
const BOTTOM = PAGE.height - PAGE.margin - 8;

/** The interface's colours, on paper. */
export const INK = { text: '#1b2433', soft: '#586579', brand: '#185da9', line: '#d5dce6', band: '#eef4fb', bar: '#185da9' } as const;

const WEIGHTS = {
  regular: '@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf',
  medium: '@expo-google-fonts/roboto/500Medium/Roboto_500Medium.ttf',
  bold: '@expo-google-fonts/roboto/700Bold/Roboto_700Bold.ttf',
} as const;
type Weight = keyof typeof WEIGHTS;

/** The tables of a font that fontkit has parsed so far. */
type Tables = Readonly<Record<string, unknown>>;

const files = new Map<Weight, { readonly bytes: Buffer; readonly tables: Tables }>();
/**
 * Roboto (specification, section 9), whole: names come in every Latin, Greek and Cyrillic letter. Only used letters are embedded.
 *
 * Each document has its own font object, because a glyph keeps the characters that it was first used for (for the E within É: none). The tables of
 * the file are parsed once for all documents, as fontkit does for the variations of one font: parsing took more than half of the time of a document.
 */
function fontOf(weight: Weight): Font {
  const known = files.get(weight);
  const bytes = known?.bytes ?? readFileSync(fileURLToPath(import.meta.resolve(WEIGHTS[weight])));
  const font = create(bytes) as Font & { _tables: Tables };
  if (known) font._tables = known.tables;
  else files.set(weight, { bytes, tables: font._tables });
  return font;
}

const LINE_GAP = 2;

/** Characters in formatted numbers and days that Roboto lacks, with their replacements: narrow no-break spaces and no-break hyphens. */
const SUBSTITUTES: readonly (readonly [RegExp, string])[] = [
  [/[\u2007\u2009\u202f]/g, '\u00a0'],
  [/\u2011/g, '-'],
];
const printable = (text: string): string => SUBSTITUTES.reduce((result, [mark, other]) => result.replace(mark, other), text);

export interface TextStyle {
  readonly weight?: Weight;
  readonly size?: number;
  readonly color?: string;
  readonly align?: 'left' | 'right' | 'center';
  readonly link?: string;
}

type Pdf = InstanceType<typeof PDFDocument>;
/** An element of the structure that screen readers follow. */
export type Structure = ReturnType<Pdf['struct']>;

/** Draws without structure for screen readers. */
export interface Pen {
  rect(x: number, y: number, width: number, height: number, color: string): void;
  text(text: string, x: number, y: number, width: number, style?: TextStyle): void;
  /** Straight from point to point. */
  line(points: readonly (readonly [x: number, y: number])[], width: number, color: string): void;
  /** A PNG or JPEG, as large as it fits into the box, from its upper left corner. */
  image(bytes: Buffer, x: number, y: number, box: { readonly width: number; readonly height: number }): void;
}

/**
 * A page under a pen: text and shapes by position, with the tags that make the document readable by screen readers (PDF/UA).
 * `y` is the pen's height on the page; blocks move it on.
 */
export class Canvas {
  readonly #pdf: Pdf;
  readonly #root: Structure;
  readonly #done: Promise<Buffer>;
  y: number = PAGE.margin;

  constructor({ title, language, now }: { readonly title: string; readonly language: string; readonly now: Date }) {
    this.#pdf = new PDFDocument({
      size: 'A4',
      margins: { top: PAGE.margin, left: PAGE.margin, right: PAGE.margin, bottom: 0 },
      bufferPages: true,
      pdfVersion: '1.7',
      subset: 'PDF/UA' as 'PDF/A-2a', // newer than the types
      tagged: true,
      lang: language,
      displayTitle: true,
      // Fonts are registered below.
      font: '',
      // The same document at the same instant is the same file.
      info: { Title: title, Creator: 'Checkwell', Producer: 'Checkwell', CreationDate: now, ModDate: now },
    });
    const parts: Buffer[] = [];
    this.#done = new Promise((resolve, reject) => {
      this.#pdf.on('data', (part: Buffer) => parts.push(part));
      this.#pdf.on('end', () => resolve(Buffer.concat(parts)));
      this.#pdf.on('error', reject);
    });
    for (const weight of Object.keys(WEIGHTS) as Weight[]) this.#pdf.registerFont(weight, fontOf(weight) as never); // newer than the types
    this.#root = this.#pdf.struct('Document');
    this.#pdf.addStructure(this.#root);
  }

  /** An element of the structure, below `parent` or the document. Close it with `end()` when its parts are drawn. */
  element(
    tag: string,
    parent: Structure = this.#root,
    options: { readonly scope?: 'Row' | 'Column'; readonly title?: string } = {},
  ): Structure {
    const element = this.#pdf.struct(tag, options as { title?: string });
    parent.add(element);
    return element;
  }

  /** Text that is one element of the structure. @returns its height */
  text(
    tag: string,
    text: string,
    x: number,
    y: number,
    width: number,
    style: TextStyle = {},
    parent?: Structure,
    scope?: 'Row' | 'Column',
  ): number {
    const element = this.element(tag, parent, scope ? { scope } : {});
    element.add(() => this.#write(text, x, y, width, style));
    element.end();
    return this.heightOf(text, width, style);
  }

  /** Hidden from screen readers: lines, bands, and texts that are also elsewhere. */
  decoration(draw: (pen: Pen) => void): void {
    this.#pdf.markContent('Artifact', { type: 'Layout' });
    draw(this.#pen());
    this.#pdf.endMarkedContent();
  }

  /** A drawing that screen readers describe by this sentence. */
  figure(description: string, draw: (pen: Pen) => void): void {
    const figure = this.#pdf.struct('Figure', { alt: description }, () => draw(this.#pen()));
    this.#root.add(figure);
    figure.end();
  }

  #pen(): Pen {
    return {
      rect: (x, y, width, height, color) => void this.#pdf.rect(x, y, width, height).fill(color),
      line: (points, width, color) => {
        const [first = [0, 0] as const, ...others] = points;
        this.#pdf.moveTo(...first);
        for (const [x, y] of others) this.#pdf.lineTo(x, y);
        this.#pdf.lineWidth(width).stroke(color);
      },
      text: (text, x, y, width, style = {}) => this.#write(text, x, y, width, style),
      image: (bytes, x, y, { width, height }) => void this.#pdf.image(bytes, x, y, { fit: [width, height] }),
    };
  }

  heightOf(text: string, width: number, style: TextStyle = {}): number {
    this.#style(style);
    return this.#pdf.heightOfString(printable(text), { width, lineGap: LINE_GAP });
  }

  /** Begins a new page unless this much fits on the page. @returns whether it did */
  ensureRoom(height: number): boolean {
    if (this.y + height <= BOTTOM) return false;
    this.#pdf.addPage();
    this.y = PAGE.margin;
    return true;
  }

  /** A file within the file. */
  attach({ name, mediaType, content }: PdfAttachment, now: Date): void {
    this.#pdf.file(content, { name, type: mediaType, creationDate: now, modifiedDate: now });
  }

  /** Room between the margins of a page. */
  get roomOnPage(): number {
    return BOTTOM - PAGE.margin;
  }

  /**
   * @param footer what is at the foot of page `page` of `pages`
   * @param title what is above every page but the first, so that a sheet by itself says what it belongs to
   * @param mark what is across every page
   */
  async finish(
    footer: (page: number, pages: number) => readonly [left: string, right: string],
    title: string,
    mark?: string,
  ): Promise<Buffer> {
    this.#root.end();
    const { start, count } = this.#pdf.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      this.#pdf.switchToPage(start + index);
      const [left, right] = footer(index + 1, count);
      const style = { size: 7.5, color: INK.soft } as const;
      const width = CONTENT_WIDTH - 90;
      // It grows upwards, into the room that pages leave below their content.
      const y = Math.min(PAGE.height - PAGE.footer, PAGE.height - PAGE.edge - this.heightOf(left, width, style));
      this.decoration(({ rect, text }) => {
        rect(PAGE.margin, y - 6, CONTENT_WIDTH, 0.5, INK.line);
        text(left, PAGE.margin, y, width, style);
        text(right, PAGE.width - PAGE.margin - 90, y, 90, { ...style, align: 'right' });
        if (index > 0) text(title, PAGE.margin, HEAD - this.heightOf(title, CONTENT_WIDTH, style), CONTENT_WIDTH, style);
      });
      if (mark !== undefined) this.decoration(() => this.#writeAcross(mark));
    }
    this.#pdf.end();
    return this.#done;
  }

  /** Writes a watermark from the lower left to the upper right, pale enough to read through. */
  #writeAcross(text: string): void {
    const center: [number, number] = [PAGE.width / 2, PAGE.height / 2];
    this.#pdf.save().rotate(-50, { origin: center }).fillOpacity(0.09);
    this.#style({ weight: 'bold', size: 120, color: INK.brand });
    this.#pdf.text(text, center[0] - this.#pdf.widthOfString(text) / 2, center[1] - 60, { lineBreak: false });
    this.#pdf.restore();
  }

  #style({ weight = 'regular', size = 10, color = INK.text }: TextStyle): void {
    this.#pdf.font(weight).fontSize(size).fillColor(color);
  }

  #write(text: string, x: number, y: number, width: number, style: TextStyle): void {
    this.#style(style);
    this.#pdf.text(printable(text), x, y, {
      width,
      lineGap: LINE_GAP,
      align: style.align ?? 'left',
      ...(style.link && { link: style.link }),
    });
  }
}
