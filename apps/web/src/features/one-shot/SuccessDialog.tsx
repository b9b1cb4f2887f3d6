import type { OneShotView } from '@checkwell/domain/one-shot/contract';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { NoticeDialog } from '../../ui/overlays/Dialog.tsx';

/** Paid and ordered (specification, section 2: the success modal). */
export function SuccessDialog({
  order,
  open,
  onClose,
}: {
  readonly order: OneShotView;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const t = useTranslations('oneShot');
  const format = useFormat();
  return (
    <NoticeDialog open={open} onClose={onClose} title={t('success.title')} closeLabel={t('success.follow')}>
      <p>{t('success.text', { total: format.money(order.totalCents), email: order.invoicingEmailHint ?? '' })}</p>
      <p className="mt-2">{t('success.link')}</p>
    </NoticeDialog>
  );
}
