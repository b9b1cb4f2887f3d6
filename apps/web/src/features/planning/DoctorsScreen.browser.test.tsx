import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../test/fields.ts';
import { pageOf } from '../../test/fixtures/list.ts';
import { doctor } from '../../test/fixtures/people.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer } from '../../test/server.ts';
import { DoctorsDocument } from './planning.gql.ts';

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
