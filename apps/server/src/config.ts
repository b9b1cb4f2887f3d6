import { resolve } from 'node:path';
import { INTERFACE_LANGUAGES, type InterfaceLanguage } from '@checkwell/domain/constants';
import type { Seller } from '@checkwell/domain/invoice/seller';
import { type LaunchDarklyConfig, launchDarklyOf } from './config/flags.ts';
import { externalIssuer, type IdentityConfig, type MicrosoftRegistration, microsoftRegistration } from './config/identity.ts';
import { type MailConfig, mailOf, type SmsConfig, smsOf } from './config/messages.ts';
import { type SecurityContact, securityOf, type TracingConfig, tracingOf } from './config/operations.ts';
import { type PaymentsConfig, stripeAccount } from './config/payments.ts';
import { refusedInProduction } from './config/production.ts';
import { ROOT_DIR } from './config/root-dir.ts';
import { storedSecret } from './config/secrets.ts';
import { DEMO_SELLER, logoOf, type SellerLogo, sellerOf } from './config/seller.ts';
import { StartupError } from './config/startup-error.ts';
import { type ClamdConfig, clamdOf, replicaOf, type S3Config, s3Of } from './config/storage.ts';
import { type LOG_LEVELS, PROCESS_ROLES, readValues, type Values } from './config/variables.ts';

/**
 * The configuration of one process. This file is the only reader of `process.env`.
 * `.env.example` documents each variable with its default; a test compares the two.
 */
export interface Config {
  readonly environment: 'production' | 'development' | 'test';
  /** 0 asks the operating system for a free port. */
  readonly port: number;
  readonly host: string;
  /** Port of the health endpoints of a process without the role web; 0 asks for a free port. */
  readonly healthPort: number;
  /** Address of the product in browsers, without a slash at the end. */
  readonly publicUrl: string;
  /** Origin of the API; null: that of the pages. */
  readonly apiUrl: string | null;
  /** Absolute path of the data folder: embedded database, files, secrets. */
  readonly dataDir: string;
  /** Absolute path of backups, and of the continuously archived log of the embedded database; null: no backups. */
  readonly backupDir: string | null;
  /** Bucket for documents; null: they are in `dataDir`. */
  readonly s3: S3Config | null;
  /** Direction in which files are being moved between DATA_DIR and the bucket; null: they are not. */
  readonly filesMove: 'to-bucket' | 'to-disk' | null;
  /** Malware scanner of uploaded files; null: none. */
  readonly clamd: ClamdConfig | null;
  /** Absolute path of the built web application. */
  readonly webDir: string;
  /** Connection string of the database's owner; null: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null;
  /** A standby of that database for lists; user and password in it are ignored. null: there is none. */
  readonly replicaDatabaseUrl: string | null;
  readonly databasePoolSize: number;
  /** Timeout of a query in milliseconds. */
  readonly databaseTimeoutMs: number;
  /** Milliseconds after SIGTERM in which connections are still accepted, while `/readyz` reports that the process stops. */
  readonly shutdownDelayMs: number;
  readonly roles: ReadonlySet<ProcessRole>;
  /** At least 32 characters. Never used directly: see `deriveSecret`. */
  readonly appSecret: string;
  /** Former secrets, whose data can still be read and verified, newest first (docs/operations/secrets.md). */
  readonly formerSecrets: readonly string[];
  /** Demo data, demo sign-ins and the mailbox page. */
  readonly demo: boolean;
  /** Approximate number of checks in the demo; null: that of domain.md 3.2. */
  readonly demoChecks: number | null;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Addresses or networks (CIDR) whose `X-Forwarded-For` header is trusted. */
  readonly trustedProxies: readonly string[];
  /** Bearer token for `/metrics` from other machines; null: only from this machine. */
  readonly metricsToken: string | null;
  /** Export of traces; null: none are recorded. */
  readonly tracing: TracingConfig | null;
  /** Contact for reports of vulnerabilities, with an expiry date; null: none is published. */
  readonly security: SecurityContact | null;
  /** Whether uploaded certificates are read, on this machine, to fill in the form. */
  readonly certificateReading: boolean;
  /** Whether records and personal data in the logs are erased after their retention period (domain/retention.ts). */
  readonly logErasure: boolean;
  /** Register that finds name and address of a company by its VAT number; null: none. */
  readonly companyRegister: 'vies' | 'made-up' | null;
  /** null: only the product's own flags are used. */
  readonly launchDarkly: LaunchDarklyConfig | null;
  /** Offered interface languages; the default is English if it is offered, else the first (specification, section 1). */
  readonly languages: readonly InterfaceLanguage[];
  readonly identity: IdentityConfig;
  /** null: not configured; outside production the test issuer is used instead (main.ts). */
  readonly microsoft: MicrosoftRegistration | null;
  readonly mail: MailConfig;
  /** null: no text messages are sent. */
  readonly sms: SmsConfig | null;
  /** null: not configured; outside production the test provider is used instead (main.ts). */
  readonly payments: PaymentsConfig | null;
  /** Whether visitors may order One Shot Checks, if there is a payment provider. */
  readonly oneShotChecks: boolean;
  /** The provider as seller, on invoices, in mails and on public pages. Made up outside production if not set. */
  readonly seller: Seller;
  readonly sellerIsMadeUp: boolean;
  /** null: documents show the product's name instead. */
  readonly sellerLogo: SellerLogo | null;
  /** Port of the test payment provider; 0: a free one. */
  readonly paymentTestPort: number;
}

/** Whether this installation sells One Shot Checks: they are not switched off, and there is a payment provider. */
export const offersOneShot = ({ oneShotChecks, payments }: Pick<Config, 'oneShotChecks' | 'payments'>): boolean =>
  oneShotChecks && payments !== null;

export type ProcessRole = (typeof PROCESS_ROLES)[number];

/**
 * Reads and validates the configuration. Outside production, generates the application secret once, in `DATA_DIR/secrets`.
 * In production, values that law, customers or security rely on have no default (docs/decisions/0036).
 * @throws {StartupError} one sentence for each wrong variable; one for all that are missing in production
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const values = readValues(env);
  const environment = values.NODE_ENV ?? 'development';
  const production = environment === 'production';
  const errors = production ? refusedInProduction(values) : [];
  const external = externalIssuer(values, errors);
  const microsoft = microsoftRegistration(values, errors);
  const launchDarkly = launchDarklyOf(values, errors);
  const port = values.PORT ?? 3000;
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/$/, '');
  const apiUrl = apiUrlOf(values, publicUrl, errors);
  const payments = stripeAccount(values, errors);
  const sms = smsOf(values, errors);
  const seller = sellerOf(values, errors);
  const sellerLogo = logoOf(values.INVOICE_SELLER_LOGO, errors);
  const security = securityOf(values, errors);
  const tracing = tracingOf(values, errors);
  const s3 = s3Of(values, errors);
  const replicaDatabaseUrl = replicaOf(values, errors);
  if (errors.length > 0) throw new StartupError(errors.join('\n'));
  const dataDir = resolve(ROOT_DIR, values.DATA_DIR ?? '.data');
  return {
    environment,
    port,
    host: values.HOST ?? '127.0.0.1',
    healthPort: values.HEALTH_PORT ?? 3001,
    publicUrl,
    apiUrl,
    dataDir,
    backupDir: values.BACKUP_DIR === undefined ? null : resolve(ROOT_DIR, values.BACKUP_DIR),
    s3,
    filesMove: values.FILES_MOVE ?? null,
    clamd: clamdOf(values),
    webDir: resolve(ROOT_DIR, values.WEB_DIR ?? 'apps/web/dist'),
    databaseUrl: values.DATABASE_URL ?? null,
    replicaDatabaseUrl,
    databasePoolSize: values.DATABASE_POOL_SIZE ?? 10,
    databaseTimeoutMs: values.DATABASE_TIMEOUT_MS ?? 2000,
    shutdownDelayMs: values.SHUTDOWN_DELAY_MS ?? (production ? 5000 : 0),
    roles: new Set(values.ROLES ?? PROCESS_ROLES),
    appSecret: values.APP_SECRET ?? storedSecret(dataDir, 'app-secret'),
    formerSecrets: values.APP_SECRET_PREVIOUS ?? [],
    demo: values.DEMO ?? !production,
    demoChecks: values.DEMO_CHECKS ?? null,
    logLevel: values.LOG_LEVEL ?? 'info',
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    metricsToken: values.METRICS_TOKEN ?? null,
    tracing,
    security,
    logErasure: values.LOG_ERASURE ?? true,
    certificateReading: values.CERTIFICATE_READING ?? true,
    companyRegister: companyRegisterOf(values, production),
    launchDarkly,
    languages: [...new Set(values.LANGUAGES ?? INTERFACE_LANGUAGES)],
    identity: {
      external,
      bindTokens: values.IDENTITY_BIND_TOKENS ?? apiUrl === null,
      secondStepFor: new Set(values.IDENTITY_SECOND_STEP_FOR),
    },
    microsoft,
    mail: mailOf(values),
    sms,
    payments,
    oneShotChecks: values.ONE_SHOT_CHECKS ?? true,
    seller,
    sellerIsMadeUp: seller === DEMO_SELLER,
    sellerLogo,
    paymentTestPort: values.PAYMENT_TEST_PORT ?? 0,
  };
}

function companyRegisterOf({ COMPANY_REGISTER: wanted }: Values, production: boolean): Config['companyRegister'] {
  const register = wanted ?? (production ? 'off' : 'made-up');
  return register === 'off' ? null : register;
}

function apiUrlOf(values: Values, publicUrl: string, errors: string[]): string | null {
  const { API_URL: apiUrl } = values;
  if (apiUrl === undefined || apiUrl === new URL(publicUrl).origin) return null;
  if (values.NODE_ENV === 'production' && !apiUrl.startsWith('https:')) errors.push('API_URL must begin with https:// in production.');
  if (values.IDENTITY_BIND_TOKENS)
    errors.push('IDENTITY_BIND_TOKENS=1 needs pages and API at one address: the cookie of the pages does not reach API_URL.');
  return apiUrl;
}
