/**
 * Puts the focus on the first field that is marked as wrong, once the marks are on the screen: of the dialog that is open,
 * else of the page. Groups of choices carry no mark of their own, so theirs is the `data-wrong` around them.
 */
export function focusFirstFault(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (!focusMarked()) whenMarked();
    }),
  );
}

/** A field whose code is still on its way gets the focus when it comes, unless the person has gone on by then. */
function whenMarked(): void {
  const observer = new MutationObserver(() => {
    if (focusMarked()) stop();
  });
  const stop = (): void => {
    observer.disconnect();
    for (const event of ['pointerdown', 'keydown'] as const) removeEventListener(event, stop);
  };
  for (const event of ['pointerdown', 'keydown'] as const) addEventListener(event, stop);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-invalid', 'data-wrong'] });
}

function focusMarked(): boolean {
  const place = Array.from(document.querySelectorAll('dialog[open]')).at(-1) ?? document.querySelector('main') ?? document.body;
  const marked = place.querySelector<HTMLElement>(
    '[aria-invalid="true"], [data-wrong] input:not(:disabled), [data-wrong] button:not(:disabled)',
  );
  marked?.focus();
  marked?.scrollIntoView({ block: 'center' });
  return marked !== null;
}
