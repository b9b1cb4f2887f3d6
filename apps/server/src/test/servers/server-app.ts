import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type App, buildApp } from '../../app.ts';
import type { Config } from '../../config.ts';
import type { AdmissionLimits } from '../../platform/http/admission/admission.ts';
import { type TestClock, testClock } from '../clock.ts';
import type { TestDatabase } from '../database.ts';
import { testFolder } from '../folder.ts';
import { type TestLogger, testLogger } from '../logger.ts';
import { Browser, makeUser } from './identity-app.ts';
import { sharedSerializers } from './serializers.ts';

export interface ServerApp extends App {
  readonly clock: TestClock;
  readonly log: TestLogger;
  readonly config: Config;
  /** A browser without a session. */
  browser(): Browser;
  /** Makes an account and signs in. An employer gets a new company unless one is given. */
  signedIn(who?: Parameters<typeof makeUser>[2]): Promise<SignedIn>;
}

export interface SignedIn {
  readonly browser: Browser;
  readonly profileId: string;
  readonly email: string;
  readonly companyId: string;
}

export interface ServerAppOptions {
  readonly config?: Partial<Config>;
  readonly limits?: Partial<AdmissionLimits>;
  readonly webDir?: string;
  readonly clock?: TestClock;
  readonly liveSweepMs?: number;
  /** Called before the application accepts requests, to add routes for a test. */
  readonly prepare?: (app: App) => void;
}

/** The whole server as production builds it, with the test's database and its own folder for files; closed after the test file. */
export async function serverApp(database: TestDatabase, options: ServerAppOptions = {}): Promise<ServerApp> {
  const dataDir = testFolder('data');
  const clock = options.clock ?? testClock();
  const log = testLogger();
  const config: Config = {
    ...database.config,
    dataDir,
    webDir: options.webDir ?? join(dataDir, 'no-web'),
    trustedProxies: ['127.0.0.1'],
    ...options.config,
  };
  const app = await buildApp({
    config,
    db: database.db,
    clock,
    log,
    // On a machine that is busy with other tests requests wait long: only tests of admission set a shorter limit.
    limits: { maxWaitMs: 60_000, ...options.limits },
    serializers: sharedSerializers,
    ...(options.liveSweepMs !== undefined && { liveSweepMs: options.liveSweepMs }),
  });
  options.prepare?.(app);
  await app.http.ready();
  afterAll(async () => {
    const closed = app.http.close();
    app.http.server.closeAllConnections(); // fetch keeps idle connections open
    await closed;
  });
  return {
    ...app,
    clock,
    log,
    config,
    browser: () => new Browser(app.http, '192.0.2.1'),
    async signedIn(who) {
      const { email, profileId, companyId } = await makeUser(database, app.services.identity, who);
      const browser = new Browser(app.http, '192.0.2.1');
      const { statusCode, body } = await browser.signIn(email);
      if (statusCode !== 200) throw new Error(`The test account could not sign in: ${statusCode} ${body}`);
      return { browser, profileId, email, companyId };
    },
  };
}
