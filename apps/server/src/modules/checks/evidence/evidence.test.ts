import { createHash, createPublicKey, verify } from 'node:crypto';
import {
  evidenceCode,
  evidenceFilePath,
  formatEvidenceCode,
  VERIFY_KEY_PATH,
  VERIFY_PATH,
} from '@checkwell/domain/check/evidence/evidence';
import { instantAt } from '@checkwell/domain/clock';
import { INTERFACE_LANGUAGES, type InterfaceLanguage } from '@checkwell/domain/constants';
import { EMPLOYEE_PAGE_PATH, employeeEvidencePath } from '@checkwell/domain/employee-page/contract';
import type { Actor } from '@checkwell/domain/policy';
import { getTranslator } from '@checkwell/messages/translator';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { codeOf, correctionOf, fieldErrorsOf, orderOf, resultOf } from '../../../test/checks.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, insertCheck } from '../../../test/fixtures.ts';
import { byDay } from '../../../test/nightly.ts';
import { serverApp } from '../../../test/servers/server-app.ts';

/** Evidence packs and their verification (docs/decisions/0084). */
const database = await testDatabase();
const { owner } = database;
const app = await serverApp(database, { config: { sms: { gateway: 'stand-in' } } });
const { clock, http } = app;
const { checks, evidence, outbox } = app.services;
const MONDAY = '2026-03-02T09:00:00+01:00';
clock.set(MONDAY);
const fixtures = await createFixtures(database.db, clock);
const { a, actors, doctors } = fixtures;
const { adminA, basicA, otherBasicA, adminB, planner, doctor } = actors;
const CANARY = 'depressive episode, on sertraline';

interface Data {
  readonly check: string;
  readonly language: string;
  readonly issuedAt: string;
  readonly subject: object;
  readonly entries: readonly { readonly entry: Readonly<Record<string, unknown>>; readonly mark: string }[];
  readonly head: string;
  readonly statement: string;
  readonly signature: string;
  readonly publicKey: string;
}

/** A pack as its reader has it: words and data, read by another program than the one that wrote them. */
async function read(bytes: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(document, { mergePages: true });
  const content = (await document.getAttachmentContent('evidence.json')) as Uint8Array;
  return {
    pages: document.numPages,
    text: text.replace(/[\u00a0\u202f\u2009]/g, ' ').replace(/\s+/g, ' '),
    data: JSON.parse(Buffer.from(content).toString()) as Data,
  };
}
const download = async (actor: Actor, id: string, language: InterfaceLanguage = 'en') => evidence.download(actor, id, { language });
const plain = (text: string) => text.replace(/[\u00a0\u202f\u2009]/g, ' ').replace(/\s+/g, ' ');

let count = 0;
/** Ordered by HR, told by text message, opened and confirmed by the link, and examined at the doctor's. */
async function examined() {
  clock.set(MONDAY);
  await owner(
    `update checks set "appointmentStart" = "appointmentStart" - interval '1 year', "appointmentEnd" = "appointmentEnd" - interval '1 year' where "appointmentStart" is not null`,
  );
  count += 1;
  const ordered = await checks.order(adminA, orderOf(a, clock, { superiorId: a.superiors[0] }), `evidence-${count}`);
  const { id, version: planned } = await checks.startPlanning(planner, ordered.id, ordered.version);
  const { version } = await checks.schedule(planner, id, planned, {
    doctorId: doctors.brussels,
    appointmentStart: instantAt('2026-03-03', '10:00'),
    appointmentMinutes: 20,
  });
  await outbox.drain();
  const [sms] = await owner<{ text: string }>('select text from text_messages order by "createdAt" desc, id desc limit 1');
  const token = /\/w\/([\w-]{22})(?=\s)/.exec(sms?.text ?? '')?.[1] ?? '';
  const payload = { appointmentStart: instantAt('2026-03-03', '10:00').toISOString() };
  clock.set('2026-03-02T11:28:00+01:00');
  expect((await http.inject({ method: 'POST', url: `${EMPLOYEE_PAGE_PATH}/${token}/opened`, payload })).statusCode).toBe(204);
  clock.set('2026-03-02T11:30:00+01:00');
  expect((await http.inject({ method: 'POST', url: `${EMPLOYEE_PAGE_PATH}/${token}/confirm`, payload })).statusCode).toBe(200);
  clock.set('2026-03-03T10:30:00+01:00');
  await checks.recordResult(doctor, id, version + 1, resultOf(clock, { medicalNote: CANARY, archiveComment: CANARY }));
  return { id, token };
}

/** Nobody at home on the visit; nobody at the practice on the appointment of the card. */
async function missed() {
  clock.set(MONDAY);
  await owner(
    `update checks set "appointmentStart" = "appointmentStart" - interval '1 year', "appointmentEnd" = "appointmentEnd" - interval '1 year' where "appointmentStart" is not null`,
  );
  const start = instantAt('2026-03-03', '10:00');
  const { id } = await insertCheck(database.db, fixtures, clock, { status: 'Planning', checkLocation: 'House', authorizedExit: true });
  const { version } = await checks.schedule(planner, id, 1, {
    doctorId: doctors.brussels,
    appointmentStart: start,
    appointmentMinutes: 20,
  });
  clock.set('2026-03-03T10:05:00+01:00');
  const [card] = await checks.cardSlots(doctor, id);
  const { version: after } = await checks.recordAttempt(doctor, id, version, {
    attemptedAt: clock.now(),
    appointmentStart: start,
    bell: 'Peeters, 2nd floor, rang three times',
    position: { latitude: 50.8467, longitude: 4.3525, accuracyMetres: 12 },
    photoId: null,
    cardStart: card,
  });
  clock.set('2026-03-03T15:00:00+01:00');
  const from = card ?? clock.now();
  await checks.recordResult(
    doctor,
    id,
    after,
    resultOf(clock, { checkOccurence: 'NoShow', findingsHandedOver: false, examinedFrom: from, examinedTo: from }),
  );
  return { id };
}

describe('a pack', () => {
  test('says who ordered, what was told and answered, and how it ended, and nothing medical', async () => {
    const { id } = await examined();
    const [profile] = await owner<{ name: string }>(`select "firstName" || ' ' || "lastName" as name from profiles where id = $1`, [
      adminA.profileId,
    ]);
    const orderer = profile?.name ?? '';
    const { bytes, fileName } = await download(adminA, id);
    expect(fileName).toMatch(/^checkwell-evidence-pack-jan-peeters-2026-03-03\.pdf$/);
    const { text, pages, data } = await read(bytes);
    for (const said of [
      'Evidence pack – Jan Peeters',
      'Incapacity confirmed until',
      `Ordered by ${orderer}, employer ${a.name}`,
      'Appointment made',
      'Appointment: Tuesday 3 March 2026',
      'Told by text message',
      'The employee opened the page of the link on 2 Mar 2026, 11:28',
      'Appointment confirmed',
      'Employee, by the link of the message',
      'Result received',
      'Medical details stay with the doctor',
      `Reference ${id}`,
    ])
      expect(text).toContain(said);
    expect(text).not.toMatch(/sertraline|depressive|Illness/i);
    expect(JSON.stringify(data)).not.toMatch(/sertraline|depressive|Illness/i);
    expect(pages).toBe(1);
    expect(data.entries.map(({ entry }) => entry.what)).toEqual(['order', 'schedule', 'told', 'told', 'employeeConfirm', 'recordResult']);
    expect(data.entries[3]?.entry).toMatchObject({ what: 'told', way: 'page', by: 'employee', sent: '2026-03-02T10:28:00.000Z' });
  });

  test('of a corrected result says why it was corrected, and what it was before', async () => {
    const { id } = await examined();
    const { version } = await checks.get(doctor, id);
    const correction = {
      checkOccurence: 'NoShow',
      findingsHandedOver: false,
      correctionReason: 'LearnedLater',
      explanation: CANARY,
    } as const;
    await checks.correctResult(doctor, id, version, correctionOf(clock, correction));
    const { text, data } = await read((await download(adminA, id)).bytes);
    for (const said of ['The employee was a no-show', 'Result corrected', 'Reason: Facts learned after the check'])
      expect(text).toContain(said);
    // The end and the times too: a correction may change nothing else.
    expect(text).toMatch(/Before: Incapacity confirmed until \d+ \w+ 2026 \(\d+ \w+ 2026, \d\d:\d\d to \d\d:\d\d\)/);
    expect(JSON.stringify(data)).not.toContain(CANARY);
  });

  test('of a no-show has the attempt with bell and card, and the appointment that was missed', async () => {
    const { id } = await missed();
    const { bytes } = await download(planner, id);
    const { text, data } = await read(bytes);
    for (const said of [
      'The employee was a no-show',
      'Nobody opened the door',
      'Bell: Peeters, 2nd floor, rang three times',
      'Appointment on the card: Tuesday 3 March 2026',
      'Told by a card that the doctor left at the door',
    ])
      expect(text).toContain(said);
    // Where the phone was stays with planners and doctor.
    expect(JSON.stringify(data)).not.toContain('50.8467');
  });

  test.each(byDay(3, INTERFACE_LANGUAGES))('is in the language of its reader (%s), with the same chain in each', async (language) => {
    const { id } = await missed();
    const { bytes } = await download(adminA, id, language);
    const { text, data } = await read(bytes);
    const translate = getTranslator(language, 'evidence');
    for (const said of [
      translate('title'),
      translate('history'),
      translate('verify'),
      translate('nothingMedical'),
      translate('line.attempt'),
    ])
      expect(text).toContain(plain(said));
    expect(data.language).toBe(language);
    expect(data.head).toBe((await read((await download(adminA, id, 'en')).bytes)).data.head);
  });

  test('is chained and signed: anybody can work it out of the file and the public key', async () => {
    const { id } = await examined();
    const { text, data } = await read((await download(adminA, id)).bytes);
    const sha256 = (said: string) => createHash('sha256').update(said).digest('hex');
    const head = data.entries.reduce(
      (mark, line) => {
        const next = sha256(`${mark}\n${JSON.stringify(line.entry)}`);
        expect(line.mark).toBe(next);
        expect(text).toContain(next.slice(0, 8));
        return next;
      },
      sha256(JSON.stringify(data.subject)),
    );
    expect(data.head).toBe(head);
    expect(data.statement).toBe(['checkwell evidence', '1', id, 'en', data.issuedAt, head].join('\n'));
    const pem = (await http.inject(VERIFY_KEY_PATH)).body;
    expect(data.publicKey).toBe(pem);
    const isSigned = (statement: string) =>
      verify(null, Buffer.from(statement), createPublicKey(pem), Buffer.from(data.signature, 'base64'));
    expect(isSigned(data.statement)).toBe(true);
    expect(isSigned(data.statement.replace('\nen\n', '\nfr\n'))).toBe(false);
    expect(text).toContain(formatEvidenceCode(evidenceCode(createHash('sha256').update(data.statement).digest())));
  });

  test('is the same file until something changes', async () => {
    const { id } = await examined();
    const first = await download(adminA, id);
    clock.set('2026-03-04T10:30:00+01:00');
    expect((await download(planner, id)).bytes.equals(first.bytes)).toBe(true);
    await owner(`update employee_messages set "deliveredAt" = "sentAt" where "checkId" = $1 and channel = 'sms'`, [id]);
    const later = await download(adminA, id);
    expect(later.bytes.equals(first.bytes)).toBe(false);
    expect((await read(later.bytes)).text).toContain('arrived');
    expect(await owner('select 1 from evidence_packs where "checkId" = $1', [id])).toHaveLength(2);
  });
});

describe('who may download one', () => {
  test('employers whose report it is, planners, and the employee by their link; each time it is logged', async () => {
    const { id, token } = await examined();
    await download(adminA, id);
    await download(basicA, id);
    await download(planner, id);
    const answer = await http.inject(`${employeeEvidencePath(token)}?language=nl`);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect((await read(answer.rawPayload)).text).toContain('Bewijsdossier');
    const log = await owner(`select "actorRole" from access_log where action = 'check.evidence' and "subjectId" = $1 order by id`, [id]);
    expect(log).toEqual([
      { actorRole: 'employerAdmin' },
      { actorRole: 'employerBasic' },
      { actorRole: 'planner' },
      { actorRole: 'system' },
    ]);
  });

  test('nobody else, and of nothing but a check that has ended', async () => {
    const { id } = await examined();
    expect(await codeOf(download(doctor, id))).toBe('access.forbidden');
    expect(await codeOf(download(adminB, id))).toBe('entity.notFound');
    // Neither ordered by them nor of their superior's people.
    expect(await codeOf(download(otherBasicA, id))).toBe('entity.notFound');
    expect((await http.inject(evidenceFilePath(id))).statusCode).toBe(401);
    expect((await http.inject(employeeEvidencePath('x'.repeat(22)))).statusCode).toBe(404);
    expect(await fieldErrorsOf(evidence.download(adminA, id, { language: 'de' }))).toEqual(['language: invalidChoice']);
    const open = await insertCheck(database.db, fixtures, clock, { status: 'Planning' });
    expect(await codeOf(download(adminA, open.id))).toBe('entity.notFound');
    const deleted = await insertCheck(database.db, fixtures, clock, {
      status: 'Archived',
      checkOccurence: 'Deleted',
      archivedAt: clock.now(),
    });
    expect(await codeOf(download(planner, deleted.id))).toBe('entity.notFound');
  });
});

describe('verification', () => {
  const page = async (address: string, headers: Record<string, string> = {}) => {
    const answer = await http.inject({ url: address, headers });
    return { status: answer.statusCode, headers: answer.headers, html: answer.body };
  };
  /** The form as browsers send it. */
  async function send(code: string, content: Uint8Array | null) {
    const form = new FormData();
    form.set(
      'file',
      content === null ? new File([], '') : new File([new Uint8Array(content)], 'evidence.pdf', { type: 'application/pdf' }),
    );
    const body = new Response(form);
    const payload = Buffer.from(await body.arrayBuffer());
    const headers = { 'content-type': body.headers.get('content-type') ?? '' };
    const answer = await http.inject({ method: 'POST', url: `${VERIFY_PATH}/${code}?language=en`, payload, headers });
    return { status: answer.statusCode, html: answer.body };
  }
  async function issued() {
    const { id } = await examined();
    const { bytes } = await download(adminA, id);
    const [pack] = await owner<{ code: string }>('select code from evidence_packs where "checkId" = $1', [id]);
    return { id, bytes, code: pack?.code ?? '' };
  }

  test('of a code that we issued says that it is valid, in three languages, and nothing of what is in the pack', async () => {
    const { code, id } = await issued();
    for (const language of INTERFACE_LANGUAGES) {
      const translate = getTranslator(language, 'evidence');
      const { status, html, headers } = await page(`${VERIFY_PATH}/${code}`, { 'accept-language': `de, ${language};q=0.8` });
      expect(status).toBe(200);
      expect(html).toContain(`<html lang="${language}"`);
      expect(plain(html)).toContain(plain(translate('page.validText')));
      expect(html).not.toContain('<script');
      const said = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
      expect(said).not.toMatch(/Peeters|2026|Dokter/);
      expect(said).not.toContain(id);
      expect(said).not.toContain(a.name);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*form-action 'self'/);
      expect(headers['cache-control']).toBe('no-store');
      for (const other of INTERFACE_LANGUAGES) expect(html).toContain(`${VERIFY_PATH}/${code}?language=${other}`);
    }
    // Typed from paper.
    const typed = encodeURIComponent(formatEvidenceCode(code).toLowerCase());
    expect((await page(`${VERIFY_PATH}?code=${typed}&language=en`)).html).toContain('Valid');
  });

  test('of a file says whether it is the one, and keeps nothing', async () => {
    const { code, bytes } = await issued();
    expect((await send(code, bytes)).html).toContain('This is exactly the file');
    const changed = Buffer.from(bytes);
    changed[changed.length - 20] = (changed[changed.length - 20] ?? 0) ^ 1;
    expect((await send(code, changed)).html).toContain('Not the same file');
    expect((await send(code, null)).html).toContain('Choose the file first.');
    const large = await send(code, Buffer.alloc(5 * 1024 * 1024));
    expect(large.status).toBe(413);
    expect(large.html).toContain('larger than any that we issue');
    // Of another pack.
    const other = await issued();
    expect((await send(other.code, bytes)).html).toContain('Not the same file');
  });

  test('knows nothing of other codes, and says what is none', async () => {
    const { code } = await issued();
    const unknown = await page(`${VERIFY_PATH}/${code.replace(/.$/, (last) => (last === 'Z' ? 'Y' : 'Z'))}?language=en`);
    expect(unknown.status).toBe(404);
    expect(unknown.html).toContain('We issued no document with this code.');
    expect(unknown.html).not.toContain('type="file"');
    const none = await page(`${VERIFY_PATH}?code=%22%3E%3Cb%3Eabc&language=en`);
    expect(none.status).toBe(400);
    expect(none.html).toContain('value="&quot;&gt;&lt;b&gt;abc"');
    expect(none.html).toContain('A code has 20 letters and digits.');
    expect((await page(`${VERIFY_PATH}?language=en`)).html).not.toContain('role="alert"');
  });

  test('of a result that was corrected since says so, still compares the file, and the next pack is valid', async () => {
    const { code, id, bytes } = await issued();
    const { version } = await checks.get(doctor, id);
    clock.advance({ seconds: 1 });
    await checks.correctResult(doctor, id, version, correctionOf(clock, { secondCheckNeeded: true }));
    const { status, html } = await page(`${VERIFY_PATH}/${code}?language=en`);
    expect(status).toBe(200);
    expect(html).toContain('The result has been corrected since');
    expect(html).not.toContain('it is not withdrawn');
    expect((await send(code, bytes)).html).toContain('exactly the file');
    const next = await read((await download(adminA, id)).bytes);
    const [pack] = await owner<{ code: string }>('select code from evidence_packs where "checkId" = $1 order by "issuedAt" desc limit 1', [
      id,
    ]);
    expect(next.text).toContain('Result corrected');
    expect((await page(`${VERIFY_PATH}/${pack?.code ?? ''}?language=en`)).html).toContain('it is not withdrawn');
  });

  test('of erased data says that the pack is withdrawn', async () => {
    const { code, id, bytes } = await issued();
    await owner('delete from checks where id = $1', [id]);
    const { status, html } = await page(`${VERIFY_PATH}/${code}?language=en`);
    expect(status).toBe(410);
    expect(html).toContain('Withdrawn');
    expect(html).not.toContain('type="file"');
    expect((await send(code, bytes)).html).not.toContain('exactly the file');
  });

  test('refuses who asks too much, on a page', async () => {
    const ask = () => http.inject({ url: `${VERIFY_PATH}/00000000000000000000?language=en`, remoteAddress: '203.0.113.9' });
    let last = await ask();
    for (let count = 0; count < 60 && last.statusCode !== 429; count += 1) last = await ask();
    expect(last.statusCode).toBe(429);
    expect(last.body).toMatch(/Try again in \d+ seconds\./);
    // Somebody else is served.
    expect((await page(`${VERIFY_PATH}/00000000000000000000`)).status).toBe(404);
  });
});
