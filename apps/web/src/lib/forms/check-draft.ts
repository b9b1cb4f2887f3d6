import { type CheckText, locationAllowed } from '@checkwell/domain/check/rules';
import type { OneShotInput } from '@checkwell/domain/one-shot/rules';

/** What drafts of a check hold as typed, regardless of who orders it: a client or a visitor. */

/** A value as typed: a choice is '' until it is made, what is no text null. */
type Typed<Value> = Value extends string ? (string extends Value ? Value : Value | '') : Value | null;
/** The values of a step as typed. A field that its rule has and a draft has not does not compile. */
export type DraftOf<Input> = { readonly [Field in keyof Input]: Typed<Input[Field]> };

/** Who is to be checked. */
export type WorkerDraft = DraftOf<OneShotInput['worker']>;

export const NO_WORKER_DRAFT: WorkerDraft = {
  workerFirstName: '',
  workerLastName: '',
  workerAddress: '',
  workerPhoneNumber: '',
  workerGender: '',
  workerLanguage: '',
  phoneNumber: '',
};

/** The incapacity, and where and when it should be checked. */
export type IncapacityDraft = Omit<DraftOf<OneShotInput['incapacity']>, CheckText>;

export const NO_INCAPACITY_DRAFT: IncapacityDraft = {
  startDate: '',
  endDate: '',
  incapacityType: '',
  certificateType: '',
  accidentDate: null,
  accidentTime: null,
  incapacityPercentage: null,
  authorizedExit: null,
  locationCheck: '',
  typeCheck: '',
};

/** A draft as a form begins with it: what was not chosen is `undefined` there. */
export function incapacityDefaults<Values extends IncapacityDraft>(values: Values) {
  return {
    ...values,
    incapacityType: values.incapacityType || undefined,
    certificateType: values.certificateType || undefined,
    authorizedExit: values.authorizedExit ?? undefined,
    locationCheck: values.locationCheck || undefined,
    typeCheck: values.typeCheck || undefined,
  };
}

type Loose<Values> = { readonly [Field in keyof Values]?: Values[Field] | null | undefined };

/** What the form of the step holds, as the draft keeps it. */
export function incapacityDraft<Rest extends object>(
  changed: Rest & Loose<IncapacityDraft>,
): Omit<Rest, keyof IncapacityDraft> & IncapacityDraft {
  return {
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
  };
}

interface WithLocation {
  readonly worker: Pick<WorkerDraft, 'phoneNumber'>;
  readonly incapacity: Pick<IncapacityDraft, 'locationCheck'>;
}

/** Whether the chosen location, if any, goes with the GSM number (specification, section 5). */
export function locationFits({ worker, incapacity }: WithLocation): boolean {
  return incapacity.locationCheck === '' || locationAllowed(incapacity.locationCheck, worker.phoneNumber);
}

/** A location chosen before the GSM number went away is no choice any more. */
export function settledLocation<Draft extends WithLocation>(draft: Draft): Draft {
  return locationFits(draft) ? draft : { ...draft, incapacity: { ...draft.incapacity, locationCheck: '' } };
}
