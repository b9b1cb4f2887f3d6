import { createHash } from 'node:crypto';
import { isCheckable } from '@checkwell/domain/certificate/rules';
import { appointmentNotes, type DoctorFault, doctorFault, standingAppointment, tripOf } from '@checkwell/domain/check/appointment';
import { NON_OPERABLE_REASONS } from '@checkwell/domain/check/enums';
import { availableActions, type CheckAction, nextActor, nextStatus, refusalOf } from '@checkwell/domain/check/lifecycle';
import { type CheckSort, checkFilterRule } from '@checkwell/domain/check/list';
import type { EventNote } from '@checkwell/domain/check/notes';
import { archivedPrice, cancellationFee, doctorPay, priceOf } from '@checkwell/domain/check/price';
import { deleteRule, resolveRule } from '@checkwell/domain/check/reasons';
import {
  allowedOccurrences,
  doctorEfficiency,
  doctorSeesWorker,
  examinationMinutes,
  isEarlyReturn,
  nonOperablePrice,
} from '@checkwell/domain/check/result';
import {
  cancelRule,
  modifyRule,
  momentFault,
  nonOperableRule,
  type OrderInput,
  orderRule,
  problemRule,
  resultFault,
  resultRule,
  scheduleRule,
} from '@checkwell/domain/check/rules';
import { timingOf } from '@checkwell/domain/check/timing';
import { type CalendarDay, type Clock, dayOf } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { searchTextOf } from '@checkwell/domain/people/search-text';
import { type Actor, can, canSeeField, FIELD_POLICY, type ProtectedField, reachOf } from '@checkwell/domain/policy';
import { fieldIssue } from '@checkwell/domain/validation';
import type { Crypto } from '../../platform/crypto/crypto.ts';
import { logAccess } from '../../platform/db/access-log.ts';
import type { Database, ReadTx, WriteTx } from '../../platform/db/database.ts';
import type { PageArguments } from '../../platform/db/keyset.ts';
import type { Page } from '../../platform/db/page.ts';
import type { Geocoder, Located } from '../../platform/geo/geocoder.ts';
import { faultAt, permit, profileIdOf, reachable } from '../../platform/guard.ts';
import { isId, newId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import { notifyLive } from '../../platform/live/notify.ts';
import type { Certificate, CertificateService } from '../certificates/certificates.service.ts';
import type { Employee, EmployeeService } from '../employees/employees.service.ts';
import type { PlanningService } from '../planning/planning.service.ts';
import type { CheckNotices } from './checks.jobs.ts';
import type { CheckEventRecord, CheckList, CheckRecord } from './checks.repository.ts';
import * as repository from './checks.repository.ts';

type Hidden<Field extends keyof CheckRecord> = { readonly [Name in Field]: CheckRecord[Name] | null };
type ShownField = Exclude<ProtectedField, 'workerNISS'>;

/** A check as one actor sees it: what the field policy hides from the actor is null (domain.md 4.6). */
export interface CheckView extends Omit<CheckRecord, ShownField | 'searchText' | 'contractPrice'>, Hidden<ShownField> {
  readonly availableActions: readonly CheckAction[];
  readonly nextActor: ReturnType<typeof nextActor>;
  /** What cancelling now would cost, cents; null when the actor cannot cancel. */
  readonly cancellationFee: number | null;
  /** Whether the actor may see the worker's national number, where there is one. */
  readonly showsNiss: boolean;
}

export interface CheckEvent
  extends Pick<
    CheckEventRecord,
    'id' | 'checkId' | 'at' | 'action' | 'fromStatus' | 'toStatus' | 'actorKind' | 'actorName' | 'reason' | 'version'
  > {
  readonly notes: readonly EventNote[];
}

export interface CheckListArguments extends PageArguments {
  /** Parsed here. */
  readonly filter?: unknown;
  readonly sort?: CheckSort | null | undefined;
}

/** Inputs are parsed here, by the rules of domain/check/rules.ts. Each change needs the version that the actor saw. */
export interface CheckService {
  /** Checks in progress; for a doctor the missions that wait. */
  listOpen(actor: Actor, options: CheckListArguments): Promise<Page<CheckView>>;
  /** Archived checks. */
  listReports(actor: Actor, options: CheckListArguments): Promise<Page<CheckView>>;
  /** Who read it is written down. @throws {AppError} `entity.notFound`, also for those out of reach */
  get(actor: Actor, id: string): Promise<CheckView>;
  /** Histories of several checks that the actor sees, by check, oldest first. */
  findEvents(actor: Actor, checks: readonly Pick<CheckView, 'companyId' | 'id'>[]): Promise<ReadonlyMap<string, readonly CheckEvent[]>>;
  /** The medical note for its author, who is written down; null for everybody else. */
  readMedicalNote(actor: Actor, check: Pick<CheckView, 'companyId' | 'id' | 'doctorId'>): Promise<string | null>;
  /**
   * Orders a check: once per key, however often and at once the request comes (security.md, Y1).
   * @throws {AppError} `request.idempotencyMismatch` for another order under the same key, `check.periodEnded`, `check.typeNotCheckable`,
   * `certificate.checkAlreadyLaunched`
   */
  order(actor: Actor, input: unknown, idempotencyKey: string): Promise<CheckView>;
  modify(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
  cancel(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
  startPlanning(actor: Actor, id: string, version: number): Promise<CheckView>;
  /** Also moves an appointment. @throws {AppError} `check.momentNotAllowed`, `check.doctorNotSuitable`, `check.doctorBusy` */
  schedule(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
  unschedule(actor: Actor, id: string, version: number): Promise<CheckView>;
  reportProblem(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
  resolveProblem(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
  recordResult(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
  markNonOperable(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
  delete(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
}

export interface CheckDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly geocoder: Geocoder;
  readonly employees: Pick<EmployeeService, 'getInTransaction' | 'createInTransaction'>;
  readonly certificates: Pick<CertificateService, 'getInTransaction' | 'createInTransaction' | 'setLaunchedInTransaction'>;
  readonly planning: Pick<PlanningService, 'findDoctor'>;
  readonly notices: CheckNotices;
}

type Details = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** What one action changes; status, version and history follow from the life cycle. */
interface Step {
  readonly changes?: repository.CheckChanges;
  /** Why, in the actor's words. */
  readonly reason?: string;
  readonly notes?: readonly EventNote[];
  /** Facts for the history; never medical, never a person's data. */
  readonly details?: Details;
  /** More to do in the same transaction. */
  readonly also?: () => Promise<unknown>;
}

const KEY = /^[\x21-\x7e]{8,100}$/;
const NO_PROBLEM = { problemReason: null, problemOwner: null, problemComment: '' } as const satisfies repository.CheckChanges;
const NO_APPOINTMENT = {
  doctorId: null,
  doctorFullName: '',
  appointmentStart: null,
  appointmentEnd: null,
  distanceToCheck: null,
  timeToCheck: null,
} as const satisfies repository.CheckChanges;

export function createCheckService({ db, clock, crypto, geocoder, employees, certificates, planning, notices }: CheckDeps): CheckService {
  const notePlace = ({ companyId, id }: Pick<CheckRecord, 'companyId' | 'id'>): string => `medical_notes/${companyId}/${id}/note`;

  async function list(actor: Actor, kind: CheckList, { filter, sort, first, after }: CheckListArguments): Promise<Page<CheckView>> {
    reachable(actor, 'check.read');
    const parsed = parseInput(checkFilterRule, filter ?? {});
    const reach = reachable(actor, 'check.read', parsed.companyId);
    const order: CheckSort = sort ?? { field: kind === 'archived' ? 'archivedAt' : 'creationDate', direction: 'desc' };
    const now = clock.now();
    const { rows, pageInfo, count } = await db.as(
      actor,
      (tx) => repository.findPage(tx, { kind, reach, filter: parsed, sort: order, args: { first, after }, now }),
      {
        readonly: true,
      },
    );
    return { nodes: rows.map((row) => show(actor, row, now)), pageInfo, ...count };
  }

  /** The check, if the actor may know of it. @throws {AppError} `entity.notFound` */
  async function getVisible(tx: ReadTx, actor: Actor, id: string): Promise<CheckRecord> {
    const check = isId(id) ? await repository.findCheck(tx, reachOf(actor, 'check.read'), id) : undefined;
    if (!check || !can(actor, 'check.read', check)) throw new AppError('entity.notFound');
    return check;
  }

  /**
   * One action of the life cycle: refused as the buttons are, done as a compare-and-set on (status, version), with its line
   * in the history, its entry in the access log and its message to open screens, all or nothing.
   */
  async function act(
    actor: Actor,
    id: string,
    version: number,
    choose: CheckAction | ((check: CheckRecord) => CheckAction),
    decide: (check: CheckRecord, tx: WriteTx, now: Date) => Promise<Step> | Step,
  ): Promise<CheckView> {
    reachable(actor, 'check.read');
    return db.as(actor, async (tx) => {
      const check = await getVisible(tx, actor, id);
      const action = typeof choose === 'string' ? choose : choose(check);
      const refusal = refusalOf(action, check, actor);
      if (refusal === 'permission') throw new AppError('access.forbidden');
      if (check.version !== version) throw new AppError('entity.changedMeanwhile');
      const status = nextStatus(check.status, action);
      if (refusal !== null || status === null) throw new AppError('check.actionNotAllowed');
      const now = clock.now();
      const { changes = {}, reason = '', notes = [], details = {}, also } = await decide(check, tx, now);
      await change(tx, check, {
        ...(status === 'ModificationProblem' ? {} : NO_PROBLEM),
        ...(status === 'Archived' ? { archivedAt: now } : {}),
        ...changes,
        status,
        version: version + 1,
        modificationDate: now,
      });
      await repository.insertEvent(tx, {
        companyId: check.companyId,
        id: newId(),
        checkId: id,
        at: now,
        actorKind: actor.kind,
        actorProfileId: profileIdOf(actor),
        action,
        fromStatus: check.status,
        toStatus: status,
        version: version + 1,
        reason,
        details: JSON.stringify({ ...details, notes }),
      });
      await also?.();
      await logAccess(tx, actor, `check.${action}`, 'checks', check.companyId, id);
      const changed = await getVisible(tx, actor, id);
      await tell(tx, changed, check.doctorId);
      await notices.tell(tx, action, changed);
      return show(actor, changed, now);
    });
  }

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
      parentCheckId: await repository.findEarlierRound(tx, {
        companyId,
        employeeId: employee.id,
        certificateId: document?.id ?? null,
        startDate: input.startDate,
      }),
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
    await tell(tx, ordered, null);
    await notices.tell(tx, 'order', ordered);
    return ordered;
  }

  /** The certificate that an order stands on. Orders on one certificate come one after the other. */
  async function getOrderable(
    tx: WriteTx,
    actor: Actor,
    { companyId, employeeId, documentId }: OrderInput,
    certificateId: string,
  ): Promise<Certificate> {
    await repository.lockCertificate(tx, companyId, certificateId);
    const certificate = await certificates.getInTransaction(tx, actor, companyId, certificateId);
    if (employeeId !== null && employeeId !== certificate.employeeId) throw faultAt('certificateId', 'invalidChoice');
    if (documentId !== null && documentId !== certificate.documentId) throw faultAt('documentId', 'invalidChoice');
    if (!isCheckable(certificate.incapacityReason)) throw new AppError('check.typeNotCheckable');
    if ((await repository.findOrdered(tx, companyId, certificateId, null)) === 'open')
      throw new AppError('certificate.checkAlreadyLaunched');
    return certificate;
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

  /** A check that was withdrawn leaves its certificate free for another one. */
  async function freeCertificate(tx: WriteTx, { companyId, id, certificateId }: CheckRecord): Promise<void> {
    if (certificateId === null || (await repository.findOrdered(tx, companyId, certificateId, id)) !== null) return;
    await certificates.setLaunchedInTransaction(tx, companyId, certificateId, false);
  }

  const sealNote = (check: CheckRecord, doctorId: string, medicalNote: string, tx: WriteTx): Promise<void> =>
    repository.insertMedicalNote(tx, {
      companyId: check.companyId,
      checkId: check.id,
      doctorId,
      note: crypto.encryptText(medicalNote, notePlace(check)),
    });

  return {
    listOpen: (actor, options) => list(actor, actor.kind === 'doctor' ? 'missions' : 'open', options),
    listReports: (actor, options) => list(actor, 'archived', options),

    async get(actor, id) {
      reachable(actor, 'check.read');
      return db.as(actor, async (tx) => {
        const check = await getVisible(tx, actor, id);
        await logAccess(tx, actor, 'check.read', 'checks', check.companyId, id);
        return show(actor, check, clock.now());
      });
    },

    async findEvents(actor, checks) {
      if (checks.length === 0) return new Map();
      const events = await db.as(actor, (tx) => repository.findEvents(tx, checks), { readonly: true });
      return Map.groupBy(events.map(showEvent), ({ checkId }) => checkId);
    },

    async readMedicalNote(actor, check) {
      if (!can(actor, 'medicalNotes.read', check)) return null;
      return db.as(actor, async (tx) => {
        const note = await repository.findMedicalNote(tx, check.companyId, check.id);
        if (note === undefined) return null;
        await logAccess(tx, actor, 'medicalNotes.read', 'medical_notes', check.companyId, check.id);
        return crypto.decryptText(note, notePlace(check));
      });
    },

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
      return show(actor, check, clock.now());
    },

    async modify(actor, id, version, input) {
      reachable(actor, 'check.modify');
      const wanted = parseInput(modifyRule, input);
      const located = await geocoder.locate(wanted.workerAddress);
      return act(actor, id, version, 'modify', (check) => {
        if (wanted.endDate < clock.today()) throw periodEnded();
        const { checkTiming, fellBack } = timingOf(wanted.typeCheck, wanted);
        const changes = {
          workerAddress: wanted.workerAddress,
          workerPhoneNumber: wanted.workerPhoneNumber,
          phoneNumber: wanted.phoneNumber,
          incapacityStartDate: wanted.startDate,
          incapacityEndDate: wanted.endDate,
          checkLocation: wanted.locationCheck,
          checkTiming,
          authorizedExit: wanted.authorizedExit,
          // A comment that the actor cannot read cannot be replaced either.
          ...(canSeeField(actor, 'providerComment', check.companyId) && { providerComment: wanted.providerComment }),
          ...(canSeeField(actor, 'doctorComment', check.companyId) && { doctorComment: wanted.doctorComment }),
        } satisfies repository.CheckChanges;
        const changed = (Object.keys(changes) as (keyof typeof changes)[]).filter((name) => changes[name] !== check[name]);
        return {
          changes: {
            ...changes,
            ...(changes.workerAddress !== check.workerAddress && placeOf(located)),
            companyTotalPrice: priceOf({
              contractPrice: check.contractPrice,
              checkLocation: wanted.locationCheck,
              checkDate: plannedDay(check),
            }),
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
      return act(actor, id, version, 'cancel', (check, tx, now) => ({
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
      }));
    },

    async startPlanning(actor, id, version) {
      reachable(actor, 'check.plan');
      return act(actor, id, version, 'startPlanning', () => ({}));
    },

    async schedule(actor, id, version, input) {
      reachable(actor, 'check.plan');
      const { doctorId, appointmentStart, appointmentMinutes } = parseInput(scheduleRule, input);
      const choose = ({ status }: CheckRecord) => (status === 'WaitingForCheck' ? 'reschedule' : 'schedule');
      return act(actor, id, version, choose, async (check, tx, now) => {
        const moment = momentFault(appointmentStart, appointmentMinutes, check, now);
        if (moment !== null) throw new AppError('check.momentNotAllowed', {}, { issues: [fieldIssue('appointmentStart', moment)] });
        const doctor = await planning.findDoctor(tx, doctorId);
        if (!doctor) throw faultAt('doctorId', 'doctorRequired');
        const unfit = doctorFault(doctor, check);
        if (unfit !== null) throw new AppError('check.doctorNotSuitable', { reason: unfit satisfies DoctorFault });
        const trip = tripOf(doctor, check);
        return {
          changes: {
            doctorId: doctor.id,
            doctorFullName: doctor.doctorFullName,
            doctorFoundAt: check.doctorFoundAt ?? now,
            appointmentStart,
            appointmentEnd: new Date(appointmentStart.getTime() + appointmentMinutes * 60_000),
            distanceToCheck: trip?.km ?? null,
            timeToCheck: trip?.minutes ?? null,
            companyTotalPrice: priceOf({
              contractPrice: check.contractPrice,
              checkLocation: check.checkLocation,
              checkDate: dayOf(appointmentStart),
            }),
          },
          notes: appointmentNotes(doctor, check, appointmentStart, appointmentMinutes),
          details: { doctorFullName: doctor.doctorFullName, appointmentStart: appointmentStart.toISOString() },
        };
      });
    },

    async unschedule(actor, id, version) {
      reachable(actor, 'check.plan');
      return act(actor, id, version, 'unschedule', (check) => ({ changes: withoutAppointment(check) }));
    },

    async reportProblem(actor, id, version, input) {
      reachable(actor, 'check.reportProblem');
      const problem = parseInput(problemRule, input);
      // The appointment stays on record until the problem is solved: the doctor still sees the mission, and the fee counts from it.
      return act(actor, id, version, 'reportProblem', () => ({
        changes: problem,
        reason: problem.problemComment,
        details: { problemReason: problem.problemReason, problemOwner: problem.problemOwner },
      }));
    },

    async resolveProblem(actor, id, version, input) {
      reachable(actor, 'check.resolveProblem');
      const { comment } = parseInput(resolveRule, input);
      return act(actor, id, version, 'resolveProblem', (check) => ({ changes: withoutAppointment(check), reason: comment }));
    },

    async recordResult(actor, id, version, input) {
      reachable(actor, 'check.recordResult');
      const { medicalNote, independenceDeclared, findingsHandedOver, ...result } = parseInput(resultRule, input);
      return act(actor, id, version, 'recordResult', (check, tx, now) => {
        const fault = resultFault(result, check, now);
        if (fault !== null) throw new AppError('request.invalid', {}, { issues: [fieldIssue(fault.path, fault.message)] });
        if (!allowedOccurrences(check).includes(result.checkOccurence)) throw faultAt('checkOccurence', 'invalidChoice');
        const { doctorId } = check;
        const author = medicalNote !== '' && doctorId !== null ? doctorId : null;
        if (author !== null && !can(actor, 'medicalNotes.write', check)) throw new AppError('access.forbidden');
        const price = priceOf({
          contractPrice: check.contractPrice,
          checkLocation: check.checkLocation,
          checkDate: dayOf(result.examinedFrom),
        });
        return {
          changes: {
            ...result,
            earlyReturn: isEarlyReturn(result, check.incapacityEndDate),
            examinationMinutes: examinationMinutes(result),
            companyTotalPrice: archivedPrice({ checkOccurence: result.checkOccurence, nonOperableReason: null, price, cancellationFee: 0 }),
            ...doctorPay(check),
            doctorEfficiency: doctorEfficiency({
              answeredInTime: null,
              appointmentStart: check.appointmentStart ?? result.examinedFrom,
              examinedFrom: result.examinedFrom,
              examinedTo: result.examinedTo,
              reportedAt: now,
            }),
            resultSentBy: 'system',
          },
          details: { checkOccurence: result.checkOccurence, independenceDeclared, findingsHandedOver },
          ...(author !== null && { also: () => sealNote(check, author, medicalNote, tx) }),
        };
      });
    },

    async markNonOperable(actor, id, version, input) {
      reachable(actor, 'check.recordResult');
      const { nonOperableReason, archiveComment } = parseInput(nonOperableRule, input);
      return act(actor, id, version, 'markNonOperable', (check) => {
        const price = priceOf({ contractPrice: check.contractPrice, checkLocation: check.checkLocation, checkDate: plannedDay(check) });
        const doctorAssigned = standingAppointment(check) !== null;
        return {
          changes: {
            checkOccurence: 'NonOperable',
            nonOperableReason,
            archiveComment,
            companyTotalPrice: nonOperablePrice({ nonOperableReason, price, doctorAssigned }),
            // A doctor who came for nothing is paid when the company pays.
            ...(doctorAssigned && NON_OPERABLE_REASONS[nonOperableReason].billable && doctorPay(check)),
            resultSentBy: 'system',
          },
          reason: archiveComment,
          details: { nonOperableReason },
        };
      });
    },

    async delete(actor, id, version, input) {
      reachable(actor, 'check.delete');
      const { reason } = parseInput(deleteRule, input);
      return act(actor, id, version, 'delete', (check, tx) => ({
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
      }));
    },
  };
}

/** @throws {AppError} `entity.changedMeanwhile` when somebody was faster, `check.doctorBusy` */
async function change(tx: WriteTx, check: CheckRecord, changes: repository.CheckChanges): Promise<void> {
  let done: boolean;
  try {
    done = await repository.updateCheck(tx, check, changes);
  } catch (error) {
    if (repository.isDoctorBusy(error)) throw new AppError('check.doctorBusy');
    throw error;
  }
  if (!done) throw new AppError('entity.changedMeanwhile');
}

function tell(tx: WriteTx, check: CheckRecord, formerDoctorId: string | null): Promise<void> {
  const { companyId, id, version, status, superiorId, orderedByProfileId, doctorId } = check;
  const lost = formerDoctorId !== doctorId ? formerDoctorId : null;
  return notifyLive(tx, { topic: 'check', companyId, id, version, status, superiorId, orderedByProfileId, doctorId, formerDoctorId: lost });
}

const periodEnded = (): AppError => new AppError('check.periodEnded', {}, { issues: [fieldIssue('endDate', 'periodEnded')] });

const plannedDay = ({ appointmentStart }: CheckRecord): CalendarDay | null => (appointmentStart === null ? null : dayOf(appointmentStart));

/** The check goes back to planning: what went with the appointment goes, the first day a doctor was found stays. */
function withoutAppointment(check: CheckRecord): repository.CheckChanges {
  return {
    ...NO_APPOINTMENT,
    companyTotalPrice: priceOf({ contractPrice: check.contractPrice, checkLocation: check.checkLocation, checkDate: null }),
  };
}

/** What the check would cost now; before it is archived `companyTotalPrice` is an estimate. */
const currentPrice = (check: CheckRecord): number =>
  check.companyTotalPrice ??
  priceOf({ contractPrice: check.contractPrice, checkLocation: check.checkLocation, checkDate: plannedDay(check) });

const feeOf = (check: CheckRecord, now: Date): number =>
  cancellationFee({ price: currentPrice(check), appointmentStart: standingAppointment(check) }, now);

/** By telephone to the provider's team, from the row of a certificate, or from the screen for orders. */
function sourceOf(actor: Actor, certificate: Certificate | null): CheckRecord['source'] {
  if (actor.kind === 'planner') return 'Phone';
  return certificate ? 'CertificateRow' : 'Web';
}

const placeOf = (located: Located | null) => ({
  latitude: located?.latitude ?? null,
  longitude: located?.longitude ?? null,
  geoPrecision: located?.precision ?? null,
});

/** The same text for the same order, whatever the order of its keys. */
const canonical = (input: OrderInput): string => JSON.stringify(Object.entries(input).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Who the worker is, for a doctor whose mission is long over. */
const UNKNOWN_WORKER = {
  workerFirstName: '',
  workerLastName: '',
  workerFullName: '',
  workerAddress: '',
  workerPhoneNumber: '',
  phoneNumber: '',
  workerExternalId: '',
  subEmployee: '',
  latitude: null,
  longitude: null,
} as const satisfies Partial<CheckRecord>;

function show(actor: Actor, record: CheckRecord, now: Date): CheckView {
  const { searchText: _, contractPrice: __, ...check } = record;
  const actions = availableActions(check, actor);
  const hidden = (Object.keys(FIELD_POLICY) as ProtectedField[]).filter((field) => !canSeeField(actor, field, check.companyId));
  return {
    ...check,
    ...Object.fromEntries(hidden.map((field) => [field, null])),
    ...(actor.kind === 'doctor' && !doctorSeesWorker(check.archivedAt, now) && UNKNOWN_WORKER),
    availableActions: actions,
    nextActor: nextActor(check),
    cancellationFee: actions.includes('cancel') ? feeOf(record, now) : null,
    showsNiss: canSeeField(actor, 'workerNISS', check.companyId),
  };
}

function showEvent({
  id,
  checkId,
  at,
  action,
  fromStatus,
  toStatus,
  actorKind,
  actorName,
  reason,
  version,
  details,
}: CheckEventRecord): CheckEvent {
  const notes = (details as { readonly notes?: readonly EventNote[] }).notes ?? [];
  return { id, checkId, at, action, fromStatus, toStatus, actorKind, actorName, reason, version, notes };
}
