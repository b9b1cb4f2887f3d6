import { expect, it } from 'vitest';
import { workerAddress } from './workers.ts';

const ORIGIN = 'https://checkwell.example';

it('allows only scripts of the build', () => {
  expect(workerAddress('/assets/pdf.worker-1.js', ORIGIN)).toBe(`${ORIGIN}/assets/pdf.worker-1.js`);
  for (const address of [
    'https://elsewhere.example/assets/pdf.worker-1.js',
    '//elsewhere.example/assets/x.js',
    '/v1/api/companies/1/documents/2',
    '/assets/../v1/api/documents/2',
    'data:text/javascript,0',
    'blob:https://checkwell.example/0',
  ])
    expect(() => workerAddress(address, ORIGIN), address).toThrow(TypeError);
});
