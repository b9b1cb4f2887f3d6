import { expect, test } from 'vitest';
import { shippedPackages } from './notices.mjs';

test('notices list the runtime dependencies, direct and indirect, once each', () => {
  expect(
    shippedPackages({
      '': { devDependencies: { tool: '1.0.0' } },
      'apps/server': { dependencies: { '@house/rules': '0.1.0', pg: '1.0.0' }, devDependencies: { tool: '1.0.0' } },
      'packages/rules': { dependencies: { zod: '1.0.0' } },
      'node_modules/@house/rules': { resolved: 'packages/rules', link: true },
      'node_modules/pg': { version: '1.0.0', dependencies: { types: '1.0.0' }, optionalDependencies: { '@pg/linux': '1.0.0' } },
      'node_modules/pg/node_modules/types': { version: '1.0.0', dependencies: { pg: '1.0.0' } },
      'node_modules/@pg/linux': { version: '1.0.0', os: ['linux'] },
      'node_modules/types': { version: '2.0.0' },
      'node_modules/tool': { version: '1.0.0', dev: true },
      'node_modules/zod': { version: '1.0.0' },
    }),
  ).toEqual(['node_modules/pg', 'node_modules/pg/node_modules/types', 'node_modules/zod']);
});
