import { AppError } from '@checkwell/domain/errors';
import { companyRule } from '@checkwell/domain/people/company';
import { searchRule } from '@checkwell/domain/people/list';
import type { Actor } from '@checkwell/domain/policy';
import { fieldIssue } from '@checkwell/domain/validation';
import { logAccess } from '../../platform/db/access-log.ts';
import type { Database } from '../../platform/db/database.ts';
import type { PageArguments } from '../../platform/db/keyset.ts';
import type { Page } from '../../platform/db/page.ts';
import { permit, reachable } from '../../platform/guard.ts';
import { isId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { CompanyRow } from './companies.repository.ts';
import * as repository from './companies.repository.ts';

/** A client company, with where its invoices go. */
export type Company = CompanyRow;

export interface CompanyListArguments extends PageArguments {
  /** Parsed here. */
  readonly search?: unknown;
}

export interface CompanyService {
  /** By name. */
  list(actor: Actor, options: CompanyListArguments): Promise<Page<Company>>;
  /** @throws {AppError} `entity.notFound`, also for companies that are not the actor's */
  get(actor: Actor, id: string): Promise<Company>;
  /** The contract price is the provider's to change. @param input parsed here @throws {AppError} `entity.changedMeanwhile` */
  update(actor: Actor, id: string, version: number, input: unknown): Promise<Company>;
}

export function createCompanyService({ db }: { readonly db: Database }): CompanyService {
  return {
    async list(actor, { search, first, after }) {
      const reach = reachable(actor, 'company.read');
      const text = parseInput(searchRule, search);
      return db.as(actor, (tx) => repository.listCompanies(tx, { reach, search: text, first, after }), { readonly: true });
    },

    async get(actor, id) {
      permit(actor, 'company.read', { companyId: id });
      const company = isId(id) ? await db.as(actor, (tx) => repository.findCompany(tx, id), { readonly: true }) : undefined;
      if (!company) throw new AppError('entity.notFound');
      return company;
    },

    async update(actor, id, version, input) {
      permit(actor, 'company.write', { companyId: id });
      return db.as(actor, async (tx) => {
        const before = await repository.findCompany(tx, id);
        if (!before) throw new AppError('entity.notFound');
        const company = parseInput(companyRule, input);
        if (actor.kind === 'employer' && company.checkPrice !== before.checkPrice) {
          throw new AppError('access.forbidden', {}, { issues: [fieldIssue('checkPrice', 'invalidChoice')] });
        }
        if (!(await repository.updateCompany(tx, id, version, company))) throw new AppError('entity.changedMeanwhile');
        await logAccess(tx, actor, 'company.update', 'companies', id, id);
        const after = await repository.findCompany(tx, id);
        if (!after) throw new AppError('entity.notFound');
        return after;
      });
    },
  };
}
