import { qualityFindings } from '@checkwell/domain/check/quality/quality';
import type { QualityRule } from '@checkwell/domain/check/quality/quality-rules';
import type { ResultInput } from '@checkwell/domain/check/rules';
import { isAttemptOf } from '@checkwell/domain/check/times/no-show';
import { type GeoPoint, pointOf } from '@checkwell/domain/planning/geo';
import type { WriteTx } from '../../../platform/db/database.ts';
import { lockName } from '../../../platform/db/locked.ts';
import type { CheckRecord } from '../checks.repository.ts';
import { findDoctorsAttempts } from './checks-attempts.repository.ts';
import { findOtherChecks, findPractice } from './checks-held.repository.ts';

export type CheckedResult = Pick<
  ResultInput,
  'checkOccurence' | 'examinedFrom' | 'examinedTo' | 'newIncapacityEndDate' | 'prolongationNeeded' | 'archiveComment'
>;

/** Undoes the transaction that would record a result, because a planner must read the result first. */
export class ResultHeld extends Error {}

/**
 * The findings of the quality check about a result (domain/check/quality). Two results of one doctor are checked one after the other, so that the second is
 * compared with the first. A result that still waits is encrypted, and is compared with the others when it is recorded itself.
 * @param check the check, as the transaction has locked it
 */
export async function qualityOf(
  tx: WriteTx,
  check: CheckRecord,
  result: CheckedResult,
  commentIsGated: boolean,
): Promise<readonly QualityRule[]> {
  const { companyId, id, doctorId } = check;
  if (doctorId !== null) await lockName(tx, `results of doctor ${doctorId}`, 'change');
  const others = doctorId === null ? [] : await findOtherChecks(tx, { companyId, id, doctorId }, result);
  const isNoShowOfVisit = result.checkOccurence === 'NoShow' && check.checkLocation === 'House';
  const attempts = isNoShowOfVisit ? (await findDoctorsAttempts(tx, check)).filter((attempt) => isAttemptOf(attempt, check)) : [];
  return qualityFindings({
    result,
    check,
    place: await placeOf(tx, check),
    others: others.map(({ examinedFrom, examinedTo, ...point }) => ({ examinedFrom, examinedTo, place: pointOf(point) })),
    attemptProven: attempts.some(({ latitude, photoId }) => latitude !== null || photoId !== null),
    commentIsGated,
  });
}

async function placeOf(tx: WriteTx, check: CheckRecord): Promise<GeoPoint | null> {
  if (check.checkLocation === 'House') return pointOf(check);
  return check.checkLocation === 'Office' && check.doctorId !== null ? findPractice(tx, check.doctorId) : null;
}
