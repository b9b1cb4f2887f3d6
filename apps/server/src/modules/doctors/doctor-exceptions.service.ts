import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { exceptionError, exceptionRule, spanOf } from '@checkwell/domain/people/doctor-exceptions';
import { type Actor, can } from '@checkwell/domain/policy';
import { type Database, mapViolations, type WriteTx } from '../../platform/db/database.ts';
import { lockRow } from '../../platform/db/locked.ts';
import { reauthorize } from '../../platform/db/reauthorize.ts';
import { fieldErrorAt, reachable } from '../../platform/guard.ts';
import { isId, newId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { Outbox } from '../../platform/jobs/outbox.ts';
import type { DoctorException } from './doctor-exceptions.repository.ts';
import * as repository from './doctor-exceptions.repository.ts';

export type { DoctorException } from './doctor-exceptions.repository.ts';

/** A doctor is absent: open offers of that time are withdrawn (checks/offers). */
export const ABSENT_TOPIC = 'doctorAbsent';
export interface AbsentEffect {
  readonly doctorId: string;
  /** Instants as text. */
  readonly startsAt: string;
  readonly endsAt: string;
}

/** What differs from a doctor's weekly hours (docs/decisions/0075). For planners and the doctor. */
export interface DoctorExceptions {
  /** Exceptions that are not over yet, by doctor, earliest first; only doctors whom the actor sees. */
  findExceptions(actor: Actor, doctorIds: readonly string[]): Promise<ReadonlyMap<string, readonly DoctorException[]>>;
  /**
   * Counts at once: no appointment is offered any more in an absence, and open offers of that time are withdrawn.
   * @param input parsed here
   * @throws {AppError} `entity.notFound`, `access.forbidden`; `request.invalid`: also where a mission is in that time, or another one of these
   */
  addException(actor: Actor, doctorId: string, input: unknown): Promise<void>;
  /** @throws {AppError} `entity.notFound` @returns whose it was */
  removeException(actor: Actor, id: string): Promise<string>;
}

export interface DoctorExceptionDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
}

export function createDoctorExceptions({ db, clock, outbox }: DoctorExceptionDeps): DoctorExceptions {
  /** Holds the doctor: who makes an appointment with them comes before or after. */
  async function lockWritable(tx: WriteTx, actor: Actor, doctorId: string): Promise<void> {
    if (actor.kind === 'planner') await reauthorize(tx, actor, 'doctor.write', null);
    const held = isId(doctorId) ? await lockRow(tx, 'doctors', { id: doctorId }) : undefined;
    if (!held || !can(actor, 'doctor.write', { doctorId })) throw new AppError('entity.notFound');
  }

  return {
    async findExceptions(actor, doctorIds) {
      reachable(actor, 'doctor.read');
      const own = doctorIds.filter((doctorId) => can(actor, 'doctor.read', { doctorId }));
      if (own.length === 0) return new Map();
      const rows = await db.as(actor, (tx) => repository.findExceptions(tx, own, clock.now()), { readonly: true });
      return Map.groupBy(rows, ({ doctorId }) => doctorId);
    },

    async addException(actor, doctorId, input) {
      reachable(actor, 'doctor.write');
      const parsed = parseInput(exceptionRule, input);
      const fieldError = exceptionError(parsed, clock.today());
      if (fieldError !== null) throw fieldErrorAt(fieldError.path, fieldError.message);
      const span = spanOf(parsed);
      await db
        .as(actor, async (tx) => {
          await lockWritable(tx, actor, doctorId);
          if (span.kind === 'Absent' && (await repository.hasMissionIn(tx, doctorId, span)))
            throw fieldErrorAt('fromDay', 'absenceHasMission');
          await repository.insertException(tx, { ...span, id: newId(), doctorId, reason: parsed.reason, createdAt: clock.now() });
          if (span.kind !== 'Absent') return;
          const payload: AbsentEffect = { doctorId, startsAt: span.startsAt.toISOString(), endsAt: span.endsAt.toISOString() };
          await outbox.put(tx, { topic: ABSENT_TOPIC, companyId: null, payload });
        })
        .catch(mapViolations({ doctor_exceptions_overlap: () => fieldErrorAt('fromDay', 'exceptionOverlap') }));
    },

    async removeException(actor, id) {
      reachable(actor, 'doctor.write');
      return db.as(actor, async (tx) => {
        const doctorId = isId(id) ? await repository.findDoctorOf(tx, id) : undefined;
        if (doctorId === undefined) throw new AppError('entity.notFound');
        await lockWritable(tx, actor, doctorId);
        if (!(await repository.deleteException(tx, id))) throw new AppError('entity.notFound');
        return doctorId;
      });
    },
  };
}
