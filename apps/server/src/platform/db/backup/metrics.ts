import type { Metrics } from '../../http/observe.ts';
import type { Backup } from './backup.ts';
import { archivingOf } from './take-backup.ts';

/** Metrics for operators: how much would be lost with the machine. NaN: there is none yet. */
export function observeBackup({ gauge }: Pick<Metrics, 'gauge'>, backup: Backup, ownerUrl: string): void {
  const ageOf = (moment: Date | null | undefined): number => (moment ? (Date.now() - moment.getTime()) / 1000 : Number.NaN);
  gauge('backup_age_seconds', 'Since the youngest base backup ended.', () => ageOf(backup.lastAt()));
  gauge(
    'backup_log_age_seconds',
    'Since a segment of the log was archived last; above some minutes while there are writes: look.',
    async () => ageOf((await archivingOf(ownerUrl))?.lastAt),
  );
  gauge('backup_log_failing', '1 while the log cannot be archived: the disk of the database fills up.', async () => {
    const archiving = await archivingOf(ownerUrl);
    return archiving === null ? Number.NaN : Number(archiving.failedAt !== null);
  });
  gauge('backup_files_age_seconds', 'Since this process looked for new files last; NaN where it runs no jobs.', () =>
    ageOf(backup.filesAt()),
  );
}
