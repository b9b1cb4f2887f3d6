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
  /** In the transaction that records it. The message is locked: what is locked then comes behind it (ARCHITECTURE.md, "Locks"). */
  news(tx: WriteTx, news: MessageNews): Promise<void>;
  /** Whether what a message says is still valid: nothing else is sent again. */
  stands(tx: WriteTx, id: string): Promise<boolean>;
  /** Whether what a text message says is over, asked right before it leaves: then it does not. Locks nothing. Left out: it never is. */
  isOver?(tx: ReadTx, id: string): Promise<boolean>;
}
