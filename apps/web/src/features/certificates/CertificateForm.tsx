import { CERTIFICATE_TYPES, ENTRY_TYPES, INCAPACITY_TYPES } from '@checkwell/domain/certificate/enums';
import { type CertificateInput, certificateRule } from '@checkwell/domain/certificate/rules';
import { DOCUMENT, TEXT } from '@checkwell/domain/constants';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Controller } from 'react-hook-form';
import { type StoredDocument, uploadDocument } from '../../lib/documents.ts';
import { useDraft } from '../../lib/draft.ts';
import { useZodForm, type ZodForm } from '../../lib/form.ts';
import { useWords } from '../../lib/words.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { Field, FormActions, FormRow, FormStack } from '../../ui/Field.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useUploads } from '../../ui/use-uploads.ts';
import { certificateSuperiorsQuery } from './certificates.queries.ts';
import { proposedMark } from './ProposedMark.tsx';
import { type Proposals, useProposals } from './use-proposals.ts';

/** What is typed; what nobody chose yet is empty. */
export type CertificateDraft = { [Key in keyof CertificateInput]: CertificateInput[Key] | undefined };
type DocumentShown = Pick<StoredDocument, 'id' | 'fileName' | 'byteSize'>;
export type CertificateFormControls = ZodForm<CertificateInput, CertificateInput>;

/** What a reload brings back: what was typed. A file that nobody sees any more must not be saved with the certificate. */
const DRAFT_FIELDS = [
  'employeeId',
  'superiorId',
  'incapacityReason',
  'entryType',
  'certifType',
  'authorizedExit',
  'startDate',
  'endDate',
  'doctorName',
] as const satisfies readonly (keyof CertificateInput)[];

interface CertificateFormProps {
  companyId: string;
  draftKey: string;
  values: CertificateDraft;
  document: DocumentShown | null;
  /** The employee: fixed when editing, a search when creating. */
  employee: (form: CertificateFormControls, proposals: Proposals) => ReactNode;
  busy: boolean;
  saveLabel: string;
  onSave: (input: CertificateInput, tools: { form: CertificateFormControls; clearDraft: () => void }) => void;
  onCancel: () => void;
}

/** The fields of a certificate (specification, section 5, Save certificate); what is typed survives a reload. */
export function CertificateForm({
  companyId,
  draftKey,
  values,
  document,
  employee,
  busy,
  saveLabel,
  onSave,
  onCancel,
}: CertificateFormProps) {
  const t = useWords('certificates');
  const enums = useWords('enums');
  const form: CertificateFormControls = useZodForm<CertificateInput, CertificateInput>(certificateRule, { defaultValues: values });
  const draft = useDraft(draftKey, form, DRAFT_FIELDS);
  const proposals = useProposals(form);
  const superiors = useQuery(certificateSuperiorsQuery(companyId));
  const [stored, setStored] = useState<DocumentShown | null>(document);
  const uploads = useUploads(async (file, onProgress, signal) => {
    const result = await uploadDocument(companyId, file, onProgress, signal);
    form.setValue('documentId', result.id, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    setStored(result);
    return result;
  });
  const entryType = form.watch('entryType');
  const startDate = form.watch('startDate');
  const files =
    stored && form.watch('documentId') === stored.id
      ? [{ id: stored.id, name: stored.fileName, bytes: stored.byteSize, state: 'done' as const }]
      : uploads.items.filter(({ state }) => state !== 'done');
  const handleSubmit = form.handleSubmit((input) => onSave(input, { form, clearDraft: draft.clear }));
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      {draft.restored && <Alert tone="info">{t('form.restored')}</Alert>}
      <Card title={t('form.employee')}>
        <FormStack>
          {employee(form, proposals)}
          <Field label={t('field.superior')} required error={form.error('superiorId')}>
            <Select
              {...form.register('superiorId')}
              placeholder={t('common:select.placeholder')}
              options={(superiors.data?.superiors.nodes ?? []).map(({ id, superiorFullName, email }) => ({
                value: id,
                label: superiorFullName || email,
              }))}
            />
          </Field>
        </FormStack>
      </Card>
      <Card title={t('form.incapacity')}>
        <FormStack>
          <FormRow>
            {(['startDate', 'endDate'] as const).map((name) => (
              <Controller
                key={name}
                control={form.control}
                name={name}
                render={({ field }) => (
                  <Field
                    label={t(`field.${name}`)}
                    required
                    error={form.error(name)}
                    hint={proposedMark(proposals, name, t(`field.${name}`))}
                  >
                    <DatePicker
                      label={t(`field.${name}`)}
                      value={field.value ?? ''}
                      onChange={field.onChange}
                      onBlur={field.onBlur}
                      min={name === 'endDate' ? startDate || undefined : undefined}
                    />
                  </Field>
                )}
              />
            ))}
          </FormRow>
          <FormRow>
            <Field label={t('field.incapacityReason')} required error={form.error('incapacityReason')}>
              <Select
                {...form.register('incapacityReason')}
                placeholder={t('common:select.placeholder')}
                options={INCAPACITY_TYPES.map((value) => ({ value, label: enums(`incapacityType.${value}`) }))}
              />
            </Field>
            <Field label={t('field.certifType')} required error={form.error('certifType')}>
              <Select
                {...form.register('certifType')}
                placeholder={t('common:select.placeholder')}
                options={CERTIFICATE_TYPES.map((value) => ({ value, label: enums(`certifType.${value}`) }))}
              />
            </Field>
          </FormRow>
          <Controller
            control={form.control}
            name="authorizedExit"
            render={({ field }) => (
              <RadioGroup
                legend={t('field.authorizedExit')}
                required
                columns={2}
                error={form.error('authorizedExit')}
                hint={proposedMark(proposals, 'authorizedExit', t('field.authorizedExit'))}
                value={field.value === undefined ? '' : field.value ? 'yes' : 'no'}
                onChange={(answer) => field.onChange(answer === 'yes')}
                options={[
                  { value: 'yes', label: t('common:yes') },
                  { value: 'no', label: t('common:no') },
                ]}
              />
            )}
          />
        </FormStack>
      </Card>
      <Card title={t('form.document')}>
        <FormStack>
          <Controller
            control={form.control}
            name="entryType"
            render={({ field }) => (
              <RadioGroup
                legend={t('field.entryType')}
                required
                columns={2}
                error={form.error('entryType')}
                value={field.value}
                onChange={field.onChange}
                options={ENTRY_TYPES.map((value) => ({ value, label: enums(`entryType.${value}`), hint: t(`entryHint.${value}`) }))}
              />
            )}
          />
          <Field
            label={t('field.doctorName')}
            optional
            error={form.error('doctorName')}
            hint={proposedMark(proposals, 'doctorName', t('field.doctorName'))}
          >
            <TextInput maxLength={TEXT.name} {...form.register('doctorName')} />
          </Field>
          <FileDrop
            label={entryType === 'ABSENCE_DECLARATION' ? t('field.documentOptional') : t('field.document')}
            accept={DOCUMENT.mediaTypes}
            maxBytes={DOCUMENT.maxBytes}
            camera
            items={files}
            error={form.error('documentId')}
            onAdd={uploads.add}
            onRemove={(id) => {
              if (stored?.id === id) {
                setStored(null);
                proposals.withdraw(id);
                form.setValue('documentId', null, { shouldDirty: true });
              }
              uploads.remove(id);
            }}
          />
        </FormStack>
      </Card>
      <FormActions>
        <Button size="md" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button size="md" type="submit" variant="primary" loading={busy} disabled={uploads.busy}>
          {saveLabel}
        </Button>
      </FormActions>
    </form>
  );
}
