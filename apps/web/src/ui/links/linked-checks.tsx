import { useTranslations } from '../../lib/i18n/translations.ts';
import type { Description } from '../content/DescriptionList.tsx';
import { AppLink } from './AppLink.tsx';

interface LinkedChecks {
  readonly parentCheckId: string | null;
  readonly laterCheckIds?: readonly string[];
  /** A check came before, whether or not the reader may know which. */
  readonly isLaterRound?: boolean;
}

type Target = '/reports/$id' | '/checks/$id' | '/planning/$id' | '/missions/$id';

/**
 * Lines that lead to the check before and those after, of the same incapacity; none where there are none.
 * @param targets where the reader opens the one before, and one after, which may not be over
 */
export function useLinkedChecks(targets: {
  readonly earlier: Target;
  readonly later: Target;
}): (check: LinkedChecks) => readonly Description[] {
  const t = useTranslations('checks', 'checkFields');
  const link = (to: Target, id: string, text: string) => (
    <AppLink key={id} to={to} params={{ id }} className="block text-brand-fg hover:underline">
      {text}
    </AppLink>
  );
  return ({ parentCheckId, laterCheckIds = [], isLaterRound = false }) => [
    ...(parentCheckId !== null
      ? [{ label: t('checkFields:parentCheck'), value: link(targets.earlier, parentCheckId, t('detail.parentCheck')) }]
      : isLaterRound
        ? [{ label: t('checkFields:parentCheck'), value: t('detail.laterRound') }]
        : []),
    ...(laterCheckIds.length === 0
      ? []
      : [
          {
            label: t('checkFields:laterChecks', { count: laterCheckIds.length }),
            value: laterCheckIds.map((id, index) =>
              link(
                targets.later,
                id,
                laterCheckIds.length === 1 ? t('detail.laterCheck') : t('detail.laterCheckOf', { number: index + 1 }),
              ),
            ),
          },
        ]),
  ];
}
