import { refusalOf, type WaitingResultAction } from '@checkwell/domain/check/lifecycle';
import { type ResultInput, resultRule } from '@checkwell/domain/check/rules';
import { RESULT_TAKE_BACK_MINUTES } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import type { Actor } from '@checkwell/domain/policy';
import type { Crypto } from '../../../platform/crypto/crypto.ts';
import type { Database, WriteTx } from '../../../platform/db/database.ts';
import { type Claim, claimOf, inTurn, isRepeated } from '../../../platform/db/idempotency.ts';
import { profileIdOf, reachable } from '../../../platform/guard.ts';
import { parseInput } from '../../../platform/input.ts';
import type { Outbox } from '../../../platform/jobs/outbox.ts';
import type { CheckRecord } from '../checks.repository.ts';
import * as repository from '../checks.repository.ts';
import { type CheckView, showCheck } from '../checks.view.ts';
import type { CheckResults, Recording } from './checks.results.ts';
import { getVisible, lockVersion, writeAction } from './checks.steps.ts';

/** Results that wait before the employer reads them (docs/decisions/0052). */
export interface WaitingResults {
  /** Sends a result: it waits for `RESULT_TAKE_BACK_MINUTES`, then it is recorded. */
  submitResult(actor: Actor, id: string, version: number, input: unknown, idempotencyKey?: string | null): Promise<CheckView>;
  /** For whoever sent it, while it waits. @throws {AppError} `entity.changedMeanwhile` once it is recorded */
  takeBackResult(actor: Actor, id: string, version: number, idempotencyKey?: string | null): Promise<CheckView>;
  /** Records it now. For whoever sent it. */
  sendResult(actor: Actor, id: string, version: number): Promise<CheckView>;
}

export interface WaitingResultDeps {
  readonly db: Database;
  readonly clock: { now(): Date };
  readonly crypto: Crypto;
  readonly outbox: Outbox;
  readonly results: Pick<CheckResults, 'checkResult'> & {
    recordResult(actor: Actor, id: string, version: number, input: unknown, recording?: Recording): Promise<CheckView>;
  };
}

const TOPIC = 'waitingResult';

/** Which result: another one of the same check was recorded at another time. */
interface Waiting {
  readonly companyId: string;
  readonly checkId: string;
  readonly recordedAt: string;
}

interface Kept {
  readonly actor: Actor;
  readonly input: ResultInput;
}

export function createWaitingResults({ db, clock, crypto, outbox, results }: WaitingResultDeps): WaitingResults {
  /** One change of a check in progress that is no step of its life: refused, locked and written down as those are. */
  async function change(
    actor: Actor,
    id: string,
    version: number,
    action: WaitingResultAction,
    claim: Claim | null,
    decide: (tx: WriteTx, check: CheckRecord, now: Date) => Promise<{ readonly resultDueAt: Date | null }>,
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

  /** Records what waits, as whoever sent it; null: it was taken back, or is recorded already. */
  async function release({ companyId, checkId, recordedAt }: Waiting): Promise<CheckView | null> {
    const row = await findWaiting(companyId, checkId);
    if (row?.recordedAt.toISOString() !== recordedAt) return null;
    const { actor, input } = JSON.parse(crypto.decryptText(row.sealed, placeOf(companyId, checkId))) as Kept;
    const result = { ...input, examinedFrom: new Date(input.examinedFrom), examinedTo: new Date(input.examinedTo) };
    return results.recordResult(actor, checkId, row.version, result, {
      reportedAt: row.recordedAt,
      also: (tx) => repository.deleteWaitingResult(tx, companyId, checkId),
    });
  }

  outbox.handleExternal<Waiting, null>(TOPIC, {
    async prepare(tx, { payload }) {
      const waiting = payload as Waiting;
      const row = await repository.findWaitingResult(tx, waiting.companyId, waiting.checkId);
      return row?.recordedAt.toISOString() === waiting.recordedAt ? waiting : null;
    },
    async call(waiting) {
      try {
        await release(waiting);
      } catch (error) {
        // Taken back, or sent, while this was on its way.
        const row = await findWaiting(waiting.companyId, waiting.checkId);
        if (row?.recordedAt.toISOString() === waiting.recordedAt) throw error;
      }
      return null;
    },
    async record() {},
  });

  return {
    async submitResult(actor, id, version, input, key = null) {
      reachable(actor, 'check.recordResult');
      const result = parseInput(resultRule, input);
      const profileId = profileIdOf(actor);
      if (profileId === null) throw new AppError('access.forbidden');
      const claim = key === null ? null : claimOf('submitResult', key, { ...result, id });
      return change(actor, id, version, 'submitResult', claim, async (tx, check, now) => {
        results.checkResult(actor, result, check, now);
        const { companyId } = check;
        const dueAt = new Date(now.getTime() + RESULT_TAKE_BACK_MINUTES * 60_000);
        await repository.insertWaitingResult(tx, {
          companyId,
          checkId: id,
          profileId,
          version: version + 1,
          sealed: crypto.encryptText(JSON.stringify({ actor, input: result } satisfies Kept), placeOf(companyId, id)),
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
        // Row-level security shows it to whoever sent it.
        if (!(await repository.deleteWaitingResult(tx, companyId, id))) throw new AppError('access.forbidden');
        return { resultDueAt: null };
      });
    },

    async sendResult(actor, id, version) {
      reachable(actor, 'check.recordResult');
      const row = await db.as(
        actor,
        async (tx) => {
          const check = await getVisible(tx, actor, id);
          if (check.version !== version) throw new AppError('entity.changedMeanwhile');
          if (check.resultDueAt === null) throw new AppError('check.actionNotAllowed');
          return repository.findWaitingResult(tx, check.companyId, id);
        },
        { readonly: true },
      );
      if (!row) throw new AppError('access.forbidden');
      const sent = await release({ companyId: row.companyId, checkId: id, recordedAt: row.recordedAt.toISOString() });
      if (sent === null) throw new AppError('entity.changedMeanwhile');
      return sent;
    },
  };
}

const placeOf = (companyId: string, checkId: string): string => `waiting_results/${companyId}/${checkId}`;
