import type { CalendarDay, Clock } from '@checkwell/domain/clock';
import type { EmployeePage } from '@checkwell/domain/employee-page/contract';
import {
  isPaymentDay,
  payTravelClaimRule,
  refuseTravelClaimRule,
  suggestedKm,
  type TravelClaimState,
  travelDayOf,
} from '@checkwell/domain/employee-page/travel-claim';
import type { TravelClaimInput } from '@checkwell/domain/employee-page/travel-claim-rule';
import { AppError } from '@checkwell/domain/errors';
import { kmCents, kmRateOn } from '@checkwell/domain/law/km-rate';
import { ibanEnd } from '@checkwell/domain/people/numbers/iban';
import { normaliseIban } from '@checkwell/domain/people/numbers/iban-check';
import { type Ability, type Actor, can } from '@checkwell/domain/policy';
import type { Crypto } from '../../../platform/crypto/crypto.ts';
import { ENCRYPTED } from '../../../platform/crypto/encrypted-columns.ts';
import { logAccess } from '../../../platform/db/access-log.ts';
import type { Database, ReadTx, WriteTx } from '../../../platform/db/database.ts';
import type { RecordKey } from '../../../platform/db/fragments.ts';
import { compareAndSet, type Locked, lockRow, requireVersion } from '../../../platform/db/locked.ts';
import { reauthorize } from '../../../platform/db/reauthorize.ts';
import { fieldErrorAt, profileIdOf, reachable } from '../../../platform/guard.ts';
import { parseInput } from '../../../platform/input.ts';
import type { ReceivedFile } from '../../documents/documents.service.ts';
import type { CheckRecord } from '../checks.repository.ts';
import { type CheckView, showCheck } from '../checks.view.ts';
import { getVisible, notifyScreens } from '../steps/checks-steps.ts';
import { isSameContact } from './employee-page-links.ts';
import type { PageNotice } from './page-notices.jobs.ts';
import * as repository from './travel-claims.repository.ts';

/** What an employee asks back for the way to the doctor, as the employer reads it: never with the account number. */
export interface TravelClaim
  extends Pick<
    repository.TravelClaimRow,
    | 'version'
    | 'means'
    | 'km'
    | 'kmRate'
    | 'kmRateFrom'
    | 'amountCents'
    | 'reason'
    | 'payment'
    | 'ibanEnd'
    | 'documentId'
    | 'claimedAt'
    | 'changedAt'
    | 'decidedAt'
    | 'paidOn'
    | 'paidCents'
    | 'decisionReason'
  > {
  readonly checkId: string;
  readonly state: TravelClaimState;
  /** Whether the actor may pay or refuse it now. */
  readonly canDecide: boolean;
  /** Whether there is an account number that the actor may read in full. */
  readonly canReadAccount: boolean;
}

/** Travel costs that employees claim by the link of a message (docs/decisions/0077). */
export interface TravelClaims {
  /** Claims by id of the check; none for actors outside the employer. */
  findTravelClaims(actor: Actor, checks: readonly RecordKey[]): Promise<ReadonlyMap<string, TravelClaim>>;
  /**
   * HR has paid it. The account number is forgotten. Idempotent.
   * @param version of the claim that the person saw
   * @param input parsed here
   * @throws {AppError} `entity.notFound`, also for those out of reach; `entity.changedMeanwhile`: the employee corrected it, or somebody else has
   *   decided; an error at `paidOn`, or at `reason` where another amount than the claimed one has none
   */
  payTravelClaim(actor: Actor, checkId: string, version: number, input: unknown): Promise<CheckView>;
  /** HR does not pay it, and says why. Otherwise as `payTravelClaim`. */
  refuseTravelClaim(actor: Actor, checkId: string, version: number, input: unknown): Promise<CheckView>;
  /** The account number in full, for the person who pays; each access is logged. @throws {AppError} `entity.notFound`: there is none (any more) */
  readTravelClaimAccount(actor: Actor, checkId: string): Promise<string>;
}

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly crypto: Crypto;
}

type Decision = Pick<repository.TravelClaimRow, 'decision' | 'paidOn' | 'paidCents' | 'decisionReason'>;

const accountContext = ({ companyId, id }: RecordKey): string => ENCRYPTED.iban.contextOf(companyId, id);
const stateOf = ({ decision }: Pick<Decision, 'decision'>): TravelClaimState => decision ?? 'Waiting';

/** What the employee reads of it; null where nothing is to be claimed, and nothing was. */
export async function readTravel(tx: ReadTx, check: CheckRecord): Promise<EmployeePage['travel']> {
  const [claim] = await repository.findClaims(tx, [check]);
  const travelledOn = travelDayOf(check);
  if (travelledOn === null && !claim) return null;
  return {
    isOpen: travelledOn !== null && (claim?.decision ?? null) === null,
    suggestedKm: suggestedKm(check.distanceToCheck),
    kmRate: travelledOn === null ? null : kmRateOn(travelledOn),
    claim: claim
      ? {
          version: claim.version,
          state: stateOf(claim),
          means: claim.means,
          km: claim.km,
          amountCents: claim.amountCents,
          reason: claim.reason,
          payment: claim.payment,
          ibanEnd: claim.ibanEnd,
          hasReceipt: claim.documentId !== null && !claim.isInfected,
          receiptInfected: claim.isInfected,
          claimedAt: claim.claimedAt.toISOString(),
          paidOn: claim.paidOn,
          paidCents: claim.paidCents,
          decisionReason: claim.decisionReason,
        }
      : null,
  };
}

/** The check of a claim under its lock, while it is the one of the link. @throws {AppError} `entity.notFound`, `check.actionNotAllowed` */
async function lockTravel(tx: WriteTx, check: CheckRecord): Promise<{ readonly travelledOn: CalendarDay }> {
  const held = await lockRow(tx, 'checks', { companyId: check.companyId, id: check.id });
  if (!held || !isSameContact(held, check)) throw new AppError('entity.notFound');
  const travelledOn = travelDayOf(held);
  if (travelledOn === null) throw new AppError('check.actionNotAllowed');
  return { travelledOn };
}

/**
 * Writes what the employee claims: the first time, when HR is told, or in place of what they claimed before. The same once more changes nothing.
 * The check keeps its version. The caller is the product.
 * @param check as the link was checked on it
 * @throws {AppError} `entity.changedMeanwhile`: it is not the claim that the employee corrects; `check.actionNotAllowed`: it is decided, or there is
 *   nothing to claim; an error at `iban`; `entity.notFound`: the link's number was corrected meanwhile
 */
export async function writeTravelClaim(
  tx: WriteTx,
  actor: Actor,
  check: CheckRecord,
  { version, iban: typed, ...claimed }: TravelClaimInput,
  { clock, crypto, notice }: Pick<Deps, 'clock' | 'crypto'> & { readonly notice: PageNotice },
): Promise<void> {
  const { companyId, id: checkId } = check;
  const { travelledOn } = await lockTravel(tx, check);
  const known = await lockRow(tx, 'travel_claims', { companyId, checkId });
  const given = claimed.payment === 'Account' ? normaliseIban(typed) : null;
  if (claimed.payment === 'Account' && given === null && known?.payment !== 'Account') throw fieldErrorAt('iban', 'required');
  const rate = claimed.km === null ? null : kmRateOn(travelledOn);
  const said = {
    ...claimed,
    kmRate: rate?.perKm ?? null,
    kmRateFrom: rate?.from ?? null,
    amountCents: rate && claimed.km !== null ? kmCents(claimed.km, rate) : (claimed.amountCents ?? 0),
  };
  if (known && isSameClaim(known, said, given, crypto, check)) return;
  const account =
    said.payment === 'Wages'
      ? { iban: null, ibanEnd: null }
      : given === null
        ? {}
        : { iban: crypto.encryptText(given, accountContext(check)), ibanEnd: ibanEnd(given) };
  const now = clock.now();
  if (known) {
    if (known.decision !== null) throw new AppError('check.actionNotAllowed');
    await compareAndSet(tx, known, version, { ...said, ...account, changedAt: now });
  } else {
    if (version !== 0) throw new AppError('entity.changedMeanwhile');
    await repository.insertClaim(tx, { companyId, checkId, ...said, ...account, claimedAt: now, changedAt: now });
    await notice.notify(tx, check);
  }
  await logAccess(tx, actor, known ? 'travelClaim.correct' : 'travelClaim.send', 'travel_claims', companyId, checkId);
  await notifyScreens(tx, check, null);
}

type Said = Pick<repository.TravelClaimRow, 'means' | 'km' | 'amountCents' | 'reason' | 'payment'>;

/** Whether it says what is there already. @param given the account; null: none, or the current one */
function isSameClaim(known: Locked<'travel_claims'>, said: Said, given: string | null, crypto: Crypto, check: RecordKey): boolean {
  const isSame = (['means', 'km', 'amountCents', 'reason', 'payment'] as const).every((name) => known[name] === said[name]);
  if (!isSame || given === null) return isSame;
  // Once the claim is decided, only the end of the account number is kept.
  return known.iban === null ? known.ibanEnd === ibanEnd(given) : crypto.decryptText(known.iban, accountContext(check)) === given;
}

/** @throws {AppError} `check.actionNotAllowed`: there is no claim that waits. It is checked again on the locked claim. */
export async function refuseReceipt(tx: ReadTx, check: CheckRecord): Promise<void> {
  const [claim] = await repository.findClaims(tx, [check]);
  if (claim?.decision !== null || travelDayOf(check) === null) throw new AppError('check.actionNotAllowed');
}

/**
 * Keeps the receipt of a claim that waits, in place of the one before it. The same file again changes nothing. The caller is the product.
 * @returns the file of the one before it, to be removed once this is committed
 * @throws {AppError} as `writeTravelClaim`
 */
export async function writeReceipt(tx: WriteTx, actor: Actor, check: CheckRecord, file: ReceivedFile): Promise<string | undefined> {
  const { companyId, id: checkId } = check;
  await lockTravel(tx, check);
  const known = await lockRow(tx, 'travel_claims', { companyId, checkId });
  if (known?.decision !== null) throw new AppError('check.actionNotAllowed');
  const before = known.documentId === null ? undefined : await repository.findFile(tx, companyId, known.documentId);
  if (before?.sha256.equals(file.sha256)) return undefined;
  const { id: documentId } = await file.insert(tx);
  // A trigger deletes the one before it: the API deletes none.
  await compareAndSet(tx, known, known.version, { documentId });
  await logAccess(tx, actor, 'travelClaim.receipt', 'travel_claims', companyId, checkId);
  await notifyScreens(tx, check, null);
  return before?.storageKey;
}

export function createTravelClaims({ db, clock, crypto }: Deps): TravelClaims {
  /** The check of a claim, for actors who may do this to it. @throws {AppError} `entity.notFound`, `access.forbidden` */
  async function permitted(tx: ReadTx, actor: Actor, checkId: string, ability: Ability): Promise<CheckRecord> {
    const check = await getVisible(tx, actor, checkId);
    if (!can(actor, ability, check)) throw new AppError('access.forbidden');
    return check;
  }

  /** Decides once, on the claim that the person saw; the same decision again is none. */
  async function decide(
    actor: Actor,
    checkId: string,
    version: number,
    choose: (claim: Locked<'travel_claims'>, check: Locked<'checks'>) => Decision & { readonly decision: 'Paid' | 'Refused' },
  ): Promise<CheckView> {
    reachable(actor, 'travelClaim.decide');
    return db.as(actor, async (tx) => {
      const check = await permitted(tx, actor, checkId, 'travelClaim.decide');
      const { companyId } = check;
      // Money to people: an administrator who is being removed decides about none.
      await reauthorize(tx, actor, 'travelClaim.decide', companyId);
      const heldCheck = await lockRow(tx, 'checks', { companyId, id: checkId });
      const held = await lockRow(tx, 'travel_claims', { companyId, checkId });
      if (!heldCheck || !held) throw new AppError('entity.notFound');
      // What was not seen is not judged: another amount would look like a correction of HR's.
      if (held.decision === null) requireVersion(held, version);
      const decision = choose(held, heldCheck);
      if (held.decision !== null) {
        const isSame = (['decision', 'paidOn', 'paidCents', 'decisionReason'] as const).every((name) => held[name] === decision[name]);
        if (!isSame) throw new AppError('entity.changedMeanwhile');
      } else {
        const decided = { decidedAt: clock.now(), decidedByProfileId: profileIdOf(actor) };
        // Nobody has to pay it any more: its end says which account it was.
        await compareAndSet(tx, held, version, { ...decision, ...decided, iban: null });
        const action = decision.decision === 'Paid' ? 'travelClaim.pay' : 'travelClaim.refuse';
        await logAccess(tx, actor, action, 'travel_claims', companyId, checkId, decision.decisionReason || null);
        await notifyScreens(tx, check, null);
      }
      return showCheck(actor, await getVisible(tx, actor, checkId), clock.now());
    });
  }

  return {
    async findTravelClaims(actor, checks) {
      if (checks.length === 0) return new Map();
      const rows = await db.as(actor, (tx) => repository.findClaims(tx, checks), { readonly: true });
      return new Map(
        rows
          .filter((row) => can(actor, 'travelClaim.read', row))
          .map(({ iban, ...row }) => [
            row.checkId,
            {
              ...row,
              state: stateOf(row),
              canDecide: row.decision === null && can(actor, 'travelClaim.decide', row),
              canReadAccount: iban !== null && can(actor, 'travelClaim.readAccount', row),
            },
          ]),
      );
    },

    async payTravelClaim(actor, checkId, version, input) {
      reachable(actor, 'travelClaim.decide');
      const { paidOn, amountCents: paidCents, reason: decisionReason } = parseInput(payTravelClaimRule, input);
      return decide(actor, checkId, version, (claim, check) => {
        const travelledOn = check.checkDate;
        if (travelledOn !== null && !isPaymentDay(paidOn, travelledOn, clock.today())) throw fieldErrorAt('paidOn', 'paymentDayRange');
        if (paidCents !== claim.amountCents && decisionReason === '') throw fieldErrorAt('reason', 'reasonRequired');
        return { decision: 'Paid', paidOn, paidCents, decisionReason };
      });
    },

    async refuseTravelClaim(actor, checkId, version, input) {
      reachable(actor, 'travelClaim.decide');
      const { reason: decisionReason } = parseInput(refuseTravelClaimRule, input);
      return decide(actor, checkId, version, () => ({ decision: 'Refused', paidOn: null, paidCents: null, decisionReason }));
    },

    async readTravelClaimAccount(actor, checkId) {
      reachable(actor, 'travelClaim.readAccount');
      return db.as(actor, async (tx) => {
        const check = await permitted(tx, actor, checkId, 'travelClaim.readAccount');
        const [claim] = await repository.findClaims(tx, [check]);
        if (!claim?.iban) throw new AppError('entity.notFound');
        await logAccess(tx, actor, 'travelClaim.readAccount', 'travel_claims', check.companyId, checkId);
        return crypto.decryptText(claim.iban, accountContext(check));
      });
    },
  };
}
