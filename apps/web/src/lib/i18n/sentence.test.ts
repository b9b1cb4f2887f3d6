import { PASSWORD } from '@checkwell/domain/constants';
import { identifyRule } from '@checkwell/domain/identity/sign-in';
import { paramsOf } from '@checkwell/domain/validation';
import english from '@checkwell/messages/locales/en/validation.json' with { type: 'json' };
import { getTranslator } from '@checkwell/messages/translator';
import { beforeAll, describe, expect, it } from 'vitest';
import { i18n } from './i18n.ts';
import { messageText } from './message-text.ts';
import { sentenceOf } from './sentence.ts';

beforeAll(async () => {
  await i18n.init({ lng: 'en', resources: { en: { validation: english } }, interpolation: { escapeValue: false } });
});
const say = getTranslator('en', 'validation');

describe('the text of an error', () => {
  it('has the limits of its rule', () => {
    expect(messageText('momentHours')).toBe(say('momentHours', { from: '07:00', to: '20:00' }));
    expect(messageText('validation:durationRange')).toBe(say('durationRange', { min: 10, max: 120 }));
    expect(messageText('passwordRule')).toBe(say('passwordRule', { min: PASSWORD.minLength, digits: PASSWORD.minDigits }));
  });

  it('prefers the parameters of the error', () => {
    expect(messageText('durationRange', { max: 45 })).toBe(say('durationRange', { min: 10, max: 45 }));
  });

  it('has the maximum length of a text', () => {
    const [issue] = identifyRule.safeParse({ email: `${'a'.repeat(300)}@example.be` }).error?.issues ?? [];
    expect(issue && sentenceOf(issue.message, paramsOf(issue))).toBe(say('tooLong', { max: 254 }));
  });

  it('does not change texts that are not keys', () => {
    expect(messageText('Something the server wrote: as it is.')).toBe('Something the server wrote: as it is.');
    expect(messageText(undefined)).toBeUndefined();
    expect(messageText('')).toBeUndefined();
  });
});
