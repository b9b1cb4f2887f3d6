import type { CalendarDay } from '@checkwell/domain/clock';
import type { Reach } from '@checkwell/domain/policy';
import { sql } from 'kysely';
import type { ReadTx, WriteTx } from '../../platform/db/database.ts';
import { reachCondition } from '../../platform/db/reach.ts';

/** The key of a check. */
export interface CheckKey {
  readonly companyId: string;
  readonly id: string;
}

const REACH = { companyId: 'c.companyId', superiorId: 'c.superiorId', orderedByProfileId: 'c.orderedByProfileId', doctorId: 'c.doctorId' };

/** The check, if the reach holds it. */
export async function findCheckKey(tx: ReadTx, reach: Reach, id: string): Promise<CheckKey | undefined> {
  const { rows } =
    await sql<CheckKey>`select c."companyId", c.id from checks c where c.id = ${id} and ${reachCondition(reach, REACH)}`.execute(tx);
  return rows[0];
}

/** Checks that ended before an instant and are neither erased nor held, the oldest first. */
export async function findExpiredChecks(tx: ReadTx, before: Date, most: number): Promise<readonly CheckKey[]> {
  return tx
    .selectFrom('checks')
    .select(['companyId', 'id'])
    .where('status', '=', 'Archived')
    .where('erasedAt', 'is', null)
    .where('legalHoldAt', 'is', null)
    .where('archivedAt', '<', before)
    .orderBy('archivedAt')
    .limit(most)
    .execute();
}

const counted = async (tx: WriteTx, call: ReturnType<typeof sql<number>>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select ${call} as count`.execute(tx);
  return rows[0]?.count ?? 0;
};

/** Locks them, and takes out what is personal; all of them or, where one is open, erased or held by now, none (migration 0100). @returns how many */
export const eraseChecks = (tx: WriteTx, checks: readonly CheckKey[], at: Date): Promise<number> =>
  counted(
    tx,
    sql<number>`app.erase_checks(${checks.map(({ companyId }) => companyId)}::uuid[], ${checks.map(({ id }) => id)}::uuid[], ${at})`,
  );

/** Takes the files off certificates whose incapacity ended before that day, `most` at once. @returns how many */
export const eraseCertificateFiles = (tx: WriteTx, before: CalendarDay, most: number, at: Date): Promise<number> =>
  counted(tx, sql<number>`app.erase_certificate_files(${before}::date, ${most}, ${at})`);

/** Deletes certificates whose incapacity ended before that day and on which no check rests. @returns how many */
export const eraseCertificates = (tx: WriteTx, before: CalendarDay, most: number): Promise<number> =>
  counted(tx, sql<number>`app.erase_certificates(${before}::date, ${most})`);

/** Deletes employees who left before that day and of whom nothing else is left. @returns how many */
export const eraseEmployees = (tx: WriteTx, before: CalendarDay, most: number): Promise<number> =>
  counted(tx, sql<number>`app.erase_employees(${before}::date, ${most})`);
