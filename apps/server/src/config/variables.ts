import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import { SECOND_STEP_STAFF } from '@checkwell/domain/identity/second-step';
import { LEGAL_FORM_NAMES, LEGAL_FORMS, legalFormOf } from '@checkwell/domain/invoice/legal-form';
import { bicLooksRight, normaliseIban } from '@checkwell/domain/people/numbers/iban-check';
import { normalisePhone } from '@checkwell/domain/people/numbers/phone';
import { normaliseVat, vatLooksRight } from '@checkwell/domain/people/numbers/vat';
import { z } from 'zod';
import { StartupError } from './startup-error.ts';

export const PROCESS_ROLES = ['web', 'jobs'] as const;
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export const TOKEN_ALGORITHMS = ['ES256', 'ES384', 'EdDSA', 'RS256', 'PS256'] as const;
export const SECRET_LENGTH = 32;
const TENANT = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|organizations)$/;

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

/** An address without a path. */
const address = url(['http:', 'https:']).refine((text) => /^https?:\/\/[^/?#@]+\/?$/.test(text));
const zeroOrOne = z.enum(['0', '1']).transform((text) => text === '1');
const onOrOff = z.enum(['on', 'off']).transform((text) => text === 'on');

/** Each variable: what it accepts, and how the sentence about a wrong value ends. */
const VARIABLES = {
  NODE_ENV: { accepts: z.enum(['production', 'development', 'test']), must: 'be production, development or test' },
  PORT: { accepts: wholeNumber(0, 65_535), must: 'be a whole number from 0 to 65535' },
  HEALTH_PORT: { accepts: wholeNumber(0, 65_535), must: 'be a whole number from 0 to 65535' },
  HOST: { accepts: z.string().regex(/^[\w.:-]+$/), must: 'be an address or host name to listen on, such as 127.0.0.1 or 0.0.0.0' },
  PUBLIC_URL: {
    accepts: address,
    must: 'be the address of the product in browsers without a path, such as https://checks.example.be',
  },
  API_URL: {
    accepts: address.transform((text) => new URL(text).origin),
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
    accepts: address.transform((text) => new URL(text).origin),
    must: 'be the address of a server without a path, such as https://s3.example.be',
  },
  S3_PATH_STYLE: { accepts: zeroOrOne, must: 'be 1 or 0' },
  S3_ACCESS_KEY_ID: { accepts: z.string().regex(/^\S{3,128}$/), must: 'have 3 to 128 characters, without spaces' },
  S3_SECRET_ACCESS_KEY: { accepts: z.string().regex(/^\S{6,}$/), must: 'have at least 6 characters, without spaces', hidden: true },
  FILES_MOVE: { accepts: z.enum(['to-bucket', 'to-disk']), must: 'be to-bucket or to-disk' },
  CLAMD_URL: {
    accepts: z
      .string()
      .refine((text) => /^(tcp:\/\/([\w.-]+|\[[\da-fA-F:]+\]):\d{1,5}|unix:\/\/\/[^?#\0]+)$/.test(text) && URL.canParse(text))
      .transform((text) => new URL(text)),
    must: 'be where clamd listens: tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl',
  },
  WEB_DIR: { accepts: z.string(), must: 'be a folder' },
  DATABASE_URL: {
    accepts: url(['postgres:', 'postgresql:']),
    must: 'have the form postgres://user:password@host:5432/database',
    hidden: true,
  },
  REPLICA_DATABASE_URL: {
    accepts: url(['postgres:', 'postgresql:']),
    must: 'have the form postgres://host:5432/database',
    hidden: true,
  },
  DATABASE_POOL_SIZE: { accepts: wholeNumber(2, 200), must: 'be a whole number from 2 to 200' },
  DATABASE_TIMEOUT_MS: { accepts: wholeNumber(100, 600_000), must: 'be milliseconds from 100 to 600000' },
  SHUTDOWN_DELAY_MS: { accepts: wholeNumber(0, 600_000), must: 'be milliseconds from 0 to 600000' },
  ROLES: { accepts: listOf(PROCESS_ROLES), must: 'be web, jobs, or both with a comma between' },
  APP_SECRET: { accepts: z.string().min(SECRET_LENGTH), must: `have at least ${SECRET_LENGTH} characters`, hidden: true },
  APP_SECRET_PREVIOUS: {
    accepts: z
      .string()
      .transform(list)
      .pipe(z.array(z.string().min(SECRET_LENGTH)).min(1)),
    must: `be former secrets of at least ${SECRET_LENGTH} characters, with commas between`,
    hidden: true,
  },
  DEMO: { accepts: zeroOrOne, must: 'be 1 or 0' },
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
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    accepts: url(['http:', 'https:']).refine((text) => /^[^?#@]+$/.test(text)),
    must: 'be the address of a collector that takes OTLP over HTTP, such as http://localhost:4318',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    accepts: z
      .string()
      .transform(list)
      .pipe(z.array(z.string().regex(/^[\w-]+ ?=[\w.~%+/=: -]+$/)).min(1)),
    must: 'have the form name=value,other=value, values encoded as in addresses',
    hidden: true,
  },
  SECURITY_CONTACT: {
    accepts: z.string().regex(/^(mailto:[^\s@?]+@[^\s@?]+|https:\/\/\S+)$/),
    must: 'be an address such as mailto:security@example.be, or a page at https://',
  },
  SECURITY_CONTACT_UNTIL: { accepts: z.iso.date(), must: 'be a day, such as 2027-06-30' },
  CERTIFICATE_READING: { accepts: onOrOff, must: 'be on or off' },
  LOG_ERASURE: { accepts: onOrOff, must: 'be on or off' },
  LAUNCHDARKLY_CLIENT_ID: {
    accepts: z.string().regex(/^[\da-f]{24}$/),
    must: 'be the client-side ID of an environment, 24 hexadecimal digits',
  },
  LAUNCHDARKLY_RELAY_URL: {
    accepts: url(['http:', 'https:']).refine((text) => new URL(text).pathname === '/'),
    must: 'be the address of a Relay Proxy without a path, such as https://flags.example.be',
  },
  LAUNCHDARKLY_HIDE_PEOPLE: { accepts: zeroOrOne, must: 'be 1 or 0' },
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
  SMS_GATEWAY: { accepts: z.enum(['twilio', 'smpp', 'stand-in', 'off']), must: 'be twilio, smpp, stand-in or off' },
  TWILIO_ACCOUNT_SID: { accepts: z.string().regex(/^AC[\da-f]{32}$/), must: 'be the id of an account: AC and 32 hexadecimal digits' },
  TWILIO_AUTH_TOKEN: { accepts: z.string().regex(/^[\da-f]{32}$/), must: 'have 32 hexadecimal digits', hidden: true },
  TWILIO_FROM: {
    accepts: z.string().regex(/^(\+[1-9]\d{6,14}|MG[\da-f]{32}|(?=.*[A-Za-z])[\dA-Za-z ]{1,11})$/),
    must: 'be a number such as +32460123456, a name of at most 11 letters, or the id of a messaging service (MG…)',
  },
  TWILIO_API_URL: { accepts: url(['http:', 'https:']), must: 'be an address like http://127.0.0.1:12111' },
  SMPP_URL: {
    accepts: url(['smpp:', 'ssmpp:'])
      .refine((text) => /^s?smpp:\/\/[^/?#@]+\/?$/.test(text))
      .transform((text) => new URL(text)),
    must: 'be where the operator listens: ssmpp://smsc.example.be:3550 (TLS) or smpp://smsc.example.be:2775',
  },
  SMPP_SYSTEM_ID: { accepts: z.string().regex(/^[\x21-\x7e]{1,15}$/), must: 'have at most 15 characters, without spaces' },
  SMPP_PASSWORD: { accepts: z.string().regex(/^[\x21-\x7e]{1,64}$/), must: 'have at most 64 characters, without spaces', hidden: true },
  SMPP_FROM: {
    accepts: z.string().regex(/^(\+[1-9]\d{6,14}|(?=.*[A-Za-z])[\dA-Za-z ]{1,11})$/),
    must: 'be a number such as +32460123456, or a name of at most 11 letters',
  },
  STRIPE_SECRET_KEY: { accepts: z.string().regex(/^(sk|rk)_\w{16,}$/), must: 'begin with sk_ or rk_', hidden: true },
  STRIPE_PUBLISHABLE_KEY: { accepts: z.string().regex(/^pk_\w{16,}$/), must: 'begin with pk_' },
  STRIPE_WEBHOOK_SECRET: { accepts: z.string().regex(/^whsec_\w{16,}$/), must: 'begin with whsec_', hidden: true },
  STRIPE_API_URL: { accepts: url(['http:', 'https:']), must: 'be an address like http://127.0.0.1:12111' },
  ONE_SHOT_CHECKS: { accepts: onOrOff, must: 'be on or off' },
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
  IDENTITY_BIND_TOKENS: { accepts: zeroOrOne, must: 'be 1 or 0' },
} as const satisfies Record<string, { accepts: z.ZodType; must: string; hidden?: true }>;

export type VariableName = keyof typeof VARIABLES;
/** What is set, read. */
export type Values = { [Name in VariableName]?: z.output<(typeof VARIABLES)[Name]['accepts']> };

/** Every variable that the server reads. */
export const VARIABLE_NAMES = Object.keys(VARIABLES) as readonly VariableName[];

/** @throws {StartupError} one sentence per wrong variable */
export function readValues(env: Readonly<Record<string, string | undefined>>): Values {
  const values: Values = {};
  const errors: string[] = [];
  for (const name of VARIABLE_NAMES) {
    const text = env[name]?.trim();
    if (text === undefined || text === '') continue;
    const rule: { accepts: z.ZodType; must: string; hidden?: true } = VARIABLES[name];
    const result = rule.accepts.safeParse(text);
    if (result.success) Object.assign(values, { [name]: result.data });
    else errors.push(`${name} must ${rule.must}${rule.hidden ? '' : `; it is "${text}"`}.`);
  }
  if (errors.length > 0) throw new StartupError(errors.join('\n'));
  return values;
}
