import { globSync } from 'node:fs';
import { join } from 'node:path';
import { EMPLOYEE_NEWS } from '@checkwell/domain/check/employee-news';
import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import { SMS_MAX_SEGMENTS, smsSegments, toGsm } from '@checkwell/domain/messages/sms';
import { escapeHtml } from '@checkwell/messages/html';
import { expect, test } from 'vitest';
import { EMPLOYEE_SMS } from '../../modules/checks/messages/checks-employee.sms.ts';
import { OFFER_SMS } from '../../modules/checks/offers/offers.sms.ts';
import { writerIn } from '../../platform/mail/mailer.ts';
import { testConfig } from '../config.ts';
import { type MailTexts, sampleMails } from '../documents/sample-mails.ts';
import { HOSTILE_TEXTS } from './texts.ts';

/** security.md, W4: what people have typed does nothing in a mail or a text message. */

const everywhere = (text: string): MailTexts => ({
  company: text,
  worker: text,
  email: text,
  reason: text,
  address: text,
  place: text,
  purchaseOrder: text,
});
/** With what the layout itself marks: lines, and numbers that stay together. */
const HARMLESS = everywhere('Ann Lee\n1000 2000');

/** What stands between angle brackets: HTML has no other way to an element, an attribute or an address. */
const tagsOf = (html: string): readonly string[] =>
  html
    .split('<')
    .slice(1)
    .map((part) => part.slice(0, part.indexOf('>') + 1 || undefined));

/** The tags that a mail without hostile text does not have. */
function tagsBeyond(harmless: string, html: string): readonly string[] {
  const known = new Set(tagsOf(harmless));
  return tagsOf(html).filter((tag) => !known.has(tag));
}

const ENTITIES = Object.entries({ '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' });
/** What a reader sees, without spaces. */
const textOf = (html: string): string =>
  ENTITIES.reduce((text, [entity, character]) => text.replaceAll(entity, character), html.replaceAll(/<[^>]*>/g, '')).replaceAll(/\s/g, '');

test('each kind of mail is among those that are read here', async () => {
  const modules = await Promise.all(
    globSync(join(import.meta.dirname, '../../modules/**/*.mails.ts')).map(
      (file) => import(/* @vite-ignore */ file) as Promise<Readonly<Record<string, unknown>>>,
    ),
  );
  const kinds = modules.flatMap((exported) =>
    Object.values(exported).flatMap((value) =>
      typeof value === 'object' && value !== null && 'write' in value && 'name' in value ? [String(value.name)] : [],
    ),
  );
  const read = new Set(sampleMails('en').map(({ name }) => name.split('-')[0]));
  expect(kinds.length).toBeGreaterThan(15);
  expect(kinds.filter((kind) => !read.has(kind))).toEqual([]);
});

test.each(INTERFACE_LANGUAGES)(
  'hostile text makes no element, attribute or address of a mail in %s, and is read as it was typed',
  (language) => {
    const harmless = sampleMails(language, HARMLESS);
    const faults: string[] = [];
    // Each by itself in the language that changes words after their values (elision); all in one in the others.
    const texts = Object.entries(language === 'fr' ? HOSTILE_TEXTS : { all: Object.values(HOSTILE_TEXTS).join(' ') });
    for (const [kind, text] of texts) {
      let read = 0;
      for (const [position, mail] of sampleMails(language, everywhere(text)).entries()) {
        const model = harmless[position];
        const beyond = tagsBeyond(model?.html ?? '', mail.html);
        if (beyond.length > 0) faults.push(`${kind}: ${mail.name}: ${beyond.join(' ')}`);
        if (mail.subject !== model?.subject) faults.push(`${kind}: ${mail.name}: the subject is ${mail.subject}`);
        if (textOf(mail.html).includes(text.replaceAll(/\s/g, ''))) read += 1;
      }
      if (read < 30) faults.push(`${kind}: only ${read} mails say what was typed`);
    }
    expect(faults).toEqual([]);
  },
);

test('a mail that does not escape is found', () => {
  const [harmless] = sampleMails('en', HARMLESS);
  for (const kind of ['element', 'script', 'comment', 'parts'] as const) {
    const text = HOSTILE_TEXTS[kind];
    const [mail] = sampleMails('en', everywhere(text));
    expect(mail?.html, kind).toContain(escapeHtml(text));
    expect(tagsBeyond(harmless?.html ?? '', mail?.html.replace(escapeHtml(text), () => text) ?? ''), kind).not.toEqual([]);
  }
  for (const text of Object.values(HOSTILE_TEXTS)) expect(tagsBeyond('<a href="https://x">', `<a href="${text}">`)).not.toEqual([]);
});

test('hostile text leaves a text message short, in letters of its alphabet, with its own link whole', () => {
  const config = testConfig();
  const link = 'https://app.checkwell.example/w/TTTTTTTTTTTTTTTTTTTTTT';
  const moments = { appointmentStart: '2026-11-23T08:00:00Z', answerableUntil: '2026-11-22T18:00:00Z' };
  const faults: string[] = [];
  for (const language of [...INTERFACE_LANGUAGES, 'de'] as const)
    for (const [kind, text] of Object.entries(HOSTILE_TEXTS)) {
      const writer = writerIn(language, config);
      const offer = OFFER_SMS.write(
        { token: 'T'.repeat(43), checkLocation: 'House', place: text, distanceKm: 24.5, fee: 82_60, ...moments },
        writer,
      );
      // What is off has no link.
      const employee = EMPLOYEE_NEWS.map(
        (news) =>
          [
            EMPLOYEE_SMS.write({ news, companyName: text, checkLocation: 'Office', address: text, link, ...moments }, writer),
            news === 'Cancelled' ? null : link,
          ] as const,
      );
      for (const [message, own] of [[offer, 'T'.repeat(43)] as const, ...employee]) {
        if (smsSegments(message) > SMS_MAX_SEGMENTS) faults.push(`${language} ${kind}: too long: ${message}`);
        if (toGsm(message) !== message || /(?![\r\n])[\p{Cc}\p{Cf}]/u.test(message))
          faults.push(`${language} ${kind}: other letters: ${JSON.stringify(message)}`);
        if (own !== null && !message.includes(own)) faults.push(`${language} ${kind}: no link: ${message}`);
      }
    }
  expect(faults).toEqual([]);
});
