import type { Clock } from '@checkwell/domain/clock';
import type { SendAgain } from '@checkwell/domain/messages/failures';
import { sendableAt } from '@checkwell/domain/offers/waves';
import type { WriteTx } from '../db/database.ts';
import { type Effect, type Outbox, PutOff } from '../jobs/outbox.ts';
import type { MessageListener } from './message-listener.ts';

/** A mail or text message that its transaction holds. */
export interface LockedMessage {
  readonly companyId: string | null;
  /** null: it has not failed. */
  readonly sendAgain: SendAgain | null;
  /** Queues it again under the same id, by which a recipient who got it after all recognises it. Its effect is due at once. */
  requeue(): Promise<void>;
}

interface LockedMessageParts {
  readonly clock: Clock;
  readonly outbox: Outbox;
  /** Topic of the effect that sends it. */
  readonly topic: string;
  readonly row: { readonly id: string; readonly companyId: string | null };
  readonly sendAgain: SendAgain | null;
  readonly listener: MessageListener | undefined;
  /** Sets the row to queued. */
  readonly requeue: (at: Date) => Promise<unknown>;
}

/** What can be done with a message that the transaction has locked; one whose content is no longer valid is not sent again. */
export async function lockedMessage(tx: WriteTx, parts: LockedMessageParts): Promise<LockedMessage> {
  const { clock, outbox, topic, row, sendAgain, listener } = parts;
  const { id, companyId } = row;
  const isOver = sendAgain === 'Possible' && (await listener?.isStillValid(tx, id)) === false;
  return {
    companyId,
    sendAgain: isOver ? 'Expired' : sendAgain,
    async requeue() {
      const at = clock.now();
      await parts.requeue(at);
      await listener?.news(tx, { id, state: 'queued', failure: null, at });
      // One that was given up is still there; one that was refused is done. Somebody asks for it now: it leaves in quiet hours, too.
      if (!(await outbox.retry(tx, id, {}))) await outbox.put(tx, { id, topic, companyId, payload: {} });
    },
  };
}

/** `waking`: not in quiet hours; `atOnce`: also then. */
export type Urgency = 'waking' | 'atOnce';

/** The times of the effect that sends a message: when it is due, and whether an attempt may be made in quiet hours. */
export const effectOf = (urgency: Urgency, now: Date) =>
  urgency === 'atOnce' ? { payload: {}, dueAt: now } : { payload: { waking: true }, dueAt: sendableAt(now) };

/** An attempt that would be in quiet hours waits for their end. @returns undefined: the message may leave now */
export function quietHours({ payload }: Pick<Effect, 'payload'>, now: Date): PutOff | undefined {
  const { waking = false } = payload as { readonly waking?: boolean };
  const until = waking ? sendableAt(now) : now;
  return until > now ? new PutOff(until) : undefined;
}
