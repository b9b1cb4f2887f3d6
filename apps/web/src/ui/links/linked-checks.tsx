import { useTranslations } from '../../lib/i18n/translations.ts';
import type { Description } from '../content/DescriptionList.tsx';
import { AppLink } from './AppLink.tsx';

interface LinkedChecks {
  readonly parentCheckId: string | null;
  readonly laterCheckIds?: readonly string[];
  /** Whether an earlier check exists, even if the viewer may not see which. */
  readonly isLaterRound?: boolean;
}

type Target = '/reports/$id' | '/checks/$id' | '/planning/$id' | '/missions/$id';

/**
 * Lines with links to the earlier and later checks of the same incapacity; empty without any.
 * @param targets where the viewer opens the earlier check and a later one, which may be in progress
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
