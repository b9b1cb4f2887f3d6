import type { Clock } from '@checkwell/domain/clock';
import { LIST_VIEWS } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import { jsonObject } from '@checkwell/domain/lists/json-object';
import { LIST_ABILITY, type ListName, type ViewSearch } from '@checkwell/domain/lists/lists';
import { createListViewRule, updateListViewRule } from '@checkwell/domain/lists/rules';
import { viewOf } from '@checkwell/domain/lists/views';
import { type Actor, roleIn, scopeIn } from '@checkwell/domain/policy';
import { type Database, mapViolations, type ReadTx, type WriteTx } from '../../platform/db/database.ts';
import { lockName, lockRow, updateRow } from '../../platform/db/locked.ts';
import { fieldErrorAt } from '../../platform/guard.ts';
import { isId, newId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { ListViewOwner, ListViewRow } from './list-views.repository.ts';
import * as repository from './list-views.repository.ts';

/** Filters, order and hidden columns of a list, which somebody saved under a name. */
export interface ListView {
  readonly id: string;
  readonly list: ListName;
  readonly name: string;
  /** What the list knows of it today. */
  readonly shown: ViewSearch;
  /** Part of what was saved is gone: a value, a superior. */
  readonly incomplete: boolean;
  /** The list opens with it. */
  readonly isDefault: boolean;
}

export interface ListViewService {
  /** The actor's own, by name. @param companyId whose data the list shows; null for the provider's people */
  list(actor: Actor, companyId: string | null, list: ListName): Promise<readonly ListView[]>;
  /** @param input parsed here; a name that another view of the list has, or one view too many, is an error at `name` */
  create(actor: Actor, companyId: string | null, input: unknown): Promise<ListView>;
  /** @param input parsed here; what it leaves out stays as it is */
  update(actor: Actor, id: string, input: unknown): Promise<ListView>;
  remove(actor: Actor, id: string): Promise<void>;
}

export function createListViewService({ db, clock }: { readonly db: Database; readonly clock: Clock }): ListViewService {
  /** A person's own changes, one at a time, so that views are counted and one of them is the default, even when another tab saves too. */
  async function own<Result>(actor: Actor, work: (tx: WriteTx, profileId: string) => Promise<Result>): Promise<Result> {
    if (!('profileId' in actor)) throw new AppError(actor.kind === 'anonymous' ? 'access.unauthenticated' : 'access.forbidden');
    const { profileId } = actor;
    return db
      .as(actor, async (tx) => {
        await lockName(tx, `list views of ${profileId}`);
        return work(tx, profileId);
      })
      .catch(mapViolations({ list_views_name: () => fieldErrorAt('name', 'viewNameTaken') }));
  }

  /** Somebody else's is one that does not exist. */
  async function getOwn(tx: WriteTx, actor: Actor, id: string) {
    const row = isId(id) ? await lockRow(tx, 'list_views', { id }) : undefined;
    if (!row) throw new AppError('entity.notFound');
    const { profileId } = permitOwner(actor, row.companyId, row.list as ListName);
    if (row.profileId !== profileId) throw new AppError('entity.notFound');
    return { ...row, list: row.list as ListName, locked: row };
  }

  return {
    async list(actor, companyId, list) {
      const owner = permitOwner(actor, companyId, list);
      return db.as(actor, async (tx) => resolveViews(tx, owner, await repository.findListViews(tx, owner, list)), { readonly: true });
    },

    async create(actor, companyId, input) {
      const { list, name, shown, isDefault } = parseInput(createListViewRule, input);
      const owner = permitOwner(actor, companyId, list);
      return own(actor, async (tx) => {
        if ((await repository.countListViews(tx, owner, list)) >= LIST_VIEWS.max) throw fieldErrorAt('name', 'viewsFull');
        if (isDefault) await repository.clearDefault(tx, owner, list);
        const row = { ...owner, id: newId(), list, name, isDefault, shown: viewOf(list, jsonObject(shown)) };
        await repository.insertListView(tx, { ...row, createdAt: clock.now() });
        return resolveView(tx, row);
      });
    },

    async update(actor, id, input) {
      const { name, shown, isDefault } = parseInput(updateListViewRule, input);
      return own(actor, async (tx) => {
        const { list, locked, ...before } = await getOwn(tx, actor, id);
        if (isDefault) await repository.clearDefault(tx, before, list);
        const after = await updateRow(tx, locked, {
          ...(name != null && { name }),
          ...(shown != null && { shown: JSON.stringify(viewOf(list, jsonObject(shown))) }),
          ...(isDefault != null && { isDefault }),
        });
        return resolveView(tx, { ...after, list });
      });
    },

    async remove(actor, id) {
      await own(actor, async (tx) => {
        await getOwn(tx, actor, id);
        await repository.deleteListView(tx, id);
      });
    },
  };
}

/**
 * Where the actor's views of a list are kept.
 * @throws {AppError} for actors who do not see the list, for programs, and for a company that is not the actor's
 */
function permitOwner(actor: Actor, companyId: string | null, list: ListName): ListViewOwner {
  if (actor.kind === 'anonymous') throw new AppError('access.unauthenticated');
  if (!('profileId' in actor)) throw new AppError('access.forbidden');
  const isOwn = actor.kind === 'employer' ? companyId !== null && isId(companyId) : companyId === null;
  if (!isOwn || roleIn(actor, companyId) === 'anonymous') throw new AppError('entity.notFound');
  const may = (['profile.self', LIST_ABILITY[list]] as const).every((ability) => scopeIn(actor, ability, companyId) !== 'none');
  if (!may) throw new AppError('access.forbidden');
  return { profileId: actor.profileId, companyId };
}

/** What was saved, read with what the list and its company know today. */
async function resolveViews(tx: ReadTx, { companyId }: ListViewOwner, rows: readonly ListViewRow[]): Promise<readonly ListView[]> {
  const read = rows.map((row) => ({ row, view: viewOf(row.list, row.shown) }));
  const superiors = [...new Set(read.flatMap(({ view: { superiorId } }) => (typeof superiorId === 'string' ? superiorId : [])))];
  const known = companyId === null ? new Set<string>() : await repository.findKnownSuperiors(tx, companyId, superiors);
  return read.map(({ row: { id, list, name, isDefault, shown: saved }, view: { superiorId, ...view } }) => {
    const shown = typeof superiorId === 'string' && known.has(superiorId) ? { ...view, superiorId } : view;
    return { id, list, name, isDefault, shown, incomplete: isLess(shown, saved) };
  });
}

async function resolveView(tx: ReadTx, row: ListViewRow): Promise<ListView> {
  const [view] = await resolveViews(tx, row, [row]);
  if (!view) throw new AppError('entity.notFound');
  return view;
}

/** Whether a filter or one of its values is gone. A column that is gone is no loss: it was hidden. */
const isLess = (shown: ViewSearch, saved: unknown): boolean =>
  Object.entries(saved ?? {}).some(([name, value]) => {
    if (name === 'hide') return false;
    const left = shown[name];
    return Array.isArray(value) ? !Array.isArray(left) || left.length < value.length : left === undefined;
  });
