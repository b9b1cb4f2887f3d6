/** Longest time to wait for a frame, because a hidden page paints none. */
const MAX_FRAME_MS = 100;

/** Resolves after the next paint, so that what a press shows at once does not wait for what it starts. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, MAX_FRAME_MS);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
