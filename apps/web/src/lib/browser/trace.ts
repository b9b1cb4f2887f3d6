/** What was clicked longer ago did not cause a request. */
const LONGEST_MS = 5000;

/** When somebody clicked or pressed a key last, by the clock of the page; null: a request has been made for it already. */
let inputAt: number | null = null;
for (const event of ['click', 'keydown'])
  globalThis.addEventListener?.(
    event,
    ({ timeStamp }) => {
      inputAt = timeStamp;
    },
    { capture: true, passive: true },
  );

const hex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Headers that make a request the continuation of what somebody did here (W3C Trace Context). Servers that record traces take the ids, and from
 * `tracestate` since when somebody has waited, in milliseconds; others ignore both.
 */
export function traceHeaders(now = performance.now()): Record<string, string> {
  const waited = inputAt === null ? 0 : Math.round(now - inputAt);
  inputAt = null;
  return { traceparent: `00-${hex(16)}-${hex(8)}-01`, tracestate: `checkwell=${waited > 0 && waited <= LONGEST_MS ? waited : 0}` };
}
