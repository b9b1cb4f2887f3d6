import { EXPORT } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import type { Ability, Actor, Reach } from '@checkwell/domain/policy';
import { sql } from 'kysely';
import { logAccess } from './access-log.ts';
import type { Database } from './database.ts';
import { lockName } from './locked.ts';

/** Lists that leave as files, and the tables that they show. */
const EXPORTED = {
  'certificate.export': 'certificates',
  'check.export': 'checks',
  'dashboard.export': 'checks',
  'employee.export': 'employees',
} as const satisfies Partial<Record<Ability, string>>;
export type ExportAction = keyof typeof EXPORTED;

const WINDOW_SECONDS = 3600;

/**
 * Logs that a list leaves, before its first byte does: an export that breaks off has been seen as well. The log is also
 * what limits it: a person gets `EXPORT.perHour` files in an hour, on however many servers.
 * @param reach whose rows are in it; each company gets an entry
 * @throws {AppError} `export.tooMany` with `retryAfterSeconds`
 */
export async function logExport(db: Database, actor: Actor, action: ExportAction, reach: Reach): Promise<void> {
  const profileId = 'profileId' in actor ? actor.profileId : null;
  const companies = reach.kind === 'companies' ? reach.companies.map(({ companyId }) => companyId) : [null];
  await db.system('log export', async (tx) => {
    await lockName(tx, `exports of ${profileId}`);
    // The entries of one file have one moment, that of their transaction; their trace may be named by the caller.
    const { rows } = await sql<{ waitSeconds: number }>`
      select ceil(extract(epoch from min(at) + make_interval(secs => ${WINDOW_SECONDS}) - now()))::integer as "waitSeconds"
      from (
        select distinct at from access_log
        where "subjectType" = any (${Object.values(EXPORTED)}::text[]) and "subjectId" is null and "profileId" = ${profileId}
          and action = any (${Object.keys(EXPORTED)}::text[]) and at > now() - make_interval(secs => ${WINDOW_SECONDS})
        order by at desc limit ${EXPORT.perHour}
      ) recent having count(*) >= ${EXPORT.perHour}`.execute(tx);
    if (rows[0]) throw new AppError('export.tooMany', { retryAfterSeconds: Math.max(1, rows[0].waitSeconds) });
    for (const companyId of companies) await logAccess(tx, actor, action, EXPORTED[action], companyId, null);
  });
}
