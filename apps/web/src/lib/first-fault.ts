/**
 * Puts the focus on the first field that is marked as wrong, once the marks are on the screen. Groups of choices carry
 * no mark of their own, so theirs is the `data-wrong` around them.
 */
export function focusFirstFault(): void {
  // One frame for the marks, and one because react-hook-form moves the focus itself, in the order of registration.
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
  const marked = document
    .querySelector('main')
    ?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong] input:not(:disabled), [data-wrong] button:not(:disabled)');
  marked?.focus();
  marked?.scrollIntoView({ block: 'center' });
  return marked !== undefined && marked !== null;
}
