import type { Clock } from '@checkwell/domain/clock';
import { IDENTITY_PROMISE_MINUTES } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import {
  type ConfirmSignUpInput,
  confirmSignUpRule,
  refuseSignUpRule,
  signUpFilterRule,
  signUpRule,
  workDomainOf,
} from '@checkwell/domain/identity/sign-up';
import { type SignUpSort, signUpSortOf } from '@checkwell/domain/identity/sign-up-enums';
import { type Actor, ANONYMOUS } from '@checkwell/domain/policy';
import { fieldIssue } from '@checkwell/domain/validation';
import { logAccess } from '../../platform/db/access-log.ts';
import { type Database, violates, type WriteTx } from '../../platform/db/database.ts';
import type { PageArguments } from '../../platform/db/keyset.ts';
import { compareAndSet, type Locked, lockRow, lockRows, requireVersion } from '../../platform/db/locked.ts';
import type { Page } from '../../platform/db/page.ts';
import { reauthorize } from '../../platform/db/reauthorize.ts';
import { fieldErrorAt, profileIdOf, reachable } from '../../platform/guard.ts';
import { isId, newId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import { notifyLive } from '../../platform/live/notify.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { BrowserRequest, Identity } from '../identity/identity.service.ts';
import { ACCESS_GRANTED_MAIL, SIGN_UP_REFUSED_MAIL } from './sign-ups.mails.ts';
import type { CompanyCandidate, Decision, SignUpFigures as Figures, SignUpRow } from './sign-ups.repository.ts';
import * as repository from './sign-ups.repository.ts';

/** Somebody who asked to work with a company's data. */
export type SignUp = SignUpRow;

/** What helps to decide about a request. */
export interface SignUpHints {
  /** Whose account the address already is; null: nobody's. */
  readonly accountOf: string | null;
  /** Other waiting requests with the same address or telephone number. */
  readonly otherRequests: number;
  /** Microsoft vouches for the address; the new account will be linked to that Microsoft account. */
  readonly byMicrosoft: boolean;
  /** The domain of the address; null when everybody can have such an address. */
  readonly workDomain: string | null;
  readonly candidates: readonly CompanyCandidate[];
}

export interface SignUpFigures extends Figures {
  readonly promiseMinutes: number;
}

export interface SignUpListArguments extends PageArguments {
  /** Parsed here. */
  readonly filter?: unknown;
  readonly sort?: SignUpSort | null | undefined;
}

/** Sign-up and the confirmation of identities by the provider's team (specification, sections 1, 2 and 5). */
export interface SignUpService {
  /**
   * Takes a request from anybody. The answer is the same regardless of who has the address and how often it came: nobody learns here who
   * has an account.
   * @throws {AppError} `request.invalid`; `auth.tooManyAttempts` for a network that asks too often
   */
  ask(input: unknown, request: BrowserRequest): Promise<void>;
  /** Waiting ones: who waits longest comes first, unless sorted otherwise. */
  list(actor: Actor, options: SignUpListArguments): Promise<Page<SignUp>>;
  /** @throws {AppError} `entity.notFound` */
  get(actor: Actor, id: string): Promise<SignUp>;
  /** Hints by id of the request. */
  hints(actor: Actor, signUps: readonly SignUp[]): Promise<ReadonlyMap<string, SignUpHints>>;
  /** How fast requests of the last 30 days were decided, compared with the promised time. */
  figures(actor: Actor): Promise<SignUpFigures>;
  /**
   * Makes the person a user of the company: a new account with an invitation, or the account that the address has. Other waiting
   * requests of the address are settled with it.
   * @throws {AppError} `entity.changedMeanwhile` when somebody else decided; `user.notAnEmployer`; an error at `companyId`
   */
  confirm(actor: Actor, id: string, version: number, input: unknown): Promise<SignUp>;
  /** @throws {AppError} `entity.changedMeanwhile` when somebody else decided */
  refuse(actor: Actor, id: string, version: number, input: unknown): Promise<SignUp>;
}

const FIGURES_DAYS = 30;

export interface SignUpDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: Mailer;
  readonly identity: Pick<
    Identity,
    'admitSignUp' | 'attachMicrosoft' | 'findOrAddEmployer' | 'forget' | 'invite' | 'isUnused' | 'takeMicrosoftTicket'
  >;
}

/** A request that the transaction holds, with the other waiting ones of its address. */
interface Waiting {
  readonly signUp: Locked<'sign_ups'>;
  readonly others: readonly Locked<'sign_ups'>[];
}

const SIGN_UPS: Actor = { kind: 'system', name: 'sign-up' };

export function createSignUpService({ db, clock, mailer, identity }: SignUpDeps): SignUpService {
  async function find(actor: Actor, id: string): Promise<SignUp> {
    const row = isId(id) ? await db.as(actor, (tx) => repository.find(tx, id), { readonly: true }) : undefined;
    if (!row) throw new AppError('entity.notFound');
    return row;
  }

  /**
   * A transaction in which nobody else decides about this request, and in which the actor still may. Other waiting requests of the same
   * address are held with it.
   * @throws {AppError} `entity.changedMeanwhile` unless it is the version that the actor saw, and waits
   */
  function decide<Result>(
    actor: Actor,
    { id, email }: SignUp,
    version: number,
    work: (tx: WriteTx, waiting: Waiting) => Promise<Result>,
  ): Promise<Result> {
    return db.as(SIGN_UPS, async (tx) => {
      await reauthorize(tx, actor, 'signUp.decide', null);
      const all = await lockRows(tx, 'sign_ups', { email, state: 'Pending' });
      const signUp = all.find((row) => row.id === id);
      if (!signUp) throw new AppError('entity.changedMeanwhile');
      requireVersion(signUp, version);
      return work(tx, { signUp, others: all.filter((row) => row !== signUp) });
    });
  }

  /** Writes the decision down. */
  async function settle(
    tx: WriteTx,
    actor: Actor,
    { signUp, others }: Waiting,
    outcome: Pick<Decision, 'state' | 'refusalReason' | 'confirmedCompanyId'>,
  ) {
    const by = { decidedByProfileId: profileIdOf(actor), decidedAt: clock.now() };
    const { id, version } = await compareAndSet(tx, signUp, signUp.version, { ...outcome, ...by });
    if (outcome.state === 'Confirmed') {
      const duplicate = { state: 'Refused', refusalReason: 'Duplicate', ...by } as const;
      for (const other of others) await compareAndSet(tx, other, other.version, duplicate);
    }
    const action = outcome.state === 'Confirmed' ? 'signUp.confirm' : 'signUp.refuse';
    await logAccess(tx, actor, action, 'sign_ups', outcome.confirmedCompanyId, id);
    await notifyLive(tx, { topic: 'signUp', companyId: null, id, version });
  }

  /** Makes the person a user of the company. @returns the account, and its subject if it is a new one */
  async function join(
    tx: WriteTx,
    actor: Actor,
    waiting: Waiting,
    { companyId, accesType }: ConfirmSignUpInput,
  ): Promise<{ readonly profileId: string; readonly newSubject: string | null }> {
    const { email, firstName, lastName, phoneNumber, language } = waiting.signUp;
    // Before the account: changes of rights in a company lock its row first (ARCHITECTURE.md, "Locks").
    const company = await lockRow(tx, 'companies', { id: companyId });
    if (!company) throw fieldErrorAt('companyId', 'companyRequired');
    const account = await identity.findOrAddEmployer(tx, { email, firstName, lastName, phoneNumber, language, companyId });
    const { known, profileId } = account;
    if (known && (known.kind !== 'employer' || known.isProgram)) throw new AppError('user.notAnEmployer');
    await repository.insertMembership(tx, { companyId, profileId, accesType, languages: [language], createdAt: clock.now() });
    await logAccess(tx, actor, 'user.create', 'company_users', companyId, profileId);
    await settle(tx, actor, waiting, { state: 'Confirmed', refusalReason: null, confirmedCompanyId: companyId });
    // An account that nobody has opened yet, such as one of an invitation that lapsed, has no password to sign in with.
    if (!known || (await identity.isUnused(tx, known))) await identity.invite(tx, { profileId, companyId });
    else await mailer.enqueue(tx, { companyId, to: email, language, template: ACCESS_GRANTED_MAIL, params: { companyName: company.name } });
    return { profileId, newSubject: account.known === null ? account.subject : null };
  }

  /** A Microsoft account that somebody else has by now stays theirs: the invitation lets the person in all the same. */
  async function linkMicrosoft(subject: string, { microsoftIssuer: issuer, microsoftObjectId: objectId }: SignUp): Promise<void> {
    if (issuer === null || objectId === null) return;
    await identity.attachMicrosoft(subject, { issuer, objectId }).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'auth.accountsLinkFailed')) throw error;
    });
  }

  /**
   * The Microsoft account that a request came with. It counts only with the address that Microsoft vouches for: with any other, the caller
   * could have their own Microsoft account linked to somebody else's address. A ticket that is no longer valid does not make the
   * request fail.
   */
  async function microsoftOf(ticket: string | undefined, email: string, request: BrowserRequest) {
    const proven =
      ticket === undefined
        ? undefined
        : await identity.takeMicrosoftTicket(ticket, request).catch((error: unknown) => {
            if (!(error instanceof AppError && error.code === 'auth.microsoftFailed')) throw error;
            return undefined;
          });
    const own = proven?.email === email ? proven : undefined;
    return { microsoftIssuer: own?.issuer ?? null, microsoftObjectId: own?.objectId ?? null };
  }

  return {
    async ask(input, request) {
      const { microsoftTicket, ...values } = parseInput(signUpRule, input);
      const wanted = await identity.admitSignUp({ email: values.email, ipAddress: request.ip });
      if (!wanted) return;
      const microsoft = await microsoftOf(microsoftTicket, values.email, request);
      await db.system('sign-up', async (tx) => {
        const id = newId();
        await repository.insert(tx, id, { ...values, ...microsoft }, clock.now());
        await logAccess(tx, ANONYMOUS, 'signUp.ask', 'sign_ups', null, id);
        await notifyLive(tx, { topic: 'signUp', companyId: null, id, version: 1 });
      });
    },

    async list(actor, { filter, sort, first, after }) {
      reachable(actor, 'signUp.read');
      const { state = null, search } = parseInput(signUpFilterRule, filter ?? {});
      const query = { search: search ?? '', state, sort: sort ?? signUpSortOf(state), first, after };
      return db.as(actor, (tx) => repository.findPage(tx, query), { readonly: true, replica: true });
    },

    async get(actor, id) {
      reachable(actor, 'signUp.read');
      return find(actor, id);
    },

    async hints(actor, signUps) {
      reachable(actor, 'signUp.read');
      if (signUps.length === 0) return new Map();
      const asked = signUps.map((signUp) => ({ ...signUp, domain: workDomainOf(signUp.email) }));
      const [accounts, others, candidates] = await db.as(
        actor,
        (tx) =>
          Promise.all([
            repository.findAccounts(
              tx,
              asked.map(({ email }) => email),
            ),
            repository.countOthers(tx, asked),
            repository.findCandidates(tx, asked),
          ]),
        { readonly: true },
      );
      return new Map(
        asked.map(({ id, email, microsoftObjectId, domain }) => {
          const account = accounts.get(email);
          const hints: SignUpHints = {
            accountOf: account ? `${account.firstName} ${account.lastName}`.trim() : null,
            byMicrosoft: microsoftObjectId !== null,
            otherRequests: others.get(id) ?? 0,
            workDomain: domain,
            candidates: candidates.get(id) ?? [],
          };
          return [id, hints] as const;
        }),
      );
    },

    async figures(actor) {
      reachable(actor, 'signUp.read');
      const now = clock.now();
      const since = new Date(now.getTime() - FIGURES_DAYS * 24 * 3600 * 1000);
      const asked = { now, since, promiseMinutes: IDENTITY_PROMISE_MINUTES };
      const figures = await db.as(actor, (tx) => repository.findFigures(tx, asked), { readonly: true });
      return { ...figures, promiseMinutes: IDENTITY_PROMISE_MINUTES };
    },

    async confirm(actor, id, version, input) {
      reachable(actor, 'signUp.decide');
      const signUp = await find(actor, id);
      const values = parseInput(confirmSignUpRule, input);
      try {
        const { profileId, newSubject } = await decide(actor, signUp, version, (tx, waiting) => join(tx, actor, waiting, values));
        identity.forget(profileId);
        if (newSubject !== null) await linkMicrosoft(newSubject, signUp);
      } catch (error) {
        const duplicate = violates(error, 'company_users_pkey') || (error instanceof AppError && error.code === 'user.duplicateEmail');
        if (duplicate) throw new AppError('user.duplicateEmail', {}, { issues: [fieldIssue('companyId', 'emailTaken')], cause: error });
        throw error;
      }
      return find(actor, id);
    },

    async refuse(actor, id, version, input) {
      reachable(actor, 'signUp.decide');
      const signUp = await find(actor, id);
      const { reason } = parseInput(refuseSignUpRule, input);
      await decide(actor, signUp, version, async (tx, waiting) => {
        await settle(tx, actor, waiting, { state: 'Refused', refusalReason: reason, confirmedCompanyId: null });
        const { email: to, language } = signUp;
        if (reason !== 'Duplicate')
          await mailer.enqueue(tx, { companyId: null, to, language, template: SIGN_UP_REFUSED_MAIL, params: { reason } });
      });
      return find(actor, id);
    },
  };
}
