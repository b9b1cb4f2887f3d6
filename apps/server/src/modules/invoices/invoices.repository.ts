import type { InvoiceDocument, InvoiceKind, InvoiceLine, InvoiceParty } from '@checkwell/domain/invoice/invoice';
import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { ReadTx, Tables, WriteTx } from '../../platform/db/database.ts';

export interface InvoiceRow extends Omit<Selectable<Tables['invoices']>, 'seller' | 'buyer' | 'lines'>, Pick<InvoiceDocument, 'corrects'> {
  readonly seller: InvoiceParty;
  readonly buyer: InvoiceParty;
  readonly lines: readonly InvoiceLine[];
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
  select i.*, case when c.id is null then null else json_build_object('number', c.number, 'issueDate', c."issueDate"::text) end as corrects
  from invoices i left join invoices c on c."companyId" = i."companyId" and c.id = i."correctsId"`;

export async function findInvoice(tx: ReadTx, companyId: string, id: string): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`${withCorrected} where i."companyId" = ${companyId} and i.id = ${id}`.execute(tx);
  return rows[0];
}

/** Documents about one check, oldest first. */
export async function findOfCheck(tx: ReadTx, companyId: string, checkId: string): Promise<readonly InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`${withCorrected}
    where i."companyId" = ${companyId} and i."checkId" = ${checkId} order by i."createdAt", i.id`.execute(tx);
  return rows;
}
