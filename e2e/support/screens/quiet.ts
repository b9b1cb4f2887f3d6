import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';

/** What a page or all pages of a browser are waiting for; the stream of live changes never ends and does not count. */
export class UnderWay {
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

  /** Waits until nothing is asked of the server any more. */
  async end(): Promise<void> {
    await expect.poll(() => this.count, 'requests under way').toBe(0);
  }
}
