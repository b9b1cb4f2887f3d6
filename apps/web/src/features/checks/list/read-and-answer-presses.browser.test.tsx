import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { check, report } from '../../../test/fixtures/checks.ts';
import { pageOf } from '../../../test/fixtures/list.ts';
import { countPresses } from '../../../test/input/presses.ts';
import { renderApp } from '../../../test/render.tsx';
import { fakeServer } from '../../../test/server.ts';
import { withSuperiors } from '../../../test/superiors.ts';
import { ResolveProblemDocument } from '../change/changes.gql.ts';
import { CheckDocument } from '../check.gql.ts';
import { ChecksDocument, ReportsDocument } from '../checks.gql.ts';

/** How many presses lead from a list to the answer of a question, and to what a report says (docs/before-after.md). */

const firstRow = page.getByRole('table').getByRole('link').first();

test('answering a question takes three presses from the list, and the answer is typed at once', async () => {
  const asked = check({
    status: 'ModificationProblem',
    availableActions: ['resolveProblem', 'cancel'],
    nextActor: 'employer',
    problemReason: 'AddressUnclear',
    problemOwner: 'employer',
    problemComment: 'Which bell?',
  });
  const server = fakeServer();
  server.graphql(ChecksDocument, () => ({ checks: pageOf([asked]) }));
  server.graphql(CheckDocument, () => ({ check: asked }));
  server.graphql(ResolveProblemDocument, () => ({ resolveProblem: { ...asked, status: 'Planning' as const, availableActions: [] } }));
  const { say } = await renderApp('/checks', { server });
  await expect.element(firstRow).toBeVisible();
  const count = countPresses();
  onTestFinished(count.stop);
  await userEvent.click(firstRow);
  await userEvent.click(page.getByRole('button', { name: say('checks:problem.resolve') }));
  await expect.element(page.getByRole('dialog').getByRole('textbox')).toHaveFocus();
  await userEvent.keyboard('The second');
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: say('checks:problem.send') }));
  await expect.poll(() => server.calls(ResolveProblemDocument)).toMatchObject([{ comment: 'The second' }]);
  expect(count.presses()).toBe(3);
});

test('one press leads from the list to verdict, next steps and price, and nothing is scrolled', async () => {
  const read = report({ checkOccurence: 'Yes', earlyReturn: true, newIncapacityEndDate: '2026-11-08' });
  const server = fakeServer();
  withSuperiors(server, []);
  server.graphql(ReportsDocument, () => ({ reports: pageOf([read]) }));
  server.graphql(CheckDocument, () => ({ check: read }));
  const { say } = await renderApp('/reports', { server });
  await expect.element(firstRow).toBeVisible();
  const count = countPresses();
  onTestFinished(count.stop);
  await userEvent.click(firstRow);
  for (const name of [say('reports:next.title'), say('reports:detail.cost')]) {
    const part = page.getByRole('region', { name });
    await expect.element(part).toBeVisible();
    expect(part.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight);
  }
  expect(count.presses()).toBe(1);
});
