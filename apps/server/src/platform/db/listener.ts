import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Log } from '../log.ts';

/** How soon a dead listening connection is noticed: together less than the time within which the end of a session must take effect, REVOKED_WITHIN_MS. */
const WATCH_EVERY_MS = 1000;
const WATCH_LIMIT_MS = 1000;

type Handler = (payload: string | undefined) => void;

/** One connection for all LISTENs of this process; it reconnects by itself, and tells its handlers that it did. */
export class Listener {
  readonly #urls: readonly string[];
  readonly #log: Log;
  readonly #handlers = new Map<string, Set<Handler>>();
  #client: Client | undefined;
  #closed = false;
  readonly #stop = new AbortController();
  readonly #loop: Promise<void>;

  /** @param urls with each password that may count: after a failure the next one is tried */
  constructor(urls: readonly string[], log: Log) {
    this.#urls = urls;
    this.#log = log;
    this.#loop = this.#keepConnected();
  }

  get isConnected(): boolean {
    return this.#client !== undefined;
  }

  add(channel: string, handler: Handler): () => void {
    if (!/^[a-z_]+$/.test(channel)) throw new Error(`A channel's name has lower-case letters and underscores only: ${channel}`);
    const handlers = this.#handlers.get(channel) ?? new Set();
    this.#handlers.set(channel, handlers.add(handler));
    void this.#client
      ?.query(`listen ${channel}`)
      .then(() => handler(undefined))
      .catch(() => undefined); // the connection broke: the next one listens to everything
    return () => handlers.delete(handler);
  }

  async #keepConnected(): Promise<void> {
    for (let failures = 0; !this.#closed; ) {
      const client = new Client({
        connectionString: this.#urls[failures % this.#urls.length],
        application_name: 'checkwell listener',
        connectionTimeoutMillis: 5000,
        query_timeout: 5000,
        keepAlive: true,
      });
      const ended = new Promise<void>((resolve) => client.once('end', resolve));
      client.on('error', () => undefined); // followed by 'end'
      client.on('notification', ({ channel, payload }) => this.#notify(channel, payload));
      try {
        await client.connect();
        for (const channel of this.#handlers.keys()) await client.query(`listen ${channel}`);
        if (this.#closed) return; // meanwhile: `close` could not end this connection
        this.#client = client;
        if (failures > 0) this.#log.info('Listening to the database again.');
        failures = 0;
        for (const channel of this.#handlers.keys()) this.#notify(channel, undefined);
        await this.#watch(client, ended);
      } catch (error) {
        if (failures === 0 && !this.#closed)
          this.#log.warn(`The database cannot be listened to: ${error instanceof Error ? error.message : error}`);
        failures += 1;
      } finally {
        this.#client = undefined;
        void client.end().catch(() => undefined);
      }
      if (!this.#closed) await sleep(Math.min(100 * 2 ** failures, 5000), undefined, { signal: this.#stop.signal }).catch(() => undefined);
    }
  }

  /** Asks from time to time, because a connection can be dead without either side having been told. */
  async #watch(client: Client, ended: Promise<void>): Promise<void> {
    const healthCheck = { text: 'select 1', query_timeout: WATCH_LIMIT_MS } as { text: string };
    const timer = setInterval(() => client.query(healthCheck).catch(() => client.end()), WATCH_EVERY_MS);
    await ended;
    clearInterval(timer);
  }

  #notify(channel: string, payload: string | undefined): void {
    for (const handler of this.#handlers.get(channel) ?? []) {
      try {
        handler(payload);
      } catch (error) {
        this.#log.error(`A listener of ${channel} failed: ${error instanceof Error ? error.message : error}`);
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stop.abort();
    await this.#client?.end().catch(() => undefined);
    await this.#loop;
  }
}
