import { addDays, instantAt } from '@checkwell/domain/clock';
import { VAT_PERCENT } from '@checkwell/domain/constants';
import { describe, expect, test } from 'vitest';
import { codeOf } from '../../test/checks.ts';
import { testDatabase } from '../../test/database.ts';
import { serverApp } from '../../test/server-app.ts';
import { createWorld, insertCheck } from '../../test/world.ts';

const database = await testDatabase();
const { db, owner } = database;
const app = await serverApp(database);
const { clock } = app;
const { invoices, outbox, costCentres, checks } = app.services;
const world = await createWorld(db, clock);
const { a, b, actors } = world;

const documentsOf = (companyId: string) => invoices.list(actors.planner, companyId);
const numbers = () => owner<{ number: string }>(`select number from invoices order by number`);

/** Archived at an instant, for that price. */
const archived = (companyId: string, at: string, companyTotalPrice: number, values: object = {}) =>
  insertCheck(db, world, clock, {
    companyId,
    status: 'Archived',
    archivedAt: new Date(at),
    companyTotalPrice,
    checkOccurence: 'Yes',
    doctorId: world.doctors.brussels,
    examinedFrom: new Date(at),
    examinedTo: new Date(at),
    ...values,
  });

await owner(`update companies set "invoicingEmail" = 'invoices@a.example', language = 'fr' where id = $1`, [a.id]);
await costCentres.create(actors.adminA, a.id, { code: 'NORTH', name: 'Depot north', active: true });
// February in Belgium, to the minute; the test's clock stands at 2 March.
await archived(a.id, '2026-02-01T00:00:00+01:00', 100_00, { subEmployee: 'north' });
await archived(a.id, '2026-02-28T23:59:59+01:00', 100_00, { subEmployee: 'NORTH' });
await archived(a.id, '2026-02-10T12:00:00+01:00', 125_00, { checkLocation: 'House', checkOccurence: 'YesPatientHome' });
await archived(a.id, '2026-02-11T12:00:00+01:00', 50_01, { checkOccurence: 'Cancelled' });
// January's, March's, free, paid by card, and not ended.
await archived(a.id, '2026-01-31T23:59:59+01:00', 90_00);
await archived(a.id, '2026-03-01T00:00:00+01:00', 100_00);
await archived(a.id, '2026-02-12T12:00:00+01:00', 0, { checkOccurence: 'Cancelled' });
await archived(a.id, '2026-02-12T12:00:00+01:00', 150_00, { source: 'OneShot' });
await insertCheck(db, world, clock, { companyId: a.id, companyTotalPrice: 100_00 });

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
        { description: 'Contrôle médical au cabinet du médecin', quantity: 2, unitCents: 100_00, costCentre: 'NORTH' },
        { description: 'Contrôle médical au domicile du travailleur', quantity: 1, unitCents: 125_00, costCentre: '' },
        { description: 'Contrôle annulé après l’acceptation d’un médecin', quantity: 1, unitCents: 50_01, costCentre: '' },
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
      { fileName: 'facture-2026-000002.pdf' },
      { fileName: 'facture-2026-000002.xml' },
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

  test('charges for a late cancellation what the life cycle asked, and nothing for one in time', async () => {
    clock.set('2026-05-12T09:00:00+02:00');
    const plan = async (): Promise<{ id: string; version: number }> => {
      const { id } = await insertCheck(db, world, clock, { companyId: b.id });
      const { version } = await checks.startPlanning(actors.planner, id, 1);
      const appointmentStart = instantAt(addDays(clock.today(), 1), '10:00');
      return checks.schedule(actors.planner, id, version, { doctorId: world.doctors.brussels, appointmentStart, appointmentMinutes: 20 });
    };
    const late = await plan();
    clock.set('2026-05-13T08:00:00+02:00');
    const { companyTotalPrice: fee } = await checks.cancel(actors.adminB, late.id, late.version, { reason: 'Recovered' });
    const free = await insertCheck(db, world, clock, { companyId: b.id });
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
  expect(made.map(({ number }) => Number(number.slice(5)))).toEqual([1, 2, 3, 4].map((place) => before + place));
  await outbox.drain();
  const subjects = await owner<{ subject: string }>(`select subject from mails where template = 'monthlyInvoice'`);
  for (const { number } of made) expect(subjects.some(({ subject }) => subject.includes(number))).toBe(true);
});

describe('who may what', () => {
  test('is read by the company’s administrators and the provider, by nobody else', async () => {
    const [invoice] = await invoices.list(actors.adminA, a.id);
    const place = { companyId: a.id, id: invoice?.id ?? '' };
    for (const actor of [actors.basicA, actors.adminB, actors.doctor]) {
      expect(await codeOf(invoices.list(actor, a.id))).toMatch(/^(access\.forbidden|entity\.notFound)$/);
      expect(await codeOf(invoices.download(actor, place, 'pdf'))).toMatch(/^(access\.forbidden|entity\.notFound)$/);
    }
    // Somebody else's, under one's own company.
    expect(await codeOf(invoices.download(actors.adminB, { companyId: b.id, id: place.id }, 'ubl'))).toBe('entity.notFound');
    const pdf = await invoices.download(actors.adminA, place, 'pdf');
    expect(Buffer.from(pdf.content).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await owner('select action from access_log where "subjectId" = $1', [place.id])).toContainEqual({ action: 'invoice.download' });
  });

  test('is credited by the provider alone, as a whole, once, with the reason', async () => {
    const invoice = (await documentsOf(a.id)).find(({ month }) => month === '2026-02-01');
    const place = { companyId: a.id, id: invoice?.id ?? '' };
    expect(await codeOf(invoices.credit(actors.adminA, place, { reason: 'Wrong' }))).toBe('access.forbidden');
    expect(await codeOf(invoices.credit(actors.planner, place, { reason: ' ' }))).toBe('request.invalid');
    const [note, refusal] = await Promise.all([
      invoices.credit(actors.planner, place, { reason: 'Billed to the wrong company' }),
      codeOf(invoices.credit(actors.planner, place, { reason: 'Again' })),
    ]).catch(async () => Promise.reject(new Error('the first of two was refused')));
    expect(refusal).toBe('invoice.notCreditable');
    expect(note).toMatchObject({
      kind: 'CreditNote',
      number: 'C2026-000001',
      note: 'Billed to the wrong company',
      totalCents: invoice?.totalCents,
      corrects: { number: '2026-000002' },
    });
    expect((await documentsOf(a.id)).find(({ id }) => id === place.id)).toMatchObject({ creditedCents: invoice?.totalCents });
    expect(await codeOf(invoices.credit(actors.planner, { ...place, id: note.id }, { reason: 'No' }))).toBe('invoice.notCreditable');
    await outbox.drain();
    const mails = await owner<{ plainText: string }>(`select "plainText" from mails where template = 'creditNote'`);
    expect(mails).toMatchObject([{ plainText: expect.stringContaining('Billed to the wrong company') }]);
    // The month stays invoiced: nothing comes of it by itself again.
    clock.set('2027-01-15T09:00:00+01:00');
    expect(await invoices.issueDue()).toBe(0);
  });

  test('is never changed', async () => {
    await expect(db.as(actors.planner, (tx) => tx.updateTable('invoices').set({ note: 'other' }).execute())).rejects.toThrow(
      'permission denied',
    );
  });
});
