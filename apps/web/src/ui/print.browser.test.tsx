import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ChecksDocument } from '../features/checks/checks.gql.ts';
import { check } from '../test/fixtures/checks.ts';
import { pageOf } from '../test/fixtures/list.ts';
import { emulateMedia } from '../test/media.ts';
import { renderApp } from '../test/render.tsx';
import { fakeServer } from '../test/server.ts';

test('a screen is printed without navigation, in light colours', async () => {
  const server = fakeServer();
  server.graphql(ChecksDocument, () => ({ checks: pageOf([check()]) }));
  const { say } = await renderApp('/checks', { server, width: 390, dark: true });
  const heading = page.getByRole('heading', { level: 1 });
  const navigation = page.getByRole('navigation', { name: say('shell:more'), exact: true });
  await expect.element(navigation).toBeVisible();
  const colour = () => getComputedStyle(heading.element()).color;
  const onScreen = colour();

  await emulateMedia({}, 'print');
  await expect.element(navigation).not.toBeInTheDocument();
  await expect.element(page.getByRole('banner')).not.toBeInTheDocument();
  await expect.element(heading).toBeVisible();
  const printed = colour();
  expect(printed).not.toBe(onScreen);
  document.documentElement.classList.remove('dark');
  expect(colour()).toBe(printed);
});

test('a long status wraps between words only', async () => {
  const server = fakeServer();
  const waiting = check({ status: 'ModificationProblem', nextActor: 'employer' });
  server.graphql(ChecksDocument, () => ({ checks: pageOf([waiting]) }));
  // The width of a page of paper.
  const { say } = await renderApp('/checks', { server, language: 'fr', width: 794, height: 1100 });
  const word = say('enums:checkStatus.ModificationProblem').split('/').at(-1) ?? '';
  const pill = page.getByRole('table').getByText(word).first();
  await expect.element(pill).toBeVisible();
  const walker = document.createTreeWalker(pill.element(), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const start = (node.textContent ?? '').indexOf(word);
    if (start < 0) continue;
    range.setStart(node, start);
    range.setEnd(node, start + word.length);
  }
  expect(range.toString()).toBe(word);
  expect(range.getClientRects()).toHaveLength(1);
});
