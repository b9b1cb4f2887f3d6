import { describe, expect, test } from 'vitest';
import { issuesOf } from '../validation.ts';
import { chosenPasswordRule } from './account-link.ts';
import { confirmSignUpRule, refuseSignUpRule, signUpRule, workDomainOf } from './sign-up.ts';

const VALID = {
  firstName: 'Nadia',
  lastName: 'El Amrani',
  email: ' Nadia@Acme.BE ',
  phoneNumber: '0470 12 34 56',
  companyName: 'Acme',
  companyNumber: 'be 0440.966.354',
  language: 'FR',
};
const fieldErrors = (values: object) => {
  const { error } = signUpRule.safeParse({ ...VALID, ...values });
  return error ? issuesOf(error).map(({ path, message }) => `${path} ${message}`) : [];
};

describe('sign-up', () => {
  test('normalises the input', () =>
    expect(signUpRule.parse(VALID)).toEqual({
      firstName: 'Nadia',
      lastName: 'El Amrani',
      email: 'nadia@acme.be',
      phoneNumber: '+32470123456',
      companyName: 'Acme',
      companyNumber: 'BE0440966354',
      language: 'fr',
    }));

  test.each([
    [{ firstName: '' }, 'firstName firstNameRequired'],
    [{ lastName: ' ' }, 'lastName lastNameRequired'],
    [{ email: '' }, 'email emailRequired'],
    [{ email: 'nadia.acme' }, 'email emailFormat'],
    [{ phoneNumber: '' }, 'phoneNumber phoneRequired'],
    [{ phoneNumber: 'none' }, 'phoneNumber phoneFormat'],
    [{ companyNumber: 'BE12' }, 'companyNumber vatFormat'],
    [{ accesType: 'admin' }, 'accesType unknownField'],
  ])('%j: %s', (values, fieldError) => expect(fieldErrors(values).join()).toContain(fieldError));

  test.each([
    ['firstName', 'firstNameRequired'],
    ['lastName', 'lastNameRequired'],
    ['email', 'emailRequired'],
    ['phoneNumber', 'phoneRequired'],
  ])('requires %s: it cannot be left out', (field, fieldError) =>
    expect(fieldErrors({ [field]: undefined })).toEqual([`${field} ${fieldError}`]),
  );

  test('does not require company and VAT number', () => expect(fieldErrors({ companyName: '', companyNumber: '' })).toEqual([]));

  test('is confirmed with a company and an access type, or refused with a reason', () => {
    expect(confirmSignUpRule.safeParse({ companyId: 'x', accesType: 'owner' }).success).toBe(false);
    expect(refuseSignUpRule.safeParse({ reason: 'Because' }).success).toBe(false);
    expect(refuseSignUpRule.safeParse({ reason: 'NotConfirmed' }).success).toBe(true);
  });

  test('suggests no employer for an address of a public mail provider', () => {
    expect(workDomainOf('nadia@acme.be')).toBe('acme.be');
    expect(workDomainOf('nadia@Gmail.com')).toBeNull();
  });
});

describe('a chosen password', () => {
  const fieldErrorsOf = (values: object) => {
    const { error } = chosenPasswordRule.safeParse(values);
    return error ? issuesOf(error).map(({ path, message }) => `${path} ${message}`) : [];
  };
  test.each([
    [{ password: 'Kanaal-fiets-749', confirmation: 'Kanaal-fiets-749' }, []],
    [{ password: 'Kanaal-fiets-749', confirmation: 'Kanaal-fiets-748' }, ['confirmation passwordMismatch']],
    [{ password: 'Kanaal-fiets-749', confirmation: '' }, ['confirmation required']],
    [{ password: '', confirmation: '' }, ['password passwordRule', 'confirmation required']],
  ])('%j: %j', (values, expected) => expect(fieldErrorsOf(values)).toEqual(expected));
});
