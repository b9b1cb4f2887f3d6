import { createHash } from 'node:crypto';
import { addDays, instantAt } from '@checkwell/domain/clock';
import type { Insertable } from 'kysely';
import { createCrypto } from '../../platform/crypto/crypto.ts';
import { ENCRYPTED } from '../../platform/crypto/encrypted-columns.ts';
import type { Tables } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { ClonedDatabase } from '../database.ts';
import { pdf } from '../files.ts';
import { type FixtureCompany, type Fixtures, insertCheck } from '../fixtures.ts';
import { closeAccount } from '../servers/identity-app.ts';
import type { ServerApp, SignedIn } from '../servers/server-app.ts';
import type { Fixture, Kind, Whose } from './kinds.ts';

/** Ids of the same kind of record: of the three that exist, and of the deleted one. */
type Ids = Readonly<Record<Exclude<Whose, 'random'>, string>>;
const THERE = ['own', 'otherSuperior', 'otherCompany'] as const;
const ONCE_THERE = [...THERE, 'deleted'] as const;

/** What inserts fixtures. */
type FixtureTools = ReturnType<typeof fixtureTools>;

/** Inserts fixtures into a database that has the companies, users and doctors of `companyFixtures`. */
export function fixtureTools(database: ClonedDatabase, app: ServerApp, companyFixtures: Fixtures) {
  const { owner } = database;
  const { a, b, doctors } = companyFixtures;
  const insert = async <Name extends keyof Tables>(table: Name, row: Insertable<Tables[Name]>): Promise<void> => {
    const [names, values] = [Object.keys(row), Object.values(row)];
    const placeholders = values.map((_, index) => `$${index + 1}`);
    await owner(`insert into ${table} (${names.map((name) => `"${name}"`)}) values (${placeholders})`, values);
  };
  const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
  /** Company, superior and doctor of a record, by `Whose`. */
  const OWNERS = {
    own: { companyId: a.id, superiorId: a.superiors[0], doctorId: doctors.brussels },
    otherSuperior: { companyId: a.id, superiorId: a.superiors[1], doctorId: doctors.antwerp },
    otherCompany: { companyId: b.id, superiorId: b.superiors[1], doctorId: doctors.antwerp },
    deleted: { companyId: a.id, superiorId: a.superiors[0], doctorId: doctors.brussels },
  } as const;
  const fixtures: Fixture[] = [];
  const add = (kind: Kind, whose: Whose, id: string, rest: Partial<Fixture> = {}) => {
    const { companyId, superiorId, doctorId } =
      whose === 'random' ? { companyId: newId(), superiorId: newId(), doctorId: newId() } : OWNERS[whose];
    fixtures.push({
      kind,
      whose,
      id,
      companyId,
      superiorId,
      doctorId,
      orderedByProfileId: null,
      profileId: null,
      mark: null,
      exists: whose !== 'deleted' && whose !== 'random',
      ...rest,
      ids: { companyId: rest.companyId ?? companyId, id, ...rest.ids },
    });
  };
  const addAll = (kind: Kind, ids: Ids, rest: (whose: Exclude<Whose, 'random'>) => Partial<Fixture> = () => ({})) => {
    for (const whose of ['own', 'otherSuperior', 'otherCompany', 'deleted'] as const) add(kind, whose, ids[whose], rest(whose));
    add(kind, 'random', newId(), { ids: { email: 'nobody@example.be' } });
  };
  /** The id of a deleted row: a copy of the row is inserted and deleted. */
  async function addDeletedCopy(table: string, id: string, changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const gone = newId();
    const [columns] = await owner<{ names: string }>(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    );
    await owner(
      `insert into ${table} (${columns?.names}) select ${columns?.names} from (select (jsonb_populate_record(t, $2::jsonb)).* from ${table} t where id = $1) c`,
      [id, JSON.stringify({ ...changes, id: gone })],
    );
    await owner(`delete from ${table} where id = $1`, [gone]);
    return gone;
  }
  return { database, app, companyFixtures, owner, insert, hashOf, owners: OWNERS, fixtures, add, addAll, addDeletedCopy };
}

/** Superiors, employees, certificates and their documents. */
async function addRecords({ app, companyFixtures, owner, insert, hashOf, addAll, addDeletedCopy }: FixtureTools) {
  const { a, b } = companyFixtures;
  const emails = new Map(
    (await owner<{ id: string; email: string }>('select id, email from superiors')).map(({ id, email }) => [id, email]),
  );
  const superiorIds = {
    own: a.superiors[0],
    otherSuperior: a.superiors[1],
    otherCompany: b.superiors[1],
    deleted: await addDeletedCopy('superiors', a.superiors[0], { email: 'gone@example.be' }),
  };
  addAll('superior', superiorIds, (whose) => ({ ids: { email: emails.get(superiorIds[whose]) ?? 'gone@example.be' } }));
  const employeeIds = {
    own: a.employees[0],
    otherSuperior: a.employees[2],
    otherCompany: b.employees[2],
    deleted: await addDeletedCopy('employees', a.employees[0], { employeeMatricule: 'gone' }),
  };
  for (const whose of THERE) await owner('update employees set "employeeMatricule" = $2 where id = $1', [employeeIds[whose], `M-${whose}`]);
  addAll('employee', employeeIds, (whose) => ({ mark: `M-${whose}` }));
  const certificateIds = {
    own: a.certificates[0],
    otherSuperior: a.certificates[2],
    otherCompany: b.certificates[2],
    deleted: await addDeletedCopy('certificates', a.certificates[0], { documentId: null }),
  };
  addAll('certificate', certificateIds, (whose) => ({ mark: `M-${whose}` }));

  // The document of each certificate. A doctor reads it as the file of the check that was ordered for the certificate.
  const upload = async (whose: 'own' | 'otherCompany', title: string): Promise<string> => {
    const [by, companyId] = whose === 'own' ? [companyFixtures.actors.adminA, a.id] : [companyFixtures.actors.adminB, b.id];
    const file = { fileName: 'certificate.pdf', mediaType: 'application/pdf', contentLength: null } as const;
    return (await app.services.documents.upload(by, { companyId, ...file, content: async () => pdf({ title }) })).id;
  };
  const documentIds = {
    own: await upload('own', 'own'),
    otherSuperior: await upload('own', 'other superior'),
    otherCompany: await upload('otherCompany', 'other company'),
    deleted: await upload('own', 'deleted'),
  };
  await owner('delete from documents where id = $1', [documentIds.deleted]);
  const documentOfSuperiorB = await upload('otherCompany', 'of the superior who asks');
  const sentDocument = async (companyId: string): Promise<string> => {
    const id = newId();
    const file = { fileName: 'certificate.pdf', mediaType: 'application/pdf', byteSize: 10, storageKey: newId() } as const;
    await insert('documents', { companyId, id, kind: 'sent', ...file, sha256: hashOf(id) });
    return id;
  };
  for (const whose of THERE)
    await owner(`update certificates set "documentId" = $2, "entryType" = 'MEDICAL_CERTIFICATE' where id = $1`, [
      certificateIds[whose],
      documentIds[whose],
    ]);
  await owner(`update certificates set "documentId" = $2, "entryType" = 'MEDICAL_CERTIFICATE' where id = $1`, [
    b.certificates[0],
    documentOfSuperiorB,
  ]);
  addAll('document', documentIds);
  return { emails, employeeIds, certificateIds, documentIds, documentOfSuperiorB, sentDocument };
}
type Records = Awaited<ReturnType<typeof addRecords>>;

async function addCompanies(
  { companyFixtures, add, addDeletedCopy }: FixtureTools,
  { documentIds, documentOfSuperiorB }: Records,
): Promise<void> {
  const { a, b } = companyFixtures;
  const company = (of: FixtureCompany, whose: 'own' | 'otherCompany') => ({
    companyId: of.id,
    ids: {
      companyId: of.id,
      employeeId: of.employees[0],
      superiorId: of.superiors[0],
      documentId: whose === 'own' ? documentIds.own : documentOfSuperiorB,
      certificateId: of.certificates[0],
    },
  });
  add('company', 'own', a.id, company(a, 'own'));
  add('company', 'otherCompany', b.id, company(b, 'otherCompany'));
  for (const whose of ['deleted', 'random'] as const) {
    const id = whose === 'deleted' ? await addDeletedCopy('companies', a.id, { companyNumber: 'BE0999999999' }) : newId();
    const ids = { companyId: id, employeeId: newId(), superiorId: newId(), documentId: newId(), certificateId: newId() };
    add('company', whose, id, { companyId: id, ids });
  }
}

/** Doctors and their hours. */
async function addDoctors({ app, companyFixtures, owner, insert, owners, add, addDeletedCopy }: FixtureTools): Promise<void> {
  const { doctors } = companyFixtures;
  const { clock } = app;
  const doctorIds = { own: doctors.brussels, otherSuperior: doctors.antwerp };
  for (const whose of ['own', 'otherSuperior'] as const)
    add('doctor', whose, doctorIds[whose], { companyId: null, doctorId: doctorIds[whose], ids: { doctorId: doctorIds[whose] } });
  for (const whose of ['deleted', 'random'] as const) {
    const gone = { email: 'gone@practice.example.be', inamiNumber: '10000164004' };
    const id = whose === 'deleted' ? await addDeletedCopy('doctors', doctors.brussels, gone) : newId();
    add('doctor', whose, id, { companyId: null, doctorId: id, ids: { doctorId: id } });
  }
  const hoursOf = async (doctorId: string, day: number): Promise<string> => {
    const id = newId();
    const on = addDays(clock.today(), day);
    const hours = { startsAt: instantAt(on, '09:00'), endsAt: instantAt(on, '10:00') };
    await insert('doctor_exceptions', { id, doctorId, kind: 'Absent', ...hours, reason: 'Course', createdAt: clock.now() });
    return id;
  };
  for (const whose of ['own', 'otherSuperior', 'deleted'] as const) {
    const doctorId = owners[whose].doctorId;
    const id = await hoursOf(doctorId, whose === 'deleted' ? 31 : 30);
    if (whose === 'deleted') await owner('delete from doctor_exceptions where id = $1', [id]);
    add('hours', whose, id, { companyId: null, doctorId });
  }
  add('hours', 'random', newId(), { companyId: null });
}

/** Authors of comments, and planners who notified employees. */
export interface Writers {
  readonly admin: SignedIn;
  readonly adminB: SignedIn;
  readonly planner: SignedIn;
}

/** Open checks, with their comments, offers and other records. */
async function addChecks(tools: FixtureTools, records: Records, { admin, adminB, planner }: Writers): Promise<void> {
  const { database, app, companyFixtures, insert, hashOf, owners, add } = tools;
  const { clock } = app;
  const { emails, employeeIds, certificateIds, sentDocument } = records;

  interface Hanging {
    readonly companyId: string;
    readonly superiorId: string;
    readonly doctorId: string;
    readonly checkId: string;
    readonly start: Date;
    readonly authorId: string;
    readonly commentId: string;
    readonly employeeMessageId: string;
    readonly notificationId: string;
    readonly sentId: string;
    readonly attemptId: string;
    readonly offerId: string;
    readonly mailId: string;
  }
  async function hang({ companyId, superiorId, doctorId, checkId, start, authorId, ...ids }: Hanging): Promise<void> {
    const { commentId, employeeMessageId, notificationId, sentId, attemptId, offerId, mailId } = ids;
    await insert('check_comments', {
      companyId,
      id: commentId,
      checkId,
      authorProfileId: authorId,
      authorRole: 'employer',
      authorName: 'An Peeters',
      doctorId,
      audience: 'EmployerPlannerDoctor',
      text: 'Ring twice.',
      createdAt: clock.now(),
    });
    await insert('notifications', {
      id: notificationId,
      profileId: admin.profileId,
      companyId,
      checkId,
      kind: 'OrderReceived',
      at: clock.now(),
    });
    await insert('employee_messages', {
      companyId,
      id: employeeMessageId,
      checkId,
      news: 'Invited',
      appointmentStart: start,
      createdAt: clock.now(),
      channel: 'phone',
      checkLocation: 'Office',
      doctorId,
      sentAt: clock.now(),
      reached: 'employee',
      phoneNumber: '+32470123456',
      profileId: planner.profileId,
    });
    const documentId = await sentDocument(companyId);
    const period = { startDate: clock.today(), endDate: clock.today() };
    const moment = { appointmentStart: start, appointmentEnd: new Date(start.getTime() + 20 * 60_000) };
    const attemptedAt = new Date(clock.now().getTime() - 60_000);
    await insert('visit_attempts', {
      companyId,
      id: attemptId,
      checkId,
      doctorId,
      appointmentStart: start,
      attemptedAt,
      bell: 'Peeters',
    });
    await insert('offers', {
      companyId,
      id: offerId,
      checkId,
      doctorId,
      state: 'Open',
      ...moment,
      fee: 60_00,
      tokenHash: hashOf(offerId),
      sentAt: clock.now(),
      answerableUntil: start,
    });
    const text = { subject: 'A check', html: '', plainText: 'A check', searchText: 'a check' };
    await insert('mails', {
      id: mailId,
      companyId,
      checkId,
      recipient: emails.get(superiorId) ?? '',
      language: 'nl',
      template: 'orderReceived',
      ...text,
      state: 'failed',
      failure: 'wrongAddress',
      failedAt: clock.now(),
      createdAt: clock.now(),
    });
    await insert('sent_certificates', { companyId, id: sentId, checkId, documentId, ...period, sentAt: clock.now() });
  }

  const tomorrow = addDays(clock.today(), 1);
  for (const [index, whose] of ONCE_THERE.entries()) {
    const { companyId, superiorId, doctorId } = owners[whose];
    const start = instantAt(tomorrow, `1${index}:00`);
    const appointment = {
      doctorId,
      doctorFoundAt: clock.now(),
      appointmentStart: start,
      appointmentEnd: new Date(start.getTime() + 20 * 60_000),
    };
    const { id } = await insertCheck(database.db, companyFixtures, clock, {
      companyId,
      superiorId,
      employeeId: whose === 'deleted' ? companyFixtures.a.employees[1] : employeeIds[whose],
      workerExternalId: `X-${whose}`,
      ...(whose === 'deleted'
        ? { status: 'Archived', checkOccurence: 'Deleted', archivedAt: clock.now(), doctorId }
        : { status: 'WaitingForCheck', certificateId: certificateIds[whose], ...appointment }),
    });
    const [commentId, employeeMessageId, sentId] = [newId(), newId(), newId()];
    const [attemptId, offerId, mailId, missing, notificationId] = [newId(), newId(), newId(), newId(), newId()];
    const ids = { checkId: id, employeeMessageId, companyId, doctorId: missing };
    add('check', whose, id, { exists: true, ids });
    const authorId = whose === 'otherCompany' ? adminB.profileId : admin.profileId;
    const said = { address: 'Korenmarkt 1, 9000 Gent', bell: 'Peeters', saidAt: clock.now(), otherPlace: true };
    await insert('employee_addresses', { companyId, checkId: id, ...said });
    // The rest only for checks that exist: nothing is written about a deleted check.
    if (whose !== 'deleted') {
      await hang({
        companyId,
        superiorId,
        doctorId,
        checkId: id,
        start,
        authorId,
        commentId,
        employeeMessageId,
        notificationId,
        sentId,
        attemptId,
        offerId,
        mailId,
      });
    }
    const there = whose !== 'deleted';
    add('comment', whose, commentId, { exists: there, profileId: authorId, ids: { checkId: id } });
    add('employeeMessage', whose, employeeMessageId, { exists: true, ids: { id, employeeMessageId, checkId: id } });
    add('notification', whose, notificationId, { exists: there, profileId: admin.profileId });
    add('sentCertificate', whose, sentId, { exists: there, ids: { checkId: id } });
    add('attempt', whose, attemptId, { exists: there, ids: { checkId: id } });
    add('offer', whose, offerId, { exists: there, ids: { checkId: id } });
    add('undelivered', whose, mailId, { exists: there, ids: { checkId: id } });
  }
  for (const kind of [
    'check',
    'comment',
    'employeeMessage',
    'notification',
    'sentCertificate',
    'attempt',
    'offer',
    'undelivered',
  ] as const) {
    const id = newId();
    add(kind, 'random', id, { ids: { checkId: kind === 'check' ? id : newId(), employeeMessageId: newId() } });
  }
}

/** Checks that have ended, in the month that is invoiced next. */
async function addReports({ database, app, companyFixtures, owners, insert, add }: FixtureTools, { employeeIds }: Records): Promise<void> {
  const examined = new Date('2026-02-10T11:00:00Z');
  const crypto = createCrypto([app.config.appSecret]);
  for (const whose of ONCE_THERE) {
    const { companyId, superiorId, doctorId } = owners[whose];
    const { id } = await insertCheck(database.db, companyFixtures, app.clock, {
      companyId,
      superiorId,
      doctorId,
      employeeId: whose === 'deleted' ? companyFixtures.a.employees[1] : employeeIds[whose],
      workerExternalId: `R-${whose}`,
      status: 'Archived',
      archivedAt: examined,
      checkOccurence: whose === 'deleted' ? 'Deleted' : 'Yes',
      ...(whose !== 'deleted' && { examinedFrom: examined, examinedTo: examined }),
    });
    if (whose !== 'deleted') {
      await insert('travel_claims', {
        companyId,
        checkId: id,
        means: 'PublicTransport',
        amountCents: 5_20,
        reason: '',
        payment: 'Account',
        iban: crypto.encryptText('BE68539007547034', ENCRYPTED.iban.contextOf(companyId, id)),
        ibanEnd: '7034',
        claimedAt: examined,
        changedAt: examined,
      });
    }
    add('report', whose, id, { mark: `R-${whose}`, exists: whose === 'deleted' ? 'forTheProvider' : true });
  }
  add('report', 'random', newId());
}

/** Users with their views, sessions and passkeys. @param holders the last one is deleted */
export async function addAccounts(
  { database, app, owner, insert, add }: FixtureTools,
  holders: Readonly<Record<(typeof ONCE_THERE)[number], SignedIn>>,
): Promise<void> {
  const { clock } = app;
  const viewOf = async (profileId: string, companyId: string): Promise<string> => {
    const id = newId();
    await insert('list_views', { id, profileId, companyId, list: 'checks', name: 'Mine', shown: '{}', createdAt: clock.now() });
    return id;
  };
  const keyOf = async (profileId: string): Promise<string> => {
    const id = newId();
    await owner(
      `insert into auth.passkeys (id, "userId", "credentialId", "publicKey", counter, transports, name, "createdAt")
       select $1::uuid, subject::uuid, $2, '\\x00', 0, '{}', 'Key', $4 from profiles where id = $3`,
      [id, id, profileId, clock.now()],
    );
    return id;
  };
  const sessionOf = async (profileId: string): Promise<string> => {
    const [row] = await owner<{ id: string }>(
      'select s.id from auth.sessions s join profiles p on p.subject = s."userId"::text where p.id = $1',
      [profileId],
    );
    return row?.id ?? '';
  };
  for (const whose of ONCE_THERE) {
    const { profileId, companyId } = holders[whose];
    const gone = whose === 'deleted';
    add('view', whose, gone ? newId() : await viewOf(profileId, companyId), { profileId });
    add('session', whose, await sessionOf(profileId), { profileId, exists: !gone });
    add('passkey', whose, gone ? newId() : await keyOf(profileId), { profileId });
    add('user', whose, profileId);
  }
  for (const kind of ['view', 'session', 'passkey', 'user'] as const) add(kind, 'random', newId());
  await closeAccount(database, app.services.identity, holders.deleted);
  // An account with a passkey needs the second step.
  await owner('update auth.sessions set "secondStep" = true');
}

/** API tokens, cost centres and invoices of a company. */
export async function addBooks(
  { app, companyFixtures, owner, insert, add, addDeletedCopy }: FixtureTools,
  tokens: { readonly own: string; readonly otherCompany: string },
): Promise<void> {
  const { a, b } = companyFixtures;
  const costCentre = async (companyId: string): Promise<string> => {
    const id = newId();
    await insert('cost_centres', { companyId, id, code: `C${id.slice(-4)}`, name: 'Logistics' });
    return id;
  };
  const centres = { own: await costCentre(a.id), otherCompany: await costCentre(b.id) };
  await app.services.invoices.issueDue();
  const invoiceOf = async (companyId: string): Promise<string> =>
    (await owner<{ id: string }>('select id from invoices where "companyId" = $1', [companyId]))[0]?.id ?? '';
  const invoices = { own: await invoiceOf(a.id), otherCompany: await invoiceOf(b.id) };
  for (const [kind, ids] of Object.entries({ token: tokens, costCentre: centres, invoice: invoices }) as [Kind, typeof tokens][]) {
    add(kind, 'own', ids.own);
    add(kind, 'otherCompany', ids.otherCompany);
    add(kind, 'random', newId());
  }
  add('costCentre', 'deleted', await addDeletedCopy('cost_centres', centres.own, { code: 'gone' }));
}

/** One Shot Checks of visitors, paid by card. */
async function addPayments({ database, app, companyFixtures, owner, insert, hashOf, add }: FixtureTools): Promise<void> {
  const { clock } = app;
  for (const whose of ['own', 'otherCompany'] as const) {
    const company = whose === 'own' ? companyFixtures.a : companyFixtures.b;
    const { id: checkId } = await insertCheck(database.db, companyFixtures, clock, {
      companyId: company.id,
      superiorId: null,
      employeeId: company.employees[4],
      source: 'OneShot',
    });
    const [orderId, attemptId] = [newId(), newId()];
    const at = clock.now();
    const order = {
      id: orderId,
      tokenHash: hashOf(`token ${orderId}`),
      keyHash: hashOf(`key ${orderId}`),
      requestHash: hashOf('order'),
      language: 'nl' as const,
      incapacityStartDate: clock.today(),
      incapacityEndDate: clock.today(),
      netCents: 150_00,
      vatCents: 31_50,
      totalCents: 181_50,
      createdAt: at,
      payableUntil: at,
    };
    const attempt = {
      id: attemptId,
      orderId,
      keyHash: hashOf(`attempt ${attemptId}`),
      state: 'Succeeded' as const,
      provider: 'stripe' as const,
      providerId: attemptId,
      capturedCents: 181_50,
      createdAt: at,
      updatedAt: at,
    };
    await insert('one_shot_orders', order);
    await insert('one_shot_attempts', attempt);
    await owner(
      `update one_shot_orders set state = 'Paid', "paidAttemptId" = $2, "paidAt" = $3, "companyId" = $4, "checkId" = $5 where id = $1`,
      [orderId, attemptId, at, company.id, checkId],
    );
    add('payment', whose, orderId, { ids: { checkId } });
  }
  add('payment', 'random', newId(), { ids: { checkId: newId() } });
}

/** Records that only the provider may read. */
async function addOfProvider({ app, companyFixtures, owner, insert, add }: FixtureTools): Promise<void> {
  const { clock } = app;
  const signUp = async (index: number): Promise<string> => {
    const id = newId();
    const person = { firstName: 'Piet', lastName: 'Claes', phoneNumber: '+32470123456', language: 'nl' } as const;
    await insert('sign_ups', { id, ...person, email: `piet${index}@example.be`, createdAt: clock.now(), searchText: 'piet claes' });
    return id;
  };
  const mailOf = async (companyId: string): Promise<string> => {
    const id = newId();
    const text = { subject: 'A check', html: '', plainText: 'A check', searchText: 'a check' };
    const envelope = { recipient: 'an@example.be', language: 'nl', template: 'check' } as const;
    await insert('mails', { id, companyId, ...envelope, ...text, createdAt: clock.now() });
    const file = { fileName: 'a.txt', mediaType: 'text/plain', byteSize: 1, content: Buffer.from('a') };
    await insert('mail_attachments', { mailId: id, position: 0, ...file });
    return id;
  };
  for (const [kind, make] of [
    ['signUp', signUp],
    ['mail', (index: number) => mailOf(index === 0 ? companyFixtures.a.id : companyFixtures.b.id)],
  ] as const) {
    add(kind, 'own', await make(0), { ids: { position: '0' } });
    add(kind, 'otherCompany', await make(1), { ids: { position: '0' } });
    const table = kind === 'mail' ? 'mails' : 'sign_ups';
    const id = await make(2);
    await owner(`delete from ${table} where id = $1`, [id]);
    add(kind, 'deleted', id, { ids: { position: '0' } });
    add(kind, 'random', newId(), { ids: { position: '0' } });
  }
}

/** A fixture for each pair of `Kind` and `Whose`, except those of `addAccounts` and `addBooks`. */
export async function addFixtures(tools: FixtureTools, writers: Writers): Promise<void> {
  const records = await addRecords(tools);
  await addCompanies(tools, records);
  await addDoctors(tools);
  await addChecks(tools, records, writers);
  await addReports(tools, records);
  await addPayments(tools);
  await addOfProvider(tools);
}
