import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import type { Crypto } from '../../platform/crypto/crypto.ts';
import { documentContext } from '../../platform/crypto/encrypted-columns.ts';
import type { Database } from '../../platform/db/database.ts';
import { lockRow, updateRow } from '../../platform/db/locked.ts';
import { FileMissing, type FileStore } from '../../platform/files/files.ts';
import type { Log } from '../../platform/log.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { type MalwareScanner, ScannerUnavailable, type Verdict } from '../../platform/malware/scanner.ts';
import { INFECTED_DOCUMENT_MAIL } from './documents.mails.ts';
import type { ScanState, ToScan } from './documents.repository.ts';
import * as repository from './documents.repository.ts';

/** What scanning needs beside the documents. */
export interface Scanning {
  readonly scanner: MalwareScanner;
  readonly mailer: Pick<Mailer, 'enqueue'>;
  readonly log: Log;
  /** How long somebody who uploads waits for a verdict. */
  readonly uploadLimitMs?: number;
}

/** Documents whose scan is to come. */
export interface ScanFigures {
  /** Number of documents that wait for the scanner; nobody can read them until then. */
  readonly waiting: number;
  /** How long the oldest of these has waited; null: none waits. */
  readonly oldestMinutes: number | null;
}

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly crypto: Pick<Crypto, 'decrypt'>;
  readonly files: Pick<FileStore, 'get'>;
  /** null: this installation has no scanner. */
  readonly scanning: Scanning | null;
}

/** Somebody waits for the answer: a scanner that takes longer does it later. */
const UPLOAD_LIMIT_MS = 8000;
/** clamd itself gives a file up after 120 s (MaxScanTime). */
const JOB_LIMIT_MS = 150_000;
/** Documents in one run; the others follow in the next run, a minute later. */
const RUN_LIMIT = 200;
/** A process that ends waits for the run, and has 20 s for everything. */
const RUN_LIMIT_MS = 10_000;
/** After as many without a verdict one after the other the scanner is away, and not a file odd. */
const MAX_FAILURES = 3;

const malwareName = ({ malware }: Extract<Verdict, { kind: 'infected' }>): string => malware.slice(0, 200);

export function createDocumentScans({ db, clock, crypto, files, scanning }: Deps) {
  /** @returns whether the file can be read at once @throws {AppError} `document.infected` */
  async function scanUpload(bytes: Buffer): Promise<ScanState> {
    if (scanning === null) return 'Unscanned';
    const { scanner, log, uploadLimitMs = UPLOAD_LIMIT_MS } = scanning;
    let verdict: Verdict;
    try {
      verdict = await scanner.scan(bytes, uploadLimitMs);
    } catch (error) {
      if (!(error instanceof ScannerUnavailable)) throw error;
      log.warn(`An uploaded file waits, because nobody knows whether it contains malware: ${error.message}`);
      return 'Waiting';
    }
    if (verdict.kind === 'clean') return 'Clean';
    throw new AppError('document.infected', {}, { cause: new Error(malwareName(verdict)) });
  }

  /** Writes the verdict down, unless another process has; of malware its uploader is told in the same transaction. */
  async function record({ companyId, id }: ToScan, verdict: Verdict, { mailer, log }: Scanning): Promise<void> {
    await db.system('document scans', async (tx) => {
      const held = await lockRow(tx, 'documents', { companyId, id });
      if (held?.scan !== 'Waiting' && held?.scan !== 'Unscanned') return;
      if (verdict.kind === 'clean') return void (await updateRow(tx, held, { scan: 'Clean' }));
      const malware = malwareName(verdict);
      await updateRow(tx, held, { scan: 'Infected', malware });
      log.warn(`Malware in document ${id} of company ${companyId}, which nobody can open any more: ${malware}`);
      const uploader = await repository.findUploader(tx, companyId, id);
      if (!uploader) return;
      const { email, language, page } = uploader;
      await mailer.enqueue(tx, { companyId, to: email, language, template: INFECTED_DOCUMENT_MAIL, params: { page } });
    });
  }

  /** Records that the scanner gave no verdict on this document, so that the others come first. */
  async function recordTry({ companyId, id }: ToScan): Promise<void> {
    await db.system('document scans', async (tx) => {
      const held = await lockRow(tx, 'documents', { companyId, id });
      if (held) await updateRow(tx, held, { scanTriedAt: clock.now() });
    });
  }

  return {
    scanUpload,

    /**
     * Scans documents that wait, and then those from before there was a scanner.
     * @returns how many have a verdict now
     * @throws {Error} while the scanner gives none
     */
    async scanWaiting(): Promise<number> {
      if (scanning === null) return 0;
      const found = await db.system('document scans', (tx) => repository.findToScan(tx, RUN_LIMIT));
      let [scanned, failures, inARow] = [0, 0, 0];
      let last: unknown;
      const began = performance.now();
      for (const document of found) {
        if (performance.now() - began > RUN_LIMIT_MS) break;
        try {
          const bytes = crypto.decrypt(await files.get(document.storageKey), documentContext(document.companyId, document.id));
          await record(document, await scanning.scanner.scan(bytes, JOB_LIMIT_MS), scanning);
          scanned += 1;
          inARow = 0;
        } catch (error) {
          await recordTry(document);
          // Nobody can open it either, and the metrics of the store tell.
          if (error instanceof FileMissing) continue;
          last = error;
          failures += 1;
          inARow += 1;
          if (inARow === MAX_FAILURES) break;
        }
      }
      if (failures > 0) {
        const why = last instanceof Error ? last.message : String(last);
        throw new Error(`${scanned} documents scanned, and ${failures} without a verdict, which wait: ${why}`, { cause: last });
      }
      return scanned;
    },

    async figures(): Promise<ScanFigures> {
      const { waiting, oldest } = await db.system('document scans', repository.countWaiting);
      const minutes = oldest && Math.max(0, Math.floor((clock.now().getTime() - oldest.getTime()) / 60_000));
      return { waiting, oldestMinutes: minutes };
    },
  };
}
