import { NO_CERTIFICATE_DAYS } from '@checkwell/domain/law/absence-rules';
import type { Actor } from '@checkwell/domain/policy';
import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { checkServices, codeOf, fieldErrorsOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type Fixtures } from '../../test/fixtures.ts';

const { db, owner } = await testDatabase();
const clock = testClock();
const { certificates } = checkServices(db, clock);

/** A Monday. */
const TODAY = '2026-11-16';
let fixtures: Fixtures;
beforeEach(async () => {
  clock.set(`${TODAY}T09:00:00+01:00`);
  await owner('delete from certificates');
  fixtures = await createFixtures(db, clock);
  await owner('delete from certificates');
});

interface Entry {
  readonly worker?: number;
  readonly startDate: string;
  readonly endDate?: string;
  readonly declared?: boolean;
  readonly certifType?: string;
  readonly superior?: number | null;
  readonly documentId?: string | null;
}

/** A certificate of the register, past the services. */
async function entered({
  worker = 0,
  startDate,
  endDate = startDate,
  declared = false,
  certifType = 'FirstCertificate',
  superior = 0,
  documentId = null,
}: Entry) {
  const id = newId();
  await owner(
    `insert into certificates ("companyId", id, "employeeId", "superiorId", "startDate", "endDate", "incapacityReason", "authorizedExit", "entryType", "certifType", "documentId", "searchText", "createdAt")
     values ($1, $2, $3, $4, $5, $6, 'Illness', true, $7, $8, $9, '', $10)`,
    [
      fixtures.a.id,
      id,
      fixtures.a.employees[worker],
      superior === null ? null : fixtures.a.superiors[superior],
      startDate,
      endDate,
      declared ? 'ABSENCE_DECLARATION' : 'MEDICAL_CERTIFICATE',
      certifType,
      documentId,
      `${startDate}T12:00:00Z`,
    ],
  );
  return id;
}

const asked = (values: object = {}) => ({
  employeeId: fixtures.a.employees[0],
  startDate: TODAY,
  endDate: '2026-11-20',
  entryType: 'MEDICAL_CERTIFICATE',
  incapacityReason: 'Illness',
  ...values,
});
const advise = (values: object = {}, actor: Actor = fixtures.actors.adminA) => certificates.advise(actor, fixtures.a.id, asked(values));
const codes = async (values: object = {}, actor: Actor = fixtures.actors.adminA) =>
  (await advise(values, actor)).remarks.map(({ code }) => code);

/** Another document of the company with the same bytes. */
async function copyOf(documentId: string, uploadedBy: string): Promise<string> {
  const id = newId();
  await owner(
    `insert into documents select "companyId", $2, kind, "fileName", "mediaType", "byteSize", sha256, $3, $4, $5 from documents where id = $1`,
    [documentId, id, `copies/${id}`, uploadedBy, clock.now()],
  );
  return id;
}

describe('advice on a certificate in the making', () => {
  it('knows the history of the worker, and of nobody else', async () => {
    await entered({ startDate: '2026-11-09', endDate: '2026-11-15' });
    await entered({ worker: 1, startDate: TODAY, endDate: '2026-11-20' });
    expect(await advise()).toEqual({
      suggestion: { certifType: 'Prolongation', reason: 'followsPrevious', params: { end: '2026-11-15' }, source: null },
      remarks: [],
      noCertificateDays: { used: 0, quota: 2, year: '2026', optedOutBelow: null, source: NO_CERTIFICATE_DAYS[1]?.source },
    });
    expect((await advise({ employeeId: fixtures.a.employees[1] })).remarks).toMatchObject([{ code: 'duplicatePeriod' }]);
    expect((await advise({ employeeId: fixtures.a.employees[2] })).suggestion).toMatchObject({ reason: 'noEarlierAbsence' });
  });

  it('counts days without certificate by what the company and the year say', async () => {
    const day = { entryType: 'ABSENCE_DECLARATION', endDate: TODAY, certifType: 'NoCertif' };
    await entered({ startDate: '2025-12-30', declared: true, certifType: 'NoCertif' });
    await entered({ startDate: '2026-02-02', declared: true, certifType: 'NoCertif' });
    expect(await codes(day)).toEqual(['quotaLast']);
    await entered({ startDate: '2026-05-04', declared: true, certifType: 'NoCertif' });
    expect(await codes(day)).toEqual(['quotaExceeded']);
    await owner('update companies set "noCertificateOptOut" = true, "staffCount" = 49 where id = $1', [fixtures.a.id]);
    expect(await codes(day)).toEqual(['noExemption']);
    await owner('update companies set "staffCount" = 50 where id = $1', [fixtures.a.id]);
    expect(await codes(day)).toEqual(['quotaExceeded']);
  });

  it('takes the term of the company, and the day on which the document came', async () => {
    const early = asked({ startDate: '2026-11-12', endDate: '2026-11-20' });
    clock.set('2026-11-17T09:00:00+01:00');
    expect(await codes(early)).toEqual(['certificateLate']);
    await owner('update companies set "certificateTermDays" = 5 where id = $1', [fixtures.a.id]);
    expect(await codes(early)).toEqual([]);
    await owner('update companies set "certificateTermDays" = null where id = $1', [fixtures.a.id]);
    await owner('update documents set "createdAt" = $1 where id = $2', ['2026-11-13T10:00:00Z', fixtures.a.document]);
    expect(await codes({ ...early, documentId: fixtures.a.document })).toEqual([]);
  });

  it('passes over the certificate that is being changed', async () => {
    const certificateId = await entered({ startDate: TODAY, endDate: '2026-11-20' });
    expect(await codes()).toEqual(['duplicatePeriod']);
    expect(await codes({ certificateId })).toEqual([]);
  });

  it('finds the same file at another certificate, whatever its id', async () => {
    const { a, actors } = fixtures;
    const holder = await entered({ startDate: '2026-10-05', endDate: '2026-10-06', documentId: a.document });
    const copy = await copyOf(a.document, actors.adminA.profileId);
    expect((await advise({ documentId: copy })).remarks).toMatchObject([{ code: 'sameDocument', certificateId: holder }]);
    expect((await advise({ documentId: copy, employeeId: a.employees[1] })).remarks).toMatchObject([
      { code: 'sameDocumentOtherWorker', certificateId: holder },
    ]);
    expect(await codes({ documentId: newId() })).toEqual([]);
  });
});

describe('what advice gives away', () => {
  it('is nothing to whom the worker is no business', async () => {
    const { a, b, actors } = fixtures;
    expect(await fieldErrorsOf(advise({ employeeId: a.employees[2] }, actors.basicA))).toEqual(['employeeId: employeeRequired']);
    expect(await fieldErrorsOf(advise({ employeeId: b.employees[0] }))).toEqual(['employeeId: employeeRequired']);
    expect(await fieldErrorsOf(advise({ employeeId: b.employees[0] }, actors.adminAB))).toEqual(['employeeId: employeeRequired']);
    expect(await codeOf(advise({}, actors.adminB))).toBe('entity.notFound');
    expect(await codeOf(advise({}, actors.doctor))).toBe('access.forbidden');
    expect(await codeOf(advise({}, actors.anonymous))).toBe('access.unauthenticated');
    expect(await codeOf(advise({}, actors.planner))).toBe('no error');
    expect(await fieldErrorsOf(advise({ endDate: '2026-11-01' }))).toEqual(['endDate: endBeforeStart']);
    expect(await codeOf(certificates.adviseMany(actors.doctor, [newId()]))).toBe('access.forbidden');
  });

  it('is that the company is unknown, whatever else is', async () => {
    const nowhere = () => codeOf(certificates.advise(fixtures.actors.planner, newId(), asked({ employeeId: newId() })));
    expect(await Promise.all(Array.from({ length: 20 }, nowhere))).toEqual(Array.from({ length: 20 }, () => 'entity.notFound'));
  });

  it('are days of a certificate out of reach, and not which one it is', async () => {
    const { actors } = fixtures;
    // The worker had another superior before.
    const before = await entered({ startDate: '2026-11-02', endDate: '2026-11-17', superior: 1 });
    const seen = await advise({}, actors.adminA);
    const guarded = await advise({}, actors.basicA);
    expect(seen.remarks).toMatchObject([{ code: 'overlap', certificateId: before, params: { start: TODAY, end: '2026-11-17' } }]);
    expect(guarded).toEqual({ ...seen, remarks: [{ ...seen.remarks[0], certificateId: null }] });
  });

  it('is no file of a worker out of reach, nor of a document that is not one’s own', async () => {
    const { a, actors } = fixtures;
    await entered({ worker: 2, superior: 1, startDate: '2026-10-05', documentId: a.document });
    const copy = await copyOf(a.document, actors.basicA.profileId);
    expect(await codes({ documentId: copy }, actors.basicA)).toEqual([]);
    expect(await codes({ documentId: copy }, actors.adminA)).toEqual(['sameDocumentOtherWorker']);
    const mine = await entered({ startDate: '2026-09-07', documentId: copy });
    expect(await codes({ documentId: a.document }, actors.basicA)).toEqual([]);
    expect((await advise({ documentId: copy }, actors.basicA)).remarks).toMatchObject([{ code: 'sameDocument', certificateId: mine }]);
  });

  it('does not reach certificates to change that are out of reach', async () => {
    const foreign = await entered({ startDate: TODAY, superior: 1 });
    expect(await codeOf(advise({ certificateId: foreign }, fixtures.actors.basicA))).toBe('entity.notFound');
    expect(await codeOf(advise({ certificateId: newId() }))).toBe('entity.notFound');
  });
});

describe('advice on saved certificates', () => {
  it('is on each, by the day on which it was entered', async () => {
    const { actors } = fixtures;
    const first = await entered({ startDate: '2026-11-02', endDate: '2026-11-10' });
    const second = await entered({ startDate: '2026-11-12', endDate: '2026-11-20', certifType: 'Prolongation' });
    const other = await entered({ worker: 2, superior: 1, startDate: '2026-11-12' });
    clock.advance({ days: 30 });
    const advice = await certificates.adviseMany(actors.adminA, [first, second, other, second, newId(), 'x']);
    expect([...advice.keys()].sort()).toEqual([first, second, other].sort());
    expect(advice.get(first)?.remarks).toMatchObject([
      { code: 'gapAfter', certificateId: second, params: { start: '2026-11-11', days: 1 } },
    ]);
    expect(advice.get(second)?.remarks).toMatchObject([{ code: 'gapBefore', certificateId: first }]);
    expect(advice.get(second)?.suggestion.certifType).toBe('Relapse');
    expect([...(await certificates.adviseMany(actors.basicA, [first, other])).keys()]).toEqual([first]);
    expect(await certificates.adviseMany(actors.adminB, [first])).toEqual(new Map());
  });
});
