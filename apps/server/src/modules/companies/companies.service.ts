import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { type View, viewFor, visibilityOf } from '@checkwell/domain/fields';
import { LISTS } from '@checkwell/domain/lists/lists';
import { companyRule, newCompanyRule } from '@checkwell/domain/people/company';
import type { CompanySortField } from '@checkwell/domain/people/enums';
import { COMPANY_FIELDS } from '@checkwell/domain/people/fields';
import { companyFilterRule } from '@checkwell/domain/people/list';
import { workRulesRule } from '@checkwell/domain/people/work-rules';
import { type Ability, type Actor, can, roleIn, rolesOf } from '@checkwell/domain/policy';
import { fieldIssue } from '@checkwell/domain/validation';
import { logAccess } from '../../platform/db/access-log.ts';
import { type Database, mapViolations } from '../../platform/db/database.ts';
import type { PageArguments, Sort } from '../../platform/db/keyset.ts';
import { compareAndSet, type Locked, lockRow, requireVersion } from '../../platform/db/locked.ts';
import type { Page } from '../../platform/db/page.ts';
import { reauthorize } from '../../platform/db/reauthorize.ts';
import { fieldErrorAt, permit, reachable } from '../../platform/guard.ts';
import { isId, newId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { CompanyChanges, CompanyRow } from './companies.repository.ts';
import * as repository from './companies.repository.ts';

/** A client company, with where its invoices go, as its readers see it. */
export type Company = View<typeof COMPANY_FIELDS, CompanyRow>;

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
  /** Several at once, by id; those that are not the actor's are not among them. */
  findMany(actor: Actor, ids: readonly string[]): Promise<ReadonlyMap<string, Company>>;
  /** Takes a company on as a client; its people come afterwards (users, sign-ups). @param input parsed here @throws {AppError} an error at `companyNumber` when a client has the VAT number */
  create(actor: Actor, input: unknown): Promise<Company>;
  /** The contract price is the provider's to change. @param input parsed here @throws {AppError} `entity.changedMeanwhile` */
  update(actor: Actor, id: string, version: number, input: unknown): Promise<Company>;
  /** What the company decides about absences. @param input parsed here @throws {AppError} `entity.changedMeanwhile` */
  updateWorkRules(actor: Actor, id: string, version: number, input: unknown): Promise<Company>;
  /** Whether everyone of the company must have a second step: for actors who may manage its users. @throws {AppError} `entity.changedMeanwhile` */
  requireSecondStep(actor: Actor, id: string, version: number, required: boolean): Promise<Company>;
}

export interface CompanyDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** The next request of this profile is checked again (`Identity.forget`). */
  readonly forget?: (profileId: string) => void;
}

interface CompanyChange<Changes extends CompanyChanges> {
  /** Name of the action in the access log. */
  readonly action: string;
  /** The ability that the change needs; by default `company.write`. */
  readonly ability?: Ability;
  parse(): Changes;
  /** Refuses what this actor may not change of the company as it is. */
  validate?(before: Locked<'companies'>, changes: Changes): void;
}

export function createCompanyService({ db, clock, forget }: CompanyDeps): CompanyService {
  /** Changes the company if it still has the version that the caller saw. */
  async function change<Changes extends CompanyChanges>(
    actor: Actor,
    id: string,
    version: number,
    { action, ability = 'company.write', parse, validate }: CompanyChange<Changes>,
  ): Promise<Company> {
    permit(actor, ability, { companyId: id });
    const changes = parse();
    return db
      .as(actor, async (tx) => {
        const before = isId(id) ? await lockRow(tx, 'companies', { id }) : undefined;
        if (!before) throw new AppError('entity.notFound');
        await reauthorize(tx, actor, ability, id);
        requireVersion(before, version);
        validate?.(before, changes);
        await compareAndSet(tx, before, version, changes);
        await logAccess(tx, actor, action, 'companies', id, id);
        const after = await repository.findCompany(tx, id);
        if (!after) throw new AppError('entity.notFound');
        return show(actor, after);
      })
      .catch(asFieldError);
  }

  return {
    async list(actor, { filter, sort, first, after }) {
      const reach = reachable(actor, 'company.read');
      const parsed = parseInput(companyFilterRule, filter ?? {});
      const query = { reach, ...parsed, sort: sort ?? LISTS.companies.first, first, after };
      refuseHiddenSort(actor, query.sort);
      const page = await db.as(actor, (tx) => repository.listCompanies(tx, query), { readonly: true, replica: true });
      return { ...page, nodes: page.nodes.map((row) => show(actor, row)) };
    },

    async get(actor, id) {
      permit(actor, 'company.read', { companyId: id });
      const company = isId(id) ? await db.as(actor, (tx) => repository.findCompany(tx, id), { readonly: true }) : undefined;
      if (!company) throw new AppError('entity.notFound');
      return show(actor, company);
    },

    async findMany(actor, ids) {
      const wanted = [...new Set(ids)].filter((id) => isId(id) && can(actor, 'company.read', { companyId: id }));
      const found = wanted.length === 0 ? [] : await db.as(actor, (tx) => repository.findCompanies(tx, wanted), { readonly: true });
      return new Map(found.map((company) => [company.id, show(actor, company)]));
    },

    async create(actor, input) {
      reachable(actor, 'company.read');
      if (!can(actor, 'company.create', {})) throw new AppError('access.forbidden');
      const company = parseInput(newCompanyRule, input);
      const id = newId();
      return db
        .as(actor, async (tx) => {
          await reauthorize(tx, actor, 'company.create', null);
          await repository.insertCompany(tx, { ...company, id, createdAt: clock.now() });
          await logAccess(tx, actor, 'company.create', 'companies', id, id);
          const made = await repository.findCompany(tx, id);
          if (!made) throw new AppError('entity.notFound');
          return show(actor, made);
        })
        .catch(asFieldError);
    },

    update: (actor, id, version, input) =>
      change(actor, id, version, {
        action: 'company.update',
        parse: () => parseInput(companyRule, input),
        validate(before, { checkPrice }) {
          if (actor.kind === 'employer' && checkPrice !== before.checkPrice) {
            throw new AppError('access.forbidden', {}, { issues: [fieldIssue('checkPrice', 'invalidChoice')] });
          }
        },
      }),

    updateWorkRules: (actor, id, version, input) =>
      change(actor, id, version, { action: 'company.updateWorkRules', parse: () => parseInput(workRulesRule(clock.today()), input) }),

    async requireSecondStep(actor, id, version, required) {
      const action = required ? 'company.requireSecondStep' : 'company.waiveSecondStep';
      const company = await change(actor, id, version, { action, ability: 'user.write', parse: () => ({ secondStepRequired: required }) });
      // Requests of this process see it at once, those of others within two seconds.
      if (actor.kind === 'employer') forget?.(actor.profileId);
      return company;
    },
  };
}

/** Two clients never have the same VAT number: they would be invoiced and found as one. */
const asFieldError = mapViolations({ companies_client_number: () => fieldErrorAt('companyNumber', 'vatTaken') });

const show = (actor: Actor, row: CompanyRow): Company => viewFor(COMPANY_FIELDS, row, roleIn(actor, row.id));

/** Refuses to sort companies by a field that the actor does not see of all of them. @throws {AppError} `access.forbidden` */
function refuseHiddenSort(actor: Actor, { field }: Sort<CompanySortField>): void {
  if (!rolesOf(actor).every((role) => visibilityOf(COMPANY_FIELDS[field], role))) throw new AppError('access.forbidden');
}
