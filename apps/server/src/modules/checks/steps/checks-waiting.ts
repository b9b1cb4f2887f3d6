import { refusalOf, type WaitingResultAction } from '@checkwell/domain/check/lifecycle';
import { isHeld, type QualityRule } from '@checkwell/domain/check/quality/quality-rules';
import { reviewOf } from '@checkwell/domain/check/result/comment-gate';
import { type ResultInput, resultRule } from '@checkwell/domain/check/rules';
import { RESULT_TAKE_BACK_MINUTES } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import type { Actor } from '@checkwell/domain/policy';
import type { Crypto } from '../../../platform/crypto/crypto.ts';
import { ENCRYPTED } from '../../../platform/crypto/encrypted-columns.ts';
import type { Database, WriteTx } from '../../../platform/db/database.ts';
import { type Claim, claimOf, inTurn, isRepeated } from '../../../platform/db/idempotency.ts';
import { profileIdOf, reachable } from '../../../platform/guard.ts';
import { parseInput } from '../../../platform/input.ts';
import type { Outbox } from '../../../platform/jobs/outbox.ts';
import type { CheckRecord } from '../checks.repository.ts';
import * as repository from '../checks.repository.ts';
import { type CheckView, showCheck } from '../checks.view.ts';
import type { HeldAlarm } from './checks-held.jobs.ts';
import { findHeldResults, insertHeldResult } from './checks-held.repository.ts';
import { qualityOf, ResultHeld } from './checks-quality.ts';
import type { CheckResults, Recording } from './checks-results.ts';
import { getVisible, lockVersion, writeAction } from './checks-steps.ts';

/** Results that wait before the employer reads them (docs/decisions/0052), and longer if a quality check finds something implausible (0088). */
export interface WaitingResults {
  /**
   * Sends a result. It waits for `RESULT_TAKE_BACK_MINUTES`; then the outbox records or holds it.
   * @throws {AppError} `access.forbidden`, `request.invalid`, `entity.notFound`, `entity.changedMeanwhile`, `check.actionNotAllowed`
   */
  submitResult(actor: Actor, id: string, version: number, input: unknown, idempotencyKey?: string | null): Promise<CheckView>;
  /** Withdraws a result that still waits; only its sender can. @throws {AppError} as `submitResult`; `entity.changedMeanwhile` once it is recorded */
  takeBackResult(actor: Actor, id: string, version: number, idempotencyKey?: string | null): Promise<CheckView>;
  /**
   * Records a waiting result before it is due, or holds it; only its sender can.
   * @throws {AppError} as `submitResult`; `check.actionNotAllowed` also if it is held already
   */
  sendResult(actor: Actor, id: string, version: number): Promise<CheckView>;
}

/** The waiting results, with functions for held results (checks-held.ts). */
export interface WaitingResultParts extends WaitingResults {
  /** Records a waiting result, or holds it; nothing if it was taken back or is recorded already. */
  settle(waiting: Waiting): Promise<void>;
  /** Asks the outbox for `settle`, in the transaction that makes the result due. */
  putSettle(tx: WriteTx, waiting: Waiting): Promise<unknown>;
  /** Encrypts a result with its sender for this check. */
  readonly encryptResult: (key: Pick<Waiting, 'companyId' | 'checkId'>, kept: Kept) => Buffer;
  /** Decrypts what `encryptResult` encrypted. */
  readonly open: (row: Pick<Waiting, 'companyId' | 'checkId'> & { readonly sealed: Buffer }) => Kept;
}

export interface WaitingResultDeps {
  readonly db: Database;
  readonly clock: { now(): Date };
  readonly crypto: Crypto;
  readonly outbox: Outbox;
  /** Notifies planners when a held result has waited too long. */
  readonly alarm: HeldAlarm;
  readonly results: Pick<CheckResults, 'checkResult'> & {
    recordResult(actor: Actor, id: string, version: number, input: unknown, recording?: Recording): Promise<CheckView>;
  };
}

const TOPIC = 'waitingResult';
const QUALITY_CHECK: Actor = { kind: 'system', name: 'quality check' };

/** Identifies a waiting result. `recordedAt`: when it was sent, ISO; a later result of the same check has another time. */
export interface Waiting {
  readonly companyId: string;
  readonly checkId: string;
  readonly recordedAt: string;
}

/** Sender and contents of the result. */
export interface Kept {
  readonly actor: Actor;
  readonly input: ResultInput;
}

/** Makes the waiting results, and the handler of the outbox that records them when they are due. */
export function createWaitingResults({ db, clock, crypto, outbox, alarm, results }: WaitingResultDeps): WaitingResultParts {
  /** Sends or takes back a result. Its permission, version, lock and history are those of a transition, but the status of the check stays. */
  async function change(
    actor: Actor,
    id: string,
    version: number,
    action: WaitingResultAction,
    claim: Claim | null,
    decide: (tx: WriteTx, check: CheckRecord, now: Date) => Promise<repository.CheckChanges>,
  ): Promise<CheckView> {
    reachable(actor, 'check.recordResult');
    const step = async (tx: WriteTx) => {
      const seen = await getVisible(tx, actor, id);
      if (await isRepeated(tx, claim, profileIdOf(actor), seen)) return showCheck(actor, seen, clock.now());
      const refusal = refusalOf('recordResult', seen, actor);
      if (refusal === 'permission') throw new AppError('access.forbidden');
      if (seen.version !== version) throw new AppError('entity.changedMeanwhile');
      if (refusal !== null || (seen.resultDueAt !== null) !== (action === 'takeBackResult')) throw new AppError('check.actionNotAllowed');
      const { held, check } = await lockVersion(tx, seen, version);
      const now = clock.now();
      const changes = await decide(tx, check, now);
      const changed = await writeAction(tx, held, { actor, check, action, now, status: check.status, changes });
      return showCheck(actor, changed, now);
    };
    return inTurn(claim, profileIdOf(actor), () => db.as(actor, step));
  }

  const findWaiting = (companyId: string, checkId: string) =>
    db.system('waiting result', (tx) => repository.findWaitingResult(tx, companyId, checkId));

  const encryptResult: WaitingResultParts['encryptResult'] = ({ companyId, checkId }, kept) =>
    crypto.encryptText(JSON.stringify(kept), ENCRYPTED.waitingResult.contextOf(companyId, checkId));
  const open: WaitingResultParts['open'] = ({ companyId, checkId, sealed }) => {
    const { actor, input } = JSON.parse(crypto.decryptText(sealed, ENCRYPTED.waitingResult.contextOf(companyId, checkId))) as Kept;
    return { actor, input: { ...input, examinedFrom: new Date(input.examinedFrom), examinedTo: new Date(input.examinedTo) } };
  };

  /**
   * The findings of the quality check about a result, on the check that the transaction has locked.
   * @throws {ResultHeld} if a planner must read the result first, and none has released it
   */
  async function review(tx: WriteTx, check: CheckRecord, kept: Kept): Promise<readonly QualityRule[]> {
    const findings = await qualityOf(tx, check, kept.input, reviewOf(kept.actor.kind, kept.input.archiveComment) === 'Waiting');
    const [held] = await findHeldResults(tx, [check]);
    if (!held?.releasedAt && isHeld(findings)) throw new ResultHeld();
    return findings;
  }

  /** Records a waiting result as its sender, or holds it. @returns null if it was taken back or is recorded already */
  async function release(waiting: Waiting): Promise<CheckView | 'held' | null> {
    const { companyId, checkId, recordedAt } = waiting;
    const row = await findWaiting(companyId, checkId);
    if (row?.recordedAt.toISOString() !== recordedAt) return null;
    const kept = open(row);
    try {
      return await results.recordResult(kept.actor, checkId, row.version, kept.input, {
        reportedAt: row.recordedAt,
        review: (tx, check) => review(tx, check, kept),
        also: (tx) => repository.deleteWaitingResult(tx, companyId, checkId),
      });
    } catch (error) {
      if (!(error instanceof ResultHeld)) throw error;
      return hold(waiting, row.version);
    }
  }

  /** Holds a result for a planner. The quality check is repeated on the check locked here, because `ResultHeld` undid the transaction of the first one. */
  async function hold({ companyId, checkId, recordedAt }: Waiting, version: number): Promise<'held' | null> {
    return db.as(QUALITY_CHECK, async (tx) => {
      const { held, check } = await lockVersion(tx, await getVisible(tx, QUALITY_CHECK, checkId), version);
      const row = await repository.findWaitingResult(tx, companyId, checkId);
      if (row?.recordedAt.toISOString() !== recordedAt) return null;
      if (check.resultHeldAt !== null) return 'held';
      const kept = open(row);
      const findings = await qualityOf(tx, check, kept.input, reviewOf(kept.actor.kind, kept.input.archiveComment) === 'Waiting');
      if (!isHeld(findings)) throw new AppError('entity.changedMeanwhile');
      const now = clock.now();
      await insertHeldResult(tx, { companyId, checkId, findings: [...findings], waitsSince: now });
      await repository.moveWaitingResult(tx, companyId, checkId, { version: version + 1 });
      await alarm.put(tx, { companyId, checkId, since: now });
      const changes = { resultHeldAt: now };
      const details = { qualityFindings: findings };
      await writeAction(tx, held, { actor: QUALITY_CHECK, check, action: 'holdResult', now, status: check.status, changes, details });
      return 'held';
    });
  }

  async function settle(waiting: Waiting): Promise<void> {
    try {
      await release(waiting);
    } catch (error) {
      // The error does not matter if the result was taken back, recorded or replaced meanwhile.
      const row = await findWaiting(waiting.companyId, waiting.checkId);
      if (row?.recordedAt.toISOString() === waiting.recordedAt) throw error;
    }
  }
  const putSettle: WaitingResultParts['putSettle'] = (tx, waiting) =>
    outbox.put(tx, { topic: TOPIC, companyId: waiting.companyId, payload: waiting });

  outbox.handleExternal<Waiting, null>(TOPIC, {
    async prepare(tx, { payload }) {
      const waiting = payload as Waiting;
      const row = await repository.findWaitingResult(tx, waiting.companyId, waiting.checkId);
      return row?.recordedAt.toISOString() === waiting.recordedAt ? waiting : null;
    },
    async call(waiting) {
      await settle(waiting);
      return null;
    },
    async record() {},
  });

  return {
    settle,
    putSettle,
    encryptResult,
    open,

    async submitResult(actor, id, version, input, key = null) {
      reachable(actor, 'check.recordResult');
      const result = parseInput(resultRule, input);
      const profileId = profileIdOf(actor);
      if (profileId === null) throw new AppError('access.forbidden');
      const claim = key === null ? null : claimOf('submitResult', key, { ...result, id });
      return change(actor, id, version, 'submitResult', claim, async (tx, check, now) => {
        await results.checkResult(tx, actor, result, check, now);
        const { companyId } = check;
        const dueAt = new Date(now.getTime() + RESULT_TAKE_BACK_MINUTES * 60_000);
        await repository.insertWaitingResult(tx, {
          companyId,
          checkId: id,
          profileId,
          version: version + 1,
          sealed: encryptResult({ companyId, checkId: id }, { actor, input: result }),
          recordedAt: now,
        });
        const payload: Waiting = { companyId, checkId: id, recordedAt: now.toISOString() };
        await outbox.put(tx, { topic: TOPIC, companyId, payload, dueAt });
        return { resultDueAt: dueAt };
      });
    },

    async takeBackResult(actor, id, version, key = null) {
      const claim = key === null ? null : claimOf('takeBackResult', key, { id });
      return change(actor, id, version, 'takeBackResult', claim, async (tx, { companyId }) => {
        // Row-level security lets only its sender delete the row.
        if (!(await repository.deleteWaitingResult(tx, companyId, id))) throw new AppError('access.forbidden');
        return { resultDueAt: null, resultHeldAt: null, resultAskedAt: null };
      });
    },

    async sendResult(actor, id, version) {
      reachable(actor, 'check.recordResult');
      const row = await db.as(
        actor,
        async (tx) => {
          const check = await getVisible(tx, actor, id);
          if (check.version !== version) throw new AppError('entity.changedMeanwhile');
          if (check.resultDueAt === null || check.resultHeldAt !== null) throw new AppError('check.actionNotAllowed');
          return repository.findWaitingResult(tx, check.companyId, id);
        },
        { readonly: true },
      );
      if (!row) throw new AppError('access.forbidden');
      const sent = await release({ companyId: row.companyId, checkId: id, recordedAt: row.recordedAt.toISOString() });
      if (sent === null) throw new AppError('entity.changedMeanwhile');
      if (sent !== 'held') return sent;
      return db.as(actor, async (tx) => showCheck(actor, await getVisible(tx, actor, id), clock.now()), { readonly: true });
    },
  };
}
