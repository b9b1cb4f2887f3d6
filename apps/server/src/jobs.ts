import { anchorText } from './platform/db/seals/seals.ts';
import type { Outbox } from './platform/jobs/outbox.ts';
import type { Job, Schedule } from './platform/jobs/schedule.ts';
import type { Services } from './services.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Starts the background work of one process: effects from the outbox, and scheduled jobs. May run in several processes at
 * once: each effect is claimed by one worker, and scheduled jobs are idempotent.
 * @returns stops them, after the current run has ended
 */
export function startJobs(outbox: Outbox, schedule: Schedule): () => Promise<void> {
  const ends = [outbox.start(), schedule.start()];
  return async () => void (await Promise.all(ends.map((end) => end())));
}

/** Scheduled jobs of processes with the role `jobs`. */
export function jobsOf(services: Services): readonly Job[] {
  return [
    {
      name: 'sweep files',
      everyMs: 6 * HOUR_MS,
      run: async () => {
        const removed = await services.documents.sweep();
        return removed === 0 ? undefined : `${removed} files without a document removed`;
      },
    },
    ...(services.malwareScanner === null ? [] : [documentScans(services.documents)]),
    {
      name: 'log seals',
      everyMs: 5 * MINUTE_MS,
      run: async () => {
        const seal = await services.logSeals.seal();
        return seal && anchorText(seal);
      },
    },
    {
      name: 'log verification',
      everyMs: 24 * HOUR_MS,
      run: async () => {
        const { errors, rows, last } = await services.logSeals.verify();
        if (errors.length > 0) throw new Error(`Somebody changed the logs in the database.\n${errors.join('\n')}`);
        return last === null ? undefined : `${rows} rows read again, ${anchorText(last)}`;
      },
    },
    ...(services.logErasure === null ? [] : [logErasure(services.logErasure), recordErasure(services.retention)]),
    ...(services.returnedMails === null ? [] : [returnedMails(services.returnedMails)]),
    ...(services.erasures === null ? [] : [repeatedErasures(services.retention, services.erasures)]),
    ...(services.backup?.copiesFiles ? [backupFiles(services.backup)] : []),
    {
      name: 'payments',
      everyMs: MINUTE_MS,
      run: async () => {
        // First, so that nobody who has paid is reminded; but one payment that nobody can ask about must not keep all reminders back.
        const lapsed = await services.oneShot.reconcile().finally(() => services.oneShot.remind());
        return lapsed === 0 ? undefined : `${lapsed} orders lapsed without a payment`;
      },
    },
    {
      name: 'monthly invoices',
      everyMs: HOUR_MS,
      run: async () => {
        const issued = await services.invoices.issueDue();
        return issued === 0 ? undefined : `${issued} monthly invoices issued`;
      },
    },
    {
      name: 'captured payments',
      everyMs: HOUR_MS,
      run: async () => {
        await services.oneShot.compare();
        const resumed = await services.oneShot.resumeRefunds();
        return resumed === 0 ? undefined : `${resumed} refunds that were given up are tried again`;
      },
    },
    {
      name: 'old notifications',
      everyMs: 24 * HOUR_MS,
      run: async () => {
        const deleted = await services.notifications.clear();
        return deleted === 0 ? undefined : `${deleted} old notifications deleted`;
      },
    },
    {
      name: 'abandoned orders',
      everyMs: 6 * HOUR_MS,
      run: async () => {
        const cleared = await services.oneShot.clear();
        return cleared === 0 ? undefined : `personal data of ${cleared} abandoned orders removed`;
      },
    },
  ];
}

/** Scans documents that were uploaded while the scanner was unavailable. */
const documentScans = (documents: Services['documents']): Job => ({
  name: 'document scans',
  everyMs: MINUTE_MS,
  run: async () => {
    const scanned = await documents.scanWaiting();
    return scanned === 0 ? undefined : `${scanned} documents scanned`;
  },
});

const logErasure = (erase: NonNullable<Services['logErasure']>): Job => ({
  name: 'log erasure',
  everyMs: 24 * HOUR_MS,
  run: async () => {
    const erased = await erase();
    return erased === 0 ? undefined : `personal parts of ${erased} rows erased`;
  },
});

const recordErasure = (retention: Services['retention']): Job => ({
  name: 'record erasure',
  everyMs: 24 * HOUR_MS,
  run: async () => {
    const { checks, certificateFiles, unattachedDocuments, certificates, employees } = await retention.erase();
    return checks + certificateFiles + unattachedDocuments + certificates + employees === 0
      ? undefined
      : `${checks} checks, ${certificateFiles} files of certificates, ${unattachedDocuments} files that nothing refers to, ${certificates} certificates and ${employees} employees erased`;
  },
});

/** For databases that were restored without `npm run restore`, and for employees who had an open check at the restore. */
const repeatedErasures = (retention: Services['retention'], erasures: NonNullable<Services['erasures']>): Job => ({
  name: 'repeated erasures',
  everyMs: HOUR_MS,
  run: async () => {
    const { erased, running } = await retention.repeatErasures(erasures.erased());
    if (erased + running.length === 0) return undefined;
    return `${erased} employees whom a restore had brought back erased again, ${running.length} with an open check left: ${running.join(', ')}`;
  },
});

const returnedMails = (read: NonNullable<Services['returnedMails']>): Job => ({
  name: 'returned mails',
  everyMs: MINUTE_MS,
  run: async () => {
    const { recorded, other } = await read();
    return recorded + other === 0 ? undefined : `${recorded} notices of returned mails recorded, ${other} other mails put aside`;
  },
});

/** Copies new files into the archive within a minute, like the log of the database. */
const backupFiles = (backup: NonNullable<Services['backup']>): Job => ({
  name: 'backup of files',
  everyMs: MINUTE_MS,
  run: async () => {
    await backup.archiveFiles();
    return undefined;
  },
});
