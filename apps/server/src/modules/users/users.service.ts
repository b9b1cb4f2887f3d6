import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { type View, viewFor } from '@checkwell/domain/fields';
import { PLAIN_LISTS } from '@checkwell/domain/lists/lists';
import { ACCESS_TYPES, type AccessType, type UserSortField } from '@checkwell/domain/people/enums';
import { USER_FIELDS } from '@checkwell/domain/people/fields';
import { userFilterRule } from '@checkwell/domain/people/list';
import { type UserInput, userRule } from '@checkwell/domain/people/rules';
import { type Ability, type Actor, roleIn } from '@checkwell/domain/policy';
import { choice, fieldIssue } from '@checkwell/domain/validation';
import { logAccess } from '../../platform/db/access-log.ts';
import { type Database, violates, type WriteTx } from '../../platform/db/database.ts';
import type { PageArguments, Sort } from '../../platform/db/keyset.ts';
import { compareAndSet, lockRow } from '../../platform/db/locked.ts';
import type { Page } from '../../platform/db/page.ts';
import { reauthorize } from '../../platform/db/reauthorize.ts';
import { permit, profileIdOf, reachable } from '../../platform/guard.ts';
import { isId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { Identity } from '../identity/identity.service.ts';
import type { UserRow } from './users.repository.ts';
import * as repository from './users.repository.ts';
import { createUserImporting, type UserImporting } from './users-import.ts';

/** A user of a company: a profile's membership of it. */
export type User = View<typeof USER_FIELDS, KnownUser>;

interface KnownUser extends UserRow {
  /** Whether it is the one who asks. */
  readonly isSelf: boolean;
  /** Nobody else who can sign in is admin of the company. */
  readonly isLastAdmin: boolean;
  /** Whether nobody can sign in as this user yet: the invitation waits to be accepted. */
  readonly isInvited: boolean;
  /** Whether signing in asks for a second step. */
  readonly hasSecondStep: boolean;
}

export interface UserListArguments extends PageArguments {
  /** Parsed here. */
  readonly filter: unknown;
  readonly sort?: Sort<UserSortField> | null | undefined;
}

/** Users of a company, which its admins manage (specification, sections 5 and 6; security.md, Z8). */
export interface UserService extends UserImporting {
  /** By family name, unless sorted otherwise. */
  list(actor: Actor, options: UserListArguments): Promise<Page<User>>;
  /** @param id of the profile @throws {AppError} `entity.notFound` */
  get(actor: Actor, companyId: string, id: string): Promise<User>;
  /**
   * Makes somebody a user of the company: a new account, whose owner chooses a password by the link of an invitation; or
   * somebody whom the actor already knows as a colleague in another company.
   * @param input parsed here @throws {AppError} `user.duplicateEmail`, also for the address of a stranger's account
   */
  create(actor: Actor, companyId: string, input: unknown): Promise<User>;
  /** Sends the invitation again. @throws {AppError} `user.notInvited` once somebody can sign in, `auth.tooManyAttempts` */
  inviteAgain(actor: Actor, companyId: string, id: string): Promise<User>;
  /** @throws {AppError} `user.lastAdmin`, `entity.changedMeanwhile` */
  updateAccess(actor: Actor, companyId: string, id: string, version: number, accesType: unknown): Promise<User>;
  /**
   * Ends the membership; a user without another one loses the account, and with it every session. What they ordered and entered stays
   * under their name.
   * @returns the id @throws {AppError} `user.lastAdmin`, `user.cannotDeleteSelf`
   */
  delete(actor: Actor, companyId: string, id: string): Promise<string>;
}

export interface UserDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly identity: Pick<
    Identity,
    | 'endMembership'
    | 'findOrAddEmployer'
    | 'findProtected'
    | 'findUnused'
    | 'forget'
    | 'invite'
    | 'admitInvitation'
    | 'isUnused'
    | 'notifyMembershipAdded'
  >;
}

/** Adding or removing a user needs all memberships of a person, which no actor sees; the actor's right is checked in the same transaction. */
const USERS: Actor = { kind: 'system', name: 'users' };
const accessTypeRule = choice(ACCESS_TYPES, 'accessTypeRequired');

export function createUserService({ db, clock, identity }: UserDeps): UserService {
  async function showAll(actor: Actor, companyId: string, rows: readonly UserRow[]): Promise<readonly User[]> {
    const ids = rows.map(({ id }) => id);
    const adminIds: readonly string[] = rows.some(({ accesType }) => accesType === 'admin')
      ? await db.as(actor, (tx) => repository.findAdminIds(tx, companyId), { readonly: true })
      : [];
    const [unused, secured] = await Promise.all([identity.findUnused(ids), identity.findProtected(ids)]);
    return rows.map((row) => {
      const known = {
        isSelf: row.id === profileIdOf(actor),
        isLastAdmin: row.accesType === 'admin' && adminIds.every((id) => id === row.id),
        isInvited: unused.has(row.id),
        hasSecondStep: secured.has(row.id),
      };
      return viewFor(USER_FIELDS, { ...row, ...known }, roleIn(actor, companyId));
    });
  }

  async function show(actor: Actor, row: UserRow): Promise<User> {
    const [user] = await showAll(actor, row.companyId, [row]);
    if (!user) throw new Error('One row shows one user.');
    return user;
  }

  async function getRow(actor: Actor, companyId: string, id: string): Promise<UserRow> {
    const row = isId(id) ? await db.as(actor, (tx) => repository.findUser(tx, companyId, id), { readonly: true }) : undefined;
    if (!row) throw new AppError('entity.notFound');
    return row;
  }

  /**
   * A transaction in which nobody else changes who may do what in the company, and in which the actor may still do this. Of two admins
   * who remove each other, the second finds out.
   */
  function administer<Result>(actor: Actor, ability: Ability, companyId: string, work: (tx: WriteTx) => Promise<Result>): Promise<Result> {
    return db.as(USERS, async (tx) => {
      if (!(await lockRow(tx, 'companies', { id: companyId }))) throw new AppError('entity.notFound');
      await reauthorize(tx, actor, ability, companyId);
      return work(tx);
    });
  }

  /** @throws {AppError} `user.lastAdmin` when nobody who can sign in is admin of the company any more */
  async function requireAdmin(tx: WriteTx, companyId: string): Promise<void> {
    if ((await repository.findAdminIds(tx, companyId)).length === 0) throw new AppError('user.lastAdmin');
  }

  /** The account of this address, or a new one, and whether nobody can sign in to it yet. @throws {AppError} `user.duplicateEmail` for a stranger's */
  async function settleAccount(
    tx: WriteTx,
    actor: Actor,
    companyId: string,
    user: UserInput,
  ): Promise<{ readonly profileId: string; readonly unused: boolean }> {
    const { email, firstName, lastName, phoneNumber, languages } = user;
    const [language] = languages;
    if (language === undefined) throw new Error('The rule lets no user without language pass.');
    const { known, profileId } = await identity.findOrAddEmployer(tx, { email, firstName, lastName, phoneNumber, language, companyId });
    if (!known) return { profileId, unused: true };
    const companies = actor.kind === 'employer' ? actor.memberships.map((membership) => membership.companyId) : [];
    const isKnown = actor.kind !== 'employer' || (await repository.isKnownToCompanies(tx, known.id, companies));
    if (known.kind !== 'employer' || known.isProgram || !isKnown) throw new AppError('user.duplicateEmail');
    return { profileId, unused: await identity.isUnused(tx, known) };
  }

  return {
    ...createUserImporting({ db, clock, identity }),

    async list(actor, { filter, sort, first, after }) {
      reachable(actor, 'user.read');
      const parsed = parseInput(userFilterRule, filter);
      const { companyId } = parsed;
      permit(actor, 'user.read', { companyId });
      const page = await db.as(
        actor,
        async (tx) => {
          if (!(await repository.companyExists(tx, companyId))) throw new AppError('entity.notFound');
          return repository.listUsers(tx, { ...parsed, sort: sort ?? PLAIN_LISTS.users.first, first, after });
        },
        { readonly: true },
      );
      return { ...page, nodes: await showAll(actor, companyId, page.nodes) };
    },

    async get(actor, companyId, id) {
      permit(actor, 'user.read', { companyId });
      return show(actor, await getRow(actor, companyId, id));
    },

    async create(actor, companyId, input) {
      permit(actor, 'user.create', { companyId });
      const user = parseInput(userRule, input);
      try {
        const id = await administer(actor, 'user.create', companyId, async (tx) => {
          const { profileId, unused } = await settleAccount(tx, actor, companyId, user);
          const { accesType, languages } = user;
          await repository.insertMembership(tx, { companyId, profileId, accesType, languages, createdAt: clock.now() });
          await logAccess(tx, actor, 'user.create', 'company_users', companyId, profileId);
          await (unused ? identity.invite : identity.notifyMembershipAdded)(tx, { profileId, companyId });
          return profileId;
        });
        identity.forget(id);
        return await show(actor, await getRow(actor, companyId, id));
      } catch (error) {
        const duplicate = violates(error, 'company_users_pkey') || (error instanceof AppError && error.code === 'user.duplicateEmail');
        if (duplicate) throw new AppError('user.duplicateEmail', {}, { issues: [fieldIssue('email', 'emailTaken')], cause: error });
        throw error;
      }
    },

    async inviteAgain(actor, companyId, id) {
      permit(actor, 'user.create', { companyId });
      const user = await show(actor, await getRow(actor, companyId, id));
      if (!user.isInvited) throw new AppError('user.notInvited');
      await identity.admitInvitation(user.email);
      await administer(actor, 'user.create', companyId, async (tx) => {
        const membership = await lockRow(tx, 'company_users', { companyId, profileId: id }, 'share');
        const profile = membership && (await lockRow(tx, 'profiles', { id }));
        if (!profile) throw new AppError('entity.notFound');
        // A user who has accepted meanwhile needs none.
        if (!(await identity.isUnused(tx, profile))) throw new AppError('user.notInvited');
        await logAccess(tx, actor, 'user.invite', 'company_users', companyId, id);
        await identity.invite(tx, { profileId: id, companyId });
      });
      return user;
    },

    async updateAccess(actor, companyId, id, version, accesType) {
      permit(actor, 'user.write', { companyId });
      const wanted: AccessType = parseInput(accessTypeRule, accesType);
      const row = await administer(actor, 'user.write', companyId, async (tx) => {
        const membership = isId(id) ? await lockRow(tx, 'company_users', { companyId, profileId: id }) : undefined;
        if (!membership) throw new AppError('entity.notFound');
        await compareAndSet(tx, membership, version, { accesType: wanted });
        await requireAdmin(tx, companyId);
        await logAccess(tx, actor, 'user.updateAccess', 'company_users', companyId, id);
        return repository.findUser(tx, companyId, id);
      });
      identity.forget(id);
      if (!row) throw new AppError('entity.notFound');
      return show(actor, row);
    },

    async delete(actor, companyId, id) {
      permit(actor, 'user.write', { companyId });
      const { id: profileId } = await getRow(actor, companyId, id);
      if (profileId === profileIdOf(actor)) throw new AppError('user.cannotDeleteSelf');
      await administer(actor, 'user.write', companyId, async (tx) => {
        const membership = await lockRow(tx, 'company_users', { companyId, profileId }, 'removal');
        // Its memberships are counted, and perhaps it is closed: the lock keeps anybody from adding one meanwhile.
        const profile = await lockRow(tx, 'profiles', { id: profileId }, 'removal');
        if (!membership || !profile) throw new AppError('entity.notFound');
        await identity.endMembership(tx, profile, companyId);
        await requireAdmin(tx, companyId);
        await logAccess(tx, actor, 'user.delete', 'company_users', companyId, profileId);
      });
      identity.forget(profileId);
      return profileId;
    },
  };
}
