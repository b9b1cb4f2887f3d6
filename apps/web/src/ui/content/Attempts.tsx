import { saveFile } from '../../lib/api/http.ts';
import { pointOnMap } from '../../lib/browser/map-services.ts';
import { notifyError } from '../../lib/browser/toast.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Button } from '../controls/Button.tsx';
import { Card } from './Card.tsx';
import { DescriptionList } from './DescriptionList.tsx';

/** A visit where nobody opened, as the API sends it (the shared fragment `CheckAttempts`). */
export interface Attempt {
  readonly id: string;
  readonly attemptedAt: string;
  readonly receivedAt: string | null;
  /** Whether the details were erased after their retention period. */
  readonly detailsErased: boolean;
  readonly bell: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly accuracyMetres: number | null;
  readonly withinDuty: boolean | null;
  readonly cardStart: string | null;
  readonly photo: { readonly fileName: string; readonly url: string } | null;
}

/** The records of visits where nobody opened; empty without any. */
export function Attempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  const t = useTranslations('checks');
  if (attempts.length === 0) return null;
  return (
    <Card title={t('attempts.title')}>
      <ul className="flex flex-col gap-5">
        {attempts.map((attempt) => (
          <li key={attempt.id}>
            <AttemptFacts attempt={attempt} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function AttemptFacts({ attempt }: { readonly attempt: Attempt }) {
  const t = useTranslations('checks');
  const format = useFormat();
  const { attemptedAt, receivedAt, detailsErased, bell, latitude, longitude, accuracyMetres, withinDuty, cardStart, photo } = attempt;
  return (
    <>
      <p className="text-sm font-medium text-fg">{t('attempts.line', { moment: format.momentLong(attemptedAt) })}</p>
      {receivedAt !== null && <p className="text-xs text-muted">{t('attempts.late', { moment: format.dateTime(receivedAt) })}</p>}
      <DescriptionList
        className="mt-3"
        items={[
          { label: t('attempts.bell'), value: detailsErased ? t('erased') : bell, wide: true },
          {
            label: t('attempts.card'),
            value: cardStart === null ? t('attempts.cardNone') : t('attempts.cardOf', { moment: format.momentLong(cardStart) }),
            wide: true,
          },
          {
            label: t('attempts.position'),
            value:
              accuracyMetres === null ? (
                t(detailsErased ? 'erased' : 'attempts.positionNone')
              ) : (
                <>
                  {t('attempts.positionOf', { metres: format.number(accuracyMetres) })}
                  {latitude !== null && longitude !== null && (
                    <a
                      className="mt-1 block w-fit py-1 text-brand-fg underline"
                      href={pointOnMap({ latitude, longitude })}
                      target="_blank"
                      rel="noreferrer"
                    >
                      {t('attempts.map')}
                    </a>
                  )}
                </>
              ),
            wide: true,
          },
          ...(withinDuty === null
            ? []
            : [{ label: t('attempts.duty'), value: t(withinDuty ? 'attempts.dutyInside' : 'attempts.dutyOutside'), wide: true }]),
        ]}
      />
      {photo && (
        <Button
          className="mt-3"
          icon="camera"
          size="md"
          onClick={() => void saveFile(photo.url, { fallbackName: photo.fileName }).catch(notifyError)}
        >
          {t('attempts.photo')}
        </Button>
      )}
    </>
  );
}
