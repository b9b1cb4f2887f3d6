import type { Readable } from 'node:stream';
import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { downloadName } from '@checkwell/domain/file-name';
import type { Seller } from '@checkwell/domain/invoice/seller';
import {
  type FileState,
  LEFT_OUT,
  PERSON_ATTEMPT_FIELDS,
  PERSON_CERTIFICATE_FIELDS,
  PERSON_CHECK_FIELDS,
  PERSON_COMMENT_FIELDS,
  PERSON_DATA_NAME,
  PERSON_EMPLOYEE_FIELDS,
  PERSON_EVENT_FIELDS,
  PERSON_FILE_FORM,
  PERSON_FILES_FOLDER,
  PERSON_MESSAGE_FIELDS,
  PERSON_SENT_CERTIFICATE_FIELDS,
  PERSON_TRAVEL_CLAIM_FIELDS,
  type PersonCheck,
  type PersonDocument,
  type PersonFile,
} from '@checkwell/domain/person/person-file';
import { pick } from '@checkwell/domain/pick';
import type { Actor } from '@checkwell/domain/policy';
import type { MessageLanguage } from '@checkwell/messages';
import { getTranslator } from '@checkwell/messages/translator';
import { logAccess } from '../../platform/db/access-log.ts';
import type { Database } from '../../platform/db/database.ts';
import { reauthorize } from '../../platform/db/reauthorize.ts';
import { type ZipEntry, zipStream } from '../../platform/export/zip.ts';
import { FileMissing } from '../../platform/files/files.ts';
import { permit, profileIdOf, reachable } from '../../platform/guard.ts';
import type { Throttle } from '../../platform/identity/throttle.ts';
import type { Log } from '../../platform/log.ts';
import type { Certificate, CertificateService } from '../certificates/certificates.service.ts';
import type { CheckService, CheckView } from '../checks/checks.service.ts';
import type { DocumentService } from '../documents/documents.service.ts';
import type { Employee, EmployeeService } from '../employees/employees.service.ts';
import * as repository from './person.repository.ts';
import { readMe } from './person-read-me.ts';

/** The copy of everything that is kept about one employee, on its way. */
export interface PersonDownload {
  readonly fileName: string;
  /** A ZIP, written while it is taken; destroy it when nobody takes it. */
  readonly content: Readable;
}

export interface PersonService {
  /**
   * Everything that is kept about an employee, as the administrator who takes it reads it (docs/decisions/0101). That it was taken is logged
   * before anything is read, and each record as if it were opened on its screen.
   * @throws {AppError} `access.forbidden`; `entity.notFound`, also for those out of reach; `request.tooMany` with `retryAfterSeconds`
   */
  download(actor: Actor, employeeId: string): Promise<PersonDownload>;
}

export interface PersonDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly employees: Pick<EmployeeService, 'get'>;
  readonly certificates: Pick<CertificateService, 'get'>;
  readonly checks: Pick<
    CheckService,
    'get' | 'findEmployeeMessages' | 'findSentCertificates' | 'findTravelClaims' | 'findAttempts' | 'findEvents' | 'commentsOf'
  >;
  readonly documents: Pick<DocumentService, 'open'>;
  readonly seller: Seller;
  readonly throttle: Pick<Throttle, 'personFile'>;
}

/** A check with the ids of its files. */
interface Gathered {
  readonly check: PersonCheck;
  /** Ids of certificates that the employee sent; the access log has under them who registered them or put them aside. */
  readonly sentIds: readonly string[];
  readonly documentIds: readonly string[];
}

export function createPersonService({
  db,
  clock,
  log,
  employees,
  certificates,
  checks,
  documents,
  seller,
  throttle,
}: PersonDeps): PersonService {
  /** Everything through the service of its own: what the administrator may not read is not in it, and what is read is logged there. */
  async function gatherCheck(actor: Actor, id: string): Promise<Gathered> {
    const view = await checks.get(actor, id);
    const [employeeMessages, sent, claims, attempts, events] = await Promise.all([
      checks.findEmployeeMessages(actor, [view]),
      checks.findSentCertificates(actor, [view]),
      checks.findTravelClaims(actor, [view]),
      checks.findAttempts(actor, [view]),
      checks.findEvents(actor, [view]),
    ]);
    const { comments } = await checks.commentsOf(actor, id);
    const sentOfCheck = sent.get(id) ?? [];
    const claim = claims.get(id) ?? null;
    const attemptsOfCheck = attempts.get(id) ?? [];
    const check: PersonCheck = {
      ...fieldsOf(view),
      messages: (employeeMessages.get(id) ?? []).map((message) => pick(message, PERSON_MESSAGE_FIELDS)),
      sentCertificates: sentOfCheck.map((row) => pick(row, PERSON_SENT_CERTIFICATE_FIELDS)),
      travelClaim: claim && pick(claim, PERSON_TRAVEL_CLAIM_FIELDS),
      attempts: attemptsOfCheck.map((attempt) => pick(attempt, PERSON_ATTEMPT_FIELDS)),
      history: (events.get(id) ?? []).map((event) => pick(event, PERSON_EVENT_FIELDS)),
      comments: comments.map((comment) => pick(comment, PERSON_COMMENT_FIELDS)),
    };
    const files = [...sentOfCheck.map(({ documentId }) => documentId), claim?.documentId, ...attemptsOfCheck.map(({ photoId }) => photoId)];
    return { check, sentIds: sentOfCheck.map((row) => row.id), documentIds: files.flatMap((documentId) => documentId ?? []) };
  }

  /** One file of the archive, and what is said of it; null where there is none to give. */
  async function openFile(actor: Actor, companyId: string, documentId: string): Promise<{ said: PersonDocument; entry: ZipEntry | null }> {
    try {
      const { document, bytes } = await documents.open(actor, companyId, documentId);
      const path = `${PERSON_FILES_FOLDER}/${documentId}.${EXTENSIONS[document.mediaType] ?? 'bin'}`;
      return { said: { documentId, state: 'Included', path }, entry: { path, content: bytes, compress: false } };
    } catch (error) {
      const state = stateOf(error);
      // One lost file keeps nobody from the rest; the operator is notified.
      if (state === 'Lost') log.warn(`The file of document ${documentId} is missing: it is not in the copy of the data.`);
      return { said: { documentId, state, path: null }, entry: null };
    }
  }

  async function* entriesOf(
    actor: Actor,
    employee: Employee,
    file: Omit<PersonFile, 'documents'>,
    documentIds: readonly string[],
  ): AsyncGenerator<ZipEntry> {
    const said: PersonDocument[] = [];
    for (const documentId of documentIds) {
      const opened = await openFile(actor, employee.companyId, documentId);
      said.push(opened.said);
      if (opened.entry) yield opened.entry;
    }
    const whole: PersonFile = { ...file, documents: said };
    yield { path: PERSON_DATA_NAME, content: Buffer.from(JSON.stringify(whole, null, 2)), compress: true };
    const language = employee.employeeLanguage.toLowerCase() as MessageLanguage;
    const name = `${employee.employeeFirstName} ${employee.employeeLastName}`;
    const facts = { file: whole, name, company: employee.employeeCompanyName, provider: seller, day: clock.today() };
    const title = getTranslator(language, 'personFile')('readMe');
    yield { path: `${title}.txt`, content: Buffer.from(readMe(facts, language)), compress: true };
  }

  return {
    async download(actor, employeeId) {
      reachable(actor, 'employee.personFile');
      const employee = await employees.get(actor, employeeId);
      const { companyId } = employee;
      permit(actor, 'employee.personFile', { companyId });
      await throttle.personFile(profileIdOf(actor) ?? '');
      const records = await db.as(actor, async (tx) => {
        await reauthorize(tx, actor, 'employee.personFile', companyId);
        await logAccess(tx, actor, 'employee.personFile', 'employees', companyId, employeeId);
        return repository.findRecords(tx, { companyId, id: employeeId });
      });
      const ofCertificates: Certificate[] = [];
      for (const id of records.certificateIds) ofCertificates.push(await certificates.get(actor, id));
      const ofChecks: Gathered[] = [];
      for (const id of records.checkIds) ofChecks.push(await gatherCheck(actor, id));
      const documentIds = [
        ...new Set([...ofCertificates.flatMap(({ documentId }) => documentId ?? []), ...ofChecks.flatMap(({ documentIds: own }) => own)]),
      ];
      const sentIds = ofChecks.flatMap((gathered) => gathered.sentIds);
      const subjects = [employeeId, ...records.checkIds, ...records.certificateIds, ...sentIds, ...documentIds];
      const { name, email, phoneNumber } = seller;
      const file = {
        form: PERSON_FILE_FORM,
        exportedAt: clock.now().toISOString(),
        provider: { name, email, phoneNumber },
        employee: pick(employee, PERSON_EMPLOYEE_FIELDS),
        certificates: ofCertificates.map((certificate) => pick(certificate, PERSON_CERTIFICATE_FIELDS)),
        checks: ofChecks.map(({ check }) => check),
        accesses: await db.system('person file', (tx) => repository.findAccesses(tx, companyId, subjects)),
        leftOut: LEFT_OUT,
      } as const;
      const language = employee.employeeLanguage.toLowerCase() as MessageLanguage;
      const what = `${getTranslator(language, 'personFile')('fileName')} ${employee.employeeFirstName} ${employee.employeeLastName}`;
      return {
        fileName: downloadName({ what, company: employee.employeeCompanyName, day: clock.today(), extension: 'zip' }),
        content: zipStream(entriesOf(actor, employee, file, documentIds), clock.now()),
      };
    },
  };
}

/** Why a file cannot be given. @throws what is no reason to go on without it, such as a store that does not answer */
function stateOf(error: unknown): Exclude<FileState, 'Included'> {
  if (error instanceof AppError && error.code === 'document.beingChecked') return 'BeingChecked';
  if (error instanceof AppError && error.code === 'document.infected') return 'Infected';
  if (error instanceof Error && error.cause instanceof FileMissing) return 'Lost';
  throw error;
}

const EXTENSIONS: Readonly<Record<string, string>> = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' };

const fieldsOf = (view: CheckView): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(view).filter(([name]) => PERSON_CHECK_FIELDS.some((field) => field === name)));
