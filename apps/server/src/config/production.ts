import { isThisMachine } from '../platform/network.ts';
import { STRIPE_VARIABLES } from './payments.ts';
import { DEMO_SELLER, SELLER_VARIABLES } from './seller.ts';
import { sentenceList } from './sentence-list.ts';
import type { Values, VariableName } from './variables.ts';

/** Secrets that people copy from documents; production refuses them whatever their length. */
const KNOWN_SECRET = /change[-_ ]?me|example|default|checkwell|password|secret/i;

/** Without these, production would sign, send or invoice with something that nobody gave it. */
const NEEDED_IN_PRODUCTION = [
  'APP_SECRET',
  'PUBLIC_URL',
  'SMTP_URL',
  'MAIL_FROM',
  ...SELLER_VARIABLES,
] as const satisfies readonly VariableName[];

/** What production misses, and what nobody may use there: one sentence each. */
export function refusedInProduction(values: Values): string[] {
  const needed: readonly VariableName[] = [...NEEDED_IN_PRODUCTION, ...(values.ONE_SHOT_CHECKS === true ? STRIPE_VARIABLES : [])];
  const missing = needed.filter((name) => values[name] === undefined);
  const errors: string[] = [];
  if (missing.length > 0)
    errors.push(
      `In production ${sentenceList(missing)} must be set: secrets, mails, invoices and payments rest on what they say, and nothing of that is made up there (see .env.example).`,
    );
  if (values.APP_SECRET !== undefined && (KNOWN_SECRET.test(values.APP_SECRET) || new Set(values.APP_SECRET).size < 10))
    errors.push('APP_SECRET must be random in production: this one can be guessed (make one with: openssl rand -base64 48).');
  if (values.APP_SECRET !== undefined && values.APP_SECRET_PREVIOUS?.includes(values.APP_SECRET))
    errors.push('APP_SECRET_PREVIOUS must not contain APP_SECRET itself.');
  if (values.PUBLIC_URL !== undefined) {
    const { protocol, hostname } = new URL(values.PUBLIC_URL);
    if (protocol === 'http:' && !isThisMachine(hostname)) {
      errors.push(`PUBLIC_URL must begin with https:// in production; it is "${values.PUBLIC_URL}".`);
    }
  }
  for (const [name, demo] of [
    ['INVOICE_SELLER_NUMBER', DEMO_SELLER.companyNumber],
    ['INVOICE_SELLER_IBAN', DEMO_SELLER.iban],
  ] as const)
    if (values[name] === demo) errors.push(`${name} must be your own in production; "${demo}" is an example and nobody's.`);
  if (values.COMPANY_REGISTER === 'made-up')
    errors.push('COMPANY_REGISTER must be vies or off in production: names and addresses of companies are not made up there.');
  if (values.DEMO === true) errors.push('DEMO must not be 1 in production: it shows the mails of everybody and has public passwords.');
  return errors;
}
