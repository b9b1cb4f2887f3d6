import { type CertificateInput, certificateRule } from '@checkwell/domain/certificate/rules';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { ApiError } from '../../../lib/api/api-error.ts';
import { notify, notifyError } from '../../../lib/browser/toast.ts';
import { type DraftKey, useDraft } from '../../../lib/forms/draft.ts';
import { focusFirstError } from '../../../lib/forms/first-error.ts';
import { applyServerIssues, useZodForm } from '../../../lib/forms/form.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useCertificateReading } from '../../../lib/records/certificate-reading.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { cx } from '../../../ui/content/cx.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { FormActions } from '../../../ui/controls/Field.tsx';
import { useUploads } from '../../../ui/documents/use-uploads.ts';
import { AdviceCard } from '../AdviceCard.tsx';
import type { CertificateFieldsFragment } from '../certificates.gql.ts';
import { useAdvice } from '../use-advice.ts';
import { CertificateConflict } from './CertificateConflict.tsx';
import { type CertificateDraft, EMPTY_CERTIFICATE, valuesOf } from './certificate-values.ts';
import { DocumentCard, useDocumentUpload } from './DocumentCard.tsx';
import type { CertificateFormControls, FormParts } from './form-types.ts';
import { IncapacityCard } from './IncapacityCard.tsx';
import { useCertificateProposals } from './use-certificate-proposals.ts';
import { useFollowSaved } from './use-follow-saved.ts';
import { type DocumentShown, useFormExtras } from './use-form-extras.ts';
import { useWorker } from './use-worker.ts';
import { WorkerCard } from './WorkerCard.tsx';

/** Fields that a draft keeps over a reload. */
const DRAFT_FIELDS = [
  'employeeId',
  'employee',
  'superiorId',
  'incapacityReason',
  'entryType',
  'certifType',
  'authorizedExit',
  'startDate',
  'endDate',
  'doctorName',
  'documentId',
] as const satisfies readonly (keyof CertificateInput)[];

/** What the form offers to the code that saves it, for when the server has answered. */
export interface SaveTools {
  /** The version of the certificate that the form is based on. */
  readonly version: number;
  readonly onSaved: () => void;
  readonly onFailed: (error: Error) => void;
}

/** Values that the form of a new certificate begins with. */
export interface CertificateStart {
  readonly values: Partial<CertificateDraft>;
  readonly document: DocumentShown;
}

interface CertificateFormProps {
  readonly companyId: string;
  readonly draftKey: DraftKey;
  /** The certificate that is changed, in its newest state; null for a new one. */
  readonly saved: CertificateFieldsFragment | null;
  /** Values that a new certificate begins with. */
  readonly initial?: CertificateStart | null;
  readonly busy: boolean;
  readonly saveLabel: string;
  /** Message for a failure that the server does not explain (specification, section 8). */
  readonly failure: string;
  readonly onSave: (input: CertificateInput, tools: SaveTools) => void;
  readonly onCancel: () => void;
  /** Fetches the newest state of the certificate. */
  readonly onReload: () => Promise<unknown>;
}

/**
 * The fields of a certificate (specification, section 5, Save certificate), the document beside them. What is typed survives
 * a reload, a failed request and somebody else's change.
 */
export function CertificateForm({
  companyId,
  draftKey,
  saved,
  initial = null,
  busy,
  saveLabel,
  failure,
  onSave,
  onCancel,
  onReload,
}: CertificateFormProps) {
  const t = useTranslations('certificates');
  const values: CertificateDraft = saved ? valuesOf(saved) : { ...EMPTY_CERTIFICATE, ...initial?.values };
  const form: CertificateFormControls = useZodForm<CertificateInput, CertificateInput>(certificateRule, { defaultValues: values });
  const {
    extras,
    change: changeExtras,
    clear,
  } = useFormExtras(draftKey, {
    document: saved?.document ?? initial?.document ?? null,
    superior: saved?.superior ?? null,
    marks: {},
    typeChosen: saved !== null,
    changedMeanwhile: false,
    conflicts: [],
    workerChanged: false,
    base: saved && { version: saved.version, values },
  });
  const draft = useDraft(draftKey, form, DRAFT_FIELDS);
  const read = useCertificateProposals(form, extras.marks, (marks) => changeExtras({ marks }));
  const typeKnown = extras.typeChosen || read.isProposed('certifType');
  const proposals = {
    ...read,
    confirmAll: () => {
      if (typeKnown) changeExtras({ typeChosen: true });
      read.confirmAll();
    },
  };
  const parts: FormParts = { companyId, form, extras, changeExtras, proposals };
  const worker = useWorker(parts);
  const others = useFollowSaved(busy ? null : saved, parts);
  const typed = useWatch({ control: form.control }) as CertificateDraft;
  const advice = useAdvice(companyId, typed, typeKnown, saved?.id ?? null);
  const suggestion = advice.advice?.suggestion ?? null;
  const { setValue } = form;
  // The type follows the suggestion until the user chooses one or the document gives one.
  const proposedType = typeKnown ? undefined : suggestion?.certifType;
  useEffect(() => {
    if (proposedType) setValue('certifType', proposedType);
  }, [proposedType, setValue]);

  const reading = useCertificateReading({
    companyId,
    chosenWorker: () => (proposals.isProposed('employeeId') ? null : form.getValues('employeeId')),
    use: (said, documentId) => {
      // An employee who is being added or changed is the worker already.
      const employeeId = form.getValues('employee') ? null : said.employeeId;
      // The type that the document gives replaces the one that the suggestion had filled in; only an empty field takes a proposal.
      const replaced = typeKnown || said.certifType === null ? undefined : form.getValues('certifType');
      // The form's type has no empty choice, which the rule refuses.
      if (replaced) setValue('certifType', '' as CertificateInput['certifType']);
      const filled = proposals.proposeValues({ ...said, employeeId }, documentId);
      if (replaced && !filled.includes('certifType')) setValue('certifType', replaced);
      return filled.length;
    },
  });
  const upload = useDocumentUpload(companyId, (document) => {
    changeExtras({ document });
    reading.read(document.id);
    setValue('documentId', document.id, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    // A document means that the absence is certified.
    if (!form.getValues('entryType')) setValue('entryType', 'MEDICAL_CERTIFICATE', { shouldDirty: true });
  });
  const uploads = useUploads(upload, 'abort');

  const clearDraft = () => {
    draft.clear();
    clear();
  };
  const handleFailure = (error: Error): void => {
    if (error instanceof ApiError && error.code === 'entity.changedMeanwhile') {
      void (error.issues.some(({ path }) => path === 'employee') ? worker.reload() : onReload());
      return;
    }
    if (error instanceof ApiError && error.issues.some(({ path }) => path.startsWith('employee.')) && worker.mode === 'chosen')
      worker.change();
    if (applyServerIssues(form, error)) return;
    // The server explains its own errors; the specification gives the sentence for any other failure.
    if (error instanceof ApiError && error.code !== 'server.unexpected') notifyError(error);
    else notify('error', failure);
  };
  const handleSubmit = form.handleSubmit(
    (input) => {
      if (uploads.holdsUp()) focusFirstError();
      else onSave(input, { version: extras.base?.version ?? 0, onSaved: clearDraft, onFailed: handleFailure });
    },
    () => {
      uploads.holdsUp();
    },
  );
  const startAgain = () => {
    form.reset(values);
    clearDraft();
  };
  const showsUsedDays = typed.entryType === 'ABSENCE_DECLARATION' || typed.certifType === 'NoCertif';
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      {draft.restored && !others.changed && (
        <Alert
          tone="info"
          action={
            <Button size="xs" onClick={startAgain}>
              {t('common:draft.restart')}
            </Button>
          }
        >
          {t('common:restored')}
        </Alert>
      )}
      {saved && others.changed && <CertificateConflict saved={saved} fields={others.fields} onTake={others.take} />}
      {/* Without a document, the remarks are below the field for one, beside the other fields; the reading order stays the same. */}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] lg:grid-rows-[auto_1fr]">
        <DocumentCard {...parts} uploads={uploads} reading={reading} className={extras.document ? 'lg:row-span-2' : ''} />
        <div className={cx('flex min-w-0 flex-col gap-4', !extras.document && 'lg:row-span-2')}>
          <WorkerCard {...parts} worker={worker} saved={saved} offered={reading.offered} />
          <IncapacityCard {...parts} suggestion={suggestion} />
        </div>
        <AdviceCard
          advice={advice}
          showUsedDays={showsUsedDays}
          className={extras.document ? 'lg:col-start-2' : 'lg:col-start-1 lg:row-start-2'}
        />
      </div>
      <FormActions className="border-line bg-canvas lg:sticky lg:bottom-0 short:static! lg:z-10 lg:border-t lg:py-3">
        <Button size="md" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button size="md" type="submit" variant="primary" loading={busy}>
          {saveLabel}
        </Button>
      </FormActions>
    </form>
  );
}
