/** A click that is older than this did not cause the request. */
const MAX_MS = 5000;

const hex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Headers that make a request the continuation of what somebody did here (W3C Trace Context). Servers that record traces take the ids, and from
 * `tracestate` since when somebody has waited, in milliseconds; others ignore both.
 * @param page where listeners for clicks and keys are added; a worker has none
 */
export function createTraceHeaders(page: Partial<Pick<EventTarget, 'addEventListener'>>): (now?: number) => Record<string, string> {
  /** When somebody clicked or pressed a key last, by the clock of the page; null: a request has been made for it already. */
  let inputAt: number | null = null;
  const note = ({ timeStamp }: Pick<Event, 'timeStamp'>): void => {
    inputAt = timeStamp;
  };
  for (const event of ['click', 'keydown']) page.addEventListener?.(event, note, { capture: true, passive: true });
  return (now = performance.now()) => {
    const waited = inputAt === null ? 0 : Math.round(now - inputAt);
    inputAt = null;
    return { traceparent: `00-${hex(16)}-${hex(8)}-01`, tracestate: `checkwell=${waited > 0 && waited <= MAX_MS ? waited : 0}` };
  };
}

export const traceHeaders = createTraceHeaders(globalThis);
