import { expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { ChecksDocument } from '../features/checks/checks.gql.ts';
import { check } from '../test/fixtures/checks.ts';
import { pageOf } from '../test/fixtures/list.ts';
import { renderApp } from '../test/render.tsx';
import { fakeServer } from '../test/server.ts';

test('on paper a screen stands by itself, in light colours', async () => {
  const server = fakeServer();
  server.graphql(ChecksDocument, () => ({ checks: pageOf([check()]) }));
  const { say } = await renderApp('/checks', { server, width: 390, dark: true });
  const heading = page.getByRole('heading', { level: 1 });
  const frame = page.getByRole('navigation', { name: say('shell:more'), exact: true });
  await expect.element(frame).toBeVisible();
  const colour = () => getComputedStyle(heading.element()).color;
  const onScreen = colour();

  onTestFinished(async () => {
    await cdp().send('Emulation.setEmulatedMedia', { media: '' });
  });
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  await expect.element(frame).not.toBeInTheDocument();
  await expect.element(page.getByRole('banner')).not.toBeInTheDocument();
  await expect.element(heading).toBeVisible();
  const printed = colour();
  expect(printed).not.toBe(onScreen);
  document.documentElement.classList.remove('dark');
  expect(colour()).toBe(printed);
});
