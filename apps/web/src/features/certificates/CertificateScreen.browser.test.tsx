import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fieldOf, groupOf } from '../../test/fields.ts';
import { advice, type CertificateFixture, certificate } from '../../test/fixtures/certificates.ts';
import { newId, pageOf } from '../../test/fixtures/list.ts';
import { employee, superior } from '../../test/fixtures/people.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer, refusal } from '../../test/server.ts';
import { withSuperiors } from '../../test/superiors.ts';
import {
  CertificateAdviceDocument,
  CertificateDocument,
  CertificateEmployeeByIdDocument,
  CertificateHistoryDocument,
  CertificatesDocument,
  UpdateCertificateDocument,
} from './certificates.gql.ts';

const SOFIE = superior();
const JAN = employee({ superiorId: SOFIE.id, superior: SOFIE });

/** One certificate, being changed. */
async function openEdit() {
  const server = fakeServer();
  let stored: CertificateFixture = certificate({
    employeeId: JAN.id,
    entryType: 'ABSENCE_DECLARATION',
    superiorId: SOFIE.id,
    superior: SOFIE,
  });
  withSuperiors(server, [SOFIE]);
  server.graphql(CertificateDocument, () => ({ certificate: stored }));
  server.graphql(CertificateEmployeeByIdDocument, () => ({ employee: JAN }));
  server.graphql(CertificateAdviceDocument, () => ({ certificateAdvice: advice() }));
  server.graphql(CertificateHistoryDocument, () => ({ certificates: { nodes: [], totalCount: 0 } }));
  const store = (changes: Partial<CertificateFixture>): CertificateFixture => {
    stored = { ...stored, ...changes, version: stored.version + 1 };
    return stored;
  };
  const app = await renderApp(`/certificates/${stored.id}?edit=true`, { server });
  const { say } = app;
  const form = {
    doctor: fieldOf(page, say('certificateFields:doctorName')),
    save: page.getByRole('button', { name: say('common:save'), exact: true }),
  };
  return { ...app, server, store, form };
}

test('somebody else’s change is followed where nothing was typed; each difference is settled, and nothing typed is lost', async () => {
  const { server, say, store, form, reload } = await openEdit();
  await userEvent.fill(form.doctor, 'Dr. Typed');
  // Past the live updates, as when they do not come through.
  store({ incapacityReason: 'SurgicalIntervention', authorizedExit: false, doctorName: 'Dr. Other' });
  server.graphql(UpdateCertificateDocument, () => refusal('entity.changedMeanwhile'));
  await userEvent.click(form.save);
  const conflict = page.getByRole('alert').filter({ hasText: say('certificates:form.conflictTitle') });
  const theirs = say('common:conflict.theirs', { field: say('certificateFields:doctorName'), value: 'Dr. Other' });
  await expect.element(conflict.getByText(theirs)).toBeVisible();
  await expect.element(form.doctor).toHaveValue('Dr. Typed');
  const reason = fieldOf(page, say('certificateFields:incapacityReason'));
  await expect.element(reason).toHaveValue('SurgicalIntervention');
  await expect.element(groupOf(page, say('certificates:form.exitQuestion')).getByLabelText(say('common:no'))).toBeChecked();

  await reload();
  await expect.element(form.doctor).toHaveValue('Dr. Typed');
  await expect.element(reason).toHaveValue('SurgicalIntervention');
  server.graphql(UpdateCertificateDocument, ({ input }) => ({ updateCertificate: store({ doctorName: input.doctorName }) }));
  await userEvent.click(form.save);
  await expect.element(page.getByText(say('certificates:form.saved'))).toBeVisible();
  await expect.element(page.getByText('Dr. Typed')).toBeVisible();
  await expect.element(conflict).not.toBeInTheDocument();
  const sent = server.calls(UpdateCertificateDocument);
  expect(sent.map(({ version }) => version)).toEqual([1, 2]);
  expect(sent.at(-1)?.input).toMatchObject({ doctorName: 'Dr. Typed', incapacityReason: 'SurgicalIntervention', authorizedExit: false });
});

test('a change that the server cannot explain is said in the specification’s words; the worker is changed with it', async () => {
  const { server, say, store, form } = await openEdit();
  server.graphql(UpdateCertificateDocument, () => refusal('server.unexpected'));
  await userEvent.fill(form.doctor, 'Dr. Once More');
  await userEvent.click(form.save);
  await expect.element(page.getByText(say('certificates:form.notModified'), { exact: true }).first()).toBeVisible();
  await expect.element(form.doctor).toHaveValue('Dr. Once More');

  // The worker's own details are changed in place, and saved with it.
  await userEvent.click(page.getByRole('button', { name: say('certificates:form.editWorker') }));
  await userEvent.fill(fieldOf(page, say('employeeFields:employeeAddress')), 'Groenplaats 2, 2000 Antwerpen');
  server.graphql(UpdateCertificateDocument, () => ({ updateCertificate: store({ employeeAddress: 'Groenplaats 2, 2000 Antwerpen' }) }));
  await userEvent.click(form.save);
  await expect.element(page.getByText(say('certificates:form.saved'))).toBeVisible();
  await expect.element(page.getByText('Groenplaats 2, 2000 Antwerpen')).toBeVisible();
  expect(server.calls(UpdateCertificateDocument).at(-1)?.input).toMatchObject({
    employeeId: JAN.id,
    doctorName: 'Dr. Once More',
    employee: { version: 1, employeeAddress: 'Groenplaats 2, 2000 Antwerpen', employeePhoneNumber: '+32470111222' },
  });
});

test('a document that is on its way when the certificate is left arrives there all the same', async () => {
  const server = fakeServer();
  withSuperiors(server, [SOFIE]);
  const stored = certificate({ employeeId: JAN.id, superiorId: SOFIE.id, superior: SOFIE, document: null });
  server.graphql(CertificateDocument, () => ({ certificate: stored }));
  server.graphql(CertificateAdviceDocument, () => ({ certificateAdvice: advice() }));
  server.graphql(CertificateHistoryDocument, () => ({ certificates: { nodes: [], totalCount: 0 } }));
  server.graphql(CertificatesDocument, () => ({ certificates: pageOf([]) }));
  server.graphql(UpdateCertificateDocument, () => ({ updateCertificate: stored }));
  const { say } = await renderApp(`/certificates/${stored.id}`, { server });
  const documentId = newId();
  const path = '/v1/api/companies/*/documents';
  server.rest('POST', path, () => ({ id: documentId, fileName: 'certificate.pdf', mediaType: 'application/pdf', byteSize: 8, url: '' }));
  const release = server.holdRest('POST', path);
  const pdf = new File(['%PDF-1.7'], 'certificate.pdf', { type: 'application/pdf' });
  await userEvent.upload(fieldOf(page, say('certificates:detail.imageAdd')), pdf);
  await expect.poll(() => server.restCalls('POST', path)).toHaveLength(1);
  await userEvent.click(page.getByRole('main').getByRole('link', { name: say('certificates:list.title') }));
  await expect.element(page.getByRole('heading', { name: say('certificates:list.title'), level: 1 })).toBeVisible();
  release();
  await expect.element(page.getByText(say('certificates:detail.imageAdded'))).toBeVisible();
  expect(server.calls(UpdateCertificateDocument)).toMatchObject([{ id: stored.id, input: { documentId } }]);
});
