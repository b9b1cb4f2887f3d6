import {
  type CheckLocation,
  type CheckOccurence,
  type CommentReview,
  NON_OPERABLE_REASONS,
  type NonOperableReason,
  type ProblemReason,
} from '@checkwell/domain/check/enums';
import { isDeclaredAccident } from '@checkwell/domain/check/incapacity-facts';
import { archivedPrice, cancellationFee, doctorPay, priceOf } from '@checkwell/domain/check/price/price';
import { CORRECTABLE_FIELDS } from '@checkwell/domain/check/result/correction';
import { isAnnounced } from '@checkwell/domain/check/times/announcement';
import { toldState } from '@checkwell/domain/check/times/told';
import { addDays, type CalendarDay, dayOf, lengthInDays, timeOf } from '@checkwell/domain/clock';
import { APPOINTMENT_MINUTES, REASONABLE_HOURS } from '@checkwell/domain/constants';
import { roadKm, travelMinutes } from '@checkwell/domain/planning/geo';
import { orderedRow, Timeline } from './check-rows.ts';
import type { Attempt, HistoryContext, HistoryRows, Period, Row, SeedDoctor, SeedEmployee } from './history-types.ts';
import type { Random } from './random.ts';
import { earliest, latest, minutesAfter } from './times.ts';

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
/** Problems that planners report. `EmployerModification` is left out: it needs a current appointment (checks-changes.ts). */
const PROBLEMS = { AddressUnclear: 45, PhoneUnreachable: 38, DoctorUnavailable: 17 } as const satisfies Partial<
  Record<Exclude<ProblemReason, 'EmployerModification'>, number>
>;

/** Who sends the result of a check. A check that is cancelled or deleted has no result. */
const SENDERS: { readonly [Occurence in CheckOccurence]?: string } = {
  Yes: 'doctor',
  YesPatientHome: 'doctor',
  YesSecondCheck: 'doctor',
  NoShow: 'doctor',
  NoCertifConfirmed: 'doctor',
  NoCertifDenied: 'doctor',
  NonOperable: 'planner',
};

/** One check from order to end: each method changes its row and adds the events. */
class Story {
  readonly row: Record<string, unknown>;
  readonly timeline: Timeline;
  /** The text message to the employee about the appointment. */
  message: Row | null = null;
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
    this.planned = attempt.planned;
    this.#doctor = doctorFor(random, employee, attempt, context.now);
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
    this.#sendTextMessage();
  }

  /** Adds the text message about a recent appointment. The operator reports the delivery of seven in eight. */
  #sendTextMessage(): void {
    const { location } = this.attempt;
    const { now } = this.context;
    if (!isAnnounced(location) || this.planned < minutesAfter(now, -MESSAGE_DAYS * 24 * 60)) return;
    const sentAt = earliest(now, minutesAfter(this.scheduledAt, 1));
    const deliveredAt = (this.scheduledAt.getTime() / 60_000) % 8 === 0 ? null : earliest(now, minutesAfter(sentAt, 1));
    const appointment = { checkLocation: location, doctorId: this.#doctor.id, appointmentStart: this.planned };
    const message = { ...appointment, channel: 'sms', news: 'Invited', createdAt: this.scheduledAt, sentAt, deliveredAt } as const;
    this.row.employeeTold = toldState(appointment, [
      { ...message, failedAt: null, reached: null, withdrawnAt: null, decisionVersion: null },
    ]);
    // There is one message for each check, so it can have the check's id.
    this.message = { ...message, companyId: this.row.companyId, id: this.row.id, checkId: this.row.id, phoneNumber: this.row.phoneNumber };
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

  /** The doctor's comment. Those of the last two days still wait for a planner, who releases nine in ten (check/result/comment-gate.ts). */
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
      resultSentBy: SENDERS[occurence] ?? '',
      companyTotalPrice: archivedPrice({
        checkOccurence: occurence,
        nonOperableReason: reason,
        price: this.#price,
        cancellationFee: cancellationFee({ price: this.#price, appointmentStart, underWay: false }, at),
      }),
    });
  }
}

/**
 * Adds one check with its events, and its text message, to `rows`.
 * @returns the check's id, and when a no-show was reported, if it was one
 */
export function addCheck(
  context: HistoryContext,
  employee: SeedEmployee,
  period: Period,
  rows: HistoryRows,
  attempt: Attempt,
): { readonly id: string; readonly missedAt: Date | null } {
  const story = new Story(context, employee, period, attempt);
  const outcome = context.random.weighted({ executed: 84, cancelled: 6, nonOperable: 9, deleted: 1 });
  let missedAt: Date | null = null;
  if (story.planned > minutesAfter(context.now, -REPORT_MINUTES)) keepOpen(story);
  else if (outcome === 'deleted') deleteCheck(story);
  else if (outcome === 'cancelled') cancel(story);
  else if (outcome === 'nonOperable') markNonOperable(story);
  else missedAt = execute(story);
  const { events } = story.timeline;
  rows.checks.push({ ...story.row, version: events.length, modificationDate: events.at(-1)?.at });
  rows.check_events.push(...events);
  if (story.message) rows.employee_messages.push(story.message);
  return { id: String(story.row.id), missedAt };
}

/** Days back to which the demo has text messages to employees. */
const MESSAGE_DAYS = 60;

/** The doctor's report comes within this time after the appointment. */
const REPORT_MINUTES = 180;

/** Planners have reviewed doctors' comments that are older than this. */
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

/** Share of open checks in each stage, by hours since the order: older checks are mostly scheduled. */
const STAGES = [
  { untilHours: 2, shares: { reception: 55, planning: 40, problem: 0, scheduled: 5 } },
  { untilHours: 20, shares: { reception: 15, planning: 40, problem: 10, scheduled: 35 } },
  { untilHours: 60, shares: { reception: 0, planning: 15, problem: 10, scheduled: 75 } },
  { untilHours: Number.POSITIVE_INFINITY, shares: { reception: 0, planning: 0, problem: 5, scheduled: 95 } },
] as const;

/** A check that is still open. */
function keepOpen(story: Story): void {
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
  // A check without a slot stays in planning for 60 hours; after that it has a reported problem.
  if (stage !== 'problem' && hours < 60) return;
  const reason = stage === 'problem' ? random.weighted(PROBLEMS) : 'DoctorUnavailable';
  story.row.status = 'ModificationProblem';
  story.row.problemReason = reason;
  story.row.problemOwner = reason === 'AddressUnclear' || reason === 'PhoneUnreachable' ? 'employer' : 'provider';
  const at = earliest(now, latest(minutesAfter(story.planningAt, 20), minutesAfter(now, -random.int(30, 1800))));
  story.timeline.add('reportProblem', 'ModificationProblem', at, 'planner', story.planner);
}

function deleteCheck(story: Story): void {
  const at = minutesAfter(story.attempt.creationDate, story.context.random.int(2, 60));
  story.end(at, 'Deleted');
  story.timeline.add('delete', 'Archived', at, 'planner', story.planner, 'Ordered twice');
}

function cancel(story: Story): void {
  const { random } = story.context;
  story.plan();
  if (random.chance(0.5)) story.schedule();
  const at = latest(minutesAfter(story.planned, -random.int(60, 900)), minutesAfter(story.scheduledAt, 5));
  story.end(at, 'Cancelled');
  story.timeline.add('cancel', 'Archived', at, 'employer', story.orderedBy, 'Worker announced the return');
}

function markNonOperable(story: Story): void {
  const reason = story.context.random.weighted(NON_OPERABLE);
  story.plan();
  if (NON_OPERABLE_REASONS[reason].doctorFound) story.schedule();
  const at = latest(story.planned, minutesAfter(story.scheduledAt, 10));
  story.end(at, 'NonOperable', reason);
  story.timeline.add('markNonOperable', 'Archived', at, 'planner', story.planner);
}

/** @returns when a no-show was reported, else null */
function execute(story: Story): Date | null {
  const { random } = story.context;
  story.plan();
  story.schedule();
  const from = minutesAfter(story.planned, random.int(-4, 18));
  const to = minutesAfter(from, Math.max(5, Math.round(random.normal(14, 5))));
  // No no-show is recorded of somebody who was not notified in time (domain/check/times/told.ts).
  const mayMiss = story.message === null || story.row.employeeTold === 'InTime';
  const occurence = occurenceOf(random, story.period, story.attempt, mayMiss);
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
    ...(seen && isDeclaredAccident(story.period.incapacity) && accidentFindingsOf(random)),
  });
  const at = minutesAfter(to, random.int(4, 110));
  // More recent reports have a comment, so that planners in the demo have some to review.
  const isToBeReviewed = at > minutesAfter(story.context.now, -REVIEW_MINUTES);
  if (random.chance(isToBeReviewed ? 0.5 : 0.1)) story.remark(at, seen ? 'seen' : 'missed');
  story.end(at, occurence);
  story.timeline.add('recordResult', 'Archived', at, 'doctor', null, '', {
    checkOccurence: occurence,
    independenceDeclared: true,
    findingsHandedOver: seen,
  });
  if (seen && isToBeReviewed) correct(story, at, to);
  return seen ? null : at;
}

/** One in seven recent reports was corrected by its doctor 25 minutes later: the examination had ended 10 minutes earlier than first reported. */
const CORRECTED = { everyMinutes: 7, afterMinutes: 25, mistakenMinutes: 10 } as const;

function correct({ row, timeline, context }: Story, reportedAt: Date, to: Date): void {
  const at = minutesAfter(reportedAt, CORRECTED.afterMinutes);
  const mistaken = minutesAfter(to, CORRECTED.mistakenMinutes);
  if ((reportedAt.getTime() / 60_000) % CORRECTED.everyMinutes !== 0 || at > context.now || mistaken > reportedAt) return;
  const former = {
    ...Object.fromEntries(CORRECTABLE_FIELDS.map((name) => [name, row[name] ?? null])),
    examinedTo: mistaken.toISOString(),
    examinationMinutes: Number(row.examinationMinutes) + CORRECTED.mistakenMinutes,
  };
  timeline.add('correctResult', 'Archived', at, 'doctor', null, '', { correctionReason: 'Mistyped', former, findingsHandedOver: true });
}

const accidentFindingsOf = (random: Random) => ({
  injuryDifference: random.chance(0.06),
  checkPlausibility: random.weighted({ Probably: 78, DontKnow: 18, Excluded: 4 }),
});

/** Share of future checks that go to the doctor whom visitors of the demo can sign in as, if one is near enough. */
const SHOWN_SHARE = 0.5;

function doctorFor(random: Random, employee: SeedEmployee, { location, planned }: Attempt, now: Date): SeedDoctor {
  const suitable = employee.doctors.filter((doctor) => doctor.locations.includes(location));
  const { shownDoctor } = employee;
  if (planned > now && shownDoctor?.locations.includes(location) && random.chance(SHOWN_SHARE)) return shownDoctor;
  // Mostly one of the nearest doctors, not always the first.
  const rank = Math.min(suitable.length - 1, Math.floor(Math.abs(random.normal(0, 2))));
  return suitable[rank] ?? random.pick(employee.doctors);
}

/** Share of no-shows. Highest at home, because home visits are not announced. */
const NO_SHOW: Readonly<Record<CheckLocation, number>> = { House: 0.17, Office: 0.108, Telecheck: 0.06, Unknown: 0.1 };

function occurenceOf(random: Random, period: Period, attempt: Attempt, mayMiss: boolean): CheckOccurence {
  const isMissed = random.chance(NO_SHOW[attempt.location]);
  if (isMissed && mayMiss) return 'NoShow';
  if (attempt.parentCheckId !== null) return 'YesSecondCheck';
  if (period.type === 'NoCertif') return random.chance(0.8) ? 'NoCertifConfirmed' : 'NoCertifDenied';
  return attempt.location === 'House' ? 'YesPatientHome' : 'Yes';
}

/** Share of the remaining days by which a shortened period is shortened. */
const GAIN = { min: 0.3, max: 1 } as const;

/** The new last day if the doctor shortens the period, which is more likely the more days remain; else null. */
function newEndOf(random: Random, period: Period, attempt: Attempt, occurence: CheckOccurence, examined: CalendarDay): CalendarDay | null {
  if (occurence === 'NoShow' || occurence === 'NoCertifConfirmed' || occurence === 'NoCertifDenied') return null;
  const maxDays = lengthInDays(examined, period.endDate);
  if (maxDays < 1) return null;
  const share = attempt.timing === 'Optimized' && attempt.location === 'Office' ? 0.115 : 0.12;
  if (!random.chance(share * Math.min(1.8, 0.35 + maxDays / 7))) return null;
  const gain = Math.max(1, Math.round(maxDays * (GAIN.min + (GAIN.max - GAIN.min) * random.next())));
  return addDays(period.endDate, -gain);
}
