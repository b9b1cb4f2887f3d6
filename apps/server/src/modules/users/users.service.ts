import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { ACCESS_TYPES, type AccessType, USER_SORT_FIELDS, type UserSortField } from '@checkwell/domain/people/enums';
import { userFilterRule } from '@checkwell/domain/people/list';
import { type UserInput, userRule } from '@checkwell/domain/people/rules';
import type { Actor } from '@checkwell/domain/policy';
import { choice, fieldIssue } from '@checkwell/domain/validation';
import { logAccess } from '../../platform/db/access-log.ts';
import { type Database, violates, type WriteTx } from '../../platform/db/database.ts';
import type { PageArguments, Sort } from '../../platform/db/keyset.ts';
import type { Page } from '../../platform/db/page.ts';
import { permit, profileIdOf, reachable } from '../../platform/guard.ts';
import { isId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { Identity } from '../identity/identity.service.ts';
import type { UserRow } from './users.repository.ts';
import * as repository from './users.repository.ts';

/** A user of a company: a profile's place in it. */
export interface User extends UserRow {
  /** Whether it is the one who asks. */
  readonly isSelf: boolean;
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
export interface UserService {
  /** By family name, unless sorted otherwise. */
  list(actor: Actor, options: UserListArguments): Promise<Page<User>>;
  /** @param id of the profile @throws {AppError} `entity.notFound` */
  get(actor: Actor, companyId: string, id: string): Promise<User>;
  /**
   * Gives somebody a place in the company: a new account, whose owner chooses a password by the link of an invitation; or
   * somebody whom the actor already knows as a colleague in another company.
   * @param input parsed here @throws {AppError} `user.duplicateEmail`, also for the address of a stranger's account
   */
  create(actor: Actor, companyId: string, input: unknown): Promise<User>;
  /** Sends the invitation again. @throws {AppError} `user.notInvited` once somebody can sign in, `auth.tooManyAttempts` */
  inviteAgain(actor: Actor, companyId: string, id: string): Promise<User>;
  /** @throws {AppError} `user.lastAdmin`, `entity.changedMeanwhile` */
  updateAccess(actor: Actor, companyId: string, id: string, version: number, accesType: unknown): Promise<User>;
  /**
   * Takes the place away; whoever has no other place loses the account, and with it every session.
   * @returns the id @throws {AppError} `user.lastAdmin`, `user.cannotDeleteSelf`
   */
  delete(actor: Actor, companyId: string, id: string): Promise<string>;
}

export interface UserDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly identity: Pick<
    Identity,
    'createAccount' | 'deleteAccount' | 'forget' | 'invite' | 'inviteAgain' | 'findUnused' | 'findProtected'
  >;
}

const accessTypeRule = choice(ACCESS_TYPES, 'accessTypeRequired');

export function createUserService({ db, clock, identity }: UserDeps): UserService {
  async function showAll(actor: Actor, rows: readonly UserRow[]): Promise<readonly User[]> {
    const ids = rows.map(({ id }) => id);
    const [unused, secured] = await Promise.all([identity.findUnused(ids), identity.findProtected(ids)]);
    return rows.map((row) => ({
      ...row,
      isSelf: row.id === profileIdOf(actor),
      isInvited: unused.has(row.id),
      hasSecondStep: secured.has(row.id),
    }));
  }

  async function show(actor: Actor, row: UserRow): Promise<User> {
    const [user] = await showAll(actor, [row]);
    if (!user) throw new Error('One row shows one user.');
    return user;
  }

  async function getRow(actor: Actor, companyId: string, id: string): Promise<UserRow> {
    const row = isId(id) ? await db.as(actor, (tx) => repository.findUser(tx, companyId, id), { readonly: true }) : undefined;
    if (!row) throw new AppError('entity.notFound');
    return row;
  }

  /** Adds the place of a profile that exists; as the product itself or as an actor who may write the company's users. */
  async function addMembership(
    tx: WriteTx,
    actor: Actor,
    companyId: string,
    profileId: string,
    { accesType, languages }: UserInput,
  ): Promise<void> {
    await repository.insertMembership(tx, { companyId, profileId, accesType, languages, createdAt: clock.now() });
    await logAccess(tx, actor, 'user.create', 'company_users', companyId, profileId);
  }

  return {
    async list(actor, { filter, sort, first, after }) {
      reachable(actor, 'user.read');
      const parsed = parseInput(userFilterRule, filter);
      const { companyId } = parsed;
      permit(actor, 'user.read', { companyId });
      const page = await db.as(
        actor,
        async (tx) => {
          if (!(await repository.companyExists(tx, companyId))) throw new AppError('entity.notFound');
          return repository.listUsers(tx, { ...parsed, sort: sort ?? { field: USER_SORT_FIELDS[0], direction: 'asc' }, first, after });
        },
        { readonly: true },
      );
      return { ...page, nodes: await showAll(actor, page.nodes) };
    },

    async get(actor, companyId, id) {
      permit(actor, 'user.read', { companyId });
      return show(actor, await getRow(actor, companyId, id));
    },

    async create(actor, companyId, input) {
      permit(actor, 'user.create', { companyId });
      const user = parseInput(userRule, input);
      const { email, firstName, lastName, phoneNumber, languages } = user;
      const [language] = languages;
      if (language === undefined) throw new Error('The rule lets no user without language pass.');
      try {
        const colleague = await db.as(actor, async (tx) => {
          const known = await repository.findEmployerProfile(tx, email);
          if (known) await addMembership(tx, actor, companyId, known.id, user);
          return known;
        });
        if (colleague) {
          identity.forget(colleague.id);
          return show(actor, await getRow(actor, companyId, colleague.id));
        }
        const { profileId } = await identity.createAccount(
          { email, firstName, lastName, phoneNumber, language, password: null, kind: 'employer', companyId, doctorId: null },
          async (tx, newProfileId) => {
            await addMembership(tx, actor, companyId, newProfileId, user);
            await identity.invite(tx, { profileId: newProfileId, companyId });
          },
        );
        return show(actor, await getRow(actor, companyId, profileId));
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
      await db.as(actor, async (tx) => {
        await logAccess(tx, actor, 'user.invite', 'company_users', companyId, id);
        await identity.inviteAgain(tx, { profileId: id, companyId, email: user.email });
      });
      return user;
    },

    async updateAccess(actor, companyId, id, version, accesType) {
      permit(actor, 'user.write', { companyId });
      await getRow(actor, companyId, id);
      const wanted: AccessType = parseInput(accessTypeRule, accesType);
      const row = await db.as(actor, async (tx) => {
        await repository.lockAdmins(tx, companyId);
        if (!(await repository.setAccess(tx, { companyId, profileId: id, version }, wanted))) throw new AppError('entity.changedMeanwhile');
        if (!(await repository.hasAdmin(tx, companyId))) throw new AppError('user.lastAdmin');
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
      const settle = async (tx: WriteTx): Promise<void> => {
        await repository.lockAdmins(tx, companyId);
        if (!(await repository.hasAdmin(tx, companyId))) throw new AppError('user.lastAdmin');
        await logAccess(tx, actor, 'user.delete', 'company_users', companyId, profileId);
      };
      const keepsAccount = await db.system('delete user', async (tx) => {
        const other = await repository.findOtherCompany(tx, profileId, companyId);
        if (other === undefined) return false;
        if (!(await repository.deleteMembership(tx, companyId, profileId))) throw new AppError('entity.notFound');
        await repository.moveHome(tx, profileId, companyId, other);
        await settle(tx);
        return true;
      });
      if (keepsAccount) identity.forget(profileId);
      else await identity.deleteAccount(profileId, settle);
      return profileId;
    },
  };
}
