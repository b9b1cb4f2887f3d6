import { PRICES } from '@checkwell/domain/check/price/price';
import { VAT_PERCENT } from '@checkwell/domain/constants';
import { ONE_SHOT_PAYABLE_HOURS } from '@checkwell/domain/one-shot/limits';
import { ONE_SHOT_AMOUNTS } from '@checkwell/domain/one-shot/price';
import { RETENTION } from '@checkwell/domain/retention';
import type { TFunction } from 'i18next';
import type { Formats } from './formats.ts';

/**
 * The terms that a visitor accepts before paying. The dialog and the public page show the same sections and amounts.
 * @param t translator of the namespace `oneShot`
 */
export function oneShotTerms(
  t: TFunction<['oneShot']>,
  { money, number }: Pick<Formats, 'money' | 'number'>,
): readonly { readonly title: string; readonly text: string }[] {
  return [
    { title: t('terms.what.title'), text: t('terms.what.text') },
    {
      title: t('terms.price.title'),
      text: t('terms.price.text', {
        net: money(ONE_SHOT_AMOUNTS.netCents),
        vat: money(ONE_SHOT_AMOUNTS.vatCents),
        total: money(ONE_SHOT_AMOUNTS.totalCents),
        percent: number(VAT_PERCENT),
      }),
    },
    { title: t('terms.result.title'), text: t('terms.result.text') },
    {
      title: t('terms.back.title'),
      text: t('terms.back.text', {
        hours: number(ONE_SHOT_PAYABLE_HOURS),
        accepted: number(PRICES.cancelAcceptedPercent),
        late: number(PRICES.cancelLatePercent),
        lateHours: number(PRICES.lateHours),
      }),
    },
    { title: t('terms.data.title'), text: t('terms.data.text', { days: number(RETENTION.abandonedOneShotDays) }) },
  ];
}
