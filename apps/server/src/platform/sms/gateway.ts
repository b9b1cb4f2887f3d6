import type { SmsFailure } from '@checkwell/domain/messages/sms';
import { PermanentFailure } from '../jobs/outbox.ts';

/** A text message on its way out. */
export interface OutgoingSms {
  /** +32470123456 */
  readonly to: string;
  readonly text: string;
  /** Ours; reports about the message name it. */
  readonly reference: string;
}

/** What a gateway says about a message that it took. */
export interface SmsReport {
  readonly providerId: string;
  /** null: nothing that we keep, such as "accepted". */
  readonly state: 'sent' | 'delivered' | 'failed' | null;
  readonly failure: SmsFailure | null;
  /** The gateway's own name of the reason; empty for none. */
  readonly code: string;
}

/** Takes text messages to telephones. */
export interface SmsGateway {
  /** Whether what was sent is shown by this product itself, and so must be kept. */
  readonly keepsContent: boolean;
  /** @throws {SmsRefusal} the message cannot arrive, however often it is tried; anything else may pass */
  send(sms: OutgoingSms): Promise<{ readonly providerId: string }>;
  /**
   * Looks for a message that may have left although nobody heard so: of this text to this number, since then.
   * @returns the ids of all that fit, the newest first
   */
  find(sms: OutgoingSms, since: Date): Promise<readonly string[]>;
  /** @returns null: it is not from the gateway */
  readReport(reference: string, body: URLSearchParams, signature: string): SmsReport | null;
}

/** The gateway refuses this message, or this number, for good. */
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
