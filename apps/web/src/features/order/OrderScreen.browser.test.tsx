import { addDays } from '@checkwell/domain/clock';
import type { FlagName } from '@checkwell/domain/flags/flags';
import { FLAG_NAMES, FLAGS } from '@checkwell/domain/flags/flags';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { today } from '../../lib/browser/time.ts';
import { ReadCertificateDocument } from '../../lib/records/certificate-reading.gql.ts';
import { expectDay, expectFieldError, fieldOf, fillDay, groupOf, sentenceWith } from '../../test/fields.ts';
import { certificate, reading } from '../../test/fixtures/certificates.ts';
import { check, forecast } from '../../test/fixtures/checks.ts';
import { company } from '../../test/fixtures/companies.ts';
import { newId } from '../../test/fixtures/list.ts';
import { type EmployeeFixture, employee } from '../../test/fixtures/people.ts';
import { type AppOptions, renderApp } from '../../test/render.tsx';
import { fakeServer, offline, refusal } from '../../test/server.ts';
import { CheckContractDocument, CheckDocument } from '../checks/check.gql.ts';
import {
  OrderCheckDocument,
  OrderCompanyDocument,
  OrderEmployeeByIdDocument,
  OrderForecastDocument,
  OrderRunningCertificatesDocument,
} from './order.gql.ts';

const TODAY = today();
/** Two weeks: long enough for an optimised check. */
const END = addDays(TODAY, 13);
const UPLOAD = '/v1/api/companies/*/documents';
const FLAGS_PATH = '/ofrep/v1/evaluate/flags';

/** With the supplement of a home visit. */
const AT_HOME = { contract: 12_500, houseSupplement: 1_500, weekendSupplement: 0, subtotal: 14_000, vat: 2_940, total: 16_940 };

/** What the service of feature flags answers when some are not what the list says. */
const flagsWith = (set: Partial<Record<FlagName, boolean>>) => () => ({
  flags: FLAG_NAMES.map((key) => ({ key, value: set[key] ?? FLAGS[key], variant: 'any', reason: 'STATIC' })),
});

/** The stepper for one employee of whom all is known, at its second step. */
async function openOrder(worker: EmployeeFixture = employee(), options: AppOptions = {}) {
  const server = fakeServer();
  server.graphql(OrderEmployeeByIdDocument, () => ({ employee: worker }));
  server.graphql(OrderCompanyDocument, () => ({ company: company() }));
  server.graphql(OrderForecastDocument, () => forecast());
  server.graphql(OrderRunningCertificatesDocument, () => ({ certificates: { nodes: [] } }));
  const app = await renderApp(`/checks/new?employeeId=${worker.id}`, { server, ...options });
  const { say } = app;
  const order = {
    next: () => userEvent.click(page.getByRole('button', { name: say('common:continue') })),
    location: (name: 'Office' | 'House' | 'Telecheck') => page.getByRole('radio', { name: say(`enums:checkLocation.${name}`) }),
    kind: fieldOf(page, say('checkFields:incapacityType')),
    send: page.getByRole('button', { name: say('order:summary.send') }),
    /** Beside the form. */
    panel: page.getByRole('region', { name: say('order:forecast.title') }),
    fill: async (end: string, location: 'Office' | 'House' | 'Telecheck', timing: 'Immediate' | 'Optimized') => {
      await fillDay(page, say('checkFields:startDate'), TODAY);
      await fillDay(page, say('checkFields:endDate'), end);
      await userEvent.selectOptions(fieldOf(page, say('checkFields:incapacityType')), 'Illness');
      await userEvent.selectOptions(fieldOf(page, say('checkFields:certificateType')), 'FirstCertificate');
      await userEvent.click(groupOf(page, say('order:exit.question')).getByLabelText(say('order:exit.yes')));
      await userEvent.click(page.getByRole('radio', { name: say(`enums:checkLocation.${location}`) }));
      await userEvent.click(page.getByRole('radio', { name: say(`enums:checkTiming.${timing}`) }));
    },
  };
  await expect.element(page.getByRole('heading', { name: say('order:incapacity.title') })).toBeVisible();
  return { ...app, server, order };
}

test('home and Telecheck wait for a GSM number, and a choice goes with its number', async () => {
  const { say, order } = await openOrder(employee({ employeePhoneNumber: '+3216223344' }));
  await expect.element(order.location('Office')).toBeEnabled();
  for (const place of ['House', 'Telecheck'] as const) {
    await expect.element(order.location(place)).toBeDisabled();
    await expect.element(order.location(place)).toHaveAccessibleDescription(say('validation:gsmNeeded'));
  }
  const back = page.getByRole('button', { name: say('common:back') });
  const gsm = fieldOf(page, say('checkFields:phoneNumber'));
  await userEvent.click(back);
  await userEvent.fill(gsm, '0470 12 34 56');
  await order.next();
  for (const place of ['House', 'Telecheck'] as const) {
    await userEvent.click(order.location(place));
    await expect.element(order.location(place)).toBeChecked();
  }
  await userEvent.click(back);
  await userEvent.clear(gsm);
  await order.next();
  await expect.element(order.location('Telecheck')).toBeDisabled();
  await expect.element(order.location('Telecheck')).not.toBeChecked();
});

test('Telecheck is offered only where the feature is on, and a form that is open is notified', async () => {
  const { server, order } = await openOrder();
  await expect.element(order.location('Telecheck')).toBeEnabled();
  const told = () => server.notify('flag', { companyId: null, id: newId(), version: 2 });
  server.rest('POST', FLAGS_PATH, flagsWith({ telecheck: false }));
  told();
  await expect.element(order.location('Telecheck')).not.toBeInTheDocument();
  await expect.element(order.location('Office')).toBeEnabled();
  server.rest('POST', FLAGS_PATH, flagsWith({ telecheck: true }));
  told();
  await expect.element(order.location('Telecheck')).toBeEnabled();
});

test('a period too short for an optimised check, and a kind that nobody may control, are said before sending', async () => {
  const { server, say, order } = await openOrder();
  const short = [{ code: 'shortPeriod', severity: 'info', params: [], source: null, checkId: null }] as const;
  server.graphql(OrderForecastDocument, () => forecast({ flags: short }));
  await order.fill(addDays(TODAY, 2), 'Office', 'Optimized');
  await userEvent.selectOptions(order.kind, 'MaternityLeave');
  await expectFieldError(order.kind, say('enums:notCheckable.leave'));
  await userEvent.click(order.send);
  await expect.element(page.getByRole('heading', { name: say('order:incapacity.title') })).toBeVisible();
  expect(server.calls(OrderCheckDocument)).toHaveLength(0);
  await userEvent.selectOptions(order.kind, 'Illness');
  const remark = order.panel.getByRole('listitem').filter({ hasText: say('enums:orderFlag.shortPeriod') });
  await expect.element(remark.getByRole('img', { name: say('order:forecast.severity.info') })).toBeVisible();
  await expect.element(order.send).toBeEnabled();
});

test('a forecast that fails or comes late is in nobody’s way', async () => {
  const { server, say, order, reload, address } = await openOrder();
  // Another place before the answer is there: what was asked first is not shown, however late it comes.
  let answerFirst: (() => void) | undefined;
  server.graphql(OrderForecastDocument, async ({ input }) => {
    if (input.locationCheck !== 'Office') return forecast({ doctors: 7, price: AT_HOME });
    await new Promise<void>((resolve) => {
      answerFirst = resolve;
    });
    return forecast({ doctors: 99 });
  });
  await order.fill(END, 'Office', 'Immediate');
  await expect.element(order.panel.getByText(say('order:forecast.loading'))).toBeInTheDocument();
  await expect.poll(() => answerFirst).toBeDefined();
  await userEvent.click(order.location('House'));
  await expect.element(order.panel.getByText(say('order:forecast.doctors', { count: 7 }))).toBeVisible();
  answerFirst?.();
  await expect.element(order.panel.getByText(say('order:price.house'), { exact: true })).toBeVisible();
  await expect.element(order.panel.getByText(say('order:forecast.doctors', { count: 99 }))).not.toBeInTheDocument();

  server.graphql(OrderForecastDocument, () => offline());
  await userEvent.click(order.location('Telecheck'));
  await expect.element(order.panel.getByText(say('order:forecast.failed'))).toBeVisible();
  // What is known without the forecast is there: the price of a weekday.
  await expect.element(order.panel.getByText(say('order:price.total'))).toBeVisible();
  await expect.element(order.panel.getByText(say('order:price.weekend', { percent: 30 }))).toBeVisible();
  server.graphql(OrderForecastDocument, () => forecast());
  await userEvent.click(order.panel.getByRole('button', { name: say('common:retry') }));
  await expect.element(order.panel.getByText(say('order:forecast.proposed'))).toBeVisible();
  await expect.element(order.panel.getByText(say('order:forecast.failed'))).not.toBeInTheDocument();

  // The answer comes to a page that does not move.
  await reload();
  const release = server.hold(OrderForecastDocument);
  await userEvent.click(page.getByRole('button', { name: say('common:draft.continue') }));
  const below = page.getByRole('region', { name: say('order:price.title') });
  const place = () => below.element().getBoundingClientRect().top + scrollY;
  await expect.element(below).toBeVisible();
  await expect.element(order.panel.getByText(say('order:forecast.loading'))).toBeInTheDocument();
  const expected = place();
  release();
  await expect.element(order.panel.getByText(say('order:forecast.proposed'))).toBeVisible();
  expect(place()).toBe(expected);

  // Without any forecast, the order goes.
  server.graphql(OrderForecastDocument, () => offline());
  await reload();
  await userEvent.click(page.getByRole('button', { name: say('common:draft.continue') }));
  await expect.element(order.panel.getByText(say('order:forecast.failed'))).toBeVisible();
  const ordered = check({ status: 'Planning' });
  server.graphql(OrderCheckDocument, () => ({
    orderCheck: {
      id: ordered.id,
      status: 'Planning',
      workerFullName: 'Jan Janssens',
      checkTiming: 'Immediate',
      checkLocation: 'Telecheck',
    },
  }));
  await userEvent.click(order.send);
  await expect.element(page.getByRole('heading', { name: say('order:success.title') })).toBeVisible();
  expect(server.calls(OrderCheckDocument)).toHaveLength(1);

  // Loaded again, the page is the check's and not another order for the same worker.
  await expect.poll(address).toBe(`/checks/${ordered.id}`);
  await expect.element(page.getByRole('heading', { name: say('order:success.title') })).toBeVisible();
  server.graphql(CheckDocument, () => ({ check: ordered }));
  server.graphql(CheckContractDocument, ({ companyId }) => ({ company: { id: companyId, checkPrice: 12_500 } }));
  await reload();
  await expect.element(page.getByRole('heading', { name: ordered.workerFullName, level: 1 })).toBeVisible();
  await expect.element(order.send).not.toBeInTheDocument();
});

test('the specification’s own sentences are at the fields, in Dutch as it gives them', async () => {
  const { say, order } = await openOrder(employee(), { language: 'nl' });
  await userEvent.click(order.send);
  await expectFieldError(groupOf(page, say('checkFields:endDate')), 'Gelieve een einddatum te selecteren');
  await expectFieldError(groupOf(page, say('checkFields:checkTiming')), 'Gelieve een type check te selecteren');
  await fillDay(page, say('checkFields:startDate'), TODAY);
  await fillDay(page, say('checkFields:endDate'), addDays(TODAY, -1));
  await expectFieldError(groupOf(page, say('checkFields:endDate')), 'De einddatum moet later zijn dan de startdatum');
  // The optional number bears the name that the specification gives it.
  await userEvent.click(page.getByRole('button', { name: say('common:back') }));
  await expect.element(fieldOf(page, 'GSM-nummer')).toHaveValue('+32 470 11 12 22');
});

test('an order takes the period from its certificate, and none from that of somebody else', async () => {
  const worker = employee();
  const { server, say } = await openOrder(worker, { width: 390 });
  server.rest('POST', UPLOAD, () => ({ id: newId(), fileName: 'certificate.pdf', byteSize: 8 }));
  const upload = fieldOf(page, say('checkFields:certificate'));
  const paper = () => new File(['%PDF-1.7'], 'certificate.pdf', { type: 'application/pdf' });
  const read = {
    startDate: addDays(TODAY, -2),
    endDate: addDays(TODAY, 5),
    authorizedExit: true,
    incapacityReason: 'WorkAccident',
    certifType: 'Prolongation',
  } as const;
  server.graphql(ReadCertificateDocument, () => reading({ ...read, employeeId: newId(), namesakeCount: 1 }));
  await userEvent.upload(upload, paper());
  await expect.element(page.getByText(say('common:reading.otherWorker'))).toBeVisible();
  const start = groupOf(page, say('checkFields:startDate')).getByRole('spinbutton').first();
  await expect.element(start).not.toHaveAttribute('aria-valuenow');

  server.graphql(ReadCertificateDocument, () => reading({ ...read, employeeId: worker.id, namesakeCount: 1 }));
  await userEvent.upload(upload, paper());
  await expect.element(page.getByText(say('common:reading.filled', { count: 5 }))).toBeVisible();
  await expectDay(page, say('checkFields:startDate'), read.startDate);
  await expectDay(page, say('checkFields:endDate'), read.endDate);
  await expect.element(fieldOf(page, say('checkFields:incapacityType'))).toHaveValue('WorkAccident');
  await expect.element(fieldOf(page, say('checkFields:certificateType'))).toHaveValue('Prolongation');
  // What is wrong is discarded by itself; one press says that the rest is right.
  const discard = (name: 'incapacityType' | 'certificateType') =>
    page.getByRole('button', { name: sentenceWith(say('common:proposed.dismissField', { field: say(`checkFields:${name}`) })) });
  await userEvent.click(discard('certificateType'));
  await expect.element(fieldOf(page, say('checkFields:certificateType'))).toHaveValue('');
  await expect.element(page.getByText(say('common:reading.filled', { count: 4 }))).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: say('common:reading.allCorrect') }));
  await expect.element(page.getByRole('status').filter({ hasText: say('common:reading.confirmed') })).toHaveFocus();
  await expect.element(page.getByText(say('common:proposed.text'))).not.toBeInTheDocument();
  await expect.element(fieldOf(page, say('checkFields:incapacityType'))).toHaveValue('WorkAccident');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

const running = () => certificate({ startDate: addDays(TODAY, -1), endDate: addDays(TODAY, 3), relaunchCheckUrl: '/checks/new' });
test('an order is on the certificate that runs, and one press takes another', async () => {
  const { server, say, order } = await openOrder();
  const own = running();
  const under = { ...running(), id: newId(), startDate: addDays(TODAY, -9), isCheckRequestLaunched: true };
  server.graphql(OrderRunningCertificatesDocument, () => ({ certificates: { nodes: [own, under] } }));
  server.notify('certificate', { companyId: own.companyId, id: own.id, version: 2 });
  const choice = groupOf(page, say('order:running.legend')).getByRole('radio');
  // It was opened before there was one: what is empty is filled in by the person.
  await expect.element(choice).toHaveLength(3);
  await expect.element(choice.nth(2)).toBeChecked();
  await expect.element(choice.nth(1)).toBeDisabled();
  await expect.element(choice.nth(1)).toHaveAccessibleDescription(say('order:running.launched'));
  const start = groupOf(page, say('checkFields:startDate'));
  await expect.element(start).toBeVisible();
  await userEvent.click(choice.first());
  await expect.element(start).not.toBeInTheDocument();
  await expect.element(fieldOf(page, say('checkFields:certificate'))).toBeInTheDocument();
  // What the certificate says can be changed for this order.
  await userEvent.click(page.getByRole('button', { name: say('order:running.edit') }));
  await expectDay(page, say('checkFields:startDate'), own.startDate);
  await userEvent.click(choice.nth(2));
  await expect.element(start.getByRole('spinbutton').first()).not.toHaveAttribute('aria-valuenow');
  await expect.element(order.send).toBeEnabled();
});

test('a document that is on its way when the step is left belongs to the order all the same', async () => {
  const { server, say, order } = await openOrder();
  const documentId = newId();
  server.rest('POST', UPLOAD, () => ({ id: documentId, fileName: 'certificate.pdf', byteSize: 8 }));
  const release = server.holdRest('POST', UPLOAD);
  await userEvent.upload(
    fieldOf(page, say('checkFields:certificate')),
    new File(['%PDF-1.7'], 'certificate.pdf', { type: 'application/pdf' }),
  );
  await expect.poll(() => server.restCalls('POST', UPLOAD)).toHaveLength(1);
  await userEvent.click(page.getByRole('button', { name: say('common:back') }));
  await order.next();
  await expect.element(page.getByText('certificate.pdf')).toBeVisible();
  await order.fill(END, 'Office', 'Immediate');
  await userEvent.click(order.send);
  await expectFieldError(fieldOf(page, say('checkFields:certificate')), say('common:file.stillUploading'));
  await userEvent.click(page.getByRole('button', { name: say('common:back') }));
  release();
  await order.next();
  await expect.element(page.getByText(sentenceWith(`${say('common:file.done')}…`))).toBeVisible();
  server.graphql(OrderCheckDocument, () => refusal('server.unexpected'));
  await userEvent.click(order.send);
  await expect.poll(() => server.calls(OrderCheckDocument)).toHaveLength(1);
  expect(server.calls(OrderCheckDocument)[0]?.input.documentId).toBe(documentId);
});

test('a document that is on its way for one certificate goes to no other', async () => {
  const { server, say, order } = await openOrder();
  const own = { ...running(), document: { id: newId(), fileName: 'scan.pdf', mediaType: 'application/pdf', byteSize: 9, url: '' } };
  server.graphql(OrderRunningCertificatesDocument, () => ({ certificates: { nodes: [own] } }));
  server.graphql(ReadCertificateDocument, () => reading({ read: false }));
  server.notify('certificate', { companyId: own.companyId, id: own.id, version: 2 });
  const choice = groupOf(page, say('order:running.legend')).getByRole('radio');
  await expect.element(choice).toHaveLength(2);
  server.rest('POST', UPLOAD, () => ({ id: newId(), fileName: 'certificate.pdf', byteSize: 8 }));
  const release = server.holdRest('POST', UPLOAD);
  await userEvent.upload(
    fieldOf(page, say('checkFields:certificate')),
    new File(['%PDF-1.7'], 'certificate.pdf', { type: 'application/pdf' }),
  );
  await expect.poll(() => server.restCalls('POST', UPLOAD)).toHaveLength(1);
  await userEvent.click(choice.first());
  await expect.element(page.getByText('certificate.pdf')).not.toBeInTheDocument();
  await userEvent.click(order.location('Office'));
  await userEvent.click(page.getByRole('radio', { name: say('enums:checkTiming.Immediate') }));
  release();
  await expect.poll(server.unanswered).not.toContain(`POST /v1/api/companies/${own.companyId}/documents`);
  server.graphql(OrderCheckDocument, () => refusal('server.unexpected'));
  await userEvent.click(order.send);
  await expect.poll(() => server.calls(OrderCheckDocument)).toHaveLength(1);
  expect(server.calls(OrderCheckDocument)[0]?.input).toMatchObject({ certificateId: own.id, documentId: own.document?.id });
});
