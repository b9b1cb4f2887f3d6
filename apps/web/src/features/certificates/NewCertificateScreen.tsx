import { useNavigate } from '@tanstack/react-router';
import { useGqlChange } from '../../lib/query.ts';
import { useCompany } from '../../lib/viewer.ts';
import { useWords } from '../../lib/words.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Page, PageHeader } from '../../ui/PageHeader.tsx';
import { CertificateForm } from './CertificateForm.tsx';
import { CreateCertificateDocument } from './certificates.gql.ts';

/** A new certificate or declared absence. */
export function NewCertificateScreen() {
  const t = useWords('certificates');
  const company = useCompany();
  const navigate = useNavigate();
  const create = useGqlChange(CreateCertificateDocument, {
    topics: ['certificate', 'employee'],
    success: t('form.created'),
    onError: () => false,
  });
  if (!company) return <Alert tone="info">{t('form.noCompany')}</Alert>;
  return (
    <Page>
      <PageHeader title={t('form.new')} back={{ to: '/certificates', label: t('list.title') }} />
      <CertificateForm
        key={company.id}
        companyId={company.id}
        draftKey={`certificate-new-${company.id}`}
        saved={null}
        busy={create.isPending}
        saveLabel={t('form.create')}
        failure={t('form.notCreated')}
        onCancel={() => void navigate({ to: '/certificates' })}
        onReload={() => Promise.resolve()}
        onSave={(input, { onSaved, onFailed }) =>
          create.mutate(
            { companyId: company.id, input },
            {
              onSuccess: ({ createCertificate }) => {
                onSaved();
                void navigate({ to: '/certificates/$id', params: { id: createCertificate.id } });
              },
              onError: onFailed,
            },
          )
        }
      />
    </Page>
  );
}
