import { OPEN_STATUSES } from '@checkwell/domain/check/enums';
import { priceOf } from '@checkwell/domain/check/price/price';
import type { Actor } from '@checkwell/domain/policy';
import { describe, expect, test } from 'vitest';
import { createEmployeeLinks } from '../modules/checks/employee-page/employee-page-links.ts';
import { createDocumentService } from '../modules/documents/documents.service.ts';
import { createIdentity } from '../modules/identity/identity.service.ts';
import { createInvoiceService } from '../modules/invoices/invoices.service.ts';
import { createCrypto } from '../platform/crypto/crypto.ts';
import { inspectContent } from '../platform/document-content/content.ts';
import { diskFiles } from '../platform/files/disk-files.ts';
import { createOutbox } from '../platform/jobs/outbox.ts';
import { createMailer } from '../platform/mail/mailer.ts';
import { checkServices } from '../test/checks.ts';
import { cleanUp } from '../test/cleanup.ts';
import { testClock } from '../test/clock.ts';
import { TEST_SECRET } from '../test/config.ts';
import { testDatabase } from '../test/database.ts';
import { testPdfInspector } from '../test/documents/pdf-inspector.ts';
import { testFolder } from '../test/folder.ts';
import { testLogger } from '../test/logger.ts';
import { nightly } from '../test/nightly.ts';
import { playScenarios } from './scenarios.ts';
import { isEmpty, seed } from './seed.ts';
import { measureShape, type ShapeFigure } from './shape.ts';

const PLANNER: Actor = { kind: 'planner', profileId: '01890000-0000-7000-8000-000000000001', email: 'planner@example.be' };
const pdfs = testPdfInspector();
const SIZE = { companies: 12, checks: 2500 };
async function seeded(now: string) {
  const { db, config, owner } = await testDatabase();
  const clock = testClock();
  clock.set(now);
  const log = testLogger();
  const outbox = createOutbox({ db, clock, log });
  const mailer = createMailer({ config, clock, outbox });
  const identity = createIdentity({ config, db, clock, log, outbox, mailer });
  const invoices = createInvoiceService({ db, clock, outbox, mailer, log, seller: config.seller });
  cleanUp(() => identity.close());
  const progress: string[] = [];
  const store = { crypto: createCrypto([TEST_SECRET]), files: diskFiles(testFolder('seed')) };
  await seed(
    {
      db,
      clock,
      identity,
      invoices,
      documents: store,
      onProgress: (done, total) => progress.push(`rows ${done === total}`),
      onIndexes: (done, total) => progress.push(`indexes ${done === total}`),
    },
    SIZE,
  );
  return { db, owner, progress, documents: createDocumentService({ db, clock, pdfs, scanning: null, ...store }) };
}

/** A Tuesday; in nightly runs also New Year's Day, on which everything is closed. */
const TUESDAY = '2026-11-17T14:30:00+01:00';
const NEW_YEAR = '2027-01-01T11:00:00+01:00';
const tuesday = { now: TUESDAY, ...(await seeded(TUESDAY)) };
const demos = nightly ? [tuesday, { now: NEW_YEAR, ...(await seeded(NEW_YEAR)) }] : [tuesday];

describe.each(demos)('the demo of $now', ({ now, db, owner, progress, documents }) => {
  const numberOf = async (sql: string): Promise<number> => Number((await owner<{ n: string }>(`select count(*) as n ${sql}`))[0]?.n);

  test('fills an empty database and reports progress', async () => {
    expect(await isEmpty(db)).toBe(false);
    expect(progress).toContain('rows true');
    expect(progress.at(-1)).toBe('indexes true');
    expect(await numberOf('from companies')).toBe(SIZE.companies);
    expect(await numberOf('from doctors')).toBe(220);
    const checks = await numberOf('from checks');
    expect(checks).toBeGreaterThan(SIZE.checks * 0.7);
    expect(await numberOf('from certificates')).toBeGreaterThan(checks * 2);
  });

  test('has all indexes, foreign keys and constraints of a migrated database afterwards', async () => {
    const { owner: fresh } = await testDatabase();
    const sql = `
      select indexdef as text from pg_indexes where schemaname = 'public'
      union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace and convalidated
      order by 1`;
    expect(await owner(sql)).toEqual(await fresh(sql));
  });

  test('has open checks, all within their incapacity, and none that has waited too long', async () => {
    const open = `from checks where status = any ('{${OPEN_STATUSES.join(',')}}')`;
    expect(await numberOf(open)).toBeGreaterThan(3);
    expect(await numberOf(`${open} and "incapacityEndDate" < '${now.slice(0, 10)}'`)).toBe(0);
    expect(await numberOf(`${open} and status = 'Reception' and "creationDate" < timestamptz '${now}' - interval '20 hours'`)).toBe(0);
    expect(await numberOf(`${open} and status = 'Planning' and "creationDate" < timestamptz '${now}' - interval '60 hours'`)).toBe(0);
    expect(
      await numberOf(`${open} and status = 'WaitingForCheck' and "appointmentStart" <= timestamptz '${now}' - interval '3 hours'`),
    ).toBe(0);
    expect(await numberOf(`${open} and "appointmentStart" > timestamptz '${now}' + interval '17 days'`)).toBe(0);
    expect(await numberOf(`${open} and "creationDate" > timestamptz '${now}'`)).toBe(0);
  });

  test('gives every open check the price that the product would give it', async () => {
    const open = await owner<Parameters<typeof priceOf>[0] & { readonly companyTotalPrice: number }>(
      `select "checkPrice" as "contractPrice", "checkLocation", "companyTotalPrice",
         to_char("appointmentStart" at time zone 'Europe/Brussels', 'YYYY-MM-DD') as "checkDate"
       from checks join companies on companies.id = "companyId" where status = any ('{${OPEN_STATUSES.join(',')}}')`,
    );
    expect(open.map(({ companyTotalPrice }) => companyTotalPrice)).toEqual(open.map(priceOf));
  });

  test('has the invoices of the last twelve months, numbered by date without gaps, each with the sum of its checks', async () => {
    const months = await owner<{ month: string }>('select distinct month::text from invoices order by 1');
    expect(months).toHaveLength(12);
    expect(await numberOf(`from invoices where "issueDate" <> month + interval '1 month'`)).toBe(0);
    expect(
      await numberOf(`from (select number, row_number() over (partition by extract(year from "issueDate") order by "issueDate", number) as place
        from invoices) i where right(number, 6)::int <> place`),
    ).toBe(0);
    expect(
      await numberOf(`from invoices i where "netCents" <> (select sum("companyTotalPrice") from checks c where c."companyId" = i."companyId"
        and date_trunc('month', c."archivedAt" at time zone 'Europe/Brussels')::date = i.month)`),
    ).toBe(0);
    expect(await numberOf('from mails')).toBe(0);
  });

  test('has recent results that their doctors corrected', async () => {
    const [{ corrected, odd }] = (await owner(
      `select count(*)::int as corrected, count(*) filter (where (e.details->'former'->>'examinationMinutes')::int <= c."examinationMinutes"
         or e.at <= c."archivedAt" or c.status <> 'Archived')::int as odd
       from check_events e join checks c on c."companyId" = e."companyId" and c.id = e."checkId" where e.action = 'correctResult'`,
    )) as [{ corrected: number; odd: number }];
    expect(odd).toBe(0);
    expect(corrected).toBeGreaterThan(0);
  });

  test('has comments of doctors that wait for a planner, all of the last two days', async () => {
    const waiting = `from checks where "commentReview" = 'Waiting'`;
    expect(await numberOf(waiting)).toBeGreaterThan(0);
    expect(await numberOf(`${waiting} and "archivedAt" < timestamptz '${now}' - interval '2 days'`)).toBe(0);
    expect(await numberOf(`from checks where "commentReview" = 'Released'`)).toBeGreaterThan(20);
  });

  test('marks exactly those certificates whose order was not cancelled or deleted', async () => {
    const stands = `select from checks c where c."companyId" = k."companyId" and c."certificateId" = k.id
      and (c."checkOccurence" is null or c."checkOccurence" not in ('Cancelled', 'Deleted'))`;
    expect(await numberOf(`from certificates k where "isCheckRequestLaunched" <> exists (${stands})`)).toBe(0);
    expect(await numberOf('from certificates where "isCheckRequestLaunched"')).toBeGreaterThan(20);
  });

  test('has a document for every recent certificate with a check, and for no old certificate', async () => {
    const certified = `from certificates where "entryType" = 'MEDICAL_CERTIFICATE'`;
    const recent = `"endDate" >= date '${now.slice(0, 10)}' - 30`;
    expect(await numberOf(`${certified} and ${recent}`)).toBeGreaterThan(30);
    const awaited = `${certified} and ${recent} and "documentId" is null`;
    expect(await numberOf(awaited)).toBeGreaterThan(0);
    expect(await numberOf(`${awaited} and ("isCheckRequestLaunched" or source <> 'api')`)).toBe(0);
    expect(await numberOf(`from certificates where "documentId" is not null and not (${recent})`)).toBe(0);
    expect(await numberOf(`from certificates where "documentId" is not null and "entryType" <> 'MEDICAL_CERTIFICATE'`)).toBe(0);
    expect(await numberOf(`from certificates where "documentId" is null and not (${recent}) and source <> 'api'`)).toBe(0);
    expect(await numberOf('from documents d where not exists (select from certificates c where c."documentId" = d.id)')).toBe(0);
  });

  test('has documents that the product can open, with the values of their certificates', async () => {
    const rows = await owner<Record<'companyId' | 'documentId' | 'first' | 'last' | 'from' | 'to' | 'doctorName' | 'address', string>>(`
      select c."companyId", c."documentId", e."employeeFirstName" as first, e."employeeLastName" as last, e."employeeAddress" as address,
        to_char(c."startDate", 'DD/MM/YYYY') as "from", to_char(c."endDate", 'DD/MM/YYYY') as "to", c."doctorName"
      from certificates c join employees e on e.id = c."employeeId" where c."documentId" is not null order by c.id limit ${nightly ? 40 : 10}`);
    expect(rows).toHaveLength(nightly ? 40 : 10);
    for (const { companyId, documentId, ...shown } of rows) {
      const { document, bytes } = await documents.open(PLANNER, companyId, documentId);
      expect(document).toMatchObject({ mediaType: 'application/pdf', byteSize: bytes.length });
      expect(bytes.length).toBeLessThan(3000);
      expect((await inspectContent(bytes, document.fileName, document.mediaType, pdfs)).bytes.equals(bytes)).toBe(true);
      const text = bytes.toString('latin1');
      for (const value of Object.values(shown)) expect(text).toContain(value.replaceAll('’', "'"));
    }
  });

  test('has accident details for declared accidents and for no other check', async () => {
    const accident = `"incapacityType" in ('WorkAccident', 'AccidentOnTheWayToWork')`;
    expect(
      await numberOf(`from checks where ${accident} and "accidentDate" between "incapacityStartDate" - 1 and "incapacityStartDate"`),
    ).toBe(await numberOf(`from checks where ${accident}`));
    expect(await numberOf(`from checks where not (${accident}) and ("accidentDate" is not null or "checkPlausibility" <> 'Unknown')`)).toBe(
      0,
    );
    expect(await numberOf(`from checks where "checkPlausibility" <> 'Unknown'`)).toBeGreaterThan(0);
    const part = `"incapacityType" = 'PartialIncapacityToWork'`;
    expect(await numberOf(`from checks where (${part}) <> ("incapacityPercentage" < 100)`)).toBe(0);
  });

  test('gives people and companies e-mail addresses made of their names', async () => {
    const superiors = `from superiors where email not like '%@demo.checkwell.example' and "firstName" || "lastName" ~ '^[A-Za-z]+$'`;
    const wanted = `lower("firstName" || '-' || "lastName") || '-[0-9]+@[a-z]+(-[a-z]+)*[.]example'`;
    expect(await numberOf(superiors)).toBeGreaterThan(20);
    expect(await numberOf(`${superiors} and email !~ ('^' || ${wanted} || '$')`)).toBe(0);
    expect(await numberOf(`from companies where "invoicingEmail" = 'invoices@brouwerij-de-linde.example'`)).toBe(1);
  });

  test('has events in the order of time, which end with the current status', async () => {
    expect(
      await numberOf(
        `from checks c where status <> (select "toStatus" from check_events e where e."companyId" = c."companyId" and e."checkId" = c.id order by version desc limit 1)`,
      ),
    ).toBe(0);
    expect(
      await numberOf(
        `from (select at, lag(at) over (partition by "companyId", "checkId" order by version) as before from check_events) e where at < before`,
      ),
    ).toBe(0);
    expect(await numberOf(`from check_events where at > timestamptz '${now}'`)).toBe(0);
  });

  test('has the shares and averages that Belgian figures suggest', async () => {
    const figures = await measureShape(owner);
    expect(figures.length).toBeGreaterThan(60);
    // A share may differ by four standard deviations of a sample of this size, other figures by a third.
    const allowed = ({ unit, wanted, n }: ShapeFigure) =>
      unit === 'share' ? 0.5 + 4 * Math.sqrt((wanted * (100 - wanted)) / n) : 0.5 + wanted / 3;
    expect(figures.filter((figure) => !(Math.abs(figure.measured - figure.wanted) <= allowed(figure)))).toEqual([]);
  });
});

test('the scenarios add offers, comments, travel costs, disputes and a held result', async () => {
  const { db, owner } = tuesday;
  const clock = testClock();
  clock.set(TUESDAY);
  const { checks, planning, outbox } = checkServices(db, clock);
  const employeeLinks = createEmployeeLinks({ keys: [Buffer.from(TEST_SECRET)], clock });
  // A demo of this size may have no check near a doctor with an account, so some are moved there.
  const [{ id: doctorId } = { id: '' }] = await owner<{ id: string }>(
    `select "doctorId" as id from profiles where "userName" = 'doctor@demo.checkwell.example'`,
  );
  await owner(
    `update checks set (latitude, longitude) = (select latitude, longitude from doctors where id = $1) where status = 'Planning'`,
    [doctorId],
  );
  for (const start of ['2026-11-17T13:00:00+01:00', '2026-11-17T17:00:00+01:00'])
    await owner(
      `update checks set "doctorId" = $1, "appointmentStart" = $2, "appointmentEnd" = $2::timestamptz + interval '20 minutes'
       where id = (select id from checks where status = 'WaitingForCheck' and "doctorId" <> $1 order by id limit 1)`,
      [doctorId, start],
    );
  await playScenarios({ db, clock, log: testLogger(), checks, planning, employeeLinks });
  const numberOf = async (sql: string): Promise<number> => Number((await owner<{ n: string }>(`select count(*) as n ${sql}`))[0]?.n);
  await outbox.drain();
  expect(await numberOf(`from doctor_searches where "startedAt" = '${TUESDAY}'`)).toBeGreaterThan(0);
  expect(
    await numberOf(`from offers o join profiles p on p."doctorId" = o."doctorId" and p."userName" like '%@demo.checkwell.example'`),
  ).toBeGreaterThan(0);
  const writers = await owner(`select distinct "authorRole" from check_comments order by 1`);
  expect(writers).toEqual([{ authorRole: 'doctor' }, { authorRole: 'employer' }, { authorRole: 'planner' }]);
  expect(await numberOf('from travel_claims where decision is null')).toBe(2);
  expect(await numberOf('from checks where "resultHeldAt" is not null')).toBe(1);
  expect(await numberOf('from checks where "arbitrationAskedBy" is not null and "arbitrationRuling" is null')).toBe(1);
  expect(await numberOf('from checks where "arbitrationRuling" is not null')).toBe(1);
  expect(await numberOf('from checks where "noShowExcuse" is not null')).toBe(1);
  expect(await numberOf(`from mails where recipient like '%@demo.checkwell.example'`)).toBeGreaterThan(0);
});

test.runIf(nightly)('gives the same rows in every run, except for accounts', async () => {
  const [first, again] = [await seeded(TUESDAY), await seeded(TUESDAY)];
  for (const table of ['companies', 'doctors', 'employees', 'certificates', 'documents', 'checks', 'check_events']) {
    const sql = `
      select md5(string_agg((to_jsonb(t) - '{createdByProfileId,orderedByProfileId,actorProfileId,superiorId,uploadedByProfileId,storageKey,position,salt}'::text[])::text, '' order by id)) as digest
      from ${table} t`;
    expect(await again.owner(sql), table).toEqual(await first.owner(sql));
  }
});
