import { PRIVATE_FLAG_ATTRIBUTES } from '@checkwell/domain/flags/flags';
import { LaunchDarklyClientProvider } from '@openfeature/launchdarkly-client-provider';
import { type EvaluationContext, ProviderStatus } from '@openfeature/web-sdk';
import { basicLogger, type LDOptions } from 'launchdarkly-js-client-sdk';
import type { FlagService } from './flag-source.ts';

const INITIAL_SECONDS = 5;

/** Streaming and events on, bootstrapped from local storage, the e-mail address in no event (specification, sections 3 and 7). */
export const LAUNCHDARKLY_OPTIONS = {
  streaming: true,
  sendEvents: true,
  bootstrap: 'localStorage',
  privateAttributes: [...PRIVATE_FLAG_ATTRIBUTES],
} as const satisfies LDOptions;

/** Reports that LaunchDarkly's client could not start, which OpenFeature's provider hides, so that it is logged and tried again. */
class Provider extends LaunchDarklyClientProvider {
  override async initialize(context?: EvaluationContext): Promise<void> {
    await super.initialize(context);
    if (this.status !== ProviderStatus.ERROR) return;
    await this.onClose();
    throw new Error('LaunchDarkly does not answer.');
  }
}

/** LaunchDarkly as OpenFeature knows it. @param service the environment's client-side ID, and the Relay Proxy that is asked, if any */
export const launchDarklyFlags = ({ clientId, relayUrl }: Pick<NonNullable<FlagService>, 'clientId' | 'relayUrl'>): Provider =>
  new Provider(clientId, {
    ...LAUNCHDARKLY_OPTIONS,
    ...(relayUrl !== null && { baseUrl: relayUrl, streamUrl: relayUrl, eventsUrl: relayUrl }),
    initializationTimeout: INITIAL_SECONDS,
    logger: basicLogger({ level: 'none' }),
  });
