import { CHECK_FIELD_NAMES, CHECK_FIELDS, type CheckField, type CheckFieldRule, checkVisibility } from '@checkwell/domain/check/fields';
import { savedDays } from '@checkwell/domain/check/result/outcome';
import { type FieldKind, isEnumKind } from '@checkwell/domain/fields';
import { type Actor, roleIn, rolesOf } from '@checkwell/domain/policy';
import type { EnumKey } from '@checkwell/messages/completeness';
import type { TableColumn } from '../../platform/export/export.ts';
import type { CheckView } from '../checks/checks.service.ts';
import type { ExportTexts } from './exports-texts.ts';

/** Fields with a column: those of CHECK_FIELDS that say so, in its order. */
type ColumnField = {
  [Name in CheckField]: (typeof CHECK_FIELDS)[Name] extends { readonly column: true | number } ? Name : never;
}[CheckField];
const hasColumn = (name: CheckField): name is ColumnField => (CHECK_FIELDS[name] as CheckFieldRule).column !== undefined;
/** What is read of each report. */
export const COLUMN_FIELDS = CHECK_FIELD_NAMES.filter(hasColumn);

/**
 * Columns of the reports that this actor may see; what nobody shows them has no column at all (domain.md 4.6). The national number has
 * none: see employees.table.ts.
 * @param companyId that the list is narrowed to, if any
 */
export function reportColumns(actor: Actor, companyId: string | null | undefined, texts: ExportTexts): readonly TableColumn<CheckView>[] {
  const roles = companyId ? [roleIn(actor, companyId)] : rolesOf(actor);
  return COLUMN_FIELDS.filter((name) => roles.some((role) => checkVisibility(name, role) !== false)).flatMap((name) =>
    name === 'earlyReturn' ? [columnOf(name, texts), daysSaved(texts)] : [columnOf(name, texts)],
  );
}

const daysSaved = ({ checkLabel }: ExportTexts): TableColumn<CheckView> => ({
  id: 'daysSaved',
  header: checkLabel('daysSaved'),
  type: 'number',
  value: ({ checkOccurence, earlyReturn, incapacityEndDate, newIncapacityEndDate }) =>
    earlyReturn && incapacityEndDate !== null ? savedDays({ checkOccurence, earlyReturn, incapacityEndDate, newIncapacityEndDate }) : null,
});

type ColumnType = TableColumn<CheckView>['type'];
/** Enumerations are columns of text. */
const COLUMN_TYPES: { readonly [Kind in FieldKind]?: ColumnType } = {
  day: 'date',
  instant: 'datetime',
  yesNo: 'boolean',
  number: 'number',
  km: 'number',
  minutes: 'number',
  percent: 'number',
  money: 'money',
};
const UNITS: { readonly [Kind in FieldKind]?: string } = { km: 'km', minutes: 'min', percent: '%', money: 'EUR' };

function columnOf(name: ColumnField, { checkLabel, label, sender }: ExportTexts): TableColumn<CheckView> {
  const { kind, column } = CHECK_FIELDS[name];
  const unit = UNITS[kind];
  const textOf = (value: string): string => {
    // The type of the view says that the value is one of the enumeration.
    if (isEnumKind(kind)) return label(`${kind}.${value}` as EnumKey);
    return kind === 'sender' ? sender(value) : value;
  };
  return {
    id: name,
    header: unit === undefined ? checkLabel(name) : `${checkLabel(name)} (${unit})`,
    type: COLUMN_TYPES[kind] ?? 'text',
    value: (check: CheckView) => {
      const value = check[name];
      return typeof value === 'string' && value !== '' ? textOf(value) : value;
    },
    ...(column !== true && { width: column }),
    // Type and value follow from the same kind.
  } as TableColumn<CheckView>;
}
