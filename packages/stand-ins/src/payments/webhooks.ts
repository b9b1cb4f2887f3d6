import { createHmac, randomBytes } from 'node:crypto';
import type { Intent } from './ledger.ts';

/** Faults injected into deliveries; none by default. */
export interface WebhookFaults {
  /** How many additional times each event is delivered. */
  readonly duplicates?: number;
  /** Each delivery waits a random time up to this, in milliseconds, so that events arrive out of order. */
  readonly shuffleMs?: number;
  /** Share of events that are never delivered, copies included; 0 to 1. */
  readonly lost?: number;
}

export interface Webhooks {
  faults: WebhookFaults;
  /** Number of requests sent, duplicates and retries included. */
  readonly sent: number;
  /** Number of events that were never sent. */
  readonly dropped: number;
  /** Address to which events are sent; null: events are dropped. */
  target: string | null;
  notify(type: string, intent: Intent): void;
  /** Resolves when no delivery is running or waiting any more. */
  settled(): Promise<void>;
  close(): void;
}

/** Pauses before an event that was not accepted is sent again, in milliseconds. */
const RETRY_PAUSES_MS = [1000, 5000, 25_000];

/** Sends the product the events of payments, signed as Stripe signs them. */
export function createWebhooks({ secret, now }: { readonly secret: string; readonly now: () => Date }): Webhooks {
  const deliveries = new Set<Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  const stop = new AbortController();
  let sent = 0;
  let dropped = 0;

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        resolve();
      }, ms);
      timers.add(timer);
    });

  async function deliver(target: string, body: string, waitMs: number): Promise<void> {
    if (waitMs > 0) await pause(waitMs);
    for (const retryMs of [...RETRY_PAUSES_MS, null]) {
      if (stop.signal.aborted) return;
      const time = Math.floor(now().getTime() / 1000);
      const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
      sent += 1;
      const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` };
      const accepted = await fetch(target, { method: 'POST', headers, body, signal: stop.signal }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.ok;
        },
        () => false,
      );
      if (accepted || retryMs === null) return;
      await pause(retryMs);
    }
  }

  return {
    faults: {},
    get sent() {
      return sent;
    },
    get dropped() {
      return dropped;
    },
    target: null,
    notify(type, intent) {
      const { duplicates = 0, shuffleMs = 0, lost = 0 } = this.faults;
      const object = type === 'charge.refunded' ? intent.latest_charge : intent;
      const id = `evt_test_${randomBytes(12).toString('hex')}`;
      const body = JSON.stringify({ id, object: 'event', type, created: Math.floor(now().getTime() / 1000), data: { object } });
      if (this.target === null || Math.random() < lost) {
        dropped += 1;
        return;
      }
      for (let copy = 0; copy <= duplicates; copy += 1) {
        const work = deliver(this.target, body, Math.random() * shuffleMs).finally(() => deliveries.delete(work));
        deliveries.add(work);
      }
    },
    async settled() {
      while (deliveries.size > 0) await Promise.all(deliveries);
    },
    close() {
      stop.abort();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
