import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PAYMENT_EVENTS_PATH } from '@checkwell/domain/one-shot/contract';
import { type Config, type PaymentsConfig, StartupError } from '../../config.ts';
import { isThisMachine } from '../network.ts';
import type { FromProduct, ToProduct } from './test-provider/main.ts';

/** The test provider, running. */
export interface PaymentsStandIn {
  readonly payments: PaymentsConfig;
  /** Events go to the product from now on. @param port where it listens on this machine */
  deliverTo(port: number): void;
  stop(): Promise<void>;
}

const MAIN = fileURLToPath(new URL('test-provider/main.ts', import.meta.url));

/**
 * Where no provider is configured, one for trying things out takes its place: a process and an origin of its own. Never in production;
 * only where the browser runs on this machine, as it listens to no other; and only in the process that serves the pages.
 */
export async function standInForPayments(
  config: Pick<Config, 'payments' | 'paymentTestPort' | 'environment' | 'roles' | 'publicUrl' | 'dataDir'>,
): Promise<PaymentsStandIn | undefined> {
  const { payments, paymentTestPort, environment, roles, publicUrl, dataDir } = config;
  const { hostname, origin } = new URL(publicUrl);
  if (payments || environment === 'production' || !roles.has('web') || !isThisMachine(hostname)) return undefined;
  const secrets = { secretKey: `sk_test_${randomBytes(18).toString('hex')}`, webhookSecret: `whsec_${randomBytes(18).toString('hex')}` };
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const child = fork(MAIN, [], { execArgv: [], env: {}, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  tell(child, {
    type: 'start',
    options: { ...secrets, port: paymentTestPort, productOrigin: origin, file: join(dataDir, 'test-payments.json') },
  });
  const answer = await started(child);
  if (answer.type === 'failed') {
    child.disconnect();
    throw new StartupError(
      `The payment provider for trying things out could not start: ${answer.message}. PAYMENT_TEST_PORT chooses its port.`,
    );
  }
  return {
    payments: {
      provider: 'test',
      ...secrets,
      publishableKey: 'pk_test_checkwell',
      apiUrl: answer.origin,
      elementsUrl: `${answer.origin}/elements`,
    },
    deliverTo: (port) => tell(child, { type: 'deliverTo', target: `http://127.0.0.1:${port}${PAYMENT_EVENTS_PATH}` }),
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || !child.connected) return resolve();
        child.once('exit', () => resolve());
        child.disconnect();
      }),
  };
}

const tell = (child: ChildProcess, message: FromProduct): void => void child.send(message);

const started = (child: ChildProcess): Promise<ToProduct> =>
  new Promise((resolve) => {
    child.once('message', (message) => resolve(message as ToProduct));
    child.once('error', (error) => resolve({ type: 'failed', message: error.message }));
    child.once('exit', (code) => resolve({ type: 'failed', message: `it ended with code ${code}` }));
  });
