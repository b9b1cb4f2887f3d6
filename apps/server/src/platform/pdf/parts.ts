import { type Canvas, CONTENT_WIDTH, PAGE } from './canvas.ts';

/** What all blocks of a document are on: the margin, the gap between two of them, and a text with its caption. */
export const LEFT = PAGE.margin;
export const GAP = 10;
/** How many rows of a table, facts or a chart stay together at their beginning and at their end, so that none is alone. */
export const TOGETHER = 2;

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

export function drawText(
  canvas: Canvas,
  text: string,
  style: { readonly size?: number; readonly color?: string; readonly weight?: 'medium' },
): void {
  canvas.ensureRoom(canvas.heightOf(text, CONTENT_WIDTH, style));
  canvas.y += canvas.text('P', text, LEFT, canvas.y, CONTENT_WIDTH, style) + GAP;
}

const CAPTION = { weight: 'medium' } as const;

/** @param below height of what stays on the same page as its caption */
export function drawCaption(canvas: Canvas, caption: string, below: number): void {
  canvas.ensureRoom(canvas.heightOf(caption, CONTENT_WIDTH, CAPTION) + GAP + below);
  drawText(canvas, caption, CAPTION);
}
