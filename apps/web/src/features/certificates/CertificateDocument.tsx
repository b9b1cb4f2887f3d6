import { needsImage as isImageNeeded } from '@checkwell/domain/certificate/rules';
import { DOCUMENT } from '@checkwell/domain/constants';
import { useGqlChange } from '../../lib/api/query.ts';
import { useLatest } from '../../lib/browser/use-latest.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useCan } from '../../lib/session/viewer.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { FileDrop } from '../../ui/documents/FileDrop.tsx';
import { StoredDocumentView } from '../../ui/documents/StoredDocumentView.tsx';
import { useUploads } from '../../ui/documents/use-uploads.ts';
import { type CertificateFieldsFragment, UpdateCertificateDocument } from './certificates.gql.ts';
import { inputOf } from './form/certificate-values.ts';
import { useDocumentUpload } from './form/DocumentCard.tsx';

/** Whether a check waits for an image of the certificate (specification, section 5, Certificate detail). */
export const needsImage = ({ entryType, document }: Pick<CertificateFieldsFragment, 'entryType' | 'document'>): boolean =>
  isImageNeeded({ entryType, documentId: document?.id ?? null });

/** Whether the certificate came from the employer's payroll system, which has no images. */
const isImported = ({ entryType, source }: Pick<CertificateFieldsFragment, 'entryType' | 'source'>): boolean =>
  entryType === 'MEDICAL_CERTIFICATE' && source === 'api';

/** Shows the document of a certificate, or the field to add a missing one. */
export function CertificateDocument({ certificate }: { readonly certificate: CertificateFieldsFragment }) {
  const t = useTranslations('certificates');
  const canWrite = useCan('certificate.write');
  const { document } = certificate;
  return (
    <Card title={t('form.document')} padded={!document}>
      {document ? (
        <StoredDocumentView key={document.id} document={document} className="h-[min(75vh,48rem)] rounded-none rounded-b-card border-0" />
      ) : (
        <div className="flex flex-col gap-3">
          {needsImage(certificate) && certificate.relaunchCheckUrl ? (
            <Alert tone="warning">{t('detail.imageRequired')}</Alert>
          ) : (
            <p className="text-xs text-muted">{t(isImported(certificate) ? 'detail.imageNotImported' : 'detail.noDocument')}</p>
          )}
          {canWrite && certificate.superiorId && <AddDocument certificate={certificate} />}
        </div>
      )}
    </Card>
  );
}

/** Adds the document at once: nothing else of the certificate changes. */
function AddDocument({ certificate }: { readonly certificate: CertificateFieldsFragment }) {
  const t = useTranslations('certificates');
  const update = useGqlChange(UpdateCertificateDocument, { topics: ['certificate'], success: t('detail.imageAdded') });
  const latest = useLatest(certificate);
  const upload = useDocumentUpload(certificate.companyId, ({ id }) => {
    const input = { ...inputOf(latest.current), entryType: 'MEDICAL_CERTIFICATE' as const, documentId: id };
    update.mutate({ id: certificate.id, version: latest.current.version, input });
  });
  const uploads = useUploads(upload, 'goOn');
  return (
    <FileDrop
      label={t('detail.imageAdd')}
      accept={DOCUMENT.mediaTypes}
      maxBytes={DOCUMENT.maxBytes}
      camera
      items={uploads.items}
      onAdd={uploads.add}
      onRefuse={uploads.refuse}
      onRemove={uploads.remove}
      onRetry={uploads.retry}
    />
  );
}
