import { describe, expect, it } from 'vitest';
import { placeCard, stepsFor } from './steps.ts';

const names = (...paths: string[]): string[] => stepsFor(paths.map((to) => ({ to }))).map(({ name }) => name);

describe('the stops', () => {
  it('are what the person has', () => {
    expect(names('/checks/new', '/dashboard', '/checks', '/certificates', '/reports', '/employees', '/settings')).toEqual([
      'create',
      'checks',
      'certificates',
      'reports',
      'search',
      'settings',
    ]);
    expect(names('/checks', '/reports', '/settings')).toEqual(['checks', 'reports', 'search', 'settings']);
  });
});

describe('the card', () => {
  const card = { width: 320, height: 180 };
  it('is beside a line of the sidebar', () => {
    expect(placeCard({ left: 12, top: 100, right: 220, bottom: 132 }, card, { width: 1280, height: 800 })).toEqual({ left: 232, top: 92 });
  });
  it('stays inside the window at its foot', () => {
    expect(placeCard({ left: 12, top: 760, right: 220, bottom: 792 }, card, { width: 1280, height: 800 })).toEqual({ left: 232, top: 612 });
  });
  it('is over the bar of a phone, and under its header', () => {
    const phone = { width: 390, height: 844 };
    expect(placeCard({ left: 312, top: 788, right: 390, bottom: 844 }, card, phone)).toEqual({ left: 62, top: 596 });
    expect(placeCard({ left: 8, top: 4, right: 48, bottom: 44 }, card, phone)).toEqual({ left: 60, top: 8 });
  });
});
