import { GENDERS, WORKER_LANGUAGES } from '@checkwell/domain/people/enums';
import type { EmployeeInput, employeeRule } from '@checkwell/domain/people/rules';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Controller } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { ZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useCan } from '../../lib/session/viewer.ts';
import { Checkbox } from '../../ui/controls/Checkbox.tsx';
import { Field, FormRow, FormStack } from '../../ui/controls/Field.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { PhoneInput, TextInput } from '../../ui/controls/TextInput.tsx';
import { SuperiorBox } from '../../ui/forms/SuperiorBox.tsx';
import type { EmployeeSuperiorFragment } from './employees.gql.ts';
import { costCentresQuery } from './employees.queries.ts';

export type EmployeeForm = ZodForm<z.input<typeof employeeRule>, EmployeeInput>;

interface EmployeeFormFieldsProps {
  readonly form: EmployeeForm;
  readonly companyId: string;
  /** The superior that the form starts with. */
  readonly superior: EmployeeSuperiorFragment | null;
  /** The stored national register number, masked. */
  readonly maskedNumber: string | null;
  readonly removesNumber: boolean;
  readonly onRemovesNumber: (removes: boolean) => void;
}

/** The fields of an employee, for a new one and for a change. */
export function EmployeeFormFields({ form, companyId, superior, maskedNumber, removesNumber, onRemovesNumber }: EmployeeFormFieldsProps) {
  const t = useTranslations('employees', 'employeeFields');
  const enums = useTranslations('enums');
  const seesNiss = useCan('employee.niss');
  return (
    <FormStack>
      <FormRow>
        <Field label={t('employeeFields:employeeFirstName')} required error={form.error('employeeFirstName')}>
          <TextInput {...form.register('employeeFirstName')} autoComplete="off" />
        </Field>
        <Field label={t('employeeFields:employeeLastName')} required error={form.error('employeeLastName')}>
          <TextInput {...form.register('employeeLastName')} autoComplete="off" />
        </Field>
      </FormRow>
      <Field
        label={t('employeeFields:employeeMatricule')}
        required
        hint={t('hint.employeeMatricule')}
        error={form.error('employeeMatricule')}
      >
        <TextInput {...form.register('employeeMatricule')} autoComplete="off" />
      </Field>
      <FormRow>
        <Field label={t('employeeFields:employeeGender')} required error={form.error('employeeGender')}>
          <Select
            {...form.register('employeeGender')}
            placeholder={t('common:select.placeholder')}
            options={GENDERS.map((value) => ({ value, label: enums(`gender.${value}`) }))}
          />
        </Field>
        <Field label={t('employeeFields:employeeLanguage')} required error={form.error('employeeLanguage')}>
          <Select
            {...form.register('employeeLanguage')}
            placeholder={t('common:select.placeholder')}
            options={WORKER_LANGUAGES.map((value) => ({ value, label: enums(`workerLanguage.${value}`) }))}
          />
        </Field>
      </FormRow>
      <Field label={t('employeeFields:employeeAddress')} required hint={t('hint.employeeAddress')} error={form.error('employeeAddress')}>
        <TextInput {...form.register('employeeAddress')} autoComplete="off" />
      </Field>
      <Field label={t('employeeFields:employeePhoneNumber')} required error={form.error('employeePhoneNumber')}>
        <PhoneInput {...form.register('employeePhoneNumber')} autoComplete="off" />
      </Field>
      <SuperiorField form={form} companyId={companyId} initial={superior} />
      <FormRow>
        <Field label={t('employeeFields:function')} optional error={form.error('function')}>
          <TextInput {...form.register('function')} autoComplete="off" />
        </Field>
        <DepartmentField form={form} companyId={companyId} />
      </FormRow>
      {seesNiss && (
        <div className="flex flex-col gap-2">
          <Field
            label={t('employeeFields:workerNISS')}
            optional
            hint={maskedNumber ? t('workerNISS.stored', { number: maskedNumber }) : t('workerNISS.hint')}
            error={form.error('workerNISS')}
          >
            <TextInput {...form.register('workerNISS')} inputMode="numeric" autoComplete="off" readOnly={removesNumber} />
          </Field>
          {maskedNumber && (
            <Checkbox
              label={t('workerNISS.remove')}
              checked={removesNumber}
              onChange={(event) => {
                onRemovesNumber(event.currentTarget.checked);
                if (event.currentTarget.checked) form.setValue('workerNISS', '', { shouldValidate: true });
              }}
            />
          )}
        </div>
      )}
    </FormStack>
  );
}

/** One of the company's cost centres, or whatever else the company calls a department. */
function DepartmentField({ form, companyId }: Pick<EmployeeFormFieldsProps, 'form' | 'companyId'>) {
  const t = useTranslations('employees', 'employeeFields');
  const list = useId();
  const costCentres = useQuery(costCentresQuery(companyId)).data?.costCentres.filter(({ active }) => active) ?? [];
  return (
    <Field
      label={t('employeeFields:subEmployee')}
      optional
      hint={costCentres.length > 0 && t('hint.subEmployee')}
      error={form.error('subEmployee')}
    >
      <TextInput {...form.register('subEmployee')} autoComplete="off" list={list} />
      <datalist id={list}>
        {costCentres.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </datalist>
    </Field>
  );
}

function SuperiorField({
  form,
  companyId,
  initial,
}: {
  readonly form: EmployeeForm;
  readonly companyId: string;
  readonly initial: EmployeeSuperiorFragment | null;
}) {
  const t = useTranslations('employees', 'employeeFields');
  const [chosen, setChosen] = useState<EmployeeSuperiorFragment | null>(null);
  return (
    <Controller
      control={form.control}
      name="superiorId"
      render={({ field: { value, onChange } }) => (
        <Field label={t('employeeFields:superiorFullName')} optional hint={t('hint.superior')} error={form.error('superiorId')}>
          <SuperiorBox
            companyId={companyId}
            saysNone
            // The form only knows the id; its name is that of the choice, or what the form started with.
            value={[chosen, initial].find((superior) => superior?.id === value) ?? null}
            onChange={(superior) => {
              setChosen(superior);
              onChange(superior?.id ?? null);
            }}
          />
        </Field>
      )}
    />
  );
}
