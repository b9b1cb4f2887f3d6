import { addDays, instantAt } from '@checkwell/domain/clock';
import { WORKER_LANGUAGES } from '@checkwell/domain/people/enums';
import type { MessageLanguage } from '@checkwell/messages';
import { getDocumentProxy } from 'unpdf';
import { beforeEach, describe, expect, it } from 'vitest';
import { WINDOW } from '../../../platform/pdf/blocks.ts';
import { PAGE } from '../../../platform/pdf/canvas.ts';
import { renderPdf } from '../../../platform/pdf/pdf.ts';
import { codeOf, fieldErrorsOf, resultOf } from '../../../test/checks.ts';
import { testConfig } from '../../../test/config.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, insertCheck } from '../../../test/fixtures.ts';
import { serverApp } from '../../../test/servers/server-app.ts';
import { employeeLetterDocument } from './checks-letter.document.ts';

/** Letters to employees (docs/decisions/0090). */
const database = await testDatabase();
const { owner } = database;
const app = await serverApp(database);
const { clock } = app;
const { checks, employeeLetters, outbox } = app.services;
/** A Monday. */
const MONDAY = '2026-03-02';
clock.set(`${MONDAY}T09:00:00+01:00`);
const fixtures = await createFixtures(database.db, clock);
const { adminA, planner, doctor } = fixtures.actors;

beforeEach(async () => {
  clock.set(`${MONDAY}T09:00:00+01:00`);
  await owner('delete from checks');
  await owner('delete from outbox');
});

/** An appointment on the Friday, of which no text message can tell. */
async function planned(values: Parameters<typeof insertCheck>[3] = {}) {
  const { id } = await insertCheck(database.db, fixtures, clock, {
    status: 'Planning',
    checkLocation: 'Office',
    phoneNumber: '',
    workerPhoneNumber: '+3221234567',
    incapacityEndDate: addDays(MONDAY, 20),
    ...values,
  });
  const { version } = await checks.schedule(planner, id, 1, {
    doctorId: fixtures.doctors.brussels,
    appointmentStart: instantAt('2026-03-06', '14:00'),
    appointmentMinutes: 20,
  });
  await outbox.drain();
  return { id, version };
}
const toldOf = async (id: string) => (await checks.get(planner, id)).employeeTold;

/** The words of a document with their places on the first page, in points from its upper left corner. */
async function read(bytes: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { items } = await (await document.getPage(1)).getTextContent();
  const words = items.flatMap((item) =>
    'str' in item && item.str.trim() !== ''
      ? [{ text: item.str, x: item.transform[4] as number, y: PAGE.height - (item.transform[5] as number), width: item.width }]
      : [],
  );
  const plain = words.map(({ text }) => text).join(' ');
  return { pages: document.numPages, words, text: plain.replace(/[\u00a0\u202f\u2009]/g, ' ').replace(/\s+/g, ' ') };
}

describe('a posted letter', () => {
  it('tells the employee from the third postal day on, so that a no-show can be reported; one that came back does not', async () => {
    const { id, version } = await planned();
    expect(await toldOf(id)).toBe('NotTold');
    const told = await checks.recordLetter(planner, id, version, { postedOn: MONDAY });
    expect(told).toMatchObject({ employeeTold: 'InTime', version });
    const last = (await checks.findEmployeeMessages(adminA, [told])).get(id)?.at(-1);
    expect(last).toMatchObject({ channel: 'letter', sentAt: instantAt(MONDAY, '00:00'), current: true, decides: true });

    expect(await checks.withdrawEmployeeMessage(planner, id, version, last?.id ?? '')).toMatchObject({ employeeTold: 'NotTold' });
    clock.set('2026-03-06T15:00:00+01:00');
    const examined = { examinedFrom: instantAt('2026-03-06', '14:00'), examinedTo: instantAt('2026-03-06', '14:20') };
    const result = { ...resultOf(clock), ...examined, checkOccurence: 'NoShow', findingsHandedOver: false };
    const noShow = () => checks.submitResult(doctor, id, version, result);
    expect(await fieldErrorsOf(noShow())).toEqual(['checkOccurence: noShowNotTold']);
    await checks.recordLetter(planner, id, version, { postedOn: '2026-03-03' });
    expect(await toldOf(id), 'it counts as read on Friday at 21:00').toBe('Late');
    expect(await fieldErrorsOf(noShow())).toEqual(['checkOccurence: noShowToldLate']);
    await checks.recordLetter(planner, id, version, { postedOn: MONDAY });
    expect(await fieldErrorsOf(noShow())).toEqual(['no error']);
  });

  it('is recorded and printed by planners alone, about a current appointment, of a day that can be', async () => {
    const { id, version } = await planned();
    for (const actor of [adminA, doctor]) {
      expect(await codeOf(checks.recordLetter(actor, id, version, { postedOn: MONDAY }))).toBe('access.forbidden');
      expect(await codeOf(employeeLetters.download(actor, id))).toBe('access.forbidden');
    }
    const post = (postedOn: unknown) => fieldErrorsOf(checks.recordLetter(planner, id, version, { postedOn }));
    expect(await post('')).toEqual(['postedOn: postedOnRequired']);
    expect(await post('2026-03-03')).toEqual(['postedOn: postedFuture']);
    expect(await post('2026-03-01'), 'the appointment was made on Monday').toEqual(['postedOn: postedEarly']);
    expect(await codeOf(checks.recordLetter(planner, id, version - 1, { postedOn: MONDAY }))).toBe('entity.changedMeanwhile');
    await checks.unschedule(planner, id, version);
    expect(await codeOf(employeeLetters.download(planner, id))).toBe('check.actionNotAllowed');
  });

  it('opens the page of the employee, and says who printed it', async () => {
    const { id } = await planned({ workerLanguage: 'NL', workerFirstName: 'Lien', workerLastName: 'De Smet' });
    const { fileName, bytes } = await employeeLetters.download(planner, id);
    expect(fileName).toBe('checkwell-brief-lien-de-smet-2026-03-02.pdf');
    const [, link = ''] = /(\S+\/w\/[\w-]{22})/.exec((await read(bytes)).text.replaceAll('- ', '-')) ?? [];
    expect(link.startsWith(testConfig().publicUrl)).toBe(true);
    const { token = '' } = /\/w\/(?<token>[\w-]+)$/.exec(link)?.groups ?? {};
    const page = await checks.getEmployeePage(token, { ip: '192.0.2.1' });
    expect(page.companyName).toBe(fixtures.a.name);
    const [entry] = await owner(`select "profileId" from access_log where action = 'check.letter' and "subjectId" = $1`, [id]);
    expect(entry).toMatchObject({ profileId: planner.profileId });
  });
});

describe('the paper', () => {
  const LONG = {
    checkId: '0195a3c4-7b2e-7000-8000-000000000000',
    employeeName: 'Marie-Antoinette van den Broeck-Vandenbroucke de la Faille',
    employeeAddress: 'Burgemeester Baron van Voerst van Lyndenstraat 118 bus 0402, 1082 Sint-Agatha-Berchem',
    companyName: 'Vereniging der Koninklijke Vlaamse Schouwburgen en Concertgebouwen van het Brussels Hoofdstedelijk Gewest NV',
    checkLocation: 'Office',
    news: 'Invited',
    appointmentStart: instantAt('2026-11-25', '14:30'),
    doctorName: 'Dr. Jean-Christophe Vandenheuvel-Dujardin',
    practiceAddress: 'Avenue du Commandant-Général Leclerc 242, boîte 63, 1160 Auderghem',
    link: 'https://checks.example-provider.be/w/AbCdEfGhIjKlMnOpQrStUv',
    writtenAt: instantAt('2026-11-20', '09:00'),
    seller: testConfig().seller,
    logo: null,
  } as const;

  it.each(WORKER_LANGUAGES.map((language) => language.toLowerCase() as MessageLanguage))(
    'is one sheet in %s: the address, and nothing else, shows through the window; nothing is about health',
    async (language) => {
      const { pages, words, text } = await read(await renderPdf(employeeLetterDocument({ ...LONG, language }), LONG.writtenAt));
      expect(pages).toBe(1);
      const shown = words.filter(({ x, y, width }) => x + width > WINDOW.x - 28 && y > WINDOW.y - 3 && y < WINDOW.y + WINDOW.height + 30);
      expect(
        shown
          .map((word) => word.text)
          .join(' ')
          .replace(/\s+/g, ' '),
      ).toBe(`${LONG.employeeName} ${LONG.employeeAddress.replaceAll(',', '')}`);
      for (const { x, y, width } of shown) {
        expect(x).toBeGreaterThan(WINDOW.x - 0.01);
        expect(x + width).toBeLessThanOrEqual(WINDOW.x + WINDOW.width);
        expect(y).toBeLessThanOrEqual(WINDOW.y + WINDOW.height);
      }
      for (const part of [LONG.companyName, LONG.doctorName, LONG.link, '14:30', '25']) expect(text).toContain(part);
      expect(text).not.toMatch(/\{\{|employeeLetter|illness|maladie|ziekte|Krankheit|certificate|attest/i);
    },
  );
});
