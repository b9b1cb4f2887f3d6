import { expect, test } from 'vitest';
import { pagePolicy } from '../http/headers.ts';
import { launchDarkly, launchDarklyOrigins } from './launchdarkly.ts';

const ID = '0123456789abcdef01234567';
const config = (hidePeople: boolean, appSecret = 'a') => ({ appSecret, launchDarkly: { clientId: ID, hidePeople, relayUrl: null } });

test('without a client id LaunchDarkly is not used, and pages may connect to their own origin only', () => {
  expect(launchDarkly({ appSecret: 'a', launchDarkly: null })).toBeNull();
  expect(pagePolicy({ scripts: [], styles: [] })).toContain("; connect-src 'self';");
  expect(launchDarklyOrigins({ launchDarkly: null })).toEqual([]);
  expect(pagePolicy({ scripts: [], styles: [] }, { calls: launchDarklyOrigins(config(false)) })).toContain(
    "; connect-src 'self' https://app.launchdarkly.com https://clientstream.launchdarkly.com https://events.launchdarkly.com;",
  );
  const relayed = { clientId: ID, hidePeople: false, relayUrl: 'https://flags.example.be' };
  expect(launchDarklyOrigins({ launchDarkly: relayed })).toEqual(['https://flags.example.be']);
  expect(launchDarkly({ appSecret: 'a', launchDarkly: relayed })).toMatchObject({ relayUrl: 'https://flags.example.be' });
});

test('users are sent by e-mail address, or by a code that only this installation can compute', () => {
  expect(launchDarkly(config(false))).toMatchObject({ clientId: ID });
  expect(launchDarkly(config(false))?.codeOf('an@a.example')).toBeNull();
  const code = launchDarkly(config(true))?.codeOf('an@a.example');
  expect(code).toMatch(/^[\w-]{43}$/);
  expect(launchDarkly(config(true))?.codeOf('An@a.example')).toBe(code);
  expect(launchDarkly(config(true))?.codeOf('bo@a.example')).not.toBe(code);
  expect(launchDarkly(config(true, 'b'))?.codeOf('an@a.example')).not.toBe(code);
});
