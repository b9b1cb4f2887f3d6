import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { costCentreRule } from '@checkwell/domain/people/cost-centre';
import type { Actor } from '@checkwell/domain/policy';
import { logAccess } from '../../platform/db/access-log.ts';
import { type Database, mapViolations, type WriteTx } from '../../platform/db/database.ts';
import { compareAndSet, lockRow } from '../../platform/db/locked.ts';
import { fieldErrorAt, permit } from '../../platform/guard.ts';
import { isId, newId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { CostCentreRow } from './cost-centres.repository.ts';
import * as repository from './cost-centres.repository.ts';

/** A part of a company that pays for its own checks. */
export type CostCentre = CostCentreRow;

export interface CostCentreService {
  /** All of the company, those in use first, by code. */
  list(actor: Actor, companyId: string): Promise<readonly CostCentre[]>;
  /** @param input parsed here; a code that another one has is an error at `code` */
  create(actor: Actor, companyId: string, input: unknown): Promise<CostCentre>;
  /** @param input parsed here @throws {AppError} `entity.changedMeanwhile` */
  update(actor: Actor, key: { readonly companyId: string; readonly id: string }, version: number, input: unknown): Promise<CostCentre>;
}

export function createCostCentreService({ db, clock }: { readonly db: Database; readonly clock: Clock }): CostCentreService {
  async function getFresh(tx: WriteTx, companyId: string, id: string): Promise<CostCentre> {
    const found = (await repository.listCostCentres(tx, companyId, clock.today())).find((row) => row.id === id);
    if (!found) throw new AppError('entity.notFound');
    return found;
  }

  return {
    async list(actor, companyId) {
      permit(actor, 'company.read', { companyId });
      return db.as(actor, (tx) => repository.listCostCentres(tx, companyId, clock.today()), { readonly: true });
    },

    async create(actor, companyId, input) {
      permit(actor, 'company.write', { companyId });
      const costCentre = parseInput(costCentreRule, input);
      const id = newId();
      return db
        .as(actor, async (tx) => {
          await repository.insertCostCentre(tx, { ...costCentre, companyId, id, createdAt: clock.now() });
          await logAccess(tx, actor, 'costCentre.create', 'cost_centres', companyId, id);
          return getFresh(tx, companyId, id);
        })
        .catch(asFieldError);
    },

    async update(actor, { companyId, id }, version, input) {
      permit(actor, 'company.write', { companyId });
      if (!isId(id)) throw new AppError('entity.notFound');
      const costCentre = parseInput(costCentreRule, input);
      return db
        .as(actor, async (tx) => {
          const before = await lockRow(tx, 'cost_centres', { companyId, id });
          if (!before) throw new AppError('entity.notFound');
          await compareAndSet(tx, before, version, costCentre);
          await logAccess(tx, actor, 'costCentre.update', 'cost_centres', companyId, id);
          return getFresh(tx, companyId, id);
        })
        .catch(asFieldError);
    },
  };
}

/** What the database refuses, at the field where the form shows it. */
const asFieldError = mapViolations({
  cost_centres_code: () => fieldErrorAt('code', 'codeTaken'),
  cost_centres_companyId_fkey: () => new AppError('entity.notFound'),
});
