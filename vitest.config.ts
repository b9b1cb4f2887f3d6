import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const setupFiles = ['apps/server/src/test/setup.ts'];

/** Tests wait for conditions, never for time; a long limit only serves slow machines. */
const limits = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } };

/** Node takes graphql's CommonJS build, Vite its other one: two copies of it do not know each other's types. */
const resolve = { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] };

export default defineConfig({
  test: {
    // By itself it leaves one processor idle, which on a small machine is half of them.
    maxWorkers: '100%',
    // A file finds the modules that the file before it loaded: loading them anew took half of the time. So no test may leave a global or
    // a module's state changed; an order drawn by lot (`--sequence.shuffle.files`) shows whether one does.
    isolate: false,
    unstubGlobals: true,
    restoreMocks: true,
    projects: [
      { test: { name: 'unit', include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts'], setupFiles, ...limits } },
      {
        resolve,
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ['apps/server/src/test/global-setup.ts'],
          setupFiles,
          ...limits,
        },
      },
      { test: { name: 'web', include: ['apps/web/src/**/*.test.ts'], setupFiles, ...limits } },
    ],
  },
});
