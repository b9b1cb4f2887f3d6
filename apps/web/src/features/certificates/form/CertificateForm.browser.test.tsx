import { addDays } from '@checkwell/domain/clock';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { today } from '../../../lib/browser/time.ts';
import { ReadCertificateDocument } from '../../../lib/records/certificate-reading.gql.ts';
import { chooseFound, expectDay, expectFieldError, fieldOf, fillDay, groupOf, sentenceWith } from '../../../test/fields.ts';
import { advice, certificate, reading } from '../../../test/fixtures/certificates.ts';
import { newId, pageOf } from '../../../test/fixtures/list.ts';
import { employee, superior } from '../../../test/fixtures/people.ts';
import { COMPANY } from '../../../test/people.ts';
import { type AppOptions, renderApp } from '../../../test/render.tsx';
import { fakeServer, file, offline, refusal } from '../../../test/server.ts';
import { withSuperiors } from '../../../test/superiors.ts';
import {
  type AdviceFieldsFragment,
  CertificateAdviceDocument,
  CertificateDocument,
  CertificateEmployeeByIdDocument,
  CertificateEmployeesDocument,
  CertificateHistoryDocument,
  CertificatesDocument,
  CreateCertificateDocument,
  SentForCertificateDocument,
  type SentForCertificateQuery,
} from '../certificates.gql.ts';

const UPLOAD = '/v1/api/companies/*/documents';
const TODAY = today();
const SOFIE = superior();
const JAN = employee({ superiorId: SOFIE.id, superior: SOFIE });
const STORED = { id: newId(), fileName: 'certificate.pdf', mediaType: 'application/pdf', byteSize: 8, url: '/v1/api/documents/1' };
const pdf = (name = 'certificate.pdf') => new File(['%PDF-1.7'], name, { type: 'application/pdf' });

interface FormOptions extends AppOptions {
  readonly said?: () => AdviceFieldsFragment;
  /** Begins with what the employee of this check sent. */
  readonly sent?: NonNullable<SentForCertificateQuery['check']>;
}

/** A new certificate, of a company with one employee and one superior. @param said what the server remarks on it */
async function openForm({ said = () => advice(), sent, ...options }: FormOptions = {}) {
  const server = fakeServer();
  server.graphql(SentForCertificateDocument, () => ({ check: sent ?? null }));
  withSuperiors(server, [SOFIE]);
  server.graphql(CertificateEmployeesDocument, () => ({ employees: { nodes: [JAN] } }));
  server.graphql(CertificateEmployeeByIdDocument, () => ({ employee: JAN }));
  server.graphql(CertificateAdviceDocument, () => ({ certificateAdvice: said() }));
  server.graphql(CertificateHistoryDocument, () => ({ certificates: { nodes: [], totalCount: 0 } }));
  server.graphql(ReadCertificateDocument, () => reading({ read: false }));
  server.rest('POST', UPLOAD, () => STORED);
  server.rest('GET', STORED.url, () => file('no PDF', STORED.fileName, STORED.mediaType));
  const from = sent ? `?sentCheckId=${sent.id}&sentId=${sent.sentCertificates[0]?.id}` : '';
  const app = await renderApp(`/certificates/new${from}`, { server, ...options });
  const { say } = app;
  const form = {
    field: (name: 'incapacityReason' | 'certifType' | 'doctorName' | 'document') => fieldOf(page, say(`certificateFields:${name}`)),
    worker: fieldOf(page, say('employeeFields:employee')),
    superior: fieldOf(page, say('employeeFields:superiorFullName')),
    group: (name: 'startDate' | 'endDate' | 'entryType') => groupOf(page, say(`certificateFields:${name}`)),
    exit: groupOf(page, say('certificates:form.exitQuestion')),
    entry: (type: 'MEDICAL_CERTIFICATE' | 'ABSENCE_DECLARATION') => page.getByRole('radio', { name: say(`enums:entryType.${type}`) }),
    create: page.getByRole('button', { name: say('certificates:form.create'), exact: true }),
    remarks: page.getByRole('region', { name: say('certificates:advice.title') }),
    fillPeriod: async (from: string, to: string) => {
      await fillDay(page, say('certificateFields:startDate'), from);
      await fillDay(page, say('certificateFields:endDate'), to);
    },
    chooseJan: () => chooseFound(page, say('employeeFields:employee'), 'Janssens'),
    /** What is compulsory besides the period, the document and the worker. */
    fillRest: async () => {
      await userEvent.selectOptions(fieldOf(page, say('certificateFields:incapacityReason')), 'Illness');
      await userEvent.click(groupOf(page, say('certificates:form.exitQuestion')).getByLabelText(say('common:yes')));
    },
  };
  return { ...app, server, form };
}

test('a certificate asks for what the specification wants, at the field', async () => {
  const { server, say, form } = await openForm();
  await userEvent.click(form.create);
  await expectFieldError(form.worker, say('validation:employeeRequired'));
  await expectFieldError(form.superior, say('validation:superiorRequired'));
  await expectFieldError(form.field('incapacityReason'), say('validation:incapacityTypeRequired'));
  await expectFieldError(form.field('certifType'), say('validation:certificateTypeRequired'));
  for (const [name, fieldError] of [
    ['startDate', 'startDateRequired'],
    ['endDate', 'endDateRequired'],
    ['entryType', 'entryTypeRequired'],
  ] as const)
    await expectFieldError(form.group(name), say(`validation:${fieldError}`));
  await expectFieldError(form.exit, say('validation:authorizedExitRequired'));
  await expect.element(form.entry('ABSENCE_DECLARATION')).toHaveFocus();

  // A declared absence has no document.
  await userEvent.click(form.entry('MEDICAL_CERTIFICATE'));
  await expectFieldError(form.field('document'), say('validation:certificateRequired'));
  await userEvent.upload(form.field('document'), new File(['no certificate'], 'notes.txt', { type: 'text/plain' }));
  await expect.element(page.getByText(sentenceWith(say('common:file.wrongType', { name: 'notes.txt', types: '…' })))).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: say('common:file.remove', { name: 'notes.txt' }) }));
  await userEvent.click(form.entry('ABSENCE_DECLARATION'));
  await expect.element(page.getByText(say('validation:certificateRequired'))).not.toBeInTheDocument();
  await form.fillPeriod(TODAY, addDays(TODAY, -1));
  await expectFieldError(form.group('endDate'), say('validation:endBeforeStart'));
  await fillDay(page, say('certificateFields:endDate'), TODAY);

  await form.chooseJan();
  // The employee's own superior, unless somebody else is chosen.
  await expect.element(form.superior).toHaveValue('Sofie Wouters');
  await form.fillRest();
  await expect.element(form.field('certifType')).toHaveValue('FirstCertificate');
  const made = certificate({ entryType: 'ABSENCE_DECLARATION' });
  server.graphql(CreateCertificateDocument, () => ({ createCertificate: made }));
  server.graphql(CertificateDocument, () => ({ certificate: made }));
  await userEvent.click(form.create);
  await expect.element(page.getByText(say('certificates:form.created'))).toBeVisible();
  const [sent, ...more] = server.calls(CreateCertificateDocument);
  expect(more).toEqual([]);
  expect(sent?.input).toMatchObject({
    employeeId: JAN.id,
    superiorId: SOFIE.id,
    incapacityReason: 'Illness',
    entryType: 'ABSENCE_DECLARATION',
    certifType: 'FirstCertificate',
    authorizedExit: true,
    startDate: TODAY,
    endDate: TODAY,
    documentId: null,
  });
});

test('a worker is added with the certificate, under the rule of employees', async () => {
  const { server, say, form } = await openForm();
  const worker = (name: 'FirstName' | 'LastName' | 'PhoneNumber' | 'Gender' | 'Address' | 'Language') =>
    fieldOf(page, say(`employeeFields:employee${name}`));
  await userEvent.click(page.getByRole('button', { name: say('certificates:form.addWorker') }));
  await userEvent.click(form.create);
  for (const [name, fieldError] of [
    ['FirstName', 'firstNameRequired'],
    ['LastName', 'lastNameRequired'],
    ['PhoneNumber', 'phoneRequired'],
    ['Gender', 'genderRequired'],
    ['Address', 'addressRequired'],
  ] as const)
    await expectFieldError(worker(name), say(`validation:${fieldError}`));
  await userEvent.fill(worker('FirstName'), 'Nour');
  await userEvent.fill(worker('LastName'), 'Lambrecht');
  await userEvent.fill(worker('Address'), 'Kerkstraat 1, 9000 Gent');
  await userEvent.fill(worker('PhoneNumber'), '12');
  await userEvent.click(form.create);
  await expectFieldError(worker('PhoneNumber'), say('validation:phoneFormat'));
  await userEvent.fill(worker('PhoneNumber'), '0470 11 22 33');
  await userEvent.selectOptions(worker('Gender'), 'Female');
  await userEvent.selectOptions(worker('Language'), 'NL');
  await chooseFound(page, say('employeeFields:superiorFullName'), 'Sofie');
  await userEvent.click(form.entry('ABSENCE_DECLARATION'));
  await form.fillPeriod(TODAY, TODAY);
  await form.fillRest();
  await userEvent.selectOptions(form.field('certifType'), 'FirstCertificate');
  server.graphql(CreateCertificateDocument, () => offline());
  // An impatient double click makes one certificate, and one worker: the second click comes before the answer.
  const answer = server.hold(CreateCertificateDocument);
  await userEvent.dblClick(form.create);
  answer();
  await expect.element(page.getByText(say('common:failed.offlineTitle')).first()).toBeVisible();
  const [sent, ...more] = server.calls(CreateCertificateDocument);
  expect(more).toEqual([]);
  expect(sent?.input).toMatchObject({
    employeeId: null,
    employee: {
      employeeFirstName: 'Nour',
      employeeLastName: 'Lambrecht',
      employeePhoneNumber: '+32470112233',
      employeeGender: 'Female',
      employeeLanguage: 'NL',
      employeeAddress: 'Kerkstraat 1, 9000 Gent',
    },
  });
});

test('the fitting type is chosen ahead, said why, and taken by one click; remarks follow the typing', async () => {
  let said = advice({
    suggestion: {
      certifType: 'Prolongation',
      reason: 'followsPrevious',
      params: [{ name: 'end', value: addDays(TODAY, -3) }],
      source: null,
    },
  });
  const { server, say, form } = await openForm({ said: () => said });
  await userEvent.click(form.entry('MEDICAL_CERTIFICATE'));
  await form.chooseJan();
  await form.fillPeriod(addDays(TODAY, -2), addDays(TODAY, 5));
  await form.fillRest();
  const type = form.field('certifType');
  await expect.element(type).toHaveValue('Prolongation');
  await expect.element(type).toHaveAccessibleDescription(sentenceWith(say('enums:certifTypeReason.followsPrevious', { end: '…' })));

  await userEvent.selectOptions(type, 'Relapse');
  const suggestion = page.getByText(say('certificates:advice.suggestion', { type: say('enums:certifType.Prolongation') }));
  await expect.element(suggestion).toBeVisible();
  // What somebody chose stays chosen, whatever else changes.
  const other = certificate();
  const shared = [
    { name: 'start', value: addDays(TODAY, -5) },
    { name: 'end', value: addDays(TODAY, -3) },
  ];
  said = advice({
    ...said,
    remarks: [{ code: 'overlap', severity: 'attention', params: shared, source: null, certificateId: other.id }],
  });
  await fillDay(page, say('certificateFields:startDate'), addDays(TODAY, -5));
  await expect.element(form.remarks.getByText(sentenceWith(say('enums:certificateRemark.overlap', { period: '…' })))).toBeVisible();
  await expect
    .element(form.remarks.getByRole('link', { name: say('certificates:advice.open') }))
    .toHaveAttribute('href', `/certificates/${other.id}`);
  await expect.element(type).toHaveValue('Relapse');
  // Each part of the day that is typed asks again.
  await expect
    .poll(() => server.calls(CertificateAdviceDocument).at(-1)?.input)
    .toMatchObject({
      employeeId: JAN.id,
      startDate: addDays(TODAY, -5),
      endDate: addDays(TODAY, 5),
      entryType: 'MEDICAL_CERTIFICATE',
      incapacityReason: 'Illness',
      certifType: 'Relapse',
    });
  await userEvent.click(page.getByRole('button', { name: say('certificates:advice.use'), exact: true }));
  await expect.element(type).toHaveValue('Prolongation');
  await expect.element(suggestion).not.toBeInTheDocument();

  said = advice({
    remarks: [{ code: 'gapBefore', severity: 'info', params: shared, source: null, certificateId: null }],
  });
  await fillDay(page, say('certificateFields:startDate'), addDays(TODAY, 1));
  await expect.element(form.remarks.getByText(sentenceWith(say('enums:certificateRemark.gapBefore', { period: '…' })))).toBeVisible();
  await expect
    .element(form.remarks.getByText(sentenceWith(say('enums:certificateRemark.overlap', { period: '…' }))))
    .not.toBeInTheDocument();
});

test('days without certificate are counted, with where the law says so, and terms are named', async () => {
  const source = { act: 'employmentContracts', article: 'art. 31, § 2/1', address: 'https://www.ejustice.just.fgov.be/law' } as const;
  const year = TODAY.slice(0, 4);
  const params = [
    { name: 'year', value: year },
    { name: 'used', value: '3' },
    { name: 'quota', value: '3' },
  ];
  const deadline = [
    { name: 'deadline', value: TODAY },
    { name: 'days', value: '2' },
  ];
  const { say, form } = await openForm({
    said: () =>
      advice({
        noCertificateDays: { used: 3, quota: 3, year, source },
        remarks: [
          { code: 'quotaExceeded', severity: 'attention', params, source, certificateId: null },
          { code: 'certificateLate', severity: 'info', params: deadline, source: null, certificateId: null },
        ],
      }),
  });
  await form.chooseJan();
  await form.fillPeriod(TODAY, TODAY);
  const used = form.remarks.getByText(say('certificates:advice.used', { year, used: 3, quota: 3 }));
  const exceeded = form.remarks
    .getByRole('listitem')
    .filter({ hasText: say('enums:certificateRemark.quotaExceeded', { year, used: 3, quota: 3 }) });
  await expect.element(exceeded.getByRole('img', { name: say('certificates:advice.attention') })).toBeVisible();
  await expect.element(exceeded.getByRole('link')).toHaveAttribute('href', source.address);
  await expect.element(exceeded.getByRole('link')).toMatchTextContent(say('enums:lawAct.employmentContracts'));
  const late = form.remarks
    .getByRole('listitem')
    .filter({ hasText: sentenceWith(say('enums:certificateRemark.certificateLate', { deadline: '…', days: 2 })) });
  await expect.element(late.getByRole('img', { name: say('certificates:advice.info') })).toBeVisible();
  // How many were used is said where such a day is meant.
  await expect.element(used).not.toBeInTheDocument();
  await userEvent.selectOptions(form.field('certifType'), 'NoCertif');
  await expect.element(used).toBeVisible();
});

test('an upload holds the certificate up until it is there: on its way, failed, tried again, cancelled', async () => {
  const { server, say, form } = await openForm();
  const release = server.holdRest('POST', UPLOAD);
  await userEvent.upload(form.field('document'), pdf());
  await expect.element(page.getByRole('progressbar')).toBeVisible();
  // What is not there yet is not saved, and not left out without a word.
  await userEvent.click(form.create);
  await expectFieldError(form.field('document'), say('common:file.stillUploading'));
  await userEvent.click(page.getByRole('button', { name: say('common:file.cancel', { name: 'certificate.pdf' }), exact: true }));
  await expect.element(page.getByText('certificate.pdf')).not.toBeInTheDocument();
  await expect.element(page.getByText(say('common:file.stillUploading'))).not.toBeInTheDocument();
  server.rest('POST', UPLOAD, () => offline());
  release();
  await userEvent.upload(form.field('document'), pdf());
  const retry = page.getByRole('button', { name: say('common:file.retry', { name: 'certificate.pdf' }), exact: true });
  await expect.element(retry).toBeVisible();
  await userEvent.click(form.create);
  await expectFieldError(form.field('document'), say('common:file.notAdded'));
  server.rest('POST', UPLOAD, () => STORED);
  await userEvent.click(retry);
  await expect.element(page.getByText(sentenceWith(`${say('common:file.done')}…`))).toBeVisible();
  // A document means that the absence is certified.
  await expect.element(form.entry('MEDICAL_CERTIFICATE')).toBeChecked();
  expect(server.calls(CreateCertificateDocument)).toEqual([]);
});

test('a document that is on its way when the form is left is sent no further, and the form says that it has none', async () => {
  const { server, say, form, reload } = await openForm();
  await userEvent.fill(form.field('doctorName'), 'Dr. Maes');
  const aborted = vi.spyOn(XMLHttpRequest.prototype, 'abort');
  const release = server.holdRest('POST', UPLOAD);
  await userEvent.upload(form.field('document'), pdf());
  await expect.poll(() => server.restCalls('POST', UPLOAD)).toHaveLength(1);
  server.graphql(CertificatesDocument, () => ({ certificates: pageOf([]) }));
  await userEvent.click(page.getByRole('button', { name: say('common:cancel'), exact: true }));
  await expect.element(page.getByRole('heading', { name: say('certificates:list.title'), level: 1 })).toBeVisible();
  await expect.poll(() => aborted.mock.calls).toHaveLength(1);
  release();
  history.back();
  await expect.element(form.field('doctorName')).toHaveValue('Dr. Maes');
  await reload();
  await expect.element(form.field('doctorName')).toHaveValue('Dr. Maes');
  await expect.element(page.getByText('certificate.pdf')).not.toBeInTheDocument();
});

test('what is typed survives a reload, a failed request and a server that cannot say why', async () => {
  const { server, say, form, reload } = await openForm();
  await userEvent.upload(form.field('document'), pdf());
  await expect.element(page.getByText(sentenceWith(`${say('common:file.done')}…`))).toBeVisible();
  await form.chooseJan();
  await form.fillPeriod(TODAY, TODAY);
  await form.fillRest();
  await userEvent.fill(form.field('doctorName'), 'Dr. Maes');
  await expect.element(form.field('certifType')).toHaveValue('FirstCertificate');

  server.graphql(CreateCertificateDocument, () => offline());
  await userEvent.click(form.create);
  await expect.element(page.getByText(say('common:failed.offlineTitle')).first()).toBeVisible();
  server.graphql(CreateCertificateDocument, () => refusal('server.unexpected'));
  await userEvent.click(form.create);
  await expect.element(page.getByText(say('certificates:form.notCreated'), { exact: true }).first()).toBeVisible();

  await reload();
  await expect.element(page.getByText(say('common:restored'))).toBeVisible();
  await expect.element(form.worker).toHaveValue(`Jan Janssens · ${JAN.employeeMatricule}`);
  await expect.element(form.superior).toHaveValue('Sofie Wouters');
  await expect.element(form.field('doctorName')).toHaveValue('Dr. Maes');
  // The file was stored already: it is on the screen again, and the certificate has it.
  await expect.element(page.getByText('certificate.pdf', { exact: true })).toBeVisible();
  await expect.element(form.entry('MEDICAL_CERTIFICATE')).toBeChecked();
  const made = certificate();
  server.graphql(CreateCertificateDocument, () => ({ createCertificate: made }));
  server.graphql(CertificateDocument, () => ({ certificate: made }));
  await userEvent.click(form.create);
  await expect.element(page.getByText(say('certificates:form.created'))).toBeVisible();
  const sent = server.calls(CreateCertificateDocument);
  expect(sent).toHaveLength(3);
  // One and the same attempt: whichever of them arrived, one certificate is made.
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  expect(sent.at(-1)?.input).toMatchObject({ employeeId: JAN.id, documentId: STORED.id, doctorName: 'Dr. Maes', startDate: TODAY });
});

const namesake = (number: string) => ({
  id: newId(),
  employeeMatricule: number,
  employeeFirstName: 'Zéphyrine',
  employeeLastName: 'Quackelbeen',
  employeeAddress: 'Rue Neuve 5, 1000 Bruxelles',
});

test('several employees of the name on the document are offered, and where they are too many, searched', async () => {
  const { server, say, form } = await openForm();
  const known = [namesake('E-1'), namesake('E-2')];
  const called = { workerName: 'Quackelbeen Zéphyrine', doctorName: 'Dr. Sophie Marchal' };
  const everybody = () => known.map((one) => employee({ ...one, superiorId: SOFIE.id, superior: SOFIE }));
  server.graphql(CertificateEmployeeByIdDocument, ({ id }) => ({ employee: everybody().find((one) => one.id === id) ?? JAN }));
  server.graphql(CertificateEmployeesDocument, () => ({ employees: { nodes: everybody() } }));
  server.graphql(ReadCertificateDocument, () => reading({ ...called, namesakes: known, namesakeCount: 2 }));
  await userEvent.upload(form.field('document'), pdf());
  const offer = (count: number) =>
    page.getByRole('alert').filter({ hasText: say('certificates:form.namesakes', { name: called.workerName, count }) });
  await expect.element(offer(2)).toBeVisible();
  // Nobody is taken for the other one.
  await expect.element(form.worker).toHaveValue('');
  await userEvent.click(offer(2).getByRole('button', { name: /E-2/ }));
  await expect.element(form.worker).toHaveValue('Zéphyrine Quackelbeen · E-2');
  await expect.element(offer(2)).not.toBeInTheDocument();

  // More of them than are offered: the screen says so, and the search goes on with the name.
  await userEvent.click(page.getByRole('button', { name: say('common:file.remove', { name: 'certificate.pdf' }) }));
  await userEvent.clear(form.worker);
  await userEvent.keyboard('{Tab}');
  await expect.element(form.worker).toHaveValue('');
  server.graphql(ReadCertificateDocument, () => reading({ ...called, namesakes: known, namesakeCount: 3 }));
  server.graphql(CertificateEmployeesDocument, ({ search }) => ({ employees: { nodes: search === called.workerName ? everybody() : [] } }));
  await userEvent.upload(form.field('document'), pdf());
  await expect.element(offer(3).getByText(say('certificates:form.namesakesMore', { shown: 2 }))).toBeVisible();
  await userEvent.click(offer(3).getByRole('button', { name: say('certificates:form.namesakesSearch', { name: called.workerName }) }));
  await expect.element(form.worker).toHaveFocus();
  await userEvent.click(page.getByRole('option', { name: /E-1/ }));
  await expect.element(form.worker).toHaveValue('Zéphyrine Quackelbeen · E-1');
  await expect.element(offer(3)).not.toBeInTheDocument();
});

test('what was typed stays, also while the document is being read, and what it said goes with it', async () => {
  const { server, say, form } = await openForm();
  await userEvent.fill(form.field('doctorName'), 'Dr. Maes');
  server.graphql(ReadCertificateDocument, () =>
    reading({ startDate: addDays(TODAY, -2), endDate: addDays(TODAY, 5), doctorName: 'Dr. Sophie Marchal', authorizedExit: true }),
  );
  const release = server.hold(ReadCertificateDocument);
  await userEvent.upload(form.field('document'), pdf());
  await expect.element(page.getByText(say('common:reading.busy'))).toBeVisible();
  await fillDay(page, say('certificateFields:startDate'), addDays(TODAY, -4));
  release();

  // Whether the worker may leave home is all that nobody had answered; the period is not mixed of two.
  await expect.element(page.getByText(say('common:reading.filled', { count: 1 }))).toBeVisible();
  await expect.element(form.field('doctorName')).toHaveValue('Dr. Maes');
  await expectDay(page, say('certificateFields:startDate'), addDays(TODAY, -4));
  await expect.element(form.group('endDate').getByRole('spinbutton').first()).not.toHaveAttribute('aria-valuenow');
  const yes = form.exit.getByRole('radio', { name: say('common:yes') });
  await expect.element(yes).toBeChecked();

  const remove = page.getByRole('button', { name: say('common:file.remove', { name: 'certificate.pdf' }) });
  await userEvent.click(remove);
  await expect.element(yes).not.toBeChecked();
  await expect.element(form.field('doctorName')).toHaveValue('Dr. Maes');
  await expect.element(page.getByText(say('common:reading.filled', { count: 1 }))).not.toBeInTheDocument();

  // Handwriting fills in nothing.
  server.graphql(ReadCertificateDocument, () => reading({ read: false }));
  await userEvent.upload(form.field('document'), pdf());
  await expect.element(page.getByText(say('common:reading.nothing'))).toBeVisible();
  await expect.element(page.getByText(say('common:proposed.text'))).not.toBeInTheDocument();
});

test.each([false, true])('a document is read where the feature is on, and nobody is told to wait where it is off: %s', async (on) => {
  const { server, say, form } = await openForm({ flags: { certificateReading: on } });
  server.graphql(ReadCertificateDocument, () => reading({ doctorName: 'Dr. Sophie Marchal' }));
  await userEvent.upload(form.field('document'), pdf());
  await expect.element(page.getByText(sentenceWith(`${say('common:file.done')}…`))).toBeVisible();
  if (on) {
    await expect.element(page.getByText(say('common:reading.filled', { count: 1 }))).toBeVisible();
    await expect.element(form.field('doctorName')).toHaveValue('Dr. Sophie Marchal');
  } else {
    await expect.element(page.getByText(say('common:reading.busy'))).not.toBeInTheDocument();
    await expect.element(form.field('doctorName')).toHaveValue('');
  }
  expect(server.calls(ReadCertificateDocument).map(({ documentId }) => documentId)).toEqual(on ? [STORED.id] : []);
});

test('a document is dropped on its place; on a phone the camera takes it', async () => {
  const { server, say, form } = await openForm();
  const dropped = new DataTransfer();
  dropped.items.add(pdf('dropped.pdf'));
  // Of the whole place, not of the button in it.
  const place = (await form.field('document').findElement()).parentElement;
  for (const event of ['dragover', 'drop'])
    place?.dispatchEvent(new DragEvent(event, { dataTransfer: dropped, bubbles: true, cancelable: true }));
  await expect.element(page.getByText(sentenceWith(`${say('common:file.done')}…`))).toBeVisible();
  const names = server.restCalls('POST', UPLOAD).map(({ url }) => url.searchParams.get('fileName'));
  expect(names).toEqual(['dropped.pdf']);

  const camera = page.css('input[capture]');
  await expect.element(camera).toHaveAttribute('capture', 'environment');
  await userEvent.upload(camera, new File(['x'], 'photo.jpg', { type: 'image/jpeg' }));
  await expect.poll(() => server.restCalls('POST', UPLOAD).at(-1)?.url.searchParams.get('fileName')).toBe('photo.jpg');
});

test('kind and type are read too, before what the suggestion had filled in; one press says that all is right', async () => {
  const { server, say, form } = await openForm();
  await form.chooseJan();
  await form.fillPeriod(TODAY, TODAY);
  await form.fillRest();
  await userEvent.selectOptions(form.field('incapacityReason'), '');
  await userEvent.click(form.entry('MEDICAL_CERTIFICATE'));
  await expect.element(form.field('certifType')).toHaveValue('FirstCertificate');
  server.graphql(ReadCertificateDocument, () => reading({ incapacityReason: 'WorkAccident', certifType: 'Prolongation' }));
  await userEvent.upload(form.field('document'), pdf());
  await expect.element(form.field('certifType')).toHaveValue('Prolongation');
  // Somebody chose the kind, and took it back: it stays theirs.
  await expect.element(form.field('incapacityReason')).toHaveValue('');
  await expect.element(page.getByText(say('common:reading.filled', { count: 1 }))).toBeVisible();
  const remove = page.getByRole('button', { name: say('common:file.remove', { name: 'certificate.pdf' }) });
  await userEvent.click(remove);
  await expect.element(form.field('certifType')).toHaveValue('FirstCertificate');

  await userEvent.upload(form.field('document'), pdf());
  await expect.element(form.field('certifType')).toHaveValue('Prolongation');
  await userEvent.click(page.getByRole('button', { name: say('common:reading.allCorrect') }));
  await expect.element(page.getByRole('status').filter({ hasText: say('common:reading.confirmed') })).toHaveFocus();
  await expect.element(page.getByText(say('common:proposed.text'))).not.toBeInTheDocument();
  await expect.element(form.field('certifType')).toHaveValue('Prolongation');
});

const SENT = { id: newId(), sentAt: `${TODAY}T08:00:00.000Z`, startDate: TODAY, endDate: addDays(TODAY, 2), state: 'Waiting' as const };
const sentBy = (state: 'Waiting' | 'Registered') => ({
  id: newId(),
  companyId: COMPANY.id,
  employeeId: JAN.id,
  incapacityType: 'Illness' as const,
  sentCertificates: [{ ...SENT, state, document: STORED }],
});

test('what an employee sent fills the form in, and saving it registers it; somebody else who was faster is said at the document', async () => {
  const { server, say, form } = await openForm({ sent: sentBy('Waiting') });
  await expect.element(page.getByText(sentenceWith(say('sentCertificates:prefilled', { moment: '…' })))).toBeVisible();
  await expectDay(page, say('certificateFields:endDate'), addDays(TODAY, 2));
  await expect.element(form.field('incapacityReason')).toHaveValue('Illness');
  await expect.element(page.getByText(STORED.fileName).first()).toBeVisible();
  await userEvent.click(form.exit.getByLabelText(say('common:yes')));
  server.graphql(CreateCertificateDocument, () =>
    refusal('request.invalid', { issues: [{ path: 'documentId', message: 'certificateRegistered' }] }),
  );
  await userEvent.click(form.create);
  await expect.element(page.getByText(say('validation:certificateRegistered'))).toBeVisible();
  const [call] = server.calls(CreateCertificateDocument);
  expect(call?.input).toMatchObject({ employeeId: JAN.id, documentId: STORED.id, startDate: TODAY, endDate: addDays(TODAY, 2) });
});

test('what was decided about already is said, in place of a form', async () => {
  const { say } = await openForm({ sent: sentBy('Registered') });
  await expect.element(page.getByText(say('sentCertificates:gone'))).toBeVisible();
  await expect.element(page.getByRole('link', { name: say('common:view') })).toBeVisible();
});
