import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { notify } from '../../lib/browser/toast.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useKnownTitle } from '../../lib/records/known-title.ts';
import { useCompanyOf } from '../../lib/session/use-company-of.ts';
import { useCan } from '../../lib/session/viewer.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { ErrorState } from '../../ui/content/ErrorState.tsx';
import { Page, PageHeader } from '../../ui/content/PageHeader.tsx';
import { Skeleton } from '../../ui/content/Skeleton.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Remarks } from './AdvicePanel.tsx';
import { CertificateDocument, needsImage } from './CertificateDocument.tsx';
import { IncapacityFacts, WorkerFacts } from './CertificateFacts.tsx';
import { CertificateHistory } from './CertificateHistory.tsx';
import { CheckState, WhyNoCheck } from './CheckState.tsx';
import type { AdviceFieldsFragment, CertificateFieldsFragment } from './certificates.gql.ts';
import { certificateQuery } from './certificates.queries.ts';
import { EditCertificate } from './form/EditCertificate.tsx';
import { Markers } from './Markers.tsx';

const route = getRouteApi('/_app/certificates/$id');

/** One certificate: its facts, its document, and the button to order a check. */
export function CertificateScreen() {
  const t = useTranslations('certificates');
  const { id } = route.useParams();
  const { edit } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(certificateQuery(id));
  const certificate = query.data?.certificate;
  const known = useKnownTitle('certificate', id, query);
  useCompanyOf(certificate?.companyId);
  const close = () => void navigate({ search: {} });
  return (
    <Page>
      <PageHeader
        title={certificate ? `${certificate.employeeFirstName} ${certificate.employeeLastName}` : (known ?? t('detail.title'))}
        back={{ to: '/certificates', label: t('list.title') }}
        badge={certificate && <Markers certificate={certificate} />}
        actions={certificate && !edit && <Actions certificate={certificate} />}
      />
      {query.isPending && <Skeleton height="20rem" />}
      {query.isError && !certificate && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {certificate &&
        (edit ? (
          <EditCertificate key={certificate.id} certificate={certificate} onReload={() => query.refetch()} onClose={close} />
        ) : (
          <Facts key={certificate.id} certificate={certificate} advice={certificate.advice} />
        ))}
    </Page>
  );
}

function Actions({ certificate }: { certificate: CertificateFieldsFragment }) {
  const t = useTranslations('certificates');
  const canWrite = useCan('certificate.write');
  const canOrder = useCan('check.order');
  return (
    <>
      {canWrite && (
        <LinkButton to="/certificates/$id" params={{ id: certificate.id }} search={{ edit: true }} icon="edit">
          {t('common:edit')}
        </LinkButton>
      )}
      <span className="text-xs">
        <CheckState certificate={certificate} />
        <WhyNoCheck certificate={certificate} />
      </span>
      {canOrder &&
        !certificate.isCheckRequestLaunched &&
        certificate.relaunchCheckUrl &&
        (needsImage(certificate) ? (
          <Button variant="primary" icon="stethoscope" onClick={() => notify('warning', t('detail.imageRequired'))}>
            {t('list.launch')}
          </Button>
        ) : (
          <LinkButton to="/checks/new" search={{ certificateId: certificate.id }} variant="primary" icon="stethoscope">
            {t('list.launch')}
          </LinkButton>
        ))}
    </>
  );
}

function Facts({ certificate, advice }: { certificate: CertificateFieldsFragment; advice: AdviceFieldsFragment | null }) {
  const t = useTranslations('certificates');
  // Alerts above show these two, in the words of the specification.
  const remarks = (advice?.remarks ?? []).filter(({ code }) => code !== 'afterPeriod' && code !== 'beforePeriod');
  return (
    <div className="flex flex-col gap-4">
      {certificate.outsideIncapacityPeriod && <Alert tone="warning">{t('marker.outsideText')}</Alert>}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
        <CertificateDocument certificate={certificate} />
        <div className="flex min-w-0 flex-col gap-4">
          <IncapacityFacts certificate={certificate} />
          {advice && remarks.length > 0 && (
            <Card title={t('advice.title')}>
              <Remarks remarks={remarks} />
            </Card>
          )}
          <CertificateHistory certificate={certificate} />
          <WorkerFacts certificate={certificate} />
        </div>
      </div>
    </div>
  );
}
