import { addDays, type CalendarDay, dayOf, instantAt, isoWeekday, lengthInDays } from '@checkwell/domain/clock';
import type { CertificateType, IncapacityType } from '@checkwell/domain/certificate/enums';
import { isCheckable } from '@checkwell/domain/certificate/rules';
import { APPOINTMENT_MINUTES, SHORT_PERIOD_DAYS } from '@checkwell/domain/constants';
import type { CheckLocation, CheckOccurence, CheckTiming, NonOperableReason, ProblemReason } from '@checkwell/domain/check/enums';
import { archivedPrice, cancellationFee, doctorPay, priceOf } from '@checkwell/domain/check/price';
import type { Gender, WorkerLanguage } from '@checkwell/domain/people/enums';
import { searchTextOf } from '@checkwell/domain/people/search-text';
import { roadKm, travelMinutes } from '@checkwell/domain/planning/geo';
import type { Random } from './random.ts';

/**
 * Two years of absences of one employee and what became of the checks on them.
 * Shares and lengths are those of domain.md 3.2, anchored on public Belgian figures; the people are invented.
 */
export interface SeedEmployee {
  readonly id: string;
  readonly companyId: string;
  readonly matricule: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly gender: Gender;
  readonly language: WorkerLanguage;
  readonly phoneNumber: string;
  readonly address: string;
  readonly unit: string;
  readonly superiorId: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Doctors by distance, nearest first. */
  readonly doctors: readonly SeedDoctor[];
}
export interface SeedDoctor {
  readonly id: string;
  readonly fullName: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly locations: readonly CheckLocation[];
}
export interface SeedCompany {
  readonly id: string;
  readonly price: number;
  readonly control: number;
  readonly ordererIds: readonly string[];
  readonly plannerIds: readonly string[];
}
export type Row = Readonly<Record<string, unknown>>;
export interface HistoryRows {
  readonly certificates: Row[];
  readonly checks: Row[];
  readonly check_events: Row[];
}

/** Length of the generated past, in days. */
export const HISTORY_DAYS = 730;

const MONTH_WEIGHT = [1.15, 1.25, 1.1, 0.95, 0.95, 0.95, 0.75, 0.75, 1, 1.2, 1.1, 0.9];
const WEEKDAY_WEIGHT = [0, 1.35, 1.1, 1, 1, 0.85, 0.3, 0.2];
const HEAVIEST_DAY = 1.25 * 1.35;
const SPELLS_PER_DAY = 0.11 / 30.44 / 1.18;

const LENGTHS = { one: 24, few: 27, week: 26, fortnight: 12, month: 7, long: 4 };
const LENGTH_BOUNDS = { one: [1, 1], few: [2, 3], week: [4, 7], fortnight: [8, 14], month: [15, 30], long: [31, 120] } as const;
const INCAPACITY = {
  Illness: 83, PrivateAccident: 5, WorkAccident: 3.5, SurgicalIntervention: 3, Hospitalization: 1.5, MaternityLeave: 1.5,
  OccupationalIllness: 0.4, AccidentOnTheWayToWork: 0.6, PartialIncapacityToWork: 0.5, SickLeave: 0.5, SeriousIllness: 0.3, Unknown: 0.2,
} as const satisfies Partial<Record<IncapacityType, number>>;
const NON_OPERABLE = {
  NoDoctorFound: 34, WorkerResumed: 22, AddressNotFound: 9, NoContact: 5, Hospitalised: 8, WorkerAbroad: 4, WorkerMoved: 2,
  TooLateInPeriod: 9, ExcludedType: 4, Other: 3,
} as const satisfies Partial<Record<NonOperableReason, number>>;
const PROBLEMS = { AddressUnclear: 40, PhoneUnreachable: 35, DoctorUnavailable: 15, EmployerModification: 10 } as const satisfies Partial<Record<ProblemReason, number>>;

interface Period {
  readonly id: string;
  readonly startDate: CalendarDay;
  readonly endDate: CalendarDay;
  readonly type: CertificateType;
  readonly incapacity: IncapacityType;
  readonly authorizedExit: boolean;
  readonly createdAt: Date;
}

export interface HistoryContext {
  readonly random: Random;
  readonly now: Date;
  readonly company: SeedCompany;
  /** Agenda slots already taken by appointments that are still to come. */
  readonly takenSlots: Set<string>;
}

/** Adds the employee's certificates, checks and events to `rows`. */
export function addHistory(context: HistoryContext, employee: SeedEmployee, rows: HistoryRows): void {
  const { random, now } = context;
  const today = dayOf(now);
  let spells = poisson(random, SPELLS_PER_DAY * HISTORY_DAYS);
  let freeFrom = addDays(today, -HISTORY_DAYS);
  for (const startDate of spellStarts(random, today, spells)) {
    spells -= 1;
    if (startDate < freeFrom) continue;
    let period = firstPeriod(context, startDate);
    for (;;) {
      const launched = isCheckable(period.incapacity) && random.chance(context.company.control * orderedOftenAs(period));
      const checks = launched ? addChecks(context, employee, period, rows) : 0;
      rows.certificates.push(certificateRow(context, employee, period, checks > 0));
      freeFrom = addDays(period.endDate, 3);
      if (period.type === 'NoCertif' || !random.chance(0.2)) break;
      const next = prolongationOf(context, period);
      if (next.startDate > today) break;
      period = next;
    }
  }
}

/** Employers check longer absences more often: the most suitable moment only exists there (68 % of orders are Optimized). */
function orderedOftenAs({ startDate, endDate }: Period): number {
  return lengthInDays(startDate, endDate) <= SHORT_PERIOD_DAYS ? 0.56 : 1.72;
}

function poisson(random: Random, mean: number): number {
  let count = 0;
  for (let product = random.next(); product > Math.exp(-mean); product *= random.next()) count += 1;
  return count;
}

function spellStarts(random: Random, today: CalendarDay, count: number): readonly CalendarDay[] {
  const starts: CalendarDay[] = [];
  while (starts.length < count) {
    const day = addDays(today, -random.int(0, HISTORY_DAYS));
    const weight = (MONTH_WEIGHT[Number(day.slice(5, 7)) - 1] ?? 1) * (WEEKDAY_WEIGHT[isoWeekday(day)] ?? 1);
    if (random.next() * HEAVIEST_DAY < weight) starts.push(day);
  }
  return starts.sort();
}

function lengthOf(random: Random, type: CertificateType): number {
  if (type === 'NoCertif') return 1;
  const [from, to] = LENGTH_BOUNDS[random.weighted(LENGTHS)];
  return random.int(from, to);
}

function firstPeriod({ random, now }: HistoryContext, startDate: CalendarDay): Period {
  const incapacity = random.weighted(INCAPACITY);
  const type = incapacity === 'Illness' ? random.weighted({ FirstCertificate: 84, NoCertif: 10, Relapse: 4, Unknown: 2 }) : 'FirstCertificate';
  const days = incapacity === 'MaternityLeave' ? 105 : lengthOf(random, type);
  const createdAt = earliest(now, instantAt(addDays(startDate, random.chance(0.7) ? 0 : random.int(1, 2)), workTime(random)));
  return {
    id: random.uuid(createdAt),
    startDate,
    endDate: addDays(startDate, days - 1),
    type,
    incapacity,
    authorizedExit: random.chance(0.82),
    createdAt,
  };
}

function prolongationOf({ random, now }: HistoryContext, previous: Period): Period {
  const startDate = addDays(previous.endDate, 1);
  const createdAt = earliest(now, instantAt(startDate, workTime(random)));
  return {
    id: random.uuid(createdAt),
    startDate,
    endDate: addDays(startDate, lengthOf(random, 'Prolongation') - 1),
    type: 'Prolongation',
    incapacity: previous.incapacity,
    authorizedExit: previous.authorizedExit,
    createdAt,
  };
}

const earliest = (a: Date, b: Date): Date => (a < b ? a : b);
const workTime = (random: Random): string => `${String(random.int(7, 16)).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}`;

function certificateRow({ random, company }: HistoryContext, employee: SeedEmployee, period: Period, launched: boolean): Row {
  const declared = period.type === 'NoCertif' || random.chance(0.06);
  return {
    companyId: employee.companyId,
    id: period.id,
    employeeId: employee.id,
    superiorId: employee.superiorId,
    startDate: period.startDate,
    endDate: period.endDate,
    incapacityReason: period.incapacity,
    authorizedExit: period.authorizedExit,
    doctorName: declared ? '' : `Dr. ${random.pick(DOCTOR_NAMES)}`,
    entryType: declared ? 'ABSENCE_DECLARATION' : 'MEDICAL_CERTIFICATE',
    certifType: period.type,
    isCheckRequestLaunched: launched,
    // Images of the past stayed with the payroll system that these rows came from.
    source: random.chance(0.08) ? 'provider' : 'api',
    createdByProfileId: random.pick(company.ordererIds),
    createdAt: period.createdAt.toISOString(),
    searchText: searchTextOf(employee.firstName, employee.lastName, employee.matricule),
  };
}

const DOCTOR_NAMES = ['Vermeersch', 'Lefèvre', 'De Rycke', 'Paquet', 'Van Acker', 'Dumoulin', 'Sterckx', 'Hanssens', 'Colson', 'Goffin', 'Raes', 'Toussaint'];

interface Attempt {
  readonly creationDate: Date;
  readonly timing: CheckTiming;
  readonly location: CheckLocation;
  readonly parentCheckId: string | null;
}

/** Adds the check on a period, and the second one after some no-shows; answers how many came about. */
function addChecks(context: HistoryContext, employee: SeedEmployee, period: Period, rows: HistoryRows): number {
  const { random, now } = context;
  const ordered = instantAt(addDays(period.startDate, random.chance(0.75) ? 0 : 1), workTime(random));
  const creationDate = ordered < period.createdAt ? new Date(period.createdAt.getTime() + random.int(2, 90) * 60_000) : ordered;
  if (creationDate > now || dayOf(creationDate) > period.endDate) return 0;
  const short = lengthInDays(period.startDate, period.endDate) <= SHORT_PERIOD_DAYS;
  const first = addCheck(context, employee, period, rows, {
    creationDate,
    timing: short || random.chance(0.06) ? 'Immediate' : 'Optimized',
    location: period.authorizedExit ? random.weighted({ Office: 92, House: 4, Telecheck: 4 }) : random.weighted({ House: 90, Telecheck: 10 }),
    parentCheckId: null,
  });
  if (!first.missedAt || !random.chance(0.4)) return 1;
  const again = new Date(first.missedAt.getTime() + random.int(30, 240) * 60_000);
  if (again > now || dayOf(again) >= period.endDate) return 1;
  addCheck(context, employee, period, rows, { creationDate: again, timing: 'Immediate', location: 'Office', parentCheckId: first.id });
  return 2;
}

function addCheck(
  context: HistoryContext,
  employee: SeedEmployee,
  period: Period,
  rows: HistoryRows,
  attempt: Attempt,
): { readonly id: string; readonly missedAt: Date | null } {
  const { random, now, company, takenSlots } = context;
  const id = random.uuid(attempt.creationDate);
  const planned = slotOf(momentOf(random, period, attempt));
  const doctor = doctorFor(random, employee, attempt.location);
  const orderedBy = random.pick(company.ordererIds);
  const planner = random.pick(company.plannerIds);
  const km = attempt.location === 'Telecheck' ? null : Math.round(roadKm(employee, doctor) * 10) / 10;
  const timeline = new Timeline(random, employee.companyId, id);
  const price = priceOf({ contractPrice: company.price, checkLocation: attempt.location, checkDate: dayOf(planned) });
  const check: Record<string, unknown> = {
    companyId: employee.companyId,
    id,
    employeeId: employee.id,
    certificateId: null,
    superiorId: employee.superiorId,
    orderedByProfileId: orderedBy,
    parentCheckId: attempt.parentCheckId,
    source: random.weighted({ Web: 62, CertificateRow: 30, Api: 5, Phone: 3 }),
    isRandom: random.chance(0.03),
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
    workerExternalId: employee.matricule,
    subEmployee: employee.unit,
    latitude: employee.latitude,
    longitude: employee.longitude,
    geoPrecision: 'locality',
    searchText: searchTextOf(employee.firstName, employee.lastName, employee.matricule),
    incapacityStartDate: period.startDate,
    incapacityEndDate: period.endDate,
    incapacityType: period.incapacity,
    certificateType: period.type,
    incapacityPercentage: period.incapacity === 'PartialIncapacityToWork' ? 50 : 100,
    authorizedExit: period.authorizedExit,
    accidentDate: period.incapacity === 'WorkAccident' ? addDays(period.startDate, -1) : null,
    checkPlausibility: 'Unknown',
    checkTiming: attempt.timing,
    checkLocation: attempt.location,
    providerComment: '',
    doctorComment: '',
    doctorId: null,
    doctorFullName: '',
    doctorFoundAt: null,
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
    archivedAt: null,
    resultSentBy: '',
    companyTotalPrice: null,
    doctorTotalPrice: null,
    doctorTravelCosts: null,
    doctorExtraCosts: null,
    doctorReactivity: null,
    doctorEfficiency: null,
  };
  if (period.incapacity !== 'Unknown') check['certificateId'] = period.id;
  timeline.add('order', 'Reception', attempt.creationDate, 'employer', orderedBy);

  let missedAt: Date | null = null;
  const end = (at: Date, occurence: CheckOccurence, reason: NonOperableReason | null): void => {
    check['status'] = 'Archived';
    check['checkOccurence'] = occurence;
    check['nonOperableReason'] = reason;
    check['archivedAt'] = at.toISOString();
    check['resultSentBy'] = occurence === 'Deleted' ? '' : 'system';
    check['companyTotalPrice'] = archivedPrice({
      checkOccurence: occurence,
      nonOperableReason: reason,
      price,
      cancellationFee: cancellationFee({ price, appointmentStart: check['appointmentStart'] ? planned : null }, at),
    });
  };
  const plan = (at: Date): void => {
    timeline.add('startPlanning', 'Planning', at, 'planner', planner);
    check['status'] = 'Planning';
  };
  const schedule = (at: Date): void => {
    check['status'] = 'WaitingForCheck';
    check['doctorId'] = doctor.id;
    check['doctorFullName'] = doctor.fullName;
    check['doctorFoundAt'] = at.toISOString();
    check['doctorReactivity'] = Math.max(1, Math.round(Math.exp(random.normal(Math.log(28), 0.9))));
    check['appointmentStart'] = planned.toISOString();
    check['appointmentEnd'] = new Date(planned.getTime() + APPOINTMENT_MINUTES.default * 60_000).toISOString();
    check['distanceToCheck'] = km;
    check['timeToCheck'] = km === null ? null : travelMinutes(km);
    timeline.add('schedule', 'WaitingForCheck', at, 'planner', planner);
  };

  const planningAt = minutesAfter(attempt.creationDate, random.int(3, 40));
  const scheduledAt = earliest(minutesAfter(planningAt, random.int(8, 180)), minutesAfter(planned, -45));
  const outcome = random.weighted({ executed: 84, cancelled: 6, nonOperable: 9, deleted: 1 });
  if (planned > now) {
    // Still running: its stage follows from how long ago it was ordered.
    const stage = random.weighted({ reception: 6, planning: 20, problem: 8, scheduled: 66 });
    if (planningAt <= now && stage !== 'reception') {
      plan(planningAt);
      if (stage === 'problem') {
        const reason = random.weighted(PROBLEMS);
        check['status'] = 'ModificationProblem';
        check['problemReason'] = reason;
        check['problemOwner'] = reason === 'AddressUnclear' || reason === 'PhoneUnreachable' ? 'employer' : 'provider';
        timeline.add('reportProblem', 'ModificationProblem', earliest(now, minutesAfter(planningAt, 20)), 'planner', planner, reason);
      } else {
        const slot = `${doctor.id}|${planned.getTime()}`;
        if (scheduledAt <= now && scheduledAt > planningAt && !takenSlots.has(slot) && stage === 'scheduled') {
          takenSlots.add(slot);
          schedule(scheduledAt);
        }
      }
    }
  } else if (outcome === 'deleted') {
    const at = minutesAfter(attempt.creationDate, random.int(2, 60));
    end(at, 'Deleted', null);
    timeline.add('delete', 'Archived', at, 'planner', planner, 'Ordered twice');
  } else if (outcome === 'cancelled') {
    plan(planningAt);
    if (random.chance(0.5) && scheduledAt > planningAt) schedule(scheduledAt);
    const at = latest(minutesAfter(planned, -random.int(60, 900)), minutesAfter(latest(scheduledAt, planningAt), 5));
    end(at, 'Cancelled', null);
    timeline.add('cancel', 'Archived', at, 'employer', orderedBy, 'Worker announced the return');
  } else if (outcome === 'nonOperable') {
    const reason = random.weighted(NON_OPERABLE);
    plan(planningAt);
    if (reason !== 'NoDoctorFound' && reason !== 'TooLateInPeriod') schedule(latest(scheduledAt, minutesAfter(planningAt, 2)));
    const at = latest(planned, minutesAfter(latest(scheduledAt, planningAt), 10));
    end(at, 'NonOperable', reason);
    timeline.add('markNonOperable', 'Archived', at, 'planner', planner, reason);
  } else {
    plan(planningAt);
    schedule(latest(scheduledAt, minutesAfter(planningAt, 2)));
    const from = minutesAfter(planned, random.int(-4, 18));
    const minutes = Math.max(5, Math.round(random.normal(14, 5)));
    const to = minutesAfter(from, minutes);
    const occurence = occurenceOf(random, period, attempt);
    check['examinedFrom'] = from.toISOString();
    check['examinedTo'] = to.toISOString();
    if (occurence !== 'NoShow') check['examinationMinutes'] = minutes;
    if (occurence === 'NoCertifDenied') check['earlyReturn'] = true;
    const newEnd = newEndOf(random, period, attempt, occurence, dayOf(from));
    if (newEnd !== null) {
      check['newIncapacityEndDate'] = newEnd;
      check['earlyReturn'] = true;
      check['workerDisagreement'] = random.chance(0.06);
    } else {
      check['workerDisagreement'] = occurence !== 'NoShow' && random.chance(0.003);
      check['prolongationNeeded'] = occurence !== 'NoShow' && random.chance(0.08);
      check['secondCheckNeeded'] = occurence === 'NoShow' && random.chance(0.35);
    }
    check['doctorEfficiency'] = random.weighted({ '100': 70, '75': 22, '50': 8 });
    Object.assign(check, doctorPay({ checkLocation: attempt.location, distanceToCheck: km }));
    const at = minutesAfter(to, random.int(4, 110));
    end(at, occurence, null);
    timeline.add('recordResult', 'Archived', at, 'doctor', null);
    if (occurence === 'NoShow') missedAt = at;
  }
  check['version'] = timeline.events.length;
  check['modificationDate'] = timeline.events.at(-1)?.['at'];
  rows.checks.push(check);
  rows.check_events.push(...timeline.events);
  return { id, missedAt };
}

const minutesAfter = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000);
const latest = (a: Date, b: Date): Date => (a > b ? a : b);

/** When the check is (to be) done: Immediate within about a day, Optimized at about 60 % of the period. */
function momentOf(random: Random, period: Period, attempt: Attempt): Date {
  if (attempt.timing === 'Immediate') {
    const hours = Math.exp(random.normal(Math.log(21), 0.6));
    const wanted = minutesAfter(attempt.creationDate, Math.max(90, hours * 60));
    return reasonable(random, dayOf(wanted) > period.endDate ? instantAt(period.endDate, '17:00') : wanted, period, attempt);
  }
  const length = lengthInDays(period.startDate, period.endDate);
  const share = Math.min(0.9, Math.max(0.15, random.normal(0.6, 0.15)));
  const offset = Math.min(length - 2, Math.max(1, Math.round(share * length)));
  const day = addDays(period.startDate, offset);
  const ordered = dayOf(attempt.creationDate);
  return reasonable(random, instantAt(day > ordered ? day : addDays(ordered, 1), '12:00'), period, attempt);
}

/** The nearest working day of the period within reasonable hours; checks at weekends are rare. */
function reasonable(random: Random, wanted: Date, period: Period, attempt: Attempt): Date {
  const ordered = dayOf(attempt.creationDate);
  let day = dayOf(wanted);
  if (isoWeekday(day) >= 6 && !random.chance(0.02)) {
    const monday = addDays(day, 8 - isoWeekday(day));
    const friday = addDays(day, 5 - isoWeekday(day));
    if (monday <= period.endDate) day = monday;
    else if (friday >= ordered) day = friday;
  }
  if (day > period.endDate) day = period.endDate;
  const time = `${String(random.int(8, 18)).padStart(2, '0')}:${random.pick(['00', '20', '40'])}`;
  const at = instantAt(day, time);
  return at > minutesAfter(attempt.creationDate, 60) ? at : slotOf(minutesAfter(attempt.creationDate, random.int(90, 180)));
}

/** Agenda slots of 20 minutes keep appointments from overlapping. */
function slotOf(at: Date): Date {
  const slot = APPOINTMENT_MINUTES.default * 60_000;
  return new Date(Math.ceil(at.getTime() / slot) * slot);
}

function doctorFor(random: Random, employee: SeedEmployee, location: CheckLocation): SeedDoctor {
  const suitable = employee.doctors.filter((doctor) => doctor.locations.includes(location));
  // Mostly one of the nearest: busy practices pass a mission on.
  const rank = Math.min(suitable.length - 1, Math.floor(Math.abs(random.normal(0, 1.6))));
  return suitable[rank] ?? random.pick(employee.doctors);
}

function occurenceOf(random: Random, period: Period, attempt: Attempt): CheckOccurence {
  const noShow = attempt.location === 'House' ? 0.16 : attempt.location === 'Telecheck' ? 0.06 : 0.1;
  if (random.chance(noShow)) return 'NoShow';
  if (attempt.parentCheckId !== null) return 'YesSecondCheck';
  if (period.type === 'NoCertif') return random.chance(0.8) ? 'NoCertifConfirmed' : 'NoCertifDenied';
  return attempt.location === 'House' ? 'YesPatientHome' : 'Yes';
}

/** New last day of incapacity, when the doctor shortens the period; null when it stands. */
function newEndOf(random: Random, period: Period, attempt: Attempt, occurence: CheckOccurence, examined: CalendarDay): CalendarDay | null {
  if (occurence === 'NoShow' || occurence === 'NoCertifConfirmed' || occurence === 'NoCertifDenied') return null;
  const share = attempt.timing === 'Optimized' && attempt.location === 'Office' ? 0.125 : 0.08;
  if (!random.chance(share)) return null;
  const mostDays = lengthInDays(examined, period.endDate);
  if (mostDays < 1) return null;
  const gain = Math.min(mostDays, Math.max(1, Math.round(Math.exp(random.normal(Math.log(3), 1.08)))));
  return addDays(period.endDate, -gain);
}

/** The events of one check: each transition raises the version by one. */
class Timeline {
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

  add(action: string, toStatus: string, at: Date, actorKind: string, actorProfileId: string | null, reason = ''): void {
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
      details: {},
    });
    this.#status = toStatus;
  }
}
