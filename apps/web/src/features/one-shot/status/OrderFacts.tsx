import type { InvoiceKind } from '@checkwell/domain/invoice/invoice';
import { INVOICE_FORMATS, type InvoiceFormat } from '@checkwell/domain/invoice/rules';
import type { OneShotView } from '@checkwell/domain/one-shot/contract';
import { saveFile } from '../../../lib/api/http.ts';
import { useChange } from '../../../lib/api/query.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Card } from '../../../ui/content/Card.tsx';
import { DescriptionList } from '../../../ui/content/DescriptionList.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { invoicePath } from '../one-shot.calls.ts';

/** The ordered check, and its documents. */
export function OrderFacts({ order }: { readonly order: OneShotView }) {
  const t = useTranslations('oneShot');
  const format = useFormat();
  const { invoiceNumber, creditNoteNumbers } = order;
  return (
    <Card title={t('status.order')}>
      <DescriptionList
        columns={1}
        items={[
          { label: t('status.worker'), value: order.workerFullName ?? t('status.deleted') },
          { label: t('status.period'), value: format.dateRange(order.incapacityStartDate, order.incapacityEndDate) },
          { label: t('status.amount'), value: format.money(order.totalCents) },
          ...(order.refundedCents > 0 ? [{ label: t('status.refundedAmount'), value: format.money(order.refundedCents) }] : []),
          { label: t('status.email'), value: order.invoicingEmailHint ?? t('status.deleted') },
          ...(invoiceNumber ? [{ label: t('status.invoice'), value: invoiceNumber }] : []),
          ...creditNoteNumbers.map((number) => ({ label: t('status.creditNote'), value: number })),
        ]}
      />
      {invoiceNumber && <Files token={order.token} kind="Invoice" number={invoiceNumber} />}
      {creditNoteNumbers.map((number) => (
        <Files key={number} token={order.token} kind="CreditNote" number={number} />
      ))}
    </Card>
  );
}

/** Links to one document, as PDF and as XML. */
function Files({ token, kind, number }: { readonly token: string; readonly kind: InvoiceKind; readonly number: string }) {
  const t = useTranslations('oneShot');
  const download = useChange((format: InvoiceFormat) =>
    saveFile(invoicePath(token), {
      visitor: true,
      query: { kind, format, number },
      fallbackName: `${number}.${format === 'pdf' ? 'pdf' : 'xml'}`,
    }),
  );
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {INVOICE_FORMATS.map((format) => (
        <Button
          key={format}
          icon="download"
          loading={download.isPending && download.variables === format}
          onClick={() => download.mutate(format)}
        >
          {t(`status.download.${kind}.${format}`)}
        </Button>
      ))}
    </div>
  );
}
