import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CheckDocument } from './features/checks/check.gql.ts';
import { ChecksDocument } from './features/checks/checks.gql.ts';
import { check } from './test/fixtures/checks.ts';
import { pageOf } from './test/fixtures/list.ts';
import { renderApp } from './test/render.tsx';
import { fakeServer } from './test/server.ts';

test('a link under the pointer loads what it leads to before it is pressed', async () => {
  const server = fakeServer();
  const one = check();
  server.graphql(ChecksDocument, () => ({ checks: pageOf([one]) }));
  server.graphql(CheckDocument, () => ({ check: one }));
  const { address } = await renderApp('/checks', { server, preload: true });
  await userEvent.hover(page.getByRole('table').getByRole('link'));
  await expect.poll(() => server.calls(CheckDocument)).toEqual([{ id: one.id }]);
  expect(address()).toBe('/checks');
});
