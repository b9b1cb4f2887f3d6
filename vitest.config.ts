import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { mouse } from './apps/web/vitest-mouse.ts';
import { CHROMIUM_FLAGS, findChromium } from './scripts/bootstrap.mjs';
import { packagesOfWeb } from './scripts/lib/packages-of-web.mjs';

const setupFiles = ['apps/server/src/test/setup.ts'];

/** Tests wait for conditions, never for time; a long limit only serves slow machines. */
const limits = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } };

/** Node takes graphql's CommonJS build, Vite its other one: two copies of it do not know each other's types. */
const resolve = { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] };

const chromium = () => {
  const executablePath = findChromium();
  return executablePath ? { executablePath } : {};
};

const shared = {
  // By itself it leaves one processor idle, which on a small machine is half of them.
  maxWorkers: '100%',
  // A file finds the modules that the file before it loaded: loading them anew took half of the time. So no test may leave a global or
  // a module's state changed; a random order (`--sequence.shuffle.files`) shows whether one does.
  isolate: false,
  unstubGlobals: true,
  restoreMocks: true,
};

export default defineConfig({
  test: {
    ...shared,
    projects: [
      { test: { name: 'unit', include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts'], setupFiles, ...limits } },
      {
        resolve,
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ['apps/server/src/test/global-setup.ts'],
          setupFiles: [...setupFiles, 'apps/server/src/test/servers/setup-server.ts'],
          ...limits,
        },
      },
      { test: { name: 'web', include: ['apps/web/src/**/*.test.ts'], setupFiles, ...limits } },
      {
        // The real plugins: routes, compiler, styles, GraphQL operations, fonts.
        extends: './apps/web/vite.config.ts',
        optimizeDeps: { include: packagesOfWeb() },
        // A file that cannot be loaded fails by itself; what Vite lays over the page about it would be in the way of every other test.
        server: { hmr: { overlay: false } },
        test: {
          // What extends another configuration takes nothing from the root.
          ...shared,
          name: 'component',
          root: 'apps/web',
          include: ['src/**/*.browser.test.tsx'],
          setupFiles: ['src/test/setup.ts'],
          // See STRICT in src/test/render.tsx.
          env: { VITE_STRICT_MODE: process.env.REACT_STRICT_MODE ?? 'on' },
          ...limits,
          browser: {
            enabled: true,
            headless: true,
            ui: false,
            screenshotFailures: false,
            // As Playwright's: a name is found by a part of it.
            locators: { exact: false },
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              launchOptions: { ...chromium(), args: CHROMIUM_FLAGS },
              // A browser that by itself would write times with am and pm, and the month before the day.
              // Nothing moves, as in end-to-end tests: each frame of a transition is drawn, and what is pressed waits for its end.
              contextOptions: { locale: 'en-US', timezoneId: 'Europe/Brussels', reducedMotion: 'reduce' },
              actionTimeout: limits.expect.poll.timeout,
            }),
            commands: { mouse },
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
