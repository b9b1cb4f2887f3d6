import { addDays } from '@checkwell/domain/clock';
import { DOCUMENT } from '@checkwell/domain/constants';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { today } from '../../lib/browser/time.ts';
import { ReadCertificateDocument } from '../../lib/records/certificate-reading.gql.ts';
import { expectFieldError, expectFocusOnFirstError, fieldOf, fillDay, focus, groupOf, sentenceWith } from '../../test/fields.ts';
import { reading } from '../../test/fixtures/certificates.ts';
import { forecast } from '../../test/fixtures/checks.ts';
import { company } from '../../test/fixtures/companies.ts';
import { employee } from '../../test/fixtures/people.ts';
import { expectIncapacityErrors, expectWorkerErrors, fillIncapacity, fillWorker, nextStep } from '../../test/order-form.ts';
import { COMPANY } from '../../test/people.ts';
import { renderApp } from '../../test/render.tsx';
import type { Say } from '../../test/say.ts';
import { fakeServer, refusal } from '../../test/server.ts';
import { OrderCheckDocument, OrderCompanyDocument, OrderEmployeesDocument, OrderForecastDocument } from './order.gql.ts';

const UPLOAD = `/v1/api/companies/${COMPANY.id}/documents`;

/** An order that begins, of a company that knows its workers. */
async function openOrder() {
  const server = fakeServer();
  server.graphql(OrderCompanyDocument, () => ({ company: company() }));
  // The same one at each search, as of a server: what is marked in the list stays so when the next answer comes.
  const found = { employees: { nodes: [employee()] } };
  server.graphql(OrderEmployeesDocument, () => found);
  server.graphql(OrderForecastDocument, () => forecast());
  server.graphql(ReadCertificateDocument, () => reading());
  return renderApp('/checks/new', { server });
}

const sendButton = (say: Say) => page.getByRole('button', { name: say('order:summary.send') });
const ordered = () => ({
  orderCheck: {
    id: '00000000-0000-4000-9000-000000000002',
    status: 'Planning' as const,
    workerFullName: 'Noor Peeters',
    checkTiming: 'Immediate' as const,
    checkLocation: 'Office' as const,
  },
});

/** The second step, with a new worker. */
async function openIncapacity() {
  const app = await openOrder();
  await userEvent.click(page.getByRole('button', { name: app.say('order:worker.addButton') }));
  await fillWorker(app.say);
  await nextStep(app.say);
  await expect.element(page.getByRole('heading', { name: app.say('order:incapacity.title') })).toBeVisible();
  return app;
}

test('each field of a new check says what it misses', async () => {
  const { say } = await openOrder();
  await nextStep(say);
  await expectFieldError(page.getByRole('combobox', { name: say('order:worker.search') }), say('validation:employeeRequired'));
  await userEvent.click(page.getByRole('button', { name: say('order:worker.addButton') }));
  await nextStep(say);
  await expectWorkerErrors(say);
  await expect.element(fieldOf(page, say('checkFields:workerFirstName'))).toHaveFocus();
  await userEvent.fill(fieldOf(page, say('checkFields:workerPhoneNumber')), '12');
  await userEvent.fill(fieldOf(page, say('checkFields:phoneNumber')), '016 22 33 44');
  await userEvent.fill(fieldOf(page, say('checkFields:workerEmail')), 'noor@example');
  await nextStep(say);
  await expectFieldError(fieldOf(page, say('checkFields:workerPhoneNumber')), say('validation:phoneFormat'));
  await expectFieldError(fieldOf(page, say('checkFields:phoneNumber')), say('validation:gsmFormat'));
  await expectFieldError(fieldOf(page, say('checkFields:workerEmail')), say('validation:emailFormat'));
  await userEvent.clear(fieldOf(page, say('checkFields:phoneNumber')));
  await userEvent.clear(fieldOf(page, say('checkFields:workerEmail')));
  await fillWorker(say);
  await nextStep(say);

  await expect.element(page.getByRole('heading', { name: say('order:incapacity.title') })).toBeVisible();
  await userEvent.click(sendButton(say));
  await expectIncapacityErrors(say);
  await expectFocusOnFirstError();
  await expect.element(groupOf(page, say('checkFields:startDate')).getByRole('spinbutton').first()).toHaveFocus();
  await fillDay(page, say('checkFields:startDate'), today());
  await fillDay(page, say('checkFields:endDate'), addDays(today(), -1));
  await expectFieldError(groupOf(page, say('checkFields:endDate')), say('validation:endNotAfterStart'));
  await userEvent.selectOptions(fieldOf(page, say('checkFields:incapacityType')), 'MaternityLeave');
  await expectFieldError(fieldOf(page, say('checkFields:incapacityType')), say('enums:notCheckable.leave'));
});

test('a file that is no certificate is refused with the reason, and nobody goes on in the belief that it is there', async () => {
  const { say, server } = await openIncapacity();
  const upload = fieldOf(page, say('checkFields:certificate'));
  const stored = page.getByText(say('common:file.done'));
  await userEvent.upload(upload, new File(['no'], 'letter.docx', { type: 'application/msword' }));
  await expect.element(page.getByText(sentenceWith(say('common:file.wrongType', { name: 'letter.docx', types: '…' })))).toBeVisible();
  // Handed over in the page: the runner would carry every byte of it.
  const large = new DataTransfer();
  large.items.add(new File([new Uint8Array(DOCUMENT.maxBytes + 1)], 'large.pdf', { type: 'application/pdf' }));
  const input = await upload.findElement();
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no field for a file.');
  input.files = large.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(page.getByText(sentenceWith(say('common:file.tooLarge', { name: 'large.pdf', size: '…' })))).toBeVisible();
  await userEvent.upload(upload, new File([], 'empty.pdf', { type: 'application/pdf' }));
  await expect.element(page.getByText(say('common:file.empty', { name: 'empty.pdf' }))).toBeVisible();
  expect(server.restCalls('POST', UPLOAD), 'none of them was sent').toHaveLength(0);
  // Name and type lie; the server looks inside.
  server.rest('POST', UPLOAD, () => refusal('document.typeRefused'));
  await userEvent.upload(upload, new File(['<html>hello</html>'], 'page.pdf', { type: 'application/pdf' }));
  await expect.element(page.getByText(say('errors:document.typeRefused'))).toBeVisible();
  await expect.element(stored).not.toBeInTheDocument();
  await fillIncapacity(say);
  await userEvent.click(sendButton(say));
  await expectFieldError(upload, say('common:file.notAdded'));
  expect(server.calls(OrderCheckDocument)).toHaveLength(0);
  server.rest('POST', UPLOAD, () => ({
    id: '00000000-0000-4000-9000-000000000001',
    fileName: 'photo.png',
    byteSize: 3,
    mediaType: 'image/png',
  }));
  await userEvent.upload(upload, new File(['png'], 'photo.png', { type: 'image/png' }));
  await expect.element(stored).toBeVisible();
  await expect.element(page.getByText('photo.png')).toBeVisible();
  server.graphql(OrderCheckDocument, ordered);
  await userEvent.click(sendButton(say));
  await expect.element(page.getByText(say('order:success.title'))).toBeVisible();
  expect(server.calls(OrderCheckDocument)[0]?.input.documentId).toBe('00000000-0000-4000-9000-000000000001');
});

test('a double click orders one check, and so does Enter while the order is under way', async () => {
  const { say, server } = await openIncapacity();
  await fillIncapacity(say);
  server.graphql(OrderCheckDocument, ordered);
  const release = server.hold(OrderCheckDocument);
  const button = await sendButton(say).findElement();
  if (!(button instanceof HTMLButtonElement)) throw new Error('There is no button to send with.');
  // Both come before the page could show anything of the first: a click of the runner would find the order made, and the form gone.
  button.click();
  button.click();
  // The button is out of use from here on; Enter in a part of a date asks no button.
  await expect.element(page.getByRole('button', { name: say('order:summary.sending') })).toBeVisible();
  await focus(groupOf(page, say('checkFields:startDate')).getByRole('spinbutton').first());
  await userEvent.keyboard('{Enter}');
  release();
  await expect.element(page.getByText(say('order:success.title'))).toBeVisible();
  expect(server.calls(OrderCheckDocument)).toHaveLength(1);
});
