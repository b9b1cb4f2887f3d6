/** Rotation and zoom of a shown document. */
export interface DocumentView {
  /** Clockwise, in degrees. */
  readonly rotation: 0 | 90 | 180 | 270;
  /** Share of the document's own size; null: fits the width of the window. */
  readonly zoom: number | null;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const UNTURNED: DocumentView = { rotation: 0, zoom: null };

const STEP = 1.25;
const SMALLEST = 0.2;
const LARGEST = 5;

/** The size that the document takes once turned. */
export const turnedSize = ({ width, height }: Size, rotation: number): Size =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width };

/** The share at which the turned document fills the width; a small picture is not blown up. */
export function fitScale(own: Size, rotation: number, room: number): number {
  const { width } = turnedSize(own, rotation);
  return width > 0 && room > 0 ? Math.min(room / width, 2) : 1;
}

export const turned = (view: DocumentView): DocumentView => ({
  ...view,
  rotation: ((view.rotation + 90) % 360) as DocumentView['rotation'],
});

/** One step larger or smaller than what is shown now. @param shown the scale that `zoom: null` comes to */
export function zoomed(view: DocumentView, direction: 'in' | 'out', shown: number): DocumentView {
  const wanted = direction === 'in' ? shown * STEP : shown / STEP;
  return { ...view, zoom: Math.min(Math.max(wanted, SMALLEST), LARGEST) };
}
