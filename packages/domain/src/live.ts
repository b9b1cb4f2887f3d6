import type { CheckStatus } from './check/enums.ts';

/** Something changed: ids and states alone, so that hearing of it gives nobody a right. Who wants more asks for the record. */
interface Change<Topic extends string, Company extends string | null> {
  readonly topic: Topic;
  readonly companyId: Company;
  readonly id: string;
  readonly version: number;
}

/** Somebody wrote a comment on the check of this id, took one back, or let the employer read one. */
type CommentChange = Change<'comment', string>;

/** What each event of the live stream tells open screens. */
export interface LiveEvents {
  readonly check: Change<'check', string> & { readonly status: CheckStatus };
  readonly comment: CommentChange;
  /** Somebody asked for access, or was answered: for the provider's team. */
  readonly signUp: Change<'signUp', null>;
  /** A feature flag was set; `id` is its name. What it means for whom, everybody asks for themselves. */
  readonly flag: Change<'flag', null>;
  /** There is a notification for whoever hears it. */
  readonly notification: Change<'notification', null>;
  /** Something may have been missed: what is on the screen is to be asked for again. */
  readonly refresh: { readonly topic: 'check'; readonly companyId: null };
}

/** One event as it travels: its name, and its data as JSON. */
export type LiveMessage = {
  readonly [Event in keyof LiveEvents]: { readonly event: Event; readonly data: LiveEvents[Event] };
}[keyof LiveEvents];
