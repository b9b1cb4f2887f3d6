import type { Clock } from '@checkwell/domain/clock';
import { type Dashboard, figuresOf } from '@checkwell/domain/dashboard/definitions';
import { dashboardFilterRule } from '@checkwell/domain/dashboard/filter';
import type { Actor } from '@checkwell/domain/policy';
import type { Database } from '../../platform/db/database.ts';
import { reachable } from '../../platform/guard.ts';
import { parseInput } from '../../platform/input.ts';
import * as repository from './dashboard.repository.ts';

export interface DashboardService {
  /** The figures of the checks that the actor reaches. @param filter parsed here */
  read(actor: Actor, filter: unknown): Promise<Dashboard>;
}

export function createDashboardService({ db, clock }: { readonly db: Database; readonly clock: Clock }): DashboardService {
  return {
    async read(actor, filter) {
      reachable(actor, 'dashboard.read');
      const { companyId, superiorId, from, to } = parseInput(dashboardFilterRule, filter ?? {});
      const reach = reachable(actor, 'dashboard.read', companyId);
      const period = { from: from ?? null, to: to ?? null };
      const tally = await db.as(actor, (tx) => repository.tallyChecks(tx, { reach, superiorId: superiorId ?? null, ...period }), {
        readonly: true,
      });
      return figuresOf(tally, period, clock.today());
    },
  };
}
