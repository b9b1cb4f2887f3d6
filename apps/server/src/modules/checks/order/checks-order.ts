import { isCheckable, needsImage } from '@checkwell/domain/certificate/rules';
import { dayOfPrice, priceOf } from '@checkwell/domain/check/price/price';
import { type OrderInput, orderRule } from '@checkwell/domain/check/rules';
import type { Clock } from '@checkwell/domain/clock';
import { ONE_SHOT_PRICE_CENTS } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import type { OneShotInput } from '@checkwell/domain/one-shot/rules';
import type { Actor } from '@checkwell/domain/policy';
import { fieldIssue } from '@checkwell/domain/validation';
import type { Database, WriteTx } from '../../../platform/db/database.ts';
import { type Claim, claimKey, claimOf, inTurn } from '../../../platform/db/idempotency.ts';
import type { Geocoder, Located } from '../../../platform/geo/geocoder.ts';
import { fieldErrorAt, permit, profileIdOf, reachable } from '../../../platform/guard.ts';
import { newId } from '../../../platform/ids.ts';
import { parseInput } from '../../../platform/input.ts';
import type { Certificate, CertificateService } from '../../certificates/certificates.service.ts';
import type { Employee, EmployeeService } from '../../employees/employees.service.ts';
import type { FlagGuard } from '../../feature-flags/feature-flags.service.ts';
import type { CheckNotices } from '../checks.jobs.ts';
import type { CheckRecord } from '../checks.repository.ts';
import * as repository from '../checks.repository.ts';
import { type CheckView, showCheck } from '../checks.view.ts';
import { getVisible } from '../steps/checks-steps.ts';
import { placeCheck } from './checks-place.ts';

export interface CheckOrdering {
  /**
   * Orders a check: once per key, also when the request is repeated or sent concurrently (security.md, Y1).
   * @throws {AppError} `request.idempotencyMismatch` for another order under the same key, `check.periodEnded`, `check.typeNotCheckable`,
   * `certificate.checkAlreadyLaunched`
   */
  order(actor: Actor, input: unknown, idempotencyKey: string): Promise<CheckView>;
  /** Within another service's transaction: a check of somebody who paid for it and has no account. Its price is fixed. @returns its id */
  placeOneShot(tx: WriteTx, order: OneShotOrder): Promise<string>;
}

/** What was paid for, parsed by the rules of domain/one-shot. */
export interface OneShotOrder extends Pick<OneShotInput, 'worker' | 'incapacity'> {
  /** The company record of the payer (companies.oneShot). */
  readonly companyId: string;
  /** Result of `Geocoder.locate`. */
  readonly located: Located | null;
}

export interface CheckOrderingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly geocoder: Geocoder;
  readonly employees: Pick<EmployeeService, 'getInTransaction' | 'shareInTransaction' | 'createInTransaction'>;
  readonly certificates: Pick<
    CertificateService,
    'lockInTransaction' | 'createInTransaction' | 'addImageInTransaction' | 'setLaunchedInTransaction'
  >;
  readonly notices: CheckNotices;
  readonly flags: FlagGuard;
}

export function createCheckOrdering({ db, clock, geocoder, employees, certificates, notices, flags }: CheckOrderingDeps): CheckOrdering {
  async function order(
    tx: WriteTx,
    actor: Actor,
    profileId: string,
    input: OrderInput,
    claim: Claim,
    located: Located | null,
  ): Promise<CheckRecord> {
    const { companyId, certificateId } = input;
    const id = newId();
    const earlier = await claimKey(tx, claim, { profileId, companyId, resultId: id });
    if (earlier !== null) return getVisible(tx, actor, earlier);
    if (input.endDate < clock.today()) throw periodEnded();
    // A user who orders on a screen has chosen somebody; a random sample is drawn by the employer's program.
    const isRandom = input.isRandom ?? false;
    if (isRandom && !isProgram(actor)) throw fieldErrorAt('isRandom', 'invalidChoice');
    const company = await repository.findCompany(tx, companyId);
    if (!company) throw new AppError('entity.notFound');
    if (input.superiorId !== null && !(await repository.hasSuperior(tx, companyId, input.superiorId)))
      throw fieldErrorAt('superiorId', 'superiorRequired');
    // Before the certificate: a concurrent erasure of the employee waits for the check, or leaves nobody to order one for.
    const known = input.employeeId === null ? null : await employees.shareInTransaction(tx, actor, companyId, input.employeeId);
    const certificate = certificateId === null ? null : await getOrderable(tx, actor, input, certificateId);
    const employee = known ?? (await getWorker(tx, actor, input, certificate, located));
    const superiorId = input.superiorId ?? employee.superiorId;
    const document = certificate ?? (await certificateOfDocument(tx, actor, input, employee.id, superiorId));
    if (document) await certificates.setLaunchedInTransaction(tx, companyId, document.id, true);
    return placeCheck({ clock, notices }, tx, actor, {
      id,
      companyId,
      order: input,
      employee,
      located,
      certificateId: document?.id ?? null,
      superiorId,
      orderedByProfileId: profileId,
      parentCheckId:
        (await getParent(tx, actor, input, employee.id)) ??
        (await repository.findEarlierRound(tx, {
          companyId,
          employeeId: employee.id,
          certificateId: document?.id ?? null,
          startDate: input.startDate,
        })),
      source: sourceOf(actor, certificate),
      isRandom,
      companyTotalPrice: priceOf({
        contractPrice: company.checkPrice,
        checkLocation: input.locationCheck,
        checkDate: dayOfPrice(null, input, clock.today()),
      }),
    });
  }

  /**
   * The certificate that an order is on; one without its image takes the order's document as such, and waits for one.
   * Orders on one certificate come one after the other.
   */
  async function getOrderable(
    tx: WriteTx,
    actor: Actor,
    { companyId, employeeId, documentId }: OrderInput,
    certificateId: string,
  ): Promise<Certificate> {
    const certificate = await certificates.lockInTransaction(tx, actor, companyId, certificateId);
    if (employeeId !== null && employeeId !== certificate.employeeId) throw fieldErrorAt('certificateId', 'invalidChoice');
    const waits = needsImage(certificate);
    if (waits && documentId === null) throw fieldErrorAt('documentId', 'certificateRequired');
    if (!waits && documentId !== null && documentId !== certificate.documentId) throw fieldErrorAt('documentId', 'invalidChoice');
    if (!isCheckable(certificate.incapacityReason)) throw new AppError('check.typeNotCheckable');
    if ((await repository.findOrdered(tx, companyId, certificateId, null)) === 'open')
      throw new AppError('certificate.checkAlreadyLaunched');
    return waits && documentId !== null ? certificates.addImageInTransaction(tx, actor, companyId, certificateId, documentId) : certificate;
  }

  /** The check after which this one is a second one: of the same worker, and at its end. */
  async function getParent(
    tx: WriteTx,
    actor: Actor,
    { companyId, parentCheckId }: OrderInput,
    employeeId: string,
  ): Promise<string | null> {
    if (parentCheckId === null || parentCheckId === undefined) return null;
    const parent = await getVisible(tx, actor, parentCheckId);
    if (parent.companyId !== companyId || parent.employeeId !== employeeId || parent.status !== 'Archived')
      throw fieldErrorAt('parentCheckId', 'invalidChoice');
    return parent.id;
  }

  /** The employee of the certificate, or a new one made of the order. */
  async function getWorker(
    tx: WriteTx,
    actor: Actor,
    input: OrderInput,
    certificate: Certificate | null,
    located: Located | null,
  ): Promise<Employee> {
    if (certificate) return employees.getInTransaction(tx, actor, input.companyId, certificate.employeeId);
    return employees.createInTransaction(tx, actor, input.companyId, {
      employeeMatricule: input.employeeMatricule,
      employeeFirstName: input.workerFirstName,
      employeeLastName: input.workerLastName,
      employeeLanguage: input.workerLanguage,
      employeeGender: input.workerGender,
      employeePhoneNumber: input.workerPhoneNumber,
      employeeAddress: input.workerAddress,
      function: '',
      subEmployee: '',
      superiorId: input.superiorId,
      located,
    });
  }

  /** A document that comes with an order is a certificate of its own. */
  async function certificateOfDocument(
    tx: WriteTx,
    actor: Actor,
    input: OrderInput,
    employeeId: string,
    superiorId: string | null,
  ): Promise<Certificate | null> {
    if (input.documentId === null) return null;
    return certificates.createInTransaction(tx, actor, input.companyId, {
      employeeId,
      superiorId,
      incapacityReason: input.incapacityType,
      entryType: 'MEDICAL_CERTIFICATE',
      certifType: input.certificateType,
      authorizedExit: input.authorizedExit,
      startDate: input.startDate,
      endDate: input.endDate,
      doctorName: '',
      documentId: input.documentId,
    });
  }

  return {
    async order(actor, input, idempotencyKey) {
      reachable(actor, 'check.order');
      const parsed = parseInput(orderRule, input);
      const profileId = profileIdOf(actor);
      permit(actor, 'check.order', { companyId: parsed.companyId, orderedByProfileId: profileId });
      // An order is somebody's.
      if (profileId === null) throw new AppError('access.forbidden');
      const claim = claimOf('orderCheck', idempotencyKey, parsed);
      if (parsed.locationCheck === 'Telecheck' && !(await flags.isOnFor('telecheck', parsed.companyId))) throw telecheckOff();
      const located = await geocoder.locate(parsed.workerAddress);
      const check = await inTurn(claim, profileId, () => db.as(actor, (tx) => order(tx, actor, profileId, parsed, claim, located)));
      return showCheck(actor, check, clock.now());
    },

    async placeOneShot(tx, { companyId, worker, incapacity, located }) {
      const actor: Actor = { kind: 'system', name: 'one shot' };
      const employee = await employees.createInTransaction(tx, actor, companyId, {
        employeeMatricule: '',
        employeeFirstName: worker.workerFirstName,
        employeeLastName: worker.workerLastName,
        employeeLanguage: worker.workerLanguage,
        employeeGender: worker.workerGender,
        employeePhoneNumber: worker.workerPhoneNumber,
        employeeAddress: worker.workerAddress,
        function: '',
        subEmployee: '',
        superiorId: null,
        located,
      });
      const { id } = await placeCheck({ clock, notices }, tx, actor, {
        id: newId(),
        companyId,
        // The payer of a single check is not asked for a second way to reach the worker (docs/decisions/0053).
        order: { ...worker, workerEmail: '', ...incapacity },
        employee,
        located,
        certificateId: null,
        superiorId: null,
        orderedByProfileId: null,
        parentCheckId: null,
        source: 'OneShot',
        companyTotalPrice: ONE_SHOT_PRICE_CENTS,
      });
      return id;
    },
  };
}

/** An incapacity that is over cannot be checked. */
export const periodEnded = (): AppError => new AppError('check.periodEnded', {}, { issues: [fieldIssue('endDate', 'periodEnded')] });

/** A Telecheck of a company that does not have them. */
export const telecheckOff = (): AppError => fieldErrorAt('locationCheck', 'telecheckOff');

const isProgram = (actor: Actor): boolean => actor.kind === 'employer' && actor.program === true;

/** How the check was ordered: by telephone to the provider's team, from the row of a certificate, or on the screen for orders. */
function sourceOf(actor: Actor, certificate: Certificate | null): CheckRecord['source'] {
  if (actor.kind === 'planner') return 'Phone';
  if (isProgram(actor)) return 'Api';
  return certificate ? 'CertificateRow' : 'Web';
}
