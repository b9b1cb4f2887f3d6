import { NON_OPERABLE_REASONS, type NonOperableReason } from '@checkwell/domain/check/enums';
import { isDeclaredAccident } from '@checkwell/domain/check/incapacity-facts';
import { archivedPrice, doctorPay } from '@checkwell/domain/check/price/price';
import type { QualityRule } from '@checkwell/domain/check/quality/quality-rules';
import { releaseRule, reviewOf } from '@checkwell/domain/check/result/comment-gate';
import { CORRECTABLE_FIELDS, correctionEnd } from '@checkwell/domain/check/result/correction';
import {
  allowedOccurrences,
  allowedReasons,
  doctorEfficiency,
  examinationMinutes,
  isEarlyReturn,
  isExamined,
  nonOperablePrice,
} from '@checkwell/domain/check/result/result';
import {
  correctionFault,
  correctionRule,
  isFarFromAppointment,
  nonOperableRule,
  type ResultInput,
  resultFault,
  resultRule,
} from '@checkwell/domain/check/rules';
import { standingAppointment } from '@checkwell/domain/check/times/appointment';
import { noShowRefusal } from '@checkwell/domain/check/times/no-show';
import { toldRefusal } from '@checkwell/domain/check/times/told';
import { wentInVain } from '@checkwell/domain/check/times/visit';
import { dayOf } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { type Actor, can } from '@checkwell/domain/policy';
import type { Crypto } from '../../../platform/crypto/crypto.ts';
import { ENCRYPTED } from '../../../platform/crypto/encrypted-columns.ts';
import { logAccesses } from '../../../platform/db/access-log.ts';
import type { Database, WriteTx } from '../../../platform/db/database.ts';
import { claimOf } from '../../../platform/db/idempotency.ts';
import { faultAt, reachable } from '../../../platform/guard.ts';
import { parseInput } from '../../../platform/input.ts';
import type { CheckRecord } from '../checks.repository.ts';
import * as repository from '../checks.repository.ts';
import { type CheckView, formerOf } from '../checks.view.ts';
import { findDisagreement } from '../employee-page/employee-page.repository.ts';
import { plannedDay, priceOn } from '../order/checks-prices.ts';
import { findAttemptTrip } from './checks-attempts.repository.ts';
import { qualityOf, ResultHeld } from './checks-quality.ts';
import type { ApplyTransition, Step } from './checks-steps.ts';

/** The outcome of a check, and what its doctor alone may read again. */
export interface CheckResults {
  /** Archives the check: the employer reads it from now on. What people send waits before (checks-waiting.ts). */
  recordResult(actor: Actor, id: string, version: number, input: unknown, recording?: Recording): Promise<CheckView>;
  /** @throws {AppError} `request.invalid`, `access.forbidden`: what of the result contradicts the check, or is not the actor's to say */
  checkResult(actor: Actor, result: ResultInput, check: CheckRecord, now: Date): void;
  /**
   * Corrects one's own result for RESULT_CORRECTION_HOURS after the employer read it: the report says so, the history keeps what it said before.
   * @throws {AppError} `check.correctionTooLate`; `check.nothingCorrected`; `request.invalid`
   */
  correctResult(actor: Actor, id: string, version: number, input: unknown, idempotencyKey?: string | null): Promise<CheckView>;
  markNonOperable(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
  /** Lets the employer read what a doctor wrote on the report, as it is in the input. */
  releaseComment(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
  /** Keeps it from the employer; it can still be released. */
  withholdComment(actor: Actor, id: string, version: number): Promise<CheckView>;
  /** The medical note for its author, who is logged; null for everybody else. */
  readMedicalNotes(actor: Actor, checks: readonly Pick<CheckView, 'companyId' | 'id' | 'doctorId'>[]): Promise<ReadonlyMap<string, string>>;
}

/** Additional facts about a result that has waited. */
export interface Recording {
  /** When it was sent. */
  readonly reportedAt: Date;
  /** What is found about it; throws where a planner has to read it first. */
  readonly review: (tx: WriteTx, check: CheckRecord, result: ResultInput) => Promise<readonly QualityRule[]>;
  /** More to do in its transaction. */
  readonly also: (tx: WriteTx) => Promise<unknown>;
}

export interface CheckResultDeps {
  readonly take: ApplyTransition;
  readonly db: Database;
  readonly crypto: Crypto;
}

export function createCheckResults({ take, db, crypto }: CheckResultDeps): CheckResults {
  const sealNote = (check: CheckRecord, doctorId: string, medicalNote: string, tx: WriteTx): Promise<void> =>
    repository.insertMedicalNote(tx, {
      companyId: check.companyId,
      checkId: check.id,
      doctorId,
      note: crypto.encryptText(medicalNote, notePlace(check)),
    });

  const checkResult: CheckResults['checkResult'] = (actor, result, check, now) => {
    const fault = resultFault(result, check, now);
    if (fault !== null) throw faultAt(fault.path, fault.message);
    requirePossible(result, check);
    if (result.medicalNote !== '' && check.doctorId !== null && !can(actor, 'medicalNotes.write', check))
      throw new AppError('access.forbidden');
  };

  function notTold(
    actor: Actor,
    { archiveComment, medicalNote }: ResultInput,
    check: CheckRecord,
    trip: Trip,
    { also }: Recording,
    tx: WriteTx,
    now: Date,
  ): Step {
    const nonOperableReason = 'EmployeeNotTold';
    return {
      changes: { ...nonOperable(actor, check, trip, nonOperableReason, archiveComment, now), resultDueAt: null },
      notes: ['noShowNotTold'],
      details: { nonOperableReason },
      also: async () => {
        if (medicalNote !== '' && check.doctorId !== null) await sealNote(check, check.doctorId, medicalNote, tx);
        await also(tx);
      },
    };
  }

  return {
    checkResult,

    async recordResult(actor, id, version, input, recording) {
      reachable(actor, 'check.recordResult');
      const parsed = parseInput(resultRule, input);
      const { medicalNote, independenceDeclared, findingsHandedOver, timesReason, ...result } = parsed;
      return take(actor, id, version, 'recordResult', async (check, tx, now) => {
        // Held by somebody else who was to record it at the same moment.
        if (check.resultHeldAt !== null) throw new ResultHeld();
        // While the report waited, a message turned out not to have arrived: nobody who was not told missed anything.
        if (recording && result.checkOccurence === 'NoShow' && toldRefusal(check) !== null)
          return notTold(actor, parsed, check, await findTrip(tx, check), recording, tx, now);
        checkResult(actor, parsed, check, now);
        const qualityFindings = (await recording?.review(tx, check, parsed)) ?? [];
        const { doctorId } = check;
        const author = medicalNote !== '' && doctorId !== null ? doctorId : null;
        return {
          changes: {
            ...result,
            ...accidentFindings(check, result),
            commentReview: reviewOf(actor.kind, result.archiveComment),
            earlyReturn: isEarlyReturn(result, check.incapacityEndDate),
            examinationMinutes: examinationMinutes(result),
            companyTotalPrice: archivedPrice({
              checkOccurence: result.checkOccurence,
              nonOperableReason: null,
              price: priceOn(check, dayOf(result.examinedFrom)),
              cancellationFee: 0,
            }),
            ...doctorPay(check, await findTrip(tx, check)),
            doctorEfficiency: doctorEfficiency({
              answeredInTime: null,
              appointmentStart: check.appointmentStart ?? result.examinedFrom,
              examinedFrom: result.examinedFrom,
              examinedTo: result.examinedTo,
              reportedAt: recording?.reportedAt ?? now,
            }),
            resultSentBy: actor.kind,
            resultDueAt: null,
          },
          // An answer that was not asked for is ignored.
          reason: isFarFromAppointment(result.examinedFrom, check.appointmentStart) ? (timesReason ?? '') : '',
          details: { checkOccurence: result.checkOccurence, independenceDeclared, findingsHandedOver, qualityFindings },
          also: async () => {
            if (author !== null) await sealNote(check, author, medicalNote, tx);
            await recording?.also(tx);
          },
        };
      });
    },

    async correctResult(actor, id, version, input, key = null) {
      reachable(actor, 'check.correctResult');
      const parsed = parseInput(correctionRule, input);
      const { correctionReason, explanation, findingsHandedOver, ...findings } = parsed;
      const claim = key === null ? null : claimOf('correctResult', key, { ...parsed, id });
      const decide = async (check: CheckRecord, tx: WriteTx, now: Date): Promise<Step> => {
        if (check.archivedAt === null || now >= correctionEnd(check.archivedAt)) throw new AppError('check.correctionTooLate');
        const fault = correctionFault(findings, check, now);
        if (fault !== null) throw faultAt(fault.path, fault.message);
        // An outcome that stays the same was checked when it was first reported.
        if (findings.checkOccurence !== check.checkOccurence) requirePossible(findings, check);
        // Price and pay stay: they depend on the day, and on somebody having gone there. So does punctuality: it counts the report as it came first.
        const changes = {
          ...findings,
          ...accidentFindings(check, findings),
          // What the employee said on their own page nobody else takes back (docs/decisions/0102).
          workerDisagreement:
            findings.workerDisagreement || (isExamined(findings.checkOccurence) && (await findDisagreement(tx, check)) !== undefined),
          earlyReturn: isEarlyReturn(findings, check.incapacityEndDate),
          examinationMinutes: examinationMinutes(findings),
          // Only a no-show can be excused.
          ...(findings.checkOccurence !== 'NoShow' && { noShowExcuse: null, noShowExcusedOn: null }),
        };
        if (CORRECTABLE_FIELDS.every((name) => isSame(changes[name], check[name]))) throw new AppError('check.nothingCorrected');
        // The employer has the result already, so nothing waits: planners read what is odd about the correction.
        const qualityFindings = await qualityOf(tx, check, { ...findings, archiveComment: '' }, true);
        return {
          changes,
          reason: explanation,
          details: { correctionReason, former: formerOf(check), findingsHandedOver, qualityFindings },
        };
      };
      return take(actor, id, version, 'correctResult', decide, undefined, claim);
    },

    async markNonOperable(actor, id, version, input) {
      reachable(actor, 'check.recordResult');
      const { nonOperableReason, archiveComment } = parseInput(nonOperableRule, input);
      return take(actor, id, version, 'markNonOperable', async (check, tx, now) => {
        if (!allowedReasons(check).includes(nonOperableReason)) throw faultAt('nonOperableReason', 'invalidChoice');
        return {
          changes: nonOperable(actor, check, await findTrip(tx, check), nonOperableReason, archiveComment, now),
          reason: archiveComment,
          details: { nonOperableReason },
        };
      });
    },

    async releaseComment(actor, id, version, input) {
      reachable(actor, 'check.reviewComment');
      const { comment } = parseInput(releaseRule, input);
      return take(actor, id, version, 'releaseComment', ({ archiveComment }) => ({
        changes: { commentReview: 'Released', releasedComment: comment },
        details: { edited: comment !== archiveComment },
      }));
    },

    async withholdComment(actor, id, version) {
      reachable(actor, 'check.reviewComment');
      return take(actor, id, version, 'withholdComment', () => ({ changes: { commentReview: 'Withheld' } }));
    },

    async readMedicalNotes(actor, checks) {
      const own = checks.filter((check) => can(actor, 'medicalNotes.read', check));
      if (own.length === 0) return new Map();
      return db.as(actor, async (tx) => {
        const notes = await repository.findMedicalNotes(tx, own);
        await logAccesses(
          tx,
          actor,
          'medicalNotes.read',
          'medical_notes',
          notes.map(({ companyId, checkId }) => ({ companyId, subjectId: checkId })),
        );
        return new Map(
          notes.map(({ companyId, checkId, note }) => [checkId, crypto.decryptText(note, notePlace({ companyId, id: checkId }))]),
        );
      });
    },
  };
}

/** @throws {AppError} `request.invalid`: an outcome that a check like this cannot have */
function requirePossible({ checkOccurence }: Pick<ResultInput, 'checkOccurence'>, check: CheckRecord): void {
  const refusal = checkOccurence === 'NoShow' ? noShowRefusal(check) : null;
  if (refusal !== null) throw faultAt('checkOccurence', refusal);
  if (!allowedOccurrences({ ...check, isLaterRound: check.parentCheckId !== null }).includes(checkOccurence))
    throw faultAt('checkOccurence', 'invalidChoice');
}

const isSame = (one: unknown, other: unknown): boolean =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;

/** The way that the doctor of the check made to a door where nobody opened; null: none. */
type Trip = { readonly km: number | null } | null;

const findTrip = async (tx: WriteTx, { companyId, id, doctorId }: CheckRecord): Promise<Trip> =>
  doctorId === null ? null : ((await findAttemptTrip(tx, { companyId, id, doctorId })) ?? null);

/** A check that could not be carried out, as it is archived. */
function nonOperable(
  actor: Actor,
  check: CheckRecord,
  trip: Trip,
  nonOperableReason: NonOperableReason,
  archiveComment: string,
  now: Date,
) {
  const doctorWent = standingAppointment(check) !== null && wentInVain(check, trip !== null, now);
  return {
    checkOccurence: 'NonOperable',
    nonOperableReason,
    archiveComment,
    commentReview: reviewOf(actor.kind, archiveComment),
    companyTotalPrice: nonOperablePrice({ nonOperableReason, price: priceOn(check, plannedDay(check)), doctorWent }),
    // A doctor who came for nothing is paid when the company pays.
    ...(doctorWent && NON_OPERABLE_REASONS[nonOperableReason].billable && doctorPay(check, trip)),
    resultSentBy: actor.kind,
  } as const;
}

/** What a doctor says of a declared accident; of anything else, or unseen, nobody says anything. */
function accidentFindings(
  { incapacityType }: CheckRecord,
  { checkOccurence, injuryDifference, checkPlausibility }: Pick<ResultInput, 'checkOccurence' | 'injuryDifference' | 'checkPlausibility'>,
) {
  const asked = isDeclaredAccident(incapacityType) && isExamined(checkOccurence);
  return {
    injuryDifference: asked ? injuryDifference : null,
    checkPlausibility: asked ? (checkPlausibility ?? 'Unknown') : 'Unknown',
  } as const;
}

const notePlace = ({ companyId, id }: Pick<CheckRecord, 'companyId' | 'id'>): string => ENCRYPTED.medicalNote.placeOf(companyId, id);
