import { addDays } from '@checkwell/domain/clock';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { today } from '../../lib/browser/time.ts';
import { certificate } from '../../test/fixtures/certificates.ts';
import { forecast } from '../../test/fixtures/checks.ts';
import { company } from '../../test/fixtures/companies.ts';
import { newId, pageOf } from '../../test/fixtures/list.ts';
import { employee } from '../../test/fixtures/people.ts';
import { countPresses } from '../../test/input/presses.ts';
import { renderApp } from '../../test/render.tsx';
import type { Say } from '../../test/say.ts';
import { fakeServer } from '../../test/server.ts';
import { withSuperiors } from '../../test/superiors.ts';
import { CertificateDocument, CertificatesDocument } from '../certificates/certificates.gql.ts';
import {
  OrderCertificateDocument,
  OrderCheckDocument,
  OrderCompanyDocument,
  OrderEmployeeByIdDocument,
  OrderEmployeesDocument,
  OrderForecastDocument,
  OrderRunningCertificatesDocument,
} from './order.gql.ts';

/** How many presses an order takes, so that no later change adds one unnoticed (docs/performance.md, "Presses of an order"). */

/** The list of certificates, with one that runs. */
async function openCertificates() {
  const worker = employee({ employeeFirstName: 'Emma', employeeLastName: 'Peeters' });
  const own = certificate({
    employeeId: worker.id,
    startDate: addDays(today(), -1),
    endDate: addDays(today(), 5),
    document: { id: newId(), fileName: 'attest.pdf', mediaType: 'application/pdf', byteSize: 4000, url: '/attest.pdf' },
  });
  const running = { ...own, relaunchCheckUrl: `/checks/new?certificateId=${own.id}` };
  const server = fakeServer();
  withSuperiors(server, []);
  server.graphql(CertificatesDocument, () => ({ certificates: pageOf([running]) }));
  server.graphql(CertificateDocument, () => ({ certificate: running }));
  server.graphql(OrderCertificateDocument, () => ({ certificate: running }));
  server.graphql(OrderRunningCertificatesDocument, () => ({ certificates: { nodes: [running] } }));
  server.graphql(OrderEmployeesDocument, () => ({ employees: { nodes: [worker] } }));
  server.graphql(OrderEmployeeByIdDocument, () => ({ employee: worker }));
  server.graphql(OrderCompanyDocument, () => ({ company: company() }));
  server.graphql(OrderForecastDocument, () => forecast());
  server.graphql(OrderCheckDocument, () => ({
    orderCheck: { id: newId(), status: 'Reception', workerFullName: 'Emma Peeters', checkTiming: 'Immediate', checkLocation: 'House' },
  }));
  const app = await renderApp('/certificates', { server });
  await expect.element(page.getByRole('row').filter({ has: page.getByRole('cell') })).toBeVisible();
  const count = countPresses();
  onTestFinished(count.stop);
  return { ...app, server, running, count };
}

async function sendAtHomeNow(say: Say): Promise<void> {
  await userEvent.click(page.getByRole('radio', { name: say('enums:checkLocation.House') }));
  await userEvent.click(page.getByRole('radio', { name: say('enums:checkTiming.Immediate') }));
  await userEvent.click(page.getByRole('button', { name: say('order:summary.send') }));
  await expect.element(page.getByText(say('order:success.title'))).toBeVisible();
}

test('an order for somebody with a running certificate takes six presses, and the search of the name', async () => {
  const { say, server, running, count } = await openCertificates();
  await userEvent.click(page.getByRole('link', { name: say('shell:nav.createCheck') }).first());
  // The field of the search has the focus: a name can be typed at once.
  await expect.element(page.getByRole('combobox', { name: say('order:worker.search') })).toHaveFocus();
  await userEvent.keyboard('pee');
  await userEvent.click(page.getByRole('option').filter({ hasText: 'Peeters' }).first());
  await userEvent.click(page.getByRole('button', { name: say('common:continue') }));
  await sendAtHomeNow(say);
  expect(count.presses()).toBe(6);
  expect(count.keys()).toBe(3);
  const [{ input } = { input: undefined }] = server.calls(OrderCheckDocument);
  expect(input).toMatchObject({ certificateId: running.id, documentId: running.document?.id, startDate: running.startDate });
});

test('the way back from an order that was sent leads to where it began, not to its form', async () => {
  const { say, address, history } = await openCertificates();
  await userEvent.click(page.getByRole('link', { name: say('shell:nav.createCheck') }).first());
  await expect.element(page.getByRole('combobox', { name: say('order:worker.search') })).toHaveFocus();
  await userEvent.keyboard('pee');
  await userEvent.click(page.getByRole('option').filter({ hasText: 'Peeters' }).first());
  await userEvent.click(page.getByRole('button', { name: say('common:continue') }));
  await sendAtHomeNow(say);
  history.back();
  await expect.poll(address).toBe('/certificates');
  await expect.element(page.getByText(say('order:success.title'))).not.toBeInTheDocument();
});

test('an order from the row of a certificate takes four presses and no key', async () => {
  const { say, server, running, count } = await openCertificates();
  await userEvent.click(page.getByRole('link', { name: say('certificates:list.launch') }));
  await sendAtHomeNow(say);
  expect(count.presses()).toBe(4);
  expect(count.keys()).toBe(0);
  expect(server.calls(OrderCheckDocument)[0]?.input.certificateId).toBe(running.id);
});
