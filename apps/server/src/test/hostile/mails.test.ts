import { globSync } from 'node:fs';
import { join } from 'node:path';
import { EMPLOYEE_NEWS } from '@checkwell/domain/check/employee-news';
import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import { SMS_MAX_SEGMENTS, smsSegments, toGsm } from '@checkwell/domain/messages/sms';
import type { MessageLanguage } from '@checkwell/messages';
import { escapeHtml } from '@checkwell/messages/html';
import { expect, test } from 'vitest';
import { EMPLOYEE_SMS } from '../../modules/checks/messages/checks-employee.sms.ts';
import { OFFER_SMS } from '../../modules/checks/offers/offers.sms.ts';
import { writerIn } from '../../platform/mail/mailer.ts';
import { testConfig } from '../config.ts';
import { employeeMails, type MailTexts, type SampleMail, sampleMails } from '../documents/sample-mails.ts';
import { tagsBeyond, textOf } from './tags.ts';
import { HOSTILE_TEXTS } from './texts.ts';

/** security.md, W4: text that people typed is never active in a mail or a text message. */

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

test('the samples contain each kind of mail', async () => {
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

/** The mails of a language, and how many of them contain each text that people type. */
interface Written {
  readonly write: (texts: MailTexts) => readonly SampleMail[];
  readonly atLeast: number;
}
const WRITTEN: readonly (readonly [MessageLanguage, Written])[] = [
  ...INTERFACE_LANGUAGES.map((language) => [language, { write: (texts: MailTexts) => sampleMails(language, texts), atLeast: 30 }] as const),
  // In German the product writes only to employees.
  ['de', { write: (texts) => employeeMails('de', texts), atLeast: 7 }],
];

test.each(WRITTEN)(
  'hostile text makes no element, attribute or address of a mail in %s, and is read as it was typed',
  (language, { write, atLeast }) => {
    const harmless = write(HARMLESS);
    const errors: string[] = [];
    // Each text in its own mail in French, where values change the words before them (elision); all texts in one mail in the others.
    const texts = Object.entries(language === 'fr' ? HOSTILE_TEXTS : { all: Object.values(HOSTILE_TEXTS).join(' ') });
    for (const [kind, text] of texts) {
      let read = 0;
      for (const [position, mail] of write(everywhere(text)).entries()) {
        const model = harmless[position];
        const beyond = tagsBeyond(model?.html ?? '', mail.html);
        if (beyond.length > 0) errors.push(`${kind}: ${mail.name}: ${beyond.join(' ')}`);
        if (mail.subject !== model?.subject) errors.push(`${kind}: ${mail.name}: the subject is ${mail.subject}`);
        if (textOf(mail.html).includes(text.replaceAll(/\s/g, ''))) read += 1;
      }
      if (read < atLeast) errors.push(`${kind}: only ${read} mails say what was typed`);
    }
    expect(errors).toEqual([]);
  },
);

test('a mail without escaping is detected', () => {
  const [harmless] = sampleMails('en', HARMLESS);
  for (const kind of ['element', 'script', 'comment', 'parts'] as const) {
    const text = HOSTILE_TEXTS[kind];
    const [mail] = sampleMails('en', everywhere(text));
    expect(mail?.html, kind).toContain(escapeHtml(text));
    expect(tagsBeyond(harmless?.html ?? '', mail?.html.replace(escapeHtml(text), () => text) ?? ''), kind).not.toEqual([]);
  }
  for (const text of Object.values(HOSTILE_TEXTS)) expect(tagsBeyond('<a href="https://x">', `<a href="${text}">`)).not.toEqual([]);
});

test('a text message with hostile text stays short, within the GSM alphabet, and keeps its own link', () => {
  const config = testConfig();
  const link = 'https://app.checkwell.example/w/TTTTTTTTTTTTTTTTTTTTTT';
  const moments = { appointmentStart: '2026-11-23T08:00:00Z', answerableUntil: '2026-11-22T18:00:00Z' };
  const errors: string[] = [];
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
        if (smsSegments(message) > SMS_MAX_SEGMENTS) errors.push(`${language} ${kind}: too long: ${message}`);
        if (toGsm(message) !== message || /(?![\r\n])[\p{Cc}\p{Cf}]/u.test(message))
          errors.push(`${language} ${kind}: other letters: ${JSON.stringify(message)}`);
        if (own !== null && !message.includes(own)) errors.push(`${language} ${kind}: no link: ${message}`);
      }
    }
  expect(errors).toEqual([]);
});
