// biome-ignore-all lint/a11y/noRedundantRoles: as cards on a phone the elements are no longer displayed as a table, and browsers then drop its roles.
import { GENDERS, WORKER_LANGUAGES } from '@checkwell/domain/people/enums';
import { ADDRESS_PARTS, IMPORT_FIELDS, type ImportTarget } from '@checkwell/domain/people/import';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Field } from '../../../ui/controls/Field.tsx';
import { Select } from '../../../ui/controls/Select.tsx';
import { type ImportPlan, planOf, withTarget } from './import-plan.ts';
import type { FileTable } from './read-table.ts';

interface ColumnsStepProps {
  readonly plan: ImportPlan;
  readonly tables: readonly FileTable[];
  /** Whether to say that no column has the employees' numbers, after an attempt to go on. */
  readonly missing: boolean;
  readonly onTable: (table: FileTable) => void;
  readonly onChange: (plan: ImportPlan) => void;
}

/** Asks which field each column of the file has. */
export function ColumnsStep({ plan, tables, missing, onTable, onChange }: ColumnsStepProps) {
  const t = useTranslations('employees');
  const enums = useTranslations('enums');
  const labels = useTargetLabels();
  const shown = tables.findIndex((table) => planOf(table).headings === plan.headings);
  const needsLanguage = !plan.mapping.includes('employeeLanguage');
  const needsGender = !plan.mapping.includes('employeeGender');
  const options = [
    ...IMPORT_FIELDS.map((value) => ({ value, label: labels(value) })),
    ...ADDRESS_PARTS.map((value) => ({ value, label: labels(value) })),
  ];
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 className="text-sm font-semibold">{t('import.columns.title')}</h2>
        <p className="mt-1 max-w-prose text-xs text-pretty text-muted">{t('import.columns.text')}</p>
      </div>
      {missing && (
        <Alert tone="danger" title={t('import.columns.numberMissing')}>
          {t('import.columns.numberWhy')}
        </Alert>
      )}
      {tables.length > 1 && (
        <Field label={t('import.columns.sheet')} className="sm:w-72">
          <Select
            value={String(shown)}
            options={tables.map(({ name }, index) => ({ value: String(index), label: name }))}
            onChange={(event) => {
              const table = tables[Number(event.currentTarget.value)];
              if (table) onTable(table);
            }}
          />
        </Field>
      )}
      <div className="overflow-x-auto rounded-lg border border-line">
        <table role="table" className="w-full text-xs max-sm:block sm:min-w-lg">
          <caption className="sr-only">{t('import.columns.title')}</caption>
          <thead role="rowgroup" className="bg-sunken text-left text-2xs text-muted max-sm:sr-only">
            <tr role="row">
              <th role="columnheader" scope="col" className="px-3 py-2 font-medium">
                {t('import.columns.column')}
              </th>
              <th role="columnheader" scope="col" className="px-3 py-2 font-medium">
                {t('import.columns.example')}
              </th>
              <th role="columnheader" scope="col" className="px-3 py-2 font-medium">
                {t('import.columns.field')}
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup" className="max-sm:block">
            {plan.headings.map((heading, column) => {
              const name = heading || t('import.columns.unnamed', { number: column + 1 });
              return (
                <tr
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by their position; headings may repeat.
                  key={column}
                  role="row"
                  className="border-t border-line max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-3 max-sm:p-3 max-sm:first:border-t-0"
                >
                  <th role="rowheader" scope="row" className="max-w-48 truncate px-3 py-1.5 text-left font-medium max-sm:p-0">
                    {name}
                  </th>
                  <td role="cell" className="max-w-56 truncate px-3 py-1.5 text-muted max-sm:min-w-0 max-sm:flex-1 max-sm:p-0">
                    {exampleOf(plan, column)}
                  </td>
                  <td role="cell" className="w-64 px-3 py-1.5 max-sm:mt-1.5 max-sm:w-full max-sm:p-0">
                    <Select
                      aria-label={t('import.columns.fieldOf', { column: name })}
                      value={plan.mapping[column] ?? ''}
                      placeholder={t('import.columns.unused')}
                      options={options}
                      onChange={(event) => onChange(withTarget(plan, column, (event.currentTarget.value || null) as ImportTarget | null))}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {(needsLanguage || needsGender) && (
        <fieldset className="flex flex-wrap gap-4">
          <legend className="mb-2 text-xs text-muted">{t('import.columns.fixed')}</legend>
          {needsLanguage && (
            <Field label={labels('employeeLanguage')} className="w-full sm:w-60">
              <Select
                value={plan.fixed.employeeLanguage ?? ''}
                placeholder={t('import.columns.asKnown')}
                options={WORKER_LANGUAGES.map((value) => ({ value, label: enums(`workerLanguage.${value}`) }))}
                onChange={(event) => onChange({ ...plan, fixed: fixedWith(plan, 'employeeLanguage', event.currentTarget.value) })}
              />
            </Field>
          )}
          {needsGender && (
            <Field label={labels('employeeGender')} className="w-full sm:w-60">
              <Select
                value={plan.fixed.employeeGender ?? ''}
                placeholder={t('import.columns.asKnown')}
                options={GENDERS.map((value) => ({ value, label: enums(`gender.${value}`) }))}
                onChange={(event) => onChange({ ...plan, fixed: fixedWith(plan, 'employeeGender', event.currentTarget.value) })}
              />
            </Field>
          )}
        </fieldset>
      )}
    </div>
  );
}

function fixedWith({ fixed }: ImportPlan, field: 'employeeLanguage' | 'employeeGender', value: string): ImportPlan['fixed'] {
  const { [field]: _old, ...others } = fixed;
  return value === '' ? others : { ...others, [field]: value };
}

/** The first value of the column. */
const exampleOf = ({ body }: ImportPlan, column: number): string => body.find((row) => row[column])?.[column] ?? '–';

/** Names of the fields as the employee's form has them. */
export function useTargetLabels(): (target: ImportTarget) => string {
  const t = useTranslations('employees', 'employeeFields');
  return (target) => {
    switch (target) {
      case 'street':
      case 'houseNumber':
      case 'box':
      case 'postcode':
      case 'town':
        return t(`import.target.${target}`);
      default:
        return t(`employeeFields:${target}`);
    }
  };
}
