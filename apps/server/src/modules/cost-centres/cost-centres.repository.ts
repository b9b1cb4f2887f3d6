import type { CalendarDay } from '@checkwell/domain/clock';
import type { CostCentreInput } from '@checkwell/domain/people/cost-centre';
import { sql } from 'kysely';
import type { ReadTx, WriteTx } from '../../platform/db/database.ts';

export interface CostCentreRow extends CostCentreInput {
  readonly companyId: string;
  readonly id: string;
  readonly version: number;
  /** Workers of the company who belong to it, by code in any case; until their last day of work. */
  readonly employeeCount: number;
}

/** More than a company has; lists of cost centres are not paged. */
const MAX_COST_CENTRES = 1000;

/** Cost centres in use first, then sorted by code. */
export function listCostCentres(tx: ReadTx, companyId: string, today: CalendarDay): Promise<CostCentreRow[]> {
  return tx
    .selectFrom('cost_centres as c')
    .leftJoin(
      tx
        .selectFrom('employees as e')
        .select([sql<string>`lower(e."subEmployee")`.as('code'), sql<number>`count(*)::int`.as('count')])
        .where('e.companyId', '=', companyId)
        .where((eb) => eb.or([eb('e.leftAt', 'is', null), eb('e.leftAt', '>=', today)]))
        .where('e.subEmployee', '<>', '')
        .groupBy(sql`1`)
        .as('used'),
      (join) => join.on(sql`used.code`, '=', sql`lower(c.code)`),
    )
    .select(['c.companyId', 'c.id', 'c.code', 'c.name', 'c.active', 'c.purchaseOrder', 'c.version'])
    .select(sql<number>`coalesce(used.count, 0)`.as('employeeCount'))
    .where('c.companyId', '=', companyId)
    .orderBy('c.active', 'desc')
    .orderBy(sql`lower(c.code)`)
    .limit(MAX_COST_CENTRES)
    .execute();
}

export async function insertCostCentre(
  tx: WriteTx,
  row: CostCentreInput & { readonly companyId: string; readonly id: string; readonly createdAt: Date },
): Promise<void> {
  await tx.insertInto('cost_centres').values(row).execute();
}
