import { expect, it } from 'vitest';
import { statementMonths, statementPeriod, statementRule } from './statement.ts';

it('this month and the twelve before can be chosen', () => {
  const months = statementMonths('2026-03-31');
  expect(months).toHaveLength(13);
  expect([months[0], months[1], months[2], months.at(-1)]).toEqual(['2026-03', '2026-02', '2026-01', '2025-03']);
});

it.each([
  ['2026-02', '2026-01-31T23:00:00.000Z', '2026-02-28T23:00:00.000Z'],
  ['2026-03', '2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
  ['2026-12', '2026-11-30T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
])('%s begins and ends at midnight in Belgium', (month, from, to) => {
  const period = statementPeriod(month);
  expect([period.from.toISOString(), period.to.toISOString()]).toEqual([from, to]);
});

it.each(['2026-13', '2026-00', '2026', 'x', '1926-01'])('refuses %s', (month) => {
  expect(statementRule.safeParse({ month }).success).toBe(false);
});
