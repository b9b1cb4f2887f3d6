import { createHash } from 'node:crypto';
import type { Crypto } from '../platform/crypto/crypto.ts';
import { documentPlace } from '../platform/crypto/encrypted-columns.ts';
import type { WriteTx } from '../platform/db/database.ts';
import { type FileStore, newFileKey } from '../platform/files/files.ts';
import { bulkInsert } from './bulk.ts';
import { certificateFileName, certificatePdf } from './certificate-pdf.ts';
import type { Row, SeedDocument } from './history-types.ts';

/** Where the demo's documents go: the product's own store, so that they open as any other does. */
export interface DocumentStore {
  readonly files: Pick<FileStore, 'put'>;
  readonly crypto: Pick<Crypto, 'encrypt'>;
}

/** Each is a file of its own: a history of millions of checks has no more of them than this. */
export const MOST_DOCUMENTS = 6000;
/** Files on their way to the disk at once. */
const AT_ONCE = 32;

/** Writes the files, then their rows: a seed that is killed leaves files that nobody names, which the sweeper finds. */
export async function writeDocuments(tx: WriteTx, { files, crypto }: DocumentStore, documents: readonly SeedDocument[]): Promise<void> {
  const rows: Row[] = [];
  const queue = documents.values();
  const work = async (): Promise<void> => {
    for (const { companyId, id, facts, uploadedByProfileId, createdAt } of queue) {
      const bytes = certificatePdf(facts);
      const storageKey = newFileKey();
      await files.put(storageKey, crypto.encrypt(bytes, documentPlace(companyId, id)));
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
