import { expect, it } from 'vitest';
import { periodPresets } from './period-presets.ts';

it('starts the week on Monday', () => {
  expect(periodPresets('2026-11-22')).toEqual([
    { key: 'today', start: '2026-11-22', end: '2026-11-22' },
    { key: 'week', start: '2026-11-16', end: '2026-11-22' },
    { key: 'month', start: '2026-11-01', end: '2026-11-22' },
  ]);
});
