import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectFieldError, fieldOf } from '../../test/fields.ts';
import { featureFlag } from '../../test/fixtures/companies.ts';
import { newId } from '../../test/fixtures/list.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer, refusal } from '../../test/server.ts';
import { FeatureFlagsDocument, type FlagRowFragment, SetFeatureFlagDocument } from './flags.gql.ts';

async function openFlags(first: FlagRowFragment) {
  const server = fakeServer();
  let flag = first;
  server.graphql(FeatureFlagsDocument, () => ({ featureFlags: [flag] }));
  server.graphql(SetFeatureFlagDocument, ({ version, input }) => {
    const companies = [input.companies].flat().map((company) => ({ ...company, companyName: 'Bakkerij Peeters' }));
    flag = { ...flag, ...input, companies, version: version + 1 };
    return { setFeatureFlag: flag };
  });
  const { say } = await renderApp('/flags', { server, as: 'planner' });
  const feature = say(`flags:flag.${first.name}.title`);
  const act = async (action: string) => {
    await userEvent.click(page.getByRole('button', { name: say('common:actionsFor', { name: feature }) }));
    await userEvent.click(page.getByRole('menuitem', { name: action }));
  };
  return { server, say, feature, act, row: page.getByRole('row').filter({ hasText: feature }) };
}

test('a feature says for whom it is on, whatever the share, and the share is sent with the companies that have their own answer', async () => {
  const named = { companyId: newId(), companyName: 'Bakkerij Peeters', enabled: true };
  const { server, say, feature, act, row } = await openFlags(featureFlag({ name: 'dashboardMail', companies: [named] }));
  await expect.element(row.getByText(`${say('flags:audience.everybody')} · ${say('flags:audience.on', { count: 1 })}`)).toBeVisible();
  const setShare = async (share: string) => {
    await act(say('flags:change'));
    const dialog = page.getByRole('dialog', { name: feature });
    const field = fieldOf(dialog, say('flags:percentage'));
    await userEvent.fill(field, share);
    await userEvent.click(dialog.getByRole('button', { name: say('common:save') }));
    return { dialog, field };
  };
  const { dialog, field } = await setShare('101');
  await expectFieldError(field, say('validation:shareRange'));
  expect(server.calls(SetFeatureFlagDocument)).toEqual([]);
  await userEvent.fill(field, '0');
  await userEvent.click(dialog.getByRole('button', { name: say('common:save') }));
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(row.getByText(`${say('flags:audience.named')} · ${say('flags:audience.on', { count: 1 })}`)).toBeVisible();
  const companies = [{ companyId: named.companyId, enabled: true }];
  const input = { enabled: true, percentage: 0, companies };
  expect(server.calls(SetFeatureFlagDocument)).toEqual([{ name: 'dashboardMail', version: 1, input }]);
  await setShare('99');
  await expect.element(row.getByText(say('flags:audience.share', { percentage: 99 }))).toBeVisible();
  expect(server.calls(SetFeatureFlagDocument).at(-1)).toEqual({ name: 'dashboardMail', version: 2, input: { ...input, percentage: 99 } });
});

test('switching a feature off asks first', async () => {
  const { server, say, act, row } = await openFlags(featureFlag());
  const question = page.getByRole('alertdialog');
  await act(say('flags:switchOff'));
  await expect.element(question.getByText(say('flags:switchOffText'))).toBeVisible();
  await userEvent.click(question.getByRole('button', { name: say('common:cancel') }));
  await expect.element(row.getByText(say('flags:on'), { exact: true })).toBeVisible();
  expect(server.calls(SetFeatureFlagDocument)).toEqual([]);

  await act(say('flags:switchOff'));
  await userEvent.click(question.getByRole('button', { name: say('flags:switchOff') }));
  await expect.element(row.getByText(say('flags:audience.nobody'))).toBeVisible();
  expect(server.calls(SetFeatureFlagDocument).map(({ input }) => input.enabled)).toEqual([false]);
});

test('a list that fails says so, and is there at the next try', async () => {
  const server = fakeServer();
  server.graphql(FeatureFlagsDocument, () => new Response('{}', { status: 500 }));
  const { say } = await renderApp('/flags', { server, as: 'planner' });
  await expect.element(page.getByText(say('common:failed.title'))).toBeVisible();
  server.graphql(FeatureFlagsDocument, () => ({ featureFlags: [featureFlag()] }));
  await userEvent.click(page.getByRole('button', { name: say('common:retry') }));
  await expect.element(page.getByRole('row').filter({ hasText: say('flags:flag.telecheck.title') })).toBeVisible();
});

test('nobody but the team has the screen', async () => {
  const server = fakeServer();
  server.graphql(FeatureFlagsDocument, () => refusal('access.forbidden'));
  const { say } = await renderApp('/flags', { server });
  await expect.element(page.getByRole('heading', { level: 1, name: say('shell:noAccess.title') })).toBeVisible();
  await expect.element(page.getByRole('link', { name: say('shell:nav.checks'), exact: true })).toBeVisible();
  await expect.element(page.getByRole('link', { name: say('shell:nav.flags'), exact: true })).not.toBeInTheDocument();
});
