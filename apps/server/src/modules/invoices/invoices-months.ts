import { PRICES } from '@checkwell/domain/check/price/price';
import { addDays, type CalendarDay, instantAt } from '@checkwell/domain/clock';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { daysOfMonth, monthlyLines, type PriceTexts } from '@checkwell/domain/invoice/monthly';
import type { Actor } from '@checkwell/domain/policy';
import { formatsIn } from '@checkwell/messages/formats';
import { getTranslator } from '@checkwell/messages/translator';
import { logAccess } from '../../platform/db/access-log.ts';
import type { Database, WriteTx } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import * as repository from './invoices.repository.ts';
import type { InvoiceMailing } from './invoices-mailing.ts';
import type { Invoice, MonthOptions, WriteInvoice } from './invoices-writing.ts';

const SYSTEM: Actor = { kind: 'system', name: 'invoices' };

export interface InvoiceMonthsDeps extends Pick<InvoiceMailing, 'putMail' | 'noteMail'> {
  readonly db: Database;
  readonly log: Log;
  readonly write: WriteInvoice;
}

/** Invoices the months of clients. */
export function createInvoiceMonths({ db, log, write, putMail, noteMail }: InvoiceMonthsDeps) {
  /** The invoice of a month, for the checks of it; undefined: there is nothing to invoice. The caller holds the client. */
  async function writeMonth(tx: WriteTx, client: repository.Client, key: MonthOf, options: MonthOptions): Promise<Invoice | undefined> {
    const { companyId, month } = key;
    const lines = monthlyLines(await repository.findBilled(tx, companyId, spanOf(month)), priceTexts(client.language));
    if (lines.length === 0) return undefined;
    const invoice = await write(
      tx,
      {
        kind: 'Invoice',
        companyId,
        checkId: null,
        correctsId: null,
        month,
        ...client,
        lines,
        reference: month.slice(0, 7),
        settled: false,
      },
      options,
    );
    await repository.claimMonth(tx, { companyId, month, invoiceId: invoice.id });
    return invoice;
  }

  /** One transaction, so that a second caller finds the invoice of the first, and a rollback takes no number. */
  async function issueFor(companyId: string, month: CalendarDay, options: MonthOptions, byMail: boolean): Promise<Invoice | undefined> {
    return db.system('invoices', async (tx) => {
      const client = await repository.lockClient(tx, companyId);
      // A month that a person credited is invoiced again by a person, not by the job.
      if (!client || (await repository.hasInvoiceOf(tx, companyId, month))) return undefined;
      const invoice = await writeMonth(tx, client, { companyId, month }, options);
      if (!invoice) return undefined;
      await logAccess(tx, SYSTEM, 'invoice.issue', 'invoices', companyId, invoice.id);
      if (byMail) await putMail(tx, invoice);
      // The demo's past: what was mailed then is in no mailbox.
      else if (invoice.buyer.email) await noteMail(tx, invoice, invoice.buyer.email, options);
      return invoice;
    });
  }

  async function issueAll(month: CalendarDay, options: MonthOptions, byMail: boolean): Promise<number> {
    let issued = 0;
    const unsent: string[] = [];
    for (const companyId of await db.system('invoices', (tx) => repository.findUninvoiced(tx, month, spanOf(month)))) {
      const invoice = await issueFor(companyId, month, options, byMail);
      if (!invoice) continue;
      issued += 1;
      if (byMail && !invoice.buyer.email) unsent.push(invoice.number);
    }
    if (unsent.length > 0)
      log.warn(
        `invoices ${unsent.join(', ')} were not mailed: their clients have no address for invoices (planners see them under "Companies")`,
      );
    return issued;
  }

  return { writeMonth, issueAll };
}

/** A month of a client. */
interface MonthOf {
  readonly companyId: string;
  readonly month: CalendarDay;
}

/** Why checks cost what they cost, in the client's language. */
function priceTexts(language: InterfaceLanguage): PriceTexts {
  const t = getTranslator(language, 'invoices');
  const { dateRange } = formatsIn(language);
  return {
    describe: (kind) => t(`line.check.${kind}`),
    home: () => t('line.home'),
    visited: () => t('line.visited'),
    weekend: () => t('line.weekend', { percent: PRICES.weekendPercent }),
    cancelled: (late) =>
      late
        ? t('line.cancelledLate', { percent: PRICES.cancelLatePercent, hours: PRICES.lateHours })
        : t('line.cancelled', { percent: PRICES.cancelAcceptedPercent }),
    days: (from, to) => t('line.days', { days: dateRange(from, to) }),
  };
}

/** A month as instants, by Belgian days. */
function spanOf(month: CalendarDay): repository.Span {
  const { from, to } = daysOfMonth(month);
  return { from: instantAt(from, '00:00'), before: instantAt(addDays(to, 1), '00:00') };
}
