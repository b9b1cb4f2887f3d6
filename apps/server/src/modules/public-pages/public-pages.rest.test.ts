import { gunzipSync } from 'node:zlib';
import { DOCTOR_SEES_WORKER_DAYS } from '@checkwell/domain/check/worker-visibility';
import { INTERFACE_LANGUAGES, type InterfaceLanguage } from '@checkwell/domain/constants';
import { PAYMENT_TERM_DAYS } from '@checkwell/domain/invoice/monthly';
import { ONE_SHOT_AMOUNTS } from '@checkwell/domain/one-shot/price';
import { PUBLIC_PAGE_NAMES, type PublicPage, publicPagePath, sampleReportFilePath } from '@checkwell/domain/public-pages';
import { RETENTION } from '@checkwell/domain/retention';
import { formatsIn } from '@checkwell/messages/formats';
import { getTranslator } from '@checkwell/messages/translator';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { SESSION_LIMITS } from '../../platform/identity/issuer.ts';
import { PRODUCTION_ENV, testConfig } from '../../test/config.ts';
import { testDatabase } from '../../test/database.ts';
import { serverApp } from '../../test/servers/server-app.ts';
import { ACCESS_TOKEN_SECONDS, DEVICE_SECONDS, MICROSOFT_SECONDS } from '../identity/identity.service.ts';

const database = await testDatabase();
const { seller } = testConfig({ ...PRODUCTION_ENV, NODE_ENV: 'test' });
const { http } = await serverApp(database, { config: { seller } });

const EVERY: readonly (readonly [PublicPage, InterfaceLanguage])[] = PUBLIC_PAGE_NAMES.flatMap((page) =>
  INTERFACE_LANGUAGES.map((language) => [page, language] as const),
);
const htmlOf = async (page: PublicPage, language: InterfaceLanguage) => (await http.inject(publicPagePath(page, language))).body;
/** As a reader sees it: no markup, and spaces that do not break like any other. */
const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .replace(/\s+/g, ' ');

test.each(INTERFACE_LANGUAGES)('whoever reads in %s where to write or call follows a link', async (language) => {
  for (const [page, links] of [
    ['privacy', ['mailto:info@controle.example']],
    ['terms', ['mailto:info@controle.example', 'tel:+3292234567']],
  ] as const) {
    const [body = ''] = (await htmlOf(page, language)).split('<footer');
    for (const link of links) expect(body).toContain(`<a href="${link}">`);
  }
});

describe.each(EVERY)('%s in %s', (page, language) => {
  test('is HTML in its language that runs nothing and keeps nothing', async () => {
    const answer = await http.inject({ url: publicPagePath(page, language), headers: { cookie: '__Host-session=x' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(answer.headers['content-security-policy']).not.toMatch(/script|unsafe|\*/);
    expect(answer.body).toContain(`<html lang="${language}"`);
    expect(answer.body).not.toMatch(/<script|\son\w+=|\sstyle=|\{\{|undefined|\[object/);
    expect(answer.body.match(/<h1>/g)).toHaveLength(1);
  });

  test('names the seller, and links to every page and to itself in the other languages', async () => {
    const html = await htmlOf(page, language);
    const foot = html.slice(html.indexOf('<footer'));
    for (const other of PUBLIC_PAGE_NAMES) expect(foot).toContain(`href="${publicPagePath(other, language)}"`);
    for (const other of INTERFACE_LANGUAGES) expect(html).toContain(`href="${publicPagePath(page, other)}" hreflang="${other}"`);
    const words = textOf(foot);
    for (const fact of ['Controle Dienst', 'Kouter 2, 9000 Gent', 'BE 0440.966.354', '+32 9 223 45 67', 'info@controle.example'])
      expect(words).toContain(fact);
    expect(foot).toContain('href="tel:+3292234567"');
    expect(foot).toContain('href="mailto:info@controle.example"');
  });

  test('links to nothing that is not there', async () => {
    const html = await htmlOf(page, language);
    const own = [...html.matchAll(/href="(\/(?:en|fr|nl)\/[^"#]*)"/g)].map(([, path]) => path ?? '');
    expect(own.length).toBeGreaterThan(PUBLIC_PAGE_NAMES.length);
    for (const path of new Set(own)) expect((await http.inject(path)).statusCode, path).toBe(200);
  });
});

test.each(INTERFACE_LANGUAGES)('the privacy notice in %s says how long what is kept, as the product keeps it', async (language) => {
  const t = getTranslator(language, 'publicPages');
  const text = textOf(await htmlOf('privacy', language));
  const says = (label: string, value: string) => expect(text).toContain(textOf(`${label} ${value}`));
  const kept = 'privacy.sections.retention.facts';
  says(t(`${kept}.abandoned.label`), t(`${kept}.abandoned.value`, { abandonedDays: String(RETENTION.abandonedOneShotDays) }));
  says(t(`${kept}.employee.label`), t(`${kept}.employee.value`, { employeeYears: String(RETENTION.formerEmployeeYears) }));
  // Where a job erases, nobody reads that it is done by hand.
  expect(text).not.toContain(textOf(t(`${kept}.checks.value`)));
  says(t(`${kept}.visit.label`), t(`${kept}.visit.value`, { visitDays: String(RETENTION.visitDetailsDays) }));
  says(
    t(`${kept}.log.label`),
    t(`${kept}.log.value`, { historyYears: String(RETENTION.checkHistoryYears), accessYears: String(RETENTION.accessReasonYears) }),
  );
  says(t(`${kept}.doctor.label`), t(`${kept}.doctor.value`, { doctorDays: String(DOCTOR_SEES_WORKER_DAYS) }));
  says(
    t(`${kept}.session.label`),
    t(`${kept}.session.value`, {
      sessionMinutes: String(SESSION_LIMITS.idleMs / 60_000),
      sessionHours: String(SESSION_LIMITS.absoluteMs / 3_600_000),
    }),
  );
  const cookies = 'privacy.sections.cookies.facts';
  says('__Host-accessToken', t(`${cookies}.access.value`, { accessMinutes: String(ACCESS_TOKEN_SECONDS / 60) }));
  says('__Host-device', t(`${cookies}.device.value`, { deviceDays: String(DEVICE_SECONDS / 86_400) }));
  says('__Host-microsoft', t(`${cookies}.microsoft.value`, { microsoftHours: String(MICROSOFT_SECONDS / 3600) }));
});

test('every cookie of a sign-in is in the privacy notice', async () => {
  const text = textOf(await htmlOf('privacy', 'en'));
  const { COOKIES } = await import('../identity/identity.service.ts');
  for (const name of Object.values(COOKIES)) expect(text).toContain(name);
});

test.each(INTERFACE_LANGUAGES)('prices and terms in %s are those of the product', async (language) => {
  const { money } = formatsIn(language);
  const prices = textOf(await htmlOf('prices', language));
  for (const cents of Object.values(ONE_SHOT_AMOUNTS)) expect(prices).toContain(textOf(money(cents)));
  const terms = textOf(await htmlOf('terms', language));
  expect(terms).toContain(textOf(money(ONE_SHOT_AMOUNTS.totalCents)));
  expect(terms).toContain(String(PAYMENT_TERM_DAYS));
  expect(terms).toContain(getTranslator(language, 'oneShot')('terms.what.title'));
});

test('who receives data depends on the installation', async () => {
  const privacy = async (config: Parameters<typeof serverApp>[1]) =>
    textOf((await (await serverApp(database, config)).http.inject(publicPagePath('privacy', 'en'))).body);
  const alone = await privacy({ config: { payments: null, microsoft: null, launchDarkly: null } });
  expect(alone).not.toMatch(/Stripe|LaunchDarkly|Microsoft, if|VIES|Twilio/);
  expect(await privacy({ config: { companyRegister: 'vies' } })).toContain('the European Commission (VIES)');
  const stripe = {
    provider: 'stripe',
    secretKey: 'sk_test_x',
    publishableKey: 'pk_test_x',
    webhookSecret: 'whsec_x',
    apiUrl: null,
    elementsUrl: null,
  } as const;
  expect(await privacy({ config: { payments: stripe } })).toContain('Stripe, for card payments');
  const sms = { gateway: 'twilio', accountSid: 'AC1', authToken: 'token', from: 'Checkwell', apiUrl: null } as const;
  expect(await privacy({ config: { sms } })).toContain('Twilio, which delivers our text messages');
});

const SHOWN_BESIDE_THE_SIGN_IN = [
  ...(['mark', 'title', 'about', 'verdict', 'detail', 'steps', 'tell', 'disagreement', 'deadline', 'pay', 'result'] as const),
  ...(['dateLabel', 'date', 'placeLabel', 'place', 'doctorLabel', 'doctor', 'avoidedLabel', 'avoided'] as const),
];

describe('the sample report', () => {
  test.each(INTERFACE_LANGUAGES)('in %s is a real report, visibly a sample, as a page and as PDF', async (language) => {
    const translate = getTranslator(language, 'publicPages');
    const page = textOf(await htmlOf('sampleReport', language));
    const answer = await http.inject(sampleReportFilePath(language));
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toContain(translate('sampleReport.fileName'));
    const pdf = await getDocumentProxy(new Uint8Array(answer.rawPayload));
    const { text } = await extractText(pdf, { mergePages: false });
    for (const side of text) expect(side).toContain(translate('sampleReport.mark'));
    const whole = textOf(text.join(' '));
    const reports = getTranslator(language, 'reports');
    for (const sentence of [
      translate('sampleReport.note'),
      translate('sampleReport.company'),
      reports('next.noObligation'),
      reports('pdf.evidence.declared'),
      reports('pdf.opinion'),
    ]) {
      expect(page).toContain(textOf(sentence));
      expect(whole).toContain(textOf(sentence));
    }
  });

  test.each(INTERFACE_LANGUAGES)('in %s says what the sign-in page shows of it', async (language) => {
    const page = textOf(await htmlOf('sampleReport', language));
    const t = getTranslator(language, 'auth');
    // What the sign-in page has in one line is on two in the report.
    for (const part of SHOWN_BESIDE_THE_SIGN_IN)
      for (const piece of t(`aside.sample.${part}`).split(' · ')) expect(page).toContain(textOf(piece));
  });

  test('is the same file each time', async () => {
    const [one, two] = await Promise.all([http.inject(sampleReportFilePath('en')), http.inject(sampleReportFilePath('en'))]);
    expect(one.rawPayload.equals(two.rawPayload)).toBe(true);
  });
});

test('pages travel compressed, and not at all when nothing changed', async () => {
  const url = publicPagePath('terms', 'en');
  const plain = await http.inject(url);
  const zipped = await http.inject({ url, headers: { 'accept-encoding': 'gzip, br;q=0' } });
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
  expect((await http.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })).headers['content-encoding']).toBe('br');
  const again = await http.inject({ url, headers: { 'if-none-match': String(plain.headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('there are pages in the languages on offer alone', async () => {
  const { http: dutch } = await serverApp(database, { config: { languages: ['nl'] } });
  expect((await dutch.inject(publicPagePath('terms', 'nl'))).statusCode).toBe(200);
  expect((await dutch.inject(publicPagePath('terms', 'en'))).statusCode).toBe(404);
});

test('an order is offered only where somebody takes its payment', async () => {
  const { http: closed } = await serverApp(database, { config: { payments: null, oneShotChecks: false } });
  expect((await closed.inject(publicPagePath('prices', 'en'))).body).not.toContain('href="/one-shot-check"');
});
