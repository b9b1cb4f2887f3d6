import type { OneShotView } from '@checkwell/domain/one-shot/contract';
import { useFormat } from '../../lib/format.ts';
import { useWords } from '../../lib/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

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
  const t = useWords('oneShot');
  const format = useFormat();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('success.title')}
      footer={
        <Button variant="primary" size="md" onClick={onClose}>
          {t('success.follow')}
        </Button>
      }
    >
      <p>{t('success.text', { total: format.money(order.totalCents), email: order.invoicingEmailHint ?? '' })}</p>
      <p className="mt-2">{t('success.link')}</p>
    </Dialog>
  );
}
