import type { Figure, Metric } from '@checkwell/domain/dashboard/definitions';
import { describe, expect, test } from 'vitest';
import { beforeText, figureDetail, figureText, periodText, rangeText } from './dashboard.ts';
import { formatsIn } from './formats.ts';
import { getTranslator } from './translator.ts';

const figure = (metric: Metric, change: Partial<Figure>): Figure => ({
  metric,
  value: null,
  n: 0,
  part: null,
  median: null,
  p90: null,
  ...change,
});
/** Replaces non-breaking and thin spaces by plain ones, so that the expected texts can be read. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f\u2009]/g, ' ');

describe.each([
  ['en', ['1,234 days', '68% optimised', '23.5%', '12.4 km', '€45.20', '21 h', '5.2 days', '–']],
  ['fr', ['1 234 jours', '68 % optimisés', '23,5 %', '12,4 km', '45,20 €', '21 h', '5,2 jours', '–']],
  ['nl', ['1.234 dagen', '68% geoptimaliseerd', '23,5%', '12,4 km', '€ 45,20', '21 u', '5,2 dagen', '–']],
] as const)('in %s', (language, texts) => {
  const [t, formats] = [getTranslator(language, 'dashboard'), formatsIn(language)];

  test('a figure is shown with its unit', () => {
    const figures = [
      figure('impactDays', { value: 1234, n: 321 }),
      figure('optimizedShare', { value: 0.68, n: 100, part: 68 }),
      figure('noShowRate', { value: 0.2345, n: 100, part: 23 }),
      figure('averageDistanceKm', { value: 12.44, n: 9, median: 8 }),
      figure('costPerSavedDay', { value: 4520.4, n: 9 }),
      figure('hoursToCheck', { value: 21, n: 9, median: 21, p90: 125 }),
      figure('hoursToCheck', { value: 125, n: 9, median: 125, p90: 300 }),
      figure('noShowRate', { n: 3 }),
    ];
    expect(figures.map((one) => plain(figureText(one, t, formats)))).toEqual(texts);
  });
});

describe('the lines under a figure', () => {
  const [t, formats] = [getTranslator('en', 'dashboard'), formatsIn('en')];
  const detail = (one: Figure) => plain(figureDetail(one, t, formats));

  test('show how many cases it is computed from, and its median or 90th percentile', () => {
    expect(detail(figure('completedChecks', { value: 5, n: 5 }))).toBe('');
    expect(detail(figure('impactDays', { value: 9, n: 1 }))).toBe('1 check');
    expect(detail(figure('noShowRate', { value: 0.5, n: 2000, part: 1000 }))).toBe('1,000 of 2,000 checks');
    expect(detail(figure('noShowRate', { n: 4 }))).toBe('Shown from 5 checks');
    expect(detail(figure('averageAbsenceDays', { value: 7, n: 12, median: 5 }))).toBe('12 absences · median 5.0 days');
    expect(detail(figure('hoursToResult', { value: 30, n: 12, median: 30, p90: 72 }))).toBe('12 checks · 9 out of 10 within 3.0 days');
    expect(detail(figure('averageDistanceKm', {}))).toBe('0 checks');
  });

  test('show the figure of the previous period, and the change', () => {
    const period = { from: '2026-10-01', to: '2026-10-21' };
    const earlier = (now: Figure, was: Partial<Figure>) => plain(beforeText(now, figure(now.metric, was), period, t, formats));
    expect(earlier(figure('completedChecks', { value: 112 }), { value: 100 })).toBe('1 – 21 Oct 2026: 100 (+12%)');
    expect(earlier(figure('completedChecks', { value: 100 }), { value: 112 })).toBe('1 – 21 Oct 2026: 112 (−11%)');
    expect(earlier(figure('completedChecks', { value: 4 }), { value: 0 })).toBe('1 – 21 Oct 2026: 0');
    expect(earlier(figure('noShowRate', { value: 0.25 }), { value: 0.225 })).toBe('1 – 21 Oct 2026: 22.5% (+2.5 pts)');
    expect(earlier(figure('noShowRate', { value: 0.25 }), { value: 0.25 })).toBe('1 – 21 Oct 2026: 25% (±0.0 pts)');
    expect(earlier(figure('noShowRate', { value: 0.25 }), { value: null })).toBe('');
    expect(earlier(figure('openChecks', { value: 5 }), { value: 1 })).toBe('');
    expect(beforeText(figure('noShowRate', { value: 0.25 }), undefined, period, t, formats)).toBe('');
  });

  test('periods and ranges are written in words', () => {
    expect(periodText({ from: null, to: null }, t, formats)).toBe('All time');
    expect(periodText({ from: '2026-10-01', to: null }, t, formats)).toBe('From 1 Oct 2026');
    expect(rangeText({ from: 1, to: 2, count: 0 }, 'days', t)).toBe('1 day');
    expect(rangeText({ from: 2, to: 4, count: 0 }, 'days', t)).toBe('2–3 days');
    expect(rangeText({ from: 31, to: null, count: 0 }, 'days', t)).toBe('More than 30 days');
    expect(rangeText({ from: 12, to: 24, count: 0 }, 'hours', t)).toBe('12–24 h');
    expect(rangeText({ from: 48, to: 96, count: 0 }, 'hours', t)).toBe('2–4 days');
    expect(rangeText({ from: 168, to: null, count: 0 }, 'hours', t)).toBe('More than 7 days');
    expect(rangeText({ from: 30, to: null, count: 0 }, 'km', t)).toBe('More than 30 km');
  });
});
