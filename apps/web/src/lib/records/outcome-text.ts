import { type OutcomeFacts, outcomeOf } from '@checkwell/domain/check/result/outcome';
import { useFormat } from '../i18n/format.ts';
import { useTranslations } from '../i18n/translations.ts';

/** The outcome of a check as one sentence, in the interface language. */
export function useOutcomeText(): (check: OutcomeFacts) => string {
  const t = useTranslations('reports');
  const enums = useTranslations('enums');
  const format = useFormat();
  return (check) => {
    const outcome = outcomeOf(check);
    if (outcome.key === 'nonOperable' && check.nonOperableReason) {
      return t('outcome.nonOperableWhy', { reason: enums(`nonOperableReason.${check.nonOperableReason}`) });
    }
    return outcome.date === null ? t(`outcome.${outcome.key}`) : t(`outcome.${outcome.key}`, { date: format.date(outcome.date) });
  };
}
