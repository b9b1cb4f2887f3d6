import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useIdempotencyKey } from '../../../lib/api/idempotency.ts';
import { useGqlChange } from '../../../lib/api/query.ts';
import { draftKey } from '../../../lib/forms/draft.ts';
import { useWords } from '../../../lib/i18n/words.ts';
import { useCompany } from '../../../lib/session/viewer.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Page, PageHeader } from '../../../ui/content/PageHeader.tsx';
import { CreateCertificateDocument } from '../certificates.gql.ts';
import { CertificateForm } from './CertificateForm.tsx';

/** A new certificate or declared absence. */
export function NewCertificateScreen() {
  const t = useWords('certificates');
  const company = useCompany();
  if (!company) return <Alert tone="info">{t('form.noCompany')}</Alert>;
  return (
    <Page>
      <PageHeader title={t('form.new')} back={{ to: '/certificates', label: t('list.title') }} />
      <NewCertificate key={company.id} companyId={company.id} />
    </Page>
  );
}

function NewCertificate({ companyId }: { readonly companyId: string }) {
  const t = useWords('certificates');
  const navigate = useNavigate();
  const draft = draftKey({ form: 'certificate-new', companyId });
  const attempt = useIdempotencyKey(draft);
  const create = useGqlChange(CreateCertificateDocument, {
    topics: ['certificate', 'employee'],
    success: t('form.created'),
    onError: () => false,
  });
  return (
    <CertificateForm
      companyId={companyId}
      draftKey={draft}
      saved={null}
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
              // What an attempt without an answer made stands in the list, with other details than these.
              if (error instanceof ApiError && error.code === 'request.idempotencyMismatch') attempt.renew();
              onFailed(error);
            },
          },
        )
      }
    />
  );
}
