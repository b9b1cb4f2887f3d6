import { useQuery } from '@tanstack/react-query';
import { gqlQuery } from '../../../lib/api/query.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { LinkButton } from '../../../ui/controls/LinkButton.tsx';
import { NotToldDocument } from './not-told.gql.ts';

/** The link to appointments whose employee was not notified and must be called; empty when there are none. Live. */
export function NotTold() {
  const t = useTranslations('planning');
  const { data } = useQuery(gqlQuery({ document: NotToldDocument, variables: {}, topics: ['check'] }));
  const { totalCount: count = 0, totalCountCapped = false } = data?.checks ?? {};
  if (count === 0) return null;
  return (
    <LinkButton icon="phone" to="/planning" search={{ tab: 'planned', employeeNotTold: true }}>
      {t(totalCountCapped ? 'board.notToldCapped' : 'board.notToldCount', { count })}
    </LinkButton>
  );
}
