import type { FrameMessage, PaymentSession } from '@checkwell/domain/one-shot/contract';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import './fields.ts';

/** What the server answers to a user who wants to pay; the frame holds a picture, and the test speaks for it. */
export const paymentSession = (clientSecret = 'of-this-attempt'): PaymentSession => ({
  provider: 'test',
  clientSecret,
  publishableKey: 'pk_test',
  elementsUrl: `${location.origin}/icon.svg`,
});

export interface CardFields {
  /** Says something as the provider's frame does. */
  readonly notify: (message: FrameMessage) => void;
  /** The secrets of the attempts that were to be paid. */
  readonly confirmed: readonly string[];
}

/** The provider's card fields on the page, ready and filled in. */
export async function cardFields(): Promise<CardFields> {
  const frame = page.css('iframe');
  await expect.element(frame).toBeInTheDocument();
  const element = frame.element() as HTMLIFrameElement;
  await expect.poll(() => element.contentWindow?.location.pathname).toBe('/icon.svg');
  const confirmed: string[] = [];
  element.contentWindow?.addEventListener('message', ({ data }) => confirmed.push(data.clientSecret));
  const notify = (data: FrameMessage) =>
    dispatchEvent(new MessageEvent('message', { source: element.contentWindow, origin: location.origin, data }));
  notify({ type: 'ready' });
  notify({ type: 'change', complete: true, error: false });
  return { notify, confirmed };
}
