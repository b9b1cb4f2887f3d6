import { formatDate, formatDateRange } from '@checkwell/messages/formats';
import { expect, it } from 'vitest';
import { sentenceValues } from './sentence-values.ts';

const format = {
  date: (value: Parameters<typeof formatDate>[0]) => formatDate(value, 'en'),
  dateRange: (start: Parameters<typeof formatDateRange>[0], end: Parameters<typeof formatDateRange>[1]) =>
    formatDateRange(start, end, 'en'),
};

it('formats dates, and a start and an end as a period', () => {
  const values = sentenceValues(
    [
      { name: 'start', value: '2026-11-16' },
      { name: 'end', value: '2026-11-20' },
      { name: 'days', value: '5' },
    ],
    format,
  );
  expect(values).toEqual({
    start: formatDate('2026-11-16', 'en'),
    end: formatDate('2026-11-20', 'en'),
    days: '5',
    period: formatDateRange('2026-11-16', '2026-11-20', 'en'),
  });
  expect(sentenceValues([{ name: 'year', value: '2026' }], format)).toEqual({ year: '2026' });
});
