import { addDays, instantAt } from '@checkwell/domain/clock';
import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import { formatInami } from '@checkwell/domain/people/numbers/inami';
import { getTranslator } from '@checkwell/messages/translator';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { checkServices, codeOf, correctionOf, orderOf, resultOf } from '../../../test/checks.ts';
import { testClock } from '../../../test/clock.ts';
import { PRODUCTION_ENV, testConfig } from '../../../test/config.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, insertCheck } from '../../../test/fixtures.ts';
import { byDay } from '../../../test/nightly.ts';
import { serverApp } from '../../../test/servers/server-app.ts';
import { createCheckReportService } from './check-reports.service.ts';

const database = await testDatabase();
const { db, owner } = database;
const clock = testClock();
const { checks } = checkServices(db, clock);
const { seller } = testConfig({ ...PRODUCTION_ENV, NODE_ENV: 'test' });
const reports = createCheckReportService({ db, clock, seller, logo: null });
const fixtures = await createFixtures(db, clock);
const { a, actors, doctors } = fixtures;

/** Words of the report that leave as PDF, read back by another program than the one that wrote them. */
async function read(bytes: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(document, { mergePages: true });
  const page = await document.getPage(1);
  return {
    pages: document.numPages,
    text: text.replace(/[\u00a0\u202f\u2009]/g, ' ').replace(/\s+/g, ' '),
    info: (await getMeta(document)).info,
    links: (await page.getAnnotations()).map(({ url }) => url as string),
  };
}

const CANARY = 'depressive episode, on sertraline';
let count = 0;

/** A check with a result, ordered by the admin. The clock ends on the day of the examination. */
async function archived(result: Parameters<typeof resultOf>[1] = {}) {
  count += 1;
  const ordered = await checks.order(actors.adminA, orderOf(a, clock, { superiorId: a.superiors[0] }), `report-key-${count}`);
  const planning = await checks.startPlanning(actors.planner, ordered.id, ordered.version);
  const made = await checks.schedule(actors.planner, planning.id, planning.version, {
    doctorId: doctors.brussels,
    appointmentStart: instantAt(addDays(clock.today(), 1), '10:00'),
    appointmentMinutes: 20,
  });
  clock.set(instantAt(addDays(clock.today(), 1), '13:00').toISOString());
  await owner(`update checks set "employeeTold" = 'InTime' where id = $1`, [made.id]);
  return checks.recordResult(actors.doctor, made.id, made.version, resultOf(clock, { medicalNote: CANARY, ...result }));
}

const early = () => archived({ newIncapacityEndDate: addDays(clock.today(), 2), workerDisagreement: true });

const en = getTranslator('en', 'reports');
const total = getTranslator('en', 'checkFields')('total');

describe('the report as PDF', () => {
  test('says in English what the screen says: outcome, steps with terms and sources, every field the employer may see', async () => {
    const report = await early();
    const { bytes, fileName } = await reports.download(actors.adminA, report.id, { language: 'en' });
    expect(fileName).toBe('checkwell-check-report-jan-peeters-2026-03-03.pdf');
    const { text, info, links } = await read(bytes);
    expect(info).toMatchObject({ Title: 'Check report – Jan Peeters', Language: 'en' });
    for (const sentence of [
      'Considered fit for work from 5 Mar 2026',
      '7 days earlier than certified',
      'By Thursday 5 March 2026', // two working days after Tuesday
      'By Monday 9 March 2026', // three more, without Sunday
      'Act of 3 July 1978 on employment contracts, art. 31, § 5',
      'Guaranteed pay may be refused',
      en('next.noObligation'),
      'Employee number',
      'Date of the check 3 Mar 2026',
      'Price incl. VAT €121.00',
      'The control doctor gives an opinion',
      `Reference ${report.id}`,
      'Page 1 of 2',
    ])
      expect(text).toContain(sentence);
    expect(text).not.toMatch(/must return|fraud|unjustified|sertraline/i);
    expect(links).toContain(
      'https://ordomedic.be/fr/avis/droit-medical/arbitrage/medecine-de-controle-memoire-concernant-la-politique-a-suivre-1',
    );
  });

  test('advises nobody to choose an arbitrating doctor after the last day for it', async () => {
    const report = await early();
    const textOn = async (day: number) => {
      clock.set(instantAt(addDays(report.checkDate ?? '', day), '09:00').toISOString());
      return (await read((await reports.download(actors.adminA, report.id, { language: 'en' })).bytes)).text;
    };
    // Tuesday: the last day is Thursday.
    expect(await textOn(2)).toContain(en('next.arbitration'));
    const late = await textOn(3);
    expect(late).toContain(en('next.arbitrationOver'));
    for (const step of ['arbitration', 'arbitrationPossible', 'arbitrationRuling'] as const) expect(late).not.toContain(en(`next.${step}`));
  });

  test.each(byDay(3, INTERFACE_LANGUAGES))('says in %s what its doctor corrected, why, and what it said before', async (language) => {
    const report = await archived();
    const newIncapacityEndDate = addDays(clock.today(), 2);
    const correction = correctionOf(clock, { newIncapacityEndDate, correctionReason: 'LearnedLater', explanation: CANARY });
    await checks.correctResult(actors.doctor, report.id, report.version, correction);
    const { text } = await read((await reports.download(actors.adminA, report.id, { language })).bytes);
    const translate = getTranslator(language, 'reports', 'enums', 'checkFields', 'common');
    for (const sentence of [
      translate('reports:correction.title'),
      translate('enums:correctionReason.LearnedLater'),
      `${translate('reports:correction.before')} ${translate('checkFields:newIncapacityEndDate')} – ${translate('checkFields:earlyReturn')} ${translate('common:no')}`,
    ])
      expect(text).toContain(sentence);
    expect(text).not.toContain(CANARY);
  });

  test('says that the findings were handed over, where a no-show is corrected to an examination', async () => {
    const report = await archived({ checkOccurence: 'NoShow', findingsHandedOver: false });
    await checks.correctResult(actors.doctor, report.id, report.version, correctionOf(clock));
    const { text } = await read((await reports.download(actors.adminA, report.id, { language: 'en' })).bytes);
    expect(text).toContain(`${en('pdf.evidence.handedOver')} Yes`);
  });

  test('says who answers for it, who examined, when and where, and what was declared', async () => {
    const report = await archived();
    const textOf = async () => (await read((await reports.download(actors.adminA, report.id, { language: 'en' })).bytes)).text;
    const [doctor] = await owner('select "inamiNumber" from doctors where id = $1', [doctors.brussels]);
    const licence = formatInami(String(doctor?.inamiNumber));
    const text = await textOf();
    for (const sentence of [
      'Controle Dienst BV/SRL · Kouter 2, 9000 Gent · VAT BE 0440.966.354 · RPR/RPM Ghent',
      '+32 9 223 45 67 · info@controle.example',
      `Reference ${report.id}`,
      `Doctor’s INAMI/RIZIV number ${licence}`,
      'Location of the check At the doctor',
      'by the doctor through a personal account',
      'Declaration of independence Made for this check (royal decree of 1 June 2021)',
      `${en('pdf.evidence.handedOver')} Yes`,
      'The control doctor gives an opinion',
      'no qualified electronic signature',
    ])
      expect(text).toContain(sentence);
    // A number that was stored before its check digits were asked for proves nothing.
    await owner('update doctors set "inamiNumber" = $2 where id = $1', [doctors.brussels, '11234567004']);
    const doubtful = await textOf();
    await owner('update doctors set "inamiNumber" = $2 where id = $1', [doctors.brussels, doctor?.inamiNumber]);
    expect(doubtful).not.toContain('INAMI');
    expect(doubtful).toContain('by the doctor through a personal account');
  });

  test.each(byDay(3, INTERFACE_LANGUAGES))('is in the language of its reader: %s', async (language) => {
    const report = await early();
    const { bytes } = await reports.download(actors.basicA, report.id, { language });
    const { text, info } = await read(bytes);
    const translate = getTranslator(language, 'reports');
    const labels = getTranslator(language, 'checkFields');
    expect(info).toMatchObject({ Language: language });
    const folded = (sentence: string) => sentence.replace(/[\u00a0\u202f\u2009]/g, ' ');
    for (const sentence of [
      translate('pdf.title'),
      translate('next.title'),
      translate('next.noObligation'),
      translate('source.arbitration'),
      labels('checkTime'),
      translate('pdf.opinion'),
      labels('workerExternalId'),
      getTranslator(language, 'enums')('checkOccurence.Yes'),
    ])
      expect(text).toContain(folded(sentence));
    expect(text).not.toContain('{{');
  });

  test('is the same file at the same moment', async () => {
    const report = await archived();
    const [one, two] = [await reports.download(actors.adminA, report.id, {}), await reports.download(actors.adminA, report.id, {})];
    expect(one.bytes.equals(two.bytes)).toBe(true);
  });

  test('shows each reader what the field policy lets them see', async () => {
    const report = await archived();
    const textFor = async (actor: Parameters<typeof reports.download>[0]) =>
      (await read((await reports.download(actor, report.id, { language: 'en' })).bytes)).text;
    const [employer, planner, doctor] = [await textFor(actors.adminA), await textFor(actors.planner), await textFor(actors.doctor)];
    const basic = await textFor(actors.basicA);
    expect(employer).toContain(total);
    expect(basic).toContain('Works at heights.');
    // Neither an amount nor the heading above it.
    expect(basic).not.toMatch(/Price|VAT \(|incl\. VAT|excl\. VAT|€/);
    expect(employer).not.toMatch(/Doctor’s fee|reaction time|punctuality/);
    expect(planner).toContain('Doctor’s fee');
    expect(doctor).not.toContain(total);
    expect(doctor).toContain('Doctor’s fee');
    for (const text of [employer, planner, doctor]) expect(text).not.toContain('sertraline');
    expect(employer).toContain('Works at heights.');
    expect(planner).not.toContain('Works at heights.');
  });

  test('of a no-show, a cancellation and an impossible check has its own steps', async () => {
    const textOf = async (values: Parameters<typeof insertCheck>[3]) => {
      const { id } = await insertCheck(db, fixtures, clock, { status: 'Archived', ...values });
      const { text, pages } = await read((await reports.download(actors.adminA, id, { language: 'en' })).bytes);
      // Whom nobody examined, nobody gives an opinion on.
      expect(text).not.toMatch(/gives an opinion|How the result was established|Deadlines are counted/);
      return `${text} [${pages}]`;
    };
    const noShow = await textOf({ checkOccurence: 'NoShow', examinedFrom: clock.now(), examinedTo: clock.now() });
    expect(noShow).toContain(en('next.askExplanation'));
    expect(noShow).toContain('art. 31, § 3/1');
    const cancelled = await textOf({
      checkOccurence: 'Cancelled',
      companyTotalPrice: 0,
      doctorId: null,
      appointmentStart: null,
      appointmentEnd: null,
    });
    expect(cancelled).toContain(en('next.notCharged'));
    expect(cancelled).not.toMatch(/payroll/);
    expect(cancelled).toContain('[1]');
    expect(await textOf({ checkOccurence: 'NonOperable', nonOperableReason: 'WorkerResumed' })).toContain('Not carried out – ');
  });

  test('is for those who may read the check; taking it is logged', async () => {
    const report = await archived();
    const other = await insertCheck(db, fixtures, clock, { status: 'Planning' });
    const take = (actor: Parameters<typeof reports.download>[0], id = report.id, input: unknown = {}) =>
      codeOf(reports.download(actor, id, input));
    expect(await take(actors.anonymous)).toBe('access.unauthenticated');
    for (const stranger of [actors.adminB, actors.otherBasicA, actors.looseBasicA, actors.otherDoctor])
      expect(await take(stranger)).toBe('entity.notFound');
    expect(await take(actors.adminA, other.id)).toBe('entity.notFound');
    const deleted = await insertCheck(db, fixtures, clock, { status: 'Archived', checkOccurence: 'Deleted', companyTotalPrice: 0 });
    expect(await take(actors.adminA, deleted.id)).toBe('entity.notFound');
    expect(await take(actors.planner, deleted.id)).toBe('no error');
    expect(await take(actors.adminA, 'nonsense')).toBe('entity.notFound');
    expect(await take(actors.adminA, report.id, { language: 'de' })).toBe('request.invalid');
    expect(await take(actors.adminA, report.id, { language: 'en', companyId: a.id })).toBe('request.invalid');
    const logged = () => owner('select "profileId" from access_log where action = $1 and "subjectId" = $2', ['check.report', report.id]);
    expect(await logged()).toEqual([]);
    await reports.download(actors.basicA, report.id, {});
    expect(await logged()).toEqual([{ profileId: actors.basicA.profileId }]);
  });

  test('comes over HTTP as a file with its name', async () => {
    const app = await serverApp(database, { clock });
    const report = await archived();
    const signedIn = await app.signedIn({ companyId: a.id });
    const answer = await signedIn.browser.send('GET', `/v1/api/checks/${report.id}/report.pdf?language=nl`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename=checkwell-controleverslag-jan-peeters-\d{4}-\d\d-\d\d\.pdf$/),
      'cache-control': 'no-store',
    });
    expect((await read(answer.rawPayload)).info).toMatchObject({ Language: 'nl' });
    expect((await app.browser().send('GET', `/v1/api/checks/${report.id}/report.pdf`)).statusCode).toBe(401);
    expect((await signedIn.browser.send('GET', `/v1/api/checks/${report.id}/report.pdf?language=xx`)).statusCode).toBe(422);
  });
});
