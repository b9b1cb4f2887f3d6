import { addDays } from '@checkwell/domain/clock';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { METRIC_NAMES, METRICS, SECTIONS } from '@checkwell/domain/dashboard/definitions';
import { figureText } from '@checkwell/messages/dashboard';
import { formatsIn } from '@checkwell/messages/formats';
import { getTranslator } from '@checkwell/messages/translator';
import { readXlsx } from 'hucre/xlsx';
import { extractText } from 'unpdf';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkServices, codeOf, fieldErrorsOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type Fixtures, insertCheck } from '../../test/fixtures.ts';
import { nightly } from '../../test/nightly.ts';
import { serverApp } from '../../test/servers/server-app.ts';

const database = await testDatabase();
const { db, owner } = database;
const clock = testClock();
const { dashboard, dashboardReports } = checkServices(db, clock);
const app = await serverApp(database, { clock });

let fixtures: Fixtures;
let emails: { readonly admin: string; readonly basic: string; readonly superior: string; readonly stranger: string };

beforeAll(async () => {
  fixtures = await createFixtures(db, clock);
  for (let day = 1; day <= 12; day += 1) {
    await insertCheck(db, fixtures, clock, {
      status: 'Archived',
      checkOccurence: day % 4 === 0 ? 'NoShow' : 'Yes',
      examinedFrom: new Date(clock.now().getTime() - day * 86_400_000),
      examinedTo: new Date(clock.now().getTime() - day * 86_400_000),
      creationDate: new Date(clock.now().getTime() - (day + 1) * 86_400_000),
      archivedAt: clock.now(),
      doctorId: fixtures.doctors.brussels,
      doctorFoundAt: clock.now(),
      appointmentStart: null,
      appointmentEnd: null,
      distanceToCheck: day,
      examinationMinutes: 10 + day,
      employeeId: fixtures.a.employees[day % 5] as string,
      incapacityStartDate: addDays(clock.today(), -day - 3),
    });
  }
  await insertCheck(db, fixtures, clock, { companyId: fixtures.b.id, status: 'Archived' });
  const addresses = await owner<{ id: string; email: string }>(
    `select id, "userName"::text as email from profiles union all select id, email::text from superiors`,
  );
  const of = (id: string) => addresses.find((row) => row.id === id)?.email ?? '';
  emails = {
    admin: of(fixtures.actors.adminA.profileId),
    basic: of(fixtures.actors.looseBasicA.profileId),
    // No user of the company is this superior.
    superior: 'payroll@example.be',
    stranger: of(fixtures.actors.adminB.profileId),
  };
  await owner(
    `insert into superiors ("companyId", id, email, "firstName", "lastName", language) values ($1, gen_random_uuid(), $2, 'Pay', 'Roll', 'nl')`,
    [fixtures.a.id, emails.superior],
  );
  await owner(`update profiles set language = 'fr' where id = $1`, [fixtures.actors.looseBasicA.profileId]);
});

const logged = () =>
  owner(`select "companyId", "profileId", action, "subjectType" from access_log where action like 'dashboard.%' order by at`);

/** Blanks that keep numbers together read as blanks, and lines of a page as one text. */
/** Lines of a PDF may end after a hyphen. */
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll(/(?<=\p{L})- (?=\p{L})/gu, '-');

describe.each<InterfaceLanguage>(['en', 'fr', 'nl'])('a download in %s', (language) => {
  const [t, formats] = [getTranslator(language, 'dashboard'), formatsIn(language)];
  const filter = () => ({ companyId: fixtures.a.id, period: 'month', language });
  /** What is the same code in every language; that its words are there and fit is shown by the others. */
  const once = nightly || language === 'fr';

  test('as workbook holds every figure of the screen', async () => {
    const { fileName, mediaType, content } = await dashboardReports.file(fixtures.actors.adminA, 'xlsx', filter());
    expect(fileName).toMatch(new RegExp(`^checkwell-${t('document.fileName')}-alfa-\\d+-2026-03-02\\.xlsx$`));
    expect(mediaType).toContain('spreadsheetml');
    const [sheet] = (await readXlsx(content)).sheets;
    const [header, ...rows] = sheet?.rows ?? [];
    expect(header?.slice(0, 4)).toEqual([t('document.overview'), t('document.subject'), t('document.item'), t('document.value')]);
    const { language: _, ...shown } = filter();
    const view = await dashboard.read(fixtures.actors.adminA, shown);
    for (const figure of view.figures) {
      const { unit, section } = METRICS[figure.metric];
      const row = rows.find(
        ([overview, subject, item]) => overview === t(`section.${section}`) && subject === t(`metric.${figure.metric}.name`) && !item,
      );
      const scale = unit === 'share' ? 100 : unit === 'cents' ? 0.01 : 1;
      expect(row?.[3] ?? null, figure.metric).toEqual(figure.value === null ? null : expect.closeTo(figure.value * scale, 1));
      expect(row?.[5], figure.metric).toBe(figure.n);
    }
    const confirmed = rows.find(
      ([, subject, item]) => subject === t('chart.months.title') && item === `${formats.month('2026-03-01')} – ${t('result.confirmed')}`,
    );
    expect(confirmed?.[3]).toBe(view.months.at(-1)?.confirmed);
  });

  test('as PDF says every figure with its meaning', async () => {
    const { fileName, content } = await dashboardReports.file(fixtures.actors.adminA, 'pdf', filter());
    expect(fileName).toMatch(/\.pdf$/);
    const { text } = await extractText(new Uint8Array(content), { mergePages: true });
    const written = plain(text);
    const { language: _, ...shown } = filter();
    const { figures } = await dashboard.read(fixtures.actors.adminA, shown);
    for (const figure of figures) expect(written, figure.metric).toContain(plain(figureText(figure, t, formats)));
    for (const metric of METRIC_NAMES) expect(written).toContain(plain(t(`metric.${metric}.definition`)));
    expect(written).toContain(fixtures.a.name);
  });

  test.runIf(once)('as PDF names the superior also where the company has the same name', async () => {
    const [superiorId] = fixtures.a.superiors;
    await owner(`update superiors set "firstName" = 'Jan', "lastName" = 'Peeters' where id = $1`, [superiorId]);
    await owner(`update companies set name = 'Jan Peeters BV' where id = $1`, [fixtures.a.id]);
    const { content } = await dashboardReports.file(fixtures.actors.adminA, 'pdf', { ...filter(), superiorId });
    await owner(`update companies set name = $2 where id = $1`, [fixtures.a.id, fixtures.a.name]);
    const written = plain((await extractText(new Uint8Array(content), { mergePages: true })).text);
    expect(written).toContain(`${t('document.superior')} Jan Peeters`);
  });

  test.runIf(once)('as PDF says of a period without checks that there is nothing, instead of rows of zeros', async () => {
    const { content } = await dashboardReports.file(fixtures.actors.adminA, 'pdf', {
      ...filter(),
      period: 'dates',
      from: '2019-01-01',
      to: '2019-01-31',
    });
    const { text } = await extractText(new Uint8Array(content), { mergePages: true });
    expect(plain(text)).toContain(plain(`${t('chart.days.title')} ${t('chart.none')}`));
    expect(plain(text)).not.toContain(plain(formats.date('2019-01-05')));
  });

  test.runIf(once)('as PDF shows on its first page how the months went', async () => {
    const { content } = await dashboardReports.file(fixtures.actors.adminA, 'pdf', { ...filter(), period: 'all' });
    const { text } = await extractText(new Uint8Array(content), { mergePages: false });
    const { months } = await dashboard.read(fixtures.actors.adminA, { companyId: fixtures.a.id, period: 'all' });
    expect(months.length).toBeGreaterThan(1);
    // The lines are before the first section; the tables of the sections say the same months once more.
    const [lines = '', sections] = plain(text[0] ?? '').split(plain(t(`section.${SECTIONS[0]}`)));
    expect(sections).toBeDefined();
    expect(lines).toContain(plain(t('chart.months.title')));
    const { month, confirmed, earlyReturn, noShow } = months.at(-1) as (typeof months)[number];
    expect(lines).toContain(plain(formats.month(`${month}-01`)));
    expect(lines).toContain(plain(formats.number(confirmed + earlyReturn + noShow)));
  });
});

test('a download of a basic user has no figure of prices, neither its number nor its meaning', async () => {
  const t = getTranslator('en', 'dashboard');
  const { basicA, adminA } = fixtures.actors;
  const cost = t('metric.costPerSavedDay.name');
  const wordsFor = async (actor: typeof basicA) => {
    const filter = { companyId: fixtures.a.id, period: 'all' };
    const [sheet] = (await readXlsx((await dashboardReports.file(actor, 'xlsx', filter)).content)).sheets;
    const { text } = await extractText(new Uint8Array((await dashboardReports.file(actor, 'pdf', filter)).content), { mergePages: true });
    return { pdf: plain(text), sheet: sheet?.rows.flat() ?? [] };
  };
  const [basic, admin] = [await wordsFor(basicA), await wordsFor(adminA)];
  expect(admin.pdf).toContain(plain(cost));
  expect(admin.sheet).toContain(cost);
  expect(basic.pdf).toContain(plain(t('metric.noShowRate.definition')));
  expect(basic.pdf).not.toMatch(new RegExp(`€|Price|${cost}`));
  expect(basic.sheet).toContain(t('metric.noShowRate.name'));
  expect(basic.sheet).not.toContain(cost);
  expect(basic.sheet).not.toContain(t('unit.euro'));
});

test('downloads are written down, and are for those who may read the dashboard', async () => {
  await owner('truncate access_log');
  await dashboardReports.file(fixtures.actors.adminA, 'pdf', { companyId: fixtures.a.id });
  expect(await logged()).toEqual([
    { companyId: fixtures.a.id, profileId: fixtures.actors.adminA.profileId, action: 'dashboard.export', subjectType: 'checks' },
  ]);
  expect(await codeOf(dashboardReports.file(fixtures.actors.doctor, 'pdf', {}))).toBe('access.forbidden');
  expect(await codeOf(dashboardReports.file(fixtures.actors.planner, 'pdf', {}))).toBe('access.forbidden');
  expect(await fieldErrorsOf(dashboardReports.file(fixtures.actors.adminA, 'pdf', { period: 'dates' }))).toEqual([
    'from: filterStartRequired',
  ]);
  expect(await fieldErrorsOf(dashboardReports.file(fixtures.actors.adminA, 'pdf', { language: 'xx' }))).toEqual([
    'language: invalidChoice',
  ]);
});

test('over HTTP a download is a file, for those who are signed in', async () => {
  const { browser, companyId } = await app.signedIn();
  for (const [format, type] of [
    ['pdf', 'application/pdf'],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ] as const) {
    const answer = await browser.send('GET', `/v1/api/exports/dashboard.${format}?companyId=${companyId}&period=week&language=nl`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain(type);
    expect(answer.headers['content-disposition']).toContain(`checkwell-dashboard-acme-2026-03-02.${format}`);
    expect(answer.headers['content-security-policy']).toBe("sandbox; default-src 'none'");
    expect((await app.http.inject({ url: `/v1/api/exports/dashboard.${format}` })).statusCode).toBe(401);
  }
});

describe('a report by mail', () => {
  interface Mail {
    readonly recipient: string;
    readonly language: InterfaceLanguage;
    readonly plainText: string;
    readonly companyId: string;
    readonly files: readonly string[];
  }
  const mails = () =>
    owner<Mail & Record<string, unknown>>(
      `select recipient, language, "plainText", "companyId", array(select "fileName" from mail_attachments a where a."mailId" = m.id order by position) as files
       from mails m order by recipient`,
    );

  test('goes to each reader in the own language, with both files, and is logged with it', async () => {
    await owner('delete from mails; truncate access_log');
    const { adminA } = fixtures.actors;
    const input = { companyId: fixtures.a.id, period: 'month', recipients: [emails.basic, emails.superior.toUpperCase(), emails.basic] };
    expect(await dashboardReports.send(adminA, input)).toBe(2);
    const sent = await mails();
    expect(sent.map(({ recipient, language }) => `${recipient} ${language}`)).toEqual(
      [`${emails.basic} fr`, `${emails.superior} nl`].toSorted(),
    );
    for (const { language, plainText, files, companyId, recipient } of sent) {
      const [t, formats] = [getTranslator(language, 'dashboard'), formatsIn(language)];
      const { figures } = await dashboard.read(adminA, { companyId: fixtures.a.id, period: 'month' });
      const completed = figures.find(({ metric }) => metric === 'completedChecks');
      expect(companyId).toBe(fixtures.a.id);
      expect(files).toEqual(
        ['pdf', 'xlsx'].map((format) => expect.stringMatching(`^checkwell-${t('document.fileName')}-alfa-\\d+-2026-03-02\\.${format}$`)),
      );
      expect(plainText).toContain(`${t('metric.completedChecks.name')}: ${completed && figureText(completed, t, formats)}`);
      expect(plainText).toContain(fixtures.a.name);
      // Who has no account cannot open the dashboard.
      expect(plainText.includes('/dashboard?')).toBe(recipient === emails.basic);
      // "This month" is another month when the mail is read.
      if (recipient === emails.basic) expect(plainText).toContain('period=dates&from=2026-03-01&to=2026-03-31');
    }
    const entry = { companyId: fixtures.a.id, profileId: adminA.profileId, subjectType: 'checks' };
    expect(await logged()).toEqual([
      { ...entry, action: 'dashboard.export' },
      { ...entry, action: 'dashboard.send' },
    ]);
  });

  test('leaves prices out for readers who are no administrators, whoever sends it', async () => {
    const { adminA, looseBasicA } = fixtures.actors;
    const recipients = [emails.admin, emails.basic, emails.superior];
    const pricedFor = async (sender: typeof adminA) => {
      await owner('delete from mails');
      expect(await dashboardReports.send(sender, { companyId: fixtures.a.id, period: 'all', recipients })).toBe(3);
      const sent = await owner<{ recipient: string; language: InterfaceLanguage; fileName: string; content: Buffer }>(
        `select recipient, language, "fileName", content from mails m join mail_attachments a on a."mailId" = m.id`,
      );
      expect(sent).toHaveLength(6);
      const priced = new Set<string>();
      for (const { recipient, language, fileName, content } of sent) {
        const t = getTranslator(language, 'dashboard');
        const text = fileName.endsWith('.pdf')
          ? plain((await extractText(new Uint8Array(content), { mergePages: true })).text)
          : JSON.stringify((await readXlsx(content)).sheets.map(({ rows }) => rows));
        expect(text).toContain(plain(t('metric.noShowRate.name')));
        if (text.includes(plain(t('metric.costPerSavedDay.definition')))) priced.add(`${recipient} ${fileName.split('.').at(-1)}`);
      }
      return [...priced].toSorted();
    };
    expect(await pricedFor(adminA)).toEqual([`${emails.admin} pdf`, `${emails.admin} xlsx`]);
    expect(await pricedFor(looseBasicA)).toEqual([]);
  });

  test('says to others whose checks it counts, when the sender does not reach all of the company', async () => {
    await owner('delete from mails');
    const { looseBasicA } = fixtures.actors;
    await dashboardReports.send(looseBasicA, { companyId: fixtures.a.id, period: 'all', recipients: [emails.admin] });
    const [mail] = await owner<{ plainText: string }>('select "plainText" from mails');
    const [sender] = await owner<{ name: string }>(`select trim("firstName" || ' ' || "lastName") as name from profiles where id = $1`, [
      looseBasicA.profileId,
    ]);
    const t = getTranslator('en', 'dashboard');
    expect(mail?.plainText).toContain(t('ownScopeOf', { sender: sender?.name ?? '' }));
    expect(mail?.plainText).not.toContain(t('ownScope'));
  });

  test('stays in the company, and needs one', async () => {
    await owner('delete from mails');
    const send = (input: object) => fieldErrorsOf(dashboardReports.send(fixtures.actors.adminA, input));
    const { id } = fixtures.a;
    expect(await send({ recipients: [emails.basic] })).toEqual(['companyId: companyRequired']);
    expect(await send({ companyId: '', recipients: [emails.basic] })).toEqual(['companyId: companyRequired']);
    expect(await send({ companyId: id, recipients: [] })).toEqual(['recipients: emailRequired']);
    expect(await send({ companyId: id, recipients: ['nobody'] })).toEqual(['recipients.0: emailFormat']);
    expect(await send({ companyId: id, recipients: [emails.basic, emails.stranger, 'someone@elsewhere.example'] })).toEqual([
      'recipients.1: recipientUnknown',
      'recipients.2: recipientUnknown',
    ]);
    expect(await send({ companyId: id, period: 'dates', recipients: [emails.basic] })).toEqual(['from: filterStartRequired']);
    expect(await codeOf(dashboardReports.send(fixtures.actors.adminA, { companyId: fixtures.b.id, recipients: [emails.stranger] }))).toBe(
      'entity.notFound',
    );
    expect(await codeOf(dashboardReports.send(fixtures.actors.doctor, { companyId: id, recipients: [emails.basic] }))).toBe(
      'access.forbidden',
    );
    expect(await mails()).toEqual([]);
  });

  test('readers are found by name or address: users by administrators alone', async () => {
    const { adminA, looseBasicA, adminB } = fixtures.actors;
    const found = (actor: typeof adminA, text: string) =>
      dashboardReports.findReaders(actor, fixtures.a.id, text).then((readers) => readers.map(({ email }) => email));
    expect(await found(adminA, 'roll pay')).toEqual([emails.superior]);
    expect(await found(looseBasicA, 'PAYROLL@')).toEqual([emails.superior]);
    expect(await found(adminA, emails.basic)).toEqual([emails.basic]);
    expect(await found(looseBasicA, emails.basic)).toEqual([]);
    expect(await found(adminA, emails.stranger)).toEqual([]);
    expect(await found(adminA, '%')).toEqual([]);
    expect(await codeOf(dashboardReports.findReaders(adminB, fixtures.a.id, ''))).toBe('entity.notFound');
  });
});
