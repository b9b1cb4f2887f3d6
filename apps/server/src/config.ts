import { createHmac, randomBytes } from 'node:crypto';
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { INTERFACE_LANGUAGES, type InterfaceLanguage } from '@checkwell/domain/constants';
import { SECOND_STEP_STAFF, type SecondStepStaff } from '@checkwell/domain/identity/second-step';
import { LEGAL_FORM_NAMES, LEGAL_FORMS, legalFormOf } from '@checkwell/domain/invoice/legal-form';
import type { Seller } from '@checkwell/domain/invoice/seller';
import { bicLooksRight, normaliseIban } from '@checkwell/domain/people/numbers/iban-check';
import { normalisePhone } from '@checkwell/domain/people/numbers/phone';
import { normaliseVat, vatLooksRight } from '@checkwell/domain/people/numbers/vat';
import { z } from 'zod';
import { makeFolders } from './platform/folders.ts';
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
  /** Demo data, demo sign-ins and the mailbox page. */
  readonly demo: boolean;
  /** About how many checks the demo data has; null: as domain.md describes it. */
  readonly demoChecks: number | null;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Addresses or networks (CIDR) whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Bearer token that opens `/metrics` from elsewhere; null: from this machine only. */
  readonly metricsToken: string | null;
  /** Who is told of a weakness, and until when that is known to be right; null: nobody is named. */
  readonly security: SecurityContact | null;
  /** Whether uploaded certificates are read to fill in their form, on this machine. */
  readonly certificateReading: boolean;
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

const PROCESS_ROLES = ['web', 'jobs'] as const;
const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
const TOKEN_ALGORITHMS = ['ES256', 'ES384', 'EdDSA', 'RS256', 'PS256'] as const;
const SECRET_LENGTH = 32;
const ENTRA = 'https://login.microsoftonline.com';
const TENANT = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|organizations)$/;
/** Secrets that people copy from documents; production refuses them whatever their length. */
const KNOWN_SECRET = /change[-_ ]?me|example|default|checkwell|password|secret/i;

/** The checkout's root: relative paths of the configuration start here, wherever the command was typed. */
export const ROOT_DIR = fileURLToPath(new URL('../../../', import.meta.url));

/** A reason not to start that the person at the terminal can mend: one sentence, shown without a stack. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

const list = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

const listOf = <const Items extends readonly string[]>(items: Items) =>
  z
    .string()
    .transform((text) => list(text).map((item) => item.toLowerCase()))
    .pipe(z.array(z.enum(items)).min(1));

const wholeNumber = (lowest: number, highest: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(lowest).max(highest));

const url = (protocols: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).hostname !== '');

/** Each variable: what it accepts, and how the sentence about a wrong value ends. */
const VARIABLES = {
  NODE_ENV: { accepts: z.enum(['production', 'development', 'test']), must: 'be production, development or test' },
  PORT: { accepts: wholeNumber(0, 65_535), must: 'be a whole number from 0 to 65535' },
  HEALTH_PORT: { accepts: wholeNumber(0, 65_535), must: 'be a whole number from 0 to 65535' },
  HOST: { accepts: z.string().regex(/^[\w.:-]+$/), must: 'be an address or host name to listen on, such as 127.0.0.1 or 0.0.0.0' },
  PUBLIC_URL: {
    accepts: url(['http:', 'https:']).refine((text) => /^https?:\/\/[^/?#@]+\/?$/.test(text)),
    must: 'be the address of the product in browsers without a path, such as https://checks.example.be',
  },
  API_URL: {
    accepts: url(['http:', 'https:'])
      .refine((text) => /^https?:\/\/[^/?#@]+\/?$/.test(text))
      .transform((text) => new URL(text).origin),
    must: 'be the address of the API in browsers without a path, such as https://api.example.be',
  },
  DATA_DIR: { accepts: z.string(), must: 'be a folder' },
  BACKUP_DIR: { accepts: z.string(), must: 'be a folder' },
  S3_BUCKET: {
    accepts: z.string().regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/),
    must: 'be the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens',
  },
  S3_REGION: { accepts: z.string().regex(/^[a-z\d-]{1,40}$/), must: 'be the name of a region, such as eu-west-1' },
  S3_ENDPOINT: {
    accepts: url(['http:', 'https:'])
      .refine((text) => /^https?:\/\/[^/?#@]+\/?$/.test(text))
      .transform((text) => new URL(text).origin),
    must: 'be the address of a server without a path, such as https://s3.example.be',
  },
  S3_PATH_STYLE: { accepts: z.enum(['0', '1']).transform((text) => text === '1'), must: 'be 1 or 0' },
  S3_ACCESS_KEY_ID: { accepts: z.string().regex(/^\S{3,128}$/), must: 'have 3 to 128 characters, without spaces' },
  S3_SECRET_ACCESS_KEY: { accepts: z.string().regex(/^\S{6,}$/), must: 'have at least 6 characters, without spaces', hidden: true },
  WEB_DIR: { accepts: z.string(), must: 'be a folder' },
  DATABASE_URL: {
    accepts: url(['postgres:', 'postgresql:']),
    must: 'have the form postgres://user:password@host:5432/database',
    hidden: true,
  },
  DATABASE_POOL_SIZE: { accepts: wholeNumber(2, 200), must: 'be a whole number from 2 to 200' },
  DATABASE_TIMEOUT_MS: { accepts: wholeNumber(100, 600_000), must: 'be milliseconds from 100 to 600000' },
  SHUTDOWN_DELAY_MS: { accepts: wholeNumber(0, 600_000), must: 'be milliseconds from 0 to 600000' },
  ROLES: { accepts: listOf(PROCESS_ROLES), must: 'be web, jobs, or both with a comma between' },
  APP_SECRET: { accepts: z.string().min(SECRET_LENGTH), must: `have at least ${SECRET_LENGTH} characters`, hidden: true },
  DEMO: { accepts: z.enum(['0', '1']).transform((text) => text === '1'), must: 'be 1 or 0' },
  DEMO_CHECKS: { accepts: wholeNumber(1000, 1_000_000), must: 'be a whole number from 1000 to 1000000' },
  LOG_LEVEL: { accepts: z.enum(LOG_LEVELS), must: `be one of ${LOG_LEVELS.join(', ')}` },
  TRUSTED_PROXIES: {
    accepts: z
      .string()
      .transform(list)
      .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))),
    must: 'be IP addresses or networks such as 10.0.0.0/8, with commas between',
  },
  METRICS_TOKEN: { accepts: z.string().regex(/^[\w.~+/=-]{16,}$/), must: 'have at least 16 characters, without spaces', hidden: true },
  SECURITY_CONTACT: {
    accepts: z.string().regex(/^(mailto:[^\s@?]+@[^\s@?]+|https:\/\/\S+)$/),
    must: 'be an address such as mailto:security@example.be, or a page at https://',
  },
  SECURITY_CONTACT_UNTIL: { accepts: z.iso.date(), must: 'be a day, such as 2027-06-30' },
  CERTIFICATE_READING: { accepts: z.enum(['on', 'off']).transform((text) => text === 'on'), must: 'be on or off' },
  LAUNCHDARKLY_CLIENT_ID: {
    accepts: z.string().regex(/^[\da-f]{24}$/),
    must: 'be the client-side ID of an environment, 24 hexadecimal digits',
  },
  LAUNCHDARKLY_RELAY_URL: {
    accepts: url(['http:', 'https:']).refine((text) => new URL(text).pathname === '/'),
    must: 'be the address of a Relay Proxy without a path, such as https://flags.example.be',
  },
  LAUNCHDARKLY_HIDE_PEOPLE: { accepts: z.enum(['0', '1']).transform((text) => text === '1'), must: 'be 1 or 0' },
  LANGUAGES: { accepts: listOf(INTERFACE_LANGUAGES), must: 'be one or more of en, fr, nl with commas between' },
  IDENTITY_ISSUER: { accepts: z.string().max(500), must: 'be the issuer as it stands in the tokens (claim iss)' },
  IDENTITY_AUDIENCE: { accepts: z.string().max(500), must: 'be the audience as it stands in the tokens (claim aud)' },
  IDENTITY_JWKS_URL: { accepts: url(['http:', 'https:']), must: "be the address of the issuer's public keys (jwks_uri)" },
  IDENTITY_ALGORITHM: { accepts: z.enum(TOKEN_ALGORITHMS), must: `be one of ${TOKEN_ALGORITHMS.join(', ')}` },
  IDENTITY_TOKEN_TYPE: { accepts: z.string().regex(/^[\w.+-]+$/), must: 'be the type of access tokens (header typ), such as at+jwt' },
  IDENTITY_SUBJECT_CLAIM: { accepts: z.string().regex(/^[\w.:/-]+$/), must: 'be the name of a claim, such as sub or oid' },
  MICROSOFT_TENANT_ID: {
    accepts: z
      .string()
      .transform((text) => text.toLowerCase())
      .pipe(z.string().regex(TENANT)),
    must: 'be the id of a tenant (a UUID), or organizations',
  },
  MICROSOFT_CLIENT_ID: { accepts: z.uuid(), must: 'be the application (client) id, a UUID' },
  MICROSOFT_AUTHORITY: { accepts: url(['http:', 'https:']), must: 'be an address like https://login.microsoftonline.us' },
  MICROSOFT_CLIENT_SECRET: { accepts: z.string().min(16).max(500), must: 'have at least 16 characters', hidden: true },
  SMTP_URL: { accepts: url(['smtp:', 'smtps:']), must: 'have the form smtp://user:password@mail.example.be:587', hidden: true },
  MAIL_FROM: {
    accepts: z
      .string()
      .regex(/^[^<>"@\r\n]+ <[^\s<>@]+@[^\s<>@]+>$/)
      .transform((text) => ({ name: text.slice(0, text.indexOf('<')).trim(), address: text.slice(text.indexOf('<') + 1, -1) })),
    must: 'have the form Name <checks@example.be>',
  },
  MAIL_BOUNCES_TO: {
    accepts: z.email().refine((text) => !text.includes('+')),
    must: 'be an e-mail address without +, such as bounces@example.be',
  },
  MAIL_BOUNCES_DIR: { accepts: z.string(), must: 'be a folder in the form of Maildir' },
  MAIL_EVENTS_KEY: { accepts: z.string().min(16).max(500), must: 'have at least 16 characters', hidden: true },
  SMS_GATEWAY: { accepts: z.enum(['twilio', 'stand-in', 'off']), must: 'be twilio, stand-in or off' },
  TWILIO_ACCOUNT_SID: { accepts: z.string().regex(/^AC[\da-f]{32}$/), must: 'be the id of an account: AC and 32 hexadecimal digits' },
  TWILIO_AUTH_TOKEN: { accepts: z.string().regex(/^[\da-f]{32}$/), must: 'have 32 hexadecimal digits', hidden: true },
  TWILIO_FROM: {
    accepts: z.string().regex(/^(\+[1-9]\d{6,14}|MG[\da-f]{32}|(?=.*[A-Za-z])[\dA-Za-z ]{1,11})$/),
    must: 'be a number such as +32460123456, a name of at most 11 letters, or the id of a messaging service (MG…)',
  },
  TWILIO_API_URL: { accepts: url(['http:', 'https:']), must: 'be an address like http://127.0.0.1:12111' },
  STRIPE_SECRET_KEY: { accepts: z.string().regex(/^(sk|rk)_\w{16,}$/), must: 'begin with sk_ or rk_', hidden: true },
  STRIPE_PUBLISHABLE_KEY: { accepts: z.string().regex(/^pk_\w{16,}$/), must: 'begin with pk_' },
  STRIPE_WEBHOOK_SECRET: { accepts: z.string().regex(/^whsec_\w{16,}$/), must: 'begin with whsec_', hidden: true },
  STRIPE_API_URL: { accepts: url(['http:', 'https:']), must: 'be an address like http://127.0.0.1:12111' },
  ONE_SHOT_CHECKS: { accepts: z.enum(['on', 'off']).transform((text) => text === 'on'), must: 'be on or off' },
  COMPANY_REGISTER: { accepts: z.enum(['vies', 'made-up', 'off']), must: 'be vies, made-up or off' },
  INVOICE_SELLER_NAME: { accepts: z.string().max(100), must: 'be the name of a company' },
  INVOICE_SELLER_LEGAL_FORM: {
    accepts: z
      .string()
      .transform((text) => legalFormOf(text) ?? text)
      .pipe(z.enum(LEGAL_FORM_NAMES)),
    must: `be a legal form: ${Object.values(LEGAL_FORMS)
      .map(({ nl, fr }) => `${nl} or ${fr}`)
      .join(', ')}`,
  },
  INVOICE_SELLER_COURT: {
    accepts: z.string().regex(/^\p{L}[\p{L}\p{M} ,'’-]{1,79}$/u),
    must: 'be the seat of an enterprise court, such as Brussel',
  },
  INVOICE_SELLER_NUMBER: {
    accepts: z
      .string()
      .refine(vatLooksRight)
      .transform((text) => normaliseVat(text) ?? text),
    must: 'be a Belgian VAT number with right check digits, such as BE0123456749',
  },
  INVOICE_SELLER_ADDRESS: { accepts: z.string().regex(/^.+, \d{4} \D+$/), must: 'have the form Street 1, 1000 Town' },
  INVOICE_SELLER_IBAN: {
    accepts: z
      .string()
      .refine((text) => normaliseIban(text) !== null)
      .transform((text) => normaliseIban(text) ?? text),
    must: 'be an IBAN with right check digits, such as BE68 5390 0754 7034',
  },
  INVOICE_SELLER_BIC: {
    accepts: z
      .string()
      .transform((text) => text.replaceAll(' ', '').toUpperCase())
      .refine(bicLooksRight),
    must: 'be the BIC of a bank, 8 or 11 characters, such as GKCCBEBB',
  },
  INVOICE_SELLER_PHONE: {
    accepts: z
      .string()
      .refine((text) => normalisePhone(text) !== null)
      .transform((text) => normalisePhone(text) ?? text),
    must: 'be a telephone number, such as +32 2 123 45 67',
  },
  INVOICE_SELLER_EMAIL: { accepts: z.email(), must: 'be an e-mail address, such as info@example.be' },
  INVOICE_SELLER_LOGO: { accepts: z.string(), must: 'be a PNG or JPEG file' },
  PAYMENT_TEST_PORT: { accepts: wholeNumber(0, 65_535), must: 'be a whole number from 0 to 65535' },
  IDENTITY_SECOND_STEP_FOR: { accepts: listOf(SECOND_STEP_STAFF), must: 'be planner, doctor, or both with a comma between' },
  IDENTITY_BIND_TOKENS: { accepts: z.enum(['0', '1']).transform((text) => text === '1'), must: 'be 1 or 0' },
} as const satisfies Record<string, { accepts: z.ZodType; must: string; hidden?: true }>;

type VariableName = keyof typeof VARIABLES;
type Values = { [Name in VariableName]?: z.output<(typeof VARIABLES)[Name]['accepts']> };

/** Every variable that the server reads. */
export const VARIABLE_NAMES = Object.keys(VARIABLES) as readonly VariableName[];

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
    webDir: resolve(ROOT_DIR, values.WEB_DIR ?? 'apps/web/dist'),
    databaseUrl: values.DATABASE_URL ?? null,
    databasePoolSize: values.DATABASE_POOL_SIZE ?? 10,
    databaseTimeoutMs: values.DATABASE_TIMEOUT_MS ?? 2000,
    shutdownDelayMs: values.SHUTDOWN_DELAY_MS ?? (production ? 5000 : 0),
    roles: new Set(values.ROLES ?? PROCESS_ROLES),
    appSecret: values.APP_SECRET ?? storedSecret(dataDir, 'app-secret'),
    demo: values.DEMO ?? !production,
    demoChecks: values.DEMO_CHECKS ?? null,
    logLevel: values.LOG_LEVEL ?? 'info',
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    metricsToken: values.METRICS_TOKEN ?? null,
    security,
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
    if (!isErrno(error)) throw error;
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

function readValues(env: Readonly<Record<string, string | undefined>>): Values {
  const values: Values = {};
  const faults: string[] = [];
  for (const name of VARIABLE_NAMES) {
    const text = env[name]?.trim();
    if (text === undefined || text === '') continue;
    const rule: { accepts: z.ZodType; must: string; hidden?: true } = VARIABLES[name];
    const result = rule.accepts.safeParse(text);
    if (result.success) Object.assign(values, { [name]: result.data });
    else faults.push(`${name} must ${rule.must}${rule.hidden ? '' : `; it is "${text}"`}.`);
  }
  if (faults.length > 0) throw new StartupError(faults.join('\n'));
  return values;
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

/**
 * A secret of this installation, made once and kept in `DATA_DIR/secrets`. Several processes that start together get the same one.
 * @throws {StartupError} when the folder cannot be written
 */
export function storedSecret(dataDir: string, name: string): string {
  const directory = join(dataDir, 'secrets');
  const path = join(directory, name);
  try {
    const present = readSecret(path);
    if (present !== undefined) return present;
    if (makeFolders(dataDir)) chmodSync(dataDir, dataDirMode());
    makeFolders(directory);
    chmodSync(directory, 0o700);
    const draft = join(directory, `.${name}.${process.pid}.${randomBytes(4).toString('hex')}`);
    writeFileSync(draft, `${randomBytes(36).toString('base64url')}\n`, { mode: 0o600, flush: true });
    try {
      linkSync(draft, path); // fails when another process was first: its secret counts
    } catch (error) {
      if (!isErrno(error, 'EEXIST')) throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    return readSecret(path) ?? fail(`The secret ${path} vanished while it was being made.`);
  } catch (error) {
    if (error instanceof StartupError || !isErrno(error)) throw error;
    throw new StartupError(`The secrets of this installation cannot be kept in ${directory}: ${error.message}.`);
  }
}

function readSecret(path: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
  if (text.length < SECRET_LENGTH)
    throw new StartupError(`The secret in ${path} is damaged (shorter than ${SECRET_LENGTH} characters); restore it from a backup.`);
  return text;
}

/**
 * A secret for one purpose: HMAC-SHA256 of the purpose under APP_SECRET, so that no two purposes share a key.
 * @param purpose a fixed phrase, such as "postgres role checkwell_api"; changing it changes the key
 * @returns 32 bytes
 */
export function deriveSecret(config: Pick<Config, 'appSecret'>, purpose: string): Buffer {
  return createHmac('sha256', config.appSecret).update(purpose).digest();
}

function isErrno(error: unknown, code?: string): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && (code === undefined || error.code === code);
}

function fail(sentence: string): never {
  throw new StartupError(sentence);
}

/** Only its owner looks into the data folder; when that is root, the database's own account must be able to pass through to its part. */
export function dataDirMode(): number {
  return process.getuid?.() === 0 ? 0o711 : 0o700;
}
