import { describe, expect, it } from 'vitest';
import type { InvoiceLine } from './invoice.ts';
import {
  type BilledGroup,
  billedKindOf,
  costCentreTotals,
  INVOICED_MONTHS,
  monthlyLines,
  monthsToInvoice,
  monthToInvoice,
  type PriceTexts,
} from './monthly.ts';

const group = (costCentre: string, unitCents: number, change: Partial<BilledGroup> = {}): BilledGroup => ({
  costCentre,
  checkOccurence: 'Yes',
  checkLocation: 'Office',
  unitCents,
  quantity: 1,
  purchaseOrder: '',
  visited: false,
  weekend: false,
  late: false,
  from: '2026-10-05',
  to: '2026-10-05',
  ...change,
});

const texts: PriceTexts = {
  describe: (kind) => kind,
  home: () => 'home',
  visited: () => 'visited',
  weekend: () => 'weekend',
  cancelled: (late) => (late ? '50 %' : '25 %'),
  days: (from, to) => `${from.slice(-2)}–${to.slice(-2)}`,
};

describe('monthly invoices', () => {
  it.each([
    ['2026-11-01T02:59:00+01:00', null],
    ['2026-11-01T03:00:00+01:00', '2026-10-01'],
    ['2026-11-30T23:59:00+01:00', '2026-10-01'],
    // Belgium is already in December.
    ['2026-11-30T23:30:00Z', null],
    ['2027-01-01T03:00:00+01:00', '2026-12-01'],
    // February, a short month.
    ['2026-03-01T04:00:00+01:00', '2026-02-01'],
  ])('at %s, are due for the month %s', (instant, month) => {
    expect(monthToInvoice(new Date(instant))).toBe(month);
  });

  it('include earlier months, so that a missed month is invoiced later', () => {
    const months = monthsToInvoice(new Date('2026-11-15T12:00:00+01:00'));
    expect(months).toHaveLength(INVOICED_MONTHS);
    expect([months[0], months.at(-2), months.at(-1)]).toEqual(['2025-11-01', '2026-09-01', '2026-10-01']);
    // In the first hours of a month, the last month is not due yet.
    expect(monthsToInvoice(new Date('2026-11-01T01:00:00+01:00')).at(-1)).toBe('2026-09-01');
  });

  it('describe the place of an examination, or why a check without one is charged', () => {
    expect(billedKindOf({ checkOccurence: 'YesPatientHome', checkLocation: 'House' })).toBe('House');
    expect(billedKindOf({ checkOccurence: 'YesSecondCheck', checkLocation: 'Office' })).toBe('Office');
    expect(billedKindOf({ checkOccurence: 'NoShow', checkLocation: 'Office' })).toBe('NoShow');
    expect(billedKindOf({ checkOccurence: 'Cancelled', checkLocation: 'House' })).toBe('Cancelled');
  });

  it('have a line per cost centre, kind and price, with lines without cost centre at the end', () => {
    const lines = monthlyLines(
      [
        group('', 100_00, { quantity: 2 }),
        group('NORTH', 125_00, { checkOccurence: 'YesPatientHome', checkLocation: 'House' }),
        group('NORTH', 50_00, { checkOccurence: 'Cancelled' }),
        group('NORTH', 100_00),
        // The same line: an examination at a practice.
        group('NORTH', 100_00, { checkOccurence: 'YesSecondCheck', quantity: 3 }),
        group('NORTH', 130_00, { weekend: true }),
        group('Assembly', 100_00),
      ],
      texts,
    );
    expect(lines).toEqual([
      { costCentre: 'Assembly', description: 'Office', unitCents: 100_00, quantity: 1 },
      { costCentre: 'NORTH', description: 'Office', unitCents: 130_00, quantity: 1, detail: 'weekend' },
      { costCentre: 'NORTH', description: 'Office', unitCents: 100_00, quantity: 4 },
      { costCentre: 'NORTH', description: 'House', unitCents: 125_00, quantity: 1 },
      { costCentre: 'NORTH', description: 'Cancelled', unitCents: 50_00, quantity: 1, detail: '25 %' },
      { costCentre: '', description: 'Office', unitCents: 100_00, quantity: 2 },
    ] satisfies InvoiceLine[]);
    expect(costCentreTotals(lines)).toEqual([
      { costCentre: 'Assembly', netCents: 100_00 },
      { costCentre: 'NORTH', netCents: 705_00 },
      { costCentre: '', netCents: 200_00 },
    ]);
  });

  it('give the reason for different prices: home visit, weekend, late cancellation, or else the days of each price', () => {
    const detailsOf = (groups: readonly BilledGroup[]) =>
      monthlyLines(groups, texts).map(({ unitCents, detail }) => [unitCents / 100, detail]);
    expect(
      detailsOf([
        group('', 100_00, { from: '2026-10-01', to: '2026-10-09', quantity: 2 }),
        group('NORTH', 100_00, { from: '2026-10-12', to: '2026-10-12' }),
        group('', 110_00, { from: '2026-10-14', to: '2026-10-30' }),
        group('', 130_00, { weekend: true }),
        group('', 125_00, { checkOccurence: 'NoShow', checkLocation: 'House' }),
        group('', 100_00, { checkOccurence: 'NoShow' }),
        group('', 25_00, { checkOccurence: 'Cancelled' }),
        group('', 50_00, { checkOccurence: 'Cancelled', late: true }),
      ]),
    ).toEqual([
      [100, '12–12'],
      [130, 'weekend'],
      [110, '14–30'],
      [100, '01–09'],
      [125, 'home'],
      [100, undefined],
      [50, '50 %'],
      [25, '25 %'],
    ]);
    // Nobody opened: the price of a visit, also at the practice. A visit that ended at home says so already.
    expect(
      detailsOf([
        group('', 125_00, { visited: true }),
        group('', 100_00),
        group('', 125_00, { visited: true, checkOccurence: 'NoShow', checkLocation: 'House' }),
      ]),
    ).toEqual([
      [125, 'visited'],
      [100, undefined],
      [125, 'home'],
    ]);
    // No reason if there is one price only.
    expect(detailsOf([group('', 100_00), group('NORTH', 100_00)])).toEqual([
      [100, undefined],
      [100, undefined],
    ]);
  });

  it('keep the purchase order number of a cost centre, and the first and last day of all checks of a line', () => {
    const [north] = monthlyLines(
      [
        group('NORTH', 100_00, { purchaseOrder: 'PO-7', from: '2026-10-20', to: '2026-10-20' }),
        group('NORTH', 100_00, { purchaseOrder: 'PO-7', checkOccurence: 'YesSecondCheck', from: '2026-10-02', to: '2026-10-03' }),
        group('', 90_00),
      ],
      texts,
    );
    expect(north).toEqual({
      costCentre: 'NORTH',
      purchaseOrder: 'PO-7',
      description: 'Office',
      unitCents: 100_00,
      quantity: 2,
      detail: '02–20',
    });
  });

  it('have no subtotals without cost centres', () => {
    expect(costCentreTotals(monthlyLines([group('', 100_00)], texts))).toEqual([]);
  });
});
