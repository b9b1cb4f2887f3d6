import { type Canvas, CONTENT_WIDTH, INK, type Structure } from './canvas.ts';
import type { PdfBar, PdfBlock, PdfCell, PdfPoint, PdfTable } from './document.ts';
import { drawCaption, GAP, LEFT, sum, TOGETHER } from './parts.ts';

const CELL = { padX: 6, padY: 4, size: 9 } as const;

/** Height that is kept free below sums, for the text about them. */
const SUMMED = 60;
const SUM = { width: CONTENT_WIDTH * 0.5, amount: 110, height: 18 } as const;

/** Height of sums with the text about them. */
export const heightOfSums = (rows: number): number => rows * SUM.height + SUMMED + GAP;

/** Right below the last column of a table of amounts, so that the eye adds up; kept on one page with what follows them. */
export function drawSums(canvas: Canvas, rows: readonly (readonly [string, string])[]): void {
  const labelWidth = SUM.width - SUM.amount - 2 * CELL.padX;
  const x = LEFT + CONTENT_WIDTH - SUM.width;
  const styleOf = (last: boolean) => (last ? ({ weight: 'bold', size: 11 } as const) : ({ size: 9.5 } as const));
  canvas.ensureRoom(rows.length * SUM.height + SUMMED);
  const table = canvas.element('Table');
  for (const [index, [label, amount]] of rows.entries()) {
    const last = index === rows.length - 1;
    const style = styleOf(last);
    const height = Math.max(SUM.height, canvas.heightOf(label, labelWidth, style) + 2 * CELL.padY);
    canvas.ensureRoom(height);
    if (last) canvas.decoration(({ rect }) => rect(x, canvas.y, SUM.width, height + 2, INK.band));
    const y = canvas.y + CELL.padY;
    const row = canvas.element('TR', table);
    canvas.text('TH', label, x + CELL.padX, y, labelWidth, last ? style : { ...style, color: INK.soft }, row, 'Row');
    canvas.text('TD', amount, x + SUM.width - SUM.amount - CELL.padX, y, SUM.amount, { ...style, align: 'right' }, row);
    row.end();
    canvas.y += height;
    if (!last) canvas.decoration(({ rect }) => rect(x, canvas.y, SUM.width, 0.5, INK.line));
  }
  table.end();
  canvas.y += GAP + 6;
}

/** Column headings come again on each page; a row stays on one page. */
export function drawTable(canvas: Canvas, { caption, columns, rows }: PdfTable, below: number): void {
  const shares = sum(columns.map(({ width = 1 }) => width));
  const widths = columns.map(({ width = 1 }) => (CONTENT_WIDTH * width) / shares);
  const lefts = widths.map((_, index) => LEFT + sum(widths.slice(0, index)));
  const head = { weight: 'bold', size: CELL.size, color: INK.brand } as const;
  const body = { size: CELL.size } as const;
  const detailStyle = { size: CELL.size - 1, color: INK.soft } as const;
  const cellHeight = (cell: string | PdfCell, width: number, style: typeof head | typeof body): number =>
    typeof cell === 'string'
      ? canvas.heightOf(cell, width, style)
      : canvas.heightOf(cell.text, width, style) + (cell.detail === '' ? 0 : canvas.heightOf(cell.detail, width, detailStyle));
  const heightOf = (cells: readonly (string | PdfCell)[], style: typeof head | typeof body) =>
    Math.max(...cells.map((cell, index) => cellHeight(cell, (widths[index] ?? 0) - 2 * CELL.padX, style))) + 2 * CELL.padY;
  const labels = columns.map(({ label }) => label);
  const headHeight = heightOf(labels, head);
  const heights = rows.map((cells) => heightOf(cells, body));
  const begin = headHeight + sum(heights.slice(0, TOGETHER)) + (rows.length > TOGETHER ? 0 : below);
  if (caption) drawCaption(canvas, caption, begin);
  canvas.ensureRoom(begin);
  const table = canvas.element('Table');

  function drawRow(
    cells: readonly (string | PdfCell)[],
    height: number,
    style: typeof head | typeof body,
    parent: Structure,
    header: boolean,
  ): void {
    const row = canvas.element('TR', parent);
    for (const [index, cell] of cells.entries()) {
      const [x, width] = [(lefts[index] ?? 0) + CELL.padX, (widths[index] ?? 0) - 2 * CELL.padX];
      const align = columns[index]?.align ?? 'left';
      const y = canvas.y + CELL.padY;
      if (typeof cell !== 'string') {
        const box = canvas.element('TD', row);
        const below = y + canvas.text('P', cell.text, x, y, width, { ...style, align }, box);
        if (cell.detail !== '') canvas.text('P', cell.detail, x, below, width, { ...detailStyle, align }, box);
        box.end();
      } else if (header) canvas.text('TH', cell, x, y, width, { ...style, align }, row, 'Column');
      else canvas.text('TD', cell, x, y, width, { ...style, align }, row);
    }
    row.end();
    canvas.y += height;
  }
  const drawBand = () => canvas.decoration(({ rect }) => rect(LEFT, canvas.y, CONTENT_WIDTH, headHeight, INK.band));
  /** Repeats the head on a new page for the eye alone: screen readers know the heading of each cell. */
  function repeatHead(): void {
    drawBand();
    canvas.decoration((pen) => {
      for (const [index, label] of labels.entries()) {
        const [x, width] = [(lefts[index] ?? 0) + CELL.padX, (widths[index] ?? 0) - 2 * CELL.padX];
        pen.text(label, x, canvas.y + CELL.padY, width, { ...head, align: columns[index]?.align ?? 'left' });
      }
    });
    canvas.y += headHeight;
  }

  drawBand();
  drawRow(labels, headHeight, head, table, true);
  for (const [index, cells] of rows.entries()) {
    const height = heights[index] ?? 0;
    const isFirstOfLast = index > 0 && index === rows.length - TOGETHER;
    if (canvas.ensureRoom(isFirstOfLast ? sum(heights.slice(index)) + below : height)) repeatHead();
    drawRow(cells, height, body, table, false);
    canvas.decoration(({ rect }) => rect(LEFT, canvas.y, CONTENT_WIDTH, 0.5, INK.line));
  }
  table.end();
  canvas.y += GAP + 2;
}

/** A chart of at most half a page is not cut. */
export function drawBars(canvas: Canvas, caption: string, rows: readonly PdfBar[]): void {
  const [labelWidth, textWidth, pad] = [CONTENT_WIDTH * 0.3, 90, 8];
  const barWidth = CONTENT_WIDTH - labelWidth - textWidth - 2 * pad;
  const max = Math.max(...rows.map(({ value }) => value), 0);
  const style = { size: CELL.size } as const;
  const heights = rows.map(({ label, text }) =>
    Math.max(canvas.heightOf(label, labelWidth, style), canvas.heightOf(text, textWidth, style), 12),
  );
  const whole = sum(heights) + 4 * rows.length;
  drawCaption(canvas, caption, whole <= canvas.roomOnPage / 2 ? whole : sum(heights.slice(0, TOGETHER)) + 4 * TOGETHER);
  const table = canvas.element('Table', undefined, { title: caption });
  for (const [index, { label, value, text }] of rows.entries()) {
    const height = heights[index] ?? 0;
    const together = index === rows.length - TOGETHER ? heights.slice(index) : [height];
    canvas.ensureRoom(sum(together) + 4 * together.length);
    const row = canvas.element('TR', table);
    canvas.text('TH', label, LEFT, canvas.y, labelWidth, style, row, 'Row');
    canvas.decoration(({ rect }) => {
      rect(LEFT + labelWidth + pad, canvas.y + 1, barWidth, 9, INK.band);
      if (max > 0 && value > 0) rect(LEFT + labelWidth + pad, canvas.y + 1, (barWidth * value) / max, 9, INK.bar);
    });
    canvas.text('TD', text, LEFT + CONTENT_WIDTH - textWidth, canvas.y, textWidth, { ...style, align: 'right' }, row);
    row.end();
    canvas.y += height + 4;
  }
  table.end();
  canvas.y += GAP;
}

const CHART = { height: 92, axis: 16, value: 14 } as const;
/** So that neighbouring labels do not touch. */
const MAX_LABELS = 8;

/** Every point has a mark; as many as there is room for have labels, always including the last one. */
export function drawLine(canvas: Canvas, { caption, description, points }: Extract<PdfBlock, { kind: 'line' }>): void {
  drawCaption(canvas, caption, CHART.height + CHART.axis + CHART.value + GAP);
  const top = canvas.y + CHART.value;
  const bottom = top + CHART.height;
  const step = CONTENT_WIDTH / points.length;
  const max = Math.max(...points.map(({ value }) => value)) || 1;
  const placed = points.map(({ value }, index) => [LEFT + step * (index + 0.5), bottom - (CHART.height * value) / max] as const);
  const every = Math.ceil(points.length / MAX_LABELS);
  const room = step * every;
  canvas.figure(description, (pen) => {
    pen.line(
      [
        [LEFT, bottom],
        [LEFT + CONTENT_WIDTH, bottom],
      ],
      0.75,
      INK.line,
    );
    pen.line(placed, 1.5, INK.bar);
    for (const [index, [x, y]] of placed.entries()) {
      const { label, text } = points[index] as PdfPoint;
      pen.rect(x - 2, y - 2, 4, 4, INK.bar);
      if ((points.length - 1 - index) % every !== 0) continue;
      pen.text(text, x - room / 2, y - CHART.value, room, { size: 8, align: 'center' });
      pen.text(label, x - room / 2, bottom + 4, room, { size: 8, color: INK.soft, align: 'center' });
    }
  });
  canvas.y = bottom + CHART.axis + GAP;
}
