import { defineConfig } from '@playwright/test';
import { CERTIFIED } from './e2e/support/certified-issuer.ts';
import { CHROMIUM_FLAGS, findChromium } from './scripts/bootstrap.mjs';

/** What needs an issuer of its own. */
const CERTIFIED_ONLY = '**/certified-issuer.spec.ts';

/** End-to-end tests: a real browser against the real server, which `e2e/support/global-setup.ts` starts. Run them with `npm test -- e2e`. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: 'test-results',
  projects: [
    { name: 'end-to-end', testIgnore: CERTIFIED_ONLY },
    // One file, so that one server is started for it.
    { name: CERTIFIED, testMatch: CERTIFIED_ONLY },
  ],
  fullyParallel: false,
  workers: 2,
  // A test that passes at the second try is a bug that users will meet too.
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    // Known when the workers read this file: the global setup has run by then.
    baseURL: process.env.E2E_BASE_URL,
    locale: 'en-GB',
    timezoneId: 'Europe/Brussels',
    viewport: { width: 1280, height: 800 },
    actionTimeout: 30_000,
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: CHROMIUM_FLAGS,
    },
  },
});
