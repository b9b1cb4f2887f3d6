import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { deriveSecret, loadConfig, ROOT_DIR, StartupError, storedSecret, VARIABLE_NAMES } from './config.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'checkwell-config-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const SECRET = 'vJ8mJ2xk0QH1sT9wZr4uYb7eLc5nPa3d';
const PRODUCTION = {
  NODE_ENV: 'production',
  APP_SECRET: SECRET,
  PUBLIC_URL: 'https://checks.example.be',
  SMTP_URL: 'smtps://login:word@mail.example.be',
  MAIL_FROM: 'Checkwell <checks@example.be>',
  DATA_DIR: dataDir,
};

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
  test('starts with nothing set: demo on this machine, every role', () => {
    const config = loadConfig({ DATA_DIR: dataDir });
    expect(config).toMatchObject({
      environment: 'development',
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: null,
      demo: true,
      identity: { external: null, bindTokens: true, secondStepFor: new Set() },
      languages: ['en', 'fr', 'nl'],
    });
    expect([...config.roles]).toEqual(['web', 'jobs']);
    expect(config.appSecret.length).toBeGreaterThanOrEqual(32);
  });

  test('keeps the secret that it made, readable by its owner alone', () => {
    expect(loadConfig({ DATA_DIR: dataDir }).appSecret).toBe(loadConfig({ DATA_DIR: dataDir }).appSecret);
    expect(statSync(join(dataDir, 'secrets', 'app-secret')).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'secrets')).mode & 0o777).toBe(0o700);
  });

  test('takes relative folders from the checkout, not from where the command was typed', () => {
    expect(loadConfig({ APP_SECRET: SECRET }).dataDir).toBe(join(ROOT_DIR, '.data'));
  });

  describe('of payments', () => {
    const STRIPE = {
      STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_0123456789abcdef',
      STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
    };

    test('knows Stripe by three keys, and nobody without them', () => {
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

    test('refuses half of the keys, mixed modes, and another address than Stripe’s where money is real', () => {
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
    ['DATABASE_POOL_SIZE', '1', 'DATABASE_POOL_SIZE must be a whole number from 2 to 200; it is "1".'],
    ['DATABASE_TIMEOUT_MS', '-5', 'DATABASE_TIMEOUT_MS must be milliseconds from 100 to 600000; it is "-5".'],
  ])('refuses %s=%s in one sentence', (name, value, sentence) => {
    expect(refusal({ [name]: value })).toBe(sentence);
  });

  test('says every fault at once, and never repeats a secret', () => {
    expect(refusal({ PORT: 'x', APP_SECRET: 'hunter2', DATABASE_URL: 'mysql://root:hunter2@host/db' })).toBe(
      [
        'PORT must be a whole number from 0 to 65535; it is "x".',
        'DATABASE_URL must have the form postgres://user:password@host:5432/database.',
        'APP_SECRET must have at least 32 characters.',
      ].join('\n'),
    );
  });

  test('production wants its own secret, its address, and no demo', () => {
    expect(loadConfig(PRODUCTION)).toMatchObject({ demo: false, publicUrl: 'https://checks.example.be' });
    expect(refusal({ NODE_ENV: 'production' })).toBe(
      'APP_SECRET must be set in production: everything that is signed or encrypted depends on it.\nPUBLIC_URL must be set in production: links in mails and the sign-in depend on it.\nSMTP_URL and MAIL_FROM must be set in production: without them no mail reaches anybody.',
    );
    expect(refusal({ ...PRODUCTION, APP_SECRET: 'change-me-change-me-change-me-change-me' })).toMatch(/can be guessed/);
    expect(refusal({ ...PRODUCTION, APP_SECRET: 'a'.repeat(64) })).toMatch(/can be guessed/);
    expect(refusal({ ...PRODUCTION, DEMO: '1' })).toMatch(/^DEMO must not be 1 in production/);
    expect(refusal({ ...PRODUCTION, PUBLIC_URL: 'http://checks.example.be' })).toMatch(/must begin with https/);
    expect(loadConfig({ ...PRODUCTION, PUBLIC_URL: 'http://localhost:3000' }).publicUrl).toBe('http://localhost:3000');
  });

  test('mails leave by the server and under the name that are set', () => {
    expect(loadConfig({ DATA_DIR: dataDir }).mail).toEqual({
      smtpUrl: null,
      from: { name: 'Checkwell', address: 'no-reply@checkwell.example' },
    });
    expect(loadConfig(PRODUCTION).mail).toEqual({
      smtpUrl: 'smtps://login:word@mail.example.be',
      from: { name: 'Checkwell', address: 'checks@example.be' },
    });
    expect(refusal({ SMTP_URL: 'http://login:hunter2@mail.example.be' })).toBe(
      'SMTP_URL must have the form smtp://user:password@mail.example.be:587.',
    );
    expect(refusal({ MAIL_FROM: 'checks@example.be' })).toBe(
      'MAIL_FROM must have the form Name <checks@example.be>; it is "checks@example.be".',
    );
  });

  test('LaunchDarkly is asked only where its id is set, at its own addresses or at a proxy', () => {
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

  test('an external issuer is whole or absent', () => {
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

  test('Microsoft is Entra ID with three variables, or none of them', () => {
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

  test('a folder that cannot hold secrets is said in one sentence', () => {
    expect(refusal({ DATA_DIR: '/dev/null/data' })).toMatch(
      /^The secrets of this installation cannot be kept in \/dev\/null\/data\/secrets: .+\.$/,
    );
  });
});

test('two processes that start together keep one secret', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'checkwell-config-'));
  const made = await Promise.all(Array.from({ length: 20 }, async () => storedSecret(directory, 'shared')));
  expect(new Set(made).size).toBe(1);
  rmSync(directory, { recursive: true });
});

test('each purpose has its own key', () => {
  const config = { appSecret: SECRET };
  expect(deriveSecret(config, 'a')).toHaveLength(32);
  expect(deriveSecret(config, 'a')).toEqual(deriveSecret(config, 'a'));
  expect(deriveSecret(config, 'a')).not.toEqual(deriveSecret(config, 'b'));
  expect(deriveSecret(config, 'a')).not.toEqual(deriveSecret({ appSecret: `${SECRET}x` }, 'a'));
});

test('.env.example explains exactly the variables that are read', () => {
  const lines = readFileSync(join(ROOT_DIR, '.env.example'), 'utf8').split('\n');
  const explained = lines.flatMap((line, index) => {
    const name = /^#?\s?([A-Z_]+)=/.exec(line)?.[1];
    if (name === undefined) return [];
    expect(lines[index - 1], `${name} needs a comment above it`).toMatch(/^# \S/); // several that go together share one
    return [name];
  });
  expect(explained.filter((name) => !name.startsWith('VITE_')).sort()).toEqual([...VARIABLE_NAMES].sort());
});
