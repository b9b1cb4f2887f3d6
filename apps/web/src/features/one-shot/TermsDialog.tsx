import { PRICES } from '@checkwell/domain/check/price';
import { VAT_PERCENT } from '@checkwell/domain/constants';
import { ONE_SHOT_ABANDONED_DAYS, ONE_SHOT_PAYABLE_HOURS } from '@checkwell/domain/one-shot/limits';
import { ONE_SHOT_AMOUNTS } from '@checkwell/domain/one-shot/price';
import { useFormat } from '../../lib/format.ts';
import { useWords } from '../../lib/words.ts';
import { NoticeDialog } from '../../ui/Dialog.tsx';

/** What the visitor agrees to: price, what is bought, when the money comes back, what happens to the data. */
export function TermsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useWords('oneShot');
  const format = useFormat();
  const amounts = {
    net: format.money(ONE_SHOT_AMOUNTS.netCents),
    vat: format.money(ONE_SHOT_AMOUNTS.vatCents),
    total: format.money(ONE_SHOT_AMOUNTS.totalCents),
  };
  const parts = [
    { title: t('terms.what.title'), text: t('terms.what.text') },
    { title: t('terms.price.title'), text: t('terms.price.text', { ...amounts, percent: format.number(VAT_PERCENT) }) },
    { title: t('terms.result.title'), text: t('terms.result.text') },
    {
      title: t('terms.back.title'),
      text: t('terms.back.text', {
        hours: format.number(ONE_SHOT_PAYABLE_HOURS),
        accepted: format.number(PRICES.cancelAcceptedPercent),
        late: format.number(PRICES.cancelLatePercent),
        lateHours: format.number(PRICES.lateHours),
      }),
    },
    { title: t('terms.data.title'), text: t('terms.data.text', { days: format.number(ONE_SHOT_ABANDONED_DAYS) }) },
  ];
  return (
    <NoticeDialog open={open} onClose={onClose} title={t('terms.title')} closeLabel={t('common:close')}>
      <div className="flex flex-col gap-4">
        {parts.map(({ title, text }) => (
          <section key={title}>
            <h3 className="text-xs font-semibold">{title}</h3>
            <p className="mt-1 text-pretty">{text}</p>
          </section>
        ))}
      </div>
    </NoticeDialog>
  );
}
