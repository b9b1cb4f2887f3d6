import { CERTIFICATE_SORT_FIELDS, type CertificateSortField, certificateFilterRule } from '@checkwell/domain/certificate/list';
import { type CertificateInput, certificateRule, isCheckable } from '@checkwell/domain/certificate/rules';
import { type Clock, dayOf } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { searchTextOf } from '@checkwell/domain/people/search-text';
import { type Actor, can } from '@checkwell/domain/policy';
import { logAccess } from '../../platform/db/access-log.ts';
import { type Database, violates, type WriteTx } from '../../platform/db/database.ts';
import type { PageArguments } from '../../platform/db/keyset.ts';
import type { Page } from '../../platform/db/page.ts';
import { faultAt, getPermitted, permit, profileIdOf, reachable } from '../../platform/guard.ts';
import { isId, newId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { Employee, EmployeeService } from '../employees/employees.service.ts';
import type { CertificateRow } from './certificates.repository.ts';
import * as repository from './certificates.repository.ts';

/** A medical certificate or an absence declaration, as those who may see it see it. */
export interface Certificate extends CertificateRow {
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

export interface CertificateListArguments extends PageArguments {
  /** Parsed here. */
  readonly filter?: unknown;
  readonly sort?: { readonly field: CertificateSortField; readonly direction: 'asc' | 'desc' } | null | undefined;
}

/** A certificate that another service makes; its fields are parsed by the caller's rule. */
export type NewCertificate = Omit<CertificateInput, 'superiorId'> & { readonly superiorId: string | null };

export interface CertificateService {
  list(actor: Actor, options: CertificateListArguments): Promise<Page<Certificate>>;
  /** Who read it is written down. @throws {AppError} `entity.notFound`, also for those out of reach */
  get(actor: Actor, id: string): Promise<Certificate>;
  /** @param input parsed here */
  create(actor: Actor, companyId: string, input: unknown): Promise<Certificate>;
  /** @param input parsed here @throws {AppError} `entity.changedMeanwhile` */
  update(actor: Actor, id: string, version: number, input: unknown): Promise<Certificate>;
  /** Within another service's transaction: a certificate of this company within the actor's reach. @throws {AppError} `entity.notFound` */
  getInTransaction(tx: WriteTx, actor: Actor, companyId: string, id: string): Promise<Certificate>;
  /** Within another service's transaction: makes a certificate, such as the one that comes with an order. */
  createInTransaction(tx: WriteTx, actor: Actor, companyId: string, certificate: NewCertificate): Promise<Certificate>;
  /**
   * Within another service's transaction: notes that a check was asked for, or (false) that it was withdrawn.
   * @returns whether that is new: two orders on one certificate at once get one `true`
   */
  setLaunchedInTransaction(tx: WriteTx, companyId: string, id: string, launched: boolean): Promise<boolean>;
}

export interface CertificateDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly employees: EmployeeService;
}

/** Keeps certificates findable when their employee gets another name or number: `onRenamed` of the employees. */
export const followEmployee = repository.setSearchText;

export function createCertificateService({ db, clock, employees }: CertificateDeps): CertificateService {
  function show(row: CertificateRow): Certificate {
    const url = row.documentId === null ? null : `/v1/api/companies/${row.companyId}/documents/${row.documentId}`;
    const created = dayOf(row.createdAt);
    return {
      ...row,
      authorizedLeave: row.authorizedExit,
      certificateUrl: url,
      urlCertificate: url,
      relaunchCheckUrl: isCheckable(row.incapacityReason) && row.endDate >= clock.today() ? `/checks/new?certificateId=${row.id}` : null,
      uploadedByProvider: row.source === 'provider',
      outsideIncapacityPeriod: created < row.startDate || created > row.endDate,
    };
  }

  /** A document that the actor may attach: of this company, and for who does not see all of it, one of their own uploads. */
  async function getAttachable(tx: WriteTx, actor: Actor, companyId: string, documentId: string): Promise<void> {
    const upload = await repository.findUpload(tx, companyId, documentId);
    if (!upload || !can(actor, 'document.read', { companyId, orderedByProfileId: upload.uploadedByProfileId })) {
      throw faultAt('documentId', 'certificateRequired');
    }
  }

  /** The employee of a form's field: one out of reach is no choice. */
  async function getChosenEmployee(tx: WriteTx, actor: Actor, companyId: string, employeeId: string): Promise<Employee> {
    try {
      return await employees.getInTransaction(tx, actor, companyId, employeeId);
    } catch (error) {
      if (error instanceof AppError && error.code === 'entity.notFound') throw faultAt('employeeId', 'employeeRequired');
      throw error;
    }
  }

  async function insert(tx: WriteTx, actor: Actor, companyId: string, certificate: NewCertificate): Promise<Certificate> {
    const employee = await getChosenEmployee(tx, actor, companyId, certificate.employeeId);
    if (certificate.documentId !== null) await getAttachable(tx, actor, companyId, certificate.documentId);
    const id = newId();
    await inOurWords(
      repository.insertCertificate(tx, {
        ...certificate,
        id,
        companyId,
        source: actor.kind === 'planner' ? 'provider' : 'employer',
        searchText: searchTextFor(employee),
        createdByProfileId: profileIdOf(actor),
        createdAt: clock.now(),
      }),
    );
    await logAccess(tx, actor, 'certificate.create', 'certificates', companyId, id);
    return getFresh(tx, companyId, id);
  }

  async function getFresh(tx: WriteTx, companyId: string, id: string): Promise<Certificate> {
    const row = await repository.findCertificate(tx, id, companyId);
    if (!row) throw new AppError('entity.notFound');
    return show(row);
  }

  return {
    async list(actor, { filter, sort, first, after }) {
      reachable(actor, 'certificate.read');
      const parsed = parseInput(certificateFilterRule, filter ?? {});
      const reach = reachable(actor, 'certificate.read', parsed.companyId);
      const order = sort ?? { field: CERTIFICATE_SORT_FIELDS[0], direction: 'desc' };
      const page = await db.as(actor, (tx) => repository.listCertificates(tx, { reach, filter: parsed, sort: order, first, after }), {
        readonly: true,
      });
      return { ...page, nodes: page.nodes.map(show) };
    },

    async get(actor, id) {
      reachable(actor, 'certificate.read');
      return db.as(actor, async (tx) => {
        const row = isId(id) ? await repository.findCertificate(tx, id) : undefined;
        const found = getPermitted(actor, row, 'certificate.read');
        await logAccess(tx, actor, 'certificate.read', 'certificates', found.companyId, id);
        return show(found);
      });
    },

    async create(actor, companyId, input) {
      permit(actor, 'certificate.write', { companyId, orderedByProfileId: profileIdOf(actor) });
      const certificate = parseInput(certificateRule, input);
      return db.as(actor, (tx) => insert(tx, actor, companyId, certificate));
    },

    async update(actor, id, version, input) {
      reachable(actor, 'certificate.write');
      return db.as(actor, async (tx) => {
        const row = isId(id) ? await repository.findCertificate(tx, id) : undefined;
        const before = getPermitted(actor, row, 'certificate.read', 'certificate.write');
        const { companyId } = before;
        const certificate = parseInput(certificateRule, input);
        // The employee and the document that it has may stay, whoever chose them.
        const employee =
          certificate.employeeId === before.employeeId ? before : await getChosenEmployee(tx, actor, companyId, certificate.employeeId);
        if (certificate.documentId !== null && certificate.documentId !== before.documentId) {
          await getAttachable(tx, actor, companyId, certificate.documentId);
        }
        const updated = await inOurWords(
          repository.updateCertificate(tx, { companyId, id, version }, { ...certificate, searchText: searchTextFor(employee) }),
        );
        if (!updated) throw new AppError('entity.changedMeanwhile');
        await logAccess(tx, actor, 'certificate.update', 'certificates', companyId, id);
        return getFresh(tx, companyId, id);
      });
    },

    async getInTransaction(tx, actor, companyId, id) {
      const row = isId(id) && isId(companyId) ? await repository.findCertificate(tx, id, companyId) : undefined;
      return show(getPermitted(actor, row, 'certificate.read'));
    },

    async createInTransaction(tx, actor, companyId, certificate) {
      permit(actor, 'certificate.write', { companyId, orderedByProfileId: profileIdOf(actor) });
      return insert(tx, actor, companyId, certificate);
    },

    setLaunchedInTransaction: (tx, companyId, id, launched) => repository.setLaunched(tx, { companyId, id }, launched),
  };
}

const searchTextFor = (employee: Pick<Employee, 'employeeFirstName' | 'employeeLastName' | 'employeeMatricule'>): string =>
  searchTextOf(employee.employeeFirstName, employee.employeeLastName, employee.employeeMatricule);

/** What the database refuses, at the field where the form shows it. */
async function inOurWords<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    if (violates(error, 'certificates_companyId_superiorId_fkey')) throw faultAt('superiorId', 'superiorRequired');
    throw error;
  }
}
