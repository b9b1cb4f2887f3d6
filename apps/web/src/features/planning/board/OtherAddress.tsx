import { useQuery } from '@tanstack/react-query';
import { gqlQuery } from '../../../lib/api/query.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { LinkButton } from '../../../ui/controls/LinkButton.tsx';
import { OtherAddressDocument } from './other-address.gql.ts';

/** The link to appointments whose employee reported another address; empty when there are none. Live. */
export function OtherAddress() {
  const t = useTranslations('planning');
  const { data } = useQuery(gqlQuery({ document: OtherAddressDocument, variables: {}, topics: ['check'] }));
  const { totalCount: count = 0, totalCountCapped = false } = data?.checks ?? {};
  if (count === 0) return null;
  return (
    <LinkButton icon="mapPin" to="/planning" search={{ tab: 'planned', otherAddress: true }}>
      {t(totalCountCapped ? 'board.otherAddressCapped' : 'board.otherAddressCount', { count })}
    </LinkButton>
  );
}
