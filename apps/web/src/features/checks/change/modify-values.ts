import type { CheckLocation, CheckTiming } from '@checkwell/domain/check/enums';
import { type CheckText, checkTextsFrom, type ModifyInput } from '@checkwell/domain/check/rules';
import type { CalendarDay } from '@checkwell/domain/clock';
import { phoneInField } from '../../../lib/forms/phone-field.ts';

/** null where the policy hides it from this person. */
type ReadableTexts = Readonly<Record<CheckText, string | null>>;

/** What of a check the form of a change shows. */
export interface ModifiableCheck extends ReadableTexts {
  readonly workerAddress: string;
  readonly workerPhoneNumber: string;
  readonly phoneNumber: string;
  readonly workerEmail: string;
  readonly incapacityStartDate: CalendarDay;
  readonly incapacityEndDate: CalendarDay;
  readonly checkLocation: CheckLocation;
  readonly checkTiming: CheckTiming;
  readonly authorizedExit: boolean;
}

/** Values of the form; a location that cannot be ordered (imported checks) must be chosen again. */
export type ModifyValues = Omit<ModifyInput, 'locationCheck'> & { readonly locationCheck: ModifyInput['locationCheck'] | undefined };

export function modifyValuesOf(check: ModifiableCheck): ModifyValues {
  return {
    workerAddress: check.workerAddress,
    workerPhoneNumber: phoneInField(check.workerPhoneNumber),
    phoneNumber: phoneInField(check.phoneNumber),
    workerEmail: check.workerEmail,
    startDate: check.incapacityStartDate,
    endDate: check.incapacityEndDate,
    locationCheck: check.checkLocation === 'Unknown' ? undefined : check.checkLocation,
    typeCheck: check.checkTiming,
    authorizedExit: check.authorizedExit,
    ...checkTextsFrom((name) => check[name] ?? ''),
  };
}

/** One value that somebody else changed while the form was open. */
export interface MeanwhileChange {
  readonly field: keyof ModifyValues;
  readonly before: ModifyValues[keyof ModifyValues];
  readonly after: ModifyValues[keyof ModifyValues];
}

/** What differs between the check as it was when the form opened and as it is now. */
export function changedMeanwhile(before: ModifiableCheck, after: ModifiableCheck): readonly MeanwhileChange[] {
  const [old, now] = [modifyValuesOf(before), modifyValuesOf(after)];
  return (Object.keys(old) as (keyof ModifyValues)[])
    .filter((field) => old[field] !== now[field])
    .map((field) => ({ field, before: old[field], after: now[field] }));
}
