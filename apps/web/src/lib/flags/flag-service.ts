import { FLAGS, type FlagContext } from '@checkwell/domain/flags/flags';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature, type Provider, ProviderEvents } from '@openfeature/web-sdk';
import { apiHost } from '../api/api-host.ts';
import { session } from '../session/session.ts';
import type { FlagService, FlagSource } from './flag-source.ts';

/** OpenFeature's name for the key; the rest as it is in the specification, section 3. */
const contextOf = ({ key, ...attributes }: FlagContext) => ({ targetingKey: key, ...attributes });

const quiet = (): void => undefined;
/** Silences OpenFeature's log: failures are thrown or sent as events. */
const LOGGER = { error: quiet, warn: quiet, info: quiet, debug: quiet };

/**
 * This server's flags by the OpenFeature Remote Evaluation Protocol, bootstrapped from local storage. When to ask again the live stream
 * says (`useFlagUser`), since it may carry an Authorization header, which the protocol's own stream may not.
 */
const ownFlags = (): Provider =>
  new OFREPWebProvider({
    baseUrl: apiHost || location.origin,
    headersFactory: async () => [['Authorization', await session.authorization()]],
    fetchImplementation: async (...request) => {
      const response = await fetch(...request);
      if (response.status === 401) session.end('expired');
      return response;
    },
    changeDetection: 'none',
    // Not by the token, as it would by default: that one lasts ten minutes.
    cacheKeyGenerator: ({ url, targetingKey, context }) => JSON.stringify([url, targetingKey, context.companyId]),
  });

/** Opens the service of flags for this user. @throws {Error} when it can neither be asked nor has anything in local storage */
export async function openFlagService(service: FlagService, context: FlagContext, onChange: () => void): Promise<FlagSource> {
  const provider = service ? (await import('./launchdarkly.ts')).launchDarklyFlags(service) : ownFlags();
  OpenFeature.setLogger(LOGGER);
  await OpenFeature.setProviderAndWait(provider, contextOf(context));
  const client = OpenFeature.getClient();
  client.addHandler(ProviderEvents.ConfigurationChanged, onChange);
  client.addHandler(ProviderEvents.ContextChanged, onChange);
  return {
    value: (name) => client.getBooleanValue(name, FLAGS[name]),
    identify: (next) =>
      new Promise((resolve, reject) => {
        // A provider keeps its former answers after a failure and reports it as an event, without throwing.
        let failure: string | undefined;
        const fail = (details?: { message?: string }): void => {
          failure = details?.message ?? 'unknown';
        };
        client.addHandler(ProviderEvents.Error, fail);
        void OpenFeature.setContext(contextOf(next)).then(() => {
          client.removeHandler(ProviderEvents.Error, fail);
          if (failure === undefined) resolve();
          else reject(new Error(failure));
        }, reject);
      }),
  };
}
