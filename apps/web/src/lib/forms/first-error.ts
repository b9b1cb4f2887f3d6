/**
 * Puts the focus on the first field that is marked as wrong, once the marks are on the screen: of the dialog that is open,
 * else of the page. Groups of choices carry no mark of their own, so theirs is the `data-wrong` around them. If the user has gone on to
 * another field by then, the focus stays there: what they type would land in the wrong one.
 * @param since what had the focus when the form was sent
 */
export function focusFirstError(since = document.activeElement): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (hasGoneOn(since)) return;
      const fields = markedFields();
      focus(fields.find((field) => field !== null));
      if (!fields[0]) whenMarked();
    }),
  );
}

function hasGoneOn(since: Element | null): boolean {
  const now = document.activeElement;
  return now !== since && now !== null && now.matches('input, select, textarea, [role="spinbutton"]');
}

/** Focuses a field whose code is still loading when it appears, unless the user has moved on by then. */
function whenMarked(): void {
  const observer = new MutationObserver(() => {
    const [first] = markedFields();
    if (!first) return;
    focus(first);
    stop();
  });
  const stop = (): void => {
    observer.disconnect();
    for (const event of ['pointerdown', 'keydown'] as const) removeEventListener(event, stop);
  };
  for (const event of ['pointerdown', 'keydown'] as const) addEventListener(event, stop);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-invalid', 'data-wrong'] });
}

/** What is marked as wrong, in the order of the screen; null where the field to be focused is not there yet. */
function markedFields(): readonly (HTMLElement | null)[] {
  const container = Array.from(document.querySelectorAll('dialog[open]')).at(-1) ?? document.querySelector('main') ?? document.body;
  return Array.from(container.querySelectorAll<HTMLElement>('[aria-invalid="true"], [data-wrong]'), (mark) =>
    mark.matches('[aria-invalid="true"]')
      ? mark
      : (mark.querySelector<HTMLElement>('[aria-invalid="true"]') ??
        mark.querySelector<HTMLElement>('input:not(:disabled), button:not(:disabled)')),
  );
}

function focus(field: HTMLElement | null | undefined): void {
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
}
