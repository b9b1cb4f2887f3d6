/**
 * The window for the sign-in with Microsoft. Its answer comes back over a channel that only pages of this origin can use
 * (docs/decisions/0016), because Microsoft may cut the link between the window and the page that opened it.
 */
const CHANNEL = 'checkwell:microsoft';
const SIZE = { width: 500, height: 680 };
/** Milliseconds between checks whether the window was closed, and after which a closed window has sent no answer. */
const LOOK_MS = 300;
const GRACE_MS = 1200;
/** Milliseconds after which no page waits for the answer. */
const LOST_MS = 4000;

/** The parameters of Microsoft's redirect (RFC 6749, 4.1.2). */
export interface WindowAnswer {
  readonly state: string;
  readonly code: string | null;
  readonly error: string | null;
  readonly description: string;
}

type Message = { readonly kind: 'answer'; readonly answer: WindowAnswer } | { readonly kind: 'taken'; readonly state: string };

/**
 * Opens the window with a text until Microsoft's page loads. To be called within the click, or browsers block it.
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

/** Waits for the answer to `state`. Reports a closed window; a later answer still counts. @returns a function that stops waiting */
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

/** Reads the answer from the address of the window; null when there is none. */
export function answerIn(search: string): WindowAnswer | null {
  const parameters = new URLSearchParams(search);
  const state = parameters.get('state');
  const [code, error] = [parameters.get('code'), parameters.get('error')];
  if (state === null || (code === null && error === null)) return null;
  return { state, code, error, description: parameters.get('error_description') ?? '' };
}

/** Passes an answer to the waiting page, or calls `onLost` when there is none. @returns a function that stops */
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

/** The name of the sentence for Microsoft's refusal. AADSTS50053: the account was locked after too many attempts. */
export function refusalOf({ error, description }: WindowAnswer): 'cancelled' | 'tooManyAttempts' | 'unavailable' | 'failed' {
  if (/\bAADSTS50053\b/.test(description)) return 'tooManyAttempts';
  if (error === 'access_denied') return 'cancelled';
  return error === 'server_error' || error === 'temporarily_unavailable' ? 'unavailable' : 'failed';
}
