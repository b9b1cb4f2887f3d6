import { buffer } from 'node:stream/consumers';
import { CHECK_FIELDS, type CheckField, checkVisibility } from '@checkwell/domain/check/fields';
import { LEFT_OUT, PERSON_CHECK_FIELDS, type PersonFile, personFilePath } from '@checkwell/domain/person/person-file';
import { expect, test } from 'vitest';
import { newFileKey } from '../../platform/files/files.ts';
import { newId } from '../../platform/ids.ts';
import { codeOf } from '../../test/checks.ts';
import { testDatabase } from '../../test/database.ts';
import { pdf } from '../../test/files.ts';
import { createFixtures, insertCheck } from '../../test/fixtures.ts';
import { serverApp } from '../../test/servers/server-app.ts';
import { unzipped } from '../../test/zip.ts';

/** The copy of everything about one employee, for that employee (docs/decisions/0101). */
const database = await testDatabase();
const { owner } = database;
const app = await serverApp(database);
const { clock } = app;
const { person, documents, checks } = app.services;
const fixtures = await createFixtures(database.db, clock);
const { a, b, actors, doctors } = fixtures;
const { adminA, adminAB, adminB, basicA, planner, doctor } = actors;

/** Stands in everything that no employer reads. */
const HIDDEN = 'Zzhidden';

async function taken(actor: typeof adminA, employeeId: string) {
  const { fileName, content } = await person.download(actor, employeeId);
  const files = unzipped(await buffer(content));
  const data = JSON.parse((files.get('person.json') ?? Buffer.alloc(0)).toString()) as PersonFile;
  return { fileName, files, data };
}

/** A check of the first employee that has ended, with all that can belong to one. */
async function ended() {
  const bytes = pdf({ title: 'receipt' });
  const uploaded = await documents.upload(adminA, {
    companyId: a.id,
    fileName: 'certificate.pdf',
    mediaType: 'application/pdf',
    contentLength: bytes.length,
    content: () => Promise.resolve(bytes),
  });
  const [certificateId] = a.certificates;
  await owner(`update certificates set "documentId" = $1 where id = $2`, [uploaded.id, certificateId]);
  const { id } = await insertCheck(database.db, fixtures, clock, {
    status: 'Archived',
    archivedAt: clock.now(),
    certificateId,
    archiveComment: HIDDEN,
    commentReview: 'Withheld',
    doctorComment: 'Second floor',
    doctorTotalPrice: 77_77,
    legalHoldAt: clock.now(),
    legalHoldReason: HIDDEN,
  });
  const at = clock.now().toISOString();
  const later = new Date(clock.now().getTime() + 1000).toISOString();
  const text = newId();
  const sentId = newId();
  await owner(`
    insert into sent_certificates ("companyId", id, "checkId", "startDate", "endDate", "sentAt", "settledAt", "settledByProfileId", "putAside")
      values ('${a.id}', '${sentId}', '${id}', '${clock.today()}', '${clock.today()}', '${at}', '${at}', '${adminA.profileId}', 'Unreadable');
    insert into access_log (id, "companyId", "actorRole", "profileId", action, "subjectType", "subjectId")
      values ('${newId()}', '${a.id}', 'employerAdmin', '${adminA.profileId}', 'sentCertificate.putAside', 'sent_certificates', '${sentId}');
    insert into medical_notes ("companyId", "checkId", "doctorId", note) values ('${a.id}', '${id}', '${doctors.brussels}', '${HIDDEN}');
    insert into check_comments ("companyId", id, "checkId", "authorProfileId", "authorRole", "authorName", audience, text, "createdAt") values
      ('${a.id}', '${newId()}', '${id}', '${adminA.profileId}', 'employer', '${HIDDEN}', 'EmployerPlanner', 'She prefers mornings', '${at}'),
      ('${a.id}', '${newId()}', '${id}', '${planner.profileId}', 'planner', '${HIDDEN}', 'PlannerDoctor', '${HIDDEN}', '${later}');
    insert into employee_addresses ("companyId", "checkId", address, bell, "saidAt", "otherPlace") values ('${a.id}', '${id}', '${HIDDEN}', '', '${at}', false);
    insert into travel_claims ("companyId", "checkId", means, "amountCents", reason, payment, "claimedAt", "changedAt")
      values ('${a.id}', '${id}', 'Other', 1234, 'Taxi', 'Wages', '${at}', '${at}');
    insert into text_messages (id, "companyId", recipient, language, template, text, "createdAt")
      values ('${text}', '${a.id}', '+32470000001', 'nl', 'x', '${HIDDEN}', '${at}');
    insert into employee_messages ("companyId", id, "checkId", news, "appointmentStart", "createdAt", "sentAt", "deliveredAt", "textMessageId", channel, "checkLocation", "phoneNumber")
      values ('${a.id}', '${newId()}', '${id}', 'Invited', '${at}', '${at}', '${at}', '${at}', '${text}', 'sms', 'Office', '+32470000001');`);
  return { id, documentId: uploaded.id, bytes };
}

test('holds all that is kept about the employee and that the administrator reads, and says what it leaves out; access is logged', async () => {
  const [employeeId, otherEmployee] = a.employees;
  await owner(`update employees set "employeeFirstName" = 'Jan', "employeeLastName" = 'Peeters', "employeeLanguage" = 'NL' where id = $1`, [
    employeeId,
  ]);
  const { id, documentId, bytes } = await ended();
  await insertCheck(database.db, fixtures, clock, { employeeId: otherEmployee, workerFirstName: HIDDEN });
  await insertCheck(database.db, fixtures, clock, { employeeId, checkOccurence: 'Deleted', status: 'Archived', archivedAt: clock.now() });
  await checks.get(planner, id);
  const { fileName, files, data } = await taken(adminA, employeeId);
  expect(fileName).toMatch(/^checkwell-gegevens-jan-peeters-.*\.zip$/);
  expect([...files.keys()]).toEqual([`files/${documentId}.pdf`, 'person.json', 'Lees mij.txt']);
  expect(files.get(`files/${documentId}.pdf`)).toEqual(bytes);
  expect(data).toMatchObject({
    form: 1,
    exportedAt: clock.now().toISOString(),
    employee: { id: employeeId, employeeFirstName: 'Jan', employeeLastName: 'Peeters' },
    certificates: [{ id: a.certificates[0], documentId }],
    documents: [{ documentId, state: 'Included', path: `files/${documentId}.pdf` }],
    leftOut: LEFT_OUT,
  });
  expect(data.checks).toHaveLength(2);
  expect(data.checks[0]).toMatchObject({
    id,
    workerFullName: 'Jan Peeters',
    doctorComment: 'Second floor',
    doctorFullName: 'Dokter',
    checkOccurence: 'NoShow',
    archiveComment: null,
    legalHoldAt: clock.now().toISOString(),
    messages: [{ news: 'Invited', channel: 'sms', phoneNumber: '+32470000001', deliveredAt: clock.now().toISOString() }],
    travelClaim: { state: 'Waiting', amountCents: 1234, reason: 'Taxi' },
    comments: [{ authorRole: 'employer', text: 'She prefers mornings' }],
  });
  expect(data.accesses).toEqual(
    expect.arrayContaining([
      { day: expect.any(String), role: 'planner', action: 'check.read', subjectType: 'checks' },
      { day: expect.any(String), role: 'employerAdmin', action: 'employee.personFile', subjectType: 'employees' },
      { day: expect.any(String), role: 'employerAdmin', action: 'sentCertificate.putAside', subjectType: 'sent_certificates' },
    ]),
  );
  const page = (files.get('Lees mij.txt') ?? Buffer.alloc(0)).toString();
  expect(page).toContain('Controles: 2. Attesten: 1. Bestanden: 1.');
  expect(page).toContain('De medische notities van de arts');
  expect([...files.values()].filter((content) => content.includes(HIDDEN))).toEqual([]);
  const entries = await owner(`select "profileId", "subjectId" from access_log where action = 'employee.personFile'`);
  expect(entries).toEqual([{ profileId: adminA.profileId, subjectId: employeeId }]);
});

test('no field of a check is in it that the table of fields hides from administrators', async () => {
  const hidden = (Object.keys(CHECK_FIELDS) as CheckField[]).filter((field) => checkVisibility(field, 'employerAdmin') === false);
  expect(hidden).toEqual(expect.arrayContaining(['doctorTotalPrice', 'commentReview', 'resultDueAt', 'arrivedAt']));
  expect(PERSON_CHECK_FIELDS.filter((field) => hidden.includes(field))).toEqual([]);
  const { data } = await taken(adminA, a.employees[0]);
  const [check = {}] = data.checks;
  const parts = ['messages', 'sentCertificates', 'travelClaim', 'attempts', 'history', 'comments'];
  const named = Object.keys(check).filter((name) => !parts.includes(name));
  expect(named.filter((name) => !PERSON_CHECK_FIELDS.some((field) => field === name))).toEqual([]);
  expect(PERSON_CHECK_FIELDS.filter((field) => !named.includes(field))).toEqual(['workerNISS']);
});

test('a file that the scanner has not let through is named, and not in it', async () => {
  const [employeeId] = a.employees;
  await owner(`update documents set scan = 'Waiting' where id in (select "documentId" from certificates where "employeeId" = $1)`, [
    employeeId,
  ]);
  const { files, data } = await taken(adminA, employeeId);
  expect([...files.keys()]).toEqual(['person.json', 'Lees mij.txt']);
  expect(data.documents).toEqual([{ documentId: expect.any(String), state: 'BeingChecked', path: null }]);
  expect((files.get('Lees mij.txt') ?? Buffer.alloc(0)).toString()).toContain(
    'Bestanden die er niet in staan: 1. person.json zegt waarom.',
  );
  await owner(`update documents set scan = 'Clean'`);
});

test('is for administrators of the company alone, as they are now; others are refused and leave no entry', async () => {
  const [employeeId] = a.employees;
  await owner('delete from access_log');
  for (const other of [basicA, planner, doctor]) expect(await codeOf(person.download(other, employeeId))).toBe('access.forbidden');
  expect(await codeOf(person.download(adminB, employeeId))).toBe('entity.notFound');
  expect(await codeOf(person.download(adminAB, b.employees[0]))).toBe('access.forbidden');
  expect(await codeOf(person.download(adminA, newId()))).toBe('entity.notFound');
  expect(await codeOf(person.download({ ...adminA, program: true }, employeeId))).toBe('access.forbidden');
  // Removed a moment ago: the request was let in before.
  await owner(`update company_users set "accesType" = 'basic' where "profileId" = $1 and "companyId" = $2`, [adminAB.profileId, a.id]);
  expect(await codeOf(person.download(adminAB, employeeId))).toBe('access.forbidden');
  expect(await owner(`select 1 from access_log where action = 'employee.personFile'`)).toEqual([]);
});

test('over HTTP it is a file to keep; a file that the installation lost is named, and the log says so', async () => {
  const admin = await app.signedIn({ companyId: a.id });
  const headers = {
    authorization: `Bearer ${admin.browser.token}`,
    cookie: [...admin.browser.cookies].map((pair) => pair.join('=')).join('; '),
  };
  const answer = await app.http.inject({ url: personFilePath(a.employees[0]), headers });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'content-disposition': expect.stringContaining('attachment') });
  expect([...unzipped(answer.rawPayload).keys()]).toContain('person.json');
  await owner(`update documents set "storageKey" = $1 where id in (select "documentId" from certificates)`, [newFileKey()]);
  const { data } = await taken(adminA, a.employees[0]);
  expect(data.documents).toEqual([{ documentId: expect.any(String), state: 'Lost', path: null }]);
  expect(app.log.lines.some(({ level, parts }) => level === 'warn' && String(parts).includes('is missing'))).toBe(true);
});

test('an administrator takes twenty copies an hour; others are not kept waiting', async () => {
  await owner('delete from auth.throttles');
  const [employeeId] = a.employees;
  for (let count = 0; count < 20; count += 1) (await person.download(adminA, employeeId)).content.destroy();
  await owner('delete from access_log');
  await expect(person.download(adminA, employeeId)).rejects.toMatchObject({ code: 'request.tooMany', params: { retryAfterSeconds: 180 } });
  expect(await owner(`select 1 from access_log where action = 'employee.personFile'`)).toEqual([]);
  await owner(`update company_users set "accesType" = 'admin' where "profileId" = $1 and "companyId" = $2`, [adminAB.profileId, a.id]);
  (await person.download(adminAB, employeeId)).content.destroy();
  clock.advance({ minutes: 3 });
  (await person.download(adminA, employeeId)).content.destroy();
});
