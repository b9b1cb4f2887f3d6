import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Booked, creditOf, remainderOf, remainingQuantities } from './credit.ts';
import { totalsOf } from './invoice.ts';
import { creditRule } from './rules.ts';

const booked = (lines: Booked['lines']): Booked => ({ lines, ...totalsOf(lines) });
const line = (quantity: number, unitCents: number, costCentre = '') => ({ description: 'Check', quantity, unitCents, costCentre });
const INVOICE = booked([line(3, 10_02, 'NORTH'), line(2, 99_99)]);
const describePart = (what: string): string => what;
const credit = (notes: readonly Booked[], part: { lines?: { line: number; quantity: number }[]; netCents?: number } = {}) =>
  creditOf(INVOICE, notes, { lines: part.lines ?? null, netCents: part.netCents ?? null }, describePart);
const made = (...asked: Parameters<typeof credit>): Booked => {
  const result = credit(...asked);
  if ('fieldError' in result) throw new Error(result.fieldError.message);
  return result.credit;
};

describe('a credit note', () => {
  it('credits the whole invoice, to the cent', () => {
    const { lines, ...amounts } = made([]);
    expect(amounts).toEqual(totalsOf(INVOICE.lines));
    expect(lines).toEqual(INVOICE.lines.map((one, ofLine) => ({ ...one, ofLine })));
  });

  it('credits some checks of a line, and no more than remain', () => {
    const first = made([], { lines: [{ line: 0, quantity: 2 }] });
    expect(first).toEqual({ lines: [{ ...line(2, 10_02, 'NORTH'), ofLine: 0 }], netCents: 20_04, vatCents: 4_21, totalCents: 24_25 });
    expect(remainingQuantities(INVOICE, [first])).toEqual([1, 2]);
    expect(credit([first], { lines: [{ line: 0, quantity: 2 }] })).toEqual({
      fieldError: { path: 'lines.0.quantity', message: 'creditQuantity' },
    });
    expect(credit([], { lines: [{ line: 2, quantity: 1 }] })).toEqual({
      fieldError: { path: 'lines.0.quantity', message: 'creditQuantity' },
    });
    // The whole remainder: the rest of each line.
    expect(made([first]).lines.map(({ quantity, ofLine }) => [ofLine, quantity])).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  it('credits an amount, and then the remainder in one line', () => {
    const first = made([], { netCents: 50_00 });
    expect(first).toEqual({
      lines: [{ description: 'amount', quantity: 1, unitCents: 50_00, costCentre: '' }],
      netCents: 50_00,
      vatCents: 10_50,
      totalCents: 60_50,
    });
    expect(credit([first], { netCents: INVOICE.netCents - 50_00 + 1 })).toEqual({
      fieldError: { path: 'netCents', message: 'creditTooHigh' },
    });
    // No check is credited yet, but the remaining amount is too low.
    expect(credit([first], { lines: [{ line: 1, quantity: 2 }] })).toEqual({ fieldError: { path: 'lines', message: 'creditTooHigh' } });
    expect(made([first]).lines).toEqual([{ description: 'remainder', quantity: 1, unitCents: INVOICE.netCents - 50_00, costCentre: '' }]);
  });

  it('never exceeds the invoice together with other notes, and the last one leaves a remainder of 0', () => {
    const amount = fc.record({ netCents: fc.integer({ min: 1, max: 150_00 }) });
    const checks = fc.record({
      lines: fc.array(fc.record({ line: fc.integer({ min: 0, max: 1 }), quantity: fc.integer({ min: 1, max: 3 }) }), {
        minLength: 1,
        maxLength: 1,
      }),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(amount, checks), { maxLength: 8 }), (parts) => {
        const notes: Booked[] = [];
        for (const part of parts) {
          if (remainderOf(INVOICE, notes).netCents === 0) break;
          const result = credit(notes, part);
          if ('credit' in result) notes.push(result.credit);
          const left = remainderOf(INVOICE, notes);
          expect(Math.min(left.netCents, left.vatCents, left.totalCents)).toBeGreaterThanOrEqual(0);
        }
        if (remainderOf(INVOICE, notes).netCents > 0) notes.push(made(notes));
        expect(remainderOf(INVOICE, notes)).toEqual({ netCents: 0, vatCents: 0, totalCents: 0 });
      }),
    );
  });
});

describe('the input of a credit', () => {
  const whole = { reason: 'Wrong', invoicePaid: false, lines: null, netCents: null };
  it.each([
    [{}, true],
    [{ netCents: 1 }, true],
    [{ lines: [{ line: 0, quantity: 1 }] }, true],
    [{ reason: ' ' }, false],
    [{ invoicePaid: null }, false],
    [{ netCents: 0 }, false],
    [{ netCents: 1.5 }, false],
    [{ lines: [] }, false],
    [{ lines: [{ line: 0, quantity: 0 }] }, false],
    [{ lines: [{ line: -1, quantity: 1 }] }, false],
    [
      {
        lines: [
          { line: 0, quantity: 1 },
          { line: 0, quantity: 1 },
        ],
      },
      false,
    ],
    [{ lines: [{ line: 0, quantity: 1 }], netCents: 1 }, false],
  ])('with %j is valid: %s', (change, right) => {
    expect(creditRule.safeParse({ ...whole, ...change }).success).toBe(right);
  });
});
