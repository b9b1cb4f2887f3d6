import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';

/** Pending requests of a page, or of all pages of a browser context; the live stream, which never ends, is not counted. */
export class PendingRequests {
  readonly #requests = new Set<Request>();

  constructor(watched: Pick<Page | BrowserContext, 'on'>) {
    const over = (request: Request): void => void this.#requests.delete(request);
    const on = watched.on.bind(watched) as Page['on'];
    on('request', (request) => {
      if (!request.url().endsWith('/v1/api/live')) this.#requests.add(request);
    });
    on('requestfinished', over);
    on('requestfailed', over);
  }

  get count(): number {
    return this.#requests.size;
  }

  /** Waits until no request is pending. */
  async end(): Promise<void> {
    await expect.poll(() => this.count, 'pending requests').toBe(0);
  }
}
