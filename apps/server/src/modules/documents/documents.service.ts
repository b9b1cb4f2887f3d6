import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Clock } from '@checkwell/domain/clock';
import { DOCUMENT } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import { type Actor, can, reachOf } from '@checkwell/domain/policy';
import { issuesOf, line } from '@checkwell/domain/validation';
import type { Crypto } from '../../platform/crypto/crypto.ts';
import { logAccess } from '../../platform/db/access-log.ts';
import type { Database, ReadTx } from '../../platform/db/database.ts';
import { newFileKey } from '../../platform/files/disk-files.ts';
import { FileMissing, type FileStore } from '../../platform/files/files.ts';
import { isId, lowestIdAt, newId } from '../../platform/ids.ts';
import { inspectContent } from './content/content.ts';
import * as repository from './documents.repository.ts';

/** A document as the screens see it. */
export interface DocumentView {
  readonly id: string;
  readonly companyId: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly byteSize: number;
  /** Path of the file; asks for the Authorization header. */
  readonly url: string;
  readonly createdAt: Date;
}

export interface Upload {
  readonly companyId: string;
  readonly fileName: string;
  /** Media type as sent, without parameters. */
  readonly mediaType: string;
  /** As announced; null when it was not. */
  readonly contentLength: number | null;
  readonly content: Readable;
}

export interface DocumentService {
  /**
   * Keeps a document of a company: checked by its bytes, without metadata, encrypted.
   * @throws {AppError} `entity.notFound` for a company that is not the actor's, and the `document.…` refusals
   */
  upload(actor: Actor, upload: Upload): Promise<DocumentView>;
  /** The document with its bytes; who read it is written down. @throws {AppError} `entity.notFound` */
  open(actor: Actor, companyId: string, id: string): Promise<{ readonly document: DocumentView; readonly bytes: Buffer }>;
  /** Documents by id, for lists: one query for the whole page. What the actor may not see is not among them. */
  findMany(actor: Actor, ids: readonly string[]): Promise<ReadonlyMap<string, DocumentView>>;
  /** Removes files that no document names: leftovers of uploads that were killed. @returns how many */
  sweep(): Promise<number>;
  /** Rejects when nothing could be kept now. */
  ready(): Promise<void>;
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
}

/** Encrypted bytes open only as the document that they were stored for. */
export const documentPlace = (companyId: string, id: string): string => `documents/${companyId}/${id}`;

export function createDocumentService({ db, clock, crypto, files }: DocumentDeps): DocumentService {
  async function refuseUpload(actor: Actor, companyId: string): Promise<string> {
    if (actor.kind === 'anonymous' || actor.kind === 'system') throw new AppError('access.unauthenticated');
    const { profileId } = actor;
    if (!isId(companyId)) throw new AppError('entity.notFound');
    const mine = { companyId, orderedByProfileId: profileId };
    if (!can(actor, 'document.upload', mine)) {
      const sees = reachOf(actor, 'company.read', companyId).kind !== 'none';
      throw new AppError(sees ? 'access.forbidden' : 'entity.notFound');
    }
    const since = lowestIdAt(new Date(clock.now().getTime() - DAY_MS));
    const [exists, uploads] = await db.as(
      actor,
      (tx) => Promise.all([repository.companyExists(tx, companyId), repository.countUploads(tx, companyId, profileId, since)]),
      { readonly: true },
    );
    if (!exists) throw new AppError('entity.notFound');
    if (uploads.profile >= UPLOAD_QUOTA.perProfile || uploads.company >= UPLOAD_QUOTA.perCompany) {
      throw new AppError('request.tooMany', { retryAfterSeconds: DAY_MS / 1000 / 24 });
    }
    return profileId;
  }

  /** A document that this actor may read; nobody learns whether another one exists. */
  async function getReadable(tx: ReadTx, actor: Actor, companyId: string, id: string): Promise<repository.DocumentRow> {
    const document = isId(companyId) && isId(id) ? await repository.findDocument(tx, companyId, id) : undefined;
    if (!document) throw new AppError('entity.notFound');
    const uploaded = { companyId, orderedByProfileId: document.uploadedByProfileId };
    if (can(actor, 'document.read', uploaded)) return document;
    const links = await repository.linksOf(tx, companyId, id);
    if (!links.some((link) => can(actor, 'document.read', link))) throw new AppError('entity.notFound');
    return document;
  }

  return {
    async upload(actor, { companyId, fileName, mediaType, contentLength, content }) {
      const profileId = await refuseUpload(actor, companyId);
      const name = parseFileName(fileName);
      if (contentLength !== null && contentLength > DOCUMENT.maxBytes) throw tooLarge();
      const inspected = inspectContent(await readAll(content), name, mediaType);
      const id = newId();
      const storageKey = newFileKey();
      await files.put(storageKey, crypto.encrypt(inspected.bytes, documentPlace(companyId, id)));
      try {
        return await db.as(actor, async (tx) => {
          const row = await repository.insertDocument(tx, {
            companyId,
            id,
            fileName: name,
            mediaType: inspected.mediaType,
            byteSize: inspected.bytes.length,
            sha256: createHash('sha256').update(inspected.bytes).digest(),
            storageKey,
            uploadedByProfileId: profileId,
            createdAt: clock.now(),
          });
          await logAccess(tx, actor, 'document.upload', 'documents', companyId, id);
          return viewOf(row);
        });
      } catch (error) {
        // The commit may have arrived although its answer did not: only the sweeper knows whether the file is needed.
        const undecided = error instanceof AppError && error.code === 'database.unavailable';
        if (!undecided) await files.remove(storageKey).catch(() => undefined);
        throw error;
      }
    },

    async open(actor, companyId, id) {
      const row = await db.as(actor, async (tx) => {
        const document = await getReadable(tx, actor, companyId, id);
        await logAccess(tx, actor, 'document.read', 'documents', companyId, id);
        return document;
      });
      try {
        return { document: viewOf(row), bytes: crypto.decrypt(await files.get(row.storageKey), documentPlace(companyId, id)) };
      } catch (error) {
        if (error instanceof FileMissing) throw new Error(`The file of document ${id} is missing.`, { cause: error });
        throw error;
      }
    },

    async findMany(actor, ids) {
      const wanted = [...new Set(ids)].filter(isId);
      if (wanted.length === 0) return new Map();
      const rows = await db.as(actor, (tx) => repository.findDocuments(tx, wanted), { readonly: true });
      return new Map(rows.map((row) => [row.id, viewOf(row)]));
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

    ready: () => files.ready(),
  };
}

const viewOf = ({ id, companyId, fileName, mediaType, byteSize, createdAt }: repository.DocumentRow): DocumentView => ({
  id,
  companyId,
  fileName,
  mediaType,
  byteSize,
  createdAt,
  url: `/v1/api/companies/${companyId}/documents/${id}`,
});

const tooLarge = () => new AppError('document.tooLarge');

/** The name as the sender knows it, without folders; it is shown and offered again at download, and never used as a path. */
function parseFileName(given: string): string {
  const result = fileNameRule.safeParse(given.split(/[/\\]/).at(-1) ?? '');
  if (!result.success)
    throw new AppError('request.invalid', {}, { issues: issuesOf(result.error).map((issue) => ({ ...issue, path: 'fileName' })) });
  return result.data;
}

/** Reads no more than a document may have, whatever was announced. */
async function readAll(content: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Left early, the stream must stay whole: destroying it would close the connection before the refusal is out.
    for await (const chunk of content.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > DOCUMENT.maxBytes) break;
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    throw new AppError('request.malformed', {}, { cause: error }); // the sender went away
  }
  if (size > DOCUMENT.maxBytes) throw tooLarge();
  return Buffer.concat(chunks);
}
