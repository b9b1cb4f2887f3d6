import { createHash } from 'node:crypto';
import { isCheckable, needsImage } from '@checkwell/domain/certificate/rules';
import { incapacityFactsOf } from '@checkwell/domain/check/incapacity-facts';
import type { EventNote } from '@checkwell/domain/check/notes';
import { priceOf } from '@checkwell/domain/check/price';
import { type OrderInput, orderRule } from '@checkwell/domain/check/rules';
import { timingOf } from '@checkwell/domain/check/timing';
import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { searchTextOf } from '@checkwell/domain/people/search-text';
import type { Actor } from '@checkwell/domain/policy';
import { fieldIssue } from '@checkwell/domain/validation';
import { logAccess } from '../../platform/db/access-log.ts';
import type { Database, WriteTx } from '../../platform/db/database.ts';
import type { Geocoder, Located } from '../../platform/geo/geocoder.ts';
import { faultAt, permit, profileIdOf, reachable } from '../../platform/guard.ts';
import { newId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { Certificate, CertificateService } from '../certificates/certificates.service.ts';
import type { Employee, EmployeeService } from '../employees/employees.service.ts';
import type { CheckNotices } from './checks.jobs.ts';
import type { CheckRecord } from './checks.repository.ts';
import * as repository from './checks.repository.ts';
import { getVisible, tellScreens } from './checks.steps.ts';
import { type CheckView, showCheck } from './checks.view.ts';

export interface CheckOrdering {
  /**
   * Orders a check: once per key, however often and at once the request comes (security.md, Y1).
   * @throws {AppError} `request.idempotencyMismatch` for another order under the same key, `check.periodEnded`, `check.typeNotCheckable`,
   * `certificate.checkAlreadyLaunched`
   */
  order(actor: Actor, input: unknown, idempotencyKey: string): Promise<CheckView>;
}

export interface CheckOrderingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly geocoder: Geocoder;
  readonly employees: Pick<EmployeeService, 'getInTransaction' | 'createInTransaction'>;
  readonly certificates: Pick<
    CertificateService,
    'getInTransaction' | 'createInTransaction' | 'addImageInTransaction' | 'setLaunchedInTransaction'
  >;
  readonly notices: CheckNotices;
}

const KEY = /^[\x21-\x7e]{8,100}$/;

export function createCheckOrdering({ db, clock, geocoder, employees, certificates, notices }: CheckOrderingDeps): CheckOrdering {
  async function order(
    tx: WriteTx,
    actor: Actor,
    profileId: string,
    input: OrderInput,
    claim: { readonly key: string; readonly requestHash: Buffer },
    located: Located | null,
  ): Promise<CheckRecord> {
    const { companyId, certificateId } = input;
    const id = newId();
    const now = clock.now();
    const earlier = await repository.claimKey(tx, { profileId, ...claim, companyId, resultId: id });
    if (earlier !== 'claimed') {
      if (!earlier.requestHash.equals(claim.requestHash)) throw new AppError('request.idempotencyMismatch');
      return getVisible(tx, actor, earlier.resultId);
    }
    if (input.endDate < clock.today()) throw periodEnded();
    const company = await repository.findCompany(tx, companyId);
    if (!company) throw new AppError('entity.notFound');
    if (input.superiorId !== null && !(await repository.hasSuperior(tx, companyId, input.superiorId)))
      throw faultAt('superiorId', 'superiorRequired');
    const certificate = certificateId === null ? null : await getOrderable(tx, actor, input, certificateId);
    const employee = await getWorker(tx, actor, input, certificate, located);
    const superiorId = input.superiorId ?? employee.superiorId;
    const document = certificate ?? (await certificateOfDocument(tx, actor, input, employee.id, superiorId));
    if (document) await certificates.setLaunchedInTransaction(tx, companyId, document.id, true);
    const { checkTiming, fellBack } = timingOf(input.typeCheck, input);
    const check: repository.NewCheck = {
      companyId,
      id,
      employeeId: employee.id,
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
      creationDate: now,
      modificationDate: now,
      // An employee is who the company's file says; where and how to reach the person during this absence, the order says.
      workerFirstName: employee.employeeFirstName,
      workerLastName: employee.employeeLastName,
      workerGender: employee.employeeGender,
      workerLanguage: input.workerLanguage,
      workerAddress: input.workerAddress,
      workerPhoneNumber: input.workerPhoneNumber,
      phoneNumber: input.phoneNumber,
      workerExternalId: employee.employeeMatricule,
      subEmployee: employee.subEmployee,
      ...placeOf(located),
      searchText: searchTextOf(employee.employeeFirstName, employee.employeeLastName, employee.employeeMatricule),
      incapacityStartDate: input.startDate,
      incapacityEndDate: input.endDate,
      incapacityType: input.incapacityType,
      certificateType: input.certificateType,
      ...incapacityFactsOf(input),
      authorizedExit: input.authorizedExit,
      checkTiming,
      checkLocation: input.locationCheck,
      providerComment: input.providerComment,
      doctorComment: input.doctorComment,
      companyTotalPrice: priceOf({ contractPrice: company.checkPrice, checkLocation: input.locationCheck, checkDate: null }),
    };
    await repository.insertCheck(tx, check);
    await repository.insertEvent(tx, {
      companyId,
      id: newId(),
      checkId: id,
      at: now,
      actorKind: actor.kind,
      actorProfileId: profileId,
      action: 'order',
      fromStatus: null,
      toStatus: 'Reception',
      version: 1,
      details: JSON.stringify({ notes: fellBack ? (['timingFallback'] satisfies EventNote[]) : [] }),
    });
    await logAccess(tx, actor, 'check.order', 'checks', companyId, id);
    const ordered = await getVisible(tx, actor, id);
    await tellScreens(tx, ordered, null);
    await notices.tell(tx, 'order', ordered);
    return ordered;
  }

  /**
   * The certificate that an order stands on; one without its image takes the order's document as such, and waits for one.
   * Orders on one certificate come one after the other.
   */
  async function getOrderable(
    tx: WriteTx,
    actor: Actor,
    { companyId, employeeId, documentId }: OrderInput,
    certificateId: string,
  ): Promise<Certificate> {
    await repository.lockCertificate(tx, companyId, certificateId);
    const certificate = await certificates.getInTransaction(tx, actor, companyId, certificateId);
    if (employeeId !== null && employeeId !== certificate.employeeId) throw faultAt('certificateId', 'invalidChoice');
    const waits = needsImage(certificate);
    if (waits && documentId === null) throw faultAt('documentId', 'certificateRequired');
    if (!waits && documentId !== null && documentId !== certificate.documentId) throw faultAt('documentId', 'invalidChoice');
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
      throw faultAt('parentCheckId', 'invalidChoice');
    return parent.id;
  }

  /** The employee whom the order names, or a new one made of it. */
  async function getWorker(
    tx: WriteTx,
    actor: Actor,
    input: OrderInput,
    certificate: Certificate | null,
    located: Located | null,
  ): Promise<Employee> {
    const employeeId = input.employeeId ?? certificate?.employeeId;
    if (employeeId !== undefined) return employees.getInTransaction(tx, actor, input.companyId, employeeId);
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
      if (!KEY.test(idempotencyKey)) throw faultAt('idempotencyKey', 'invalidChoice');
      const claim = { key: idempotencyKey, requestHash: createHash('sha256').update(canonical(parsed)).digest() };
      const located = await geocoder.locate(parsed.workerAddress);
      const check = await db.as(actor, (tx) => order(tx, actor, profileId, parsed, claim, located));
      return showCheck(actor, check, clock.now());
    },
  };
}

/** An incapacity that is over cannot be checked. */
export const periodEnded = (): AppError => new AppError('check.periodEnded', {}, { issues: [fieldIssue('endDate', 'periodEnded')] });

/** By telephone to the provider's team, from the row of a certificate, or from the screen for orders. */
function sourceOf(actor: Actor, certificate: Certificate | null): CheckRecord['source'] {
  if (actor.kind === 'planner') return 'Phone';
  if (actor.kind === 'employer' && actor.program) return 'Api';
  return certificate ? 'CertificateRow' : 'Web';
}

/** Where the address is, as columns of a check. */
export const placeOf = (located: Located | null) => ({
  latitude: located?.latitude ?? null,
  longitude: located?.longitude ?? null,
  geoPrecision: located?.precision ?? null,
});

/** The same text for the same order, whatever the order of its keys. */
const canonical = (input: OrderInput): string => JSON.stringify(Object.entries(input).toSorted(([a], [b]) => (a < b ? -1 : 1)));
