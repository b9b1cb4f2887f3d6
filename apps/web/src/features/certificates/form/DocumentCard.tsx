import { ENTRY_TYPES } from '@checkwell/domain/certificate/enums';
import { DOCUMENT } from '@checkwell/domain/constants';
import { Controller, useWatch } from 'react-hook-form';
import { uploadDocument } from '../../../lib/api/documents.ts';
import { useLatest } from '../../../lib/browser/use-latest.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import type { CertificateReading } from '../../../lib/records/certificate-reading.ts';
import { Card } from '../../../ui/content/Card.tsx';
import { FormStack } from '../../../ui/controls/Field.tsx';
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx';
import { FileDrop } from '../../../ui/documents/FileDrop.tsx';
import { ReadingStatus } from '../../../ui/documents/ReadingStatus.tsx';
import { StoredDocumentView } from '../../../ui/documents/StoredDocumentView.tsx';
import type { useUploads } from '../../../ui/documents/use-uploads.ts';
import type { FormParts } from './form-types.ts';
import type { DocumentShown } from './use-form-extras.ts';

interface DocumentCardProps extends FormParts {
  readonly uploads: ReturnType<typeof useUploads<DocumentShown>>;
  readonly reading: CertificateReading;
  readonly className: string;
}

/** Whether the absence is declared or certified, and the document: added by drop, dialog or camera, and shown beside the fields. */
export function DocumentCard({ form, extras, changeExtras, proposals, uploads, reading, className }: DocumentCardProps) {
  const t = useTranslations('certificates', 'certificateFields');
  const enums = useTranslations('enums');
  const declared = useWatch({ control: form.control, name: 'entryType' }) === 'ABSENCE_DECLARATION';
  const { document } = extras;
  const items = [
    ...(document ? [{ id: document.id, name: document.fileName, bytes: document.byteSize, state: 'done' as const }] : []),
    ...uploads.items.filter(({ state }) => state !== 'done'),
  ];
  const remove = (id: string) => {
    if (document?.id === id) {
      changeExtras({ document: null });
      reading.stop();
      proposals.withdraw(id);
      form.setValue('documentId', null, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    }
    uploads.remove(id);
  };
  return (
    <Card title={t('form.document')} className={className}>
      <FormStack>
        <Controller
          control={form.control}
          name="entryType"
          render={({ field }) => (
            <RadioGroup
              ref={field.ref}
              legend={t('certificateFields:entryType')}
              required
              columns={2}
              error={form.error('entryType')}
              value={field.value}
              onChange={(entryType) => {
                field.onChange(entryType);
                // The kind of entry decides whether a document is compulsory.
                if (form.formState.isSubmitted) void form.trigger('documentId');
              }}
              onBlur={field.onBlur}
              options={ENTRY_TYPES.map((value) => ({ value, label: enums(`entryType.${value}`), hint: t(`entryHint.${value}`) }))}
            />
          )}
        />
        <Controller
          control={form.control}
          name="documentId"
          render={({ field }) => (
            <FileDrop
              ref={field.ref}
              label={declared ? t('form.documentOptional') : t('certificateFields:document')}
              required={!declared}
              accept={DOCUMENT.mediaTypes}
              maxBytes={DOCUMENT.maxBytes}
              camera
              items={items}
              error={uploads.fieldError ?? form.error('documentId')}
              onAdd={uploads.add}
              onRefuse={uploads.refuse}
              onRemove={remove}
              onRetry={uploads.retry}
            />
          )}
        />
        <ReadingStatus state={reading.state} waiting={Object.keys(proposals.marks).length} onAllCorrect={proposals.confirmAll} />
        {document && <StoredDocumentView document={document} className="h-[min(70vh,44rem)]" />}
      </FormStack>
    </Card>
  );
}

/** Uploads a document of the company. */
export function useDocumentUpload(companyId: string, onStored: (document: DocumentShown) => void) {
  const latest = useLatest(onStored);
  return async (file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<DocumentShown> => {
    const stored = await uploadDocument(companyId, file, onProgress, signal);
    latest.current(stored);
    return stored;
  };
}
