import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { pageOf } from '../../../test/fixtures/list.ts';
import { render, renderApp } from '../../../test/render.tsx';
import { fakeServer } from '../../../test/server.ts';
import { ChecksDocument } from '../../checks/checks.gql.ts';
import { EmptyFrame } from './EmptyFrame.tsx';

/** Where sign and name of the product stand, as far as they are seen. */
const logos = (container: Element) =>
  [...container.querySelectorAll('span:has(> svg + span)')]
    .map((logo) => logo.getBoundingClientRect())
    .filter(({ width }) => width > 0)
    .map(({ x, y, height }) => ({ x, y, height }));

test.each([1280, 390])('what is before any script has run is where the application puts it, %i pixels wide', async (width) => {
  const server = fakeServer();
  server.graphql(ChecksDocument, () => ({ checks: pageOf([]) }));
  const { say } = await renderApp('/checks', { server, width });
  await expect.element(page.getByRole('heading', { level: 1, name: say('checks:list.title') })).toBeVisible();
  const shell = document.querySelector('#content')?.parentElement;
  const application = shell ? logos(shell) : [];
  expect(application).toHaveLength(1);
  const { container } = await render(
    <div className="inside">
      <div className="frame">
        <EmptyFrame />
      </div>
    </div>,
    { width },
  );
  await expect.poll(() => logos(container)).toEqual(application);
});
