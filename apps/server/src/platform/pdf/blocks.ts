import { encode } from 'uqr';
import { type Canvas, CONTENT_WIDTH, INK, PAGE } from './canvas.ts';
import type { Letterhead, PdfBlock, PdfLetter, PdfListItem, PdfProof, PdfTextColumn, PdfTone } from './document.ts';
import { drawCaption, drawText, GAP, LEFT, sum, TOGETHER } from './parts.ts';
import { drawBars, drawLine, drawSums, drawTable, heightOfSums } from './tables.ts';

/** Height that must be free below a heading, so that the beginning of its block is on the same page. */
const HEADED = 100;
const TONES: Readonly<Record<PdfTone, { readonly line: string; readonly band: string }>> = {
  info: { line: INK.brand, band: INK.band },
  success: { line: '#1f7a4d', band: '#eaf6f0' },
  warning: { line: '#b25e09', band: '#fdf3e7' },
  neutral: { line: '#586579', band: '#f2f5f9' },
};

interface Heading {
  readonly title: string;
  readonly subtitle: string | undefined;
  readonly letterhead: Letterhead | undefined;
  readonly letter: PdfLetter | undefined;
}

const POINTS_PER_MM = 72 / 25.4;
/**
 * Where the address of a letter shows through the window on the right of a Belgian envelope: DL, 220 × 110 mm, window of 35 × 90 mm, 20 mm from
 * its right and lower edges. A sheet folded to 99 mm may lie 11 mm higher or lower and 10 mm further left or right, so what always shows is
 * 55 to 79 mm from the upper edge of the paper and 110 to 190 mm from the left. It holds nothing but the address (bpost,
 * https://www.bpost.be/nl/adressering-adres-positionering).
 */
export const WINDOW = {
  x: 114 * POINTS_PER_MM,
  y: 56 * POINTS_PER_MM,
  width: 75 * POINTS_PER_MM,
  height: 23 * POINTS_PER_MM,
} as const;
/** Below the fold, and the window. */
const FOLD = 99 * POINTS_PER_MM;
/** The largest that fits. */
const ADDRESS_SIZES = [11, 10, 9, 8, 7] as const;

const LOGO = { width: 180, height: 44 } as const;

export function drawTitle(canvas: Canvas, { title, subtitle, letterhead, letter }: Heading): void {
  const { name = 'Checkwell', logo = null } = letterhead ?? {};
  const style = { weight: 'bold', size: 11, color: INK.brand } as const;
  const top = 26;
  // Readers who cannot see the letterhead read the name in the document itself, or at its foot.
  canvas.decoration(({ rect, text, image }) => {
    rect(0, 0, PAGE.width, 6, INK.brand);
    if (logo === null) text(name, LEFT, top, CONTENT_WIDTH, style);
    else image(logo, LEFT, top - 6, LOGO);
  });
  canvas.y = Math.max(canvas.y, top + (logo === null ? canvas.heightOf(name, CONTENT_WIDTH, style) : LOGO.height) + GAP);
  if (letter) drawEnvelope(canvas, letter);
  canvas.y += canvas.text('H1', title, LEFT, canvas.y, CONTENT_WIDTH, { weight: 'bold', size: 20 }) + 2;
  if (subtitle) canvas.y += canvas.text('P', subtitle, LEFT, canvas.y, CONTENT_WIDTH, { size: 11, color: INK.soft });
  canvas.y += GAP + 4;
}

function drawEnvelope(canvas: Canvas, { addressee, sender }: PdfLetter): void {
  const small = { size: 8.5, color: INK.soft } as const;
  const senderWidth = WINDOW.x - LEFT - 30;
  canvas.text('P', sender.join('\n'), LEFT, canvas.y, senderWidth, small);
  const address = addressee.join('\n');
  const size =
    ADDRESS_SIZES.find((each) => canvas.heightOf(address, WINDOW.width, { size: each }) <= WINDOW.height) ?? ADDRESS_SIZES.at(-1);
  canvas.text('P', address, WINDOW.x, WINDOW.y, WINDOW.width, size ? { size } : {});
  canvas.y = FOLD + GAP;
}

/** @param next what follows: sums and a text are not alone on the next page, the last lines of what they are about go with them */
export function drawBlock(canvas: Canvas, block: PdfBlock, next?: PdfBlock): void {
  const below = next === undefined ? 0 : heightBelow(canvas, next);
  switch (block.kind) {
    case 'heading':
      drawHeading(canvas, block.text);
      break;
    case 'text':
      drawParagraph(canvas, block);
      break;
    case 'notice':
      drawNotice(canvas, block.text, block.detail, block.tone ?? 'info');
      break;
    case 'columns':
      drawColumns(canvas, block.columns);
      break;
    case 'facts':
      drawFacts(canvas, block.rows, below);
      break;
    case 'sums':
      drawSums(canvas, block.rows);
      break;
    case 'list':
      drawList(canvas, block.items, below);
      break;
    case 'proof':
      drawProof(canvas, block);
      break;
    case 'table':
      drawTable(canvas, block, below);
      break;
    case 'line':
      drawLine(canvas, block);
      break;
    case 'bars':
      drawBars(canvas, block.caption, block.rows);
      break;
  }
}

/** Room that a block takes on the page of what is before it; 0: it may begin a page. */
function heightBelow(canvas: Canvas, block: PdfBlock): number {
  if (block.kind === 'sums') return heightOfSums(block.rows.length);
  if (block.kind !== 'text' || block.caption !== undefined) return 0;
  const height = canvas.heightOf(block.text, CONTENT_WIDTH, textStyle(block)) + GAP;
  return height > canvas.roomOnPage / 4 ? 0 : height;
}

function drawHeading(canvas: Canvas, text: string): void {
  const style = { weight: 'bold', size: 13, color: INK.brand } as const;
  canvas.y += 6;
  canvas.ensureRoom(canvas.heightOf(text, CONTENT_WIDTH, style) + HEADED);
  canvas.y += canvas.text('H2', text, LEFT, canvas.y, CONTENT_WIDTH, style) + 4;
}

const textStyle = ({ soft = false }: { readonly soft?: boolean }) => (soft ? { size: 9, color: INK.soft } : {});

function drawParagraph(canvas: Canvas, { caption, text, soft = false }: Extract<PdfBlock, { kind: 'text' }>): void {
  const style = textStyle({ soft });
  if (caption !== undefined) drawCaption(canvas, caption, canvas.heightOf(text, CONTENT_WIDTH, style));
  drawText(canvas, text, style);
}

function drawNotice(canvas: Canvas, text: string, detail: string | undefined, tone: PdfTone): void {
  const [pad, width] = [12, CONTENT_WIDTH - 28];
  const style = { weight: 'bold', size: 13 } as const;
  const textHeight = canvas.heightOf(text, width, style);
  const height = textHeight + (detail ? canvas.heightOf(detail, width) + 3 : 0) + 2 * pad - 4;
  canvas.ensureRoom(height);
  const { line, band } = TONES[tone];
  canvas.decoration(({ rect }) => {
    rect(LEFT, canvas.y, CONTENT_WIDTH, height, band);
    rect(LEFT, canvas.y, 4, height, line);
  });
  canvas.text('P', text, LEFT + 16, canvas.y + pad, width, style);
  if (detail) canvas.text('P', detail, LEFT + 16, canvas.y + pad + textHeight + 3, width);
  canvas.y += height + GAP;
}

/** Screen readers read them one after the other. */
function drawColumns(canvas: Canvas, columns: readonly PdfTextColumn[]): void {
  const between = 22;
  const width = (CONTENT_WIDTH - between * (columns.length - 1)) / columns.length;
  const label = { size: 9, color: INK.soft } as const;
  const styleOf = (index: number) => (index === 0 ? ({ weight: 'bold', size: 10.5 } as const) : ({ size: 9.5 } as const));
  const heightOf = (column: PdfTextColumn) =>
    canvas.heightOf(column.label, width, label) + 2 + sum(column.lines.map((line, index) => canvas.heightOf(line, width, styleOf(index))));
  canvas.ensureRoom(Math.max(...columns.map(heightOf)));
  const top = canvas.y;
  for (const [index, column] of columns.entries()) {
    const x = LEFT + index * (width + between);
    let y = top + canvas.text('P', column.label, x, top, width, label) + 2;
    for (const [index, line] of column.lines.entries()) y += canvas.text('P', line, x, y, width, styleOf(index));
  }
  canvas.y = top + Math.max(...columns.map(heightOf)) + GAP;
}

const FACT = { gap: 22, labelShare: 0.46, between: 8, label: { size: 9, color: INK.soft }, value: { size: 9.5 } } as const;
/** What is longer takes the whole width. */
const MAX_LINES = 3;

/** What a value is called, and the value. */
type Pair = readonly [string, string];

/** Two pairs beside each other, read left to right; to screen readers a table with one pair per row. */
function drawFacts(canvas: Canvas, rows: readonly Pair[], below: number): void {
  const half = (CONTENT_WIDTH - FACT.gap) / 2;
  const widths = (width: number) => {
    const label = half * FACT.labelShare;
    return { label, value: width - label - FACT.between };
  };
  const heightIn = ([name, value]: Pair, width: number): number => {
    const { label, value: valueWidth } = widths(width);
    return Math.max(canvas.heightOf(name, label, FACT.label), canvas.heightOf(value, valueWidth, FACT.value));
  };
  const lineHeight = canvas.heightOf('x', half, FACT.value);
  const isLong = (row: Pair): boolean => heightIn(row, half) > MAX_LINES * lineHeight + 1;
  const table = canvas.element('Table');

  function drawPair([name, value]: Pair, x: number, width: number): void {
    const { label, value: valueWidth } = widths(width);
    const row = canvas.element('TR', table);
    canvas.text('TH', name, x, canvas.y, label, FACT.label, row, 'Row');
    canvas.text('TD', value, x + label + FACT.between, canvas.y, valueWidth, FACT.value, row);
    row.end();
  }

  const lines: { readonly first: Pair; readonly second: Pair | undefined; readonly height: number }[] = [];
  for (let index = 0; index < rows.length; index += lines.at(-1)?.second ? 2 : 1) {
    const [first, next] = [rows[index] as Pair, rows[index + 1]];
    const second = isLong(first) || next === undefined || isLong(next) ? undefined : next;
    const height = second ? Math.max(heightIn(first, half), heightIn(second, half)) : heightIn(first, CONTENT_WIDTH);
    lines.push({ first, second, height: height + 5 });
  }
  for (const [index, { first, second, height }] of lines.entries()) {
    // The last line is not alone on the next page, nor does what belongs to it.
    const rest = index >= lines.length - TOGETHER ? sum(lines.slice(index + 1).map((line) => line.height)) + below : 0;
    canvas.ensureRoom(height + rest);
    drawPair(first, LEFT, second ? half : CONTENT_WIDTH);
    if (second) drawPair(second, LEFT + half + FACT.gap, half);
    canvas.y += height - 4;
    canvas.decoration(({ rect }) => rect(LEFT, canvas.y, CONTENT_WIDTH, 0.5, INK.line));
    canvas.y += 4;
  }
  table.end();
  canvas.y += GAP - 4;
}

function drawList(canvas: Canvas, items: readonly PdfListItem[], below: number): void {
  const x = LEFT + 14;
  const width = CONTENT_WIDTH - 14;
  const small = { size: 8.5, color: INK.soft } as const;
  const list = canvas.element('L');
  const bold = { weight: 'medium' } as const;
  for (const [index, { text, strong, detail, link }] of items.entries()) {
    const textHeight = canvas.heightOf(text, width);
    canvas.ensureRoom(
      textHeight +
        (strong ? canvas.heightOf(strong, width, bold) : 0) +
        (detail ? canvas.heightOf(detail, width, small) : 0) +
        (index === items.length - 1 ? below : 0),
    );
    const item = canvas.element('LI', list);
    canvas.text('Lbl', '•', LEFT + 2, canvas.y, 10, { color: INK.brand }, item);
    const body = canvas.element('LBody', item);
    canvas.text('P', text, x, canvas.y, width, {}, body);
    canvas.y += textHeight;
    if (strong) canvas.y += canvas.text('P', strong, x, canvas.y, width, bold, body);
    if (detail) {
      const style = link ? { ...small, color: INK.brand, link } : small;
      canvas.y += canvas.text(link ? 'Link' : 'P', detail, x, canvas.y, width, style, body);
    }
    body.end();
    item.end();
    canvas.y += 4;
  }
  list.end();
  canvas.y += GAP - 4;
}

const PROOF = { side: 92, pad: 12, quiet: 4, heading: { weight: 'bold', size: 11 }, body: { size: 9 }, value: { size: 9 } } as const;
const PROOF_SMALL = { size: 7.5, color: INK.soft } as const;

/** The square code, black on white as cameras expect, beside its text; all of it on one page. */
function drawProof(canvas: Canvas, { title, address, description, text, rows, note }: PdfProof): void {
  const x = LEFT + PROOF.pad + PROOF.side + PROOF.pad;
  const width = CONTENT_WIDTH - 3 * PROOF.pad - PROOF.side;
  const labelWidth = width * 0.27;
  const valueWidth = width - labelWidth - 6;
  const rowHeight = ([label, value]: Pair) =>
    Math.max(canvas.heightOf(label, labelWidth, PROOF_SMALL), canvas.heightOf(value, valueWidth, PROOF.value)) + 2;
  const words =
    canvas.heightOf(title, width, PROOF.heading) +
    canvas.heightOf(text, width, PROOF.body) +
    sum(rows.map(rowHeight)) +
    canvas.heightOf(note, width, PROOF_SMALL) +
    10;
  const height = Math.max(PROOF.side, words) + 2 * PROOF.pad;
  canvas.ensureRoom(height);
  const top = canvas.y;
  canvas.decoration(({ rect }) => rect(LEFT, top, CONTENT_WIDTH, height, INK.band));

  const { data, size } = encode(address, { border: 0 });
  const module = PROOF.side / (size + 2 * PROOF.quiet);
  canvas.figure(description, ({ rect }) => {
    const [left, upper] = [LEFT + PROOF.pad, top + PROOF.pad];
    rect(left, upper, PROOF.side, PROOF.side, '#ffffff');
    for (const [row, modules] of data.entries())
      for (const [column, on] of modules.entries()) {
        // Slightly wider than the module, so that no line of the background shows between two of them.
        if (on) rect(left + (column + PROOF.quiet) * module, upper + (row + PROOF.quiet) * module, module + 0.05, module + 0.05, '#000000');
      }
  });

  let y = top + PROOF.pad;
  y += canvas.text('H2', title, x, y, width, PROOF.heading) + 2;
  y += canvas.text('P', text, x, y, width, PROOF.body) + 4;
  const table = rows.length > 0 ? canvas.element('Table') : undefined;
  for (const row of rows) {
    const element = canvas.element('TR', table);
    canvas.text('TH', row[0], x, y, labelWidth, PROOF_SMALL, element, 'Row');
    canvas.text('TD', row[1], x + labelWidth + 6, y, valueWidth, PROOF.value, element);
    element.end();
    y += rowHeight(row);
  }
  table?.end();
  canvas.text('P', note, x, y + 2, width, PROOF_SMALL);
  canvas.y = top + height + GAP;
}
