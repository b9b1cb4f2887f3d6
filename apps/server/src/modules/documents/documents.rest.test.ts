import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DOCUMENT } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import type { Actor } from '@checkwell/domain/policy';
import { describe, expect, test } from 'vitest';
import { newFileKey } from '../../platform/files/files.ts';
import { newId } from '../../platform/ids.ts';
import { testDatabase } from '../../test/database.ts';
import { emptyPage, pdfFile, pdfStream } from '../../test/documents/pdf-files.ts';
import { jpeg, pdf, png } from '../../test/files.ts';
import { createFixtures } from '../../test/fixtures.ts';
import { inBothOrders } from '../../test/race.ts';
import { type SignedIn, serverApp } from '../../test/servers/server-app.ts';
import { UPLOAD_QUOTA } from './documents.service.ts';

const database = await testDatabase();
const app = await serverApp(database);
const { documents } = app.services;
const admin = await app.signedIn();
const filesDir = join(app.config.dataDir, 'files');

const pathOf = (companyId: string) => `/v1/api/companies/${companyId}/documents`;

function authorization({ browser }: SignedIn): Record<string, string> {
  return { authorization: `Bearer ${browser.token}`, cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') };
}

function upload(who: SignedIn, companyId: string, payload: Buffer, { fileName = 'certificate.pdf', type = 'application/pdf' } = {}) {
  return app.http.inject({
    method: 'POST',
    url: `${pathOf(companyId)}?fileName=${encodeURIComponent(fileName)}`,
    headers: { ...authorization(who), 'content-type': type },
    payload,
  });
}

const storedFiles = () =>
  existsSync(filesDir) ? readdirSync(filesDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()) : [];

async function refusal(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => expect.fail('expected a refusal'),
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );
}

describe('upload and download', () => {
  test.each([
    ['certificate.pdf', 'application/pdf', pdf({ title: 'canary-plain' })],
    ['photo.jpg', 'image/jpeg', jpeg()],
    ['scan.png', 'image/png', png()],
  ])('%s comes back as it was, to be saved and never shown as a page', async (fileName, type, bytes) => {
    const uploaded = await upload(admin, admin.companyId, bytes, { fileName, type });
    expect(uploaded.statusCode).toBe(201);
    const document = uploaded.json();
    expect(document).toEqual({
      id: expect.any(String),
      fileName,
      mediaType: type,
      byteSize: bytes.length,
      url: `${pathOf(admin.companyId)}/${document.id}`,
    });
    expect(uploaded.headers.location).toBe(document.url);

    const downloaded = await app.http.inject({ url: document.url, headers: authorization(admin) });
    expect(downloaded.statusCode).toBe(200);
    expect(downloaded.rawPayload.equals(bytes)).toBe(true);
    expect(downloaded.headers).toMatchObject({
      'content-type': type,
      'content-disposition': `attachment; filename=${fileName}`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-length': String(bytes.length),
    });
  });

  test('nothing of it can be read on the disk', () => {
    expect(storedFiles().length).toBeGreaterThan(0);
    for (const { parentPath, name } of storedFiles()) {
      expect(name).toMatch(/^[0-9a-f-]{36}$/);
      expect(readFileSync(join(parentPath, name)).toString('latin1')).not.toMatch(/canary-plain|%PDF/);
    }
  });

  test('who uploaded it and who downloaded it is logged', async () => {
    const { id, url } = (await upload(admin, admin.companyId, pdf())).json();
    const read = await app.http.inject({ url, headers: authorization(admin) });
    const rows = await database.owner(
      'select action, "actorRole", "profileId", "companyId", "traceId" from access_log where "subjectId" = $1 order by at, id',
      [id],
    );
    expect(rows).toEqual([
      {
        action: 'document.upload',
        actorRole: 'employerAdmin',
        profileId: admin.profileId,
        companyId: admin.companyId,
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
      {
        action: 'document.read',
        actorRole: 'employerAdmin',
        profileId: admin.profileId,
        companyId: admin.companyId,
        traceId: read.headers['x-trace-id'],
      },
    ]);
  });

  test.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\An\\ziek.pdf', 'ziek.pdf'],
    ['Médecin "congé" – 2026.pdf', 'Médecin "congé" – 2026.pdf'],
    // Reads like "ziekexe.pdf" where the mark is obeyed.
    ['ziek\u202eexe.pdf', 'ziekexe.pdf'],
  ])('the name %s is kept as %s', async (given, kept) => {
    const { fileName, url } = (await upload(admin, admin.companyId, pdf(), { fileName: given })).json();
    expect(fileName).toBe(kept);
    const { headers } = await app.http.inject({ url, headers: authorization(admin) });
    expect(headers['content-disposition']).toMatch(/^attachment; filename=/);
    expect(headers['content-disposition']).not.toMatch(/[\r\n]/);
  });

  test.each(['', ' ', 'a\r\nSet-Cookie: x=1.pdf', 'a\0.pdf', `${'a'.repeat(300)}.pdf`])('the name %j is refused', async (fileName) => {
    const response = await upload(admin, admin.companyId, pdf(), { fileName });
    expect(response.statusCode).toBe(422);
    expect(response.json().error).toMatchObject({ code: 'request.invalid', issues: [{ path: 'fileName' }] });
  });
});

describe('refusals', () => {
  test.each([
    ['nothing', Buffer.alloc(0), 'a.pdf', 'application/pdf', 422, 'document.empty'],
    ['a page', Buffer.from('<script>alert(1)</script>'), 'a.pdf', 'application/pdf', 415, 'document.typeRefused'],
    ['another type than it says', png(), 'a.png', 'image/jpeg', 415, 'document.typeRefused'],
    ['a type that is not taken', pdf(), 'a.pdf', 'text/html', 415, 'document.typeRefused'],
    ['JSON', Buffer.from('{}'), 'a.json', 'application/json', 415, 'document.typeRefused'],
    ['a script in a PDF', pdfFile({ ...emptyPage(), 4: '<< /S /JavaScript >>' }), 'a.pdf', 'application/pdf', 422, 'document.pdfActive'],
    ['a damaged PDF', pdf().subarray(0, 200), 'a.pdf', 'application/pdf', 422, 'document.pdfDamaged'],
    ['a damaged picture', jpeg().subarray(0, 40), 'a.jpg', 'image/jpeg', 422, 'document.unreadable'],
    ['too many pixels', jpeg({ width: 9000, height: 9000 }), 'a.jpg', 'image/jpeg', 413, 'document.tooManyPixels'],
    ['too many bytes', Buffer.alloc(DOCUMENT.maxBytes + 1), 'a.pdf', 'application/pdf', 413, 'document.tooLarge'],
  ] as const)('%s', async (_name, bytes, fileName, type, status, code) => {
    const before = storedFiles().length;
    const response = await upload(admin, admin.companyId, bytes, { fileName, type });
    expect(response.statusCode).toBe(status);
    expect(response.json().error.code).toBe(code);
    expect(storedFiles().length).toBe(before);
  });

  test('as large as it may be, it is taken', async () => {
    const withPicture = (length: number) => pdfFile({ ...emptyPage(), 4: pdfStream('', Buffer.alloc(length, 'x')) });
    const nearly = DOCUMENT.maxBytes - 10_000;
    const bytes = withPicture(nearly + DOCUMENT.maxBytes - withPicture(nearly).length);
    expect(bytes.length).toBe(DOCUMENT.maxBytes);
    expect((await upload(admin, admin.companyId, bytes)).statusCode).toBe(201);
  });

  test('a body that does not say how long it is is counted while it comes, and its sender gets the answer', async () => {
    await app.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.http.server.address() as AddressInfo;
    const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const sending = httpRequest(
        {
          port,
          host: '127.0.0.1',
          method: 'POST',
          path: `${pathOf(admin.companyId)}?fileName=a.pdf`,
          headers: { ...authorization(admin), 'content-type': 'application/pdf' },
        },
        (response) => {
          let body = '';
          response.setEncoding('utf8').on('data', (part: string) => {
            body += part;
          });
          response.on('end', () => resolve({ status: response.statusCode, body }));
        },
      );
      sending.on('error', reject);
      const chunk = Buffer.alloc(64 * 1024);
      let left = DOCUMENT.maxBytes + 3_000_000;
      const write = () => {
        while (left > 0) {
          left -= chunk.length;
          if (!sending.write(chunk)) return void sending.once('drain', write);
        }
        sending.end();
      };
      write();
    });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body).error.code).toBe('document.tooLarge');
  });

  test('a sender who goes away in the middle leaves nothing', async () => {
    await app.http.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined); // it listens already
    const { port } = app.http.server.address() as AddressInfo;
    const before = storedFiles().length;
    const sending = httpRequest({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `${pathOf(admin.companyId)}?fileName=a.pdf`,
      headers: { ...authorization(admin), 'content-type': 'application/pdf', 'content-length': '5000' },
    });
    sending.on('error', () => undefined); // it is we who leave
    sending.write(pdf());
    const inFlight = async () => /^checkwell_requests_in_flight (\d+)$/m.exec((await app.http.inject({ url: '/metrics' })).body)?.[1];
    await expect.poll(inFlight).toBe('1');
    sending.destroy();
    await expect.poll(inFlight).toBe('0');
    await expect.poll(() => JSON.stringify(app.log.lines)).toContain('"aborted":true');
    expect(storedFiles().length).toBe(before);
  });
});

describe('whose documents', () => {
  test('a company that is not the own one, or that nobody has, looks the same', async () => {
    const other = await app.signedIn();
    const { url, id } = (await upload(other, other.companyId, pdf())).json();
    const answers = await Promise.all(
      [
        url,
        `${pathOf(admin.companyId)}/${id}`,
        `${pathOf(admin.companyId)}/${newId()}`,
        `${pathOf(newId())}/${id}`,
        `${pathOf('x')}/y`,
      ].map((address) => app.http.inject({ url: address, headers: authorization(admin) })),
    );
    for (const answer of answers) {
      expect(answer.statusCode).toBe(404);
      expect(answer.json().error).toMatchObject({ code: 'entity.notFound', params: {} });
    }
    for (const companyId of [other.companyId, newId(), 'x']) {
      const refused = await upload(admin, companyId, pdf());
      expect(refused.statusCode).toBe(404);
      expect(refused.json().error.code).toBe('entity.notFound');
    }
  });

  test('who may upload and who may read follows the policy', async () => {
    const { a, b, actors, doctors } = await createFixtures(database.db, app.clock);
    const put = (actor: Actor, companyId: string) =>
      documents.upload(actor, {
        companyId,
        fileName: 'a.pdf',
        mediaType: 'application/pdf',
        contentLength: null,
        content: async () => pdf(),
      });
    const get = (actor: Actor, companyId: string, id: string) => documents.open(actor, companyId, id);

    expect(await refusal(put(actors.anonymous, a.id))).toBe('access.unauthenticated');
    expect(await refusal(put(actors.doctor, a.id))).toBe('entity.notFound');
    expect(await refusal(put(actors.adminB, a.id))).toBe('entity.notFound');
    await put(actors.planner, a.id);

    const { id } = await put(actors.basicA, a.id);
    for (const reader of [actors.basicA, actors.adminA, actors.adminAB, actors.planner]) {
      expect((await get(reader, a.id, id)).bytes.equals(pdf())).toBe(true);
    }
    for (const stranger of [actors.otherBasicA, actors.looseBasicA, actors.adminB, actors.doctor, actors.anonymous]) {
      expect(await refusal(get(stranger, a.id, id))).toBe('entity.notFound');
    }

    // In a certificate of the other superior, that superior's user reads it too; with a mission on it, the doctor.
    const [certificateId] = a.certificates;
    await database.owner('update certificates set "documentId" = $1, "superiorId" = $2 where "companyId" = $3 and id = $4', [
      id,
      a.superiors[1],
      a.id,
      certificateId,
    ]);
    expect((await get(actors.otherBasicA, a.id, id)).document.id).toBe(id);
    expect(await refusal(get(actors.looseBasicA, a.id, id))).toBe('entity.notFound');
    await database.db.system('test', async (tx) => {
      const certificate = await tx
        .selectFrom('certificates')
        .selectAll()
        .where('companyId', '=', a.id)
        .where('id', '=', certificateId)
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('checks')
        .values({
          companyId: a.id,
          id: newId(),
          employeeId: certificate.employeeId,
          certificateId,
          source: 'Web',
          status: 'Planning',
          creationDate: app.clock.now(),
          modificationDate: app.clock.now(),
          workerFirstName: 'Jan',
          workerLastName: 'Peeters',
          workerGender: 'Male',
          workerLanguage: 'NL',
          workerAddress: 'Wetstraat 1, 1000 Brussel',
          workerPhoneNumber: '+3221234567',
          searchText: 'jan peeters',
          incapacityStartDate: certificate.startDate,
          incapacityEndDate: certificate.endDate,
          incapacityType: 'Illness',
          checkTiming: 'Immediate',
          checkLocation: 'Office',
          doctorId: doctors.brussels,
        })
        .execute();
    });
    expect((await get(actors.doctor, a.id, id)).document.id).toBe(id);
    expect(await refusal(get(actors.otherDoctor, a.id, id))).toBe('entity.notFound');

    const [forA, forB] = await Promise.all([actors.adminA, actors.adminB].map((actor) => documents.findMany(actor, [id, b.document, 'x'])));
    expect([...(forA?.keys() ?? [])]).toEqual([id]);
    expect([...(forB?.keys() ?? [])]).toEqual([b.document]);
  });

  test('a day has so many uploads', async () => {
    const busy = await app.signedIn();
    await database.owner(
      `insert into documents ("companyId", id, kind, "fileName", "mediaType", "byteSize", sha256, "storageKey", "uploadedByProfileId")
       select $1, ($2 || lpad(to_hex(n), 12, '0'))::uuid, 'certificate', 'a.pdf', 'application/pdf', 1, decode(repeat('00', 32), 'hex'), gen_random_uuid()::text, $3
       from generate_series(1, $4::int) n`,
      [busy.companyId, newIdPrefixAt(app.clock.now()), busy.profileId, UPLOAD_QUOTA.perProfile],
    );
    const refused = await upload(busy, busy.companyId, pdf());
    expect(refused.statusCode).toBe(429);
    expect(refused.json().error.code).toBe('request.tooMany');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  inBothOrders('the last upload of the day is given once', database, async (race) => {
    const busy = await app.signedIn();
    await database.owner(
      `insert into documents ("companyId", id, kind, "fileName", "mediaType", "byteSize", sha256, "storageKey", "uploadedByProfileId")
       select $1, ($2 || lpad(to_hex(n), 12, '0'))::uuid, 'certificate', 'a.pdf', 'application/pdf', 1, decode(repeat('00', 32), 'hex'), gen_random_uuid()::text, $3
       from generate_series(1, $4::int) n`,
      [busy.companyId, newIdPrefixAt(app.clock.now()), busy.profileId, UPLOAD_QUOTA.perProfile - 1],
    );
    const send = () => upload(busy, busy.companyId, pdf());
    const ends = await race({ sql: 'lock table documents in exclusive mode' }, send, send);
    expect(new Set(ends.map((end) => (end.status === 'fulfilled' ? end.value.statusCode : 0)))).toEqual(new Set([201, 429]));
  });
});

/** The first groups of ids made now. */
function newIdPrefixAt(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-`;
}

describe('sweep', () => {
  test('removes what no document names once it is old, drafts too, and nothing else', async () => {
    const { url } = (await upload(admin, admin.companyId, pdf())).json();
    const before = storedFiles().length;
    const [orphan, young, draft] = ['', '', '.draft'].map((ending) => {
      const key = newFileKey();
      mkdirSync(join(filesDir, key.slice(0, 2)), { recursive: true });
      const path = join(filesDir, key.slice(0, 2), `${key}${ending}`);
      writeFileSync(path, 'x');
      return path;
    }) as [string, string, string];
    const old = new Date(app.clock.now().getTime() - 25 * 3_600_000);
    for (const { parentPath, name } of storedFiles()) utimesSync(join(parentPath, name), old, old);
    expect([orphan, young, draft].every(existsSync)).toBe(true);
    utimesSync(young, app.clock.now(), app.clock.now());

    expect(await documents.sweep()).toBe(2);
    expect(storedFiles().length).toBe(before + 1);
    expect((await app.http.inject({ url, headers: authorization(admin) })).statusCode).toBe(200);
  });
});
