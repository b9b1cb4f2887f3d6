import { PRIVATE_FLAG_ATTRIBUTES } from '@checkwell/domain/flags/flags';
import { LaunchDarklyClientProvider } from '@openfeature/launchdarkly-client-provider';
import type { Provider } from '@openfeature/web-sdk';
import { basicLogger, type LDOptions } from 'launchdarkly-js-client-sdk';

const INITIAL_SECONDS = 5;

/** Streaming and events on, bootstrapped from local storage, the e-mail address in no event (specification, sections 3 and 7). */
export const LAUNCHDARKLY_OPTIONS = {
  streaming: true,
  sendEvents: true,
  bootstrap: 'localStorage',
  privateAttributes: [...PRIVATE_FLAG_ATTRIBUTES],
} as const satisfies LDOptions;

/** LaunchDarkly as OpenFeature knows it. @param clientId the environment's client-side ID */
export const launchDarklyFlags = (clientId: string): Provider =>
  new LaunchDarklyClientProvider(clientId, {
    ...LAUNCHDARKLY_OPTIONS,
    initializationTimeout: INITIAL_SECONDS,
    logger: basicLogger({ level: 'none' }),
  });
