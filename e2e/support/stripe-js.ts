import type { TestProvider } from '@checkwell/stand-ins/payments/provider';
import type { Page } from '@playwright/test';

/**
 * A test double of js.stripe.com with the parts that the web's adapter uses (apps/web/src/lib/payments/payment-stripe.ts): `Stripe`, a Payment
 * Element in an iframe of that origin, `submit` and `confirmPayment`. The card fields in the iframe are the test provider's.
 * Runs in the page.
 */
function stripeJs(origin: string): void {
  interface ProviderMessage {
    readonly type: 'ready' | 'height' | 'change' | 'result';
    readonly height: number;
    readonly complete: boolean;
    readonly status: 'succeeded' | 'processing' | 'declined';
  }
  const elementsOf = ({ locale, appearance }: { readonly locale: string; readonly appearance: { readonly theme: string } }) => {
    const frame = document.createElement('iframe');
    const listeners = new Map<string, (event: object) => void>();
    let complete = false;
    let settle: ((result: object) => void) | undefined;
    addEventListener('message', ({ source, origin: from, data }: MessageEvent<ProviderMessage>) => {
      if (source !== frame.contentWindow || from !== origin) return;
      if (data.type === 'height') frame.style.height = `${data.height}px`;
      if (data.type === 'ready') listeners.get('ready')?.({});
      if (data.type === 'change') {
        complete = data.complete;
        listeners.get('change')?.({ complete, value: { type: 'card' } });
      }
      if (data.type === 'result')
        settle?.(data.status === 'declined' ? { error: { type: 'card_error' } } : { paymentIntent: { status: data.status } });
    });
    return {
      create: () => ({
        on: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
        mount: (place: HTMLElement) => {
          frame.title = 'Secure payment input frame';
          frame.style.width = '100%';
          frame.src = `${origin}/elements?language=${locale.slice(0, 2)}&mode=${appearance.theme === 'night' ? 'dark' : 'light'}`;
          place.append(frame);
        },
        focus: () => frame.focus(),
        destroy: () => frame.remove(),
      }),
      submit: async () => (complete ? {} : { error: { type: 'validation_error' } }),
      confirm: (clientSecret: string) =>
        new Promise<object>((resolve) => {
          settle = resolve;
          frame.contentWindow?.postMessage({ type: 'confirm', clientSecret }, origin);
        }),
    };
  };
  const stripe = () => ({
    elements: elementsOf,
    confirmPayment: ({ elements, clientSecret }: { elements: ReturnType<typeof elementsOf>; clientSecret: string }) =>
      elements.confirm(clientSecret),
  });
  // `@stripe/stripe-js` checks the version and warns of another one.
  stripe.version = 'endive';
  Object.assign(globalThis, { Stripe: stripe });
}

/** Answers all requests to js.stripe.com with the test double. @returns the requested paths */
export async function standInForStripeJs(page: Page, provider: TestProvider): Promise<readonly string[]> {
  const origin = 'https://js.stripe.com';
  const asked: string[] = [];
  await page.route(`${origin}/**`, async (route, request) => {
    const { pathname, search } = new URL(request.url());
    asked.push(pathname);
    if (pathname.endsWith('/stripe.js'))
      return route.fulfill({ contentType: 'text/javascript', body: `(${stripeJs.toString()})(${JSON.stringify(origin)})` });
    const answer = await fetch(provider.origin + pathname + search, {
      method: request.method(),
      headers: { 'content-type': request.headers()['content-type'] ?? '' },
      ...(request.method() === 'POST' && { body: request.postData() }),
    });
    return route.fulfill({ status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() });
  });
  return asked;
}
