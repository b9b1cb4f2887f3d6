import { useQuery } from '@tanstack/react-query';
import { gqlQuery } from '../../../lib/api/query.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { LinkButton } from '../../../ui/controls/LinkButton.tsx';
import { ExhaustedSearchesDocument } from './exhausted-searches.gql.ts';

/** The link to checks for which no doctor is left to ask; empty when there are none. Live. */
export function ExhaustedSearches() {
  const t = useTranslations('planning');
  const { data } = useQuery(gqlQuery({ document: ExhaustedSearchesDocument, variables: {}, topics: ['check'] }));
  const { totalCount: count = 0, totalCountCapped = false } = data?.checks ?? {};
  if (count === 0) return null;
  return (
    <LinkButton icon="stethoscope" to="/planning" search={{ doctorSearch: 'Exhausted' }}>
      {t(totalCountCapped ? 'board.exhaustedCapped' : 'board.exhausted', { count })}
    </LinkButton>
  );
}
