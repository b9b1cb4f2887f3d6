import { describe, expect, it } from 'vitest';
import { fitScale, turned, turnedSize, UNTURNED, zoomed } from './document-view.ts';

const PAGE = { width: 600, height: 800 };

describe('the view of a document', () => {
  it('is upright again after four turns', () => {
    const once = turned(UNTURNED);
    const twice = turned(once);
    const rotations = [once, twice, turned(twice), turned(turned(twice))].map(({ rotation }) => rotation);
    expect(rotations).toEqual([90, 180, 270, 0]);
    expect([0, 90, 180, 270].map((rotation) => turnedSize(PAGE, rotation).width)).toEqual([600, 800, 600, 800]);
  });

  it('fits the width in every rotation, and enlarges small pictures to a limit only', () => {
    expect(fitScale(PAGE, 0, 300)).toBe(0.5);
    expect(fitScale(PAGE, 90, 400)).toBe(0.5);
    expect(fitScale({ width: 10, height: 10 }, 0, 300)).toBe(2);
    expect(fitScale(PAGE, 0, 0)).toBe(1);
  });

  it('zooms in and out from the current scale, within limits', () => {
    expect(zoomed(UNTURNED, 'in', 0.5).zoom).toBeCloseTo(0.625);
    expect(zoomed({ rotation: 90, zoom: 1 }, 'out', 1)).toEqual({ rotation: 90, zoom: 0.8 });
    expect(zoomed(UNTURNED, 'in', 4.9).zoom).toBe(5);
    expect(zoomed(UNTURNED, 'out', 0.21).zoom).toBe(0.2);
  });
});
