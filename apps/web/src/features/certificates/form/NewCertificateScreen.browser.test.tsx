import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../test/accessibility.ts';
import { COMPANY, OTHER_COMPANY, ofTwoCompanies } from '../../../test/people.ts';
import { renderApp } from '../../../test/render.tsx';
import { fakeServer, offline, refusal } from '../../../test/server.ts';
import { withSuperiors } from '../../../test/superiors.ts';

const UPLOAD = '/v1/api/companies/*/documents';
const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' });

async function openForm(language: (typeof INTERFACE_LANGUAGES)[number]) {
  const server = fakeServer();
  withSuperiors(server, []);
  const { say } = await renderApp('/certificates/new', { server, language });
  const doctor = page.getByRole('textbox', { name: say('certificateFields:doctorName') });
  await userEvent.type(doctor, 'Dr. Maes');
  const drop = page.elementLocator(document.querySelector('input[type=file]') as HTMLElement);
  const retry = (name: string) => page.getByRole('button', { name: say('common:file.retry', { name }) });
  return { server, say, doctor, drop, retry };
}

test.each(INTERFACE_LANGUAGES)('a refused PDF is beside its field with what to do, and what was typed stays (%s)', async (language) => {
  const { server, say, doctor, drop, retry } = await openForm(language);
  for (const code of ['document.pdfActive', 'document.pdfLocked', 'document.pdfDamaged'] as const) {
    server.rest('POST', UPLOAD, () => refusal(code));
    await userEvent.upload(drop, pdf(`${code}.pdf`));
    const line = page.getByRole('listitem').filter({ hasText: `${code}.pdf` });
    // No-break spaces of French: the text of an element is compared without them.
    await expect.element(line.getByRole('alert')).toHaveTextContent(say(`errors:${code}`).replaceAll('\u00a0', ' '));
    // The same file once more would be refused again.
    await expect.element(retry(`${code}.pdf`)).not.toBeInTheDocument();
  }
  await expect.element(doctor).toHaveValue('Dr. Maes');
  await expectAccessible();
});

test('a file that did not get through is offered another try', async () => {
  const { server, drop, retry } = await openForm('en');
  server.rest('POST', UPLOAD, () => offline());
  await userEvent.upload(drop, pdf('a.pdf'));
  await expect.element(retry('a.pdf')).toBeVisible();
});

test('what was typed for one company is not on the form of another, and is there again in the first', async () => {
  const server = fakeServer();
  withSuperiors(server, []);
  const { say } = await renderApp('/certificates/new', { server, as: ofTwoCompanies() });
  const doctor = page.getByRole('textbox', { name: say('certificateFields:doctorName') });
  const restored = page.getByText(say('common:restored'));
  const chooseCompany = async (name: string) => {
    await userEvent.click(page.getByRole('button', { name: new RegExp(say('shell:company.switch')) }));
    await userEvent.click(page.getByRole('menuitemradio', { name }));
  };
  await userEvent.type(doctor, 'Dr. Maes');
  await chooseCompany(OTHER_COMPANY.name);
  await expect.element(doctor).toHaveValue('');
  await expect.element(restored).not.toBeInTheDocument();
  await userEvent.type(doctor, 'Dr. Claes');
  await chooseCompany(COMPANY.name);
  await expect.element(doctor).toHaveValue('Dr. Maes');
  await expect.element(restored).toBeVisible();
  await chooseCompany(OTHER_COMPANY.name);
  await expect.element(doctor).toHaveValue('Dr. Claes');
});
