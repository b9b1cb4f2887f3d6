import { useQuery } from '@tanstack/react-query';
import { gqlQuery } from '../../../lib/api/query.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { LinkButton } from '../../../ui/controls/LinkButton.tsx';
import { HeldResultsDocument } from './held-results.gql.ts';

/** The link to results that are held back from employers for review; empty when there are none. Live. */
export function HeldResults() {
  const t = useTranslations('planning');
  const { data } = useQuery(gqlQuery({ document: HeldResultsDocument, variables: {}, topics: ['check'] }));
  const { totalCount: count = 0, totalCountCapped = false } = data?.checks ?? {};
  if (count === 0) return null;
  return (
    <LinkButton icon="clipboard" to="/planning" search={{ tab: 'planned', resultHeld: true }}>
      {t(totalCountCapped ? 'board.heldCapped' : 'board.heldCount', { count })}
    </LinkButton>
  );
}
