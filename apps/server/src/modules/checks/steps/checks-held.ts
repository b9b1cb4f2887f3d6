import { isQualityRule, type QualityRule } from '@checkwell/domain/check/quality/quality-rules';
import { correctionRule, heldResultRule, type ResultInput } from '@checkwell/domain/check/rules';
import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { type Actor, can } from '@checkwell/domain/policy';
import type { Database, WriteTx } from '../../../platform/db/database.ts';
import { type Locked, lockRow, updateRow } from '../../../platform/db/locked.ts';
import { profileIdOf, reachable } from '../../../platform/guard.ts';
import { parseInput } from '../../../platform/input.ts';
import type { CheckRecord } from '../checks.repository.ts';
import * as checks from '../checks.repository.ts';
import { type CheckView, showCheck } from '../checks.view.ts';
import type { HeldAlarm } from './checks-held.jobs.ts';
import * as repository from './checks-held.repository.ts';
import type { CheckResults } from './checks-results.ts';
import { type ApplyTransition, getVisible } from './checks-steps.ts';
import type { Kept, Waiting, WaitingResultParts } from './checks-waiting.ts';

/** A result that waits for a planner, without the medical note: for planners, and for the doctor who sent it. */
export interface HeldResultView
  extends Pick<repository.HeldResult, 'waitsSince' | 'question' | 'answer' | 'escalatedAt'>,
    Omit<ResultInput, 'medicalNote' | 'independenceDeclared' | 'timesReason' | 'checkPlausibility'> {
  readonly findings: readonly QualityRule[];
  readonly timesReason: string;
  readonly checkPlausibility: NonNullable<ResultInput['checkPlausibility']>;
  /** Whether a doctor sent the result and can be asked about it; else a planner sent it for a doctor. */
  readonly byDoctor: boolean;
}

/** Results that are held before the employer reads them (docs/decisions/0088). Inputs are parsed here. */
export interface HeldResults {
  /** Held results by id of the check, for checks that the actor sees. */
  findHeldResults(
    actor: Actor,
    checks: readonly Pick<CheckView, 'companyId' | 'id' | 'doctorId'>[],
  ): Promise<ReadonlyMap<string, HeldResultView>>;
  /** For metrics: the number of held results, and for how many minutes the oldest has waited; null: there is none. */
  heldFigures(): Promise<{ readonly held: number; readonly oldestMinutes: number | null }>;
  /** A planner releases a held result, with a reason for the history; it is recorded and becomes a report. */
  releaseResult(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
  /** A planner asks the doctor who sent the result. @throws {AppError} `check.actionNotAllowed`, also if no doctor sent it */
  questionResult(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
  /** The doctor confirms the result, with an answer; it waits for a planner again. */
  confirmResult(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
  /** The doctor corrects the held result, whether a planner has asked or not. It is checked again, and becomes a report if no finding holds it. */
  reviseResult(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
}

export interface HeldResultDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly take: ApplyTransition;
  readonly alarm: HeldAlarm;
  readonly waiting: Pick<WaitingResultParts, 'settle' | 'putSettle' | 'open' | 'encryptResult'>;
  readonly results: Pick<CheckResults, 'checkResult'>;
}

/** A held result with the rows that the transaction has locked. */
interface HeldRow {
  readonly row: Locked<'held_results'>;
  readonly kept: Kept;
  readonly waiting: Waiting;
}

const NOT_HELD = { resultHeldAt: null, resultAskedAt: null } as const;

export function createHeldResults({ db, clock, take, alarm, waiting, results }: HeldResultDeps): HeldResults {
  /** Locks the rows of a held result. The caller has locked the check, which gets the next version in this transaction. */
  async function holdRows(tx: WriteTx, { companyId, id, version }: CheckRecord): Promise<HeldRow> {
    const sent = await checks.findWaitingResult(tx, companyId, id);
    // Row-level security shows it to planners and to its sender.
    if (!sent) throw new AppError('access.forbidden');
    const row = await lockRow(tx, 'held_results', { companyId, checkId: id });
    if (!row) throw new AppError('entity.changedMeanwhile');
    await checks.moveWaitingResult(tx, companyId, id, { version: version + 1 });
    return { row, kept: waiting.open(sent), waiting: { companyId, checkId: id, recordedAt: sent.recordedAt.toISOString() } };
  }

  /** Records a result or holds it again. If that fails here, the outbox tries it again. */
  async function settled(actor: Actor, id: string, held: Waiting): Promise<CheckView> {
    await waiting.settle(held);
    return db.as(actor, async (tx) => showCheck(actor, await getVisible(tx, actor, id), clock.now()), { readonly: true });
  }

  return {
    async findHeldResults(actor, seen) {
      const readable = seen.filter((check) => can(actor, 'check.reviewResult', check) || can(actor, 'check.correctResult', check));
      if (readable.length === 0) return new Map();
      const rows = await db.as(actor, (tx) => repository.findHeldResults(tx, readable), { readonly: true });
      return new Map(rows.filter(({ releasedAt }) => releasedAt === null).map((row) => [row.checkId, viewOf(row, waiting.open(row))]));
    },

    async heldFigures() {
      const { held, since } = await db.as({ kind: 'system', name: 'metrics' }, repository.countHeldResults, { readonly: true });
      return { held, oldestMinutes: since === null ? null : (clock.now().getTime() - since.getTime()) / 60_000 };
    },

    async releaseResult(actor, id, version, input) {
      reachable(actor, 'check.reviewResult');
      const { reason } = parseInput(heldResultRule, input);
      const held: { waiting?: Waiting } = {};
      const released = await take(actor, id, version, 'releaseResult', async (check, tx, now) => {
        const rows = await holdRows(tx, check);
        held.waiting = rows.waiting;
        await updateRow(tx, rows.row, { releasedAt: now, releasedByProfileId: profileIdOf(actor) });
        await waiting.putSettle(tx, rows.waiting);
        return { changes: NOT_HELD, reason, details: { qualityFindings: rows.row.findings } };
      });
      return held.waiting ? settled(actor, id, held.waiting) : released;
    },

    async questionResult(actor, id, version, input) {
      reachable(actor, 'check.reviewResult');
      const { reason } = parseInput(heldResultRule, input);
      return take(actor, id, version, 'questionResult', async (check, tx, now) => {
        const { row, kept } = await holdRows(tx, check);
        if (kept.actor.kind !== 'doctor') throw new AppError('check.actionNotAllowed');
        await updateRow(tx, row, { question: reason, answer: '', waitsSince: now, escalatedAt: null });
        await alarm.put(tx, { companyId: check.companyId, checkId: id, since: now });
        return { changes: { resultAskedAt: now }, reason };
      });
    },

    async confirmResult(actor, id, version, input) {
      reachable(actor, 'check.correctResult');
      const { reason } = parseInput(heldResultRule, input);
      return take(actor, id, version, 'confirmResult', async (check, tx, now) => {
        const { row } = await holdRows(tx, check);
        await updateRow(tx, row, { answer: reason, waitsSince: now, escalatedAt: null });
        await alarm.put(tx, { companyId: check.companyId, checkId: id, since: now });
        return { changes: { resultAskedAt: null }, reason };
      });
    },

    async reviseResult(actor, id, version, input) {
      reachable(actor, 'check.correctResult');
      const { correctionReason, explanation, ...findings } = parseInput(correctionRule, input);
      const held: { waiting?: Waiting } = {};
      const revised = await take(actor, id, version, 'reviseResult', async (check, tx, now) => {
        const rows = await holdRows(tx, check);
        const { companyId } = check;
        const result: ResultInput = { ...rows.kept.input, ...findings, timesReason: rows.kept.input.timesReason || explanation };
        await results.checkResult(tx, actor, result, check, now);
        held.waiting = rows.waiting;
        await checks.moveWaitingResult(tx, companyId, id, {
          version: version + 1,
          sealed: waiting.encryptResult({ companyId, checkId: id }, { ...rows.kept, input: result }),
        });
        await repository.deleteHeldResult(tx, companyId, id);
        await waiting.putSettle(tx, rows.waiting);
        return { changes: NOT_HELD, reason: explanation, details: { correctionReason } };
      });
      return held.waiting ? settled(actor, id, held.waiting) : revised;
    },
  };
}

function viewOf({ waitsSince, question, answer, escalatedAt, findings }: repository.HeldResult, { actor, input }: Kept): HeldResultView {
  const { medicalNote: _note, independenceDeclared: _declared, timesReason, checkPlausibility, ...result } = input;
  return {
    ...result,
    timesReason: timesReason ?? '',
    checkPlausibility: checkPlausibility ?? 'Unknown',
    waitsSince,
    question,
    answer,
    escalatedAt,
    findings: findings.filter(isQualityRule),
    byDoctor: actor.kind === 'doctor',
  };
}
