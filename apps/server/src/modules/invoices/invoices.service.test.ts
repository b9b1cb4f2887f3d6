import { addDays, instantAt } from '@checkwell/domain/clock';
import { VAT_PERCENT } from '@checkwell/domain/constants';
import { getTranslator } from '@checkwell/messages/translator';
import { describe, expect, test } from 'vitest';
import { codeOf } from '../../test/checks.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type Fixtures, insertCheck } from '../../test/fixtures.ts';
import { serverApp } from '../../test/servers/server-app.ts';

const database = await testDatabase();
const { db, owner } = database;
const app = await serverApp(database);
const { clock } = app;
const { invoices, outbox, costCentres, checks } = app.services;
const fixtures = await createFixtures(db, clock);
const { a, b, actors } = fixtures;

const documentsOf = (companyId: string) => invoices.list(actors.planner, companyId);
const numbers = () => owner<{ number: string }>(`select number from invoices order by number`);

/** Archived at an instant, for that price. */
const archived = (companyId: string, at: string, companyTotalPrice: number, values: object = {}, of: Fixtures = fixtures) =>
  insertCheck(db, of, clock, {
    companyId,
    status: 'Archived',
    archivedAt: new Date(at),
    companyTotalPrice,
    checkOccurence: 'Yes',
    doctorId: of.doctors.brussels,
    examinedFrom: new Date(at),
    examinedTo: new Date(at),
    ...values,
  });

await owner(`update companies set "invoicingEmail" = 'invoices@a.example', language = 'fr' where id = $1`, [a.id]);
await costCentres.create(actors.adminA, a.id, { code: 'NORTH', name: 'Depot north', active: true, purchaseOrder: 'PO-N-77' });
// February in Belgium, to the minute; the test's clock is at 2 March.
await archived(a.id, '2026-02-01T00:00:00+01:00', 100_00, { subEmployee: 'north' });
await archived(a.id, '2026-02-28T23:59:59+01:00', 100_00, { subEmployee: 'NORTH' });
await archived(a.id, '2026-02-10T12:00:00+01:00', 125_00, { checkLocation: 'House', checkOccurence: 'YesPatientHome' });
await archived(a.id, '2026-02-11T12:00:00+01:00', 50_01, { checkOccurence: 'Cancelled' });
// January's, March's, free, paid by card, and not ended.
await archived(a.id, '2026-01-31T23:59:59+01:00', 90_00);
await archived(a.id, '2026-03-01T00:00:00+01:00', 100_00);
await archived(a.id, '2026-02-12T12:00:00+01:00', 0, { checkOccurence: 'Cancelled' });
await archived(a.id, '2026-02-12T12:00:00+01:00', 150_00, { source: 'OneShot' });
await insertCheck(db, fixtures, clock, { companyId: a.id, companyTotalPrice: 100_00 });

describe('the invoice of a month', () => {
  test('is issued once, however often and at once the job runs, and takes one number', async () => {
    const issued = await Promise.all([invoices.issueDue(), invoices.issueDue(), invoices.issueDue()]);
    // January, which nobody came to in time, and February.
    expect(issued.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(await invoices.issueDue()).toBe(0);
    expect(await numbers()).toEqual([{ number: '2026-000001' }, { number: '2026-000002' }]);
  });

  test('has the checks that ended in it by Belgian days, by cost centre, with VAT on their sum', async () => {
    const [invoice, january] = await documentsOf(a.id);
    expect(january).toMatchObject({ month: '2026-01-01', issueDate: '2026-03-02', dueDate: '2026-04-01', netCents: 90_00 });
    expect(invoice).toMatchObject({
      kind: 'Invoice',
      month: '2026-02-01',
      issueDate: '2026-03-02',
      dueDate: '2026-04-01',
      paidCents: 0,
      buyer: { name: a.name, email: 'invoices@a.example' },
      lines: [
        { description: 'Contrôle médical chez le médecin', quantity: 2, unitCents: 100_00, costCentre: 'NORTH' },
        { description: 'Contrôle médical au domicile du travailleur', quantity: 1, unitCents: 125_00, costCentre: '' },
        { description: 'Contrôle annulé après la fixation d’un rendez-vous', quantity: 1, unitCents: 50_01, costCentre: '' },
      ],
      netCents: 375_01,
      vatCents: Math.round((375_01 * VAT_PERCENT) / 100),
      totalCents: 375_01 + 78_75,
    });
    expect(await documentsOf(b.id)).toEqual([]);
  });

  test('goes to the contact for invoices, as PDF and UBL', async () => {
    await outbox.drain();
    const mails = await owner<{ id: string; recipient: string; subject: string; plainText: string }>(
      `select id, recipient, subject, "plainText" from mails where template = 'monthlyInvoice' order by subject desc`,
    );
    expect(mails).toMatchObject([
      { recipient: 'invoices@a.example', subject: 'Facture 2026-000002' },
      { recipient: 'invoices@a.example', subject: 'Facture 2026-000001' },
    ]);
    expect(mails[0]?.plainText).toContain('BE68 5390 0754 7034');
    expect(await owner(`select "fileName" from mail_attachments where "mailId" = $1 order by position`, [mails[0]?.id])).toEqual([
      { fileName: expect.stringMatching(/^checkwell-facture-2026-000002-alfa-\d+-2026-03-02\.pdf$/) },
      { fileName: expect.stringMatching(/^checkwell-facture-2026-000002-alfa-\d+-2026-03-02\.xml$/) },
    ]);
  });

  test('waits for the first night of a month to be over', async () => {
    clock.set('2026-04-01T02:59:00+02:00');
    expect(await invoices.issueDue()).toBe(0);
    clock.advance({ minutes: 1 });
    // What ended on 1 March.
    expect(await invoices.issueDue()).toBe(1);
    expect((await documentsOf(a.id))[0]).toMatchObject({ number: '2026-000003', month: '2026-03-01', netCents: 100_00 });
  });

  test('that breaks off halfway leaves no number and no gap', async () => {
    clock.set('2026-05-02T09:00:00+02:00');
    await archived(a.id, '2026-04-20T12:00:00+02:00', 100_00);
    await archived(b.id, '2026-04-21T12:00:00+02:00', 100_00);
    // After the number was taken: the log of accesses refuses its row.
    await owner(`create function public.refuse() returns trigger language plpgsql as $$ begin raise exception 'halfway'; end $$`);
    await owner(
      `create trigger halfway before insert on access_log for each row when (new.action = 'invoice.issue') execute function public.refuse()`,
    );
    await expect(invoices.issueDue()).rejects.toThrow('halfway');
    expect(await numbers()).toHaveLength(3);
    await owner('drop trigger halfway on access_log');
    expect(await invoices.issueDue()).toBe(2);
    expect(await numbers()).toEqual([1, 2, 3, 4, 5].map((number) => ({ number: `2026-00000${number}` })));
  });

  test('says why a cancellation cost what it did: a Saturday, and a doctor who had set out hours before the appointment', async () => {
    clock.set('2026-04-10T09:00:00+02:00');
    const other = await createFixtures(db, clock);
    const saturday = { checkOccurence: 'Cancelled', checkLocation: 'House', examinedFrom: null, examinedTo: null } as const;
    const [appointmentStart, appointmentEnd] = [new Date('2026-04-11T14:00:00+02:00'), new Date('2026-04-11T14:20:00+02:00')];
    const appointment = { ...saturday, appointmentStart, appointmentEnd };
    await archived(other.a.id, '2026-04-11T07:00:00+02:00', 40_63, appointment, other);
    const driving = { ...appointment, onMyWayAt: new Date('2026-04-11T08:50:00+02:00') };
    await archived(other.a.id, '2026-04-11T09:00:00+02:00', 81_25, driving, other);
    // Changed to the practice after the doctor had set out.
    const changed = { ...driving, checkLocation: 'Office', appointmentLocation: 'House' };
    await archived(other.a.id, '2026-04-11T09:00:00+02:00', 81_25, changed, other);
    clock.set('2026-05-01T09:00:00+02:00');
    await invoices.issueDue();
    const t = getTranslator('nl', 'invoices');
    const details = (await documentsOf(other.a.id))[0]?.lines.map(({ quantity, unitCents, detail }) => [quantity, unitCents, detail]);
    const weekend = `${t('line.home')} · ${t('line.weekend', { percent: 30 })}`;
    expect(details).toEqual([
      [2, 81_25, `${weekend} · ${t('line.cancelledLate', { percent: 50, hours: 4 })}`],
      [1, 40_63, `${weekend} · ${t('line.cancelled', { percent: 25 })}`],
    ]);
  });

  test('says that a check at a practice has the price of a visit, because a doctor found nobody at home before', async () => {
    clock.set('2026-04-14T09:00:00+02:00');
    const other = await createFixtures(db, clock);
    await archived(other.a.id, '2026-04-14T10:00:00+02:00', 110_00, { checkOccurence: 'Yes', checkLocation: 'Office' }, other);
    const attempted = { checkLocation: 'Office', attemptedAt: new Date('2026-04-13T10:00:00+02:00') } as const;
    await archived(other.a.id, '2026-04-14T10:00:00+02:00', 135_00, { checkOccurence: 'Yes', ...attempted }, other);
    await archived(other.a.id, '2026-04-14T10:00:00+02:00', 135_00, { checkOccurence: 'NoShow', ...attempted }, other);
    clock.set('2026-05-01T09:00:00+02:00');
    await invoices.issueDue();
    const visited = getTranslator('nl', 'invoices')('line.visited');
    const details = (await documentsOf(other.a.id))[0]?.lines.map(({ unitCents, detail }) => [unitCents, detail]);
    expect(details).toEqual([
      [135_00, visited],
      [110_00, undefined],
      [135_00, visited],
    ]);
  });

  test('charges for a late cancellation what the life cycle asked, and nothing for one in time', async () => {
    clock.set('2026-05-12T09:00:00+02:00');
    const plan = async (): Promise<{ id: string; version: number }> => {
      const { id } = await insertCheck(db, fixtures, clock, { companyId: b.id });
      const { version } = await checks.startPlanning(actors.planner, id, 1);
      const appointmentStart = instantAt(addDays(clock.today(), 1), '10:00');
      return checks.schedule(actors.planner, id, version, {
        doctorId: fixtures.doctors.brussels,
        appointmentStart,
        appointmentMinutes: 20,
      });
    };
    const late = await plan();
    clock.set('2026-05-13T08:00:00+02:00');
    const { companyTotalPrice: fee } = await checks.cancel(actors.adminB, late.id, late.version, { reason: 'Recovered' });
    const free = await insertCheck(db, fixtures, clock, { companyId: b.id });
    await checks.cancel(actors.adminB, free.id, 1, { reason: 'Recovered' });
    clock.set('2026-06-01T06:00:00+02:00');
    await invoices.issueDue();
    expect(fee).toBeGreaterThan(0);
    expect((await documentsOf(b.id))[0]).toMatchObject({ month: '2026-05-01', netCents: fee, lines: [{ quantity: 1, unitCents: fee }] });
  });
});

test('months in which nothing ran are caught up with by themselves, the oldest first; those before the last year are for people', async () => {
  const before = (await numbers()).length;
  await owner(`update companies set "invoicingEmail" = 'invoices@b.example' where id = $1`, [b.id]);
  clock.set('2026-12-01T02:00:00+01:00');
  await archived(b.id, '2025-10-31T12:00:00+01:00', 70_00);
  await archived(b.id, '2025-11-01T00:00:00+01:00', 71_00);
  await archived(b.id, '2026-08-31T23:00:00+02:00', 72_00);
  await archived(b.id, '2026-10-15T12:00:00+02:00', 73_00);
  await archived(b.id, '2026-11-30T23:59:00+01:00', 74_00);
  // Whole years off: in the first night only November still waits for its morning.
  expect(await invoices.issueDue()).toBe(3);
  clock.advance({ hours: 1 });
  expect(await invoices.issueDue()).toBe(1);
  clock.advance({ days: 20 });
  expect(await invoices.issueDue()).toBe(0);
  const made = (await documentsOf(b.id)).filter(({ issueDate }) => issueDate === '2026-12-01').reverse();
  expect(made.map(({ month, netCents, dueDate }) => [month, netCents, dueDate])).toEqual([
    ['2025-11-01', 71_00, '2026-12-31'],
    ['2026-08-01', 72_00, '2026-12-31'],
    ['2026-10-01', 73_00, '2026-12-31'],
    ['2026-11-01', 74_00, '2026-12-31'],
  ]);
  expect(made.map(({ number }) => Number(number.slice(5)))).toEqual([1, 2, 3, 4].map((index) => before + index));
  await outbox.drain();
  const subjects = await owner<{ subject: string }>(`select subject from mails where template = 'monthlyInvoice'`);
  for (const { number } of made) expect(subjects.some(({ subject }) => subject.includes(number))).toBe(true);
});

test('a client without an address for invoices is named to planners and in the log, and its invoice as not mailed', async () => {
  const other = await createFixtures(db, clock);
  await owner(`update companies set "invoicingEmail" = null where id = $1`, [other.b.id]);
  await archived(other.b.id, '2026-11-20T12:00:00+01:00', 100_00, {}, other);
  const before = app.log.lines.length;
  expect(await invoices.issueDue()).toBe(1);
  await outbox.drain();
  const [invoice] = await documentsOf(other.b.id);
  expect(invoice).toMatchObject({ month: '2026-11-01', mailedTo: null });
  expect(
    app.log.lines
      .slice(before)
      .filter(({ level, parts }) => level === 'warn' && String(parts[0]).startsWith(`invoices ${invoice?.number} were not mailed`)),
  ).toHaveLength(1);
  const { nodes } = await app.services.companies.list(actors.planner, { filter: { withoutInvoiceAddress: true }, first: 100 });
  expect(nodes.some(({ id }) => id === other.b.id)).toBe(true);
  expect(nodes.every(({ invoicingEmail }) => invoicingEmail === null)).toBe(true);
});

describe('who may what', () => {
  test('is read by the company’s administrators and the provider, by nobody else', async () => {
    const [invoice] = await invoices.list(actors.adminA, a.id);
    const key = { companyId: a.id, id: invoice?.id ?? '' };
    for (const actor of [actors.basicA, actors.adminB, actors.doctor]) {
      expect(await codeOf(invoices.list(actor, a.id))).toMatch(/^(access\.forbidden|entity\.notFound)$/);
      expect(await codeOf(invoices.download(actor, key, 'pdf'))).toMatch(/^(access\.forbidden|entity\.notFound)$/);
    }
    // Somebody else's, under one's own company.
    expect(await codeOf(invoices.download(actors.adminB, { companyId: b.id, id: key.id }, 'ubl'))).toBe('entity.notFound');
    const pdf = await invoices.download(actors.adminA, key, 'pdf');
    expect(Buffer.from(pdf.content).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await owner('select action from access_log where "subjectId" = $1', [key.id])).toContainEqual({ action: 'invoice.download' });
  });

  const WHOLE = { reason: 'Billed to the wrong company', invoicePaid: false, lines: null, netCents: null };

  test('is credited by the provider alone, as a whole, once, with the reason', async () => {
    const invoice = (await documentsOf(a.id)).find(({ month }) => month === '2026-02-01');
    const key = { companyId: a.id, id: invoice?.id ?? '' };
    expect(await codeOf(invoices.credit(actors.adminA, key, WHOLE))).toBe('access.forbidden');
    expect(await codeOf(invoices.credit(actors.planner, key, { ...WHOLE, reason: ' ' }))).toBe('request.invalid');
    const [note, refusal] = await Promise.all([
      invoices.credit(actors.planner, key, WHOLE),
      codeOf(invoices.credit(actors.planner, key, { ...WHOLE, reason: 'Again' })),
    ]).catch(async () => Promise.reject(new Error('the first of two was refused')));
    expect(refusal).toBe('invoice.notCreditable');
    expect(note).toMatchObject({
      kind: 'CreditNote',
      number: 'C2026-000001',
      note: 'Billed to the wrong company',
      totalCents: invoice?.totalCents,
      remainingCents: 0,
      repaid: false,
      // Nothing is to be paid by it.
      structuredMessage: null,
      dueDate: null,
      corrects: { number: '2026-000002', dueDate: '2026-04-01', month: '2026-02-01' },
    });
    expect((await documentsOf(a.id)).find(({ id }) => id === key.id)).toMatchObject({ creditedCents: invoice?.totalCents });
    expect(await codeOf(invoices.credit(actors.planner, { ...key, id: note.id }, WHOLE))).toBe('invoice.notCreditable');
    await outbox.drain();
    const mails = await owner<{ plainText: string }>(`select "plainText" from mails where template = 'creditNote'`);
    expect(mails).toMatchObject([{ plainText: expect.stringContaining('Billed to the wrong company') }]);
    expect(mails[0]?.plainText).toContain(getTranslator('fr', 'invoices')('remainsNothing', { number: '2026-000002' }));
    // Nothing comes of the month by itself again: whoever credited it decides.
    clock.set('2027-01-15T09:00:00+01:00');
    expect(await invoices.issueDue()).toBe(0);
  });

  test('a month whose invoice was credited as a whole is invoiced again, once, to the client as it is now', async () => {
    const credited = (await documentsOf(a.id)).find(({ month }) => month === '2026-02-01');
    const key = { companyId: a.id, id: credited?.id ?? '' };
    await owner(`update companies set "companyAddress" = 'Nieuwe Weg 9, 9000 Gent', "purchaseOrder" = 'PO 2027-1' where id = $1`, [a.id]);
    expect(credited?.monthIsFree).toBe(true);
    expect(await codeOf(invoices.issueAgain(actors.adminA, key))).toBe('access.forbidden');
    const answers = await Promise.all([1, 2].map(() => codeOf(invoices.issueAgain(actors.planner, key))));
    expect(answers.sort()).toEqual(['invoice.monthTaken', 'no error']);
    const [again] = await documentsOf(a.id);
    expect(again).toMatchObject({
      kind: 'Invoice',
      month: '2026-02-01',
      issueDate: '2027-01-15',
      netCents: credited?.netCents,
      purchaseOrder: 'PO 2027-1',
      buyer: { address: 'Nieuwe Weg 9, 9000 Gent' },
      creditedCents: 0,
      monthIsFree: false,
    });
    expect(again?.structuredMessage).not.toBe(credited?.structuredMessage);
    await outbox.drain();
    expect(await owner(`select 1 from mails where subject = $1`, [`Facture ${again?.number}`])).toHaveLength(1);
    expect(await codeOf(invoices.issueAgain(actors.planner, { companyId: a.id, id: again?.id ?? '' }))).toBe('invoice.monthTaken');
    // A month with one counting invoice, whatever anybody writes.
    await expect(
      owner(`insert into invoiced_months ("companyId", month, "invoiceId") values ($1, '2026-02-01', $2)`, [a.id, key.id]),
    ).rejects.toThrow('invoiced_months_pkey');
  });

  test('is credited in parts: some checks, an amount, the rest; together never more than it was', async () => {
    const invoice = (await documentsOf(a.id)).find(({ month, monthIsFree }) => month === '2026-02-01' && !monthIsFree);
    if (!invoice) throw new Error('There is no invoice.');
    const key = { companyId: a.id, id: invoice.id };
    const part = (change: object) => invoices.credit(actors.planner, key, { ...WHOLE, ...change });
    const north = invoice.lines.findIndex(({ costCentre }) => costCentre === 'NORTH');
    expect(invoice.lines[north]).toMatchObject({ quantity: 2, unitCents: 100_00, purchaseOrder: 'PO-N-77' });

    const one = await part({ lines: [{ line: north, quantity: 1 }], reason: 'One check too many' });
    expect(one).toMatchObject({
      netCents: 100_00,
      vatCents: 21_00,
      remainingCents: invoice.totalCents - 121_00,
      lines: [{ quantity: 1, unitCents: 100_00, costCentre: 'NORTH', ofLine: north }],
    });
    await expect(part({ lines: [{ line: north, quantity: 2 }] })).rejects.toMatchObject({
      issues: [{ path: 'lines.0.quantity', message: 'creditQuantity' }],
    });
    await expect(part({ netCents: invoice.netCents - 100_00 + 1 })).rejects.toMatchObject({
      issues: [{ path: 'netCents', message: 'creditTooHigh' }],
    });
    const amount = await part({ netCents: 10_03, invoicePaid: true, reason: 'Came late' });
    expect(amount).toMatchObject({ netCents: 10_03, vatCents: 2_11, remainingCents: null, repaid: true });
    expect((await invoices.list(actors.adminA, a.id)).find(({ id }) => id === invoice.id)).toMatchObject({
      creditedCents: 121_00 + 12_14,
      monthIsFree: false,
    });
    // Two at once for more than is left: the second finds what the first left.
    const rest = invoice.netCents - 110_03;
    const answers = await Promise.all([1, 2].map(() => codeOf(part({ netCents: Math.ceil(rest / 2) + 1 }))));
    expect(answers.sort()).toEqual(['no error', 'request.invalid']);
    await part({});
    const notes = (await documentsOf(a.id)).filter(({ corrects }) => corrects?.number === invoice.number);
    for (const field of ['netCents', 'vatCents', 'totalCents'] as const)
      expect(notes.reduce((sum, note) => sum + note[field], 0)).toBe(invoice[field]);
    expect((await documentsOf(a.id)).find(({ id }) => id === invoice.id)).toMatchObject({
      creditedCents: invoice.totalCents,
      monthIsFree: true,
    });
    expect(await codeOf(part({}))).toBe('invoice.notCreditable');
  });

  test('goes by mail again, to the address as it is now; without one planners are told', async () => {
    const [document] = await documentsOf(b.id);
    if (!document) throw new Error('There is no invoice.');
    const key = { companyId: b.id, id: document.id };
    await owner(`update companies set "invoicingEmail" = null where id = $1`, [b.id]);
    expect(await codeOf(invoices.send(actors.adminB, key))).toBe('access.forbidden');
    expect(await codeOf(invoices.send(actors.planner, key))).toBe('invoice.noAddress');
    await owner(`update companies set "invoicingEmail" = 'books@b.example' where id = $1`, [b.id]);
    expect(await codeOf(invoices.send(actors.planner, key))).toBe('no error');
    await outbox.drain();
    expect((await documentsOf(b.id)).find(({ id }) => id === document.id)).toMatchObject({ mailedTo: 'books@b.example' });
    expect(await owner(`select 1 from mails where recipient = 'books@b.example'`)).toHaveLength(1);
  });

  test('is never changed', async () => {
    await expect(db.as(actors.planner, (tx) => tx.updateTable('invoices').set({ note: 'other' }).execute())).rejects.toThrow(
      'permission denied',
    );
  });
});

test('an invoice has the cost centre and its order number also for employees who were erased before, and when it is issued again', async () => {
  clock.set('2028-04-15T09:00:00+02:00');
  const other = await createFixtures(db, clock);
  await costCentres.create(other.actors.adminA, other.a.id, { code: 'WEST', name: 'Depot west', active: true, purchaseOrder: 'PO-W-1' });
  const { id: employeeId } = await app.services.employees.get(other.actors.adminA, other.a.employees[0]);
  await archived(other.a.id, '2028-04-15T08:00:00+02:00', 100_00, { subEmployee: 'west', employeeId }, other);
  await app.services.retention.eraseEmployee(other.actors.adminA, employeeId, { reason: 'Asked for it by letter' });
  clock.set('2028-05-01T09:00:00+02:00');
  await invoices.issueDue();
  const [invoice] = await documentsOf(other.a.id);
  expect(invoice?.lines).toMatchObject([{ unitCents: 100_00, costCentre: 'WEST', purchaseOrder: 'PO-W-1' }]);
  const key = { companyId: other.a.id, id: invoice?.id ?? '' };
  await invoices.credit(actors.planner, key, { reason: 'Wrong address', invoicePaid: false, lines: null, netCents: null });
  await invoices.issueAgain(actors.planner, key);
  expect((await documentsOf(other.a.id)).filter(({ kind }) => kind === 'Invoice').map(({ lines }) => lines)).toEqual([
    invoice?.lines,
    invoice?.lines,
  ]);
});
