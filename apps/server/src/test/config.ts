import { type Config, loadConfig } from '../config.ts';

export const TEST_SECRET = 'only for tests: sixty-four bytes would not make it any safer';

/** A configuration for tests; each override is a variable of `.env.example`. */
export function testConfig(overrides: Readonly<Record<string, string>> = {}): Config {
  return loadConfig({
    NODE_ENV: 'test',
    PORT: '0',
    APP_SECRET: TEST_SECRET,
    LOG_LEVEL: 'silent',
    // The machine that runs the tests is busy: a slow answer is no fault here.
    DATABASE_TIMEOUT_MS: '30000',
    DATABASE_POOL_SIZE: '4',
    ...overrides,
  });
}
