import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ROOT_DIR } from './config/root-dir.ts';
import { deriveSecret, storedSecret } from './config/secrets.ts';
import { StartupError } from './config/startup-error.ts';
import { VARIABLE_NAMES } from './config/variables.ts';
import { loadConfig } from './config.ts';
import { startupWarnings } from './platform/startup-warnings.ts';
import { PRODUCTION_ENV } from './test/config.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'checkwell-config-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const SECRET = 'vJ8mJ2xk0QH1sT9wZr4uYb7eLc5nPa3d';
const PRODUCTION = { ...PRODUCTION_ENV, DATA_DIR: dataDir };

function refusal(env: Record<string, string>): string {
  try {
    loadConfig({ DATA_DIR: dataDir, ...env });
  } catch (error) {
    expect(error).toBeInstanceOf(StartupError);
    return (error as Error).message;
  }
  throw new Error('expected a refusal');
}

describe('loadConfig', () => {
  test('has defaults for all variables: a local demo with all roles', () => {
    const config = loadConfig({ DATA_DIR: dataDir });
    expect(config).toMatchObject({
      environment: 'development',
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: null,
      demo: true,
      shutdownDelayMs: 0,
      identity: { external: null, bindTokens: true, secondStepFor: new Set() },
      languages: ['en', 'fr', 'nl'],
    });
    expect([...config.roles]).toEqual(['web', 'jobs']);
    expect(config.appSecret.length).toBeGreaterThanOrEqual(32);
  });

  test('stores the generated secret, readable only by its owner', () => {
    expect(loadConfig({ DATA_DIR: dataDir }).appSecret).toBe(loadConfig({ DATA_DIR: dataDir }).appSecret);
    expect(statSync(join(dataDir, 'secrets', 'app-secret')).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'secrets')).mode & 0o777).toBe(0o700);
  });

  test('resolves relative folders from the checkout, not from the working directory', () => {
    expect(loadConfig({ APP_SECRET: SECRET }).dataDir).toBe(join(ROOT_DIR, '.data'));
  });

  test('uses no company register in production by default, and never the made-up one', () => {
    expect(loadConfig({ DATA_DIR: dataDir }).companyRegister).toBe('made-up');
    expect(loadConfig(PRODUCTION).companyRegister).toBeNull();
    expect(loadConfig({ ...PRODUCTION, COMPANY_REGISTER: 'vies' }).companyRegister).toBe('vies');
    expect(refusal({ ...PRODUCTION, COMPANY_REGISTER: 'made-up' })).toMatch(/^COMPANY_REGISTER must be vies or off in production/);
  });

  test('reads the address of the malware scanner, a network address or a socket', () => {
    expect(loadConfig(PRODUCTION).clamd).toBeNull();
    expect(loadConfig({ ...PRODUCTION, CLAMD_URL: 'tcp://clamd:3310' }).clamd).toEqual({ host: 'clamd', port: 3310 });
    expect(loadConfig({ ...PRODUCTION, CLAMD_URL: 'tcp://[::1]:3310' }).clamd).toEqual({ host: '::1', port: 3310 });
    expect(loadConfig({ ...PRODUCTION, CLAMD_URL: 'unix:///run/clamav/clamd.ctl' }).clamd).toEqual({ path: '/run/clamav/clamd.ctl' });
    for (const wrong of ['clamd:3310', 'tcp://clamd', 'tcp://clamd:99999', 'unix://run/clamd.ctl', 'http://clamd:3310'])
      expect(refusal({ ...PRODUCTION, CLAMD_URL: wrong })).toMatch(/^CLAMD_URL must be where clamd listens/);
  });

  test('requires DATABASE_URL for a replica', () => {
    const [DATABASE_URL, REPLICA_DATABASE_URL] = ['postgres://owner:word@db-1/checkwell', 'postgres://db-2/checkwell'];
    expect(loadConfig({ DATA_DIR: dataDir, DATABASE_URL, REPLICA_DATABASE_URL }).replicaDatabaseUrl).toBe(REPLICA_DATABASE_URL);
    expect(loadConfig({ DATA_DIR: dataDir, DATABASE_URL }).replicaDatabaseUrl).toBeNull();
    expect(refusal({ REPLICA_DATABASE_URL })).toMatch(/^DATABASE_URL must be set where REPLICA_DATABASE_URL is/);
    expect(refusal({ DATABASE_URL, REPLICA_DATABASE_URL: 'db-2' })).toMatch(/^REPLICA_DATABASE_URL must have the form/);
  });

  describe('of a bucket', () => {
    const BUCKET = { S3_BUCKET: 'checkwell-files', S3_ENDPOINT: 'https://s3.example.be/' };
    const KEYS = { S3_ACCESS_KEY_ID: 'GK31c2f218a2e44f48', S3_SECRET_ACCESS_KEY: 'b892c0665f0ada8a4755dae98baa3b133590e11d' };

    test('reads name and place, and leaves credentials to the platform if no keys are set', () => {
      expect(loadConfig(PRODUCTION).s3).toBeNull();
      expect(loadConfig({ ...PRODUCTION, ...BUCKET, ...KEYS }).s3).toEqual({
        bucket: 'checkwell-files',
        region: 'us-east-1',
        endpoint: 'https://s3.example.be',
        pathStyle: true,
        credentials: { accessKeyId: KEYS.S3_ACCESS_KEY_ID, secretAccessKey: KEYS.S3_SECRET_ACCESS_KEY },
      });
      expect(loadConfig({ ...PRODUCTION, S3_BUCKET: 'checkwell-files', S3_REGION: 'eu-west-1' }).s3).toMatchObject({
        endpoint: null,
        pathStyle: false,
        credentials: null,
      });
      // A host without a domain is in a private network.
      expect(loadConfig({ ...PRODUCTION, ...BUCKET, S3_ENDPOINT: 'http://store:9000' }).s3?.endpoint).toBe('http://store:9000');
    });

    test('refuses incomplete settings, and in production default keys and unencrypted public addresses', () => {
      expect(refusal({ S3_REGION: 'eu-west-1' })).toMatch(/^S3_BUCKET must be set where S3_REGION is/);
      expect(refusal({ S3_BUCKET: 'checkwell-files' })).toMatch(/^S3_REGION or S3_ENDPOINT must say where/);
      expect(refusal({ ...BUCKET, S3_ACCESS_KEY_ID: 'GK31c2f218a2e44f48' })).toMatch(/must be set together, or neither/);
      expect(refusal({ ...BUCKET, S3_BUCKET: 'A bucket' })).toMatch(/^S3_BUCKET must be the name of a bucket/);
      expect(refusal({ ...PRODUCTION, ...BUCKET, ...KEYS, S3_SECRET_ACCESS_KEY: 'minioadmin' })).toMatch(/these can be guessed\.$/);
      expect(refusal({ ...PRODUCTION, ...BUCKET, S3_ENDPOINT: 'http://s3.example.be' })).toMatch(
        /^S3_ENDPOINT must begin with https:\/\/ in production/,
      );
    });
  });

  describe('of text messages', () => {
    const TWILIO = {
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: '0123456789abcdef'.repeat(2),
      TWILIO_FROM: 'Checkwell',
    };

    test('uses Twilio with three settings; without them none are sent, with a warning in production', () => {
      expect(loadConfig({ DATA_DIR: dataDir }).sms).toEqual({ gateway: 'stand-in' });
      expect(loadConfig({ DATA_DIR: dataDir, SMS_GATEWAY: 'off' }).sms).toBeNull();
      expect(loadConfig(PRODUCTION).sms).toBeNull();
      expect(loadConfig({ ...PRODUCTION, ...TWILIO }).sms).toMatchObject({ gateway: 'twilio', from: 'Checkwell', apiUrl: null });
      expect(startupWarnings(loadConfig(PRODUCTION)).filter((warning) => warning.includes('No text message leaves'))).toHaveLength(1);
    });

    test('uses an SMPP operator with four settings, and warns if the connection is not encrypted', () => {
      const SMPP = { SMPP_URL: 'ssmpp://smsc.example.be', SMPP_SYSTEM_ID: 'checkwell', SMPP_PASSWORD: 'secret', SMPP_FROM: '+32460123456' };
      const encrypted = loadConfig({ ...PRODUCTION, ...SMPP });
      expect(encrypted.sms).toMatchObject({ gateway: 'smpp', host: 'smsc.example.be', port: 3550, tls: true });
      const plain = loadConfig({ ...PRODUCTION, ...SMPP, SMPP_URL: 'smpp://10.0.0.1:2776' });
      expect(plain.sms).toMatchObject({ host: '10.0.0.1', port: 2776, tls: false });
      const about = (config: typeof plain) => startupWarnings(config).filter((warning) => warning.includes('SMPP_PASSWORD'));
      expect([about(encrypted), about(plain)]).toMatchObject([[], [expect.stringContaining('unencrypted')]]);
      expect(refusal({ SMPP_URL: SMPP.SMPP_URL, SMPP_FROM: SMPP.SMPP_FROM })).toMatch(
        /^SMPP_URL, SMPP_SYSTEM_ID, SMPP_PASSWORD and SMPP_FROM must be set together\.$/,
      );
      expect(refusal({ ...SMPP, ...TWILIO })).toMatch(/^SMS_GATEWAY must be twilio or smpp/);
      expect(refusal({ ...SMPP, SMPP_URL: 'smpp://me:secret@smsc.example.be' })).toMatch(/^SMPP_URL must be where the operator listens/);
    });

    test('refuses the stand-in in production, and incomplete settings', () => {
      expect(refusal({ ...PRODUCTION, SMS_GATEWAY: 'stand-in' })).toMatch(/^SMS_GATEWAY must be twilio, smpp or off in production/);
      expect(refusal({ SMS_GATEWAY: 'twilio' })).toMatch(/must be set together for SMS_GATEWAY=twilio\.$/);
      expect(refusal({ TWILIO_FROM: 'Checkwell' })).toMatch(
        /^TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM must be set together\.$/,
      );
      expect(refusal({ ...PRODUCTION, ...TWILIO, TWILIO_API_URL: 'http://127.0.0.1:1' })).toMatch(
        /^TWILIO_API_URL is for trying things out/,
      );
    });
  });

  describe('of payments', () => {
    const STRIPE = {
      STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_0123456789abcdef',
      STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
    };

    test('uses Stripe with three keys, and no provider without them', () => {
      expect(loadConfig({ DATA_DIR: dataDir }).payments).toBeNull();
      expect(loadConfig({ DATA_DIR: dataDir, ...STRIPE }).payments).toEqual({
        provider: 'stripe',
        secretKey: STRIPE.STRIPE_SECRET_KEY,
        publishableKey: STRIPE.STRIPE_PUBLISHABLE_KEY,
        webhookSecret: STRIPE.STRIPE_WEBHOOK_SECRET,
        apiUrl: null,
        elementsUrl: null,
      });
    });

    test('refuses test keys in production, and One Shot Checks without a payment provider', () => {
      const live = { STRIPE_SECRET_KEY: 'sk_live_0123456789abcdef', STRIPE_PUBLISHABLE_KEY: 'pk_live_0123456789abcdef' };
      expect(loadConfig({ ...PRODUCTION, ...STRIPE, ...live }).payments?.secretKey).toBe(live.STRIPE_SECRET_KEY);
      expect(refusal({ ...PRODUCTION, ...STRIPE })).toMatch(/^STRIPE_SECRET_KEY must be of live mode in production/);
      expect(loadConfig(PRODUCTION).payments).toBeNull();
      expect(refusal({ ...PRODUCTION, ONE_SHOT_CHECKS: 'on' })).toMatch(
        /^In production STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must be set/,
      );
      expect(loadConfig({ ...PRODUCTION, ONE_SHOT_CHECKS: 'off' }).oneShotChecks).toBe(false);
    });

    test('refuses incomplete keys, mixed modes, and another API address with live keys', () => {
      const { STRIPE_WEBHOOK_SECRET: _, ...half } = STRIPE;
      expect(refusal(half)).toContain('must be set together');
      expect(refusal({ ...STRIPE, STRIPE_PUBLISHABLE_KEY: 'pk_live_0123456789abcdef' })).toContain(
        'both of live mode or both of test mode',
      );
      const other = { ...STRIPE, STRIPE_API_URL: 'http://127.0.0.1:12111' };
      expect(loadConfig({ DATA_DIR: dataDir, ...other }).payments?.apiUrl).toBe('http://127.0.0.1:12111');
      expect(refusal({ ...PRODUCTION, ...other })).toContain('STRIPE_API_URL is for trying things out');
      const live = { STRIPE_SECRET_KEY: 'sk_live_0123456789abcdef', STRIPE_PUBLISHABLE_KEY: 'pk_live_0123456789abcdef' };
      expect(refusal({ ...other, ...live })).toContain('STRIPE_API_URL is for trying things out');
    });
  });

  test('trims, lower-cases and splits lists', () => {
    const config = loadConfig({ DATA_DIR: dataDir, LANGUAGES: ' NL, fr ,nl', ROLES: 'jobs', TRUSTED_PROXIES: '10.0.0.0/8, ::1' });
    expect(config.languages).toEqual(['nl', 'fr']);
    expect([...config.roles]).toEqual(['jobs']);
    expect(config.trustedProxies).toEqual(['10.0.0.0/8', '::1']);
  });

  test.each([
    ['PORT', 'http', 'PORT must be a whole number from 0 to 65535; it is "http".'],
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535; it is "65536".'],
    ['ROLES', 'web,cron', 'ROLES must be web, jobs, or both with a comma between; it is "web,cron".'],
    ['ROLES', ',', 'ROLES must be web, jobs, or both with a comma between; it is ",".'],
    ['LANGUAGES', 'de', 'LANGUAGES must be one or more of en, fr, nl with commas between; it is "de".'],
    ['DEMO', 'yes', 'DEMO must be 1 or 0; it is "yes".'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of silent, fatal, error, warn, info, debug, trace; it is "loud".'],
    ['CERTIFICATE_READING', '1', 'CERTIFICATE_READING must be on or off; it is "1".'],
    [
      'LAUNCHDARKLY_CLIENT_ID',
      'sdk-1',
      'LAUNCHDARKLY_CLIENT_ID must be the client-side ID of an environment, 24 hexadecimal digits; it is "sdk-1".',
    ],
    [
      'LAUNCHDARKLY_RELAY_URL',
      'https://flags.example.be/relay',
      'LAUNCHDARKLY_RELAY_URL must be the address of a Relay Proxy without a path, such as https://flags.example.be; it is "https://flags.example.be/relay".',
    ],
    ['NODE_ENV', 'prod', 'NODE_ENV must be production, development or test; it is "prod".'],
    [
      'TRUSTED_PROXIES',
      '10.0.0.0/99',
      'TRUSTED_PROXIES must be IP addresses or networks such as 10.0.0.0/8, with commas between; it is "10.0.0.0/99".',
    ],
    [
      'PUBLIC_URL',
      'https://example.be/app',
      'PUBLIC_URL must be the address of the product in browsers without a path, such as https://checks.example.be; it is "https://example.be/app".',
    ],
    [
      'API_URL',
      'https://api.example.be/v1',
      'API_URL must be the address of the API in browsers without a path, such as https://api.example.be; it is "https://api.example.be/v1".',
    ],
    ['DATABASE_POOL_SIZE', '1', 'DATABASE_POOL_SIZE must be a whole number from 2 to 200; it is "1".'],
    ['SHUTDOWN_DELAY_MS', '5s', 'SHUTDOWN_DELAY_MS must be milliseconds from 0 to 600000; it is "5s".'],
    ['DATABASE_TIMEOUT_MS', '-5', 'DATABASE_TIMEOUT_MS must be milliseconds from 100 to 600000; it is "-5".'],
  ])('refuses %s=%s with one sentence', (name, value, sentence) => {
    expect(refusal({ [name]: value })).toBe(sentence);
  });

  test('reports all errors at once, and never prints a secret', () => {
    expect(refusal({ PORT: 'x', APP_SECRET: 'hunter2', DATABASE_URL: 'mysql://root:hunter2@host/db' })).toBe(
      [
        'PORT must be a whole number from 0 to 65535; it is "x".',
        'DATABASE_URL must have the form postgres://user:password@host:5432/database.',
        'APP_SECRET must have at least 32 characters.',
      ].join('\n'),
    );
  });

  test('does not bind tokens to a cookie if the API has another address, which the cookie would not reach', () => {
    const split = { ...PRODUCTION, API_URL: 'https://API.example.be/' };
    expect(loadConfig(split)).toMatchObject({ apiUrl: 'https://api.example.be', identity: { bindTokens: false } });
    expect(loadConfig({ ...PRODUCTION, API_URL: 'https://checks.example.be' })).toMatchObject({
      apiUrl: null,
      identity: { bindTokens: true },
    });
    expect(loadConfig(PRODUCTION).apiUrl).toBeNull();
    expect(refusal({ ...split, IDENTITY_BIND_TOKENS: '1' })).toMatch(/^IDENTITY_BIND_TOKENS=1 needs pages and API at one address/);
    expect(refusal({ ...PRODUCTION, API_URL: 'http://api.example.be' })).toBe('API_URL must begin with https:// in production.');
  });

  test('requires in production a strong secret, an https address, and no demo', () => {
    expect(loadConfig(PRODUCTION)).toMatchObject({ demo: false, publicUrl: 'https://checks.example.be', shutdownDelayMs: 5000 });
    expect(refusal({ ...PRODUCTION, APP_SECRET: 'change-me-change-me-change-me-change-me' })).toMatch(/can be guessed/);
    expect(refusal({ ...PRODUCTION, APP_SECRET: 'a'.repeat(64) })).toMatch(/can be guessed/);
    expect(refusal({ ...PRODUCTION, DEMO: '1' })).toMatch(/^DEMO must not be 1 in production/);
    expect(refusal({ ...PRODUCTION, PUBLIC_URL: 'http://checks.example.be' })).toMatch(/must begin with https/);
    expect(loadConfig({ ...PRODUCTION, PUBLIC_URL: 'http://localhost:3000' }).publicUrl).toBe('http://localhost:3000');
  });

  describe('of the seller', () => {
    const NEEDED = Object.keys(PRODUCTION_ENV).filter((name) => name !== 'NODE_ENV');

    test('is required in production, and each missing value is reported', () => {
      expect(loadConfig(PRODUCTION)).toMatchObject({
        sellerIsMadeUp: false,
        seller: {
          name: 'Controle Dienst',
          legalForm: 'BV',
          companyNumber: 'BE0440966354',
          court: 'Gand',
          address: 'Kouter 2, 9000 Gent',
          iban: 'BE71096123456769',
          bic: 'GKCCBEBB',
          phoneNumber: '+3292234567',
          email: 'info@controle.example',
        },
      });
      expect(refusal({ NODE_ENV: 'production' })).toMatch(
        new RegExp(`^In production ${NEEDED.slice(0, -1).join(', ')} and ${NEEDED.at(-1)} must be set: [^\\n]+\\.$`),
      );
      for (const name of NEEDED) expect(refusal({ ...PRODUCTION, [name]: '' })).toMatch(new RegExp(`^In production ${name} must be set: `));
    });

    test('must not be the made-up one in production', () => {
      expect(refusal({ ...PRODUCTION, INVOICE_SELLER_NUMBER: 'BE0123456749' })).toMatch(/^INVOICE_SELLER_NUMBER must be your own/);
      expect(refusal({ ...PRODUCTION, INVOICE_SELLER_IBAN: 'BE68 5390 0754 7034' })).toMatch(/^INVOICE_SELLER_IBAN must be your own/);
      const { seller, sellerIsMadeUp } = loadConfig({ DATA_DIR: dataDir });
      expect({ sellerIsMadeUp, name: seller.name }).toEqual({ sellerIsMadeUp: true, name: 'Checkwell (demo)' });
      expect(refusal({ INVOICE_SELLER_NAME: 'Half' })).toMatch(/INVOICE_SELLER_EMAIL must be set together\.$/);
    });

    test.each([
      ['INVOICE_SELLER_LEGAL_FORM', 'Ltd'],
      ['INVOICE_SELLER_NUMBER', 'BE0440966355'],
      ['INVOICE_SELLER_COURT', '1000'],
      ['INVOICE_SELLER_ADDRESS', 'Kouter 2'],
      ['INVOICE_SELLER_IBAN', 'BE71 0961 2345 6768'],
      ['INVOICE_SELLER_BIC', 'GKCC'],
      ['INVOICE_SELLER_PHONE', '12'],
      ['INVOICE_SELLER_EMAIL', 'info@'],
    ])('%s is not %s', (name, value) => {
      expect(refusal({ ...PRODUCTION, [name]: value })).toMatch(new RegExp(`^${name} must .+; it is "${value}"\\.$`));
    });

    test('has a PNG or JPEG logo, or none', () => {
      const path = join(dataDir, 'logo');
      expect(loadConfig(PRODUCTION).sellerLogo).toBeNull();
      expect(refusal({ ...PRODUCTION, INVOICE_SELLER_LOGO: path })).toMatch(/^INVOICE_SELLER_LOGO cannot be read: ENOENT/);
      writeFileSync(path, '<svg/>');
      expect(refusal({ ...PRODUCTION, INVOICE_SELLER_LOGO: path })).toMatch(/^INVOICE_SELLER_LOGO must be a PNG or JPEG file/);
      writeFileSync(path, Buffer.from('ffd8ffe0', 'hex'));
      expect(loadConfig({ ...PRODUCTION, INVOICE_SELLER_LOGO: path }).sellerLogo?.mediaType).toBe('image/jpeg');
    });
  });

  test('reads the mail server and the sender', () => {
    expect(loadConfig({ DATA_DIR: dataDir }).mail).toEqual({
      smtpUrl: null,
      from: { name: 'Checkwell', address: 'no-reply@checkwell.example' },
      bouncesDir: null,
      bouncesTo: null,
      eventsKey: null,
    });
    expect(loadConfig(PRODUCTION).mail).toEqual({
      smtpUrl: 'smtps://login:word@mail.example.be',
      from: { name: 'Checkwell', address: 'checks@example.be' },
      bouncesDir: null,
      bouncesTo: null,
      eventsKey: null,
    });
    expect(refusal({ SMTP_URL: 'http://login:hunter2@mail.example.be' })).toBe(
      'SMTP_URL must have the form smtp://user:password@mail.example.be:587.',
    );
    expect(refusal({ MAIL_FROM: 'checks@example.be' })).toBe(
      'MAIL_FROM must have the form Name <checks@example.be>; it is "checks@example.be".',
    );
  });

  test('uses LaunchDarkly only if its id is set, directly or by a relay proxy', () => {
    const clientId = '0123456789abcdef01234567';
    const of = (env: Record<string, string>) => loadConfig({ DATA_DIR: dataDir, ...env }).launchDarkly;
    expect(of({ LAUNCHDARKLY_RELAY_URL: 'https://flags.example.be' })).toBeNull();
    expect(of({ LAUNCHDARKLY_CLIENT_ID: clientId })).toEqual({ clientId, hidePeople: false, relayUrl: null });
    expect(
      of({ LAUNCHDARKLY_CLIENT_ID: clientId, LAUNCHDARKLY_HIDE_PEOPLE: '1', LAUNCHDARKLY_RELAY_URL: 'https://flags.example.be/' }),
    ).toEqual({ clientId, hidePeople: true, relayUrl: 'https://flags.example.be' });
    expect(refusal({ ...PRODUCTION, LAUNCHDARKLY_RELAY_URL: 'http://flags.example.be' })).toBe(
      'LAUNCHDARKLY_RELAY_URL must begin with https:// in production.',
    );
  });

  test('refuses incomplete settings of an external issuer', () => {
    const issuer = {
      IDENTITY_ISSUER: 'https://login.example.be',
      IDENTITY_AUDIENCE: 'api',
      IDENTITY_JWKS_URL: 'https://login.example.be/keys',
    };
    expect(loadConfig({ DATA_DIR: dataDir, ...issuer }).identity.external).toEqual({
      issuer: 'https://login.example.be',
      audience: 'api',
      jwksUrl: 'https://login.example.be/keys',
      algorithm: 'ES256',
      tokenType: 'at+jwt',
      subjectClaim: 'sub',
    });
    expect(refusal({ IDENTITY_ISSUER: issuer.IDENTITY_ISSUER })).toBe(
      'IDENTITY_ISSUER, IDENTITY_AUDIENCE and IDENTITY_JWKS_URL must be set together.',
    );
    expect(refusal({ ...PRODUCTION, ...issuer, IDENTITY_JWKS_URL: 'http://login.example.be/keys' })).toBe(
      'IDENTITY_JWKS_URL must begin with https:// in production.',
    );
  });

  test('uses Microsoft Entra ID with three variables, and refuses incomplete ones', () => {
    const microsoft = {
      MICROSOFT_TENANT_ID: '6D8E4F5A-1B2C-4D3E-8F90-A1B2C3D4E5F6',
      MICROSOFT_CLIENT_ID: '0f1e2d3c-4b5a-4697-8879-6a5b4c3d2e1f',
      MICROSOFT_CLIENT_SECRET: 'Q8~only.for-tests.0123456789',
    };
    expect(loadConfig({ DATA_DIR: dataDir }).microsoft).toBeNull();
    expect(loadConfig({ ...PRODUCTION, ...microsoft }).microsoft).toEqual({
      tenant: '6d8e4f5a-1b2c-4d3e-8f90-a1b2c3d4e5f6',
      clientId: microsoft.MICROSOFT_CLIENT_ID,
      clientSecret: microsoft.MICROSOFT_CLIENT_SECRET,
      authority: 'https://login.microsoftonline.com',
      issuerBase: 'https://login.microsoftonline.com',
    });
    expect(loadConfig({ ...PRODUCTION, ...microsoft, MICROSOFT_TENANT_ID: 'organizations' }).microsoft?.tenant).toBe('organizations');
    const national = 'https://login.microsoftonline.us';
    expect(loadConfig({ ...PRODUCTION, ...microsoft, MICROSOFT_AUTHORITY: `${national}/` }).microsoft).toMatchObject({
      authority: national,
      issuerBase: national,
    });
    expect(refusal({ ...PRODUCTION, ...microsoft, MICROSOFT_AUTHORITY: 'http://login.example.be' })).toBe(
      'MICROSOFT_AUTHORITY must begin with https:// in production.',
    );
    expect(refusal({ ...microsoft, MICROSOFT_TENANT_ID: 'common' })).toBe(
      'MICROSOFT_TENANT_ID must be the id of a tenant (a UUID), or organizations; it is "common".',
    );
    expect(refusal({ ...microsoft, MICROSOFT_CLIENT_SECRET: 'short' })).toBe('MICROSOFT_CLIENT_SECRET must have at least 16 characters.');
    expect(refusal({ MICROSOFT_TENANT_ID: 'organizations' })).toBe(
      'MICROSOFT_TENANT_ID, MICROSOFT_CLIENT_ID and MICROSOFT_CLIENT_SECRET must be set together.',
    );
  });

  test('reports in one sentence that secrets cannot be stored in the data folder', () => {
    expect(refusal({ DATA_DIR: '/dev/null/data' })).toMatch(
      /^The secrets of this installation cannot be kept in \/dev\/null\/data\/secrets: .+\.$/,
    );
  });
});

test('processes that start at the same time store one secret', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'checkwell-config-'));
  const made = await Promise.all(Array.from({ length: 20 }, async () => storedSecret(directory, 'shared')));
  expect(new Set(made).size).toBe(1);
  rmSync(directory, { recursive: true });
});

test('each purpose has its own derived key', () => {
  const config = { appSecret: SECRET };
  expect(deriveSecret(config, 'a')).toHaveLength(32);
  expect(deriveSecret(config, 'a')).toEqual(deriveSecret(config, 'a'));
  expect(deriveSecret(config, 'a')).not.toEqual(deriveSecret(config, 'b'));
  expect(deriveSecret(config, 'a')).not.toEqual(deriveSecret({ appSecret: `${SECRET}x` }, 'a'));
});

test('the security contact has an address and an expiry day, or is not set', () => {
  const [contact, until] = ['mailto:security@example.be', '2027-06-30'];
  expect(loadConfig({ DATA_DIR: dataDir }).security).toBeNull();
  expect(loadConfig({ DATA_DIR: dataDir, SECURITY_CONTACT: contact, SECURITY_CONTACT_UNTIL: until }).security).toEqual({
    contact,
    until: new Date('2027-06-30T23:59:59Z'),
  });
  expect(() => loadConfig({ DATA_DIR: dataDir, SECURITY_CONTACT: contact })).toThrow('must be set together');
  expect(() => loadConfig({ DATA_DIR: dataDir, SECURITY_CONTACT: 'security@example.be', SECURITY_CONTACT_UNTIL: until })).toThrow(
    'SECURITY_CONTACT must be an address such as mailto:',
  );
});

test('.env.example documents exactly the variables that are read', () => {
  const lines = readFileSync(join(ROOT_DIR, '.env.example'), 'utf8').split('\n');
  const explained = lines.flatMap((line, index) => {
    const name = /^#?\s?([A-Z\d_]+)=/.exec(line)?.[1];
    if (name === undefined) return [];
    expect(lines[index - 1], `${name} needs a comment above it`).toMatch(/^# \S/); // related variables may share a comment
    return [name];
  });
  expect(explained.filter((name) => !name.startsWith('VITE_')).sort()).toEqual([...VARIABLE_NAMES].sort());
});
