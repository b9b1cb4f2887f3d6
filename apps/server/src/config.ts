import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { INTERFACE_LANGUAGES, type InterfaceLanguage } from '@checkwell/domain/constants';
import type { SecondStepStaff } from '@checkwell/domain/identity/second-step';
import type { Seller } from '@checkwell/domain/invoice/seller';
import { storedSecret } from './config/secrets.ts';
import { StartupError } from './config/startup-error.ts';
import { type LOG_LEVELS, PROCESS_ROLES, readValues, type TOKEN_ALGORITHMS, type Values, type VariableName } from './config/variables.ts';
import { errorCode } from './platform/error-code.ts';
import { isThisMachine } from './platform/network.ts';

/**
 * The configuration of one process: the only reader of `process.env`.
 * Each variable stands in `.env.example` with its meaning and default; a test compares the two.
 */
export interface Config {
  readonly environment: 'production' | 'development' | 'test';
  /** 0 asks the operating system for a free port. */
  readonly port: number;
  readonly host: string;
  /** Where a process without the role web says how it is; 0 asks for a free port. */
  readonly healthPort: number;
  /** Where browsers reach the product; no slash at the end. */
  readonly publicUrl: string;
  /** Origin at which the pages ask the API; null: the one that they come from. */
  readonly apiUrl: string | null;
  /** Absolute. Embedded database, files, outbox, secrets. */
  readonly dataDir: string;
  /** Absolute. Where backups go, and the log of the embedded database as it is written; null: nowhere. */
  readonly backupDir: string | null;
  /** Where documents are kept; null: in `dataDir`. */
  readonly s3: S3Config | null;
  /** Which scanner looks at uploaded files; null: none. */
  readonly clamd: ClamdConfig | null;
  /** Absolute. The built web application. */
  readonly webDir: string;
  /** Login of the database's owner; null: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly databasePoolSize: number;
  /** After how many milliseconds a query of a request is given up. */
  readonly databaseTimeoutMs: number;
  /** For how many milliseconds connections are still accepted after SIGTERM, while `/readyz` says that the process stops. */
  readonly shutdownDelayMs: number;
  readonly roles: ReadonlySet<ProcessRole>;
  /** At least 32 characters. Never used itself: see `deriveSecret`. */
  readonly appSecret: string;
  /** Others whose work is still read and verified, newest first (docs/operations/secrets.md). */
  readonly formerSecrets: readonly string[];
  /** Demo data, demo sign-ins and the mailbox page. */
  readonly demo: boolean;
  /** About how many checks the demo data has; null: as domain.md describes it. */
  readonly demoChecks: number | null;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Addresses or networks (CIDR) whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Bearer token that opens `/metrics` from elsewhere; null: from this machine only. */
  readonly metricsToken: string | null;
  /** Where traces go; null: nothing is recorded. */
  readonly tracing: TracingConfig | null;
  /** Who is told of a weakness, and until when that is known to be right; null: nobody is named. */
  readonly security: SecurityContact | null;
  /** Whether uploaded certificates are read to fill in their form, on this machine. */
  readonly certificateReading: boolean;
  /** Whether records and personal parts of the logs are erased when their term is over (domain/retention.ts). */
  readonly logErasure: boolean;
  /** Who is asked for name and address of a company by its VAT number; null: nobody. */
  readonly companyRegister: 'vies' | 'made-up' | null;
  /** null: flags are asked of this server alone. */
  readonly launchDarkly: LaunchDarklyConfig | null;
  /** Interface languages on offer, lower case; English is the default where it is one of them, else the first (specification, section 4). */
  readonly languages: readonly InterfaceLanguage[];
  readonly identity: IdentityConfig;
  /** null: no real tenant is configured; outside production the issuer for trying things out takes its place (main.ts). */
  readonly microsoft: MicrosoftRegistration | null;
  readonly mail: MailConfig;
  /** null: no text messages leave, and nobody is told otherwise. */
  readonly sms: SmsConfig | null;
  /** null: no provider is configured; outside production the one for trying things out takes its place (main.ts). */
  readonly payments: PaymentsConfig | null;
  /** Whether visitors may order One Shot Checks, wherever somebody takes their payments. */
  readonly oneShotChecks: boolean;
  /** Who sells the checks: on invoices, in mails and on public pages. Made up outside production, if nobody set it. */
  readonly seller: Seller;
  readonly sellerIsMadeUp: boolean;
  /** null: documents show the product's name instead. */
  readonly sellerLogo: SellerLogo | null;
  /** Port of the payment provider for trying things out; 0: a free one. */
  readonly paymentTestPort: number;
}

/** Whether this installation sells One Shot Checks: where they are not switched off, and somebody takes the payments. */
export const offersOneShot = ({ oneShotChecks, payments }: Pick<Config, 'oneShotChecks' | 'payments'>): boolean =>
  oneShotChecks && payments !== null;

/** What /.well-known/security.txt says (RFC 9116). */
export interface SecurityContact {
  /** mailto: or https: */
  readonly contact: string;
  readonly until: Date;
}

/** A picture for the head of documents. */
export interface SellerLogo {
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly content: Buffer;
}

/** Who takes payments by card. */
export interface PaymentsConfig {
  readonly provider: 'test' | 'stripe';
  readonly secretKey: string;
  readonly publishableKey: string;
  /** With it the provider signs its events. */
  readonly webhookSecret: string;
  /** Another address than Stripe's; null: Stripe. */
  readonly apiUrl: string | null;
  /** Page of the card fields; null: Stripe's own script makes them. */
  readonly elementsUrl: string | null;
}

/** A bucket of a server that speaks the protocol of S3, for this installation alone. */
export interface S3Config {
  readonly bucket: string;
  readonly region: string;
  /** null: the one of Amazon in the region. */
  readonly endpoint: string | null;
  /** The bucket stands in the path, not in the host name. */
  readonly pathStyle: boolean;
  /** null: those that the platform gives the process (role of an instance or a pod). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

/** A collector that takes OTLP over HTTP. */
export interface TracingConfig {
  /** Of traces, absolute. */
  readonly endpoint: string;
  /** Sent with each batch, such as a token. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Where ClamAV's daemon listens. */
export type ClamdConfig = { readonly host: string; readonly port: number } | { readonly path: string };

/** How mails leave. */
export interface MailConfig {
  /** smtp: or smtps:, with login; null: mails stay in the database, for the mailbox page of the demo. */
  readonly smtpUrl: string | null;
  readonly from: { readonly name: string; readonly address: string };
  /** The address that mails come back to, without a `+`; null: the one of `from`. */
  readonly bouncesTo: string | null;
  /** Where a mail server delivers what comes back (Maildir); null: nobody reads it. */
  readonly bouncesDir: string | null;
  /** Signs what a provider reports of mails; null: nobody reports anything. */
  readonly eventsKey: string | null;
}

/** How text messages leave. `stand-in`: they stay in the database, for the mailbox page of the demo. */
export type SmsConfig = { readonly gateway: 'stand-in' } | TwilioConfig;

/** An account of Twilio. */
export interface TwilioConfig {
  readonly gateway: 'twilio';
  readonly accountSid: string;
  /** With it Twilio signs its reports, too. */
  readonly authToken: string;
  /** A number, a name of up to 11 characters, or the id of a messaging service (MG…). */
  readonly from: string;
  /** Another address than Twilio's; null: Twilio. */
  readonly apiUrl: string | null;
}

/** Feature flags that browsers ask LaunchDarkly about; what is switched off here stays off. */
export interface LaunchDarklyConfig {
  /** Public: it travels to browsers. */
  readonly clientId: string;
  /** People are a code there instead of an e-mail address, without their names. */
  readonly hidePeople: boolean;
  /** Origin of a Relay Proxy that browsers ask instead; null: LaunchDarkly's own addresses. */
  readonly relayUrl: string | null;
}

/** Whose access tokens the API accepts beside those of the embedded issuer (design.md 5). */
export interface IdentityConfig {
  readonly external: ExternalIssuer | null;
  /** Tokens of the embedded issuer count only together with the HttpOnly cookie of their browser. */
  readonly bindTokens: boolean;
  /** People of the provider who must have a second step to sign in (docs/decisions/0018). */
  readonly secondStepFor: ReadonlySet<SecondStepStaff>;
}

/** An OpenID Connect issuer. Its users are the profiles with this issuer and their subject. */
export interface ExternalIssuer {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string;
  readonly algorithm: (typeof TOKEN_ALGORITHMS)[number];
  /** Header `typ` of its access tokens. */
  readonly tokenType: string;
  /** Claim that names the account. */
  readonly subjectClaim: string;
}

/** This application as Microsoft Entra ID knows it. */
export interface MicrosoftRegistration {
  /** A tenant's id, lower case; `organizations`: work and school accounts of every tenant. */
  readonly tenant: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where its endpoints are found, without the tenant. */
  readonly authority: string;
  /** What claim `iss` begins with, before the tenant. For Entra ID the same as `authority`. */
  readonly issuerBase: string;
}

export type ProcessRole = (typeof PROCESS_ROLES)[number];

const ENTRA = 'https://login.microsoftonline.com';
/** Secrets that people copy from documents; production refuses them whatever their length. */
const KNOWN_SECRET = /change[-_ ]?me|example|default|checkwell|password|secret/i;

/** The checkout's root: relative paths of the configuration start here, wherever the command was typed. */
export const ROOT_DIR = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Reads and checks the configuration; outside production it also makes the application secret, once, in `DATA_DIR/secrets`.
 * In production nothing has a default that a law, a customer or somebody else's security would rely on (docs/decisions/0036).
 * @throws {StartupError} one sentence per wrong variable; one for all that production misses
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const values = readValues(env);
  const environment = values.NODE_ENV ?? 'development';
  const production = environment === 'production';
  const faults = production ? refusedInProduction(values) : [];
  const external = externalIssuer(values, faults);
  const microsoft = microsoftRegistration(values, faults);
  const launchDarkly = launchDarklyOf(values, faults);
  const port = values.PORT ?? 3000;
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/$/, '');
  const apiUrl = apiUrlOf(values, publicUrl, faults);
  const payments = stripeAccount(values, faults);
  const sms = smsOf(values, faults);
  const seller = sellerOf(values, faults);
  const sellerLogo = logoOf(values.INVOICE_SELLER_LOGO, faults);
  const security = securityOf(values, faults);
  const tracing = tracingOf(values, faults);
  const s3 = s3Of(values, faults);
  if (faults.length > 0) throw new StartupError(faults.join('\n'));
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
    clamd: clamdOf(values),
    webDir: resolve(ROOT_DIR, values.WEB_DIR ?? 'apps/web/dist'),
    databaseUrl: values.DATABASE_URL ?? null,
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

/** As the specification of OpenTelemetry reads the two: traces have their own path below the address, values of headers are encoded. */
function tracingOf(values: Values, faults: string[]): TracingConfig | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_HEADERS: pairs = [] } = values;
  if (base === undefined) return null;
  const headers = pairs.map((pair): [string, string] => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())];
  });
  const { protocol, hostname } = new URL(base);
  // A name without a dot is one of a private network: a service of compose or of a cluster.
  if (values.NODE_ENV === 'production' && headers.length > 0 && protocol === 'http:' && hostname.includes('.') && !isThisMachine(hostname))
    faults.push('OTEL_EXPORTER_OTLP_ENDPOINT must begin with https:// in production, where OTEL_EXPORTER_OTLP_HEADERS is set.');
  return { endpoint: `${base.replace(/\/$/, '')}/v1/traces`, headers: Object.fromEntries(headers) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function securityOf({ SECURITY_CONTACT: contact, SECURITY_CONTACT_UNTIL: until }: Values, faults: string[]): SecurityContact | null {
  if (contact === undefined && until === undefined) return null;
  if (contact !== undefined && until !== undefined) return { contact, until: new Date(`${until}T23:59:59Z`) };
  faults.push('SECURITY_CONTACT and SECURITY_CONTACT_UNTIL must be set together.');
  return null;
}

const S3_COMPANIONS = ['S3_REGION', 'S3_ENDPOINT', 'S3_PATH_STYLE', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
/** Keys of documentation and of servers that nobody has set up. */
const KNOWN_S3_KEY = /^(minioadmin|minio|admin|s3rver|AKIAIOSFODNN7EXAMPLE)$|change[-_ ]?me|example|password/i;

function s3Of(values: Values, faults: string[]): S3Config | null {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (bucket === undefined) {
    const alone = S3_COMPANIONS.filter((name) => values[name] !== undefined);
    if (alone.length > 0)
      faults.push(
        `S3_BUCKET must be set where ${sentenceList(alone)} ${alone.length === 1 ? 'is' : 'are'}: without it files stay on disk.`,
      );
    return null;
  }
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    faults.push(
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together, or neither: then the platform gives the process its keys.',
    );
  if (endpoint === undefined && values.S3_REGION === undefined) faults.push('S3_REGION or S3_ENDPOINT must say where S3_BUCKET is.');
  if (values.NODE_ENV === 'production') {
    // A name without a dot is one of a private network: a service of compose or of a cluster.
    const { protocol, hostname } = new URL(endpoint ?? 'https://amazonaws.com');
    if (protocol === 'http:' && hostname.includes('.') && !isThisMachine(hostname))
      faults.push('S3_ENDPOINT must begin with https:// in production, unless it is a name within a private network.');
    if ([accessKeyId, secretAccessKey].some((key) => key !== undefined && KNOWN_S3_KEY.test(key)))
      faults.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be your own in production: these can be guessed.');
  }
  return {
    bucket,
    region: values.S3_REGION ?? 'us-east-1',
    endpoint: endpoint ?? null,
    pathStyle: values.S3_PATH_STYLE ?? endpoint !== undefined,
    credentials: accessKeyId !== undefined && secretAccessKey !== undefined ? { accessKeyId, secretAccessKey } : null,
  };
}

function clamdOf({ CLAMD_URL: url }: Values): ClamdConfig | null {
  if (url === undefined) return null;
  if (url.protocol === 'unix:') return { path: decodeURIComponent(url.pathname) };
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) };
}

function companyRegisterOf({ COMPANY_REGISTER: wanted }: Values, production: boolean): Config['companyRegister'] {
  const register = wanted ?? (production ? 'off' : 'made-up');
  return register === 'off' ? null : register;
}

function apiUrlOf(values: Values, publicUrl: string, faults: string[]): string | null {
  const { API_URL: apiUrl } = values;
  if (apiUrl === undefined || apiUrl === new URL(publicUrl).origin) return null;
  if (values.NODE_ENV === 'production' && !apiUrl.startsWith('https:')) faults.push('API_URL must begin with https:// in production.');
  if (values.IDENTITY_BIND_TOKENS)
    faults.push('IDENTITY_BIND_TOKENS=1 needs pages and API at one address: the cookie of the pages does not reach API_URL.');
  return apiUrl;
}

function launchDarklyOf(values: Values, faults: string[]): LaunchDarklyConfig | null {
  const { LAUNCHDARKLY_CLIENT_ID: clientId, LAUNCHDARKLY_HIDE_PEOPLE: hidePeople } = values;
  const relay = values.LAUNCHDARKLY_RELAY_URL === undefined ? null : new URL(values.LAUNCHDARKLY_RELAY_URL);
  if (values.NODE_ENV === 'production' && relay?.protocol === 'http:')
    faults.push('LAUNCHDARKLY_RELAY_URL must begin with https:// in production.');
  return clientId === undefined ? null : { clientId, hidePeople: hidePeople ?? false, relayUrl: relay?.origin ?? null };
}

function externalIssuer(values: Values, faults: string[]): ExternalIssuer | null {
  const { IDENTITY_ISSUER: issuer, IDENTITY_AUDIENCE: audience, IDENTITY_JWKS_URL: jwksUrl } = values;
  if (issuer === undefined && audience === undefined && jwksUrl === undefined) return null;
  if (issuer === undefined || audience === undefined || jwksUrl === undefined) {
    faults.push('IDENTITY_ISSUER, IDENTITY_AUDIENCE and IDENTITY_JWKS_URL must be set together.');
    return null;
  }
  if (values.NODE_ENV === 'production' && new URL(jwksUrl).protocol !== 'https:')
    faults.push('IDENTITY_JWKS_URL must begin with https:// in production.');
  return {
    issuer,
    audience,
    jwksUrl,
    algorithm: values.IDENTITY_ALGORITHM ?? 'ES256',
    tokenType: values.IDENTITY_TOKEN_TYPE ?? 'at+jwt',
    subjectClaim: values.IDENTITY_SUBJECT_CLAIM ?? 'sub',
  };
}

function microsoftRegistration(values: Values, faults: string[]): MicrosoftRegistration | null {
  const { MICROSOFT_TENANT_ID: tenant, MICROSOFT_CLIENT_ID: clientId, MICROSOFT_CLIENT_SECRET: clientSecret } = values;
  if (tenant === undefined && clientId === undefined && clientSecret === undefined) return null;
  if (tenant === undefined || clientId === undefined || clientSecret === undefined) {
    faults.push('MICROSOFT_TENANT_ID, MICROSOFT_CLIENT_ID and MICROSOFT_CLIENT_SECRET must be set together.');
    return null;
  }
  const authority = values.MICROSOFT_AUTHORITY?.replace(/\/$/, '') ?? ENTRA;
  if (values.NODE_ENV === 'production' && new URL(authority).protocol !== 'https:')
    faults.push('MICROSOFT_AUTHORITY must begin with https:// in production.');
  return { tenant, clientId, clientSecret, authority, issuerBase: authority };
}

/** Who sells while things are tried out: nobody. Production refuses its number and account wherever they come from. */
const DEMO_SELLER: Seller = {
  name: 'Checkwell (demo)',
  legalForm: 'BV',
  companyNumber: 'BE0123456749',
  court: 'Brussel',
  address: 'Wetstraat 16, 1000 Brussel',
  iban: 'BE68539007547034',
  bic: 'GKCCBEBB',
  phoneNumber: '+3220000000',
  email: 'info@checkwell.example',
};

/** What `INVOICE_SELLER_*` says, whole or not at all. */
function sellerOf(values: Values, faults: string[]): Seller {
  const set = SELLER_VARIABLES.filter((name) => values[name] !== undefined);
  // Production has said already which are missing.
  if (set.length > 0 && set.length < SELLER_VARIABLES.length && values.NODE_ENV !== 'production')
    faults.push(`${sentenceList(SELLER_VARIABLES)} must be set together.`);
  if (set.length < SELLER_VARIABLES.length) return DEMO_SELLER;
  return {
    name: values.INVOICE_SELLER_NAME ?? '',
    legalForm: values.INVOICE_SELLER_LEGAL_FORM ?? DEMO_SELLER.legalForm,
    companyNumber: values.INVOICE_SELLER_NUMBER ?? '',
    court: values.INVOICE_SELLER_COURT ?? '',
    address: values.INVOICE_SELLER_ADDRESS ?? '',
    iban: values.INVOICE_SELLER_IBAN ?? '',
    bic: values.INVOICE_SELLER_BIC ?? '',
    phoneNumber: values.INVOICE_SELLER_PHONE ?? '',
    email: values.INVOICE_SELLER_EMAIL ?? '',
  };
}

const LOGO_MAX_BYTES = 512 * 1024;
const LOGO_BEGINS = [
  { mediaType: 'image/png', bytes: Buffer.from('89504e470d0a1a0a', 'hex') },
  { mediaType: 'image/jpeg', bytes: Buffer.from('ffd8ff', 'hex') },
] as const;

function logoOf(file: string | undefined, faults: string[]): SellerLogo | null {
  if (file === undefined) return null;
  const path = resolve(ROOT_DIR, file);
  try {
    const content = readFileSync(path);
    const found = LOGO_BEGINS.find(({ bytes }) => content.subarray(0, bytes.length).equals(bytes));
    if (found && content.length <= LOGO_MAX_BYTES) return { mediaType: found.mediaType, content };
    faults.push(`INVOICE_SELLER_LOGO must be a PNG or JPEG file of at most ${LOGO_MAX_BYTES / 1024} KB; ${path} is none.`);
  } catch (error) {
    if (!(error instanceof Error) || errorCode(error) === undefined) throw error;
    faults.push(`INVOICE_SELLER_LOGO cannot be read: ${error.message}.`);
  }
  return null;
}

function stripeAccount(values: Values, faults: string[]): PaymentsConfig | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values;
  if (secretKey === undefined && publishableKey === undefined && webhookSecret === undefined) return null;
  if (secretKey === undefined || publishableKey === undefined || webhookSecret === undefined) {
    faults.push(`${sentenceList(STRIPE_VARIABLES)} must be set together.`);
    return null;
  }
  if (secretKey.includes('_live_') !== publishableKey.includes('_live_'))
    faults.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be both of live mode or both of test mode.');
  if (values.NODE_ENV === 'production' && !secretKey.includes('_live_'))
    faults.push(
      'STRIPE_SECRET_KEY must be of live mode in production: with test cards nobody pays, and the invoice would say that they had.',
    );
  const apiUrl = values.STRIPE_API_URL ?? null;
  if (apiUrl !== null && (values.NODE_ENV === 'production' || secretKey.includes('_live_')))
    faults.push('STRIPE_API_URL is for trying things out: neither in production nor with keys of live mode.');
  return { provider: 'stripe', secretKey, publishableKey, webhookSecret, apiUrl, elementsUrl: null };
}

function mailOf(values: Values): MailConfig {
  return {
    smtpUrl: values.SMTP_URL ?? null,
    from: values.MAIL_FROM ?? { name: 'Checkwell', address: 'no-reply@checkwell.example' },
    bouncesTo: values.MAIL_BOUNCES_TO ?? null,
    bouncesDir: values.MAIL_BOUNCES_DIR === undefined ? null : resolve(ROOT_DIR, values.MAIL_BOUNCES_DIR),
    eventsKey: values.MAIL_EVENTS_KEY ?? null,
  };
}

function smsOf(values: Values, faults: string[]): SmsConfig | null {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = values;
  const production = values.NODE_ENV === 'production';
  const isSet = accountSid !== undefined || authToken !== undefined || from !== undefined;
  // Nobody's text messages end in a mailbox that nobody opens.
  const gateway = values.SMS_GATEWAY ?? (isSet ? 'twilio' : production ? 'off' : 'stand-in');
  if (gateway === 'off') return null;
  if (gateway === 'stand-in') {
    if (production) faults.push('SMS_GATEWAY must be twilio or off in production: with the stand-in no text message leaves.');
    return { gateway };
  }
  if (accountSid === undefined || authToken === undefined || from === undefined) {
    faults.push(
      `${sentenceList(TWILIO_VARIABLES)} must be set together${values.SMS_GATEWAY === undefined ? '' : ' for SMS_GATEWAY=twilio'}.`,
    );
    return null;
  }
  const apiUrl = values.TWILIO_API_URL?.replace(/\/$/, '') ?? null;
  if (apiUrl !== null && production) faults.push('TWILIO_API_URL is for trying things out, not for production.');
  return { gateway, accountSid, authToken, from, apiUrl };
}

/** Without these, production would sign, send or invoice with something that nobody gave it. */
const SELLER_VARIABLES = [
  'INVOICE_SELLER_NAME',
  'INVOICE_SELLER_LEGAL_FORM',
  'INVOICE_SELLER_NUMBER',
  'INVOICE_SELLER_COURT',
  'INVOICE_SELLER_ADDRESS',
  'INVOICE_SELLER_IBAN',
  'INVOICE_SELLER_BIC',
  'INVOICE_SELLER_PHONE',
  'INVOICE_SELLER_EMAIL',
] as const satisfies readonly VariableName[];
const STRIPE_VARIABLES = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const satisfies readonly VariableName[];
const TWILIO_VARIABLES = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const satisfies readonly VariableName[];
const NEEDED_IN_PRODUCTION = [
  'APP_SECRET',
  'PUBLIC_URL',
  'SMTP_URL',
  'MAIL_FROM',
  ...SELLER_VARIABLES,
] as const satisfies readonly VariableName[];

function refusedInProduction(values: Values): string[] {
  const needed: readonly VariableName[] = [...NEEDED_IN_PRODUCTION, ...(values.ONE_SHOT_CHECKS === true ? STRIPE_VARIABLES : [])];
  const missing = needed.filter((name) => values[name] === undefined);
  const faults: string[] = [];
  if (missing.length > 0)
    faults.push(
      `In production ${sentenceList(missing)} must be set: secrets, mails, invoices and payments rest on what they say, and nothing of that is made up there (see .env.example).`,
    );
  if (values.APP_SECRET !== undefined && (KNOWN_SECRET.test(values.APP_SECRET) || new Set(values.APP_SECRET).size < 10))
    faults.push('APP_SECRET must be random in production: this one can be guessed (make one with: openssl rand -base64 48).');
  if (values.APP_SECRET !== undefined && values.APP_SECRET_PREVIOUS?.includes(values.APP_SECRET))
    faults.push('APP_SECRET_PREVIOUS must not contain APP_SECRET itself.');
  if (values.PUBLIC_URL !== undefined) {
    const { protocol, hostname } = new URL(values.PUBLIC_URL);
    if (protocol === 'http:' && !isThisMachine(hostname)) {
      faults.push(`PUBLIC_URL must begin with https:// in production; it is "${values.PUBLIC_URL}".`);
    }
  }
  for (const [name, demo] of [
    ['INVOICE_SELLER_NUMBER', DEMO_SELLER.companyNumber],
    ['INVOICE_SELLER_IBAN', DEMO_SELLER.iban],
  ] as const)
    if (values[name] === demo) faults.push(`${name} must be your own in production; "${demo}" is an example and nobody's.`);
  if (values.COMPANY_REGISTER === 'made-up')
    faults.push('COMPANY_REGISTER must be vies or off in production: names and addresses of companies are not made up there.');
  if (values.DEMO === true) faults.push('DEMO must not be 1 in production: it shows the mails of everybody and has public passwords.');
  return faults;
}

/** `A, B and C` */
const sentenceList = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
