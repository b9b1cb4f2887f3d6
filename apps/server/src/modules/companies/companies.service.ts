import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { companyRule, newCompanyRule } from '@checkwell/domain/people/company';
import { COMPANY_SORT_FIELDS, type CompanySortField } from '@checkwell/domain/people/enums';
import { companyFilterRule } from '@checkwell/domain/people/list';
import { workRulesRule } from '@checkwell/domain/people/work-rules';
import { type Actor, can } from '@checkwell/domain/policy';
import { fieldIssue } from '@checkwell/domain/validation';
import { logAccess } from '../../platform/db/access-log.ts';
import { type Database, violates } from '../../platform/db/database.ts';
import type { PageArguments, Sort } from '../../platform/db/keyset.ts';
import type { Page } from '../../platform/db/page.ts';
import { faultAt, permit, reachable } from '../../platform/guard.ts';
import { isId, newId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { CompanyChanges, CompanyRow } from './companies.repository.ts';
import * as repository from './companies.repository.ts';

/** A client company, with where its invoices go. */
export type Company = CompanyRow;

export interface CompanyListArguments extends PageArguments {
  /** Parsed here. */
  readonly filter?: unknown;
  readonly sort?: Sort<CompanySortField> | null | undefined;
}

export interface CompanyService {
  /** By name, unless sorted otherwise. */
  list(actor: Actor, options: CompanyListArguments): Promise<Page<Company>>;
  /** @throws {AppError} `entity.notFound`, also for companies that are not the actor's */
  get(actor: Actor, id: string): Promise<Company>;
  /** Takes a company on as a client; its people come afterwards (users, sign-ups). @param input parsed here @throws {AppError} a fault at `companyNumber` when a client has the VAT number */
  create(actor: Actor, input: unknown): Promise<Company>;
  /** The contract price is the provider's to change. @param input parsed here @throws {AppError} `entity.changedMeanwhile` */
  update(actor: Actor, id: string, version: number, input: unknown): Promise<Company>;
  /** What the company decides about absences. @param input parsed here @throws {AppError} `entity.changedMeanwhile` */
  updateWorkRules(actor: Actor, id: string, version: number, input: unknown): Promise<Company>;
  /** Whether everyone of the company must have a second step: for whoever may manage its users. @throws {AppError} `entity.changedMeanwhile` */
  requireSecondStep(actor: Actor, id: string, version: number, required: boolean): Promise<Company>;
}

export interface CompanyDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** The next request of this profile is judged anew (`Identity.forget`). */
  readonly forget?: (profileId: string) => void;
}

export function createCompanyService({ db, clock, forget }: CompanyDeps): CompanyService {
  /** One version forward, or not at all. */
  async function change(
    actor: Actor,
    id: string,
    version: number,
    { action, parse }: { readonly action: string; parse(before: Company): CompanyChanges },
  ): Promise<Company> {
    permit(actor, 'company.write', { companyId: id });
    const work = db.as(actor, async (tx) => {
      const before = isId(id) ? await repository.findCompany(tx, id) : undefined;
      if (!before) throw new AppError('entity.notFound');
      if (!(await repository.updateCompany(tx, id, version, parse(before)))) throw new AppError('entity.changedMeanwhile');
      await logAccess(tx, actor, action, 'companies', id, id);
      const after = await repository.findCompany(tx, id);
      if (!after) throw new AppError('entity.notFound');
      return after;
    });
    return work.catch(refuseTakenNumber);
  }

  return {
    async list(actor, { filter, sort, first, after }) {
      const reach = reachable(actor, 'company.read');
      const parsed = parseInput(companyFilterRule, filter ?? {});
      const query = { reach, ...parsed, sort: sort ?? { field: COMPANY_SORT_FIELDS[0], direction: 'asc' as const }, first, after };
      return db.as(actor, (tx) => repository.listCompanies(tx, query), { readonly: true });
    },

    async get(actor, id) {
      permit(actor, 'company.read', { companyId: id });
      const company = isId(id) ? await db.as(actor, (tx) => repository.findCompany(tx, id), { readonly: true }) : undefined;
      if (!company) throw new AppError('entity.notFound');
      return company;
    },

    async create(actor, input) {
      reachable(actor, 'company.read');
      if (!can(actor, 'company.create', {})) throw new AppError('access.forbidden');
      const company = parseInput(newCompanyRule, input);
      const id = newId();
      const work = db.as(actor, async (tx) => {
        await repository.insertCompany(tx, { ...company, id, createdAt: clock.now() });
        await logAccess(tx, actor, 'company.create', 'companies', id, id);
        const made = await repository.findCompany(tx, id);
        if (!made) throw new AppError('entity.notFound');
        return made;
      });
      return work.catch(refuseTakenNumber);
    },

    update: (actor, id, version, input) =>
      change(actor, id, version, {
        action: 'company.update',
        parse(before) {
          const company = parseInput(companyRule, input);
          if (actor.kind === 'employer' && company.checkPrice !== before.checkPrice) {
            throw new AppError('access.forbidden', {}, { issues: [fieldIssue('checkPrice', 'invalidChoice')] });
          }
          return company;
        },
      }),

    updateWorkRules: (actor, id, version, input) =>
      change(actor, id, version, { action: 'company.updateWorkRules', parse: () => parseInput(workRulesRule(clock.today()), input) }),

    async requireSecondStep(actor, id, version, required) {
      permit(actor, 'user.write', { companyId: id });
      const action = required ? 'company.requireSecondStep' : 'company.waiveSecondStep';
      const company = await change(actor, id, version, { action, parse: () => ({ secondStepRequired: required }) });
      // Whoever asks everybody is asked at once; the others within two seconds.
      if (actor.kind === 'employer') forget?.(actor.profileId);
      return company;
    },
  };
}

/** Two clients never have the same VAT number: they would be invoiced and found as one. */
function refuseTakenNumber(error: unknown): never {
  throw violates(error, 'companies_client_number') ? faultAt('companyNumber', 'vatTaken') : error;
}
