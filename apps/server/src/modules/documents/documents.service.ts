import { createHash } from 'node:crypto';
import { DOCUMENT_FIELDS } from '@checkwell/domain/certificate/fields';
import { seesCheckField } from '@checkwell/domain/check/fields';
import { readsAttempts } from '@checkwell/domain/check/times/no-show';
import type { Clock } from '@checkwell/domain/clock';
import { DOCUMENT } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import { type View, viewFor } from '@checkwell/domain/fields';
import { type Actor, can, reachOf, roleIn } from '@checkwell/domain/policy';
import { issuesOf, line } from '@checkwell/domain/validation';
import type { Crypto } from '../../platform/crypto/crypto.ts';
import { documentContext } from '../../platform/crypto/encrypted-columns.ts';
import { logAccess } from '../../platform/db/access-log.ts';
import type { Database, ReadTx, WriteTx } from '../../platform/db/database.ts';
import { lockName } from '../../platform/db/locked.ts';
import { inspectContent } from '../../platform/document-content/content.ts';
import type { PdfInspector } from '../../platform/document-content/pdf.ts';
import { typeRefused } from '../../platform/document-content/refusals.ts';
import { FileMissing, type FileStore, newFileKey } from '../../platform/files/files.ts';
import { isId, lowestIdAt, newId } from '../../platform/ids.ts';
import type { DocumentKind, DocumentRow } from './documents.repository.ts';
import * as repository from './documents.repository.ts';
import { createDocumentScans, type ScanFigures, type Scanning } from './documents-scans.ts';

interface LinkedDocument extends DocumentRow {
  /** Path of the file; asks for the Authorization header. */
  readonly url: string;
}

/** A document as its readers see it. */
export type DocumentView = View<typeof DOCUMENT_FIELDS, LinkedDocument>;

export interface Upload {
  readonly companyId: string;
  readonly fileName: string;
  /** Media type as sent, without parameters. */
  readonly mediaType: string;
  /** Length in bytes that the client announced; null without one. */
  readonly contentLength: number | null;
  /** Its bytes; asked for once it is known that they may be kept. @throws {AppError} `document.tooLarge` and as the transport refuses */
  readonly content: () => Promise<Buffer>;
}

/** A file that was checked, and may be kept in the caller's transaction. */
export interface ReceivedFile {
  /** Hash of the cleaned file; uploading the same file again gives the same hash. */
  readonly sha256: Buffer;
  /** @throws {AppError} `request.tooMany` when the day's uploads of the company are used up */
  insert(tx: WriteTx): Promise<DocumentRow>;
}

export interface DocumentService {
  /**
   * Keeps a document of a company: checked by its bytes, without metadata, encrypted. A certificate; of a doctor with a mission there the
   * photograph of a card that was left at a door, which is no PDF.
   * @throws {AppError} `entity.notFound` for a company that is not the actor's, and the `document.…` refusals
   */
  upload(actor: Actor, upload: Upload): Promise<DocumentView>;
  /**
   * Checks a file that comes without an account, as `upload` does; whether it may come at all, and whether it is kept, the caller decides, who
   * is the product. A file that `work` does not insert is thrown away.
   * @throws {AppError} the `document.…` refusals, and what `work` throws
   */
  receive<T>(kind: 'sent' | 'receipt', upload: Upload, work: (file: ReceivedFile) => Promise<T>): Promise<T>;
  /** Removes the file of a document that was deleted. One that stays all the same is removed by `sweep`. */
  removeFile(storageKey: string): Promise<void>;
  /**
   * The document with its bytes. Access is logged.
   * @throws {AppError} `entity.notFound`; `document.beingChecked`, `document.infected` for who may read it otherwise
   */
  open(actor: Actor, companyId: string, id: string): Promise<{ readonly document: DocumentView; readonly bytes: Buffer }>;
  /** Documents by id, for lists: one query for the whole page. What the actor may not see is not among them. */
  findMany(actor: Actor, ids: readonly string[]): Promise<ReadonlyMap<string, DocumentView>>;
  /** Removes files that no document names: leftovers of uploads that were killed. @returns how many */
  sweep(): Promise<number>;
  /** Scans documents that wait for it. @returns how many have a verdict now @throws {Error} while the scanner gives none */
  scanWaiting(): Promise<number>;
  scanFigures(): Promise<ScanFigures>;
  /** Files that are being checked or wait for it. */
  pending(): number;
  close(): Promise<void>;
}

/** Uploads in 24 hours (security.md, U6): far above what a person does, and what a large employer needs in the flu season. */
export const UPLOAD_QUOTA = { perProfile: 500, perCompany: 5000 } as const;

const DAY_MS = 24 * 3_600_000;
/** Younger files may belong to an upload that is still on its way. */
const ORPHAN_AGE_MS = DAY_MS;
const SWEEP_BATCH = 500;
const FILE_NAME_LENGTH = 200;

const fileNameRule = line(FILE_NAME_LENGTH, 'required');

export interface DocumentDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly files: FileStore;
  readonly pdfs: PdfInspector;
  /** null: nobody looks for malware. */
  readonly scanning: Scanning | null;
}

export function createDocumentService({ db, clock, crypto, files, pdfs, scanning }: DocumentDeps): DocumentService {
  const scans = createDocumentScans({ db, clock, crypto, files, scanning });

  /** @throws {AppError} `request.tooMany` when the day's uploads of the profile or of its company are used up */
  async function refuseBeyondQuota(tx: ReadTx, companyId: string, profileId: string | null): Promise<void> {
    const since = lowestIdAt(new Date(clock.now().getTime() - DAY_MS));
    const uploads = await repository.countUploads(tx, companyId, profileId, since);
    if (uploads.profile >= UPLOAD_QUOTA.perProfile || uploads.company >= UPLOAD_QUOTA.perCompany) {
      throw new AppError('request.tooMany', { retryAfterSeconds: DAY_MS / 1000 / 24 });
    }
  }

  /** What can be refused before the body is read. @returns whose upload it is */
  async function refuseUpload(actor: Actor, companyId: string): Promise<string> {
    if (actor.kind === 'anonymous' || actor.kind === 'system') throw new AppError('access.unauthenticated');
    const { profileId } = actor;
    if (!isId(companyId)) throw new AppError('entity.notFound');
    if (actor.kind === 'doctor') {
      const { doctorId } = actor;
      const isMission = can(actor, 'check.visit', { companyId, doctorId });
      const known = isMission && (await db.as(actor, (tx) => repository.hasMission(tx, companyId, doctorId), { readonly: true }));
      if (!known) throw new AppError('entity.notFound');
    }
    const mine = { companyId, orderedByProfileId: profileId };
    if (actor.kind !== 'doctor' && !can(actor, 'document.upload', mine)) {
      const sees = reachOf(actor, 'company.read', companyId).kind !== 'none';
      throw new AppError(sees ? 'access.forbidden' : 'entity.notFound');
    }
    await db.as(
      actor,
      async (tx) => {
        if (!(await repository.companyExists(tx, companyId))) throw new AppError('entity.notFound');
        await refuseBeyondQuota(tx, companyId, profileId);
      },
      { readonly: true },
    );
    return profileId;
  }

  /**
   * Those of the documents that the actor may read: their own uploads, those of certificates within reach, and those of checks of
   * which the actor sees the file (CHECK_FIELDS): a doctor sees it as long as the worker. Of a card those who read the attempt, of what
   * an employee sent the employer alone until it is a certificate, and of a receipt the employer.
   */
  async function readable(tx: ReadTx, actor: Actor, rows: readonly DocumentRow[]): Promise<readonly DocumentRow[]> {
    const now = clock.now();
    const uploaded = ({ companyId, kind, uploadedByProfileId }: DocumentRow): boolean =>
      kind === 'certificate' && can(actor, 'document.read', { companyId, orderedByProfileId: uploadedByProfileId });
    const others = rows.filter((row) => !uploaded(row));
    if (others.length === 0) return rows;
    const links = (await repository.linksOf(tx, others)).filter(
      (link) =>
        can(actor, 'document.read', link) &&
        seesCheckField(actor, 'documentId', link, now) &&
        (!link.isCard || readsAttempts(roleIn(actor, link.companyId), link)) &&
        (!link.isSent || can(actor, 'sentCertificate.read', link)) &&
        (!link.isReceipt || can(actor, 'travelClaim.read', link)),
    );
    const linked = new Set(links.map(({ companyId, documentId }) => `${companyId}/${documentId}`));
    return rows.filter((row) => uploaded(row) || linked.has(`${row.companyId}/${row.id}`));
  }

  /** A document that this actor may read; nobody learns whether another one exists. */
  async function getReadable(tx: ReadTx, actor: Actor, companyId: string, id: string): Promise<DocumentRow> {
    const found = isId(companyId) && isId(id) ? await repository.findDocument(tx, companyId, id) : undefined;
    const [document] = found ? await readable(tx, actor, [found]) : [];
    if (!document) throw new AppError('entity.notFound');
    return document;
  }

  /**
   * Checks a file and keeps its bytes, encrypted; `work` keeps its row, or does not, and then the bytes go again.
   * @param by whose upload it is
   */
  async function keep<T>(
    { companyId, fileName, mediaType, contentLength, content }: Upload,
    by: { readonly kind: DocumentKind; readonly profileId: string | null },
    work: (file: ReceivedFile) => Promise<T>,
  ): Promise<T> {
    const name = parseFileName(fileName);
    if (contentLength !== null && contentLength > DOCUMENT.maxBytes) throw tooLarge();
    const inspected = await inspectContent(await content(), name, mediaType, pdfs);
    if (by.kind === 'card' && inspected.mediaType === 'application/pdf') throw typeRefused('no picture');
    const scan = await scans.scanUpload(inspected.bytes);
    const id = newId();
    const storageKey = newFileKey();
    const sha256 = createHash('sha256').update(inspected.bytes).digest();
    await files.put(storageKey, crypto.encrypt(inspected.bytes, documentContext(companyId, id)));
    let inserted = false;
    const insert = async (tx: WriteTx): Promise<DocumentRow> => {
      // Counted again where nobody adds one meanwhile: before the body, many at once have the same count.
      await lockName(tx, `uploads of ${companyId}`);
      await refuseBeyondQuota(tx, companyId, by.profileId);
      inserted = true;
      return repository.insertDocument(tx, {
        companyId,
        id,
        kind: by.kind,
        fileName: name,
        mediaType: inspected.mediaType,
        byteSize: inspected.bytes.length,
        sha256,
        storageKey,
        uploadedByProfileId: by.profileId,
        createdAt: clock.now(),
        scan,
      });
    };
    const remove = () => files.remove(storageKey).catch(() => undefined);
    try {
      const answer = await work({ sha256, insert });
      if (!inserted) await remove();
      return answer;
    } catch (error) {
      // The commit may have arrived although its answer did not: only the sweeper knows whether the file is needed.
      const undecided = error instanceof AppError && error.code === 'database.unavailable';
      if (!undecided) await remove();
      throw error;
    }
  }

  return {
    async upload(actor, upload) {
      const { companyId } = upload;
      const profileId = await refuseUpload(actor, companyId);
      const kind = actor.kind === 'doctor' ? 'card' : 'certificate';
      return keep(upload, { kind, profileId }, ({ insert }) =>
        db.as(actor, async (tx) => {
          const row = await insert(tx);
          await logAccess(tx, actor, 'document.upload', 'documents', companyId, row.id);
          return show(actor, row);
        }),
      );
    },

    receive: (kind, upload, work) => keep(upload, { kind, profileId: null }, work),

    async removeFile(storageKey) {
      await files.remove(storageKey).catch(() => undefined);
    },

    async open(actor, companyId, id) {
      const row = await db.as(actor, async (tx) => {
        const document = await getReadable(tx, actor, companyId, id);
        if (document.scan === 'Waiting') throw new AppError('document.beingChecked');
        if (document.scan === 'Infected') throw new AppError('document.infected');
        await logAccess(tx, actor, 'document.read', 'documents', companyId, id);
        return document;
      });
      try {
        return { document: show(actor, row), bytes: crypto.decrypt(await files.get(row.storageKey), documentContext(companyId, id)) };
      } catch (error) {
        if (error instanceof FileMissing) throw new Error(`The file of document ${id} is missing.`, { cause: error });
        throw error;
      }
    },

    async findMany(actor, ids) {
      const wanted = [...new Set(ids)].filter(isId);
      if (wanted.length === 0) return new Map();
      const rows = await db.as(actor, async (tx) => readable(tx, actor, await repository.findDocuments(tx, wanted)), { readonly: true });
      return new Map(rows.map((row) => [row.id, show(actor, row)]));
    },

    async sweep() {
      let removed = 0;
      let batch: string[] = [];
      const removeOrphans = async () => {
        if (batch.length === 0) return;
        const named = await db.system('sweep files', (tx) => repository.namedKeys(tx, batch));
        for (const key of batch.filter((candidate) => !named.has(candidate))) {
          await files.remove(key);
          removed += 1;
        }
        batch = [];
      };
      for await (const { key, unfinished } of files.olderThan(new Date(clock.now().getTime() - ORPHAN_AGE_MS))) {
        if (unfinished) removed += 1;
        else batch.push(key);
        if (batch.length === SWEEP_BATCH) await removeOrphans();
      }
      await removeOrphans();
      return removed;
    },

    scanWaiting: scans.scanWaiting,
    scanFigures: scans.figures,

    pending: pdfs.pending,
    close: pdfs.close,
  };
}

const show = (actor: Actor, row: DocumentRow): DocumentView =>
  viewFor(DOCUMENT_FIELDS, { ...row, url: `/v1/api/companies/${row.companyId}/documents/${row.id}` }, roleIn(actor, row.companyId));

const tooLarge = () => new AppError('document.tooLarge');

/** The name as the sender knows it, without folders; it is shown and offered again at download, and never used as a path. */
function parseFileName(given: string): string {
  const result = fileNameRule.safeParse(given.split(/[/\\]/).at(-1) ?? '');
  if (!result.success)
    throw new AppError('request.invalid', {}, { issues: issuesOf(result.error).map((issue) => ({ ...issue, path: 'fileName' })) });
  return result.data;
}
