import { addDays } from '@checkwell/domain/clock';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { today } from '../../../lib/browser/time.ts';
import { expectFieldError, fieldOf } from '../../../test/fields.ts';
import { certificate } from '../../../test/fixtures/certificates.ts';
import { company } from '../../../test/fixtures/companies.ts';
import { newId, pageOf } from '../../../test/fixtures/list.ts';
import { employee } from '../../../test/fixtures/people.ts';
import { countPresses } from '../../../test/input/presses.ts';
import { renderApp } from '../../../test/render.tsx';
import { fakeServer, refusal } from '../../../test/server.ts';
import { withSuperiors } from '../../../test/superiors.ts';
import { CertificatesDocument } from '../../certificates/certificates.gql.ts';
import { OrderCertificateDocument, OrderCheckDocument, OrderCompanyDocument, OrderEmployeeByIdDocument } from '../order.gql.ts';

/** Several checks ordered at once from the list of certificates: how many presses it takes, and what happens to each order. */

const NAMES = ['Emma', 'Louis', 'Noor', 'Lars'] as const;

/** The register with a certificate of each, of which the last one has a check under way. */
async function openCertificates(as: 'employerAdmin' | 'employerBasic' = 'employerAdmin') {
  const people = NAMES.map((first) =>
    employee({ employeeFirstName: first, employeeLastName: 'Peeters', employeePhoneNumber: '+3216223344' }),
  );
  const all = people.map((one, index) => {
    const own = certificate({
      employeeId: one.id,
      employeeFirstName: one.employeeFirstName,
      employeeLastName: one.employeeLastName,
      startDate: addDays(today(), -1),
      endDate: addDays(today(), 5),
      document: { id: newId(), fileName: 'attest.pdf', mediaType: 'application/pdf', byteSize: 4000, url: '/attest.pdf' },
    });
    const launched = index === NAMES.length - 1;
    return { ...own, isCheckRequestLaunched: launched, relaunchCheckUrl: launched ? null : `/checks/new?certificateId=${own.id}` };
  });
  const server = fakeServer();
  withSuperiors(server, []);
  server.graphql(CertificatesDocument, () => ({ certificates: pageOf(all) }));
  server.graphql(OrderCertificateDocument, ({ id }) => ({ certificate: all.find((one) => one.id === id) ?? null }) as never);
  server.graphql(OrderEmployeeByIdDocument, ({ id }) => ({ employee: people.find((one) => one.id === id) ?? null }) as never);
  server.graphql(OrderCompanyDocument, () => ({ company: company(as === 'employerBasic' ? { checkPrice: null } : {}) }));
  server.graphql(OrderCheckDocument, ({ input }) => ({
    orderCheck: {
      id: newId(),
      status: 'Reception',
      workerFullName: `${input.workerFirstName} ${input.workerLastName}`,
      checkTiming: input.typeCheck,
      checkLocation: input.locationCheck,
    },
  }));
  const app = await renderApp('/certificates', { server, as });
  const tick = (name: string) => page.getByRole('checkbox', { name: app.say('common:table.selectRow', { name: `${name} Peeters` }) });
  await expect.element(tick('Emma')).toBeVisible();
  const send = (count: number) => page.getByRole('button', { name: app.say('order:several.send', { count }), exact: true });
  return { ...app, server, all, tick, send };
}

test('three orders take seven presses and no key, each with an idempotency key of its own', async () => {
  const { say, server, all, tick, send } = await openCertificates();
  const count = countPresses();
  onTestFinished(count.stop);
  for (const name of ['Emma', 'Louis', 'Noor']) await userEvent.click(tick(name));
  await userEvent.click(page.getByRole('link', { name: say('certificates:list.orderSelected', { number: 3 }) }));
  const everybody = page.getByRole('region', { name: say('order:several.forAll') });
  await userEvent.click(everybody.getByRole('radio', { name: say('enums:checkLocation.Office') }));
  await userEvent.click(everybody.getByRole('radio', { name: say('enums:checkTiming.Immediate') }));
  await userEvent.click(send(3));
  await expect.element(page.getByText(say('order:several.orderedCount', { count: 3 }))).toBeVisible();
  await expect.element(page.getByRole('status').filter({ hasText: say('order:several.orderedCount', { count: 3 }) })).toHaveFocus();
  expect(count.presses()).toBe(7);
  expect(count.keys()).toBe(0);
  const sent = server.calls(OrderCheckDocument);
  expect(sent.map(({ input }) => input.certificateId)).toEqual(all.slice(0, 3).map(({ id }) => id));
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3);
  await expect.element(page.getByRole('link', { name: say('order:success.follow') })).toHaveLength(3);
});

test('each order has its own errors and its own result: what is refused stays, is fixed and sent again alone', async () => {
  const { say, server, tick, send, reload } = await openCertificates('employerBasic');
  // From the first to the one that Shift is held at; what cannot be ordered on has no box.
  await userEvent.click(tick('Emma'));
  await userEvent.click(tick('Noor'), { modifiers: ['Shift'] });
  await expect.element(page.getByText(say('common:table.selected', { count: 3 })).first()).toBeInTheDocument();
  await expect.element(tick('Lars')).not.toBeInTheDocument();
  await userEvent.keyboard(' ');
  await expect.element(tick('Noor')).not.toBeChecked();
  await userEvent.click(page.getByRole('button', { name: say('common:clear'), exact: true }));
  await expect.element(tick('Emma')).not.toBeChecked();
  await userEvent.click(page.getByRole('checkbox', { name: say('common:table.selectAll') }));
  await userEvent.click(page.getByRole('link', { name: say('certificates:list.orderSelected', { number: 3 }) }));

  const rowOf = (name: string) => page.getByRole('region', { name: `${name} Peeters` });
  const field = (name: string, asked: 'workerAddress' | 'phoneNumber' | 'checkLocation' | 'checkTiming') =>
    fieldOf(rowOf(name), say(`checkFields:${asked}`));
  const everybody = page.getByRole('region', { name: say('order:several.forAll') });
  await userEvent.click(everybody.getByRole('radio', { name: say('enums:checkLocation.Office') }));
  await userEvent.click(everybody.getByRole('radio', { name: say('enums:checkTiming.Optimized') }));
  await userEvent.selectOptions(field('Louis', 'checkLocation'), 'House');
  await userEvent.clear(field('Emma', 'workerAddress'));
  await userEvent.click(send(3));
  await expectFieldError(field('Emma', 'workerAddress'), say('validation:addressRequired'));
  await expectFieldError(field('Louis', 'phoneNumber'), say('validation:gsmForLocation'));
  await expect.element(field('Emma', 'workerAddress')).toHaveFocus();
  expect(server.calls(OrderCheckDocument)).toEqual([]);
  // No price for who sees none.
  await expect.element(page.getByText(say('order:price.total'))).not.toBeInTheDocument();

  await userEvent.click(rowOf('Emma').getByRole('button', { name: say('order:several.remove', { name: 'Emma Peeters' }) }));
  await expect.element(rowOf('Emma')).not.toBeInTheDocument();
  expect(document.activeElement).not.toBe(document.body);
  await userEvent.fill(field('Louis', 'phoneNumber'), '0470 12 34 56');
  await reload();
  await expect.element(field('Louis', 'phoneNumber')).toHaveValue('0470 12 34 56');
  await expect.element(rowOf('Emma')).not.toBeInTheDocument();
  server.graphql(OrderCheckDocument, ({ input }) =>
    input.workerFirstName === 'Louis'
      ? refusal('check.periodEnded')
      : {
          orderCheck: {
            id: newId(),
            status: 'Reception',
            workerFullName: 'Noor Peeters',
            checkTiming: 'Optimized',
            checkLocation: 'Office',
          },
        },
  );
  await userEvent.click(send(2));
  await expect.element(rowOf('Noor').getByText(say('order:several.ordered'))).toBeVisible();
  await expect.element(rowOf('Louis').getByText(say('order:failed.title'))).toBeVisible();
  await expect.element(field('Louis', 'phoneNumber')).toHaveValue('0470 12 34 56');
  server.graphql(OrderCheckDocument, () => ({
    orderCheck: { id: newId(), status: 'Reception', workerFullName: 'Louis Peeters', checkTiming: 'Optimized', checkLocation: 'House' },
  }));
  await userEvent.click(send(1));
  await expect.element(rowOf('Louis').getByText(say('order:several.ordered'))).toBeVisible();
  const keys = server.calls(OrderCheckDocument).map(({ input, idempotencyKey }) => [input.workerFirstName, idempotencyKey] as const);
  expect(keys.map(([name]) => name)).toEqual(['Louis', 'Noor', 'Louis']);
  // A refusal stored nothing: the fixed order is another one.
  expect(new Set(keys.map(([, key]) => key)).size).toBe(3);
});
