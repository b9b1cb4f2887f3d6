import type { SmsFailure, SmsState } from '@checkwell/domain/messages/sms';
import { PermanentFailure } from '../jobs/outbox.ts';

/** A text message on its way out. */
export interface OutgoingSms {
  /** +32470123456 */
  readonly to: string;
  readonly text: string;
  /** Our id of the message, which reports contain. */
  readonly reference: string;
}

/** What a gateway says about a message that it took. */
export interface SmsReport {
  readonly providerId: string;
  /** null: a state that is not recorded, such as "accepted". */
  readonly state: 'sent' | 'delivered' | 'failed' | null;
  readonly failure: SmsFailure | null;
  /** The gateway's own name of the reason; empty for none. */
  readonly code: string;
}

/** Takes text messages to telephones. */
export interface SmsGateway {
  /** Whether what was sent is shown by this product itself, and so must be kept. */
  readonly keepsContent: boolean;
  /** Set for a gateway that reports over a session of this process instead of by HTTP. */
  readonly session?: GatewaySession;
  /**
   * @returns the gateway's id; empty: it gives none
   * @throws {SmsRefusal} the message cannot arrive, however often it is tried
   * @throws {SmsNotSent} it has not left, for a reason that may pass; after anything else it may have left
   */
  send(sms: OutgoingSms): Promise<{ readonly providerId: string }>;
  /**
   * Looks for a message that may have been sent although no answer came: of this text to this number, since then.
   * @returns the ids of all that fit, the newest first
   */
  readonly find:
    | ((sms: OutgoingSms, since: Date) => Promise<readonly string[]>)
    /** It cannot be asked: what may have left is never sent again. */
    | null;
  /** @returns null: it is not from the gateway */
  readReport(reference: string, body: URLSearchParams, signature: string): SmsReport | null;
}

/**
 * How the gateway answered a message: it took it (`taken`), did not take this one (`refused`), or takes none for now (`throttled`); the message did not
 * leave this process (`notSent`), or nobody knows whether it was taken (`unanswered`).
 */
export type SubmitOutcome = 'taken' | 'refused' | 'throttled' | 'notSent' | 'unanswered';

/** A connection that stays open. */
export interface GatewaySession {
  /** Opens it; otherwise the first message does. */
  start(): void;
  /** Whether this process is logged in at the gateway; null: it has not tried yet. */
  bound(): boolean | null;
  /** Is called with how each attempt to hand a message over ended. */
  onSubmit(listener: (outcome: SubmitOutcome) => void): void;
  /** Ends it, after what is under way. */
  close(): Promise<void>;
}

/** A delivery receipt that came over a session. */
export interface SmsReceipt {
  /** The gateway's id, in each way in which the answer to the message may have written it, the likeliest first; empty: it gives none. */
  readonly providerIds: readonly string[];
  /** +32470123456; it is one of these numbers. */
  readonly recipients: readonly string[];
  /** The last four digits of our id, where the gateway gives them back; else null. */
  readonly reference: string | null;
  readonly state: Exclude<SmsState, 'queued'>;
  readonly failure: SmsFailure | null;
  /** The gateway's own name of the reason; empty for none. */
  readonly code: string;
}

/** The message has certainly not left, and may be tried again. */
export class SmsNotSent extends Error {
  override readonly name = 'SmsNotSent';
}

/** The gateway refuses this message, or this number, permanently. */
export class SmsRefusal extends PermanentFailure {
  readonly failure: SmsFailure;
  /** The gateway's own name of the reason. */
  readonly code: string;

  constructor(failure: SmsFailure, code: string, message: string) {
    super(message);
    this.failure = failure;
    this.code = code;
  }
}

/** Messages stay in the database, where the mailbox page of the demo shows them. */
export const embeddedGateway: SmsGateway = {
  keepsContent: true,
  send: async ({ reference }) => ({ providerId: reference }),
  find: async () => [],
  readReport: () => null,
};
