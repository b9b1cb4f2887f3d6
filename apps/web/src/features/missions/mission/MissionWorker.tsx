import { type FactKey, factsOf } from '@checkwell/domain/check/facts';
import { DOCTOR_SEES_WORKER_DAYS } from '@checkwell/domain/check/worker-visibility';
import { saveFile } from '../../../lib/api/http.ts';
import { directionsTo, MAP_SERVICES } from '../../../lib/browser/map-services.ts';
import { notifyError } from '../../../lib/browser/toast.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Card } from '../../../ui/content/Card.tsx';
import { DescriptionList } from '../../../ui/content/DescriptionList.tsx';
import { FactList } from '../../../ui/content/FactList.tsx';
import { Icon } from '../../../ui/content/Icon.tsx';
import { Button, buttonClass } from '../../../ui/controls/Button.tsx';
import { useLinkedChecks } from '../../../ui/links/linked-checks.tsx';
import { Menu } from '../../../ui/overlays/Menu.tsx';
import type { MissionFieldsFragment } from '../missions.gql.ts';
import type { ShownMission } from '../missions.queries.ts';

/** Facts that a doctor on the way does not need; the telephone number is on a button. */
const NOT_ON_THE_WAY: ReadonlySet<FactKey> = new Set([
  'workerExternalId',
  'subEmployee',
  'workerPhoneNumber',
  'phoneNumber',
  'workerGender',
]);

/** The worker of a mission, and the certificate. */
export function Worker({ mission }: { mission: ShownMission }) {
  const t = useTranslations('missions');
  const linkedChecks = useLinkedChecks({ earlier: '/missions/$id', later: '/missions/$id' });
  const format = useFormat();
  return (
    <>
      <Card title={t('detail.worker')}>
        <FactList facts={factsOf(mission, 'worker').filter(({ key }) => !NOT_ON_THE_WAY.has(key))} />
        {mission.status !== 'Archived' && (
          <div className="mt-3 flex flex-wrap gap-2">
            <a
              className={buttonClass({ variant: 'secondary', size: 'md' })}
              href={`tel:${mission.phoneNumber || mission.workerPhoneNumber}`}
            >
              <Icon name="phone" /> {format.phone(mission.phoneNumber || mission.workerPhoneNumber)}
            </a>
            {mission.checkLocation === 'House' && (
              <Menu
                label={t('detail.route')}
                items={MAP_SERVICES.map((service) => ({ label: service.name, href: directionsTo(mission.workerAddress, service) }))}
                trigger={(props) => (
                  <Button {...props} icon="route" iconEnd="chevronDown">
                    {t('detail.route')}
                  </Button>
                )}
              />
            )}
          </div>
        )}
      </Card>
      <Card title={t('detail.incapacity')}>
        <FactList facts={[...factsOf(mission, 'incapacity'), ...factsOf(mission, 'comments')]} more={linkedChecks(mission)} />
        {mission.document && <DocumentButton document={mission.document} />}
      </Card>
    </>
  );
}

/** The data on the worker that is kept long after the mission. */
export function PastWorker({ mission }: { mission: MissionFieldsFragment }) {
  const t = useTranslations('missions');
  return (
    <Card title={t('detail.worker')}>
      <Alert tone="info">{t('detail.hidden', { days: DOCTOR_SEES_WORKER_DAYS })}</Alert>
      <DescriptionList items={[{ label: t('detail.company'), value: mission.companyName }]} />
    </Card>
  );
}

function DocumentButton({ document }: { document: NonNullable<MissionFieldsFragment['document']> }) {
  const t = useTranslations('missions');
  return (
    <Button
      className="mt-3"
      icon="fileText"
      size="md"
      onClick={() => void saveFile(document.url, { fallbackName: document.fileName }).catch(notifyError)}
    >
      {t('detail.certificate')}
    </Button>
  );
}
