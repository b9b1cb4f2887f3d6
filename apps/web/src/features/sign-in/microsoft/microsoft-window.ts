/**
 * The window in which somebody signs in with Microsoft, and how its answer comes back (docs/decisions/0016): over a channel that only
 * pages of this origin reach. Whether the window still hangs on the page that opened it is up to Microsoft, so nothing depends on it.
 */
const CHANNEL = 'checkwell:microsoft';
const SIZE = { width: 500, height: 680 };
/** How often is looked whether the window was closed, and for how long an answer may still be under way then. */
const LOOK_MS = 300;
const GRACE_MS = 1200;
/** A page that waits for the answer takes it within an instant; after this long there is none. */
const LOST_MS = 4000;

/** What Microsoft sent the window back with (RFC 6749, 4.1.2). */
export interface WindowAnswer {
  readonly state: string;
  readonly code: string | null;
  readonly error: string | null;
  readonly description: string;
}

type Message = { readonly kind: 'answer'; readonly answer: WindowAnswer } | { readonly kind: 'taken'; readonly state: string };

/**
 * Opens the window, still empty, with a word about what is coming. To be called in the click itself: later, browsers block it.
 * @returns null when the browser blocked it
 */
export function openWindow(text: string): Window | null {
  const left = Math.round(screenX + Math.max(0, outerWidth - SIZE.width) / 2);
  const top = Math.round(screenY + Math.max(0, outerHeight - SIZE.height) / 2);
  const opened = open('', '_blank', `popup,width=${SIZE.width},height=${SIZE.height},left=${left},top=${top}`);
  if (!opened || opened.closed) return null;
  const { backgroundColor, color, fontFamily } = getComputedStyle(document.body);
  const { body } = opened.document;
  opened.document.title = text;
  body.textContent = text;
  Object.assign(body.style, { backgroundColor, color, fontFamily, fontSize: '14px', padding: '24px' });
  return opened;
}

/** Waits for the answer to `state`. A closed window is told; an answer that comes later still counts. @returns stops waiting */
export function awaitAnswer(
  state: string,
  opened: Window,
  { onAnswer, onClosed }: { onAnswer: (answer: WindowAnswer) => void; onClosed: () => void },
): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  let grace: ReturnType<typeof setTimeout> | undefined;
  const looking = setInterval(() => {
    if (!opened.closed) return;
    clearInterval(looking);
    grace = setTimeout(onClosed, GRACE_MS);
  }, LOOK_MS);
  const stop = (): void => {
    clearInterval(looking);
    clearTimeout(grace);
    channel.close();
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind !== 'answer' || data.answer.state !== state) return;
    channel.postMessage({ kind: 'taken', state } satisfies Message);
    stop();
    onAnswer(data.answer);
  };
  return stop;
}

/** What is in the address of the window that came home; null when it is no answer. */
export function answerIn(search: string): WindowAnswer | null {
  const parameters = new URLSearchParams(search);
  const state = parameters.get('state');
  const [code, error] = [parameters.get('code'), parameters.get('error')];
  if (state === null || (code === null && error === null)) return null;
  return { state, code, error, description: parameters.get('error_description') ?? '' };
}

/** Hands an answer to the page that waits for it. @returns stops; `onLost` when no page does */
export function handOver(answer: WindowAnswer, { onTaken, onLost }: { onTaken: () => void; onLost: () => void }): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const lost = setTimeout(onLost, LOST_MS);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind !== 'taken' || data.state !== answer.state) return;
    clearTimeout(lost);
    onTaken();
  };
  channel.postMessage({ kind: 'answer', answer } satisfies Message);
  return () => {
    clearTimeout(lost);
    channel.close();
  };
}

/** A refusal of Microsoft, as its sentence: AADSTS50053 is an account that was locked after too many attempts. */
export function refusalOf({ error, description }: WindowAnswer): 'cancelled' | 'tooManyAttempts' | 'unavailable' | 'failed' {
  if (/\bAADSTS50053\b/.test(description)) return 'tooManyAttempts';
  if (error === 'access_denied') return 'cancelled';
  return error === 'server_error' || error === 'temporarily_unavailable' ? 'unavailable' : 'failed';
}
