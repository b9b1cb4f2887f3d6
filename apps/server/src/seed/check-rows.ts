import { isDeclaredAccident } from '@checkwell/domain/check/incapacity-facts';
import { addDays } from '@checkwell/domain/clock';
import { foldText } from '@checkwell/domain/people/search-text';
import type { Attempt, Period, SeedEmployee } from './history-types.ts';
import type { Random } from './random.ts';
import { workTime } from './times.ts';

/** One employee in three has one. It comes from the phone number, not from `random`, so that all other rows of the demo stay the same. */
const privateEmailOf = ({ firstName, lastName, phoneNumber }: SeedEmployee): string =>
  Number(phoneNumber.at(-1)) % 3 === 0 ? `${foldText(`${firstName}.${lastName}`).replaceAll(/[^a-z.]/g, '')}@prive.example` : '';

/** The row of a check right after its order. */
export function orderedRow(
  random: Random,
  employee: SeedEmployee,
  period: Period,
  attempt: Attempt,
  { id, orderedBy, price }: { readonly id: string; readonly orderedBy: string; readonly price: number },
): Record<string, unknown> {
  const source = random.weighted({ Web: 62, CertificateRow: 30, Api: 5, Phone: 3 });
  return {
    companyId: employee.companyId,
    id,
    employeeId: employee.id,
    certificateId: period.id,
    superiorId: employee.superiorId,
    orderedByProfileId: orderedBy,
    parentCheckId: attempt.parentCheckId,
    source,
    isRandom: source === 'Api' && random.chance(0.6),
    status: 'Reception',
    problemReason: null,
    problemOwner: null,
    problemComment: '',
    creationDate: attempt.creationDate.toISOString(),
    workerFirstName: employee.firstName,
    workerLastName: employee.lastName,
    workerGender: employee.gender,
    workerLanguage: employee.language,
    workerAddress: employee.address,
    workerPhoneNumber: employee.phoneNumber,
    phoneNumber: employee.phoneNumber,
    workerEmail: privateEmailOf(employee),
    workerExternalId: employee.matricule,
    subEmployee: employee.unit,
    latitude: employee.latitude,
    longitude: employee.longitude,
    geoPrecision: 'locality',
    searchText: employee.searchText,
    incapacityStartDate: period.startDate,
    incapacityEndDate: period.endDate,
    incapacityType: period.incapacity,
    certificateType: period.type,
    incapacityPercentage: period.incapacity === 'PartialIncapacityToWork' ? random.pick([20, 25, 50, 60, 75]) : 100,
    authorizedExit: period.authorizedExit,
    ...accidentOf(random, period),
    injuryDifference: null,
    checkPlausibility: 'Unknown',
    checkTiming: attempt.timing,
    checkLocation: attempt.location,
    providerComment: '',
    doctorComment: '',
    doctorId: null,
    doctorFullName: '',
    doctorFoundAt: null,
    employeeTold: null,
    appointmentStart: null,
    appointmentEnd: null,
    examinedFrom: null,
    examinedTo: null,
    distanceToCheck: null,
    timeToCheck: null,
    examinationMinutes: null,
    checkOccurence: null,
    newIncapacityEndDate: null,
    earlyReturn: false,
    secondCheckNeeded: false,
    prolongationNeeded: false,
    workerDisagreement: false,
    nonOperableReason: null,
    archiveComment: '',
    commentReview: 'NotNeeded',
    releasedComment: null,
    archivedAt: null,
    resultSentBy: '',
    companyTotalPrice: price,
    doctorTotalPrice: null,
    doctorTravelCosts: null,
    doctorExtraCosts: null,
    doctorReactivity: null,
    doctorEfficiency: null,
  };
}

/** The declared accident: mostly on the day before the incapacity, else on its first day. */
function accidentOf(random: Random, { incapacity, startDate }: Period) {
  if (!isDeclaredAccident(incapacity)) return { accidentDate: null, accidentTime: null };
  return { accidentDate: addDays(startDate, random.chance(0.6) ? -1 : 0), accidentTime: workTime(random) };
}

/** Collects the events of one check. Each event raises the version by one. */
export class Timeline {
  readonly events: Record<string, unknown>[] = [];
  #status: string | null = null;
  readonly #random: Random;
  readonly #companyId: string;
  readonly #checkId: string;

  constructor(random: Random, companyId: string, checkId: string) {
    this.#random = random;
    this.#companyId = companyId;
    this.#checkId = checkId;
  }

  add(action: string, toStatus: string, at: Date, actorKind: string, actorProfileId: string | null, reason = '', details = {}): void {
    this.events.push({
      companyId: this.#companyId,
      id: this.#random.uuid(at),
      checkId: this.#checkId,
      at: at.toISOString(),
      actorKind,
      actorProfileId,
      action,
      fromStatus: this.#status,
      toStatus,
      version: this.events.length + 1,
      reason,
      details,
    });
    this.#status = toStatus;
  }
}
