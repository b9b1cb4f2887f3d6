import { createHmac, randomBytes } from 'node:crypto';
import type { Intent } from './ledger.ts';

/** Faults that are injected into deliveries; none by default. */
export interface WebhookFaults {
  /** Each event comes this many times more. */
  readonly duplicates?: number;
  /** Each waits up to this long, in milliseconds, and so they overtake each other. */
  readonly shuffleMs?: number;
  /** Share of events of which nothing ever arrives, no copy either; from 0 to 1. */
  readonly lost?: number;
}

export interface Webhooks {
  faults: WebhookFaults;
  /** How often an event was sent. */
  readonly sent: number;
  /** Of how many events nothing was sent. */
  readonly dropped: number;
  /** Where events go; null: nowhere. */
  target: string | null;
  notify(type: string, intent: Intent): void;
  /** Resolves when nothing is under way any more. */
  settled(): Promise<void>;
  close(): void;
}

/** An event whose receiver does not answer is sent again after these pauses, in milliseconds. */
const AGAIN_AFTER_MS = [1000, 5000, 25_000];

/** Tells the product what happens to payments, signed as Stripe signs. */
export function createWebhooks({ secret, now }: { readonly secret: string; readonly now: () => Date }): Webhooks {
  const underWay = new Set<Promise<void>>();
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
    for (const again of [...AGAIN_AFTER_MS, null]) {
      if (stop.signal.aborted) return;
      const time = Math.floor(now().getTime() / 1000);
      const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
      sent += 1;
      const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` };
      const taken = await fetch(target, { method: 'POST', headers, body, signal: stop.signal }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.ok;
        },
        () => false,
      );
      if (taken || again === null) return;
      await pause(again);
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
        const work = deliver(this.target, body, Math.random() * shuffleMs).finally(() => underWay.delete(work));
        underWay.add(work);
      }
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    close() {
      stop.abort();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
