import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { apiErrorFrom } from '../../lib/api/api-error.ts';
import { notify, notifyError } from '../../lib/browser/toast.ts';
import '../../test/fields.ts';
import { emulateMedia } from '../../test/media.ts';
import { mouse } from '../../test/mouse.ts';
import { render } from '../../test/render.tsx';

const toast = page.getByRole('alert').filter({ hasText: 'Bewaard' });
const bar = () => toast.css('.Toastify__progress-bar').element();
/** Restarts the time of the toast, so that it does not end during the next steps. */
const rewind = (): void => {
  for (const animation of bar().getAnimations()) animation.currentTime = 0;
};
const playing = () => getComputedStyle(bar()).animationPlayState;

/** Shows a toast, and waits until its entrance animation has ended. */
async function show(): Promise<DOMRect> {
  notify('success', 'Bewaard');
  await expect.element(toast).toBeVisible();
  await expect.element(toast).not.toHaveClass(/Toastify--animate/);
  return toast.element().getBoundingClientRect();
}

test('a toast has the properties of the specification: position, duration, pauses, drag, role, light theme', async () => {
  await emulateMedia({ 'prefers-reduced-motion': 'no-preference' });
  const { say } = await render(<main />, { language: 'nl', dark: true });
  const { x, y, right, width } = await show();
  // Section 9: top right, 5000 ms, light theme.
  expect(right).toBeGreaterThan(1280 - 40);
  expect(y).toBeLessThan(80);
  expect(getComputedStyle(bar()).animationDuration).toBe('5s');
  await expect.element(toast).toHaveClass('Toastify__toast-theme--light');
  await expect.element(toast).toHaveStyle({ backgroundColor: 'rgb(255, 255, 255)' });

  // Pause on hover and on focus loss.
  await userEvent.hover(toast);
  await expect.poll(playing).toBe('paused');
  await mouse({ to: [10, 700] });
  await expect.poll(playing).toBe('running');
  dispatchEvent(new Event('blur'));
  await expect.poll(playing).toBe('paused');
  dispatchEvent(new Event('focus'));
  await expect.poll(playing).toBe('running');
  rewind();

  // Dragging it by less than 80 percent of its width has no effect, by more closes it.
  const drag = (share: number) => mouse({ to: [x + 30, y + 20] }, 'down', { to: [x + 30 + width * share, y + 20] }, 'up');
  await drag(0.7);
  await expect.element(toast).toBeVisible();
  await expect.poll(() => toast.element().getBoundingClientRect().x).toBe(x);
  rewind();
  await drag(0.85);
  await expect.element(toast).not.toBeInTheDocument();

  // The name of the close button is in the language of the interface.
  await show();
  await userEvent.click(toast.getByRole('button', { name: say('common:close'), exact: true }));
  await expect.element(toast).not.toBeInTheDocument();

  // It closes by itself after its duration.
  await show();
  await mouse({ to: [10, 700] });
  for (const animation of bar().getAnimations()) animation.finish();
  await expect.element(toast).not.toBeInTheDocument();
});

test('with reduced motion, a toast has the same duration', async () => {
  await emulateMedia({ 'prefers-reduced-motion': 'reduce' });
  await render(<main />, { language: 'nl' });
  notify('success', 'Bewaard');
  await expect.element(toast).toBeVisible();
  expect(getComputedStyle(bar()).animationDuration).toBe('5s');
  for (const animation of bar().getAnimations()) animation.finish();
  await expect.element(toast).not.toBeInTheDocument();
});

test('an unexpected error is shown with its reference, a refusal without one', async () => {
  const { say } = await render(<main />, { language: 'nl' });
  const failure = (code: 'database.unavailable' | 'check.doctorBusy', status: number) =>
    apiErrorFrom({ code, params: {}, issues: [], traceId: `trace-${status}` }, status);
  notifyError(failure('database.unavailable', 503));
  await expect.element(page.getByRole('alert').getByText(say('common:errorReference', { traceId: 'trace-503' }))).toBeVisible();
  await expect.element(page.getByRole('alert').getByText(say('errors:database.unavailable'))).toBeVisible();
  notifyError(failure('check.doctorBusy', 409));
  await expect.element(page.getByText(say('errors:check.doctorBusy'))).toBeVisible();
  expect(page.getByText('trace-409').elements()).toEqual([]);
});
