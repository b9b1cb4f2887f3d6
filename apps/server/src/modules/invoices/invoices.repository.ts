import { PRICES } from '@checkwell/domain/check/price/price';
import type { CalendarDay } from '@checkwell/domain/clock';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { InvoiceDocument, InvoiceKind, InvoiceLine, InvoiceParty } from '@checkwell/domain/invoice/invoice';
import type { BilledGroup } from '@checkwell/domain/invoice/monthly';
import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import { lockAccounting } from '../../platform/db/accounting-lock.ts';
import type { ReadTx, Tables, WriteTx } from '../../platform/db/database.ts';
import { lockRow } from '../../platform/db/locked.ts';

export interface InvoiceRow extends Omit<Selectable<Tables['invoices']>, 'seller' | 'buyer' | 'lines'>, Pick<InvoiceDocument, 'corrects'> {
  readonly seller: InvoiceParty;
  readonly buyer: InvoiceParty;
  readonly lines: readonly InvoiceLine[];
  /** Whether its month has no invoice that counts, so that it can be invoiced again. */
  readonly monthIsFree: boolean;
  /** Where it was mailed to last; null: it was not. */
  readonly mailedTo: string | null;
}

/** The next number of this kind and year. Others wait for the end of the transaction, so that no number is left out. */
export async function nextSequence(tx: WriteTx, kind: InvoiceKind, year: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into invoice_counters (kind, year, last) values (${kind}, ${year}, 1)
    on conflict (kind, year) do update set last = invoice_counters.last + 1 returning last`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('A counter gave no number.');
  return row.last;
}

export async function insertInvoice(tx: WriteTx, invoice: Insertable<Tables['invoices']>): Promise<void> {
  await tx.insertInto('invoices').values(invoice).execute();
}

const withCorrected = sql`
  select i.*,
    case when c.id is not null then json_build_object(
      'number', c.number, 'issueDate', c."issueDate"::text, 'dueDate', c."dueDate"::text, 'month', c.month::text) end as corrects,
    i.month is not null and not exists (select from invoiced_months m where m."companyId" = i."companyId" and m.month = i.month) as "monthIsFree",
    (select m.recipient from invoice_mails m where m."companyId" = i."companyId" and m."invoiceId" = i.id order by m."createdAt" desc limit 1) as "mailedTo"
  from invoices i left join invoices c on c."companyId" = i."companyId" and c.id = i."correctsId"`;

export async function findInvoice(tx: ReadTx, companyId: string, id: string): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`${withCorrected} where i."companyId" = ${companyId} and i.id = ${id}`.execute(tx);
  return rows[0];
}

/** Credit notes for an invoice, oldest first. */
export async function findCreditNotes(tx: ReadTx, companyId: string, invoiceId: string): Promise<readonly InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`${withCorrected}
    where i."companyId" = ${companyId} and i."correctsId" = ${invoiceId} order by i."createdAt", i.id`.execute(tx);
  return rows;
}

/** Says which invoice of a month counts. Fails when another one does. */
export async function claimMonth(
  tx: WriteTx,
  claim: { readonly companyId: string; readonly month: CalendarDay; readonly invoiceId: string },
): Promise<void> {
  await tx.insertInto('invoiced_months').values(claim).execute();
}

/** The invoice counts no more: it was credited as a whole. */
export async function freeMonth(tx: WriteTx, companyId: string, invoiceId: string): Promise<void> {
  await tx.deleteFrom('invoiced_months').where('companyId', '=', companyId).where('invoiceId', '=', invoiceId).execute();
}

export async function insertMail(tx: WriteTx, mail: Insertable<Tables['invoice_mails']>): Promise<void> {
  await tx.insertInto('invoice_mails').values(mail).execute();
}

/** Documents about one check, oldest first. */
export async function findOfCheck(tx: ReadTx, companyId: string, checkId: string): Promise<readonly InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`${withCorrected}
    where i."companyId" = ${companyId} and i."checkId" = ${checkId} order by i."createdAt", i.id`.execute(tx);
  return rows;
}

/** More than ten years of months with a credit note each; they are not paged. */
const MAX_INVOICES = 300;

/** Documents of a company, newest first. */
export async function findOfCompany(tx: ReadTx, companyId: string): Promise<readonly InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`${withCorrected}
    where i."companyId" = ${companyId} order by i."issueDate" desc, i.number desc limit ${MAX_INVOICES}`.execute(tx);
  return rows;
}

/** Who is invoiced: a company's language and particulars, as they are now. */
export interface Client {
  readonly language: InterfaceLanguage;
  readonly buyer: InvoiceParty;
  /** Number of its order, for its invoices; empty: none. */
  readonly purchaseOrder: string;
}

/**
 * Locks the company and its accounting before a document is issued, so that its documents are issued one after the other and no check ends meanwhile.
 */
export async function lockClient(tx: WriteTx, companyId: string): Promise<Client | undefined> {
  const company = await lockRow(tx, 'companies', { id: companyId });
  if (!company) return undefined;
  await lockAccounting(tx, companyId, 'change');
  const { language, purchaseOrder, name, companyNumber, companyAddress: address, invoicingEmail: email } = company;
  const contact = [company.invoicingFirstName, company.invoicingLastName].filter((part) => part !== '').join(' ');
  return { language, purchaseOrder, buyer: { name, companyNumber, address, email, contact: contact === '' ? null : contact } };
}

export async function hasInvoiceOf(tx: ReadTx, companyId: string, month: CalendarDay): Promise<boolean> {
  const row = await tx.selectFrom('invoices').select('id').where('companyId', '=', companyId).where('month', '=', month).executeTakeFirst();
  return row !== undefined;
}

/** Instants between which a check was archived. */
export interface Span {
  readonly from: Date;
  readonly before: Date;
}

/** Checks of a client that cost something and ended then. What was paid by card has its own invoice. */
const billable = ({ from, before }: Span) => sql`
  c.status = 'Archived' and c."archivedAt" >= ${from} and c."archivedAt" < ${before} and c."companyTotalPrice" > 0 and c.source <> 'OneShot'`;

/** Clients with something to invoice of a month that has no invoice yet; always in the same order. */
export async function findUninvoiced(tx: ReadTx, month: CalendarDay, span: Span): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from companies o
    where not o."oneShot"
      and not exists (select from invoices i where i."companyId" = o.id and i.month = ${month})
      and exists (select from checks c where c."companyId" = o.id and ${billable(span)})
    order by o.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * What a client owes for checks that ended then; a department by its code, where the company keeps one of that code in any case. The day of
 * a price is that of the examination, else of the appointment, as `priceOf` counts it (`checkDate` has no appointment once a check has ended).
 * A cancellation is late as `cancellationFee` and `isUnderWay` say, of the location that `atAppointmentLocation` says.
 */
export async function findBilled(tx: ReadTx, companyId: string, span: Span): Promise<readonly BilledGroup[]> {
  const { rows } = await sql<BilledGroup>`
    select "costCentre", "purchaseOrder", "checkOccurence", "checkLocation", "unitCents", visited, weekend, late,
      count(*)::int as quantity, min(b.day)::text as "from", max(b.day)::text as "to"
    from (
      select coalesce(k.code, c."subEmployee") as "costCentre", coalesce(k."purchaseOrder", '') as "purchaseOrder",
        c."checkOccurence", l."checkLocation", c."companyTotalPrice" as "unitCents",
        c."attemptedAt" is not null as visited,
        coalesce(extract(isodow from (coalesce(c."examinedFrom", c."appointmentStart") at time zone 'Europe/Brussels')) >= 6, false) as weekend,
        coalesce(c."checkOccurence" = 'Cancelled' and (c."appointmentStart" - c."archivedAt" < make_interval(hours => ${PRICES.lateHours})
          or (l."checkLocation" = 'House' and (c."onMyWayAt" is not null or c."arrivedAt" is not null))), false) as late,
        c."reportDate" as day
      from checks c left join cost_centres k on k."companyId" = c."companyId" and lower(k.code) = lower(c."subEmployee")
        cross join lateral (select coalesce(c."appointmentLocation", c."checkLocation") as "checkLocation") l
      where c."companyId" = ${companyId} and ${billable(span)}) b
    group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8`.execute(tx);
  return rows;
}
