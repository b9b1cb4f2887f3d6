import { ANONYMOUS_FLAG_KEY } from '@checkwell/domain/flags/flags';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { takeLoggedErrors } from '../../../../server/src/test/logged-errors.ts';
import { pageOf } from '../../test/fixtures/list.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer, refusal } from '../../test/server.ts';
import { ChecksDocument } from '../checks/checks.gql.ts';

const askedAbout = (server: ReturnType<typeof fakeServer>) =>
  server
    .restCalls('POST', '/ofrep/v1/evaluate/flags')
    .map(({ body }) => (body as { readonly context: { readonly targetingKey: string } }).context.targetingKey);

test('flags are those of the person, and of nobody in particular where the profile cannot be had', async () => {
  const server = fakeServer();
  server.graphql(ChecksDocument, () => ({ checks: pageOf([]) }));
  await renderApp('/checks', { server });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => askedAbout(server)).toEqual(['hanne.desmet@example.com']);

  const failing = fakeServer();
  failing.graphql(ChecksDocument, () => ({ checks: pageOf([]) }));
  failing.rest('GET', '/v1/api/profiles', () => refusal('server.unexpected'));
  await renderApp('/checks', { server: failing });
  await expect.poll(() => askedAbout(failing)).toEqual([ANONYMOUS_FLAG_KEY]);
  expect(takeLoggedErrors()).not.toEqual([]);
});
