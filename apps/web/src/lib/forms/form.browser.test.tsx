import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { object, refine, string } from 'zod/mini';
import { render } from '../../test/render.tsx';
import { TextInput } from '../../ui/controls/TextInput.tsx';
import { useZodForm } from './form.ts';

/** When the rules of a form run after its button was pressed. */

const frames: FrameRequestCallback[] = [];
const checked: string[] = [];
const sent: string[] = [];
const rule = object({
  name: string().check(
    refine((name) => {
      checked.push(name);
      return true;
    }),
  ),
});

function Form() {
  const form = useZodForm(rule, { defaultValues: { name: 'An' }, mode: 'onSubmit' });
  return (
    <form noValidate onSubmit={form.handleSubmit(({ name }) => sent.push(name))}>
      <TextInput aria-label="Name" {...form.register('name')} />
      <button type="submit">Send</button>
    </form>
  );
}

async function press(): Promise<void> {
  await render(<Form />);
  await userEvent.hover(page.getByRole('button'));
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => frames.push(callback));
  page
    .getByRole('button')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
}

const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const kept of [frames, checked, sent]) kept.length = 0;
});

test('the press is painted before the rules run', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await press();
  await nextTask();
  expect(checked).toEqual([]);
  for (const frame of frames.splice(0)) frame(0);
  await vi.advanceTimersByTimeAsync(1);
  expect([checked, sent]).toEqual([['An'], ['An']]);
});

test('a page that is hidden, and paints nothing, sends the form all the same', async () => {
  await press();
  await expect.poll(() => sent).toEqual(['An']);
  expect(frames.length).toBeGreaterThan(0);
});
