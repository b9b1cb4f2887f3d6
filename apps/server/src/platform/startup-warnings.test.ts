import { expect, test } from 'vitest';
import { addressWarning } from './startup-warnings.ts';

test.each([
  ['127.0.0.1', 'http://localhost:3000', undefined],
  ['0.0.0.0', 'https://checks.example.be', undefined],
  ['127.0.0.1', 'https://checks.example.be', undefined],
  ['0.0.0.0', 'http://localhost:3000', /^Other machines reach this server \(HOST is 0\.0\.0\.0\), but nobody can sign in from them/],
  ['0.0.0.0', 'http://checks.internal:3000', /^Nobody can sign in at http:\/\/checks\.internal:3000:/],
])('listening on %s as %s', (host, publicUrl, warning) => {
  const text = addressWarning({ host, publicUrl });
  if (warning) expect(text).toMatch(warning);
  else expect(text).toBeUndefined();
});
