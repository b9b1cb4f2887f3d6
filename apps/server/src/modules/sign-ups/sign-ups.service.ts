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
import type { Page } from '../../platform/db/page.ts';
import { faultAt, profileIdOf, reachable } from '../../platform/guard.ts';
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
   * Takes a request from anybody. The answer is the same whoever has the address, and however often it came: nobody learns here who
   * has an account.
   * @throws {AppError} `request.invalid`; `auth.tooManyAttempts` for a network that asks too often
   */
  ask(input: unknown, request: BrowserRequest): Promise<void>;
  /** Waiting ones: who waits longest comes first, unless sorted otherwise. */
  list(actor: Actor, options: SignUpListArguments): Promise<Page<SignUp>>;
  /** @throws {AppError} `entity.notFound` */
  get(actor: Actor, id: string): Promise<SignUp>;
  hints(actor: Actor, signUp: SignUp): Promise<SignUpHints>;
  /** Of the last 30 days, against the promise. */
  figures(actor: Actor): Promise<SignUpFigures>;
  /**
   * Gives the person a place in the company: a new account with an invitation, or the account that the address has. Other waiting
   * requests of the address are settled with it.
   * @throws {AppError} `entity.changedMeanwhile` when somebody else decided; `user.notAnEmployer`; a fault at `companyId`
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
  readonly identity: Pick<Identity, 'admitSignUp' | 'attachMicrosoft' | 'createAccount' | 'forget' | 'invite' | 'takeMicrosoftTicket'>;
}

export function createSignUpService({ db, clock, mailer, identity }: SignUpDeps): SignUpService {
  async function find(actor: Actor, id: string): Promise<SignUp> {
    const row = isId(id) ? await db.as(actor, (tx) => repository.find(tx, id), { readonly: true }) : undefined;
    if (!row) throw new AppError('entity.notFound');
    return row;
  }

  /** Writes the decision down, or nothing: two who decide at the same moment do not both. */
  async function settle(
    tx: WriteTx,
    actor: Actor,
    { id, email, version }: SignUp,
    outcome: Pick<Decision, 'state' | 'refusalReason' | 'confirmedCompanyId'>,
  ) {
    const by = { decidedByProfileId: profileIdOf(actor), decidedAt: clock.now() };
    if (!(await repository.decide(tx, { id, version }, { ...outcome, ...by }))) throw new AppError('entity.changedMeanwhile');
    if (outcome.state === 'Confirmed') {
      await repository.settleOthers(tx, { id, email }, { state: 'Refused', refusalReason: 'Duplicate', confirmedCompanyId: null, ...by });
    }
    const action = outcome.state === 'Confirmed' ? 'signUp.confirm' : 'signUp.refuse';
    await logAccess(tx, actor, action, 'sign_ups', outcome.confirmedCompanyId, id);
    await notifyLive(tx, { topic: 'signUp', id, version: version + 1 });
  }

  /** @throws {AppError} unless it is the version that the actor saw, and waits */
  async function findWaiting(actor: Actor, id: string, version: number): Promise<SignUp> {
    reachable(actor, 'signUp.decide');
    const row = await find(actor, id);
    if (row.state !== 'Pending' || row.version !== version) throw new AppError('entity.changedMeanwhile');
    return row;
  }

  async function confirmFor(actor: Actor, signUp: SignUp, { companyId, accesType }: ConfirmSignUpInput): Promise<void> {
    const { email, firstName, lastName, phoneNumber, language } = signUp;
    const known = await db.system('sign-up', (tx) => repository.findAccount(tx, email));
    if (known && known.kind !== 'employer') throw new AppError('user.notAnEmployer');
    const join = async (tx: WriteTx, profileId: string): Promise<void> => {
      await repository.insertPlace(tx, { companyId, profileId, accesType, languages: [language], createdAt: clock.now() });
      await logAccess(tx, actor, 'user.create', 'company_users', companyId, profileId);
      await settle(tx, actor, signUp, { state: 'Confirmed', refusalReason: null, confirmedCompanyId: companyId });
    };
    if (!known) {
      const { subject } = await identity.createAccount(
        { email, firstName, lastName, phoneNumber, language, password: null, kind: 'employer', companyId, doctorId: null },
        async (tx, profileId) => {
          await join(tx, profileId);
          await identity.invite(tx, { profileId, companyId });
        },
      );
      await linkMicrosoft(subject, signUp);
      return;
    }
    await db.system('sign-up', async (tx) => {
      await join(tx, known.profileId);
      const companyName = (await repository.find(tx, signUp.id))?.confirmedCompanyName ?? '';
      await mailer.enqueue(tx, { companyId, to: email, language, template: ACCESS_GRANTED_MAIL, params: { companyName } });
    });
    identity.forget(known.profileId);
  }

  /** A Microsoft account that somebody else has by now stays theirs: the invitation lets the person in all the same. */
  async function linkMicrosoft(subject: string, { microsoftIssuer: issuer, microsoftObjectId: objectId }: SignUp): Promise<void> {
    if (issuer === null || objectId === null) return;
    await identity.attachMicrosoft(subject, { issuer, objectId }).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'auth.accountsLinkFailed')) throw error;
    });
  }

  /**
   * The Microsoft account that a request came with. It counts only with the address that Microsoft vouches for: with any other, whoever
   * asks could have their own Microsoft account linked to somebody else's address. A ticket that is worth nothing any more costs nobody
   * the request.
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
        await notifyLive(tx, { topic: 'signUp', id, version: 1 });
      });
    },

    async list(actor, { filter, sort, first, after }) {
      reachable(actor, 'signUp.read');
      const { state = null, search } = parseInput(signUpFilterRule, filter ?? {});
      const query = { search: search ?? '', state, sort: sort ?? signUpSortOf(state), first, after };
      return db.as(actor, (tx) => repository.findPage(tx, query), { readonly: true });
    },

    async get(actor, id) {
      reachable(actor, 'signUp.read');
      return find(actor, id);
    },

    async hints(actor, signUp) {
      reachable(actor, 'signUp.read');
      const workDomain = workDomainOf(signUp.email);
      return db.as(
        actor,
        async (tx) => {
          const account = await repository.findAccount(tx, signUp.email);
          return {
            accountOf: account ? `${account.firstName} ${account.lastName}`.trim() : null,
            byMicrosoft: signUp.microsoftObjectId !== null,
            otherRequests: await repository.countOthers(tx, signUp),
            workDomain,
            candidates: await repository.findCandidates(tx, signUp, workDomain),
          };
        },
        { readonly: true },
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
      const signUp = await findWaiting(actor, id, version);
      const values = parseInput(confirmSignUpRule, input);
      const exists = await db.as(actor, (tx) => repository.companyExists(tx, values.companyId), { readonly: true });
      if (!exists) throw faultAt('companyId', 'companyRequired');
      try {
        await confirmFor(actor, signUp, values);
      } catch (error) {
        const duplicate = violates(error, 'company_users_pkey') || (error instanceof AppError && error.code === 'user.duplicateEmail');
        if (duplicate) throw new AppError('user.duplicateEmail', {}, { issues: [fieldIssue('companyId', 'emailTaken')], cause: error });
        throw error;
      }
      return find(actor, id);
    },

    async refuse(actor, id, version, input) {
      const signUp = await findWaiting(actor, id, version);
      const { reason } = parseInput(refuseSignUpRule, input);
      await db.as(actor, async (tx) => {
        await settle(tx, actor, signUp, { state: 'Refused', refusalReason: reason, confirmedCompanyId: null });
        const { email: to, language } = signUp;
        if (reason !== 'Duplicate')
          await mailer.enqueue(tx, { companyId: null, to, language, template: SIGN_UP_REFUSED_MAIL, params: { reason } });
      });
      return find(actor, id);
    },
  };
}
