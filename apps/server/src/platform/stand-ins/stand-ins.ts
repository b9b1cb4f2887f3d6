import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@checkwell/domain/clock';
import { PAYMENT_EVENTS_PATH } from '@checkwell/domain/one-shot/contract';
import type { TestIssuer } from '@checkwell/stand-ins/microsoft/issuer';
import type { PaymentsConfig } from '../../config/payments.ts';
import { StartupError } from '../../config/startup-error.ts';
import type { Config } from '../../config.ts';
import type { CompanyRegister } from '../company-register/company-register.ts';
import { isThisMachine } from '../network.ts';

/**
 * Test doubles of vendors (`packages/stand-ins`), for development, demo and tests. The package is a devDependency and is imported only when
 * one of them starts: a production installation does not have it.
 */

/** Only where the browser runs on this machine, as they listen to no other; and only in the process that serves the pages. */
const isAllowed = ({ environment, roles, publicUrl }: Pick<Config, 'environment' | 'roles' | 'publicUrl'>): boolean =>
  environment !== 'production' && roles.has('web') && isThisMachine(new URL(publicUrl).hostname);

/** An identity issuer in place of Microsoft, where no tenant is configured. Never in production: it lets everybody be anybody. */
export async function standInForMicrosoft(
  config: Pick<Config, 'microsoft' | 'environment' | 'roles' | 'publicUrl'>,
  clock: Clock,
): Promise<TestIssuer | undefined> {
  const { microsoft, publicUrl } = config;
  if (microsoft || !isAllowed(config) || new URL(publicUrl).port === '0') return undefined;
  const { startTestIssuer } = await import('@checkwell/stand-ins/microsoft/issuer');
  return startTestIssuer({ clock, redirectUri: `${publicUrl}/microsoft` });
}

/** The test provider of payments, running. */
export interface PaymentsStandIn {
  readonly payments: PaymentsConfig;
  /** Events go to the product from now on. @param port where it listens on this machine */
  deliverTo(port: number): void;
  stop(): Promise<void>;
}

/** A provider of payments in place of Stripe, where none is configured: a process and an origin of its own. Never in production. */
export async function standInForPayments(
  config: Pick<Config, 'payments' | 'paymentTestPort' | 'environment' | 'roles' | 'publicUrl' | 'dataDir'>,
): Promise<PaymentsStandIn | undefined> {
  const { payments, paymentTestPort, publicUrl, dataDir } = config;
  if (payments || !isAllowed(config)) return undefined;
  const { startProviderProcess } = await import('@checkwell/stand-ins/payments/process');
  const secrets = { secretKey: `sk_test_${randomBytes(18).toString('hex')}`, webhookSecret: `whsec_${randomBytes(18).toString('hex')}` };
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const productOrigin = new URL(publicUrl).origin;
  const { origin, deliverTo, stop } = await startProviderProcess({
    ...secrets,
    port: paymentTestPort,
    productOrigin,
    file: join(dataDir, 'test-payments.json'),
  }).catch((error: Error) => {
    throw new StartupError(
      `The payment provider for trying things out could not start: ${error.message}. PAYMENT_TEST_PORT chooses its port.`,
    );
  });
  return {
    payments: { provider: 'test', ...secrets, publishableKey: 'pk_test_checkwell', apiUrl: origin, elementsUrl: `${origin}/elements` },
    deliverTo: (port) => deliverTo(`http://127.0.0.1:${port}${PAYMENT_EVENTS_PATH}`),
    stop,
  };
}

/** A register that makes up a company for every number, in place of VIES; `config.ts` refuses it in production. */
export const madeUpRegister: CompanyRegister = {
  async find(companyNumber) {
    const { findMadeUpCompany } = await import('@checkwell/stand-ins/company-register');
    return findMadeUpCompany(companyNumber);
  },
};

/** What the recipients' mail server says where no mail leaves (without `SMTP_URL`, which production refuses). */
export const madeUpMailServer = {
  async bounces(recipient: string): Promise<boolean> {
    const { bounces } = await import('@checkwell/stand-ins/mail-server');
    return bounces(recipient);
  },
  /** @param sender the address that mails come from */
  async bounceNotice(mailId: string, sender: string): Promise<string> {
    const { bounceNotice } = await import('@checkwell/stand-ins/mail-server');
    return bounceNotice(mailId, sender);
  },
};
