import type { Figure } from '@checkwell/domain/dashboard/definitions';
import type { RangeCount } from '@checkwell/domain/dashboard/figures';
import type { Period } from '@checkwell/domain/dashboard/period';
import {
  beforeText,
  earlierText,
  figureAmount,
  figureDetail,
  figureText,
  periodText,
  rangeText,
  trendOf,
} from '@checkwell/messages/dashboard';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';

/** How figures read in the interface language (packages/messages/src/dashboard.ts). */
export function useFigureTexts() {
  const t = useTranslations('dashboard');
  const format = useFormat();
  return {
    amount: (figure: Figure) => figureAmount(figure, t, format),
    text: (figure: Figure) => figureText(figure, t, format),
    detail: (figure: Figure) => figureDetail(figure, t, format),
    before: (figure: Figure, before: Figure | undefined, period: Period) => beforeText(figure, before, period, t, format),
    trend: (figure: Figure, before: Figure | undefined) => trendOf(figure, before, t, format),
    earlier: (before: Figure | undefined) => earlierText(before, t, format),
    period: (period: Period) => periodText(period, t, format),
    range: (range: RangeCount, unit: 'days' | 'hours' | 'km') => rangeText(range, unit, t),
  };
}
