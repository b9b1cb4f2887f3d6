import { useGqlChange } from '../../../lib/api/query.ts';
import { draftKey } from '../../../lib/forms/draft.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { type CertificateFieldsFragment, UpdateCertificateDocument } from '../certificates.gql.ts';
import { CertificateForm } from './CertificateForm.tsx';

interface EditCertificateProps {
  /** The newest state; follows what others save. */
  readonly certificate: CertificateFieldsFragment;
  readonly onReload: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Changes a certificate. */
export function EditCertificate({ certificate, onReload, onClose }: EditCertificateProps) {
  const t = useTranslations('certificates');
  const update = useGqlChange(UpdateCertificateDocument, {
    topics: ['certificate', 'employee'],
    success: t('form.saved'),
    onError: () => false,
  });
  return (
    <CertificateForm
      companyId={certificate.companyId}
      draftKey={draftKey({ form: `certificate-${certificate.id}`, companyId: certificate.companyId })}
      saved={certificate}
      // A version that arrives after the own save is not somebody else's change.
      busy={update.isPending || update.isSuccess}
      saveLabel={t('common:save')}
      failure={t('form.notModified')}
      onCancel={onClose}
      onReload={onReload}
      onSave={(input, { version, onSaved, onFailed }) =>
        update.mutate(
          { id: certificate.id, version, input },
          {
            onSuccess: () => {
              onSaved();
              onClose();
            },
            onError: onFailed,
          },
        )
      }
    />
  );
}
