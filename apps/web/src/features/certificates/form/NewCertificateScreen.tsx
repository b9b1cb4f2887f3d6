import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useIdempotencyKey } from '../../../lib/api/idempotency.ts';
import { useGqlChange } from '../../../lib/api/query.ts';
import { draftKey } from '../../../lib/forms/draft.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useCompanyOf } from '../../../lib/session/use-company-of.ts';
import { useCompany } from '../../../lib/session/viewer.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Card } from '../../../ui/content/Card.tsx';
import { Page, PageHeader } from '../../../ui/content/PageHeader.tsx';
import { QueryState } from '../../../ui/content/QueryState.tsx';
import { LinkButton } from '../../../ui/controls/LinkButton.tsx';
import { CreateCertificateDocument } from '../certificates.gql.ts';
import { sentForCertificateQuery } from '../certificates.queries.ts';
import { CertificateForm, type CertificateStart } from './CertificateForm.tsx';

const route = getRouteApi('/_app/certificates/new');

/** A new certificate or declared absence. */
export function NewCertificateScreen() {
  const t = useTranslations('certificates');
  const company = useCompany();
  const { sentCheckId, sentId } = route.useSearch();
  if (!company) return <Alert tone="info">{t('form.noCompany')}</Alert>;
  return (
    <Page>
      <PageHeader title={t('form.new')} back={{ to: '/certificates', label: t('list.title') }} />
      {sentCheckId && sentId ? (
        <FromSent key={sentId} checkId={sentCheckId} sentId={sentId} />
      ) : (
        <NewCertificate key={company.id} companyId={company.id} form="certificate-new" initial={null} />
      )}
    </Page>
  );
}

/** A certificate that an employee sent: saving the form registers it. */
function FromSent({ checkId, sentId }: { readonly checkId: string; readonly sentId: string }) {
  const t = useTranslations('sentCertificates');
  const format = useFormat();
  const query = useQuery(sentForCertificateQuery(checkId));
  const check = query.data?.check;
  useCompanyOf(check?.companyId);
  // The state when the form was opened, so that no later change replaces what was typed; the server reports conflicts at saving.
  const [start, setStart] = useState<{ readonly sentAt: string; readonly initial: CertificateStart }>();
  const sent = check?.sentCertificates.find(({ id }) => id === sentId);
  if (check && sent?.state === 'Waiting' && sent.document && !start) {
    const { startDate, endDate, sentAt, document } = sent;
    const known = { employeeId: check.employeeId, incapacityReason: check.incapacityType ?? undefined, startDate, endDate };
    const values: CertificateStart['values'] = { ...known, entryType: 'MEDICAL_CERTIFICATE', documentId: document.id };
    setStart({ sentAt, initial: { document, values } });
  }
  if (!check) {
    return (
      <Card>
        <QueryState query={query} lines={8} height="1.25rem" />
      </Card>
    );
  }
  if (!start) {
    return (
      <Alert
        tone="info"
        action={
          <LinkButton size="xs" to="/checks/$id" params={{ id: checkId }}>
            {t('common:view')}
          </LinkButton>
        }
      >
        {t('gone')}
      </Alert>
    );
  }
  return (
    <>
      <Alert tone="info">{t('prefilled', { moment: format.momentLong(start.sentAt) })}</Alert>
      <NewCertificate companyId={check.companyId} form={`certificate-sent-${sentId}`} initial={start.initial} />
    </>
  );
}

interface NewCertificateProps {
  readonly companyId: string;
  /** Name of the draft. */
  readonly form: string;
  readonly initial: CertificateStart | null;
}

function NewCertificate({ companyId, form, initial }: NewCertificateProps) {
  const t = useTranslations('certificates');
  const navigate = useNavigate();
  const draft = draftKey({ form, companyId });
  const attempt = useIdempotencyKey(draft);
  const create = useGqlChange(CreateCertificateDocument, {
    topics: ['certificate', 'employee', 'check'],
    success: t('form.created'),
    onError: () => false,
  });
  return (
    <CertificateForm
      companyId={companyId}
      draftKey={draft}
      saved={null}
      initial={initial}
      busy={create.isPending}
      saveLabel={t('form.create')}
      failure={t('form.notCreated')}
      onCancel={() => void navigate({ to: '/certificates' })}
      onReload={() => Promise.resolve()}
      onSave={(input, { onSaved, onFailed }) =>
        create.mutate(
          { companyId, input, idempotencyKey: attempt.key },
          {
            onSuccess: ({ createCertificate }) => {
              attempt.renew();
              onSaved();
              void navigate({ to: '/certificates/$id', params: { id: createCertificate.id } });
            },
            onError: (error) => {
              // An earlier attempt without an answer did save a certificate, with other details.
              if (error instanceof ApiError && error.code === 'request.idempotencyMismatch') attempt.renew();
              onFailed(error);
            },
          },
        )
      }
    />
  );
}
