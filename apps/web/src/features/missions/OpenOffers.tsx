import { askedUntil } from '@checkwell/domain/offers/waves';
import { useQuery } from '@tanstack/react-query';
import { gqlQuery } from '../../lib/api/query.ts';
import { clock } from '../../lib/browser/time.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useShownSince } from '../../lib/offline/cached-responses.ts';
import { Card } from '../../ui/content/Card.tsx';
import { ErrorState } from '../../ui/content/ErrorState.tsx';
import { AppLink } from '../../ui/links/AppLink.tsx';
import { OpenOffersDocument } from './offers.gql.ts';

/** Offers that wait for the doctor's answer, the first to expire first; empty when there are none. */
export function OpenOffers() {
  const t = useTranslations('offers');
  const format = useFormat();
  const query = useQuery(gqlQuery({ document: OpenOffersDocument, variables: {}, topics: ['check'] }));
  const isAlone = useShownSince() !== undefined;
  const offers = query.data?.openOffers;
  // The list of missions already says that there is no network.
  if (isAlone && query.isError) return null;
  if (query.isError && !offers) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!offers || offers.length === 0) return null;
  return (
    <Card title={t('open.title')}>
      <ul className="flex flex-col divide-y divide-line">
        {offers.map(({ id, appointmentStart, answerableUntil, fee, path }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-2 first:pt-0 last:pb-0">
            <AppLink to={path} className="rounded-sm text-sm font-medium text-brand-fg underline-offset-3 hover:underline">
              {t('open.link', { moment: format.momentLong(appointmentStart), fee: format.money(fee) })}
            </AppLink>
            <span className="text-xs text-muted">
              {t('open.until', { moment: format.moment(askedUntil(new Date(answerableUntil), clock.now())) })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
