import { type Config, loadConfig } from '../config.ts';

export const TEST_SECRET = 'only for tests: sixty-four bytes would not make it any safer';

/** A configuration for tests; each override is a variable of `.env.example`. */
export function testConfig(overrides: Readonly<Record<string, string>> = {}): Config {
  return loadConfig({
    NODE_ENV: 'test',
    PORT: '0',
    APP_SECRET: TEST_SECRET,
    LOG_LEVEL: 'silent',
    // The machine that runs the tests is busy: a slow answer is not an error here.
    DATABASE_TIMEOUT_MS: '30000',
    DATABASE_POOL_SIZE: '4',
    ...overrides,
  });
}

/** The settings that production requires: valid VAT number, IBAN and BIC, different from those of .env.example. */
export const PRODUCTION_ENV = {
  NODE_ENV: 'production',
  APP_SECRET: 'vJ8mJ2xk0QH1sT9wZr4uYb7eLc5nPa3d',
  PUBLIC_URL: 'https://checks.example.be',
  SMTP_URL: 'smtps://login:word@mail.example.be',
  MAIL_FROM: 'Checkwell <checks@example.be>',
  INVOICE_SELLER_NAME: 'Controle Dienst',
  INVOICE_SELLER_LEGAL_FORM: 's.r.l.',
  INVOICE_SELLER_NUMBER: 'BE 0440.966.354',
  INVOICE_SELLER_COURT: 'Gand',
  INVOICE_SELLER_ADDRESS: 'Kouter 2, 9000 Gent',
  INVOICE_SELLER_IBAN: 'BE71 0961 2345 6769',
  INVOICE_SELLER_BIC: 'gkcc bebb',
  INVOICE_SELLER_PHONE: '09 223 45 67',
  INVOICE_SELLER_EMAIL: 'info@controle.example',
} as const;
