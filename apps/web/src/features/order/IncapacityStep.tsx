import { CERTIFICATE_TYPES, INCAPACITY_TYPES, type IncapacityType } from '@checkwell/domain/certificate/enums';
import { NOT_CHECKABLE_TYPES } from '@checkwell/domain/certificate/rules';
import { CHECK_TIMINGS, ORDERABLE_LOCATIONS } from '@checkwell/domain/check/enums';
import { PRICES } from '@checkwell/domain/check/price';
import { locationAllowed, orderIncapacityStep } from '@checkwell/domain/check/rules';
import { lengthInDays } from '@checkwell/domain/clock';
import { DOCUMENT } from '@checkwell/domain/constants';
import { useEffect } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { useCertificateReading } from '../../lib/certificate-reading.ts';
import { focusFirstFault } from '../../lib/first-fault.ts';
import { messageText, useZodForm } from '../../lib/form.ts';
import { useFormat } from '../../lib/format.ts';
import { useProposals } from '../../lib/use-proposals.ts';
import { useWords } from '../../lib/words.ts';
import { Alert } from '../../ui/Alert.tsx';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { Field, FormRow } from '../../ui/Field.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ProposedMark } from '../../ui/ProposedMark.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { ReadingStatus } from '../../ui/ReadingStatus.tsx';
import { Select } from '../../ui/Select.tsx';
import { useUploads } from '../../ui/use-uploads.ts';
import { IncapacityFacts } from './IncapacityFacts.tsx';
import { uploadDocument } from './order.queries.ts';
import { type DraftDocument, type IncapacityValues, isShortPeriod } from './order-draft.ts';
import { StepBody } from './StepBody.tsx';
import { type StepProps, useChanges, useFaults } from './step-form.ts';

/** What the document of the certificate may fill in, each as it is while nobody has. */
const PROPOSABLE = { startDate: '', endDate: '', authorizedExit: undefined } as const;

const LOCATION_ICONS = { Office: 'stethoscope', House: 'home', Telecheck: 'video' } as const;

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
  /** Whether a file is on its way to the server. */
  readonly onBusy: (busy: boolean) => void;
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
  onBusy,
  onNext,
}: IncapacityStepProps) {
  const t = useWords('order');
  const enums = useWords('enums');
  const format = useFormat();
  const form = useZodForm(orderIncapacityStep, {
    defaultValues: {
      ...values,
      incapacityType: values.incapacityType || undefined,
      certificateType: values.certificateType || undefined,
      authorizedExit: values.authorizedExit ?? undefined,
      locationCheck: values.locationCheck === 'Unknown' ? undefined : values.locationCheck || undefined,
      typeCheck: values.typeCheck || undefined,
    },
  });
  useChanges(form, (changed) =>
    onChange({
      ...changed,
      startDate: changed.startDate ?? '',
      endDate: changed.endDate ?? '',
      incapacityType: changed.incapacityType ?? '',
      certificateType: changed.certificateType ?? '',
      accidentDate: changed.accidentDate ?? null,
      accidentTime: changed.accidentTime ?? null,
      incapacityPercentage: changed.incapacityPercentage ?? null,
      authorizedExit: changed.authorizedExit ?? null,
      locationCheck: changed.locationCheck ?? '',
      typeCheck: changed.typeCheck ?? '',
    }),
  );
  useFaults(form, 'incapacity', faults);
  const [startDate = '', endDate = '', incapacityType, typeCheck] = useWatch({
    control: form.control,
    name: ['startDate', 'endDate', 'incapacityType', 'typeCheck'],
  });
  const days = startDate && endDate >= startDate ? t('incapacity.days', { count: lengthInDays(startDate, endDate) }) : undefined;
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
  const { busy } = uploads;
  useEffect(() => {
    onBusy(busy);
  }, [busy, onBusy]);
  const removeDocument = (id: string) => {
    if (document?.id === id) {
      reading.stop();
      proposals.withdraw(id);
      form.setValue('documentId', null, { shouldDirty: true });
      onDocument(null);
    }
    uploads.remove(id);
  };
  const files = document
    ? [{ id: document.id, name: document.fileName, bytes: document.byteSize, state: 'done' as const }]
    : uploads.items.filter(({ state }) => state !== 'done');
  const whyNot = notCheckable(incapacityType);
  const submit = form.handleSubmit(
    () => {
      if (busy) return;
      if (!imageMissing || document) return onNext();
      form.setError('documentId', { type: 'rule', message: messageText('validation:certificateRequired') ?? '' });
      focusFirstFault();
    },
    () => focusFirstFault(),
  );

  return (
    <StepBody title={t('incapacity.title')} onSubmit={submit}>
      {values.certificateId !== null && <Alert tone="info">{t('fromCertificate')}</Alert>}
      <FormRow>
        <Controller
          control={form.control}
          name="startDate"
          render={({ field }) => (
            <Field label={t('field.startDate')} required error={form.error('startDate')} hint={marked('startDate')}>
              <DatePicker label={t('field.startDate')} value={field.value ?? ''} onChange={field.onChange} onBlur={field.onBlur} />
            </Field>
          )}
        />
        <Controller
          control={form.control}
          name="endDate"
          render={({ field }) => (
            <Field
              label={t('field.endDate')}
              required
              hint={
                proposals.isProposed('endDate') ? (
                  <>
                    {days && <p>{days}</p>}
                    {marked('endDate')}
                  </>
                ) : (
                  days
                )
              }
              error={form.error('endDate')}
            >
              <DatePicker
                label={t('field.endDate')}
                value={field.value ?? ''}
                onChange={field.onChange}
                onBlur={field.onBlur}
                min={startDate || undefined}
              />
            </Field>
          )}
        />
      </FormRow>
      <FormRow>
        <Field label={t('field.incapacityType')} required error={whyNot ? enums(`notCheckable.${whyNot}`) : form.error('incapacityType')}>
          <Select
            {...form.register('incapacityType')}
            placeholder={t('common:select.placeholder')}
            options={INCAPACITY_TYPES.map((value) => ({ value, label: enums(`incapacityType.${value}`) }))}
          />
        </Field>
        <Field label={t('field.certificateType')} required error={form.error('certificateType')}>
          <Select
            {...form.register('certificateType')}
            placeholder={t('common:select.placeholder')}
            options={CERTIFICATE_TYPES.map((value) => ({ value, label: enums(`certifType.${value}`) }))}
          />
        </Field>
      </FormRow>
      <IncapacityFacts form={form} type={incapacityType} startDate={startDate} />
      <Controller
        control={form.control}
        name="authorizedExit"
        render={({ field }) => (
          <div data-wrong={form.error('authorizedExit') && true}>
            <RadioGroup
              legend={t('field.authorizedExit')}
              hint={marked('authorizedExit')}
              name="authorizedExit"
              columns={2}
              required
              value={field.value === undefined ? '' : field.value ? 'yes' : 'no'}
              onChange={(answer) => field.onChange(answer === 'yes')}
              onBlur={field.onBlur}
              error={form.error('authorizedExit')}
              options={[
                { value: 'yes', label: t('exit.yes') },
                { value: 'no', label: t('exit.no') },
              ]}
            />
          </div>
        )}
      />
      {values.certificateId === null || imageMissing ? (
        <div className="flex flex-col gap-1">
          <FileDrop
            label={t('field.certificate')}
            hint={imageMissing ? t('incapacity.imageRequired') : t('field.certificateHint')}
            accept={DOCUMENT.mediaTypes}
            maxBytes={DOCUMENT.maxBytes}
            camera
            error={form.error('documentId')}
            items={files}
            onAdd={uploads.add}
            onRemove={removeDocument}
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
      <Controller
        control={form.control}
        name="locationCheck"
        render={({ field }) => (
          <div data-wrong={form.error('locationCheck') && true}>
            <RadioGroup
              legend={t('field.locationCheck')}
              name="locationCheck"
              columns={3}
              required
              value={field.value ?? ''}
              onChange={field.onChange}
              onBlur={field.onBlur}
              error={form.error('locationCheck')}
              options={ORDERABLE_LOCATIONS.map((value) => {
                const allowed = locationAllowed(value, phoneNumber);
                return {
                  value,
                  label: enums(`checkLocation.${value}`),
                  hint: allowed ? t(`location.${value}Hint`, { supplement: format.money(PRICES.houseSupplement) }) : t('location.needGsm'),
                  icon: LOCATION_ICONS[value],
                  disabled: !allowed,
                };
              })}
            />
          </div>
        )}
      />
      <Controller
        control={form.control}
        name="typeCheck"
        render={({ field }) => (
          <div data-wrong={form.error('typeCheck') && true}>
            <RadioGroup
              legend={t('field.typeCheck')}
              name="typeCheck"
              columns={2}
              required
              value={field.value ?? ''}
              onChange={field.onChange}
              onBlur={field.onBlur}
              error={form.error('typeCheck')}
              options={CHECK_TIMINGS.map((value) => ({
                value,
                label: enums(`checkTiming.${value}`),
                hint: t(`timing.${value}Hint`),
                icon: value === 'Immediate' ? ('zap' as const) : ('calendarCheck' as const),
              }))}
            />
          </div>
        )}
      />
      {typeCheck === 'Optimized' && isShortPeriod(startDate, endDate) && (
        <Alert tone="info" live>
          {t('timing.short', { count: lengthInDays(startDate, endDate) })}
        </Alert>
      )}
    </StepBody>
  );
}

/** Why no control doctor may judge this type of incapacity; undefined when one may. */
function notCheckable(type: IncapacityType | undefined) {
  return type !== undefined && type in NOT_CHECKABLE_TYPES ? NOT_CHECKABLE_TYPES[type as keyof typeof NOT_CHECKABLE_TYPES] : undefined;
}
