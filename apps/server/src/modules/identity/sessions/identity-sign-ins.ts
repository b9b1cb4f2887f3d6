import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import {
  type PasskeyOptions,
  passkeyRule,
  type SecondStepMethod,
  type SignInOutcome,
  secondStepPasskeyRule,
  secondStepRule,
  secondStepTicketRule,
} from '@checkwell/domain/identity/second-step';
import type { SessionOpened } from '@checkwell/domain/identity/sign-in';
import type { Database } from '../../../platform/db/database.ts';
import type { Issuer } from '../../../platform/identity/issuer.ts';
import * as microsoft from '../../../platform/identity/microsoft/microsoft.repository.ts';
import type { Passkeys } from '../../../platform/identity/second-step/passkeys.ts';
import type { SecondSteps, WaitingSignIn } from '../../../platform/identity/second-step/second-steps.ts';
import type { Throttle } from '../../../platform/identity/throttle.ts';
import { parseInput } from '../../../platform/input.ts';
import type { IdentityLinks } from '../accounts/identity-links.ts';
import { type BrowserRequest, IDENTITY } from '../identity-principal.ts';
import type { CookieJar } from './identity-cookies.ts';
import type { SessionOpener, WithCookies } from './identity-session-opener.ts';

/** The second step of a sign-in, and signing in with a passkey (docs/decisions/0018). Inputs are bodies of requests; they are parsed here. */
export interface IdentitySignIns {
  /** @throws {AppError} `auth.codeInvalid`, `auth.secondStepExpired`, `auth.tooManyAttempts`, and as `Issuer.openFor` */
  takeSecondStep(input: unknown, request: BrowserRequest): Promise<WithCookies<SessionOpened>>;
  /** What a passkey is to sign as the second step. @throws {AppError} `auth.secondStepExpired` */
  secondStepPasskeyOptions(input: unknown, request: BrowserRequest): Promise<PasskeyOptions>;
  /** @throws {AppError} `auth.passkeyInvalid`, `auth.secondStepExpired`, and as `Issuer.openFor` */
  takeSecondStepWithPasskey(input: unknown, request: BrowserRequest): Promise<WithCookies<SessionOpened>>;
  /** What any passkey of this site is to sign, to sign in with it alone. */
  passkeySignInOptions(request: BrowserRequest): Promise<PasskeyOptions>;
  /** @throws {AppError} `auth.passkeyInvalid`, and as `Issuer.openFor` */
  signInWithPasskey(input: unknown, request: BrowserRequest): Promise<WithCookies<SessionOpened>>;
}

/** A way into the product: every first step ends here. */
export interface SignIns extends IdentitySignIns {
  /**
   * Signs in, or asks for the second step of an account that has one. Only then is a Microsoft account linked.
   * @param inTwoSteps whether the first step was two already
   */
  afterFirstStep(first: WaitingSignIn, request: BrowserRequest, inTwoSteps?: boolean): Promise<WithCookies<SignInOutcome>>;
}

/** What the access log calls each way. */
const NOTES: Readonly<Record<string, string>> = {
  password: 'auth.signIn',
  microsoft: 'auth.microsoftSignIn',
  passkey: 'auth.passkeySignIn',
};

export interface SignInsDeps {
  readonly db: Database;
  readonly pool: ReturnType<Database['authPool']>;
  readonly clock: Clock;
  readonly issuer: Issuer;
  readonly steps: SecondSteps;
  readonly passkeys: Passkeys;
  readonly throttle: Throttle;
  readonly jar: CookieJar;
  readonly opener: SessionOpener;
  readonly links: Pick<IdentityLinks, 'notifyProtectionChanged'>;
}

export function createSignIns({ db, pool, clock, issuer, steps, passkeys, throttle, jar, opener, links }: SignInsDeps): SignIns {
  async function open({ link, ...first }: WaitingSignIn, request: BrowserRequest, secondStep: boolean) {
    const { subject, provider } = first;
    const opened = await opener.forAccount(first, request, secondStep);
    // Linking was proven by the password.
    await opener.note(NOTES[link ? 'password' : provider] ?? 'auth.signIn', opened.profile);
    if (link) {
      const result = await microsoft.spendTicketForLink(pool, link, subject, clock.now());
      if (result !== 'linked') {
        await issuer.endSession(subject, opened.session.id);
        await opener.note('auth.microsoftRefused', null);
        throw new AppError(result === 'taken' ? 'auth.accountsLinkFailed' : 'auth.microsoftLinkFailed');
      }
      await opener.note('auth.microsoftLinked', opened.profile);
      await notify(opened.profile.id, 'microsoftLinked');
    }
    return opened;
  }

  const notify = (profileId: string, change: 'microsoftLinked' | 'recoveryUsed'): Promise<void> =>
    db.as(IDENTITY, (tx) => links.notifyProtectionChanged(tx, profileId, change));

  async function finish(waiting: WaitingSignIn, request: BrowserRequest, method: SecondStepMethod) {
    const opened = await open(waiting, request, true);
    if (method === 'recovery') await notify(opened.profile.id, 'recoveryUsed');
    return opener.issueCookies(opened, true);
  }

  return {
    async afterFirstStep(first, request, inTwoSteps = false) {
      const secondStep = inTwoSteps ? undefined : await steps.ask(first);
      if (secondStep) return { body: { secondStep }, cookies: [] };
      return opener.issueCookies(await open(first, request, inTwoSteps), true);
    },

    async takeSecondStep(input, request) {
      const { ticket, code } = parseInput(secondStepRule, input);
      const { subject, email } = await steps.attempt(ticket);
      const guess = await throttle.secondStep({ email, ipAddress: request.ip, device: jar.readDevice(request.headers.cookie, email) });
      const method = await steps.spendCode(subject, code);
      if (!method) {
        await opener.note('auth.secondStepFailed', null);
        throw new AppError('auth.codeInvalid');
      }
      await guess.succeeded();
      return finish(await steps.take(ticket), request, method);
    },

    async secondStepPasskeyOptions(input, { ip }) {
      const { ticket } = parseInput(secondStepTicketRule, input);
      await throttle.passkey(ip);
      return passkeys.options(await steps.ownerOf(ticket));
    },

    async takeSecondStepWithPasskey(input, request) {
      const { ticket, response } = parseInput(secondStepPasskeyRule, input);
      const { subject } = await steps.attempt(ticket);
      await passkeys.verify(response, subject);
      return finish(await steps.take(ticket), request, 'passkey');
    },

    async passkeySignInOptions({ ip }) {
      await throttle.passkey(ip);
      return passkeys.options(null);
    },

    async signInWithPasskey(input, request) {
      const { response } = parseInput(passkeyRule, input);
      await throttle.passkey(request.ip);
      const subject = await passkeys.verify(response, null).catch(async (error: unknown) => {
        if (error instanceof AppError && error.code === 'auth.passkeyInvalid') await opener.note('auth.signInFailed', null);
        throw error;
      });
      return opener.issueCookies(await open({ subject, provider: 'passkey', passwordHash: null, link: null }, request, true), true);
    },
  };
}
