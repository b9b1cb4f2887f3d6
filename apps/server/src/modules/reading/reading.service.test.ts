import { join } from 'node:path';
import type { Actor } from '@checkwell/domain/policy';
import { MAX_NAMESAKES_OFFERED, type ReadField } from '@checkwell/reading';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type CertificateReader, type CertificateReading, createCertificateReader } from '../../platform/reader/reader.ts';
import { certificateFixture } from '../../test/certificates.ts';
import { codeOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type Fixtures } from '../../test/fixtures.ts';
import { nightly } from '../../test/nightly.ts';
import { serverApp } from '../../test/servers/server-app.ts';
import { createReadingService } from './reading.service.ts';

const database = await testDatabase();
const { db, owner } = database;
const app = await serverApp(database, { clock: testClock('2026-03-16T10:00:00+01:00') });
const { clock } = app;
const { documents, employees } = app.services;
// The machine that runs the tests is busy: the real reader, with more patience.
const reader = createCertificateReader({
  languageFolder: join(app.config.dataDir, 'reader'),
  log: app.log,
  limits: { jobMs: 50_000, answerMs: 55_000 },
});
await app.services.reading.close();
Object.assign(app.services, {
  reading: createReadingService({ db, clock, documents, employees, reader, flags: app.services.featureFlags }),
});
afterAll(() => reader.close());

const QUERY = `query ($companyId: ID!, $documentId: ID!) {
  readCertificate(companyId: $companyId, documentId: $documentId) { read startDate endDate employeeId namesakes { id } namesakeCount workerName doctorName authorizedExit incapacityReason certifType }
}`;
const NOT_READ = {
  read: false,
  startDate: null,
  endDate: null,
  employeeId: null,
  namesakes: [],
  namesakeCount: 0,
  workerName: null,
  doctorName: null,
  authorizedExit: null,
  incapacityReason: null,
  certifType: null,
};

/** Stored as an upload, by whoever that is. */
async function upload(actor: Actor, companyId: string, name: string): Promise<string> {
  const [, extension = ''] = name.split('.');
  const mediaType = { pdf: 'application/pdf', png: 'image/png', jpg: 'image/jpeg' }[extension] ?? '';
  const stored = await documents.upload(actor, {
    companyId,
    fileName: name,
    mediaType,
    contentLength: null,
    content: async () => certificateFixture(name),
  });
  return stored.id;
}

const hire = async (
  fixtures: Fixtures,
  first: string,
  last: string,
  superiorId: string | null = null,
  own: { readonly employeeAddress?: string; readonly employeeMatricule?: string; readonly workerNISS?: string } = {},
): Promise<string> =>
  (
    await employees.create(fixtures.actors.adminA, fixtures.a.id, {
      employeeMatricule: `R-${newId().slice(-6)}`,
      employeeFirstName: first,
      employeeLastName: last,
      employeeLanguage: 'NL',
      employeeGender: 'Female',
      employeePhoneNumber: '+3221234567',
      employeeAddress: 'Nieuwstraat 5, 1000 Brussel',
      function: '',
      subEmployee: '',
      superiorId,
      ...own,
    })
  ).id;

describe('through the whole server', () => {
  let admin: Awaited<ReturnType<typeof app.signedIn>>;
  let actor: Actor;
  const ask = async (documentId: string) =>
    (await admin.browser.send('POST', '/graphql', { query: QUERY, variables: { companyId: admin.companyId, documentId } })).json();

  beforeAll(async () => {
    admin = await app.signedIn();
    actor = {
      kind: 'employer',
      profileId: admin.profileId,
      email: admin.email,
      memberships: [{ companyId: admin.companyId, accesType: 'admin', superiorId: null }],
    };
  });

  it('a typed certificate proposes its period, worker, doctor and whether the worker may leave home', async () => {
    const worker = {
      employeeLanguage: 'FR',
      employeeGender: 'Female',
      employeePhoneNumber: '+3221234567',
      employeeAddress: 'Rue 1, 1000 Bruxelles',
    };
    const { id } = await employees.create(actor, admin.companyId, {
      ...worker,
      employeeMatricule: '7',
      employeeFirstName: 'Amelie',
      employeeLastName: 'Lefevre',
      function: '',
      subEmployee: '',
      superiorId: null,
    });
    const documentId = await upload(actor, admin.companyId, 'typed-fr.pdf');
    expect(await ask(documentId)).toEqual({
      data: {
        readCertificate: {
          read: true,
          startDate: '2026-03-04',
          endDate: '2026-03-08',
          employeeId: id,
          namesakes: [],
          namesakeCount: 0,
          workerName: null,
          doctorName: 'Dr. Benoît Charlier',
          authorizedExit: true,
          incapacityReason: 'Illness',
          certifType: null,
        },
      },
    });
    expect(await owner('select action, "profileId" from access_log where "subjectId" = $1 order by at, id', [documentId])).toEqual([
      { action: 'document.upload', profileId: admin.profileId },
      { action: 'document.read', profileId: admin.profileId },
    ]);
  });

  it.runIf(nightly)('a picture of print proposes too, one of handwriting nothing', async () => {
    const typed = await upload(actor, admin.companyId, 'typed-nl.png');
    expect((await ask(typed)).data.readCertificate).toEqual({
      ...NOT_READ,
      read: true,
      startDate: '2026-03-11',
      endDate: '2026-03-17',
      doctorName: 'Dr. Koen Claessens',
    });
    const written = await upload(actor, admin.companyId, 'handwritten-nl.png');
    expect((await ask(written)).data.readCertificate).toEqual(NOT_READ);
  });

  it('nothing of the documents is in the database, in the log, or in an answer that does not propose it', async () => {
    const tables = await owner<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    );
    expect(tables.map(({ name }) => name)).toContain('public.access_log');
    const rows = await Promise.all(tables.map(({ name }) => owner<{ row: string }>(`select t::text as row from ${name} t`)));
    const kept = `${rows
      .flat()
      .map(({ row }) => row)
      .join('\n')}\n${JSON.stringify(app.log.lines)}`;
    expect(kept).toContain('typed-fr.pdf');
    if (nightly) expect(kept).toContain('typed-nl.png');
    // Doctor, licence, addresses, birth date, cause and signature of the three documents.
    for (const canary of [
      'Charlier',
      'Claessens',
      // As printed, and as digits; long enough that no timestamp contains them.
      '12345-78',
      '11234578',
      '05447-89',
      '10544789',
      'Huisarts',
      'Molenstraat',
      'Rue du Moulin',
      '23/07/1984',
      '1984-07-23',
      'ziekte',
      '17/03/2026',
      '2026-03-17',
    ]) {
      expect(kept, canary).not.toContain(canary);
    }
  });

  it('costs so much that one request asks for few', async () => {
    const variables = { companyId: admin.companyId, documentId: newId() };
    const query = `query ($companyId: ID!, $documentId: ID!) { ${['a', 'b', 'c'].map((name) => `${name}: readCertificate(companyId: $companyId, documentId: $documentId) { read }`).join(' ')} }`;
    const answer = (await admin.browser.send('POST', '/graphql', { query, variables })).json();
    expect(answer.errors[0].extensions.code).toBe('request.tooComplex');
  });

  it('is switched off by the installation', async () => {
    const quiet = await serverApp(database, { config: { certificateReading: false, dataDir: app.config.dataDir }, clock });
    const documentId = await upload(actor, admin.companyId, 'typed-fr.pdf');
    expect(await quiet.services.reading.readCertificate(actor, admin.companyId, documentId)).toBeNull();
    expect(await owner('select from access_log where "subjectId" = $1 and action = \'document.read\'', [documentId])).toEqual([]);
  });
});

/** A reader that answers what the test wants. */
function readerOf(answer: Partial<CertificateReading> | (() => Promise<CertificateReading>)): CertificateReader {
  const reading: CertificateReading = {
    engine: 'pdfText',
    language: 'NL',
    gate: 'passed',
    notRead: null,
    fields: [],
    ...(typeof answer === 'object' && answer),
  };
  return {
    read: () => (typeof answer === 'function' ? answer() : Promise.resolve(reading)),
    pending: () => 0,
    close: async () => undefined,
  };
}
const field = (name: ReadField['name'], value: string | boolean, gate: ReadField['gate'] = 'passed'): ReadField =>
  ({ name, value, gate, confidence: 100 }) as ReadField;
const serviceOf = (reader: CertificateReader) =>
  createReadingService({ db, clock, documents, employees, reader, flags: app.services.featureFlags });

describe('who may ask', () => {
  const service = serviceOf(readerOf({ fields: [field('startDate', '2026-03-11'), field('endDate', '2026-03-17')] }));

  it('is whoever may write certificates and read the document', async () => {
    const { a, b, actors } = await createFixtures(db, clock);
    const document = await upload(actors.basicA, a.id, 'typed-fr.pdf');
    const codes = async (companyId: string, documentId: string) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(actors).map(async ([name, who]) => [name, await codeOf(service.readCertificate(who, companyId, documentId))]),
        ),
      );
    expect(await codes(a.id, document)).toEqual({
      adminA: 'no error',
      basicA: 'no error',
      otherBasicA: 'entity.notFound',
      looseBasicA: 'entity.notFound',
      adminB: 'entity.notFound',
      adminAB: 'no error',
      planner: 'no error',
      doctor: 'access.forbidden',
      otherDoctor: 'access.forbidden',
      system: 'no error',
      anonymous: 'access.unauthenticated',
    });
    for (const [companyId, documentId] of [
      [b.id, document],
      [a.id, newId()],
      [newId(), document],
      ['x', 'y'],
    ] as const) {
      expect(await codeOf(service.readCertificate(actors.adminA, companyId, documentId))).toBe('entity.notFound');
    }
  });
});

describe('the worker', () => {
  const named = (...names: string[]) =>
    serviceOf(readerOf({ fields: [field('startDate', '2026-03-11'), ...names.map((name) => field('workerName', name))] }));
  const meant = async (actor: Actor, companyId: string, ...names: string[]): Promise<string | null> => {
    const document = await upload(actor, companyId, 'typed-fr.pdf');
    return (await named(...names).readCertificate(actor, companyId, document))?.employeeId ?? null;
  };

  it('is the one employee of the company whose name is at most two letters away', async () => {
    const fixtures = await createFixtures(db, clock);
    const { a, actors } = fixtures;
    const sofie = await hire(fixtures, 'Sofie', 'Vermeulen');
    const wout = await hire(fixtures, 'Wout', 'Van den Bossche');
    expect(await meant(actors.adminA, a.id, 'VERMEULEN Sofie')).toBe(sofie);
    expect(await meant(actors.adminA, a.id, 'Vermeuien Sofle')).toBe(sofie);
    expect(await meant(actors.adminA, a.id, 'Nobody Atall', 'Sofie Vermeulen Maria')).toBe(sofie);
    expect(await meant(actors.adminA, a.id, 'van den bosche wout')).toBe(wout);
    expect(await meant(actors.adminA, a.id, '100% _')).toBeNull();
    expect(await meant(actors.adminA, a.id, 'Vermeulen Sandra')).toBeNull();
    expect(await meant(actors.adminA, a.id, 'Vermeulen Sofie', 'Wout Van den Bossche')).toBeNull();
    await hire(fixtures, 'Sofia', 'Vermeulen');
    expect(await meant(actors.adminA, a.id, 'Vermeulen Sofie')).toBeNull();
  });

  it('is, among namesakes, the one whose address or number is on it; else they are offered', async () => {
    const fixtures = await createFixtures(db, clock);
    const { a, actors } = fixtures;
    const NISS = '85.07.30-033.28';
    const gent = await hire(fixtures, 'Leen', 'Van Damme', null, {
      employeeAddress: 'Kerkstraat 5, 9000 Gent',
      employeeMatricule: 'VD-17',
    });
    const aalst = await hire(fixtures, 'Leen', 'Van Damme', null, { employeeAddress: 'Markt 12, 9300 Aalst', workerNISS: NISS });
    const lien = await hire(fixtures, 'Lien', 'Van Damme', a.superiors[0], { employeeAddress: 'Dorp 1, 9030 Mariakerke' });
    const ask = async (...marks: ReadField[]) => {
      const document = await upload(actors.adminA, a.id, 'typed-fr.pdf');
      const fields = [
        field('startDate', '2026-03-11'),
        field('workerName', 'Somebody Else'),
        field('workerName', 'Van Damme Leen'),
        ...marks,
      ];
      const read = await serviceOf(readerOf({ fields })).readCertificate(actors.adminA, a.id, document);
      return { employeeId: read?.employeeId, offered: read?.namesakes.map(({ id }) => id), name: read?.workerName };
    };
    expect(await ask(field('employeeAddress', 'Kerkstraat 5, 9000 GENT Opgemaakt'))).toEqual({ employeeId: gent, offered: [], name: null });
    expect(await ask(field('employeeMatricule', 'vd-17'))).toEqual({ employeeId: gent, offered: [], name: null });
    expect(await ask(field('workerNISS', '85073003328'))).toEqual({ employeeId: aalst, offered: [], name: null });
    // Nothing decides, marks that contradict each other, and the address of one whose name is further away.
    for (const marks of [
      [],
      [field('employeeAddress', 'Markt 12, 9300 Aalst'), field('employeeMatricule', 'VD-17')],
      [field('employeeAddress', 'Dorp 1, 9030 Mariakerke')],
      [field('employeeAddress', 'Kerkstraat 5, 9000 Gent', 'unsure')],
    ]) {
      const { employeeId, offered, name } = await ask(...marks);
      expect(employeeId).toBeNull();
      expect(offered?.slice(0, 2).toSorted()).toEqual([gent, aalst].toSorted());
      expect(offered?.slice(2)).toEqual([lien]);
      expect(name).toBe('Van Damme Leen');
    }
    // More of one name than can be offered: the nearest, and how many there are.
    for (let more = 0; more < MAX_NAMESAKES_OFFERED; more += 1) await hire(fixtures, 'Leen', 'Van Damme');
    const crowd = serviceOf(readerOf({ fields: [field('startDate', '2026-03-11'), field('workerName', 'Van Damme Leen')] }));
    const among = await crowd.readCertificate(actors.adminA, a.id, await upload(actors.adminA, a.id, 'typed-fr.pdf'));
    expect(among).toMatchObject({ employeeId: null, namesakeCount: MAX_NAMESAKES_OFFERED + 3, workerName: 'Van Damme Leen' });
    expect(among?.namesakes).toHaveLength(MAX_NAMESAKES_OFFERED);
    expect(among?.namesakes.map(({ id }) => id)).not.toContain(lien);
    // Whoever reaches one of them only learns of nobody else.
    const document = await upload(actors.basicA, a.id, 'typed-fr.pdf');
    const own = serviceOf(readerOf({ fields: [field('startDate', '2026-03-11'), field('workerName', 'Van Damme Lien')] }));
    expect(await own.readCertificate(actors.basicA, a.id, document)).toMatchObject({ employeeId: lien, namesakes: [] });
  });

  it('is within reach of who asks, and in this company', async () => {
    const fixtures = await createFixtures(db, clock);
    const { a, b, actors } = fixtures;
    const sofie = await hire(fixtures, 'Sofie', 'Vermeulen', a.superiors[0]);
    expect(await meant(actors.basicA, a.id, 'Sofie Vermeulen')).toBe(sofie);
    expect(await meant(actors.planner, a.id, 'Sofie Vermeulen')).toBe(sofie);
    expect(await meant(actors.otherBasicA, a.id, 'Sofie Vermeulen')).toBeNull();
    expect(await meant(actors.adminB, b.id, 'Sofie Vermeulen')).toBeNull();
    expect(await meant(actors.adminAB, b.id, 'Sofie Vermeulen')).toBeNull();
  });
});

describe('what is not read', () => {
  it.each(['busy', 'timeout', 'failed', 'closed'] as const)('because the reader says "%s" is no error', async (notRead) => {
    const { a, actors } = await createFixtures(db, clock);
    const document = await upload(actors.adminA, a.id, 'typed-fr.pdf');
    expect(await serviceOf(readerOf({ notRead, engine: null })).readCertificate(actors.adminA, a.id, document)).toEqual(NOT_READ);
  });

  it('is what the gate holds back, field by field', async () => {
    const { a, actors } = await createFixtures(db, clock);
    const document = await upload(actors.adminA, a.id, 'typed-fr.pdf');
    const read = (...fields: ReadField[]) => serviceOf(readerOf({ fields })).readCertificate(actors.adminA, a.id, document);
    expect(await read(field('startDate', '2026-03-11', 'signedFar'), field('doctorName', 'Dr. An Maes', 'signedFar'))).toEqual(NOT_READ);
    expect(await read(field('startDate', '2026-03-11'), field('doctorName', 'Dr. An Maes', 'unsure'))).toMatchObject({
      read: true,
      startDate: '2026-03-11',
      doctorName: null,
    });
  });

  it('is the third document that one person wants at once; others are not kept waiting by them', async () => {
    const { a, actors } = await createFixtures(db, clock);
    const document = await upload(actors.adminA, a.id, 'typed-fr.pdf');
    const release: (() => void)[] = [];
    const service = serviceOf(
      readerOf(
        () =>
          new Promise((resolve) =>
            release.push(() =>
              resolve({ engine: 'ocr', language: null, gate: 'passed', notRead: null, fields: [field('authorizedExit', true)] }),
            ),
          ),
      ),
    );
    const first = [service.readCertificate(actors.adminA, a.id, document), service.readCertificate(actors.adminA, a.id, document)];
    expect(await service.readCertificate(actors.adminA, a.id, document)).toEqual(NOT_READ);
    const other = service.readCertificate(actors.planner, a.id, document);
    await expect.poll(() => release.length).toBe(3);
    for (const answer of release.splice(0)) answer();
    expect(await Promise.all([...first, other])).toMatchObject([{ read: true }, { read: true }, { read: true }]);
    const again = service.readCertificate(actors.adminA, a.id, document);
    await expect.poll(() => release.length).toBe(1);
    release[0]?.();
    expect(await again).toMatchObject({ read: true });
  });
});
