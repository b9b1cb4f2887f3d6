import { APPOINTMENT_MINUTES } from '@checkwell/domain/constants';
import type { OfferState } from '@checkwell/domain/offers/states';
import { useQuery } from '@tanstack/react-query';
import { gqlQuery, useGqlChange } from '../../lib/api/query.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { State, type Tone } from '../../ui/content/Badge.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { ErrorState } from '../../ui/content/ErrorState.tsx';
import { Skeleton } from '../../ui/content/Skeleton.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { PhoneLink } from '../../ui/links/PhoneLink.tsx';
import { CheckOffersDocument, type CheckOffersQuery, StartDoctorSearchDocument, StopDoctorSearchDocument } from './offers.gql.ts';
import { ScheduleCheckDocument } from './planning.gql.ts';
import type { PlanningCheck } from './planning.queries.ts';

type Offers = CheckOffersQuery['checkOffers'];
const TONES: Record<OfferState, Tone> = {
  Open: 'info',
  Accepted: 'success',
  Proposed: 'warning',
  Declined: 'neutral',
  Expired: 'neutral',
  Withdrawn: 'neutral',
};

/** Doctors who are asked by message about this check, and what they say. */
export function OffersCard({ check }: { readonly check: PlanningCheck }) {
  const t = useTranslations('offers');
  const query = useQuery(gqlQuery({ document: CheckOffersDocument, variables: { checkId: check.id }, topics: ['check'] }));
  const known = query.data?.checkOffers;
  const start = useGqlChange(StartDoctorSearchDocument, { topics: ['check'] });
  const stop = useGqlChange(StopDoctorSearchDocument, { topics: ['check'] });
  const running = known?.searchState === 'Running';
  return (
    <Card
      title={t('card.title')}
      actions={
        running ? (
          <Button loading={stop.isPending} onClick={() => stop.mutate({ id: check.id })}>
            {t('card.stop')}
          </Button>
        ) : (
          <Button
            loading={start.isPending}
            disabled={!known}
            onClick={() => start.mutate({ id: check.id, version: check.version, appointmentMinutes: APPOINTMENT_MINUTES.default })}
          >
            {t('card.start')}
          </Button>
        )
      }
    >
      {query.isPending && <Skeleton height="4rem" />}
      {query.isError && !known && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {known && <Asked check={check} known={known} />}
    </Card>
  );
}

function Asked({ check, known: { searchState, nextWaveAt, offers } }: { readonly check: PlanningCheck; readonly known: Offers }) {
  const t = useTranslations('offers');
  const enums = useTranslations('enums');
  const format = useFormat();
  const schedule = useGqlChange(ScheduleCheckDocument, { topics: ['check', 'doctor'] });
  return (
    <div className="flex flex-col gap-3">
      {searchState === 'Exhausted' && <Alert tone="warning">{t('card.exhausted')}</Alert>}
      {searchState === 'Running' && (
        <p className="text-xs text-muted">{nextWaveAt ? t('card.next', { moment: format.moment(nextWaveAt) }) : t('card.running')}</p>
      )}
      {searchState === 'Stopped' && offers.length > 0 && (
        <p className="text-xs text-muted">{t(offers.some(({ state }) => state === 'Open') ? 'card.stopped' : 'card.ended')}</p>
      )}
      {offers.length === 0 && searchState !== 'Exhausted' && <p className="text-xs text-muted">{t('card.none')}</p>}
      {offers.length > 0 && (
        <ul aria-label={t('card.title')} className="flex flex-col divide-y divide-line">
          {offers.map(
            ({ id, doctor, state, appointmentStart, appointmentEnd, sentAt, declineReason, comment, proposedStart, textFailure }) => (
              <li key={id} className="flex flex-col gap-1 py-2 first:pt-0 last:pb-0">
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <strong className="text-sm font-semibold text-fg">{doctor.doctorFullName}</strong>
                  <State tone={TONES[state]}>{t(`state.${state}`)}</State>
                  <PhoneLink number={doctor.phoneNumber} className="text-xs" />
                </span>
                <span className="text-xs text-muted">
                  {t('card.asked', { moment: format.moment(appointmentStart), sent: format.moment(sentAt) })}
                </span>
                {/* A text message that expired before it was sent was no longer needed. */}
                {state === 'Open' && textFailure && textFailure !== 'expired' && (
                  <span className="text-xs text-warning-fg">
                    {t('card.textFailure', { reason: enums(`messageFailure.${textFailure}`) })}
                  </span>
                )}
                {declineReason && <span className="text-xs text-fg">{t(`reason.${declineReason}`)}</span>}
                {comment !== '' && <span className="whitespace-pre-line text-xs text-fg">{comment}</span>}
                {state === 'Proposed' && proposedStart !== null && (
                  <span>
                    <Button
                      size="sm"
                      loading={schedule.isPending}
                      onClick={() =>
                        schedule.mutate({
                          id: check.id,
                          version: check.version,
                          input: {
                            doctorId: doctor.id,
                            appointmentStart: proposedStart,
                            appointmentMinutes: (Date.parse(appointmentEnd) - Date.parse(appointmentStart)) / 60_000,
                          },
                        })
                      }
                    >
                      {t('card.agree', { moment: format.moment(proposedStart) })}
                    </Button>
                  </span>
                )}
              </li>
            ),
          )}
        </ul>
      )}
    </div>
  );
}
