import { CERTIFICATE_FIELDS } from '@checkwell/domain/certificate/fields';
import { certificateFilterRule } from '@checkwell/domain/certificate/list';
import { type CertificateFields, type CertificateInput, certificateRule, isCheckable } from '@checkwell/domain/certificate/rules';
import type { CertificateSortField } from '@checkwell/domain/certificate/sorts';
import { type CalendarDay, type Clock, dayOf } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { type View, viewFor } from '@checkwell/domain/fields';
import { LISTS } from '@checkwell/domain/lists/lists';
import { searchTextOf } from '@checkwell/domain/people/search-text';
import { type Actor, can, roleIn } from '@checkwell/domain/policy';
import { logAccess } from '../../platform/db/access-log.ts';
import { type Database, mapViolations, type WriteTx } from '../../platform/db/database.ts';
import { logExport } from '../../platform/db/export-log.ts';
import { claimKey, claimOf, inTurn } from '../../platform/db/idempotency.ts';
import type { PageArguments } from '../../platform/db/keyset.ts';
import { compareAndSet, lockRow, requireVersion, updateRow } from '../../platform/db/locked.ts';
import { mapRows, type Page } from '../../platform/db/page.ts';
import type { Geocoder } from '../../platform/geo/geocoder.ts';
import { fieldErrorAt, getPermitted, permit, profileIdOf, reachable } from '../../platform/guard.ts';
import { isId, newId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import { notifyLive } from '../../platform/live/notify.ts';
import type { CompanyService } from '../companies/companies.service.ts';
import type { Employee, EmployeeService } from '../employees/employees.service.ts';
import type { CertificateRow } from './certificates.repository.ts';
import * as repository from './certificates.repository.ts';
import { type AdviceService, createCertificateAdvice } from './certificates-advice.ts';
import * as lists from './certificates-lists.repository.ts';
import { createCertificateWorkers } from './certificates-workers.ts';

/** A medical certificate or an absence declaration, as its readers see it. */
export type Certificate = View<typeof CERTIFICATE_FIELDS, CertificateRow & Derived>;

/** Fields that are computed from others. */
interface Derived {
  /** The same fact as `authorizedExit`, under the certificate's name for it (specification, section 3). */
  readonly authorizedLeave: boolean;
  /** Path of the document; null without one. The specification has two names for it. */
  readonly certificateUrl: string | null;
  readonly urlCertificate: string | null;
  /** Path of the screen that asks for a check on this certificate; null when none can be asked for any more. */
  readonly relaunchCheckUrl: string | null;
  /** The provider's team entered it (specification, section 4). */
  readonly uploadedByProvider: boolean;
  /** Entered before the incapacity began or after it ended (specification, section 4). */
  readonly outsideIncapacityPeriod: boolean;
}

/** Columns of the row from which each of these fields is computed. */
const MADE_OF: { readonly [Name in keyof Certificate]?: readonly (keyof CertificateRow)[] } & Readonly<
  Record<keyof Derived, readonly (keyof CertificateRow)[]>
> = {
  authorizedLeave: ['authorizedExit'],
  certificateUrl: ['documentId'],
  urlCertificate: ['documentId'],
  relaunchCheckUrl: ['incapacityReason', 'endDate'],
  uploadedByProvider: ['source'],
  outsideIncapacityPeriod: ['createdAt', 'startDate', 'endDate'],
};

/** The columns that a list reads to show these fields. */
const readFor = (fields: readonly (keyof Certificate)[]): readonly (keyof CertificateRow)[] =>
  [...new Set(fields.flatMap((field) => MADE_OF[field] ?? [field as keyof CertificateRow]))].toSorted();

export interface CertificateListArguments extends PageArguments {
  /** Parsed here. */
  readonly filter?: unknown;
  readonly sort?: { readonly field: CertificateSortField; readonly direction: 'asc' | 'desc' } | null | undefined;
  /** The fields that the caller wants; it must not read any other field of the certificates. Left out: all. */
  readonly fields?: readonly (keyof Certificate)[] | null | undefined;
}

/** A certificate that another service makes; its fields are parsed by the caller's rule. */
export type NewCertificate = Omit<CertificateFields, 'superiorId'> & { readonly superiorId: string | null };

export interface CertificateService extends AdviceService {
  list(actor: Actor, options: CertificateListArguments): Promise<Page<Certificate>>;
  /**
   * The whole list, of one moment, read while it is taken. Access is logged.
   * @throws {AppError} `export.tooMany`; with the first row `export.tooLarge`
   */
  exportList(
    actor: Actor,
    options: Pick<CertificateListArguments, 'filter' | 'sort' | 'fields'>,
  ): Promise<AsyncIterable<readonly Certificate[]>>;
  /** Access is logged. @throws {AppError} `entity.notFound`, also for those out of reach */
  get(actor: Actor, id: string): Promise<Certificate>;
  /**
   * With its worker, who may be added or changed with it: once per idempotency key, also when requests are repeated or concurrent.
   * @param input parsed here
   * @param idempotencyKey left out: every call makes one
   * @throws {AppError} `request.idempotencyMismatch` for another certificate under the same key
   */
  create(actor: Actor, companyId: string, input: unknown, idempotencyKey?: string | null): Promise<Certificate>;
  /** Changes a certificate, and its worker with it. @param input parsed here @throws {AppError} `entity.changedMeanwhile` */
  update(actor: Actor, id: string, version: number, input: unknown): Promise<Certificate>;
  /**
   * Within another service's transaction: a certificate of this company within the actor's reach, which nobody changes before it ends.
   * @throws {AppError} `entity.notFound`
   */
  lockInTransaction(tx: WriteTx, actor: Actor, companyId: string, id: string): Promise<Certificate>;
  /** Within another service's transaction: makes a certificate, such as the one that comes with an order. */
  createInTransaction(tx: WriteTx, actor: Actor, companyId: string, certificate: NewCertificate): Promise<Certificate>;
  /** Within another service's transaction: gives a certificate its document. @throws {AppError} as `update` does */
  addImageInTransaction(tx: WriteTx, actor: Actor, companyId: string, id: string, documentId: string): Promise<Certificate>;
  /**
   * Within another service's transaction: notes that a check was asked for, or (false) that it was withdrawn.
   * @returns whether that is new: two orders on one certificate at once get one `true`
   */
  setLaunchedInTransaction(tx: WriteTx, companyId: string, id: string, launched: boolean): Promise<boolean>;
}

export interface CertificateDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly geocoder: Geocoder;
  readonly companies: CompanyService;
  readonly employees: EmployeeService;
}

/** Keeps certificates findable when their employee gets another name or number: `onRenamed` of the employees. */
export const followEmployee = repository.setSearchText;

export function createCertificateService(deps: CertificateDeps): CertificateService {
  const { db, clock, employees } = deps;
  const workers = createCertificateWorkers(deps);
  const advice = createCertificateAdvice(deps);

  const show = (actor: Actor, row: CertificateRow): Certificate => showListed(actor, row, { today: clock.today(), fields: null });

  /** A certificate of a list, of which `fields` were asked for (null: all): of no others anything is made, and no others may be read of it. */
  function showListed(
    actor: Actor,
    row: CertificateRow,
    { today, fields }: { readonly today: CalendarDay; readonly fields: readonly (keyof Certificate)[] | null },
  ): Certificate {
    const asks = (field: keyof Derived) => fields === null || fields.includes(field);
    const hasUrl = asks('certificateUrl') || asks('urlCertificate');
    const url = hasUrl && row.documentId !== null ? `/v1/api/companies/${row.companyId}/documents/${row.documentId}` : null;
    const created = asks('outsideIncapacityPeriod') ? dayOf(row.createdAt) : null;
    const derived: Derived = {
      authorizedLeave: row.authorizedExit,
      certificateUrl: url,
      urlCertificate: url,
      relaunchCheckUrl:
        asks('relaunchCheckUrl') && isCheckable(row.incapacityReason) && row.endDate >= today
          ? `/checks/new?certificateId=${row.id}`
          : null,
      uploadedByProvider: row.source === 'provider',
      outsideIncapacityPeriod: created !== null && (created < row.startDate || created > row.endDate),
    };
    return viewFor(CERTIFICATE_FIELDS, { ...row, ...derived }, roleIn(actor, row.companyId));
  }

  /**
   * A document that the actor may attach: of this company and, for actors who do not see all of it, one of their own uploads. What an
   * employee sent is attached once, by an actor who may read it.
   * @returns notes that a certificate has it, once that is written
   */
  async function getAttachable(
    tx: WriteTx,
    actor: Actor,
    companyId: string,
    documentId: string,
  ): Promise<(certificateId: string) => Promise<void>> {
    // A concurrent request to put it aside deletes it: what is left is read afterwards.
    const sent = await lockRow(tx, 'sent_certificates', { companyId, documentId });
    const upload = await repository.findUpload(tx, companyId, documentId);
    const check = sent && (await repository.findSendersCheck(tx, companyId, sent.checkId));
    const mayRead = check
      ? can(actor, 'sentCertificate.read', check)
      : can(actor, 'document.read', { companyId, orderedByProfileId: upload?.uploadedByProfileId ?? null });
    if (!upload || !mayRead) throw fieldErrorAt('documentId', 'certificateRequired');
    if (upload.scan === 'Infected') throw fieldErrorAt('documentId', 'documentInfected');
    if (!sent || !check) return () => Promise.resolve();
    if (sent.certificateId !== null) throw fieldErrorAt('documentId', 'certificateRegistered');
    return async (certificateId) => {
      await updateRow(tx, sent, { certificateId, settledAt: clock.now(), settledByProfileId: profileIdOf(actor) });
      await logAccess(tx, actor, 'sentCertificate.register', 'sent_certificates', companyId, sent.id);
      await notifyLive(tx, { topic: 'check', ...check });
    };
  }

  async function insert(
    tx: WriteTx,
    actor: Actor,
    employee: Employee,
    fields: Omit<NewCertificate, 'employeeId'>,
    id: string = newId(),
  ): Promise<Certificate> {
    const { companyId } = employee;
    const certificate = { ...fields, employeeId: employee.id };
    const attached = certificate.documentId === null ? null : await getAttachable(tx, actor, companyId, certificate.documentId);
    await repository
      .insertCertificate(tx, {
        ...certificate,
        id,
        companyId,
        source: actor.kind === 'planner' ? 'provider' : 'employer',
        searchText: searchTextFor(employee),
        createdByProfileId: profileIdOf(actor),
        createdAt: clock.now(),
      })
      .catch(asFieldError);
    await attached?.(id);
    await logAccess(tx, actor, 'certificate.create', 'certificates', companyId, id);
    return getFresh(tx, actor, companyId, id);
  }

  async function getFresh(tx: WriteTx, actor: Actor, companyId: string, id: string): Promise<Certificate> {
    const row = await repository.findCertificate(tx, id, companyId);
    if (!row) throw new AppError('entity.notFound');
    return show(actor, row);
  }

  /** What a list asks the database. */
  function queryOf(
    actor: Actor,
    ability: 'certificate.read' | 'certificate.export',
    { filter, sort, fields = null, ...page }: CertificateListArguments,
  ): lists.CertificateQuery {
    reachable(actor, ability);
    const parsed = parseInput(certificateFilterRule, filter ?? {});
    const reach = reachable(actor, ability, parsed.companyId);
    return {
      reach,
      filter: parsed,
      nissIndexes: employees.nissIndexes(actor, reach, parsed.search),
      sort: sort ?? LISTS.certificates.first,
      fields: fields && readFor(fields),
      ...page,
    };
  }

  return {
    async list(actor, options) {
      const query = queryOf(actor, 'certificate.read', options);
      const asked = { today: clock.today(), fields: options.fields ?? null };
      const page = await db.as(actor, (tx) => lists.listCertificates(tx, query), { readonly: true, replica: true });
      return { ...page, nodes: page.nodes.map((row) => showListed(actor, row, asked)) };
    },

    async exportList(actor, options) {
      const query = queryOf(actor, 'certificate.export', options);
      await logExport(db, actor, 'certificate.export', query.reach);
      const asked = { today: clock.today(), fields: options.fields ?? null };
      return mapRows(
        db.snapshot(actor, (tx) => lists.everyCertificate(tx, query)),
        (row) => showListed(actor, row, asked),
      );
    },

    async get(actor, id) {
      reachable(actor, 'certificate.read');
      return db.as(actor, async (tx) => {
        const row = isId(id) ? await repository.findCertificate(tx, id) : undefined;
        const found = getPermitted(actor, row, 'certificate.read');
        await logAccess(tx, actor, 'certificate.read', 'certificates', found.companyId, id);
        return show(actor, found);
      });
    },

    async create(actor, companyId, input, idempotencyKey) {
      const profileId = profileIdOf(actor);
      permit(actor, 'certificate.write', { companyId, orderedByProfileId: profileId });
      const certificate = parseInput(certificateRule, input);
      const key = idempotencyKey ?? null;
      const claim = key === null ? null : claimOf('createCertificate', key, { companyId, ...certificate });
      const located = await workers.locate(certificate);
      const make = async (tx: WriteTx) => {
        const id = newId();
        const earlier = claim && profileId !== null ? await claimKey(tx, claim, { profileId, companyId, resultId: id }) : null;
        if (earlier !== null) {
          const made = getPermitted(actor, await repository.findCertificate(tx, earlier, companyId), 'certificate.read');
          await logAccess(tx, actor, 'certificate.read', 'certificates', companyId, earlier);
          return show(actor, made);
        }
        return insert(tx, actor, await workers.settle(tx, actor, companyId, certificate, located), fieldsOf(certificate), id);
      };
      return inTurn(claim, profileId, () => db.as(actor, make));
    },

    async update(actor, id, version, input) {
      reachable(actor, 'certificate.write');
      const before = isId(id) ? await db.as(actor, (tx) => repository.findCertificate(tx, id), { readonly: true }) : undefined;
      getPermitted(actor, before, 'certificate.read', 'certificate.write');
      const certificate = parseInput(certificateRule, input);
      const located = await workers.locate(certificate);
      return db.as(actor, async (tx) => {
        const stored = getPermitted(actor, await repository.findCertificate(tx, id), 'certificate.read', 'certificate.write');
        const { companyId } = stored;
        // The version is compared first: all further checks would otherwise be about another state than the form showed.
        if (stored.version !== version) throw new AppError('entity.changedMeanwhile');
        // The employee and the document that it has may stay, regardless of who chose them.
        const stays = certificate.employeeId === stored.employeeId && !certificate.employee;
        const employee = stays
          ? await workers.keep(tx, companyId, stored.employeeId)
          : await workers.settle(tx, actor, companyId, certificate, located);
        const held = await lockRow(tx, 'certificates', { companyId, id });
        if (!held) throw new AppError('entity.changedMeanwhile');
        // The version is the same, so this is the certificate that was checked above.
        requireVersion(held, stored.version);
        // Its former file is deleted with the change (migration 0144).
        if (held.documentId !== null && certificate.documentId !== held.documentId) await repository.lockChecks(tx, held);
        const isNew = certificate.documentId !== null && certificate.documentId !== stored.documentId;
        const attached = isNew ? await getAttachable(tx, actor, companyId, certificate.documentId ?? '') : null;
        await compareAndSet(tx, held, version, {
          ...fieldsOf(certificate),
          employeeId: employee.id,
          searchText: searchTextFor(employee),
        }).catch(asFieldError);
        await attached?.(id);
        await logAccess(tx, actor, 'certificate.update', 'certificates', companyId, id);
        return getFresh(tx, actor, companyId, id);
      });
    },

    async lockInTransaction(tx, actor, companyId, id) {
      const held = isId(id) && isId(companyId) ? await lockRow(tx, 'certificates', { companyId, id }) : undefined;
      return show(actor, getPermitted(actor, held && (await repository.findCertificate(tx, id, companyId)), 'certificate.read'));
    },

    async createInTransaction(tx, actor, companyId, certificate) {
      permit(actor, 'certificate.write', { companyId, orderedByProfileId: profileIdOf(actor) });
      return insert(tx, actor, await workers.getChosen(tx, actor, companyId, certificate.employeeId), certificate);
    },

    async addImageInTransaction(tx, actor, companyId, id, documentId) {
      getPermitted(actor, await repository.findCertificate(tx, id, companyId), 'certificate.read', 'certificate.write');
      const attached = await getAttachable(tx, actor, companyId, documentId);
      await repository.setDocument(tx, { companyId, id }, documentId);
      await attached(id);
      await logAccess(tx, actor, 'certificate.update', 'certificates', companyId, id);
      return getFresh(tx, actor, companyId, id);
    },

    advise: advice.advise,
    adviseMany: advice.adviseMany,

    setLaunchedInTransaction: (tx, companyId, id, launched) => repository.setLaunched(tx, { companyId, id }, launched),
  };
}

/** The fields of the form that are stored with the certificate; its worker has become an employee by then. */
const fieldsOf = ({ employeeId: _id, employee: _employee, ...fields }: CertificateInput): Omit<CertificateFields, 'employeeId'> => fields;

const searchTextFor = (employee: Pick<Employee, 'employeeFirstName' | 'employeeLastName' | 'employeeMatricule'>): string =>
  searchTextOf(employee.employeeFirstName, employee.employeeLastName, employee.employeeMatricule);

/** Turns an error of a constraint into an error at the field of the form. */
const asFieldError = mapViolations({
  certificates_companyId_superiorId_fkey: () => fieldErrorAt('superiorId', 'superiorRequired'),
  // A check on the certificate is of its worker, also after it was cancelled.
  checks_certificate_of_worker: () => fieldErrorAt('employeeId', 'certificateChecked'),
  // The upload was erased meanwhile, because nothing named it.
  certificates_companyId_documentId_fkey: () => fieldErrorAt('documentId', 'certificateRequired'),
});
