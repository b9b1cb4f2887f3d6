import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { Authenticator, totpCode, type Wrong } from './authenticator.ts';
import type { TestDatabase } from './database.ts';
import { type Browser, makeUser, PASSWORD } from './servers/identity-app.ts';
import type { ServerApp } from './servers/server-app.ts';

/** Accounts with a second step, for tests of its protection. */

export const SAFE = 'ok';
/** The code of a refusal, or `SAFE`. */
export const outcomeOf = (response: LightMyRequestResponse): string =>
  response.statusCode < 300
    ? SAFE
    : (response.json()?.error?.code ?? response.json()?.errors?.[0]?.extensions?.code ?? String(response.statusCode));
/** The body of an answer; fails the test when the request was refused. */
export const body = <Body>(response: LightMyRequestResponse): Body => {
  expect(outcomeOf(response)).toBe(SAFE);
  return response.json<Body>();
};

/** The server and the database of a scenario. */
export interface ScenarioServer {
  readonly app: ServerApp;
  readonly database: TestDatabase;
}

/** An account with an authenticator app, a passkey and recovery codes, and the steps of a person who knows its password. */
export class Scenario {
  readonly user: Awaited<ReturnType<typeof makeUser>>;
  readonly #server: ScenarioServer;
  readonly device: Authenticator;
  /** The owner's browser, signed in. */
  readonly home: Browser;
  secret = '';
  recoveryCodes: readonly string[] = [];
  constructor(server: ScenarioServer, user: Scenario['user']) {
    this.#server = server;
    this.user = user;
    this.home = server.app.browser();
    this.device = new Authenticator(server.app.config.publicUrl);
  }

  /** @param who options of `makeUser` */
  static async make(
    server: ScenarioServer,
    parts: { readonly totp?: boolean; readonly passkey?: boolean } = { totp: true, passkey: true },
    who: Parameters<typeof makeUser>[2] = {},
  ): Promise<Scenario> {
    const scenario = new Scenario(server, await makeUser(server.database, server.app.services.identity, who));
    expect(outcomeOf(await scenario.home.signIn(scenario.user.email))).toBe(SAFE);
    if (parts.totp) await scenario.addTotp();
    if (parts.passkey) scenario.keep(await scenario.addPasskey());
    scenario.nextCode();
    return scenario;
  }

  /** Advances the clock until the authenticator app shows another code. */
  nextCode(): void {
    this.#server.app.clock.advance({ seconds: 60 });
  }

  keep(response: LightMyRequestResponse): void {
    this.recoveryCodes = body<{ recoveryCodes: string[] | null }>(response).recoveryCodes ?? this.recoveryCodes;
  }

  startTotp(confirmation: object = { password: PASSWORD }, browser = this.home) {
    return browser.send('POST', '/auth/protection/totp/start', confirmation);
  }

  async addTotp(): Promise<void> {
    const { ticket, secret } = body<{ ticket: string; secret: string }>(await this.startTotp());
    this.secret = secret;
    this.keep(await this.home.send('POST', '/auth/protection/totp/confirm', { ticket, code: this.code() }));
  }

  async addPasskey(
    wrong: Wrong = {},
    device = this.device,
    confirmation: object = { password: PASSWORD },
  ): Promise<LightMyRequestResponse> {
    const options = await this.home.send('POST', '/auth/protection/passkeys/options', confirmation);
    if (outcomeOf(options) !== SAFE) return options;
    return this.home.send('POST', '/auth/protection/passkeys', { name: 'Laptop', response: device.create(options.json(), wrong) });
  }

  /** @param seconds from now */
  code(seconds = 0): string {
    return totpCode(this.secret, new Date(this.#server.app.clock.now().getTime() + seconds * 1000));
  }

  /** Signs in with the password. @returns the browser, and the ticket for the second step */
  async firstStep(browser = this.#server.app.browser()): Promise<{ browser: Browser; ticket: string }> {
    const before = browser.token;
    const { secondStep } = body<{ secondStep: { ticket: string } }>(await browser.signIn(this.user.email));
    expect(browser.token).toBe(before);
    return { browser, ticket: secondStep.ticket };
  }

  async enterWith(code: string): Promise<LightMyRequestResponse> {
    const { browser, ticket } = await this.firstStep();
    return browser.send('POST', '/auth/second-step', { ticket, code });
  }

  /** Signs in with the passkey alone. */
  async passkeySignIn(wrong: Wrong = {}, device = this.device): Promise<LightMyRequestResponse> {
    const browser = this.#server.app.browser();
    const options = body<{ challenge: string }>(await browser.send('POST', '/auth/passkey/options'));
    return browser.send('POST', '/auth/passkey', { response: device.get(options, wrong) });
  }

  /** The passkey as second step. */
  async passkeyStep(device: Authenticator, wrong: Wrong = {}): Promise<LightMyRequestResponse> {
    const { browser, ticket } = await this.firstStep();
    const options = body<{ challenge: string }>(await browser.send('POST', '/auth/second-step/passkey/options', { ticket }));
    return browser.send('POST', '/auth/second-step/passkey', { ticket, response: device.get(options, wrong) });
  }

  async requireByCompany(): Promise<void> {
    await this.#server.database.owner('update companies set "secondStepRequired" = true where id = $1', [this.user.companyId]);
  }
}
