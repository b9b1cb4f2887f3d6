import { expect, it } from 'vitest';
import { mayHaveArrived } from './idempotency.ts';

it('reuses the key of an attempt that the server may have stored', () => {
  expect(['web.offline', 'server.unexpected', 'database.unavailable', ''].every(mayHaveArrived)).toBe(true);
  expect(['request.invalid', 'check.periodEnded', 'certificate.checkAlreadyLaunched', 'access.forbidden'].some(mayHaveArrived)).toBe(false);
});
