/**
 * Puts the focus on the first field that is marked as wrong, once the marks are on the screen. Groups of choices carry
 * no mark of their own, so theirs is the `data-wrong` around them.
 */
export function focusFirstFault(): void {
  // One frame for the marks, and one because react-hook-form moves the focus itself, in the order of registration.
  requestAnimationFrame(() => requestAnimationFrame(focusMarked));
}

function focusMarked(): void {
  const marked = document
    .querySelector('main')
    ?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong] input:not(:disabled), [data-wrong] button:not(:disabled)');
  marked?.focus();
  marked?.scrollIntoView({ block: 'center' });
}
