import { createHmac } from 'node:crypto';
import { deriveSecret } from '../../config/secrets.ts';
import type { Config } from '../../config.ts';

const LAUNCHDARKLY_ORIGINS = [
  'https://app.launchdarkly.com',
  'https://clientstream.launchdarkly.com',
  'https://events.launchdarkly.com',
] as const;

/** Where LaunchDarkly's client in a page asks, listens and tells. */
export const launchDarklyOrigins = ({ launchDarkly }: Pick<Config, 'launchDarkly'>): readonly string[] =>
  launchDarkly === null ? [] : launchDarkly.relayUrl === null ? LAUNCHDARKLY_ORIGINS : [launchDarkly.relayUrl];

/** Another service of flags, as a page needs to know it. */
export interface ExternalFlags {
  readonly clientId: string;
  /** Origin of a Relay Proxy that pages ask instead of LaunchDarkly itself. */
  readonly relayUrl: string | null;
  /** What is there for this e-mail address; null: the address itself, with the person's names. */
  codeOf(email: string): string | null;
}

/** @returns null: flags are asked of this server */
export function launchDarkly(config: Pick<Config, 'launchDarkly' | 'appSecret'>): ExternalFlags | null {
  if (!config.launchDarkly) return null;
  const { clientId, hidePeople, relayUrl } = config.launchDarkly;
  const secret = deriveSecret(config, 'flag keys of people');
  return {
    clientId,
    relayUrl,
    codeOf: (email) => (hidePeople ? createHmac('sha256', secret).update(email.toLowerCase()).digest('base64url') : null),
  };
}
