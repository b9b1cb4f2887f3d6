import { resolveRule } from '@checkwell/domain/check/reasons';
import { momentError, problemRule, scheduleRule } from '@checkwell/domain/check/rules';
import { appointmentNotes, type DoctorExclusion, doctorExclusion, tripOf } from '@checkwell/domain/check/times/appointment';
import { NO_VISIT } from '@checkwell/domain/check/times/visit';
import { type CalendarDay, dayOf } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import type { Actor } from '@checkwell/domain/policy';
import { fieldIssue } from '@checkwell/domain/validation';
import type { WriteTx } from '../../../platform/db/database.ts';
import { fieldErrorAt, reachable } from '../../../platform/guard.ts';
import { parseInput } from '../../../platform/input.ts';
import type { PlanningService } from '../../planning/planning.service.ts';
import type { CheckChanges, CheckRecord } from '../checks.repository.ts';
import * as repository from '../checks.repository.ts';
import type { CheckView } from '../checks.view.ts';
import { priceOn, priceWithoutAppointment } from '../order/checks-prices.ts';
import type { ApplyTransition, Step } from './checks-steps.ts';

/** Finding a doctor and a moment, and reporting problems with it. */
export interface CheckPlanning {
  startPlanning(actor: Actor, id: string, version: number): Promise<CheckView>;
  /** Also moves an appointment. @throws {AppError} `check.momentNotAllowed`, `check.doctorNotSuitable`, `check.doctorBusy` */
  schedule(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
  unschedule(actor: Actor, id: string, version: number): Promise<CheckView>;
  reportProblem(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
  resolveProblem(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
}

const NO_APPOINTMENT = {
  doctorId: null,
  doctorFullName: '',
  appointmentStart: null,
  appointmentEnd: null,
  appointmentLocation: null,
  distanceToCheck: null,
  timeToCheck: null,
  ...NO_VISIT,
} as const satisfies CheckChanges;

export interface CheckPlanningDeps {
  readonly take: ApplyTransition;
  readonly planning: Pick<PlanningService, 'lockDoctor'>;
}

export function createCheckPlanning({ take, planning }: CheckPlanningDeps): CheckPlanning {
  return {
    async startPlanning(actor, id, version) {
      reachable(actor, 'check.plan');
      return take(actor, id, version, 'startPlanning', () => ({}));
    },

    async schedule(actor, id, version, input) {
      reachable(actor, 'check.plan');
      const { doctorId, appointmentStart, appointmentMinutes } = parseInput(scheduleRule, input);
      const choose = ({ status }: CheckRecord) => (status === 'WaitingForCheck' ? 'reschedule' : 'schedule');
      let doctor: Awaited<ReturnType<PlanningService['lockDoctor']>>;
      const lockDoctor = async (tx: WriteTx) => {
        doctor = await planning.lockDoctor(tx, doctorId);
      };
      const decide = async (check: CheckRecord, tx: WriteTx, now: Date) => {
        return appointmentStep(tx, { doctor, check, appointmentStart, appointmentMinutes, now });
      };
      return take(actor, id, version, choose, decide, lockDoctor);
    },

    async unschedule(actor, id, version) {
      reachable(actor, 'check.plan');
      return take(actor, id, version, 'unschedule', (check, _, now) => ({ changes: withoutAppointment(check, dayOf(now)) }));
    },

    async reportProblem(actor, id, version, input) {
      reachable(actor, 'check.reportProblem');
      const problem = parseInput(problemRule, input);
      // The appointment stays on record until the problem is solved: the doctor still sees the mission, and the fee counts from it.
      return take(actor, id, version, 'reportProblem', () => ({
        // The text of a doctor is for planners, who read it in the history; the employer is told the reason alone.
        changes: actor.kind === 'doctor' && problem.problemOwner === 'employer' ? { ...problem, problemComment: '' } : problem,
        reason: problem.problemComment,
        details: { problemReason: problem.problemReason, problemOwner: problem.problemOwner },
      }));
    },

    async resolveProblem(actor, id, version, input) {
      reachable(actor, 'check.resolveProblem');
      const { comment } = parseInput(resolveRule, input);
      return take(actor, id, version, 'resolveProblem', (check, _, now) => ({
        changes: withoutAppointment(check, dayOf(now)),
        reason: comment,
      }));
    },
  };
}

/**
 * What an appointment writes, checked on the locked check and doctor.
 * @throws {AppError} `check.momentNotAllowed`, `check.doctorNotSuitable`
 */
export async function appointmentStep(
  tx: WriteTx,
  { doctor, check, appointmentStart, appointmentMinutes, now }: Appointment,
): Promise<Step & { readonly changes: CheckChanges }> {
  const moment = momentError(appointmentStart, appointmentMinutes, check, now);
  if (moment !== null) throw new AppError('check.momentNotAllowed', {}, { issues: [fieldIssue('appointmentStart', moment)] });
  if (!doctor) throw fieldErrorAt('doctorId', 'doctorRequired');
  const unfit = doctorExclusion(doctor, check);
  if (unfit !== null) throw new AppError('check.doctorNotSuitable', { reason: unfit satisfies DoctorExclusion });
  const trip = tripOf(doctor, check);
  return {
    changes: {
      doctorId: doctor.id,
      doctorFullName: doctor.doctorFullName,
      doctorFoundAt: check.doctorFoundAt ?? now,
      appointmentStart,
      appointmentEnd: new Date(appointmentStart.getTime() + appointmentMinutes * 60_000),
      distanceToCheck: trip?.km ?? null,
      timeToCheck: trip?.minutes ?? null,
      ...NO_VISIT,
      companyTotalPrice: priceOn(check, dayOf(appointmentStart)),
    },
    notes: appointmentNotes(doctor, check, appointmentStart, appointmentMinutes, await repository.findDuty(tx, check.companyId)),
    details: { doctorFullName: doctor.doctorFullName, appointmentStart: appointmentStart.toISOString() },
  };
}

interface Appointment {
  /** Locked; undefined: there is none. */
  readonly doctor: Awaited<ReturnType<PlanningService['lockDoctor']>>;
  readonly check: CheckRecord;
  readonly appointmentStart: Date;
  readonly appointmentMinutes: number;
  readonly now: Date;
}

/** The check goes back to planning: what went with the appointment goes, the first day a doctor was found stays. */
const withoutAppointment = (check: CheckRecord, today: CalendarDay): CheckChanges => ({
  ...NO_APPOINTMENT,
  companyTotalPrice: priceWithoutAppointment(check, today),
});
