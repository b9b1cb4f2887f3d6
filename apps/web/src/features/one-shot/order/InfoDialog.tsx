import { ONE_SHOT_AMOUNTS } from '@checkwell/domain/one-shot/price';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { NumberedList } from '../../../ui/content/NumberedList.tsx';
import { NoticeDialog } from '../../../ui/overlays/Dialog.tsx';

/** Explains what a visitor buys, before anything is filled in (specification, section 2: the info modal). */
export function InfoDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('oneShot');
  const format = useFormat();
  return (
    <NoticeDialog open={open} onClose={onClose} title={t('info.title')} closeLabel={t('info.close')}>
      <NumberedList
        items={[t('info.order'), t('info.pay', { total: format.money(ONE_SHOT_AMOUNTS.totalCents) }), t('info.plan'), t('info.result')]}
      />
    </NoticeDialog>
  );
}
