import { PRICES } from '@checkwell/domain/check/price';
import { orderIncapacityStep } from '@checkwell/domain/check/rules';
import { DOCUMENT } from '@checkwell/domain/constants';
import { useCertificateReading } from '../../lib/certificate-reading.ts';
import { incapacityDefaults, incapacityDraft } from '../../lib/check-draft.ts';
import { focusFirstFault } from '../../lib/first-fault.ts';
import { messageText, useZodForm } from '../../lib/form.ts';
import { useFormat } from '../../lib/format.ts';
import { type StepProps, useChanges, useFaults } from '../../lib/step-form.ts';
import { useProposals } from '../../lib/use-proposals.ts';
import { useWords } from '../../lib/words.ts';
import { Alert } from '../../ui/Alert.tsx';
import { CheckFields } from '../../ui/CheckFields.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IncapacityFields } from '../../ui/IncapacityFields.tsx';
import { ProposedMark } from '../../ui/ProposedMark.tsx';
import { ReadingStatus } from '../../ui/ReadingStatus.tsx';
import { StepBody } from '../../ui/StepBody.tsx';
import { useUploads } from '../../ui/use-uploads.ts';
import { uploadDocument } from './order.queries.ts';
import { type DraftDocument, fieldsOn, type IncapacityValues } from './order-draft.ts';

/** What the document of the certificate may fill in, each as it is while nobody has. */
const PROPOSABLE = { startDate: '', endDate: '', authorizedExit: undefined } as const;

interface IncapacityStepProps extends StepProps<IncapacityValues> {
  readonly companyId: string;
  readonly document: DraftDocument | null;
  /** Whether the certificate still needs its image. */
  readonly imageMissing: boolean;
  /** The GSM number of the first step, which some locations need. */
  readonly phoneNumber: string;
  /** The employee whom the order is about; null for one who is added. */
  readonly employeeId: string | null;
  readonly onDocument: (document: DraftDocument | null) => void;
}

/** Second step: the incapacity, and where and when it should be checked. */
export function IncapacityStep({
  values,
  faults,
  companyId,
  document,
  imageMissing,
  phoneNumber,
  employeeId,
  onChange,
  onDocument,
  onNext,
}: IncapacityStepProps) {
  const t = useWords('order');
  const format = useFormat();
  const form = useZodForm(orderIncapacityStep, {
    defaultValues: incapacityDefaults(values),
  });
  useChanges(form, (changed) => onChange(incapacityDraft(changed)));
  useFaults(form, faults, fieldsOn('incapacity'));
  const proposals = useProposals(form, PROPOSABLE);
  const marked = (field: keyof typeof PROPOSABLE) =>
    proposals.isProposed(field) && (
      <ProposedMark label={t(`field.${field}`)} onConfirm={() => proposals.confirm(field)} onDismiss={() => proposals.dismiss(field)} />
    );
  const reading = useCertificateReading({
    companyId,
    chosenWorker: () => employeeId,
    use: (read, documentId) => proposals.proposeValues(read, documentId).length,
  });
  const uploads = useUploads(async (file, onProgress, signal) => {
    const stored = await uploadDocument(companyId, file, onProgress, signal);
    form.setValue('documentId', stored.id, { shouldDirty: true });
    onDocument({ id: stored.id, fileName: stored.fileName, byteSize: stored.byteSize });
    reading.read(stored.id);
    return stored;
  });
  const removeDocument = (id: string) => {
    if (document?.id === id) {
      reading.stop();
      proposals.withdraw(id);
      form.setValue('documentId', null, { shouldDirty: true });
      onDocument(null);
    }
    uploads.remove(id);
  };
  const files = [
    ...(document ? [{ id: document.id, name: document.fileName, bytes: document.byteSize, state: 'done' as const }] : []),
    ...uploads.items.filter(({ state }) => state !== 'done'),
  ];
  const submit = form.handleSubmit(
    () => {
      if (uploads.holdsUp()) return focusFirstFault();
      if (!imageMissing || document) return onNext();
      form.setError('documentId', { type: 'rule', message: messageText('validation:certificateRequired') ?? '' });
      focusFirstFault();
    },
    () => {
      uploads.holdsUp();
    },
  );

  return (
    <StepBody title={t('incapacity.title')} onSubmit={submit}>
      {values.certificateId !== null && <Alert tone="info">{t('fromCertificate')}</Alert>}
      <IncapacityFields
        form={form}
        marks={{ startDate: marked('startDate'), endDate: marked('endDate'), authorizedExit: marked('authorizedExit') }}
      />
      {values.certificateId === null || imageMissing ? (
        <div className="flex flex-col gap-1">
          <FileDrop
            label={t('field.certificate')}
            hint={imageMissing ? t('incapacity.imageRequired') : t('field.certificateHint')}
            accept={DOCUMENT.mediaTypes}
            maxBytes={DOCUMENT.maxBytes}
            camera
            error={uploads.fault ?? form.error('documentId')}
            items={files}
            onAdd={uploads.add}
            onRefuse={uploads.refuse}
            onRemove={removeDocument}
            onRetry={uploads.retry}
          />
          <ReadingStatus state={reading.state} />
        </div>
      ) : (
        <div className="text-xs">
          <p className="font-medium">{t('field.certificate')}</p>
          <p className="mt-1 flex items-center gap-2">
            <Icon name="paperclip" size={14} className="text-muted" />
            {document?.fileName ?? t('incapacity.noDocument')}
          </p>
        </div>
      )}
      <CheckFields
        form={form}
        phoneNumber={phoneNumber}
        houseHint={t('location.HouseHint', { supplement: format.money(PRICES.houseSupplement) })}
      />
    </StepBody>
  );
}
