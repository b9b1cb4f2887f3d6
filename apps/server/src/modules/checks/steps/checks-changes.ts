import { checkVisibility } from '@checkwell/domain/check/fields';
import { archivedPrice, dayOfPrice } from '@checkwell/domain/check/price/price';
import { deleteRule } from '@checkwell/domain/check/reasons';
import { CHECK_TEXTS, cancelRule, modifyRule } from '@checkwell/domain/check/rules';
import { timingOf } from '@checkwell/domain/check/times/timing';
import { atAppointmentLocation } from '@checkwell/domain/check/times/visit';
import type { Clock } from '@checkwell/domain/clock';
import { pick } from '@checkwell/domain/pick';
import { type Actor, roleIn } from '@checkwell/domain/policy';
import type { Database, WriteTx } from '../../../platform/db/database.ts';
import { lockRow } from '../../../platform/db/locked.ts';
import type { Geocoder } from '../../../platform/geo/geocoder.ts';
import { reachable } from '../../../platform/guard.ts';
import { parseInput } from '../../../platform/input.ts';
import type { CertificateService } from '../../certificates/certificates.service.ts';
import type { FlagGuard } from '../../feature-flags/feature-flags.service.ts';
import type { CheckRecord } from '../checks.repository.ts';
import * as repository from '../checks.repository.ts';
import type { CheckView } from '../checks.view.ts';
import { periodEnded, telecheckOff } from '../order/checks-order.ts';
import { placeOf } from '../order/checks-place.ts';
import { currentPrice, feeOf, plannedDay, priceOn } from '../order/checks-prices.ts';
import { type ApplyTransition, getVisible } from './checks-steps.ts';

/** Changing and cancelling an order. */
export interface CheckChanging {
  modify(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
  cancel(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
  delete(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
}

export interface CheckChangingDeps {
  readonly take: ApplyTransition;
  readonly db: Database;
  readonly clock: Clock;
  readonly geocoder: Geocoder;
  readonly certificates: Pick<CertificateService, 'setLaunchedInTransaction'>;
  readonly flags: FlagGuard;
}

export function createCheckChanging({ take, db, clock, geocoder, certificates, flags }: CheckChangingDeps): CheckChanging {
  /** Asked before the transaction of the change: flags are read on a connection of their own. */
  async function hasTelechecks(actor: Actor, id: string): Promise<boolean> {
    const { companyId } = await db.as(actor, (tx) => getVisible(tx, actor, id), { readonly: true });
    return flags.isOnFor('telecheck', companyId);
  }

  /** Whatever is ordered on the certificate of a check, or withdrawn, waits for it. */
  const lockCertificate = async (tx: WriteTx, { companyId, certificateId }: CheckRecord) =>
    certificateId === null ? undefined : lockRow(tx, 'certificates', { companyId, id: certificateId });

  /** A check that was withdrawn leaves its certificate free for another one. */
  async function freeCertificate(tx: WriteTx, { companyId, id, certificateId }: CheckRecord): Promise<void> {
    if (certificateId === null || (await repository.findOrdered(tx, companyId, certificateId, id)) !== null) return;
    await certificates.setLaunchedInTransaction(tx, companyId, certificateId, false);
  }

  return {
    async modify(actor, id, version, input) {
      reachable(actor, 'check.modify');
      const wanted = parseInput(modifyRule, input);
      const located = await geocoder.locate(wanted.workerAddress);
      const telecheckIsOff = wanted.locationCheck === 'Telecheck' && !(await hasTelechecks(actor, id));
      return take(actor, id, version, 'modify', (check) => {
        if (wanted.endDate < clock.today()) throw periodEnded();
        // An order that was made while the feature was on stays as it is.
        if (telecheckIsOff && wanted.locationCheck !== check.checkLocation) throw telecheckOff();
        const { checkTiming, fellBack } = timingOf(wanted.typeCheck, wanted);
        const changes = {
          workerAddress: wanted.workerAddress,
          workerPhoneNumber: wanted.workerPhoneNumber,
          phoneNumber: wanted.phoneNumber,
          workerEmail: wanted.workerEmail ?? check.workerEmail,
          incapacityStartDate: wanted.startDate,
          incapacityEndDate: wanted.endDate,
          checkLocation: wanted.locationCheck,
          checkTiming,
          authorizedExit: wanted.authorizedExit,
          // An actor cannot replace a text that they cannot read.
          ...pick(
            wanted,
            CHECK_TEXTS.filter((name) => checkVisibility(name, roleIn(actor, check.companyId)) !== false),
          ),
        } satisfies repository.CheckChanges;
        const changed = (Object.keys(changes) as (keyof typeof changes)[]).filter((name) => changes[name] !== check[name]);
        return {
          changes: {
            ...changes,
            ...(changes.workerAddress !== check.workerAddress && placeOf(located)),
            appointmentLocation: check.appointmentStart === null ? null : atAppointmentLocation(check).checkLocation,
            companyTotalPrice: priceOn(
              { ...check, checkLocation: wanted.locationCheck },
              dayOfPrice(plannedDay(check), wanted, clock.today()),
            ),
            ...(check.status === 'WaitingForCheck' && {
              problemReason: 'EmployerModification',
              problemOwner: 'provider',
              problemComment: '',
            }),
          },
          notes: fellBack ? ['timingFallback'] : [],
          details: { changed },
        };
      });
    },

    async cancel(actor, id, version, input) {
      reachable(actor, 'check.cancel');
      const { reason } = parseInput(cancelRule, input);
      return take(
        actor,
        id,
        version,
        'cancel',
        (check, tx, now) => ({
          changes: {
            checkOccurence: 'Cancelled',
            archiveComment: reason,
            companyTotalPrice: archivedPrice({
              checkOccurence: 'Cancelled',
              nonOperableReason: null,
              price: currentPrice(check),
              cancellationFee: feeOf(check, now),
            }),
          },
          reason,
          also: () => freeCertificate(tx, check),
        }),
        lockCertificate,
      );
    },

    async delete(actor, id, version, input) {
      reachable(actor, 'check.delete');
      const { reason } = parseInput(deleteRule, input);
      return take(
        actor,
        id,
        version,
        'delete',
        (check, tx) => ({
          changes: {
            checkOccurence: 'Deleted',
            archiveComment: reason,
            companyTotalPrice: archivedPrice({
              checkOccurence: 'Deleted',
              nonOperableReason: null,
              price: currentPrice(check),
              cancellationFee: 0,
            }),
          },
          reason,
          also: () => freeCertificate(tx, check),
        }),
        lockCertificate,
      );
    },
  };
}
