import {
  arbitrationError,
  arbitrationRule,
  type DisputedFindings,
  resultByRuling,
  rulingError,
  rulingRule,
} from '@checkwell/domain/check/result/arbitration';
import { excuseError, excuseRule, excuseWithdrawalRule } from '@checkwell/domain/check/result/excuse';
import { dayOf } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import type { Actor } from '@checkwell/domain/policy';
import type { ReadTx } from '../../../platform/db/database.ts';
import { fieldErrorAt, reachable } from '../../../platform/guard.ts';
import { parseInput } from '../../../platform/input.ts';
import type { CheckRecord } from '../checks.repository.ts';
import * as repository from '../checks.repository.ts';
import { type CheckView, formerOf } from '../checks.view.ts';
import type { ApplyTransition } from './checks-steps.ts';

/** What comes after a report that somebody disputes: arbitration of findings, and no-shows that force majeure excuses. */
export interface CheckDisputes {
  /**
   * Records that an arbitrating doctor was asked; once more corrects it, until the ruling (docs/decisions/0109).
   * @throws {AppError} `request.invalid`
   */
  recordArbitration(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
  /**
   * Records the ruling: the next version of the result; the history keeps what the control doctor found. Once more corrects the ruling. Price and pay stay.
   * @throws {AppError} `request.invalid`
   */
  recordRuling(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
  /** Excuses a no-show for force majeure (docs/decisions/0073). @throws {AppError} `request.invalid` */
  excuseNoShow(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
  /** Takes the excuse back, with the kind of reason. */
  withdrawExcuse(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
}

export function createCheckDisputes({ take }: { readonly take: ApplyTransition }): CheckDisputes {
  return {
    async recordArbitration(actor, id, version, input) {
      reachable(actor, 'check.arbitrate');
      const arbitration = parseInput(arbitrationRule, input);
      const { arbitrationAskedBy, arbitrationAskedOn } = arbitration;
      return take(actor, id, version, 'recordArbitration', (check, _tx, now) => {
        const fieldError = arbitrationError(arbitrationAskedOn, check, dayOf(now));
        if (fieldError !== null) throw fieldErrorAt('arbitrationAskedOn', fieldError);
        return { changes: arbitration, details: { arbitrationAskedBy, arbitrationAskedOn } };
      });
    },

    async recordRuling(actor, id, version, input) {
      reachable(actor, 'check.arbitrate');
      const ruling = parseInput(rulingRule, input);
      return take(actor, id, version, 'recordRuling', async (check, tx, now) => {
        const { arbitrationAskedOn, checkDate, incapacityEndDate } = check;
        // Constraints of the table guarantee that both are set.
        if (arbitrationAskedOn === null || checkDate === null) throw new AppError('check.actionNotAllowed');
        const findings = await disputedOf(tx, check);
        const fieldError = rulingError(ruling, findings, { arbitrationAskedOn, checkDate, incapacityEndDate }, dayOf(now));
        if (fieldError !== null) throw fieldErrorAt(fieldError.path, fieldError.message);
        const { arbitrationRuling, arbitrationRuledOn } = ruling;
        return {
          changes: { arbitrationRuling, arbitrationRuledOn, ...resultByRuling(ruling, findings, incapacityEndDate) },
          details: { correctionReason: 'Arbitration', former: formerOf(check), arbitrationRuling, arbitrationRuledOn },
        };
      });
    },

    async excuseNoShow(actor, id, version, input) {
      reachable(actor, 'check.excuse');
      const excuse = parseInput(excuseRule, input);
      return take(actor, id, version, 'excuseNoShow', (check, _tx, now) => {
        const fieldError = excuseError(excuse.noShowExcusedOn, check, dayOf(now));
        if (fieldError !== null) throw fieldErrorAt('noShowExcusedOn', fieldError);
        return { changes: excuse, details: excuse };
      });
    },

    async withdrawExcuse(actor, id, version, input) {
      reachable(actor, 'check.excuse');
      const { excuseWithdrawal } = parseInput(excuseWithdrawalRule, input);
      return take(actor, id, version, 'withdrawExcuse', () => ({
        changes: { noShowExcuse: null, noShowExcusedOn: null },
        details: { excuseWithdrawal },
      }));
    },
  };
}

/** What the control doctor found: as it is, or as it was before the first ruling. */
async function disputedOf(tx: ReadTx, check: CheckRecord): Promise<DisputedFindings> {
  const { checkOccurence, newIncapacityEndDate } =
    (check.arbitrationRuling === null ? null : await repository.findBeforeRuling(tx, check)) ?? check;
  // Only an examination comes here (`refusalOf`).
  if (checkOccurence === null) throw new AppError('check.actionNotAllowed');
  return { checkOccurence, newIncapacityEndDate };
}
