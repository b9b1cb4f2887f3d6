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
  correctionError,
  correctionRule,
  isFarFromAppointment,
  nonOperableRule,
  type ResultInput,
  resultError,
  resultRule,
} from '@checkwell/domain/check/rules';
import { chargeableAppointment } from '@checkwell/domain/check/times/appointment';
import { noShowRefusal } from '@checkwell/domain/check/times/no-show';
import { toldRefusal } from '@checkwell/domain/check/times/told';
import { atAppointmentLocation, wentInVain } from '@checkwell/domain/check/times/visit';
import { dayOf } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { type Actor, can } from '@checkwell/domain/policy';
import type { Crypto } from '../../../platform/crypto/crypto.ts';
import { ENCRYPTED } from '../../../platform/crypto/encrypted-columns.ts';
import { logAccesses } from '../../../platform/db/access-log.ts';
import type { Database, WriteTx } from '../../../platform/db/database.ts';
import { claimOf } from '../../../platform/db/idempotency.ts';
import { fieldErrorAt, reachable } from '../../../platform/guard.ts';
import { parseInput } from '../../../platform/input.ts';
import type { CheckRecord } from '../checks.repository.ts';
import * as repository from '../checks.repository.ts';
import { type CheckView, formerOf } from '../checks.view.ts';
import { findDisagreement } from '../employee-page/employee-page.repository.ts';
import { priceOfAppointment, priceOn } from '../order/checks-prices.ts';
import { findAttemptTrip, findDoctorsAttempts } from './checks-attempts.repository.ts';
import { qualityOf, ResultHeld } from './checks-quality.ts';
import type { ApplyTransition, Step } from './checks-steps.ts';

/** The result of a check, its correction, the review of the doctor's comment, and the medical note. */
export interface CheckResults {
  /** Records a result and archives the check, so that the employer can read it. A result that a person sends waits before (checks-waiting.ts). */
  recordResult(actor: Actor, id: string, version: number, input: unknown, recording?: Recording): Promise<CheckView>;
  /**
   * Checks a result against its check, which the transaction has locked.
   * @throws {AppError} `request.invalid`: it contradicts the check; `access.forbidden`: the actor may not write a medical note
   */
  checkResult(tx: WriteTx, actor: Actor, result: ResultInput, check: CheckRecord, now: Date): Promise<void>;
  /**
   * Corrects the doctor's own result, until `RESULT_CORRECTION_HOURS` after the check was archived. The history keeps the former values, and the report shows
   * them (docs/decisions/0078).
   * @throws {AppError} `check.correctionTooLate`; `check.nothingCorrected`; `request.invalid`
   */
  correctResult(actor: Actor, id: string, version: number, input: unknown, idempotencyKey?: string | null): Promise<CheckView>;
  /** Archives a check that could not be carried out, with the reason. @throws {AppError} `request.invalid` */
  markNonOperable(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
  /** Lets the employer read the doctor's comment in the report, in the wording of the input. */
  releaseComment(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
  /** Withholds the doctor's comment from the employer; it can still be released later. */
  withholdComment(actor: Actor, id: string, version: number): Promise<CheckView>;
  /** The medical notes of these checks that the actor may read, by the id of the check; each reading is logged. */
  readMedicalNotes(actor: Actor, checks: readonly Pick<CheckView, 'companyId' | 'id' | 'doctorId'>[]): Promise<ReadonlyMap<string, string>>;
}

/** Additional parameters for a result that has waited. */
export interface Recording {
  /** When it was sent; the doctor's punctuality counts from then. */
  readonly reportedAt: Date;
  /** The findings of the quality check. @throws {ResultHeld} if a planner must read the result first */
  readonly review: (tx: WriteTx, check: CheckRecord, result: ResultInput) => Promise<readonly QualityRule[]>;
  /** Additional writes in the transaction that records the result. */
  readonly also: (tx: WriteTx) => Promise<unknown>;
}

export interface CheckResultDeps {
  readonly take: ApplyTransition;
  readonly db: Database;
  readonly crypto: Crypto;
}

export function createCheckResults({ take, db, crypto }: CheckResultDeps): CheckResults {
  /** Stores the medical note, encrypted. */
  const sealNote = (check: CheckRecord, doctorId: string, medicalNote: string, tx: WriteTx): Promise<void> =>
    repository.insertMedicalNote(tx, {
      companyId: check.companyId,
      checkId: check.id,
      doctorId,
      note: crypto.encryptText(medicalNote, noteContext(check)),
    });

  const checkResult: CheckResults['checkResult'] = async (tx, actor, result, check, now) => {
    const fieldError = resultError(result, check, now);
    if (fieldError !== null) throw fieldErrorAt(fieldError.path, fieldError.message);
    await requirePossible(tx, result, check);
    if (result.medicalNote !== '' && check.doctorId !== null && !can(actor, 'medicalNotes.write', check))
      throw new AppError('access.forbidden');
  };

  /** Ends a check whose reported no-show is not valid, because the employee was not notified in time. */
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
        // A concurrent transaction that was recording the same result has held it.
        if (check.resultHeldAt !== null) throw new ResultHeld();
        // While the report waited, a message to the employee turned out not to have arrived: without notice there is no no-show.
        if (recording && result.checkOccurence === 'NoShow' && toldRefusal(check) !== null)
          return notTold(actor, parsed, check, await findTrip(tx, check), recording, tx, now);
        await checkResult(tx, actor, parsed, check, now);
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
          // The form asks for this reason only if the times are far from the appointment.
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
        const fieldError = correctionError(findings, check, now);
        if (fieldError !== null) throw fieldErrorAt(fieldError.path, fieldError.message);
        // An outcome that stays the same was checked when it was first reported.
        if (findings.checkOccurence !== check.checkOccurence) await requirePossible(tx, findings, check);
        // Price and pay stay, because they depend on the day, which stays, and on somebody having gone there. Punctuality counts the first report.
        const changes = {
          ...findings,
          ...accidentFindings(check, findings),
          // A disagreement that the employee declared on their own page cannot be withdrawn by a correction (docs/decisions/0102).
          workerDisagreement:
            findings.workerDisagreement || (isExamined(findings.checkOccurence) && (await findDisagreement(tx, check)) !== undefined),
          earlyReturn: isEarlyReturn(findings, check.incapacityEndDate),
          examinationMinutes: examinationMinutes(findings),
          // Only a no-show can be excused.
          ...(findings.checkOccurence !== 'NoShow' && { noShowExcuse: null, noShowExcusedOn: null }),
        };
        if (CORRECTABLE_FIELDS.every((name) => isSame(changes[name], check[name]))) throw new AppError('check.nothingCorrected');
        // The employer has read the result, so the correction is not held; planners read the findings in the history.
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
        if (!allowedReasons(check).includes(nonOperableReason)) throw fieldErrorAt('nonOperableReason', 'invalidChoice');
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
          notes.map(({ companyId, checkId, note }) => [checkId, crypto.decryptText(note, noteContext({ companyId, id: checkId }))]),
        );
      });
    },
  };
}

/** Checks that this outcome is possible for the check. @throws {AppError} `request.invalid` */
async function requirePossible(tx: WriteTx, { checkOccurence }: Pick<ResultInput, 'checkOccurence'>, check: CheckRecord): Promise<void> {
  const attempts = checkOccurence === 'NoShow' ? await findDoctorsAttempts(tx, check) : [];
  const refusal = checkOccurence === 'NoShow' ? noShowRefusal({ ...check, attempts }) : null;
  if (refusal !== null) throw fieldErrorAt('checkOccurence', refusal);
  if (!allowedOccurrences({ ...check, attempts, isLaterRound: check.parentCheckId !== null }).includes(checkOccurence))
    throw fieldErrorAt('checkOccurence', 'invalidChoice');
}

const isSame = (one: unknown, other: unknown): boolean =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;

/** The doctor's trip to a visit where nobody opened; null: none. `km` null: distance unknown. */
type Trip = { readonly km: number | null } | null;

const findTrip = async (tx: WriteTx, { companyId, id, doctorId }: CheckRecord): Promise<Trip> =>
  doctorId === null ? null : ((await findAttemptTrip(tx, { companyId, id, doctorId })) ?? null);

/** The changes that archive a check that could not be carried out. */
function nonOperable(
  actor: Actor,
  check: CheckRecord,
  trip: Trip,
  nonOperableReason: NonOperableReason,
  archiveComment: string,
  now: Date,
) {
  const appointed = atAppointmentLocation(check);
  const doctorWent = chargeableAppointment(check) !== null && wentInVain(appointed, trip !== null, now);
  return {
    checkOccurence: 'NonOperable',
    nonOperableReason,
    archiveComment,
    commentReview: reviewOf(actor.kind, archiveComment),
    companyTotalPrice: nonOperablePrice({ nonOperableReason, price: priceOfAppointment(check), doctorWent }),
    // A doctor who went in vain is paid if the company pays.
    ...(doctorWent && NON_OPERABLE_REASONS[nonOperableReason].billable && doctorPay(appointed, trip)),
    resultSentBy: actor.kind,
  } as const;
}

/** The doctor's findings about a declared accident; none for other types of incapacity, or without an examination. */
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

const noteContext = ({ companyId, id }: Pick<CheckRecord, 'companyId' | 'id'>): string => ENCRYPTED.medicalNote.contextOf(companyId, id);
