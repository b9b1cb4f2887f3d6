import { CHECK_TIMINGS } from '@checkwell/domain/check/enums';
import { CHECK_TEXTS, locationAllowed, type ModifyInput, modifyRule } from '@checkwell/domain/check/rules';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { ApiError } from '../../../lib/api/api-error.ts';
import { errorText } from '../../../lib/api/errors.ts';
import { graphql } from '../../../lib/api/graphql.ts';
import { invalidate, useChange } from '../../../lib/api/query.ts';
import { notify } from '../../../lib/browser/toast.ts';
import { applyServerIssues, useZodForm } from '../../../lib/forms/form.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useOrderLocations } from '../../../lib/records/order-locations.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { QueryState } from '../../../ui/content/QueryState.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { Checkbox } from '../../../ui/controls/Checkbox.tsx';
import { Field, FormRow, FormStack } from '../../../ui/controls/Field.tsx';
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx';
import { Select } from '../../../ui/controls/Select.tsx';
import { EmailInput, PhoneInput, TextInput } from '../../../ui/controls/TextInput.tsx';
import { CheckTextFields } from '../../../ui/forms/CheckTextFields.tsx';
import { FormDatePicker, FormRadioGroup } from '../../../ui/forms/FormControls.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { checkQuery, type WholeCheck } from '../check.queries.ts';
import { LOCATION_ICONS } from '../check-display.ts';
import { ModifyCheckDocument, ResolveProblemDocument } from './changes.gql.ts';
import { ModifyPrice } from './ModifyPrice.tsx';
import { changedMeanwhile, type MeanwhileChange, modifyValuesOf } from './modify-values.ts';

const FORM = 'modify-check';

/** Changes an order; `id` null closes the dialog. */
export function ModifyDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  const t = useTranslations('checks');
  const query = useQuery({ ...checkQuery(id ?? ''), enabled: id !== null });
  const check = query.data?.check;
  if (id === null) return null;
  if (!check || check.id !== id) {
    return (
      <Dialog open onClose={onClose} size="lg" title={t('modify.title')}>
        <QueryState query={query} lines={8} height="1.25rem" />
      </Dialog>
    );
  }
  return <ModifyForm key={id} check={check} onClose={onClose} onReload={async () => (await query.refetch()).data?.check} />;
}

interface ModifyFormProps {
  /** The newest state of the check; follows live changes. */
  readonly check: WholeCheck;
  readonly onClose: () => void;
  readonly onReload: () => Promise<WholeCheck | undefined>;
}

/** Thrown when the change was stored and the answer to the question was not. */
class NotAnswered extends Error {
  readonly version: number;
  readonly input: string;

  constructor(cause: unknown, version: number, input: ModifyInput) {
    super('The change is stored, the question is not answered.', { cause });
    this.version = version;
    this.input = JSON.stringify(input);
  }
}

function ModifyForm({ check, onClose, onReload }: ModifyFormProps) {
  const t = useTranslations('checks', 'checkFields');
  const enums = useTranslations('enums');
  const form = useZodForm(modifyRule, { defaultValues: modifyValuesOf(check) });
  const [opened, setOpened] = useState(check);
  const [unanswered, setUnanswered] = useState<NotAnswered>();
  // This is the viewer's own change, not another user's.
  if (unanswered?.version === check.version && opened !== check) setOpened(check);
  const locations = useOrderLocations(check.checkLocation);
  const followed = useRef(check);
  const canResolve = check.availableActions.includes('resolveProblem') && check.problemOwner === 'employer';
  const [alsoResolve, setAlsoResolve] = useState(true);

  const { getValues, setValue } = form;
  // The check changed while the form was open: fields without typed text take the new value, the others stay.
  useEffect(() => {
    const typed = getValues();
    for (const { field, before, after } of changedMeanwhile(followed.current, check)) if (typed[field] === before) setValue(field, after);
    followed.current = check;
  }, [check, getValues, setValue]);

  const save = useChange(
    async (input: ModifyInput) => {
      const { id } = check;
      const version = Math.max(check.version, unanswered?.version ?? 0);
      const isStored = unanswered?.input === JSON.stringify(input);
      const stored = isStored ? { ...check, version } : (await graphql(ModifyCheckDocument, { id, version, input })).modifyCheck;
      if (!canResolve || !alsoResolve || !stored.availableActions.includes('resolveProblem')) return stored;
      try {
        return (await graphql(ResolveProblemDocument, { id, version: stored.version, comment: '' })).resolveProblem;
      } catch (error) {
        const now = await onReload();
        // Somebody else has answered meanwhile, or the answer was stored and only the server's response was lost.
        if (now && now.version > stored.version && !now.availableActions.includes('resolveProblem')) return now;
        throw new NotAnswered(error, stored.version, input);
      }
    },
    {
      topics: ['check', 'dashboard'],
      onSuccess: ({ status }) => {
        notify(
          'success',
          opened.status === 'WaitingForCheck' && status === 'ModificationProblem' ? t('modify.savedConfirm') : t('modify.saved'),
        );
        onClose();
      },
      onError: (error) => {
        if (error instanceof NotAnswered) {
          setUnanswered(error);
          form.reset(getValues());
          void invalidate('check', 'dashboard');
          return false;
        }
        if (error instanceof ApiError && (error.code === 'entity.changedMeanwhile' || error.code === 'check.actionNotAllowed')) {
          void onReload();
          return false;
        }
        return !applyServerIssues(form, error);
      },
    },
  );

  const phoneNumber = useWatch({ control: form.control, name: 'phoneNumber' });
  const startDate = useWatch({ control: form.control, name: 'startDate' });
  const endDate = useWatch({ control: form.control, name: 'endDate' });
  const checkLocation = useWatch({ control: form.control, name: 'locationCheck' }) ?? check.checkLocation;
  const possible = check.availableActions.includes('modify');
  const submit = form.handleSubmit((values) => save.mutate(values));

  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!save.isPending}
      unsaved={form.formState.isDirty}
      size="lg"
      title={t('modify.titleOf', { name: check.workerFullName })}
      footer={
        <>
          <Button onClick={onClose} disabled={save.isPending}>
            {t('common:cancel')}
          </Button>
          <Button variant="primary" type="submit" form={FORM} loading={save.isPending} disabled={!possible}>
            {t(unanswered && canResolve && alsoResolve && !form.formState.isDirty ? 'problem.send' : 'modify.save')}
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate onSubmit={submit}>
        <FormStack>
          {!possible ? (
            <Alert tone="warning" live title={t('changed.title')}>
              {t('changed.gone', { status: enums(`checkStatus.${check.status}`) })}
            </Alert>
          ) : (
            check.version !== opened.version && <Meanwhile changes={changedMeanwhile(opened, check)} before={opened} after={check} />
          )}
          {opened.status === 'WaitingForCheck' && <Alert tone="warning">{t('modify.accepted')}</Alert>}
          <h3 className="text-sm font-semibold">{t('modify.worker')}</h3>
          <Field label={t('checkFields:workerAddress')} required error={form.error('workerAddress')}>
            <TextInput {...form.register('workerAddress')} autoComplete="off" />
          </Field>
          <FormRow>
            <Field label={t('checkFields:workerPhoneNumber')} required error={form.error('workerPhoneNumber')}>
              <PhoneInput {...form.register('workerPhoneNumber')} autoComplete="off" />
            </Field>
            <Field label={t('checkFields:phoneNumber')} optional error={form.error('phoneNumber')}>
              <PhoneInput {...form.register('phoneNumber')} autoComplete="off" />
            </Field>
          </FormRow>
          <Field label={t('checkFields:workerEmail')} optional error={form.error('workerEmail')}>
            <EmailInput {...form.register('workerEmail')} autoComplete="off" />
          </Field>
          <h3 className="mt-2 text-sm font-semibold">{t('modify.period')}</h3>
          <FormRow columns={3}>
            <FormDatePicker form={form} name="startDate" label={t('checkFields:startDate')} required />
            <FormDatePicker form={form} name="endDate" label={t('checkFields:endDate')} required min={startDate || undefined} />
            <Controller
              control={form.control}
              name="authorizedExit"
              render={({ field }) => (
                <Field label={t('checkFields:authorizedExit')} required error={form.error('authorizedExit')}>
                  <Select
                    ref={field.ref}
                    value={field.value ? 'yes' : 'no'}
                    onChange={(event) => field.onChange(event.currentTarget.value === 'yes')}
                    onBlur={field.onBlur}
                    options={[
                      { value: 'yes', label: t('common:yes') },
                      { value: 'no', label: t('common:no') },
                    ]}
                  />
                </Field>
              )}
            />
          </FormRow>
          <h3 className="mt-2 text-sm font-semibold">{t('modify.check')}</h3>
          <Controller
            control={form.control}
            name="locationCheck"
            render={({ field }) => (
              <RadioGroup
                legend={t('checkFields:checkLocation')}
                name="locationCheck"
                columns={3}
                required
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                error={form.error('locationCheck')}
                options={locations.map((value) => {
                  const allowed = locationAllowed(value, phoneNumber);
                  return {
                    value,
                    label: enums(`checkLocation.${value}`),
                    hint: allowed ? undefined : t('modify.needGsm'),
                    icon: LOCATION_ICONS[value],
                    // A chosen location stays visible, with its error, when the telephone number is removed.
                    disabled: !allowed && field.value !== value,
                  };
                })}
              />
            )}
          />
          <FormRadioGroup
            form={form}
            name="typeCheck"
            legend={t('checkFields:checkTiming')}
            columns={2}
            required
            options={CHECK_TIMINGS.map((value) => ({ value, label: enums(`checkTiming.${value}`) }))}
          />
          <CheckTextFields form={form} names={CHECK_TEXTS.filter((name) => check[name] !== null)} />
          {canResolve && (
            <Checkbox
              label={t('modify.andResolve')}
              hint={t('modify.andResolveHint')}
              checked={alsoResolve}
              onChange={(event) => setAlsoResolve(event.currentTarget.checked)}
            />
          )}
          {unanswered && canResolve && !save.isPending && (
            <Alert tone="danger" live title={t('modify.unanswered')}>
              {errorText(unanswered.cause)} {t('modify.unansweredText')}
            </Alert>
          )}
          {possible && (
            <ModifyPrice
              check={check}
              checkLocation={checkLocation}
              startDate={startDate}
              endDate={endDate}
              // A question that is answered sends the check back to planning.
              keepsAppointment={!(canResolve && alsoResolve)}
            />
          )}
        </FormStack>
      </form>
    </Dialog>
  );
}

/** Fields of the form that have another name in the check. */
const CHECK_NAMES = { locationCheck: 'checkLocation', typeCheck: 'checkTiming' } as const;
const isRenamed = (field: MeanwhileChange['field']): field is keyof typeof CHECK_NAMES => field in CHECK_NAMES;

/** Lists what somebody else changed, so that no change is overwritten unseen. */
function Meanwhile({ changes, before, after }: { changes: readonly MeanwhileChange[]; before: WholeCheck; after: WholeCheck }) {
  const t = useTranslations('checks', 'checkFields');
  const enums = useTranslations('enums');
  const format = useFormat();
  const show = ({ field }: MeanwhileChange, check: WholeCheck): string => {
    const values = modifyValuesOf(check);
    switch (field) {
      case 'startDate':
      case 'endDate':
        return format.date(values[field]);
      case 'locationCheck':
        return enums(`checkLocation.${check.checkLocation}`);
      case 'typeCheck':
        return enums(`checkTiming.${values.typeCheck}`);
      case 'authorizedExit':
        return t(values.authorizedExit ? 'common:yes' : 'common:no');
      default:
        return values[field] || '–';
    }
  };
  return (
    <Alert tone="warning" live title={t('changed.title')}>
      {t('changed.text')}
      <ul className="mt-1 list-disc pl-4">
        {before.status !== after.status && (
          <li>
            {t('changed.was', {
              field: t('changed.status'),
              before: enums(`checkStatus.${before.status}`),
              after: enums(`checkStatus.${after.status}`),
            })}
          </li>
        )}
        {changes.map((change) => (
          <li key={change.field}>
            {t('changed.was', {
              field: t(`checkFields:${isRenamed(change.field) ? CHECK_NAMES[change.field] : change.field}`),
              before: show(change, before),
              after: show(change, after),
            })}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
