import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fieldOf } from '../../test/fields.ts';
import { pageOf } from '../../test/fixtures/list.ts';
import { doctor } from '../../test/fixtures/people.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer } from '../../test/server.ts';
import { DoctorExceptionsDocument, DoctorsDocument } from './planning.gql.ts';

test('on a tablet no telephone number of a doctor is cut, and no head is broken', async () => {
  const server = fakeServer();
  const long = doctor({ doctorFullName: 'Marie-Christine Vandenbroucke-Vanwalleghem', phoneNumber: '+32479998877' });
  server.graphql(DoctorsDocument, () => ({ doctors: pageOf([doctor({ openMissions: 12 }), long]) }));
  await renderApp('/doctors', { server, as: 'planner', language: 'nl', width: 768, height: 1024 });
  const table = page.getByRole('table');
  const number = table.css('a[href^="tel:"]').first();
  await expect.element(number).toBeVisible();
  for (const link of table.css('a[href^="tel:"]').elements()) {
    const cell = link.closest('td');
    if (!cell) throw new Error('The number stands in no cell.');
    const end = cell.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(cell).paddingRight);
    expect(end - link.getBoundingClientRect().right).toBeGreaterThanOrEqual(0);
  }
  for (const head of table.getByRole('columnheader').elements()) expect(head.getBoundingClientRect().height).toBeLessThan(40);
});

test('what is typed about a doctor stays when a live change takes the doctor off the page', async () => {
  const server = fakeServer();
  const changed = doctor();
  server.graphql(DoctorsDocument, () => ({ doctors: pageOf([changed]) }));
  server.graphql(DoctorExceptionsDocument, () => ({ doctor: { ...changed, exceptions: [] } }));
  const { say } = await renderApp('/doctors', { server, as: 'planner' });
  await userEvent.click(page.getByRole('button', { name: say('common:actionsFor', { name: changed.doctorFullName }) }));
  await userEvent.click(page.getByRole('menuitem', { name: say('common:edit') }));
  const place = fieldOf(page.getByRole('dialog'), say('planning:doctors.place'));
  await userEvent.fill(place, 'Kerkstraat 1, 9000 Gent');
  server.graphql(DoctorsDocument, () => ({ doctors: pageOf([doctor({ doctorFullName: 'Nele Aerts' })]) }));
  server.notify('doctor');
  await expect.element(page.getByRole('row').filter({ hasText: 'Aerts' })).toBeInTheDocument();
  await expect.element(place).toHaveValue('Kerkstraat 1, 9000 Gent');
});
