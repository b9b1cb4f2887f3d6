import type { CertificateSource, CertificateType, IncapacityType } from '@checkwell/domain/certificate/enums';
import { isCheckable } from '@checkwell/domain/certificate/rules';
import {
  type CheckLocation,
  type CheckOccurence,
  type CheckTiming,
  type CommentReview,
  NON_OPERABLE_REASONS,
  type NonOperableReason,
  type ProblemReason,
} from '@checkwell/domain/check/enums';
import { isDeclaredAccident } from '@checkwell/domain/check/incapacity-facts';
import { archivedPrice, cancellationFee, doctorPay, priceOf } from '@checkwell/domain/check/price';
import { addDays, type CalendarDay, dayOf, daysBetween, instantAt, isoWeekday, lengthInDays, timeOf } from '@checkwell/domain/clock';
import { APPOINTMENT_MINUTES, REASONABLE_HOURS, SHORT_PERIOD_DAYS } from '@checkwell/domain/constants';
import type { Gender, WorkerLanguage } from '@checkwell/domain/people/enums';
import { roadKm, travelMinutes } from '@checkwell/domain/planning/geo';
import type { CertificateFacts } from './certificate-pdf.ts';
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
  readonly searchText: string;
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
/** The document of a certificate, before it is written. */
export interface SeedDocument {
  readonly companyId: string;
  readonly id: string;
  readonly facts: CertificateFacts;
  readonly uploadedByProfileId: string;
  readonly createdAt: Date;
}

export interface HistoryRows {
  readonly certificates: Row[];
  readonly documents: SeedDocument[];
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
  Illness: 83,
  PrivateAccident: 5,
  WorkAccident: 3.5,
  SurgicalIntervention: 3,
  Hospitalization: 1.5,
  MaternityLeave: 1.5,
  OccupationalIllness: 0.4,
  AccidentOnTheWayToWork: 0.6,
  PartialIncapacityToWork: 0.5,
  SickLeave: 0.5,
  SeriousIllness: 0.3,
  Unknown: 0.2,
} as const satisfies Partial<Record<IncapacityType, number>>;
const NON_OPERABLE = {
  NoDoctorFound: 34,
  WorkerResumed: 22,
  AddressNotFound: 9,
  NoContact: 5,
  Hospitalised: 8,
  WorkerAbroad: 4,
  WorkerMoved: 2,
  TooLateInPeriod: 9,
  ExcludedType: 4,
  Other: 3,
} as const satisfies Partial<Record<NonOperableReason, number>>;
const PROBLEMS = { AddressUnclear: 40, PhoneUnreachable: 35, DoctorUnavailable: 15, EmployerModification: 10 } as const satisfies Partial<
  Record<ProblemReason, number>
>;

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
  /** How many documents may still be made. */
  readonly documents: { left: number };
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
      const certificate = certificateRow(context, employee, period, { launched: checks > 0, documents: rows.documents });
      // An order that was withdrawn gives its certificate back, as in the product.
      const stands = rows.checks.slice(-checks || rows.checks.length).some(({ checkOccurence }) => !isWithdrawn(checkOccurence));
      rows.certificates.push({ ...certificate, isCheckRequestLaunched: checks > 0 && stands });
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
  const type =
    incapacity === 'Illness' ? random.weighted({ FirstCertificate: 84, NoCertif: 10, Relapse: 4, Unknown: 2 }) : 'FirstCertificate';
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

/** Images are there for nearly all that is recent; older certificates came from the payroll system, which passes none on. */
const IMAGE_DAYS = 30;

const isWithdrawn = (occurence: unknown): boolean => occurence === 'Cancelled' || occurence === 'Deleted';

function certificateRow(
  context: HistoryContext,
  employee: SeedEmployee,
  period: Period,
  { launched, documents }: { readonly launched: boolean; readonly documents: SeedDocument[] },
): Row {
  const { random, company, now } = context;
  const declared = period.type === 'NoCertif' || random.chance(0.06);
  const doctorName = declared ? '' : `Dr. ${random.pick(DOCTOR_NAMES)}`;
  const createdByProfileId = random.pick(company.ordererIds);
  const recent = period.endDate >= addDays(dayOf(now), -IMAGE_DAYS);
  // A few came from the payroll system ahead of their image: nobody is checked on them before it is there.
  const isAwaited = !launched && random.chance(0.08);
  const documentId = recent && !declared && !isAwaited && context.documents.left > 0 ? random.uuid(period.createdAt) : null;
  if (documentId !== null) {
    context.documents.left -= 1;
    documents.push({
      companyId: employee.companyId,
      id: documentId,
      facts: factsOf(employee, period, doctorName),
      uploadedByProfileId: createdByProfileId,
      createdAt: period.createdAt,
    });
  }
  return {
    companyId: employee.companyId,
    id: period.id,
    employeeId: employee.id,
    superiorId: employee.superiorId,
    startDate: period.startDate,
    endDate: period.endDate,
    incapacityReason: period.incapacity,
    authorizedExit: period.authorizedExit,
    doctorName,
    entryType: declared ? 'ABSENCE_DECLARATION' : 'MEDICAL_CERTIFICATE',
    certifType: period.type,
    isCheckRequestLaunched: launched,
    documentId,
    source: sourceOf(random, recent && (declared || documentId !== null)),
    createdByProfileId,
    createdAt: period.createdAt.toISOString(),
    searchText: employee.searchText,
  };
}

/** Entered here, by the provider's team or by the employer, or taken over from the payroll system. */
const sourceOf = (random: Random, entered: boolean): CertificateSource =>
  !entered ? 'api' : random.chance(0.08) ? 'provider' : 'employer';

/** What the treating doctor wrote; signed on the first day, or when the certificate came in if that was before. */
function factsOf(employee: SeedEmployee, period: Period, doctorName: string): CertificateFacts {
  return {
    firstName: employee.firstName,
    lastName: employee.lastName,
    address: employee.address,
    language: employee.language,
    startDate: period.startDate,
    endDate: period.endDate,
    signedOn: addDays(period.startDate, -Math.max(0, daysBetween(dayOf(period.createdAt), period.startDate))),
    incapacity: period.incapacity,
    isProlongation: period.type === 'Prolongation',
    authorizedExit: period.authorizedExit,
    doctorName,
  };
}

const DOCTOR_NAMES = [
  'Vermeersch',
  'Lefèvre',
  'De Rycke',
  'Paquet',
  'Van Acker',
  'Dumoulin',
  'Sterckx',
  'Hanssens',
  'Colson',
  'Goffin',
  'Raes',
  'Toussaint',
];

interface Attempt {
  readonly creationDate: Date;
  readonly timing: CheckTiming;
  readonly location: CheckLocation;
  readonly parentCheckId: string | null;
}

/** Adds the check on a period, and the second one after some no-shows; answers how many came about. */
function addChecks(context: HistoryContext, employee: SeedEmployee, period: Period, rows: HistoryRows): number {
  const { random, now } = context;
  const ordered = instantAt(addDays(period.startDate, orderOffset(random, period)), workTime(random));
  const creationDate = ordered < period.createdAt ? new Date(period.createdAt.getTime() + random.int(2, 90) * 60_000) : ordered;
  if (creationDate > now || dayOf(creationDate) > period.endDate) return 0;
  const short = lengthInDays(period.startDate, period.endDate) <= SHORT_PERIOD_DAYS;
  const first = addCheck(context, employee, period, rows, {
    creationDate,
    timing: short || random.chance(0.06) ? 'Immediate' : 'Optimized',
    location: period.authorizedExit
      ? random.weighted({ Office: 92, House: 4, Telecheck: 4 })
      : random.weighted({ House: 90, Telecheck: 10 }),
    parentCheckId: null,
  });
  if (!first.missedAt || !random.chance(0.4)) return 1;
  const again = new Date(first.missedAt.getTime() + random.int(30, 240) * 60_000);
  if (again > now || dayOf(again) >= period.endDate) return 1;
  addCheck(context, employee, period, rows, { creationDate: again, timing: 'Immediate', location: 'Office', parentCheckId: first.id });
  return 2;
}

/** Days after the start on which the order comes: at once for most; a long absence is checked later, and ordered when that day is near. */
function orderOffset(random: Random, { startDate, endDate }: Period): number {
  const length = lengthInDays(startDate, endDate);
  const soon = random.chance(0.75) ? 0 : 1;
  return length <= LONG_DAYS ? soon : Math.max(soon, Math.round(OPTIMUM * length) - random.int(3, 12));
}

/** Where in the period an optimised check lies on average, and how far ahead it is planned at most. */
const OPTIMUM = 0.6;
const LONG_DAYS = 14;

/** A check on its way through life: its row, its timeline, and what happens to both. */
class Story {
  readonly row: Record<string, unknown>;
  readonly timeline: Timeline;
  readonly context: HistoryContext;
  readonly period: Period;
  readonly attempt: Attempt;
  planned: Date;
  readonly planningAt: Date;
  readonly scheduledAt: Date;
  readonly orderedBy: string;
  readonly planner: string;
  readonly #doctor: SeedDoctor;
  readonly #km: number | null;
  readonly #price: number;

  constructor(context: HistoryContext, employee: SeedEmployee, period: Period, attempt: Attempt) {
    const { random, company } = context;
    const id = random.uuid(attempt.creationDate);
    this.context = context;
    this.period = period;
    this.attempt = attempt;
    this.planned = slotOf(momentOf(random, period, attempt));
    this.#doctor = doctorFor(random, employee, attempt.location);
    this.orderedBy = random.pick(company.ordererIds);
    this.planner = random.pick(company.plannerIds);
    this.#km = attempt.location === 'Telecheck' ? null : roadKm(employee, this.#doctor);
    const priceOn = (checkDate: CalendarDay | null): number =>
      priceOf({ contractPrice: company.price, checkLocation: attempt.location, checkDate });
    this.#price = priceOn(dayOf(this.planned));
    this.planningAt = minutesAfter(attempt.creationDate, random.int(3, 40));
    this.scheduledAt = latest(
      earliest(minutesAfter(this.planningAt, random.int(8, 180)), minutesAfter(this.planned, -45)),
      minutesAfter(this.planningAt, 2),
    );
    this.row = orderedRow(random, employee, period, attempt, { id, orderedBy: this.orderedBy, price: priceOn(null) });
    this.timeline = new Timeline(random, employee.companyId, id);
    this.timeline.add('order', 'Reception', attempt.creationDate, 'employer', this.orderedBy);
  }

  plan(): void {
    this.timeline.add('startPlanning', 'Planning', this.planningAt, 'planner', this.planner);
    this.row.status = 'Planning';
  }

  schedule(): void {
    const { random } = this.context;
    Object.assign(this.row, {
      status: 'WaitingForCheck',
      doctorId: this.#doctor.id,
      doctorFullName: this.#doctor.fullName,
      doctorFoundAt: this.scheduledAt.toISOString(),
      doctorReactivity: Math.max(1, Math.round(Math.exp(random.normal(Math.log(28), 0.9)))),
      appointmentStart: this.planned.toISOString(),
      appointmentEnd: minutesAfter(this.planned, APPOINTMENT_MINUTES.default).toISOString(),
      distanceToCheck: this.#km,
      timeToCheck: this.#km === null ? null : travelMinutes(this.#km),
      companyTotalPrice: this.#price,
    });
    this.timeline.add('schedule', 'WaitingForCheck', this.scheduledAt, 'planner', this.planner);
  }

  /** Takes the doctor's slot of a coming appointment, or the next free one of that day; false when there is none. */
  takeSlot(): boolean {
    const { takenSlots } = this.context;
    const nameOf = (at: Date): string => `${this.#doctor.id}|${at.getTime()}`;
    let at = this.planned;
    while (takenSlots.has(nameOf(at))) at = minutesAfter(at, APPOINTMENT_MINUTES.default);
    if (dayOf(at) !== dayOf(this.planned) || timeOf(minutesAfter(at, APPOINTMENT_MINUTES.default)) > REASONABLE_HOURS.to) return false;
    takenSlots.add(nameOf(at));
    this.planned = at;
    return true;
  }

  examined(from: Date, to: Date, occurence: CheckOccurence): void {
    this.row.examinedFrom = from.toISOString();
    this.row.examinedTo = to.toISOString();
    this.row.examinationMinutes = occurence === 'NoShow' ? null : Math.round((to.getTime() - from.getTime()) / 60_000);
    Object.assign(this.row, doctorPay({ checkLocation: this.attempt.location, distanceToCheck: this.#km }));
  }

  /** The doctor's own words: those of the last days still wait for a planner, who releases nearly all (check/comment-gate.ts). */
  remark(at: Date, kind: keyof typeof REMARKS): void {
    const { random, now } = this.context;
    const archiveComment = random.pick(REMARKS[kind][this.row.workerLanguage === 'FR' ? 'fr' : 'nl']);
    const commentReview: CommentReview = at > minutesAfter(now, -REVIEW_MINUTES) ? 'Waiting' : random.chance(0.9) ? 'Released' : 'Withheld';
    Object.assign(this.row, { archiveComment, commentReview, releasedComment: commentReview === 'Released' ? archiveComment : null });
  }

  end(at: Date, occurence: CheckOccurence, reason: NonOperableReason | null = null): void {
    const appointmentStart = this.row.appointmentStart === null ? null : this.planned;
    Object.assign(this.row, {
      status: 'Archived',
      checkOccurence: occurence,
      nonOperableReason: reason,
      archivedAt: at.toISOString(),
      resultSentBy: occurence === 'Deleted' ? '' : 'system',
      companyTotalPrice: archivedPrice({
        checkOccurence: occurence,
        nonOperableReason: reason,
        price: this.#price,
        cancellationFee: cancellationFee({ price: this.#price, appointmentStart }, at),
      }),
    });
  }
}

function addCheck(
  context: HistoryContext,
  employee: SeedEmployee,
  period: Period,
  rows: HistoryRows,
  attempt: Attempt,
): { readonly id: string; readonly missedAt: Date | null } {
  const story = new Story(context, employee, period, attempt);
  const outcome = context.random.weighted({ executed: 84, cancelled: 6, nonOperable: 9, deleted: 1 });
  let missedAt: Date | null = null;
  if (story.planned > minutesAfter(context.now, -REPORT_MINUTES)) tellRunning(story);
  else if (outcome === 'deleted') tellDeleted(story);
  else if (outcome === 'cancelled') tellCancelled(story);
  else if (outcome === 'nonOperable') tellNonOperable(story);
  else missedAt = tellExecuted(story);
  const { events } = story.timeline;
  rows.checks.push({ ...story.row, version: events.length, modificationDate: events.at(-1)?.at });
  rows.check_events.push(...events);
  return { id: String(story.row.id), missedAt };
}

/** After an appointment the report comes within this time. */
const REPORT_MINUTES = 180;

/** Within this time planners have read what doctors write. */
const REVIEW_MINUTES = 2 * 24 * 60;
const REMARKS = {
  seen: {
    nl: [
      'Hervatting met aangepast werk lijkt mogelijk; best te bespreken met de werknemer.',
      'De werknemer was op tijd en had het attest bij zich.',
      'De werknemer vraagt om een gesprek over de werkhervatting.',
    ],
    fr: [
      'Une reprise avec un travail adapté semble possible ; à discuter avec le travailleur.',
      'Le travailleur était à l’heure et avait son certificat.',
      'Le travailleur demande un entretien sur la reprise du travail.',
    ],
  },
  missed: {
    nl: ['Tweemaal gebeld, nadien een kwartier gewacht.', 'Niemand aanwezig op het afgesproken uur; bericht achtergelaten.'],
    fr: ['Appelé deux fois, puis attendu un quart d’heure.', 'Personne à l’heure convenue ; message laissé.'],
  },
} as const;

/** Stages in which checks still run, by how long ago they were ordered: nobody waits long for a doctor, few for an answer. */
const STAGES = [
  { untilHours: 2, shares: { reception: 55, planning: 40, problem: 0, scheduled: 5 } },
  { untilHours: 20, shares: { reception: 15, planning: 40, problem: 10, scheduled: 35 } },
  { untilHours: 60, shares: { reception: 0, planning: 15, problem: 10, scheduled: 75 } },
  { untilHours: Number.POSITIVE_INFINITY, shares: { reception: 0, planning: 0, problem: 5, scheduled: 95 } },
] as const;

/** Still running; a few wait for an answer, some for a doctor, most for their appointment. */
function tellRunning(story: Story): void {
  const { random, now } = story.context;
  const hours = (now.getTime() - story.attempt.creationDate.getTime()) / 3_600_000;
  const { shares } = STAGES.find(({ untilHours }) => hours < untilHours) ?? STAGES[0];
  const stage = story.planned > now ? random.weighted(shares) : 'scheduled';
  if (story.planningAt > now || stage === 'reception') return;
  story.plan();
  if (stage === 'scheduled' && story.scheduledAt <= now && story.takeSlot()) {
    story.schedule();
    return;
  }
  // Whoever found no room after days has somebody who looks into it.
  if (stage !== 'problem' && hours < 60) return;
  const reason = stage === 'problem' ? random.weighted(PROBLEMS) : 'DoctorUnavailable';
  story.row.status = 'ModificationProblem';
  story.row.problemReason = reason;
  story.row.problemOwner = reason === 'AddressUnclear' || reason === 'PhoneUnreachable' ? 'employer' : 'provider';
  const at = earliest(now, latest(minutesAfter(story.planningAt, 20), minutesAfter(now, -random.int(30, 1800))));
  story.timeline.add('reportProblem', 'ModificationProblem', at, 'planner', story.planner);
}

function tellDeleted(story: Story): void {
  const at = minutesAfter(story.attempt.creationDate, story.context.random.int(2, 60));
  story.end(at, 'Deleted');
  story.timeline.add('delete', 'Archived', at, 'planner', story.planner, 'Ordered twice');
}

function tellCancelled(story: Story): void {
  const { random } = story.context;
  story.plan();
  if (random.chance(0.5)) story.schedule();
  const at = latest(minutesAfter(story.planned, -random.int(60, 900)), minutesAfter(story.scheduledAt, 5));
  story.end(at, 'Cancelled');
  story.timeline.add('cancel', 'Archived', at, 'employer', story.orderedBy, 'Worker announced the return');
}

function tellNonOperable(story: Story): void {
  const reason = story.context.random.weighted(NON_OPERABLE);
  story.plan();
  if (NON_OPERABLE_REASONS[reason].doctorFound) story.schedule();
  const at = latest(story.planned, minutesAfter(story.scheduledAt, 10));
  story.end(at, 'NonOperable', reason);
  story.timeline.add('markNonOperable', 'Archived', at, 'planner', story.planner);
}

/** @returns when the report on a no-show came, else null */
function tellExecuted(story: Story): Date | null {
  const { random } = story.context;
  story.plan();
  story.schedule();
  const from = minutesAfter(story.planned, random.int(-4, 18));
  const to = minutesAfter(from, Math.max(5, Math.round(random.normal(14, 5))));
  const occurence = occurenceOf(random, story.period, story.attempt);
  story.examined(from, to, occurence);
  const newEnd = newEndOf(random, story.period, story.attempt, occurence, dayOf(from));
  const seen = occurence !== 'NoShow';
  Object.assign(story.row, {
    newIncapacityEndDate: newEnd,
    earlyReturn: newEnd !== null || occurence === 'NoCertifDenied',
    workerDisagreement: random.chance(newEnd !== null ? 0.06 : seen ? 0.003 : 0),
    prolongationNeeded: seen && newEnd === null && random.chance(0.08),
    secondCheckNeeded: !seen && random.chance(0.35),
    doctorEfficiency: random.weighted({ '100': 70, '75': 22, '50': 8 }),
    ...(seen && isDeclaredAccident(story.period.incapacity) && judgedAccident(random)),
  });
  const at = minutesAfter(to, random.int(4, 110));
  // Planners of the demo shall find words to read.
  const isToBeReviewed = at > minutesAfter(story.context.now, -REVIEW_MINUTES);
  if (random.chance(isToBeReviewed ? 0.5 : 0.1)) story.remark(at, seen ? 'seen' : 'missed');
  story.end(at, occurence);
  story.timeline.add('recordResult', 'Archived', at, 'doctor', null);
  return seen ? null : at;
}

const judgedAccident = (random: Random) => ({
  injuryDifference: random.chance(0.06),
  checkPlausibility: random.weighted({ Probably: 78, DontKnow: 18, Excluded: 4 }),
});

/** The row of a check as it was ordered. */
function orderedRow(
  random: Random,
  employee: SeedEmployee,
  period: Period,
  attempt: Attempt,
  { id, orderedBy, price }: { readonly id: string; readonly orderedBy: string; readonly price: number },
): Record<string, unknown> {
  return {
    companyId: employee.companyId,
    id,
    employeeId: employee.id,
    certificateId: period.id,
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

/** The declared accident: mostly the day before, sometimes on the way that very morning. */
function accidentOf(random: Random, { incapacity, startDate }: Period) {
  if (!isDeclaredAccident(incapacity)) return { accidentDate: null, accidentTime: null };
  return { accidentDate: addDays(startDate, random.chance(0.6) ? -1 : 0), accidentTime: workTime(random) };
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
  const share = Math.min(0.9, Math.max(0.15, random.normal(OPTIMUM, 0.15)));
  const offset = Math.min(length - 2, Math.max(1, Math.round(share * length)));
  const ordered = dayOf(attempt.creationDate);
  const ahead = Math.min(LONG_DAYS, Math.max(1, daysBetween(ordered, addDays(period.startDate, offset))));
  return reasonable(random, instantAt(addDays(ordered, ahead), '12:00'), period, attempt);
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
