import { PRICES } from '@checkwell/domain/check/price/price';
import { orderIncapacityStep } from '@checkwell/domain/check/rules';
import { DOCUMENT } from '@checkwell/domain/constants';
import { issuesOf } from '@checkwell/domain/validation';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useLatest } from '../../../lib/browser/use-latest.ts';
import { incapacityDefaults, incapacityDraft } from '../../../lib/forms/check-draft.ts';
import { focusFirstError } from '../../../lib/forms/first-error.ts';
import { useZodForm } from '../../../lib/forms/form.ts';
import { type StepProps, useChanges, useFieldErrors } from '../../../lib/forms/step-form.ts';
import { useProposals } from '../../../lib/forms/use-proposals.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useCertificateReading } from '../../../lib/records/certificate-reading.ts';
import { useSees } from '../../../lib/session/viewer.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { FormRow } from '../../../ui/controls/Field.tsx';
import { FileDrop } from '../../../ui/documents/FileDrop.tsx';
import { ReadingStatus } from '../../../ui/documents/ReadingStatus.tsx';
import type { useUploads } from '../../../ui/documents/use-uploads.ts';
import { CheckFields } from '../../../ui/forms/CheckFields.tsx';
import { CheckTextFields } from '../../../ui/forms/CheckTextFields.tsx';
import { IncapacityFacts } from '../../../ui/forms/IncapacityFacts.tsx';
import { IncapacityFields } from '../../../ui/forms/IncapacityFields.tsx';
import { ProposedMark } from '../../../ui/forms/ProposedMark.tsx';
import { StepBody } from '../../../ui/forms/StepBody.tsx';
import { type DraftDocument, fieldsOn, type IncapacityValues, type RunningCertificate, type WorkerValues } from '../order-draft.ts';
import { CertificateChoice } from './CertificateChoice.tsx';
import { OrderedWorker } from './OrderedWorker.tsx';

/** Fields that may be filled in from the document of the certificate, each with its empty value. */
const PROPOSABLE = { startDate: '', endDate: '', authorizedExit: undefined, incapacityType: '', certificateType: '' } as const;

/** Fields that a certificate gives: shown as text with the certificate, and as fields to correct or change. */
const CERTIFIED = [
  'startDate',
  'endDate',
  'incapacityType',
  'certificateType',
  'authorizedExit',
  'incapacityPercentage',
] as const satisfies readonly (keyof IncapacityValues)[];

interface IncapacityStepProps extends StepProps<IncapacityValues> {
  readonly companyId: string;
  /** Why the last attempt to send the order failed. */
  readonly failure: ReactNode;
  readonly worker: WorkerValues;
  /** Certificates that the order can be on. */
  readonly certificates: readonly RunningCertificate[];
  readonly onCertificate: (certificate: RunningCertificate | null) => void;
  readonly onWorker: () => void;
  /** The forecast, where there is no space for it beside the form. */
  readonly forecast: ReactNode;
  readonly document: DraftDocument | null;
  /** Uploads of the document, which go on while another step is shown. */
  readonly uploads: ReturnType<typeof useUploads<DraftDocument>>;
  /** Whether the certificate still needs its image. */
  readonly imageMissing: boolean;
  readonly onRemoveDocument: () => void;
}

/** Second step: the incapacity, where and when it should be checked, and what planners and doctor should know. The order is sent from here. */
export function IncapacityStep({
  values,
  fieldErrors,
  companyId,
  failure,
  worker,
  certificates,
  onCertificate,
  onWorker,
  forecast,
  document,
  uploads,
  imageMissing,
  onChange,
  onRemoveDocument,
  onNext,
}: IncapacityStepProps) {
  const t = useTranslations('order', 'checkFields');
  const format = useFormat();
  const seesPrices = useSees('companyTotalPrice');
  const form = useZodForm(orderIncapacityStep, {
    defaultValues: incapacityDefaults(values),
  });
  useChanges(form, (changed) => onChange(incapacityDraft(changed)));
  useFieldErrors(form, fieldErrors, fieldsOn('incapacity'));
  const [edits, setEdits] = useState(() => values.certificateId === null || isWrong(values));
  // A refused value needs its field.
  const edited = edits || fieldErrors.some(({ path }) => CERTIFIED.some((name) => name === path));
  const [incapacityType, startDate] = useWatch({ control: form.control, name: ['incapacityType', 'startDate'] });
  const proposals = useProposals(form, PROPOSABLE);
  const marked = (field: keyof typeof PROPOSABLE) =>
    proposals.isProposed(field) && <ProposedMark label={t(`checkFields:${field}`)} onDismiss={() => proposals.dismiss(field)} />;
  const reading = useCertificateReading({
    companyId,
    chosenWorker: () => worker.employeeId,
    use: (read, documentId) => {
      const { incapacityReason: incapacityType, certifType: certificateType } = read;
      return proposals.proposeValues({ ...read, incapacityType, certificateType }, documentId).length;
    },
  });
  const documentId = document?.id ?? null;
  const read = useLatest(reading.read);
  const known = useRef(documentId);
  const { setValue } = form;
  useEffect(() => {
    if (known.current === documentId) return;
    known.current = documentId;
    setValue('documentId', documentId, { shouldDirty: true });
    if (documentId !== null) read.current(documentId);
  }, [documentId, read, setValue]);
  const removeDocument = (id: string) => {
    if (document?.id === id) {
      reading.stop();
      proposals.withdraw(id);
      onRemoveDocument();
    }
    uploads.remove(id);
  };
  const files = [
    ...(document ? [{ id: document.id, name: document.fileName, bytes: document.byteSize, state: 'done' as const }] : []),
    ...uploads.items.filter(({ state }) => state !== 'done'),
  ];
  const submit = form.handleSubmit(
    () => {
      if (uploads.holdsUp()) return focusFirstError();
      if (!imageMissing || document) return onNext();
      form.setError('documentId', { type: 'rule', message: 'certificateRequired' });
      focusFirstError();
    },
    () => {
      uploads.holdsUp();
    },
  );

  return (
    <StepBody title={t('incapacity.title')} onSubmit={submit}>
      {failure}
      <OrderedWorker worker={worker} onChange={onWorker} />
      {certificates.length > 0 && <CertificateChoice certificates={certificates} chosen={values.certificateId} onChoose={onCertificate} />}
      {(values.certificateId === null || imageMissing) && (
        <div className="flex flex-col gap-1">
          <FileDrop
            label={t('checkFields:certificate')}
            hint={imageMissing ? t('incapacity.imageRequired') : t('hint.certificate')}
            accept={DOCUMENT.mediaTypes}
            maxBytes={DOCUMENT.maxBytes}
            camera
            error={uploads.fieldError ?? form.error('documentId')}
            items={files}
            onAdd={uploads.add}
            onRefuse={uploads.refuse}
            onRemove={removeDocument}
            onRetry={uploads.retry}
          />
          <ReadingStatus state={reading.state} waiting={Object.keys(proposals.marks).length} onAllCorrect={proposals.confirmAll} />
        </div>
      )}
      {edited ? (
        <IncapacityFields
          form={form}
          marks={{
            startDate: marked('startDate'),
            endDate: marked('endDate'),
            authorizedExit: marked('authorizedExit'),
            incapacityType: marked('incapacityType'),
            certificateType: marked('certificateType'),
          }}
        />
      ) : (
        <>
          <div>
            <Button variant="link" icon="edit" className="h-auto! min-h-8 text-left whitespace-normal!" onClick={() => setEdits(true)}>
              {t('running.edit')}
            </Button>
          </div>
          <IncapacityFacts form={form} type={incapacityType} startDate={startDate} />
        </>
      )}
      <CheckFields
        form={form}
        phoneNumber={worker.phoneNumber}
        houseHint={
          seesPrices ? t('location.HouseHint', { supplement: format.money(PRICES.houseSupplement) }) : t('location.HouseHintPlain')
        }
      />
      <FormRow>
        <CheckTextFields form={form} />
      </FormRow>
      {forecast}
    </StepBody>
  );
}

/** Whether something of the certificate must be filled in or fixed before a check can be ordered on it. */
function isWrong(values: IncapacityValues): boolean {
  const { error } = orderIncapacityStep.safeParse(values);
  return error !== undefined && issuesOf(error).some(({ path }) => CERTIFIED.some((name) => name === path));
}
