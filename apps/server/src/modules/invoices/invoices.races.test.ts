import { addDays, instantAt } from '@checkwell/domain/clock';
import { describe, expect } from 'vitest';
import { codeOf } from '../../test/checks.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type Fixtures, insertCheck } from '../../test/fixtures.ts';
import { inBothOrders } from '../../test/race.ts';
import { serverApp } from '../../test/servers/server-app.ts';

/** Each in a year of its own: numbers and months of one are not those of another. */
const database = await testDatabase();
const { db, owner } = database;
const app = await serverApp(database);
const { clock } = app;
const { invoices, checks } = app.services;
let year = 2030;

async function newYear(): Promise<Fixtures> {
  year += 1;
  clock.set(`${year}-05-15T12:00:00+02:00`);
  return createFixtures(db, clock);
}

/** Ended at noon of a day of this year, for 100 euros. */
const ended = (fixtures: Fixtures, companyId: string, day: string) => {
  const at = instantAt(`${year}-${day}`, '12:00');
  return insertCheck(db, fixtures, clock, {
    companyId,
    status: 'Archived',
    archivedAt: at,
    companyTotalPrice: 100_00,
    checkOccurence: 'Yes',
    doctorId: fixtures.doctors.brussels,
    examinedFrom: at,
    examinedTo: at,
  });
};

/** Numbers of this year, as counted: without a gap, none twice. */
async function expectNumbers(kind: 'Invoice' | 'CreditNote', count: number): Promise<void> {
  const rows = await owner<{ number: string }>(`select number from invoices where kind = $1 and "issueDate" >= $2 order by number`, [
    kind,
    `${year}-01-01`,
  ]);
  const prefix = kind === 'CreditNote' ? 'C' : '';
  const ofYear = rows.filter(({ number }) => number.startsWith(`${prefix}${year}`));
  expect(ofYear).toEqual(
    Array.from({ length: count }, (_, index) => ({ number: `${prefix}${year}-${String(index + 1).padStart(6, '0')}` })),
  );
}

/** The whole of what is left of an invoice. */
const WHOLE = { invoicePaid: false, lines: null, netCents: null } as const;
const COUNTERS = { sql: 'lock table invoice_counters in exclusive mode' };

describe('documents', () => {
  inBothOrders('two jobs that invoice the same months', database, async (race) => {
    const { a, b, ...fixtures } = await newYear();
    for (const { id } of [a, b]) await ended({ a, b, ...fixtures }, id, '04-10');
    const ends = await race(
      COUNTERS,
      () => invoices.issueDue(),
      () => invoices.issueDue(),
    );
    expect(ends.reduce((sum, end) => sum + (end.status === 'fulfilled' ? end.value : Number.NaN), 0)).toBe(2);
    await expectNumbers('Invoice', 2);
  });

  inBothOrders('two planners who credit one invoice', database, async (race) => {
    const fixtures = await newYear();
    const { a, actors } = fixtures;
    await ended(fixtures, a.id, '04-10');
    await invoices.issueDue();
    const [invoice] = await invoices.list(actors.planner, a.id);
    const credit = (reason: string) => () =>
      codeOf(invoices.credit(actors.planner, { companyId: a.id, id: invoice?.id ?? '' }, { ...WHOLE, reason }));
    const ends = await race({ sql: 'lock table companies in exclusive mode' }, credit('Twice invoiced'), credit('Wrong client'));
    expect(ends).toContainEqual({ status: 'fulfilled', value: 'no error' });
    expect(ends).toContainEqual({ status: 'fulfilled', value: 'invoice.notCreditable' });
    expect((await invoices.list(actors.planner, a.id)).find(({ id }) => id === invoice?.id)).toMatchObject({ creditedCents: 121_00 });
    await expectNumbers('CreditNote', 1);
  });

  inBothOrders('two planners who invoice a credited month again', database, async (race) => {
    const fixtures = await newYear();
    const { a, actors } = fixtures;
    await ended(fixtures, a.id, '04-10');
    await invoices.issueDue();
    const [invoice] = await invoices.list(actors.planner, a.id);
    const key = { companyId: a.id, id: invoice?.id ?? '' };
    await invoices.credit(actors.planner, key, { ...WHOLE, reason: 'Wrong client' });
    const again = () => codeOf(invoices.issueAgain(actors.planner, key));
    const ends = await race({ sql: 'lock table companies in exclusive mode' }, again, again);
    expect(ends).toContainEqual({ status: 'fulfilled', value: 'no error' });
    expect(ends).toContainEqual({ status: 'fulfilled', value: 'invoice.monthTaken' });
    await expectNumbers('Invoice', 2);
  });

  inBothOrders('two credit notes that together are more than the invoice', database, async (race, first) => {
    const fixtures = await newYear();
    const { a, actors } = fixtures;
    await ended(fixtures, a.id, '04-10');
    await invoices.issueDue();
    const [invoice] = await invoices.list(actors.planner, a.id);
    const credit = (netCents: number) => () =>
      codeOf(
        invoices.credit(
          actors.planner,
          { companyId: a.id, id: invoice?.id ?? '' },
          { invoicePaid: false, lines: null, netCents, reason: 'Came late' },
        ),
      );
    const ends = await race({ sql: 'lock table companies in exclusive mode' }, credit(60_00), credit(50_00));
    expect(ends).toContainEqual({ status: 'fulfilled', value: 'no error' });
    expect(ends).toContainEqual({ status: 'fulfilled', value: 'request.invalid' });
    const creditedCents = first === 'a' ? 72_60 : 60_50;
    expect((await invoices.list(actors.planner, a.id)).find(({ id }) => id === invoice?.id)).toMatchObject({ creditedCents });
    await expectNumbers('CreditNote', 1);
  });

  inBothOrders('a planner who credits a month, and the job that invoices the next', database, async (race) => {
    const fixtures = await newYear();
    const { a, actors } = fixtures;
    await ended(fixtures, a.id, '04-10');
    await invoices.issueDue();
    const [april] = await invoices.list(actors.planner, a.id);
    await ended(fixtures, a.id, '05-20');
    clock.set(`${year}-06-01T04:00:00+02:00`);
    const ends = await race(
      COUNTERS,
      () => invoices.credit(actors.planner, { companyId: a.id, id: april?.id ?? '' }, { ...WHOLE, reason: 'Wrong client' }),
      () => invoices.issueDue(),
    );
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    const documents = await invoices.list(actors.planner, a.id);
    expect(documents.map(({ kind, month, totalCents }) => [kind, month, totalCents])).toEqual(
      expect.arrayContaining([
        ['Invoice', `${year}-04-01`, 121_00],
        ['Invoice', `${year}-05-01`, 121_00],
        ['CreditNote', null, 121_00],
      ]),
    );
    await expectNumbers('Invoice', 2);
    await expectNumbers('CreditNote', 1);
  });
});

describe('a check that ends as its month does', () => {
  inBothOrders('a cancellation that begins before midnight, and the job of the first', database, async (race, first) => {
    const fixtures = await newYear();
    const { a, actors } = fixtures;
    await ended(fixtures, a.id, '05-10');
    const order = await insertCheck(db, fixtures, clock, {
      companyId: a.id,
      status: 'WaitingForCheck',
      doctorId: fixtures.doctors.brussels,
      doctorFullName: 'Dokter',
      doctorFoundAt: clock.now(),
      appointmentStart: instantAt(`${year}-06-01`, '10:00'),
      appointmentEnd: instantAt(`${year}-06-01`, '10:20'),
      incapacityEndDate: addDays(clock.today(), 30),
    });
    const { version } = await checks.get(actors.planner, order.id);
    const ends = await race(
      // Both wait with what they have read and decided so far.
      { sql: 'lock table checks, invoice_counters in share row exclusive mode' },
      () => {
        if (first === 'a') clock.set(`${year}-05-31T23:59:59+02:00`);
        return checks.cancel(actors.planner, order.id, version, { reason: 'Back at work' });
      },
      () => {
        clock.set(`${year}-06-01T03:30:00+02:00`);
        return invoices.issueDue();
      },
    );
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    clock.set(`${year}-07-01T03:30:00+02:00`);
    await invoices.issueDue();
    const billed = (await invoices.list(actors.planner, a.id)).flatMap(({ lines }) => lines.map(({ quantity }) => quantity));
    expect(billed.reduce((sum, quantity) => sum + quantity, 0)).toBe(2);
  });
});
