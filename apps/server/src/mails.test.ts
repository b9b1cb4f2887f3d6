import { INTERFACE_LANGUAGES, type InterfaceLanguage } from '@checkwell/domain/constants';
import { publicPagePath } from '@checkwell/domain/public-pages';
import { getTranslator } from '@checkwell/messages/translator';
import { describe, expect, test } from 'vitest';
import { SIGN_UP_REFUSED_MAIL } from './modules/sign-ups/sign-ups.mails.ts';
import { writeMail } from './platform/mail/mailer.ts';
import { PRODUCTION_ENV, testConfig } from './test/config.ts';
import { sampleMails } from './test/documents/sample-mails.ts';

/** The text of a mail without its footer. */
function bodyOf(language: InterfaceLanguage, wanted: string): string {
  const mail = sampleMails(language).find(({ name }) => name === wanted);
  return mail?.plainText.split('\n-- \n')[0] ?? '';
}

describe.each(INTERFACE_LANGUAGES)('every mail in %s', (language) => {
  test('names the sender with VAT number and register, contact details, and the privacy notice', () => {
    const register = { en: 'RPR/RPM Ghent', fr: 'RPM Gand', nl: 'RPR Gent' }[language];
    const vat = { en: 'VAT BE 0440.966.354', fr: 'TVA BE 0440.966.354', nl: 'Btw BE 0440.966.354' }[language];
    const seller = ['Burgemeester Van Gansberghelaan 142 bus 301, 9820 Merelbeke-Melle', vat, register, '+32 9 223 45 67'];
    const pages = [publicPagePath('privacy', language), publicPagePath('contact', language)];
    const lacking = sampleMails(language).flatMap(({ name, html, plainText }) =>
      [...seller, 'info@controle.example', ...pages].flatMap((text) =>
        html.includes(text) && plainText.includes(text) ? [] : [`${name}: ${text}`],
      ),
    );
    expect(lacking).toEqual([]);
    const first = sampleMails(language)[0];
    expect(first?.html).toContain('href="tel:+3292234567"');
    expect(first?.html).toContain('href="mailto:info@controle.example"');
  });

  test('contains a phone number if it asks to call', () => {
    const asking = ['emailChanged', 'passwordChanged', 'protectionChanged-secondStepRemoved', 'oneShotNews-ProblemNeedsEmployer'];
    const silent = asking.filter((wanted) => !bodyOf(language, wanted).includes('+32 9 223 45 67'));
    expect(silent).toEqual([]);
  });

  test('mentions the report only to recipients who can open it', () => {
    const t = getTranslator(language, 'mail');
    for (const [name, announced] of [
      ['result-Yes', true],
      ['result-superior', false],
      ['oneShotNews-ResultAvailable', false],
    ] as const)
      expect([name, bodyOf(language, name).includes(t('result.heading'))]).toEqual([name, announced]);
  });

  test('mentions the page of a check only to recipients who can open it', () => {
    const t = getTranslator(language, 'mail');
    for (const [name, sentence] of [
      ['appointmentMade-Office', 'text'],
      ['appointmentMade-Office-moved', 'textMoved'],
      ['appointmentMade-superior', 'textHere'],
      ['appointmentMade-superior-moved', 'textMovedHere'],
      ['oneShotNews-AppointmentMade', 'textHere'],
    ] as const) {
      const paragraphs = bodyOf(language, name).replaceAll(/\s+/g, ' ');
      const others = (['text', 'textMoved'] as const).filter((other) => other !== sentence);
      expect([name, paragraphs.includes(t(`appointmentMade.${sentence}`))]).toEqual([name, true]);
      expect([name, others.filter((other) => paragraphs.includes(t(`appointmentMade.${other}`)))]).toEqual([name, []]);
    }
  });

  test('offers a One Shot Check only if there is a payment provider', () => {
    const sentence = getTranslator(language, 'accountMails')('refused.oneShot');
    const refusal = (env: Readonly<Record<string, string>>) =>
      writeMail({ template: SIGN_UP_REFUSED_MAIL, params: { reason: 'CompanyUnknown' }, language }, testConfig(env)).plainText;
    expect(
      refusal({
        STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_0123456789abcdef',
        STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
      }),
    ).toContain(sentence);
    expect(refusal(PRODUCTION_ENV)).not.toContain(sentence);
  });
});
