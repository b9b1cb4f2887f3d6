import type { MessageFailure } from '@checkwell/domain/messages/failures';
import type { MailState } from '@checkwell/domain/people/mail-enums';
import type { ReadTx, WriteTx } from '../db/database.ts';

/** The outcome of a mail or a text message. */
export interface MessageNews {
  readonly id: string;
  /** `queued`: it failed, and is sent again. */
  readonly state: MailState;
  readonly failure: MessageFailure | null;
  readonly at: Date;
}

/** Is called with what happens to the messages of a template. */
export interface MessageListener {
  /**
   * Called in the transaction that records the news. The message is locked: the listener locks only what comes after it (ARCHITECTURE.md, "Locks").
   */
  news(tx: WriteTx, news: MessageNews): Promise<void>;
  /** Whether what a message says is still valid: otherwise it is not sent again. */
  isStillValid(tx: WriteTx, id: string): Promise<boolean>;
  /** Whether a text message is no longer valid, asked right before it leaves: then it is not sent. Locks nothing. Left out: it always is valid. */
  isOver?(tx: ReadTx, id: string): Promise<boolean>;
}
