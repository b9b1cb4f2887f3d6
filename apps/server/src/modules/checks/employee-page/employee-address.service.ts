import { type EmployeeAddress, isOtherPlace } from '@checkwell/domain/employee-page/address';
import { AppError } from '@checkwell/domain/errors';
import { type Actor, can } from '@checkwell/domain/policy';
import type { Crypto } from '../../../platform/crypto/crypto.ts';
import { ENCRYPTED } from '../../../platform/crypto/encrypted-columns.ts';
import { logAccess } from '../../../platform/db/access-log.ts';
import type { Database, WriteTx } from '../../../platform/db/database.ts';
import type { RecordKey } from '../../../platform/db/fragments.ts';
import { lockRow, updateRow } from '../../../platform/db/locked.ts';
import { profileIdOf, reachable } from '../../../platform/guard.ts';
import type { CheckRecord } from '../checks.repository.ts';
import { type CheckView, showCheck } from '../checks.view.ts';
import { getVisible, notifyScreens } from '../steps/checks-steps.ts';
import * as repository from './employee-address.repository.ts';
import { isSameContact } from './employee-page-links.ts';

/** What an employee said of their door, as planners and the doctor read it. */
export interface SaidAddress extends EmployeeAddress {
  readonly saidAt: Date;
  /** Whether it is not the place of the order. */
  readonly otherPlace: boolean;
  /** When a planner dealt with that. */
  readonly reviewedAt: Date | null;
}

/** Where employees say to stay (docs/decisions/0070). */
export interface EmployeeAddresses {
  /** Addresses by id of the check, for checks that the actor sees; none for employers. */
  findSaidAddresses(actor: Actor, checks: readonly (RecordKey & Pick<CheckView, 'doctorId'>)[]): Promise<ReadonlyMap<string, SaidAddress>>;
  /**
   * A planner has dealt with an address that is not the order's.
   * @param saidAt what the planner read: what the employee says meanwhile is not dealt with
   * @throws {AppError} `entity.changedMeanwhile`, `entity.notFound`
   */
  reviewSaidAddress(actor: Actor, id: string, saidAt: Date): Promise<CheckView>;
}

interface Deps {
  readonly db: Database;
  readonly clock: { now(): Date };
  readonly crypto: Crypto;
}

const codeContext = ({ companyId, id }: RecordKey): string => ENCRYPTED.doorCode.contextOf(companyId, id);

/**
 * Stores what the employee says, in place of what they said before; nothing is written when it is there already. The check keeps its
 * version, so users filling in a form about it lose nothing. The caller is the product.
 * @throws {AppError} `entity.notFound`: the check has other contacts than the link by now; `check.actionNotAllowed`: it is over, or a result waits
 */
export async function writeSaidAddress(
  tx: WriteTx,
  actor: Actor,
  check: CheckRecord,
  { address, bell, doorCode }: EmployeeAddress,
  { clock, crypto }: Pick<Deps, 'clock' | 'crypto'>,
): Promise<void> {
  const { companyId, id } = check;
  const held = await lockRow(tx, 'checks', { companyId, id });
  // The link belongs to the contacts that it was sent to.
  if (!held || !isSameContact(held, check)) throw new AppError('entity.notFound');
  if (held.status === 'Archived' || held.resultDueAt !== null) throw new AppError('check.actionNotAllowed');
  const known = await lockRow(tx, 'employee_addresses', { companyId, checkId: id });
  const context = codeContext({ companyId, id });
  if (known && known.address === address && known.bell === bell && codeIn(crypto, known, context) === doorCode) return;
  const said = {
    address,
    bell,
    doorCode: doorCode === '' ? null : crypto.encryptText(doorCode, context),
    saidAt: clock.now(),
    otherPlace: isOtherPlace(address, held.workerAddress),
    reviewedAt: null,
    reviewedByProfileId: null,
  };
  if (known) await updateRow(tx, known, said);
  else await repository.insertAddress(tx, { companyId, checkId: id, ...said });
  await logAccess(tx, actor, 'check.employeeAddress', 'checks', companyId, id);
  await notifyScreens(tx, check, null);
}

const codeIn = (crypto: Crypto, { doorCode }: { readonly doorCode: Buffer | null }, context: string): string =>
  doorCode === null ? '' : crypto.decryptText(doorCode, context);

export function createEmployeeAddresses({ db, clock, crypto }: Deps): EmployeeAddresses {
  return {
    async findSaidAddresses(actor, checks) {
      const readable = checks.filter((check) => can(actor, 'employeeAddress.read', check));
      if (readable.length === 0) return new Map();
      const rows = await db.as(actor, (tx) => repository.findAddresses(tx, readable), { readonly: true });
      return new Map(
        rows.map((row) => {
          const { companyId, checkId, address, bell, saidAt, otherPlace, reviewedAt } = row;
          const doorCode = codeIn(crypto, row, codeContext({ companyId, id: checkId }));
          return [checkId, { address, bell, doorCode, saidAt, otherPlace, reviewedAt }];
        }),
      );
    },

    async reviewSaidAddress(actor, id, saidAt) {
      reachable(actor, 'check.plan');
      return db.as(actor, async (tx) => {
        const seen = await getVisible(tx, actor, id);
        if (!can(actor, 'check.plan', seen)) throw new AppError('access.forbidden');
        const { companyId } = seen;
        await lockRow(tx, 'checks', { companyId, id });
        const said = await lockRow(tx, 'employee_addresses', { companyId, checkId: id });
        if (!said?.otherPlace) throw new AppError('entity.notFound');
        if (said.saidAt.getTime() !== saidAt.getTime()) throw new AppError('entity.changedMeanwhile');
        const now = clock.now();
        // Two planners at once: the first dealt with it.
        if (said.reviewedAt === null) {
          await updateRow(tx, said, { reviewedAt: now, reviewedByProfileId: profileIdOf(actor) });
          await logAccess(tx, actor, 'check.reviewSaidAddress', 'checks', companyId, id);
          await notifyScreens(tx, seen, null);
        }
        return showCheck(actor, await getVisible(tx, actor, id), now);
      });
    },
  };
}
