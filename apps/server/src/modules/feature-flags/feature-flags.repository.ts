import type { FeatureFlagInput } from '@checkwell/domain/flags/rules';
import { sql } from 'kysely';
import type { ReadTx, WriteTx } from '../../platform/db/database.ts';

export interface FlagRow {
  readonly name: string;
  readonly enabled: boolean;
  readonly percentage: number;
  readonly version: number;
  readonly updatedAt: Date;
  readonly updatedBy: string | null;
}

export interface FlagCompanyRow {
  readonly name: string;
  readonly companyId: string;
  readonly companyName: string;
  readonly enabled: boolean;
}

/** Names and versions, to tell whether the rules have changed since they were last read. */
export function findVersions(tx: ReadTx): Promise<{ name: string; version: number }[]> {
  return tx.selectFrom('feature_flags').select(['name', 'version']).orderBy('name').execute();
}

export async function findFlags(tx: ReadTx): Promise<readonly FlagRow[]> {
  const { rows } = await sql<FlagRow>`select f.name, f.enabled, f.percentage, f.version, f."updatedAt",
      nullif(trim(concat(p."firstName", ' ', p."lastName")), '') as "updatedBy"
    from feature_flags f left join profiles p on p.id = f."updatedByProfileId"`.execute(tx);
  return rows;
}

/** Answers of single companies, sorted by the name of the company. */
export async function findCompanies(tx: ReadTx): Promise<readonly FlagCompanyRow[]> {
  const { rows } = await sql<FlagCompanyRow>`select f.name, f."companyId", c.name as "companyName", f.enabled
    from feature_flag_companies f join companies c on c.id = f."companyId" order by c.name, c.id`.execute(tx);
  return rows;
}

/** The ids that belong to no company. */
export async function findUnknown(tx: ReadTx, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('companies')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return ids.filter((id) => !rows.some((row) => row.id === id));
}

type Rule = Omit<FeatureFlagInput, 'companies'> & { readonly updatedByProfileId: string | null; readonly updatedAt: Date };

/** @returns whether nobody had set the flag yet */
export async function insertFlag(tx: WriteTx, name: string, rule: Rule): Promise<boolean> {
  const inserted = await tx
    .insertInto('feature_flags')
    .values({ ...rule, name, version: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Replaces all answers by these; the flag's row is held or new. */
export async function replaceCompanies(tx: WriteTx, name: string, companies: FeatureFlagInput['companies']): Promise<void> {
  await tx.deleteFrom('feature_flag_companies').where('name', '=', name).execute();
  if (companies.length === 0) return;
  await tx
    .insertInto('feature_flag_companies')
    .values(companies.map((company) => ({ ...company, name })))
    .execute();
}
