import type { CertificateType, IncapacityType } from '@checkwell/domain/certificate/enums';
import type { CheckLocation, CheckTiming } from '@checkwell/domain/check/enums';
import { locationAllowed } from '@checkwell/domain/check/rules';
import type { CalendarDay } from '@checkwell/domain/clock';
import type { Gender, WorkerLanguage } from '@checkwell/domain/people/enums';

/** What drafts of a check hold as typed, whoever orders it: a client or a visitor. */

/** Who is to be checked. */
export interface WorkerDraft {
  readonly workerFirstName: string;
  readonly workerLastName: string;
  readonly workerAddress: string;
  readonly workerPhoneNumber: string;
  /** Empty until chosen. */
  readonly workerGender: Gender | '';
  readonly workerLanguage: WorkerLanguage | '';
  readonly phoneNumber: string;
}

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
export interface IncapacityDraft {
  readonly startDate: CalendarDay | '';
  readonly endDate: CalendarDay | '';
  readonly incapacityType: IncapacityType | '';
  readonly certificateType: CertificateType | '';
  readonly accidentDate: CalendarDay | null;
  readonly accidentTime: string | null;
  readonly incapacityPercentage: number | null;
  /** null until answered. */
  readonly authorizedExit: boolean | null;
  readonly locationCheck: CheckLocation | '';
  readonly typeCheck: CheckTiming | '';
}

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
    locationCheck: values.locationCheck === 'Unknown' ? undefined : values.locationCheck || undefined,
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
