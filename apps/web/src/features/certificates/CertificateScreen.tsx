import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ApiError } from '../../lib/api-error.ts';
import { applyServerIssues } from '../../lib/form.ts';
import { useFormat } from '../../lib/format.ts';
import { saveFile } from '../../lib/http.ts';
import { useGqlChange } from '../../lib/query.ts';
import { notify, notifyError } from '../../lib/toast.ts';
import { useCan } from '../../lib/viewer.ts';
import { useWords } from '../../lib/words.ts';
import { Alert } from '../../ui/Alert.tsx';
import { StatusBadge } from '../../ui/Badge.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page, PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CertificateForm } from './CertificateForm.tsx';
import { Markers } from './CertificatesScreen.tsx';
import { type CertificateFieldsFragment, UpdateCertificateDocument } from './certificates.gql.ts';
import { certificateQuery } from './certificates.queries.ts';

const route = getRouteApi('/_app/certificates/$id');

/** One certificate: its facts, its document, and the way to a check. */
export function CertificateScreen() {
  const t = useWords('certificates');
  const { id } = route.useParams();
  const { edit } = route.useSearch();
  const query = useQuery(certificateQuery(id));
  const certificate = query.data?.certificate;
  return (
    <Page width="narrow">
      <PageHeader
        title={certificate ? `${certificate.employeeFirstName} ${certificate.employeeLastName}` : t('detail.title')}
        back={{ to: '/certificates', label: t('list.title') }}
        badge={certificate && <Markers certificate={certificate} />}
        actions={certificate && !edit && <Actions certificate={certificate} />}
      />
      {query.isPending && <Skeleton height="20rem" />}
      {query.isError && !certificate && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {certificate && (edit ? <Edit key={certificate.id} certificate={certificate} /> : <Facts certificate={certificate} />)}
    </Page>
  );
}

function Actions({ certificate }: { certificate: CertificateFieldsFragment }) {
  const t = useWords('certificates');
  const canWrite = useCan('certificate.write');
  const canOrder = useCan('check.order');
  return (
    <>
      {canWrite && (
        <LinkButton to="/certificates/$id" params={{ id: certificate.id }} search={{ edit: true }} icon="edit">
          {t('common:edit')}
        </LinkButton>
      )}
      {certificate.isCheckRequestLaunched && <StatusBadge tone="brand">{t('list.launched')}</StatusBadge>}
      {canOrder && !certificate.isCheckRequestLaunched && certificate.relaunchCheckUrl && (
        <LinkButton to="/checks/new" search={{ certificateId: certificate.id }} variant="primary" icon="stethoscope">
          {t('list.launch')}
        </LinkButton>
      )}
    </>
  );
}

function Facts({ certificate }: { certificate: CertificateFieldsFragment }) {
  const t = useWords('certificates');
  const enums = useWords('enums');
  const format = useFormat();
  const { document } = certificate;
  return (
    <div className="flex flex-col gap-4">
      {certificate.outsideIncapacityPeriod && <Alert tone="warning">{t('marker.outsideText')}</Alert>}
      <Card title={t('form.incapacity')}>
        <DescriptionList
          items={[
            { label: t('column.period'), value: format.dateRange(certificate.startDate, certificate.endDate), wide: true },
            { label: t('field.incapacityReason'), value: enums(`incapacityType.${certificate.incapacityReason}`) },
            { label: t('field.certifType'), value: enums(`certifType.${certificate.certifType}`) },
            { label: t('field.authorizedExit'), value: certificate.authorizedExit ? t('common:yes') : t('common:no') },
            { label: t('field.entryType'), value: enums(`entryType.${certificate.entryType}`) },
            { label: t('field.doctorName'), value: certificate.doctorName },
            { label: t('field.createdAt'), value: format.dateTime(certificate.createdAt) },
          ]}
        />
      </Card>
      <Card title={t('form.employee')}>
        <DescriptionList
          items={[
            { label: t('column.employeeMatricule'), value: certificate.employeeMatricule },
            { label: t('field.function'), value: certificate.function },
            { label: t('field.employeePhoneNumber'), value: format.phone(certificate.employeePhoneNumber) },
            { label: t('field.employeeLanguage'), value: enums(`workerLanguage.${certificate.employeeLanguage}`) },
            { label: t('field.employeeAddress'), value: certificate.employeeAddress, wide: true },
            { label: t('field.superior'), value: certificate.superior?.superiorFullName },
            { label: t('field.company'), value: certificate.employeeCompanyName },
          ]}
        />
      </Card>
      <Card title={t('form.document')}>
        {document ? (
          <Button
            size="md"
            icon="fileText"
            onClick={() => void saveFile(document.url, { fallbackName: document.fileName }).catch(notifyError)}
          >
            {document.fileName} · {format.bytes(document.byteSize)}
          </Button>
        ) : (
          <p className="text-xs text-muted">{t('detail.noDocument')}</p>
        )}
      </Card>
    </div>
  );
}

function Edit({ certificate }: { certificate: CertificateFieldsFragment }) {
  const t = useWords('certificates');
  const navigate = route.useNavigate();
  const close = () => void navigate({ search: {} });
  const update = useGqlChange(UpdateCertificateDocument, { topics: ['certificate'], success: t('form.saved'), onError: () => false });
  return (
    <CertificateForm
      companyId={certificate.companyId}
      draftKey={`certificate-${certificate.id}-${certificate.version}`}
      values={{
        employeeId: certificate.employeeId,
        superiorId: certificate.superiorId ?? undefined,
        incapacityReason: certificate.incapacityReason,
        entryType: certificate.entryType,
        certifType: certificate.certifType,
        authorizedExit: certificate.authorizedExit,
        startDate: certificate.startDate,
        endDate: certificate.endDate,
        doctorName: certificate.doctorName,
        documentId: certificate.document?.id ?? null,
      }}
      document={certificate.document}
      busy={update.isPending}
      saveLabel={t('common:save')}
      employee={() => (
        <p className="text-sm font-medium text-fg">{`${certificate.employeeFirstName} ${certificate.employeeLastName} · ${certificate.employeeMatricule}`}</p>
      )}
      onCancel={close}
      onSave={(input, { form, clearDraft }) =>
        update.mutate(
          { id: certificate.id, version: certificate.version, input },
          {
            onSuccess: () => {
              clearDraft();
              close();
            },
            onError: (error) => {
              if (applyServerIssues(form, error)) return;
              // What the server can explain, it explains; anything else is the specification's sentence.
              if (error instanceof ApiError && error.code !== 'server.unexpected') notifyError(error);
              else notify('error', t('form.notModified'));
            },
          },
        )
      }
    />
  );
}
