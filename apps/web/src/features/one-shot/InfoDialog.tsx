import { ONE_SHOT_AMOUNTS } from '@checkwell/domain/one-shot/price';
import { useFormat } from '../../lib/format.ts';
import { useWords } from '../../lib/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { NumberedList } from '../../ui/NumberedList.tsx';

/** What one buys, before one fills anything in (specification, section 2: the info modal). */
export function InfoDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useWords('oneShot');
  const format = useFormat();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('info.title')}
      footer={
        <Button variant="primary" size="md" onClick={onClose}>
          {t('info.close')}
        </Button>
      }
    >
      <NumberedList
        items={[t('info.order'), t('info.pay', { total: format.money(ONE_SHOT_AMOUNTS.totalCents) }), t('info.plan'), t('info.result')]}
      />
    </Dialog>
  );
}
