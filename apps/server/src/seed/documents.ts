import { createHash } from 'node:crypto';
import type { Crypto } from '../platform/crypto/crypto.ts';
import { documentContext } from '../platform/crypto/encrypted-columns.ts';
import type { WriteTx } from '../platform/db/database.ts';
import { type FileStore, newFileKey } from '../platform/files/files.ts';
import { bulkInsert } from './bulk.ts';
import { certificateFileName, certificatePdf } from './certificate-pdf.ts';
import type { Row, SeedDocument } from './history-types.ts';

/** The product's own document store, so that the demo's documents can be opened like any other. */
export interface DocumentStore {
  readonly files: Pick<FileStore, 'put'>;
  readonly crypto: Pick<Crypto, 'encrypt'>;
}

/** Limit for large histories, because each document is a file. */
export const MAX_DOCUMENTS = 6000;
/** Files that are written in parallel. */
const AT_ONCE = 32;

/** Writes the files, then their rows. If the seed is killed, files without a row remain; the sweeper deletes them. */
export async function writeDocuments(tx: WriteTx, { files, crypto }: DocumentStore, documents: readonly SeedDocument[]): Promise<void> {
  const rows: Row[] = [];
  const queue = documents.values();
  const work = async (): Promise<void> => {
    for (const { companyId, id, facts, uploadedByProfileId, createdAt } of queue) {
      const bytes = certificatePdf(facts);
      const storageKey = newFileKey();
      await files.put(storageKey, crypto.encrypt(bytes, documentContext(companyId, id)));
      rows.push({
        companyId,
        id,
        kind: 'certificate',
        fileName: certificateFileName(facts),
        mediaType: 'application/pdf',
        byteSize: bytes.length,
        sha256: `\\x${createHash('sha256').update(bytes).digest('hex')}`,
        storageKey,
        uploadedByProfileId,
        createdAt: createdAt.toISOString(),
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await bulkInsert(tx, 'documents', rows);
}
