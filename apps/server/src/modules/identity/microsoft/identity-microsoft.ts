import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import {
  MICROSOFT_LINK_ATTEMPTS,
  MICROSOFT_WAIT_MS,
  type MicrosoftOffer,
  type MicrosoftOutcome,
  type MicrosoftPerson,
  type MicrosoftStarted,
  microsoftAnswerRule,
  microsoftLinkRule,
  microsoftStartRule,
  microsoftTicketRule,
} from '@checkwell/domain/identity/microsoft';
import type { SignInOutcome } from '@checkwell/domain/identity/second-step';
import type { MicrosoftRegistration } from '../../../config/identity.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Issuer } from '../../../platform/identity/issuer.ts';
import { createMicrosoftClient } from '../../../platform/identity/microsoft/client.ts';
import type { MicrosoftIdentity } from '../../../platform/identity/microsoft/id-token.ts';
import * as store from '../../../platform/identity/microsoft/microsoft.repository.ts';
import type { Throttle } from '../../../platform/identity/throttle.ts';
import { parseInput } from '../../../platform/input.ts';
import type { BrowserRequest } from '../identity-principal.ts';
import type { CookieJar } from '../sessions/identity-cookies.ts';
import type { SessionOpener, WithCookies } from '../sessions/identity-session-opener.ts';
import type { SignIns } from '../sessions/identity-sign-ins.ts';

/** Signing in with Microsoft (docs/decisions/0016). Inputs are bodies of requests; they are parsed here. */
export interface IdentityMicrosoft {
  microsoftOffer(): MicrosoftOffer;
  /** @throws {AppError} `auth.microsoftUnavailable`, `auth.tooManyAttempts` */
  startMicrosoft(input: unknown, request: BrowserRequest): Promise<WithCookies<MicrosoftStarted>>;
  /** @throws {AppError} `auth.microsoftFailed`, `auth.microsoftUnavailable`, and as `Issuer.openFor` */
  completeMicrosoft(input: unknown, request: BrowserRequest): Promise<WithCookies<MicrosoftOutcome>>;
  /**
   * Links the Microsoft account of a ticket to the account with its proven address, once its password is confirmed (and its second step
   * taken, if it has one), and signs in.
   * @throws {AppError} `auth.microsoftLinkFailed` for a ticket that opens nothing (any more); `auth.accountsLinkFailed` for a Microsoft
   *   account that another account has; and as a sign-in by password
   */
  linkMicrosoft(input: unknown, request: BrowserRequest): Promise<WithCookies<SignInOutcome>>;
  /** Who asks for an account. @throws {AppError} `auth.microsoftFailed` for a ticket that opens nothing (any more) */
  readMicrosoftTicket(input: unknown, request: BrowserRequest): Promise<MicrosoftPerson>;
  /** The same once, with the key that the new account is to be linked to (`attachMicrosoft`). */
  takeMicrosoftTicket(ticket: string, request: BrowserRequest): Promise<MicrosoftIdentity>;
  /**
   * Links an account that was made for this Microsoft account. @param subject of the account
   * @throws {AppError} `auth.accountsLinkFailed`
   */
  attachMicrosoft(subject: string, identity: Pick<MicrosoftIdentity, 'issuer' | 'objectId'>): Promise<void>;
}

export interface MicrosoftDeps {
  readonly registration: MicrosoftRegistration | null;
  readonly publicUrl: string;
  readonly pool: ReturnType<Database['authPool']>;
  readonly clock: Clock;
  readonly issuer: Issuer;
  readonly throttle: Throttle;
  readonly jar: CookieJar;
  readonly opener: SessionOpener;
  readonly signIns: Pick<SignIns, 'afterFirstStep'>;
  /** Makes nonce and code verifier of a sign-in from its state. */
  readonly secret: Buffer;
}

export function createMicrosoft({
  registration,
  publicUrl,
  pool,
  clock,
  issuer,
  throttle,
  jar,
  opener,
  signIns,
  secret,
}: MicrosoftDeps): IdentityMicrosoft {
  const client = registration && createMicrosoftClient({ registration, redirectUri: `${publicUrl}/microsoft`, clock });
  const derived = (purpose: 'nonce' | 'code verifier', state: string): string =>
    createHmac('sha256', secret).update(`${purpose}\0${state}`).digest('base64url');
  const until = (wait: keyof typeof MICROSOFT_WAIT_MS): Date => new Date(clock.now().getTime() + MICROSOFT_WAIT_MS[wait]);
  const keyOf = (ticket: string, { headers }: BrowserRequest): store.TicketKey => ({
    ticketHash: hash(ticket),
    browserHash: hash(jar.readMicrosoft(headers.cookie)),
  });

  function offered(): NonNullable<typeof client> {
    if (!client) throw new AppError('request.notFound');
    return client;
  }

  async function makeTicket(browser: string, identity: MicrosoftIdentity, subject: string | null): Promise<string> {
    const ticket = newSecret();
    const purpose = subject === null ? 'signUp' : 'link';
    await store.insertTicket(pool, {
      ticketHash: hash(ticket),
      browserHash: hash(browser),
      purpose,
      identity,
      subject,
      expiresAt: until(purpose),
    });
    return ticket;
  }

  /** The account with the address that Microsoft vouches for. */
  async function findNamesake({ email }: MicrosoftIdentity): Promise<string | undefined> {
    if (email === null || (await issuer.findMethods(email)) === undefined) return undefined;
    return issuer.findSubject(email);
  }

  return {
    microsoftOffer: () => ({ offered: registration !== null }),

    async startMicrosoft(input, { ip, headers }) {
      const { authorizeUrl } = offered();
      const { language, email } = parseInput(microsoftStartRule, input);
      await throttle.microsoft(ip);
      const state = newSecret();
      const url = await authorizeUrl({
        state,
        nonce: derived('nonce', state),
        codeVerifier: derived('code verifier', state),
        language,
        email,
      });
      const browser = jar.readMicrosoft(headers.cookie);
      await store.insertFlow(pool, { stateHash: hash(state), browserHash: hash(browser), expiresAt: until('flow') });
      return { body: { url, state }, cookies: [jar.setMicrosoft(browser)] };
    },

    async completeMicrosoft(input, request) {
      const { redeem } = offered();
      const { state, code } = parseInput(microsoftAnswerRule, input);
      await throttle.microsoft(request.ip);
      const browser = jar.readMicrosoft(request.headers.cookie);
      const begunHere = await store.takeFlow(pool, { stateHash: hash(state), browserHash: hash(browser), now: clock.now() });
      if (!begunHere) throw await refusal(opener, new AppError('auth.microsoftFailed'));
      const identity = await redeem({ code, nonce: derived('nonce', state), codeVerifier: derived('code verifier', state) }).catch(
        async (error: unknown) => {
          throw await refusal(opener, error);
        },
      );
      const cookie = jar.setMicrosoft(browser);
      const linked = await store.findLinkedSubject(pool, identity);
      if (linked !== undefined) {
        const { body, cookies } = await signIns.afterFirstStep(
          { subject: linked, provider: 'microsoft', passwordHash: null, link: null },
          request,
          identity.multiFactor,
        );
        if ('secondStep' in body) return { body: { outcome: 'secondStep', ...body.secondStep }, cookies: [cookie] };
        return { body: { outcome: 'signedIn', ...body }, cookies };
      }
      const namesake = await findNamesake(identity);
      const ticket = await makeTicket(browser, identity, namesake ?? null);
      if (namesake === undefined || identity.email === null) return { body: { outcome: 'unknown', ticket }, cookies: [cookie] };
      return { body: { outcome: 'link', ticket, email: identity.email }, cookies: [cookie] };
    },

    async linkMicrosoft(input, request) {
      const { ticket, password } = parseInput(microsoftLinkRule, input);
      const key = keyOf(ticket, request);
      const account = await store.tryTicket(pool, key, MICROSOFT_LINK_ATTEMPTS, clock.now());
      if (!account) throw await refusal(opener, new AppError('auth.microsoftLinkFailed'));
      const proven = await opener.provePassword({ email: account.email, password }, request);
      return signIns.afterFirstStep({ ...proven, provider: 'microsoft', link: key }, request);
    },

    async readMicrosoftTicket(input, request) {
      const { ticket } = parseInput(microsoftTicketRule, input);
      const identity = await store.findSignUpTicket(pool, keyOf(ticket, request), clock.now());
      if (!identity) throw new AppError('auth.microsoftFailed');
      const { email, firstName, lastName } = identity;
      return { email, firstName, lastName };
    },

    async takeMicrosoftTicket(ticket, request) {
      const identity = await store.spendSignUpTicket(pool, keyOf(ticket, request), clock.now());
      if (!identity) throw new AppError('auth.microsoftFailed');
      return identity;
    },

    async attachMicrosoft(subject, identity) {
      if ((await store.putLink(pool, identity, subject, clock.now())) !== subject) throw new AppError('auth.accountsLinkFailed');
    },
  };
}

const newSecret = (): string => randomBytes(32).toString('base64url');
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Writes a refusal down (security.md, L3). @returns the error, to be thrown */
async function refusal(opener: SessionOpener, error: unknown): Promise<unknown> {
  if (error instanceof AppError && error.code !== 'auth.microsoftUnavailable') await opener.note('auth.microsoftRefused', null);
  return error;
}
