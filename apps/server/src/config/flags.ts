import type { Values } from './variables.ts';

/** Feature flags that browsers ask LaunchDarkly about; what is switched off here stays off. */
export interface LaunchDarklyConfig {
  /** Public: it travels to browsers. */
  readonly clientId: string;
  /** People are a code there instead of an e-mail address, without their names. */
  readonly hidePeople: boolean;
  /** Origin of a Relay Proxy that browsers ask instead; null: LaunchDarkly's own addresses. */
  readonly relayUrl: string | null;
}

/** Where flags are asked for besides this server. */
export function launchDarklyOf(values: Values, errors: string[]): LaunchDarklyConfig | null {
  const { LAUNCHDARKLY_CLIENT_ID: clientId, LAUNCHDARKLY_HIDE_PEOPLE: hidePeople } = values;
  const relay = values.LAUNCHDARKLY_RELAY_URL === undefined ? null : new URL(values.LAUNCHDARKLY_RELAY_URL);
  if (values.NODE_ENV === 'production' && relay?.protocol === 'http:')
    errors.push('LAUNCHDARKLY_RELAY_URL must begin with https:// in production.');
  return clientId === undefined ? null : { clientId, hidePeople: hidePeople ?? false, relayUrl: relay?.origin ?? null };
}
