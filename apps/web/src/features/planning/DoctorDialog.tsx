import { ORDERABLE_LOCATIONS } from '@checkwell/domain/check/enums';
import { type DoctorInput, doctorRule } from '@checkwell/domain/people/doctor';
import { WORKER_LANGUAGES } from '@checkwell/domain/people/enums';
import { formatInami } from '@checkwell/domain/people/numbers/inami';
import { pick } from '@checkwell/domain/pick';
import { useQuery } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { gqlQuery, useGqlChange } from '../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../lib/forms/form.ts';
import { phoneInField } from '../../lib/forms/phone-field.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Checkbox } from '../../ui/controls/Checkbox.tsx';
import { CheckboxGroup } from '../../ui/controls/CheckboxGroup.tsx';
import { Field, FieldSet, FormRow } from '../../ui/controls/Field.tsx';
import { TextInput } from '../../ui/controls/TextInput.tsx';
import { HoursExceptions } from '../../ui/forms/HoursExceptions.tsx';
import { PersonFields } from '../../ui/forms/PersonFields.tsx';
import { WeekHours } from '../../ui/forms/WeekHours.tsx';
import { FormDialog } from '../../ui/overlays/FormDialog.tsx';
import { CreateDoctorDocument, DoctorExceptionsDocument, type DoctorRowFragment, UpdateDoctorDocument } from './planning.gql.ts';

interface DoctorDialogProps {
  /** null: a new one. Follows the list: after a change by somebody else, saving again takes the newer version. */
  readonly doctor: DoctorRowFragment | null;
  readonly onClose: () => void;
}

const NEW = {
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  languages: [],
  inamiNumber: '',
  practiceAddress: '',
  locations: [],
  maxKm: undefined,
  active: true,
  availabilities: [],
};

const valuesOf = (doctor: DoctorRowFragment): DoctorInput => ({
  ...pick(doctor, ['firstName', 'lastName', 'email', 'practiceAddress', 'maxKm', 'active']),
  phoneNumber: phoneInField(doctor.phoneNumber),
  inamiNumber: formatInami(doctor.inamiNumber),
  languages: [...doctor.languages],
  locations: ORDERABLE_LOCATIONS.filter((location) => doctor.locations.includes(location)),
  availabilities: doctor.availabilities.map((hours) => pick(hours, ['weekday', 'fromTime', 'toTime'])),
});

/** Adds or changes a doctor of the network, with the hours of the week. */
export function DoctorDialog({ doctor, onClose }: DoctorDialogProps) {
  const t = useTranslations('planning', 'personFields');
  const enums = useTranslations('enums');
  const form = useZodForm(doctorRule, { defaultValues: doctor ? valuesOf(doctor) : NEW });
  const settings = {
    topics: ['doctor'] as const,
    success: t(doctor ? 'common:saved' : 'doctors.added'),
    onSuccess: onClose,
    onError: (error: Error) => !applyServerIssues(form, error),
  };
  const create = useGqlChange(CreateDoctorDocument, settings);
  const update = useGqlChange(UpdateDoctorDocument, settings);
  const submit = form.handleSubmit((input) =>
    doctor ? update.mutate({ id: doctor.id, version: doctor.version, input }) : create.mutate({ input }),
  );
  return (
    <FormDialog
      title={doctor ? t('doctors.editTitle', { name: doctor.doctorFullName }) : t('doctors.add')}
      submitLabel={t(doctor ? 'common:save' : 'doctors.add')}
      busy={create.isPending || update.isPending}
      unsaved={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <PersonFields form={form} />
      <Field label={t('doctors.place')} required hint={t('doctors.placeHint')} error={form.error('practiceAddress')}>
        <TextInput {...form.register('practiceAddress')} autoComplete="off" />
      </Field>
      <FormRow>
        <Field label={t('doctors.inami')} required error={form.error('inamiNumber')}>
          <TextInput {...form.register('inamiNumber')} autoComplete="off" />
        </Field>
        <Field label={t('doctors.maxKm')} required error={form.error('maxKm')}>
          <TextInput
            {...form.register('maxKm', { setValueAs: (text) => (text === '' || text === undefined ? Number.NaN : Number(text)) })}
            inputMode="numeric"
            autoComplete="off"
            suffix="km"
          />
        </Field>
      </FormRow>
      <Controller
        control={form.control}
        name="languages"
        render={({ field: { name: _name, ...field } }) => (
          <CheckboxGroup
            {...field}
            legend={t('personFields:languages')}
            hint={t('doctors.languagesHint')}
            error={form.error('languages')}
            options={WORKER_LANGUAGES.map((value) => ({ value, label: enums(`workerLanguage.${value}`) }))}
          />
        )}
      />
      <Controller
        control={form.control}
        name="locations"
        render={({ field: { name: _name, ...field } }) => (
          <CheckboxGroup
            {...field}
            legend={t('doctors.locations')}
            error={form.error('locations')}
            options={ORDERABLE_LOCATIONS.map((value) => ({ value, label: enums(`checkLocation.${value}`) }))}
          />
        )}
      />
      <Checkbox {...form.register('active')} label={t('doctors.active')} hint={t('doctors.activeHint')} />
      <FieldSet legend={t('doctors.hours')} hint={t('doctors.hoursHint')}>
        <WeekHours form={form} />
      </FieldSet>
      {doctor && <DoctorsExceptions id={doctor.id} />}
    </FormDialog>
  );
}

/** Absences and other hours that the doctor entered; nothing where there are none. */
function DoctorsExceptions({ id }: { readonly id: string }) {
  const t = useTranslations('planning');
  const query = useQuery(gqlQuery({ document: DoctorExceptionsDocument, variables: { id }, topics: ['doctor'] }));
  const exceptions = query.data?.doctor.exceptions ?? [];
  if (exceptions.length === 0) return null;
  return (
    <FieldSet legend={t('doctors.exceptions')}>
      <HoursExceptions exceptions={exceptions} />
    </FieldSet>
  );
}
