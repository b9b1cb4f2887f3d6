import { type Canvas, CONTENT_WIDTH, PAGE } from './canvas.ts';

/** Left edge of all blocks, and the gap between two of them. */
export const LEFT = PAGE.margin;
export const GAP = 10;
/** How many rows of a table, facts or a chart stay on one page at the beginning and at the end, so that no row is alone on a page. */
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
