import { daysOfMonth } from '@checkwell/domain/invoice/monthly';
import type { InvoiceFormat } from '@checkwell/domain/invoice/rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDownload } from '../../../lib/api/download.ts';
import { useGqlChange } from '../../../lib/api/query.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useCan } from '../../../lib/session/viewer.ts';
import { StateText } from '../../../ui/content/Badge.tsx';
import { Section } from '../../../ui/content/Card.tsx';
import { TwoLines } from '../../../ui/content/TwoLines.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { type Column, DataTable, type Sort, tableStatus } from '../../../ui/lists/DataTable.tsx';
import { ConfirmDialog } from '../../../ui/overlays/Dialog.tsx';
import type { MenuItem } from '../../../ui/overlays/Menu.tsx';
import { CreditInvoiceDialog } from './CreditInvoiceDialog.tsx';
import { InvoiceMonthAgainDocument, type InvoiceRowFragment, SendInvoiceDocument } from './company.gql.ts';
import { invoicesQuery } from './company.queries.ts';

/** Invoices and credit notes of a company, as files; the provider's people may credit a month's invoice. */
export function InvoicesCard({ companyId }: { readonly companyId: string }) {
  const t = useTranslations('settings');
  const query = useQuery(invoicesQuery(companyId));
  const canCredit = useCan('invoice.credit');
  const [sort, setSort] = useState<Sort>({ by: 'issueDate', direction: 'desc' });
  const [open, setOpen] = useState<{ readonly kind: 'credit' | 'again' | 'send'; readonly invoice: InvoiceRowFragment } | null>(null);
  const close = () => setOpen(null);
  const rowActions = (row: InvoiceRowFragment): readonly MenuItem[] => [
    ...(row.month !== null && row.creditedCents < row.totalCents
      ? [{ label: t('invoices.credit'), icon: 'rotate', onSelect: () => setOpen({ kind: 'credit', invoice: row }) } as const]
      : []),
    ...(row.monthIsFree
      ? [{ label: t('invoices.again'), icon: 'plus', onSelect: () => setOpen({ kind: 'again', invoice: row }) } as const]
      : []),
    {
      label: t(row.mailedTo === null ? 'invoices.send' : 'invoices.sendAgain'),
      icon: 'mail',
      onSelect: () => setOpen({ kind: 'send', invoice: row }),
    },
  ];
  return (
    <Section title={t('invoices.title')} hint={t('invoices.hint')}>
      <DataTable
        caption={t('invoices.title')}
        columns={useColumns()}
        rows={query.data && sorted(query.data.invoices, sort)}
        rowKey={({ id }) => id}
        rowLabel={({ number }) => number}
        sort={sort}
        onSort={setSort}
        {...(canCredit ? { rowActions } : {})}
        {...tableStatus(query)}
        skeletonRows={3}
        empty={{
          icon: 'list',
          title: t('invoices.empty'),
          text: t(canCredit ? 'invoices.emptyProvider' : 'invoices.emptyText'),
        }}
      />
      {open?.kind === 'credit' && <CreditInvoiceDialog invoice={open.invoice} documents={query.data?.invoices ?? []} onClose={close} />}
      {open?.kind === 'again' && <InvoiceAgain invoice={open.invoice} onClose={close} />}
      {open?.kind === 'send' && <SendAgain invoice={open.invoice} onClose={close} />}
    </Section>
  );
}

interface InvoiceDialogProps {
  readonly invoice: InvoiceRowFragment;
  readonly onClose: () => void;
}

/** The button to invoice a month again whose invoice was credited in full, with the client's current data. */
function InvoiceAgain({ invoice: { companyId, id, month }, onClose }: InvoiceDialogProps) {
  const t = useTranslations('settings');
  const format = useFormat();
  const again = useGqlChange(InvoiceMonthAgainDocument, { topics: ['company'], success: t('invoices.againDone'), onError: () => false });
  return (
    <ConfirmDialog
      open
      title={t('invoices.againTitle', { month: format.month(month) })}
      confirmLabel={t('invoices.again')}
      onConfirm={() => again.mutateAsync({ companyId, id })}
      onClose={onClose}
    >
      {t('invoices.againText')}
    </ConfirmDialog>
  );
}

function SendAgain({ invoice: { companyId, id, number, mailedTo }, onClose }: InvoiceDialogProps) {
  const t = useTranslations('settings');
  const send = useGqlChange(SendInvoiceDocument, { topics: ['company'], success: t('invoices.sendDone'), onError: () => false });
  return (
    <ConfirmDialog
      open
      title={t('invoices.sendTitle', { number })}
      confirmLabel={t('invoices.send')}
      onConfirm={() => send.mutateAsync({ companyId, id })}
      onClose={onClose}
    >
      {mailedTo === null ? t('invoices.sendText') : t('invoices.sendTextAgain', { email: mailedTo })}
    </ConfirmDialog>
  );
}

const SORTS: Readonly<Record<string, (invoice: InvoiceRowFragment) => string | number>> = {
  number: ({ number }) => number,
  issueDate: ({ issueDate }) => issueDate,
  // Paid and credited invoices come first.
  dueDate: ({ dueDate, creditedCents, totalCents }) => (creditedCents === totalCents ? '' : (dueDate ?? '')),
  total: ({ totalCents }) => totalCents,
};

/** Sorts here, because all invoices are loaded. */
function sorted(invoices: readonly InvoiceRowFragment[], { by, direction }: Sort): readonly InvoiceRowFragment[] {
  const value = SORTS[by] ?? (() => '');
  const sign = direction === 'asc' ? 1 : -1;
  const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
  return invoices.toSorted((a, b) => sign * (compare(value(a), value(b)) || compare(a.number, b.number)));
}

/** Links to one document, as PDF and as XML. */
function Files({ invoice: { companyId, id, number } }: { readonly invoice: InvoiceRowFragment }) {
  const t = useTranslations('settings');
  const { progress, start } = useDownload();
  const [chosen, setChosen] = useState<InvoiceFormat>('pdf');
  const take = (format: InvoiceFormat) => {
    setChosen(format);
    start({
      path: `/v1/api/companies/${companyId}/invoices/${id}`,
      query: { format },
      fallbackName: `${number}.${format === 'pdf' ? 'pdf' : 'xml'}`,
    });
  };
  return (
    <span className="flex gap-2">
      {(['pdf', 'ubl'] as const).map((format) => (
        <Button
          key={format}
          icon="download"
          aria-label={t(`invoices.${format}Of`, { number })}
          loading={progress !== null && chosen === format}
          onClick={() => take(format)}
        >
          {t(`invoices.${format}`)}
        </Button>
      ))}
    </span>
  );
}

function useColumns(): readonly Column<InvoiceRowFragment>[] {
  const t = useTranslations('settings');
  const format = useFormat();
  return [
    {
      id: 'number',
      header: t('invoices.number'),
      sortKey: 'number',
      width: '9rem',
      card: 'title',
      cell: ({ number, kind, corrects }) => (
        <TwoLines first={number} second={corrects === null ? t(`invoices.kind.${kind}`) : t('invoices.corrects', { number: corrects })} />
      ),
    },
    {
      id: 'month',
      header: t('invoices.month'),
      sortKey: 'issueDate',
      cell: ({ month, kind, issueDate, mailedTo }) => (
        <TwoLines
          first={month ? format.month(daysOfMonth(month).from) : t(kind === 'Invoice' ? 'invoices.check' : 'invoices.credited')}
          second={
            mailedTo === null ? (
              <span className="font-medium text-warning-fg">{t('invoices.notMailed')}</span>
            ) : (
              t('invoices.issued', { date: format.date(issueDate) })
            )
          }
        />
      ),
    },
    {
      id: 'dueDate',
      header: t('invoices.dueDate'),
      sortKey: 'dueDate',
      width: '10.75rem',
      cell: ({ kind, dueDate, creditedCents, totalCents }) =>
        kind === 'CreditNote' ? (
          ''
        ) : creditedCents > 0 && creditedCents === totalCents ? (
          <StateText tone="neutral">{t('invoices.credited')}</StateText>
        ) : (
          <TwoLines
            first={dueDate === null ? <StateText tone="success">{t('invoices.paid')}</StateText> : format.date(dueDate)}
            second={creditedCents > 0 && t('invoices.creditedPartly')}
          />
        ),
    },
    {
      id: 'total',
      header: t('invoices.total'),
      sortKey: 'total',
      width: '10rem',
      align: 'end',
      cell: ({ totalCents }) => format.money(totalCents),
    },
    { id: 'files', header: t('invoices.files'), width: '13.5rem', cell: (invoice) => <Files invoice={invoice} /> },
  ];
}
