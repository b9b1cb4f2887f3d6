import { type CheckField, checkSight } from '@checkwell/domain/check/fields';
import { earlyReturnDays } from '@checkwell/domain/check/price';
import { type Actor, roleIn, rolesOf } from '@checkwell/domain/policy';
import type { CheckView } from '../checks/checks.service.ts';
import type { NamedColumn, Words } from './words.ts';

type ColumnName = NamedColumn<CheckView>['id'];
/** A column tells of the field of its name; one of another name says of which. */
type ReportColumn = NamedColumn<CheckView> &
  (
    | { readonly id: ColumnName & CheckField; readonly of?: never }
    | { readonly id: Exclude<ColumnName, CheckField>; readonly of: CheckField }
  );

/**
 * Columns of the reports that this actor may see; what nobody shows them has no column at all (domain.md 4.6).
 * @param companyId that the list is narrowed to, if any
 */
export function reportColumns(actor: Actor, companyId: string | null | undefined, words: Words): readonly NamedColumn<CheckView>[] {
  const roles = companyId ? [roleIn(actor, companyId)] : rolesOf(actor);
  return allColumns(words).filter((column) => roles.some((role) => checkSight(fieldOf(column), role) !== false));
}

const fieldOf = (column: ReportColumn): CheckField => column.of ?? column.id;

/** Every field of a report in the specification's section 3, but the national number: see employees.table.ts. */
const allColumns = ({ label, system }: Words): readonly ReportColumn[] => [
  { id: 'workerFullName', type: 'text', value: ({ workerFullName }) => workerFullName, width: 26 },
  { id: 'workerExternalId', type: 'text', value: ({ workerExternalId }) => workerExternalId, width: 14 },
  { id: 'subEmployee', type: 'text', value: ({ subEmployee }) => subEmployee },
  { id: 'workerGender', type: 'text', value: ({ workerGender: value }) => value && label(`gender.${value}`), width: 12 },
  { id: 'workerLanguage', type: 'text', value: ({ workerLanguage: value }) => value && label(`workerLanguage.${value}`), width: 12 },
  { id: 'incapacityType', type: 'text', value: ({ incapacityType: value }) => value && label(`incapacityType.${value}`) },
  { id: 'certificateType', type: 'text', value: ({ certificateType: value }) => value && label(`certifType.${value}`) },
  { id: 'incapacityStartDate', type: 'date', value: ({ incapacityStartDate }) => incapacityStartDate },
  { id: 'incapacityEndDate', type: 'date', value: ({ incapacityEndDate }) => incapacityEndDate },
  { id: 'incapacityPercentage', type: 'number', value: ({ incapacityPercentage }) => incapacityPercentage },
  { id: 'checkOccurence', type: 'text', value: ({ checkOccurence: value }) => value && label(`checkOccurence.${value}`), width: 30 },
  {
    id: 'nonOperableReason',
    type: 'text',
    value: ({ nonOperableReason: value }) => value && label(`nonOperableReason.${value}`),
    width: 28,
  },
  { id: 'newIncapacityEndDate', type: 'date', value: ({ newIncapacityEndDate }) => newIncapacityEndDate },
  { id: 'earlyReturn', type: 'boolean', value: ({ earlyReturn }) => earlyReturn },
  {
    id: 'daysSaved',
    of: 'newIncapacityEndDate',
    type: 'number',
    value: ({ earlyReturn, incapacityEndDate, newIncapacityEndDate }) =>
      earlyReturn && incapacityEndDate !== null && newIncapacityEndDate !== null
        ? earlyReturnDays(incapacityEndDate, newIncapacityEndDate)
        : null,
  },
  { id: 'workerDisagreement', type: 'boolean', value: ({ workerDisagreement }) => workerDisagreement },
  { id: 'secondCheckNeeded', type: 'boolean', value: ({ secondCheckNeeded }) => secondCheckNeeded },
  { id: 'prolongationNeeded', type: 'boolean', value: ({ prolongationNeeded }) => prolongationNeeded },
  { id: 'checkTiming', type: 'text', value: ({ checkTiming }) => label(`checkTiming.${checkTiming}`) },
  { id: 'checkLocation', type: 'text', value: ({ checkLocation }) => label(`checkLocation.${checkLocation}`) },
  { id: 'checkDate', type: 'date', value: ({ checkDate }) => checkDate },
  { id: 'checkTime', type: 'text', value: ({ checkTime }) => checkTime, width: 10 },
  { id: 'examinationMinutes', type: 'number', value: ({ examinationMinutes }) => examinationMinutes },
  { id: 'doctorFullName', type: 'text', value: ({ doctorFullName }) => doctorFullName },
  { id: 'distanceToCheck', type: 'number', value: ({ distanceToCheck }) => distanceToCheck },
  { id: 'timeToCheck', type: 'number', value: ({ timeToCheck }) => timeToCheck },
  { id: 'accidentDate', type: 'date', value: ({ accidentDate }) => accidentDate },
  { id: 'accidentTime', type: 'text', value: ({ accidentTime }) => accidentTime, width: 10 },
  { id: 'injuryDifference', type: 'boolean', value: ({ injuryDifference }) => injuryDifference },
  { id: 'checkPlausibility', type: 'text', value: ({ checkPlausibility }) => label(`checkPlausibility.${checkPlausibility}`) },
  { id: 'companyTotalPrice', type: 'money', value: ({ companyTotalPrice }) => companyTotalPrice },
  { id: 'doctorTotalPrice', type: 'money', value: ({ doctorTotalPrice }) => doctorTotalPrice },
  { id: 'doctorTravelCosts', type: 'money', value: ({ doctorTravelCosts }) => doctorTravelCosts },
  { id: 'doctorExtraCosts', type: 'money', value: ({ doctorExtraCosts }) => doctorExtraCosts },
  { id: 'doctorReactivity', type: 'number', value: ({ doctorReactivity }) => doctorReactivity },
  { id: 'doctorEfficiency', type: 'number', value: ({ doctorEfficiency }) => doctorEfficiency },
  { id: 'archiveComment', type: 'text', value: ({ archiveComment }) => archiveComment, width: 40 },
  { id: 'providerComment', type: 'text', value: ({ providerComment }) => providerComment, width: 40 },
  { id: 'doctorComment', type: 'text', value: ({ doctorComment }) => doctorComment, width: 40 },
  // As the screen says it.
  { id: 'resultSentBy', type: 'text', value: ({ resultSentBy }) => (resultSentBy === 'system' ? system : resultSentBy) },
  { id: 'archivedAt', type: 'datetime', value: ({ archivedAt }) => archivedAt },
  { id: 'creationDate', type: 'datetime', value: ({ creationDate }) => creationDate },
  { id: 'modificationDate', type: 'datetime', value: ({ modificationDate }) => modificationDate },
  { id: 'checkSource', of: 'source', type: 'text', value: ({ source }) => label(`checkSource.${source}`) },
  { id: 'isRandom', type: 'boolean', value: ({ isRandom }) => isRandom },
  { id: 'superiorFullName', type: 'text', value: ({ superiorFullName }) => superiorFullName },
  { id: 'superiorEmail', type: 'text', value: ({ superiorEmail }) => superiorEmail, width: 28 },
  { id: 'superiorLg', type: 'text', value: ({ superiorLg: value }) => value && label(`interfaceLanguage.${value}`), width: 12 },
  { id: 'companyName', type: 'text', value: ({ companyName }) => companyName },
];
