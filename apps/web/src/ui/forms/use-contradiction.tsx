import { type CalendarDay, daysInOrder } from '@checkwell/domain/clock';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Button } from '../controls/Button.tsx';
import type { DataTableProps } from '../lists/DataTable.tsx';

/**
 * What a table says instead of rows when the days of its address contradict each other: for a `DataTable` below a
 * `PeriodFilter` (translations of `validation`). The query must not run then.
 * @param onClear takes both days away
 */
export function useContradiction(
  { from, to }: { readonly from?: CalendarDay | undefined; readonly to?: CalendarDay | undefined },
  onClear: () => void,
): Pick<DataTableProps<never>, 'contradiction'> {
  const t = useTranslations('common');
  const validation = useTranslations('validation');
  if (daysInOrder(from, to)) return {};
  return { contradiction: { title: validation('endBeforeStart'), action: <Button onClick={onClear}>{t('clear')}</Button> } };
}
