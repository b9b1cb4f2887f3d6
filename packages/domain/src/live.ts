import type { CheckStatus } from './check/enums.ts';

/** A change: ids and states only, so that events reveal nothing else. Clients then load the record with their own rights. */
interface Change<Topic extends string, Company extends string | null> {
  readonly topic: Topic;
  readonly companyId: Company;
  readonly id: string;
  readonly version: number;
}

/** A comment on the check with this id was written, withdrawn or released. */
type CommentChange = Change<'comment', string>;

/** The data of each event of the live stream. */
export interface LiveEvents {
  readonly check: Change<'check', string> & { readonly status: CheckStatus };
  readonly comment: CommentChange;
  /** A request for an account was made or decided; for the provider's team. */
  readonly signUp: Change<'signUp', null>;
  /** A feature flag was changed; `id` is its name. Clients then evaluate it for their user. */
  readonly flag: Change<'flag', null>;
  /** The receiving user has a new notification. */
  readonly notification: Change<'notification', null>;
  /** Events may have been missed: the client should reload what it shows. */
  readonly refresh: { readonly topic: 'check'; readonly companyId: null };
}

/** One event of the stream: its name, and its data, sent as JSON. */
export type LiveMessage = {
  readonly [Event in keyof LiveEvents]: { readonly event: Event; readonly data: LiveEvents[Event] };
}[keyof LiveEvents];
