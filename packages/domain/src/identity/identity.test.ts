import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { issuesOf } from '../validation.ts';
import { newPasswordRule, passwordParts, presentedPasswordRule } from './password.ts';
import { profileUpdateRule } from './profile.ts';
import { secondStepRemovalRule } from './second-step.ts';
import { changePasswordRule, signInRule } from './sign-in.ts';

const messages = (result: { success: boolean; error?: Parameters<typeof issuesOf>[0] }) =>
  result.error ? issuesOf(result.error).map(({ message }) => message) : [];

describe('a new password', () => {
  test('follows the rule, compared with a second implementation', () => {
    const characters = fc.oneof(
      fc.constantFrom(...'abcXYZ0123456789 !#-_é', '٣', '\u0000', '\ud800', '😀', '\n'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(fc.array(characters, { minLength: 0, maxLength: 140 }), (list) => {
        const password = list.join('');
        const points = Array.from(password.normalize('NFC'));
        const is = (pattern: RegExp) => (point: string) => pattern.test(point);
        const expected =
          points.length >= 12 &&
          points.length <= 128 &&
          points.filter(is(/^\p{Nd}$/u)).length >= 3 &&
          points.some(is(/^[^\p{L}\p{M}\p{N}\p{Cc}\p{Cs}]$/u)) &&
          !points.some(is(/^[\p{Cc}\p{Cs}]$/u));
        expect(newPasswordRule.safeParse(password).success).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['Kanaal-fiets-749', []],
    ['Kanaal fiets 749', []],
    [`${'a'.repeat(60)}-123`, []],
    [`${'é'.repeat(124)}-123`, []],
    ['Abcdefgh-123', []],
    ['Abcdefg-123', ['passwordRule']],
    ['Abcdefghi-12', ['passwordRule']],
    ['Abcdefghi1234', ['passwordRule']],
    ['', ['passwordRule']],
    [`${'a'.repeat(125)}-123`, ['passwordTooLong']],
    ['Abcdefgh-123\u0000', ['invalidCharacters']],
  ])('%j: %j', (password, expected) => expect(messages(newPasswordRule.safeParse(password))).toEqual(expected));

  test('is counted in Unicode code points after normalisation', () => {
    expect(passwordParts('😀😀😀')).toEqual({ length: false, digits: false, special: true });
    expect(passwordParts('e\u0301'.repeat(11))).toMatchObject({ length: false });
    expect(passwordParts('١٢٣ fiets lamp')).toEqual({ length: true, digits: true, special: true });
  });

  test('is not required of existing passwords', () => {
    expect(presentedPasswordRule.safeParse('old').success).toBe(true);
    expect(messages(presentedPasswordRule.safeParse(''))).toEqual(['passwordRequired']);
    expect(messages(presentedPasswordRule.safeParse('x'.repeat(513)))).toEqual(['passwordTooLong']);
  });
});

describe('sign-in', () => {
  test('trims the address and makes it lower case, and leaves the password unchanged', () => {
    expect(signInRule.parse({ email: ' An.Peeters@Example.BE ', password: ' Secret ' })).toEqual({
      email: 'an.peeters@example.be',
      password: ' Secret ',
    });
  });

  test('reports errors with the messages of the specification', () => {
    expect(messages(signInRule.safeParse({ email: '', password: '' }))).toEqual(['emailRequired', 'passwordRequired']);
    expect(messages(signInRule.safeParse({ email: 'an.peeters', password: 'x' }))).toEqual(['emailInvalid']);
    expect(messages(signInRule.safeParse({}))).toEqual(['emailRequired', 'passwordRequired']);
    expect(messages(signInRule.safeParse({ email: 'a@b.be', password: 'x', rememberMe: true }))).toEqual(['unknownField']);
    expect(messages(changePasswordRule.safeParse({ current: 'x', next: 'x' }))).toEqual(['passwordRule']);
    expect(messages(changePasswordRule.safeParse({ current: '', next: '' }))).toEqual(['passwordConfirmLink', 'passwordRule']);
  });
});

test('a profile update accepts only the fields that users may change', () => {
  const changes = { firstName: 'An', lastName: 'Peeters', phoneNumber: '0470 12 34 56' };
  expect(profileUpdateRule.parse(changes)).toEqual({ ...changes, phoneNumber: '+32470123456' });
  expect(messages(profileUpdateRule.safeParse({ ...changes, accesType: 'admin' }))).toEqual(['unknownField']);
});

test('removing a second step needs a reason; a code is optional', () => {
  expect(secondStepRemovalRule.parse({ reason: '  Lost the telephone ' })).toEqual({ reason: 'Lost the telephone' });
  expect(secondStepRemovalRule.parse({ reason: 'Lost', code: ' 123 456 ' })).toEqual({ reason: 'Lost', code: '123 456' });
  for (const wrong of [{}, { reason: ' ' }, { reason: 'x'.repeat(501) }, { reason: 'Lost', code: ' ' }, { reason: 'Lost', other: true }])
    expect(secondStepRemovalRule.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
});
