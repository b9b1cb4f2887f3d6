import type { OfferView } from '@checkwell/domain/offers/contract';
import { askedUntil } from '@checkwell/domain/offers/waves';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api-error.ts';
import { queryClient } from '../../lib/api/query.ts';
import { clock } from '../../lib/browser/time.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useLinkLanguage } from '../../lib/i18n/use-link-language.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { DescriptionList } from '../../ui/content/DescriptionList.tsx';
import { EmptyState } from '../../ui/content/EmptyState.tsx';
import { ErrorState } from '../../ui/content/ErrorState.tsx';
import { Skeleton } from '../../ui/content/Skeleton.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { VisitorFrame } from '../../ui/public/VisitorFrame.tsx';
import { OfferAnswers } from './OfferAnswers.tsx';
import { fetchOffer, offerKey } from './offers.calls.ts';

const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** A mission that a doctor is offered, by the link of its mail: no account is needed to answer. */
export function OfferScreen({ token }: { readonly token: string }) {
  const t = useTranslations('offers');
  const query = useQuery({ queryKey: offerKey(token), queryFn: ({ signal }) => fetchOffer(token, signal) }, queryClient);
  const offer = query.data;
  useLinkLanguage(offer?.language);
  return (
    <VisitorFrame
      title={t('page.title')}
      lead={offer?.state === 'Open' && t('page.lead', { doctor: offer.doctorFullName })}
      outcome={offer !== undefined && offer.state !== 'Open'}
    >
      {isUnknown(query.error) && (
        <Card>
          <EmptyState icon="link" title={t('page.unknownTitle')} text={t('page.unknownText')} />
        </Card>
      )}
      {!offer && !isUnknown(query.error) && (
        <Card>
          {query.isError ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <Skeleton lines={6} height="1.25rem" />
          )}
        </Card>
      )}
      {offer && (
        <>
          {offer.state !== 'Open' && <Outcome offer={offer} />}
          <Mission offer={offer} />
          {offer.state === 'Open' && <OfferAnswers token={token} offer={offer} />}
        </>
      )}
    </VisitorFrame>
  );
}

/** The outcome of the offer, and what comes next. */
function Outcome({ offer }: { readonly offer: OfferView }) {
  const t = useTranslations('offers');
  const format = useFormat();
  switch (offer.state) {
    case 'Accepted':
      return offer.checkId === null ? (
        <Alert tone="warning">{t('outcome.lost')}</Alert>
      ) : (
        <Alert
          tone="success"
          live
          title={t('outcome.accepted')}
          action={
            offer.hasAccount && (
              <LinkButton to="/missions/$id" params={{ id: offer.checkId }}>
                {t('outcome.open')}
              </LinkButton>
            )
          }
        >
          {t(offer.hasAccount ? 'outcome.acceptedText' : 'outcome.acceptedNoAccount')}
        </Alert>
      );
    case 'Proposed':
      return (
        <Alert tone="info" live>
          {t('outcome.proposed', { moment: format.momentLong(offer.proposedStart) })}
        </Alert>
      );
    case 'Declined':
      return (
        <Alert tone="info" live>
          {t('outcome.declined')}
        </Alert>
      );
    case 'Expired':
      return <Alert tone="warning">{t('outcome.expired')}</Alert>;
    default:
      return <Alert tone="warning">{t('outcome.withdrawn')}</Alert>;
  }
}

/** The offered mission, without the worker's name, which the doctor sees after accepting. */
function Mission({ offer }: { readonly offer: OfferView }) {
  const t = useTranslations('offers');
  const enums = useTranslations('enums');
  const format = useFormat();
  const place = [enums(`checkLocation.${offer.checkLocation}`), offer.place].filter(Boolean).join(', ');
  return (
    <Card title={t('page.mission')}>
      <DescriptionList
        items={[
          { label: t('fact.moment'), value: `${format.momentLong(offer.appointmentStart)} – ${format.time(offer.appointmentEnd)}` },
          { label: t('fact.place'), value: place },
          ...(offer.distanceKm === null
            ? []
            : [{ label: t('fact.way'), value: [format.km(offer.distanceKm), format.minutes(offer.travelMinutes)].join(' · ') }]),
          { label: t('fact.language'), value: enums(`workerLanguage.${offer.workerLanguage}`) },
          { label: t('fact.fee'), value: format.money(offer.fee) },
          ...(offer.state === 'Open'
            ? [{ label: t('fact.until'), value: format.momentLong(askedUntil(new Date(offer.answerableUntil), clock.now())) }]
            : []),
        ]}
      />
    </Card>
  );
}
