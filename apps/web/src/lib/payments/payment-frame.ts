import { type FrameMessage, frameAddress, type ParentMessage } from '@checkwell/domain/one-shot/contract';
import { PAYMENT_DECLINES } from '@checkwell/domain/one-shot/states';
import type { CardFields, CardFieldsOptions, CardOutcome } from './card-fields.ts';

/** Milliseconds in which the frame must report that it is ready. */
const READY_MS = 30_000;
/** Bounds of the frame's height, in pixels: it may ask for room, not for the whole page. */
const HEIGHT = { min: 120, max: 900 } as const;
/**
 * Its height until it tells, in pixels, on a phone and elsewhere. A browser draws a frame, and so measures it, only when it comes into
 * view: the button below must not move while it is pressed.
 */
const FIRST_HEIGHT = { narrow: 456, wide: 366 } as const;
const NARROW = 480;

const RESULTS = ['succeeded', 'processing', 'declined'] as const;
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** A message of the frame, if it is one of the shapes of the contract; undefined for everything else. */
export function readFrameMessage(data: unknown): FrameMessage | undefined {
  if (!isRecord(data)) return undefined;
  switch (data.type) {
    case 'ready':
      return { type: 'ready' };
    case 'submit':
      return { type: 'submit' };
    case 'height':
      return typeof data.height === 'number' && Number.isFinite(data.height) ? { type: 'height', height: data.height } : undefined;
    case 'change':
      return { type: 'change', complete: data.complete === true, error: data.error === true };
    case 'result': {
      const status = RESULTS.find((known) => known === data.status);
      const code = PAYMENT_DECLINES.find((known) => known === data.code) ?? null;
      return status && { type: 'result', status, code };
    }
    default:
      return undefined;
  }
}

/** The frame of the test provider (contract.ts): only its window, and only from its origin, is listened to. */
export function mountFrame(
  place: HTMLElement,
  { session, language, mode, title, onReady, onChange, onFailed }: CardFieldsOptions,
): CardFields {
  if (session.elementsUrl === null) throw new Error('The payment provider has no page of card fields.');
  const { origin } = new URL(session.elementsUrl);
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.src = frameAddress(session.elementsUrl, { language, mode });
  frame.referrerPolicy = 'no-referrer';
  frame.className = 'block w-full border-0';
  frame.style.height = `${place.clientWidth < NARROW ? FIRST_HEIGHT.narrow : FIRST_HEIGHT.wide}px`;
  // A frame of another colour scheme than the page's would get an opaque background.
  frame.style.colorScheme = mode;

  let settle: ((outcome: CardOutcome) => void) | undefined;
  let complete = false;
  const late = setTimeout(onFailed, READY_MS);
  const handle = (event: MessageEvent): void => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return;
    const message = readFrameMessage(event.data);
    if (!message) return;
    switch (message.type) {
      case 'ready':
        clearTimeout(late);
        onReady();
        break;
      case 'height':
        frame.style.height = `${Math.min(HEIGHT.max, Math.max(HEIGHT.min, Math.ceil(message.height)))}px`;
        break;
      case 'change':
        complete = message.complete;
        onChange(message);
        break;
      case 'submit':
        // As Stripe's fields do.
        place.closest('form')?.requestSubmit();
        break;
      case 'result':
        // Asked too early, the fields say what is missing, and nothing was sent.
        settle?.(message.status === 'declined' && message.code === null && !complete ? { status: 'incomplete', code: null } : message);
        settle = undefined;
        break;
    }
  };
  addEventListener('message', handle);
  place.append(frame);
  return {
    confirm: (clientSecret) =>
      new Promise((resolve) => {
        settle = resolve;
        frame.contentWindow?.postMessage({ type: 'confirm', clientSecret } satisfies ParentMessage, origin);
      }),
    focus: () => frame.focus(),
    remove: () => {
      clearTimeout(late);
      removeEventListener('message', handle);
      frame.remove();
    },
  };
}
