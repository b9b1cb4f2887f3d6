import { useQuery } from '@tanstack/react-query';
import { gqlQuery } from '../../../lib/api/query.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { LinkButton } from '../../../ui/controls/LinkButton.tsx';
import { WaitingCommentsDocument } from './waiting-comments.gql.ts';

/** The link to doctors' comments that employers cannot read yet; empty when there are none. Live. */
export function WaitingComments() {
  const t = useTranslations('planning');
  const { data } = useQuery(gqlQuery({ document: WaitingCommentsDocument, variables: {}, topics: ['check'] }));
  const { totalCount: count = 0, totalCountCapped = false } = data?.reports ?? {};
  if (count === 0) return null;
  return (
    <LinkButton icon="eye" to="/reports" search={{ commentReview: ['Waiting'] }}>
      {t(totalCountCapped ? 'board.commentsCapped' : 'board.comments', { count })}
    </LinkButton>
  );
}
