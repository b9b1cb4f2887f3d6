import type { MailFailure } from '@checkwell/domain/messages/failures';

/** What is reported of a mail after it has left. */
export interface MailReport {
  /** Its Message-ID, before the @. */
  readonly mailId: string;
  readonly state: 'delivered' | 'failed';
  /** null: it was delivered. */
  readonly failure: MailFailure | null;
  /** The enhanced status code (RFC 3463); empty for none. */
  readonly code: string;
  /** What its reader's server said. */
  readonly said: string;
}
