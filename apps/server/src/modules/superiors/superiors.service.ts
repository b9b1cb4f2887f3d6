import type { Clock } from '@checkwell/domain/clock';
import { PAGE } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import {
  type NewCompanySuperior,
  newCompanySuperiorRule,
  newSuperiorRule,
  type Superior,
  type SuperiorListQuery,
  superiorByEmailRule,
  superiorListRule,
} from '@checkwell/domain/identity/superior';
import { searchRule } from '@checkwell/domain/lists/rules';
import type { SuperiorSortField } from '@checkwell/domain/people/enums';
import { type Actor, can, type Reach, reachOf } from '@checkwell/domain/policy';
import { fieldIssue } from '@checkwell/domain/validation';
import { logAccess } from '../../platform/db/access-log.ts';
import { type Database, mapViolations, type WriteTx } from '../../platform/db/database.ts';
import type { PageInfo, Sort } from '../../platform/db/keyset.ts';
import { compareAndSet, lockRow } from '../../platform/db/locked.ts';
import { isId, newId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import * as repository from './superiors.repository.ts';

export interface SuperiorPage {
  readonly nodes: readonly Superior[];
  readonly pageInfo: PageInfo;
  readonly totalCount: number;
  readonly totalCountCapped: boolean;
}

export interface SuperiorListArguments {
  /** Without one: by name. */
  readonly sort?: Sort<SuperiorSortField> | null | undefined;
  readonly search?: string | null | undefined;
  readonly language?: SuperiorListQuery['language'] | null;
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

/** Superiors: the people of a company to whom workers report and results go (specification, sections 3 and 7). */
export interface SuperiorService {
  /** @param query `email`; parsed here @throws {AppError} `entity.notFound`, also for those of other companies */
  getByEmail(actor: Actor, query: unknown): Promise<Superior>;
  /** By name, unless sorted otherwise. @param query of the REST call; parsed here */
  listFromQuery(actor: Actor, companyId: string, query: unknown): Promise<SuperiorPage>;
  /** By name, unless sorted otherwise. */
  list(actor: Actor, companyId: string, options: SuperiorListArguments): Promise<SuperiorPage>;
  /** The superiors of these ids that the actor may see, in any order. */
  findByIds(actor: Actor, ids: readonly string[]): Promise<readonly Superior[]>;
  /** Superiors of the company by address (lower case); addresses that nobody has are absent. */
  findByEmails(actor: Actor, companyId: string, emails: readonly string[]): Promise<ReadonlyMap<string, Superior>>;
  /** @param input with `companyId`; parsed here @throws {AppError} `superior.duplicateEmail` */
  create(actor: Actor, input: unknown): Promise<Superior>;
  /** @param input without company; parsed here @throws {AppError} `superior.duplicateEmail` */
  addToCompany(actor: Actor, companyId: string, input: unknown): Promise<Superior>;
  /** Nobody is removed: certificates and reports name them. @param input without company; parsed here @throws {AppError} `superior.duplicateEmail`, `entity.changedMeanwhile` */
  update(actor: Actor, companyId: string, id: string, version: number, input: unknown): Promise<Superior>;
}

export function createSuperiorService({ db, clock }: { db: Database; clock: Clock }): SuperiorService {
  async function list(
    actor: Actor,
    companyId: string,
    { search, language, sort, first, after }: SuperiorListArguments,
  ): Promise<SuperiorPage> {
    readable(actor, companyId);
    const words = parseInput(searchRule, { search }).search;
    return db.as(
      actor,
      async (tx) => {
        if (!(await repository.companyExists(tx, companyId))) throw new AppError('entity.notFound');
        const filter = { search: words ?? undefined, language: language ?? undefined };
        return repository.listOfCompany(tx, companyId, filter, { sort: sort ?? repository.BY_NAME, first, after });
      },
      { readonly: true },
    );
  }

  /** Writes in the actor's name what `write` does, and answers the superior as it is then. */
  async function save(
    actor: Actor,
    companyId: string,
    id: string,
    { action, write }: { readonly action: string; write(tx: WriteTx): Promise<void> },
  ): Promise<Superior> {
    readable(actor, companyId);
    if (!can(actor, 'superior.write', { companyId })) throw new AppError('access.forbidden');
    return db
      .as(actor, async (tx) => {
        if (!(await repository.companyExists(tx, companyId))) throw new AppError('entity.notFound');
        await write(tx);
        await logAccess(tx, actor, action, 'superiors', companyId, id);
        const [saved] = await repository.findByIds(tx, { kind: 'any' }, [id]);
        if (!saved) throw new AppError('entity.notFound');
        return saved;
      })
      .catch(asFieldError);
  }

  function insert(actor: Actor, companyId: string, superior: NewCompanySuperior): Promise<Superior> {
    const id = newId();
    const write = (tx: WriteTx) => repository.insert(tx, { ...superior, id, companyId, createdAt: clock.now() });
    return save(actor, companyId, id, { action: 'superior.create', write });
  }

  return {
    async getByEmail(actor, query) {
      const reach = reachable(actor);
      const { email } = parseInput(superiorByEmailRule, query);
      const profileId = 'profileId' in actor ? actor.profileId : null;
      const superior = await db.as(actor, (tx) => repository.findByEmail(tx, reach, email, profileId), { readonly: true });
      if (!superior) throw new AppError('entity.notFound');
      return superior;
    },

    async listFromQuery(actor, companyId, query) {
      readable(actor, companyId);
      const { search, language, sort: field, direction = 'asc', first, after } = parseInput(superiorListRule, query);
      const sort = field && { field, direction };
      return list(actor, companyId, { search, language, sort, first: first ?? PAGE.maxSize, after });
    },

    list,

    async findByIds(actor, ids) {
      const known = [...new Set(ids)].filter(isId);
      const reach = reachOf(actor, 'superior.read');
      if (known.length === 0 || reach.kind === 'none') return [];
      return db.as(actor, (tx) => repository.findByIds(tx, reach, known), { readonly: true });
    },

    async findByEmails(actor, companyId, emails) {
      readable(actor, companyId);
      if (emails.length === 0) return new Map();
      const found = await db.as(actor, (tx) => repository.findByEmails(tx, companyId, [...new Set(emails)]), { readonly: true });
      return new Map(found.map((superior) => [superior.email, superior]));
    },

    async create(actor, input) {
      reachable(actor);
      const { companyId, ...superior } = parseInput(newSuperiorRule, input);
      return insert(actor, companyId, superior);
    },

    async addToCompany(actor, companyId, input) {
      readable(actor, companyId);
      return insert(actor, companyId, parseInput(newCompanySuperiorRule, input));
    },

    async update(actor, companyId, id, version, input) {
      readable(actor, companyId);
      const superior = parseInput(newCompanySuperiorRule, input);
      return save(actor, companyId, id, {
        action: 'superior.update',
        async write(tx) {
          const before = isId(id) ? await lockRow(tx, 'superiors', { companyId, id }) : undefined;
          if (!before) throw new AppError('entity.notFound');
          await compareAndSet(tx, before, version, superior);
        },
      });
    },
  };
}

/** What of all superiors the actor may see; nothing at all is a refusal. */
function reachable(actor: Actor): Reach {
  if (actor.kind === 'anonymous') throw new AppError('access.unauthenticated');
  const reach = reachOf(actor, 'superior.read');
  if (reach.kind === 'none') throw new AppError('access.forbidden');
  return reach;
}

/** A company that the actor may not look into does not exist for them. */
function readable(actor: Actor, companyId: string): void {
  if (actor.kind === 'anonymous') throw new AppError('access.unauthenticated');
  if (!isId(companyId) || reachOf(actor, 'superior.read', companyId).kind === 'none') throw new AppError('entity.notFound');
}

/** What the database refuses, at the field where the form shows it. */
const asFieldError = mapViolations({
  superiors_companyId_email_key: (cause) =>
    new AppError('superior.duplicateEmail', {}, { issues: [fieldIssue('email', 'emailTaken')], cause }),
});
