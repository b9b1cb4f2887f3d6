import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { Actor } from '@checkwell/domain/policy';
import type { Services } from '../services.ts';

/** What every resolver gets: who asks, and the services that answer. One per request. */
export interface GraphqlContext {
  readonly actor: Actor;
  readonly services: Services;
  /** Ties the answer, the log lines and the access log of one request together. */
  readonly traceId: string;
  /** Language that the caller asked for; only for texts that the server itself writes. */
  readonly language: InterfaceLanguage;
}
