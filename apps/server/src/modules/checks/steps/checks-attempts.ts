import { attemptError, attemptRule, cardRefusal, cardSlots, isWithinDuty } from '@checkwell/domain/check/times/attempt';
import { ATTEMPT_FIELDS } from '@checkwell/domain/check/times/attempt-fields';
import { readsAttempts } from '@checkwell/domain/check/times/no-show';
import { momentOfTap } from '@checkwell/domain/check/times/visit';
import { doctorSeesWorker } from '@checkwell/domain/check/worker-visibility';
import { addDays, type CalendarDay, type Clock, dayOf } from '@checkwell/domain/clock';
import { APPOINTMENT_MINUTES } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import { type View, viewFor } from '@checkwell/domain/fields';
import { type Actor, can, roleIn } from '@checkwell/domain/policy';
import type { Database, ReadTx, WriteTx } from '../../../platform/db/database.ts';
import { claimOf } from '../../../platform/db/idempotency.ts';
import { lockRow } from '../../../platform/db/locked.ts';
import { fieldErrorAt, profileIdOf, reachable } from '../../../platform/guard.ts';
import { newId } from '../../../platform/ids.ts';
import { parseInput } from '../../../platform/input.ts';
import type { DoctorRecord, PlanningService } from '../../planning/planning.service.ts';
import type { CheckRecord } from '../checks.repository.ts';
import { findDuty } from '../checks.repository.ts';
import type { CheckView } from '../checks.view.ts';
import { recordTold } from '../messages/checks-employee.jobs.ts';
import { insertEmployeeMessage } from '../messages/checks-employee.repository.ts';
import type { Attempt } from './checks-attempts.repository.ts';
import * as repository from './checks-attempts.repository.ts';
import { appointmentStep } from './checks-planning.ts';
import { type ApplyTransition, getVisible, type Step } from './checks-steps.ts';

/** What was recorded of an attempt, as one actor sees it. */
export type AttemptView = View<typeof ATTEMPT_FIELDS, Attempt>;

/** The fields of a check that decide who reads its attempts. */
type AttemptedCheck = Pick<CheckView, 'companyId' | 'id' | 'checkOccurence' | 'archivedAt'>;

/** Attempts of checks that the actor sees, as far as they read them, oldest first. */
export async function readAttempts(
  tx: ReadTx,
  actor: Actor,
  checks: readonly AttemptedCheck[],
  now: Date,
): Promise<readonly AttemptView[]> {
  const read = checks.filter(
    (check) => readsAttempts(roleIn(actor, check.companyId), check) && (actor.kind !== 'doctor' || doctorSeesWorker(check.archivedAt, now)),
  );
  const attempts = read.length === 0 ? [] : await repository.findAttempts(tx, read);
  return attempts.map((attempt) => viewFor(ATTEMPT_FIELDS, attempt, roleIn(actor, attempt.companyId)));
}

/** Nobody at home (docs/decisions/0074). */
export interface CheckAttempts {
  /**
   * The appointments at the practice that a card left now could name, earliest first. Empty where no card can be left.
   * @throws {AppError} `entity.notFound`, `access.forbidden`
   */
  cardSlots(actor: Actor, id: string): Promise<readonly Date[]>;
  /**
   * Records an attempt; with the appointment of a card it is made in the same step.
   * @param input parsed here
   * @throws {AppError} `entity.changedMeanwhile`, also for another appointment than the doctor saw or went to; `request.invalid`; `check.doctorBusy`
   */
  recordAttempt(actor: Actor, id: string, version: number, input: unknown, idempotencyKey?: string | null): Promise<CheckView>;
  /** Attempts by id of the check, oldest first, for checks that the actor sees. */
  findAttempts(actor: Actor, checks: readonly AttemptedCheck[]): Promise<ReadonlyMap<string, readonly AttemptView[]>>;
}

export interface CheckAttemptsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly take: ApplyTransition;
  readonly planning: Pick<PlanningService, 'lockDoctor' | 'appointmentsOf' | 'findDoctor'>;
}

export function createCheckAttempts({ db, clock, take, planning }: CheckAttemptsDeps): CheckAttempts {
  /** Checked when the card is left, on the agenda as it is. */
  async function slotsOf(tx: ReadTx, doctor: DoctorRecord, check: CheckRecord, at: Date, now: Date): Promise<readonly Date[]> {
    const days: readonly [CalendarDay, CalendarDay] = [dayOf(now), addDays(dayOf(now), 14)];
    return cardSlots({ ...doctor, appointments: await planning.appointmentsOf(tx, doctor.id, days) }, check, at, now);
  }

  return {
    async cardSlots(actor, id) {
      reachable(actor, 'check.visit');
      return db.as(
        actor,
        async (tx) => {
          const check = await getVisible(tx, actor, id);
          if (!can(actor, 'check.visit', check)) throw new AppError('access.forbidden');
          const doctor = check.doctorId === null ? undefined : await planning.findDoctor(tx, check.doctorId);
          if (!doctor || cardRefusal(doctor, check) !== null) return [];
          const now = clock.now();
          return slotsOf(tx, doctor, check, now, now);
        },
        { readonly: true },
      );
    },

    async recordAttempt(actor, id, version, input, key = null) {
      reachable(actor, 'check.visit');
      const parsed = parseInput(attemptRule, input);
      const { attemptedAt, appointmentStart, bell, position, photoId, cardStart } = parsed;
      const claim = key === null ? null : claimOf('recordAttempt', key, { ...parsed, id });
      let doctor: DoctorRecord | undefined;
      const lockDoctor = async (tx: WriteTx, { doctorId }: CheckRecord) => {
        doctor = doctorId === null ? undefined : await planning.lockDoctor(tx, doctorId);
      };
      const decide = async (check: CheckRecord, tx: WriteTx, now: Date): Promise<Step> => {
        if (check.appointmentStart?.getTime() !== appointmentStart.getTime()) throw new AppError('entity.changedMeanwhile');
        if (!doctor) throw new AppError('check.actionNotAllowed');
        const { at, receivedAt } = momentOfTap(attemptedAt, now);
        const fieldError = attemptError(appointmentStart, at);
        if (fieldError !== null) throw fieldErrorAt('attemptedAt', fieldError);
        // Of the visit that was planned before: the doctor has not been at the door for this one.
        const madeAt = await repository.findAppointmentMadeAt(tx, check);
        if (madeAt !== undefined && at < madeAt) throw new AppError('entity.changedMeanwhile');
        const { companyId } = check;
        const profileId = profileIdOf(actor);
        if (photoId !== null && (profileId === null || !(await repository.isOwnCard(tx, companyId, photoId, profileId))))
          throw fieldErrorAt('photoId', 'invalidChoice');
        const duty = await findDuty(tx, companyId);
        const record = () =>
          repository.insertAttempt(tx, {
            companyId,
            id: newId(),
            checkId: id,
            doctorId: check.doctorId ?? '',
            appointmentStart,
            attemptedAt: at,
            receivedAt,
            bell,
            latitude: position?.latitude ?? null,
            longitude: position?.longitude ?? null,
            accuracyMetres: position?.accuracyMetres ?? null,
            withinDuty: isWithinDuty(duty, check.incapacityStartDate, at),
            distanceKm: check.distanceToCheck,
            photoId,
            cardStart,
          });
        if (cardStart === null) return { changes: { attemptedAt: at }, also: record };
        if (cardRefusal(doctor, check) !== null) throw fieldErrorAt('cardStart', 'cardNotPossible');
        const slots = await slotsOf(tx, doctor, check, at, now);
        if (!slots.some((slot) => slot.getTime() === cardStart.getTime())) throw fieldErrorAt('cardStart', 'cardMomentTaken');
        const office = { ...check, checkLocation: 'Office', attemptedAt: at } as const;
        const step = await appointmentStep(tx, {
          doctor,
          check: office,
          appointmentStart: cardStart,
          appointmentMinutes: APPOINTMENT_MINUTES.default,
          now,
        });
        return {
          ...step,
          changes: { ...step.changes, checkLocation: 'Office', attemptedAt: at },
          also: async () => {
            await record();
            await insertEmployeeMessage(tx, {
              companyId,
              id: newId(),
              checkId: id,
              news: 'Invited',
              appointmentStart: cardStart,
              checkLocation: 'Office',
              doctorId: check.doctorId,
              createdAt: now,
              channel: 'card',
              sentAt: at,
            });
            // Read again: it has the appointment of the card now.
            const held = await lockRow(tx, 'checks', { companyId, id });
            if (held) await recordTold(tx, held);
          },
        };
      };
      return take(actor, id, version, cardStart === null ? 'recordAttempt' : 'leaveCard', decide, lockDoctor, claim);
    },

    async findAttempts(actor, checks) {
      reachable(actor, 'check.read');
      if (checks.length === 0) return new Map();
      const attempts = await db.as(actor, (tx) => readAttempts(tx, actor, checks, clock.now()), { readonly: true });
      return Map.groupBy(attempts, ({ checkId }) => checkId);
    },
  };
}
