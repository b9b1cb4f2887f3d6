import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { issuesOf } from '../validation.ts';
import {
  emailRule,
  employeeRule,
  gsmRule,
  optionalEmailRule,
  optionalPhoneRule,
  profileRule,
  superiorRule,
  userRule,
  workerRule,
} from './rules.ts';

const fieldErrors = (rule: z.ZodMiniType, value: unknown): Record<string, string> => {
  const result = z.safeParse(rule, value);
  return result.success ? {} : Object.fromEntries(issuesOf(result.error).map(({ path, message }) => [path, message]));
};

const USER = {
  firstName: 'Anna',
  lastName: 'Peeters',
  email: 'anna.peeters@company.be',
  phoneNumber: '0470 12 34 56',
  accesType: 'basic',
  languages: ['nl', 'fr'],
};
const WORKER = {
  workerFirstName: 'Jan',
  workerLastName: 'Janssens',
  workerAddress: 'Kerkstraat 1, 9000 Gent',
  workerPhoneNumber: '09 123 45 67',
  workerGender: 'Male',
  workerLanguage: 'NL',
};
const EMPLOYEE = {
  employeeMatricule: 'A-12',
  employeeFirstName: 'Jan',
  employeeLastName: 'Janssens',
  employeeLanguage: 'DE',
  employeeGender: 'Others',
  employeePhoneNumber: '+49 151 23456789',
  employeeAddress: 'Kirchstraße 1, 4700 Eupen',
  function: '',
  subEmployee: '',
  superiorId: null,
};
const SUPERIOR = { email: 'chef@company.be', firstName: '', lastName: '', phoneNumber: '', language: 'fr', requestForm: 'InterfaceAdmin' };

describe('e-mail addresses', () => {
  it.each(['a@b.be', 'Anna.Peeters+HR@Company.BE', "o'neill@company.co.uk", 'user_name@sub.domain.be', 'josé@münchen.de'])(
    'accepts %s, in lower case',
    (email) => {
      expect(z.parse(emailRule(), ` ${email} `)).toBe(email.toLowerCase());
    },
  );

  it.each([
    'anna',
    '@company.be',
    'anna@',
    'anna@company',
    'anna@@company.be',
    'an na@company.be',
    'anna@company. be',
    'anna@company..be',
    'anna@my_company.be',
    'anna@-company.be',
    'anna@company!.be',
    '<anna@company.be>',
    'anna@company.b',
    'a,b@company.be',
    'anna\u0000@company.be',
    'anna\ud800@company.be',
    'an\u200bna@company.be',
    'anna@company.be\nbcc: x@y.be',
  ])('refuses %j', (email) => {
    expect(fieldErrors(emailRule(), email)).toEqual({ '': 'emailFormat' });
  });

  it('may be empty if optional, and must otherwise be valid', () => {
    expect(z.parse(optionalEmailRule(), '  ')).toBe('');
    expect(z.parse(optionalEmailRule(), ' An@Example.BE ')).toBe('an@example.be');
    expect(z.parse(optionalEmailRule(), 'an@münchen.de')).toBe('an@münchen.de');
    for (const wrong of ['an', 'an@example', 'an@example.be, jan@example.be'])
      expect(fieldErrors(optionalEmailRule(), wrong)).toEqual({ '': 'emailFormat' });
    expect(fieldErrors(optionalEmailRule(), `${'a'.repeat(250)}@b.be`)).toMatchObject({ '': expect.stringMatching(/tooLong|emailFormat/) });
  });

  it('are refused with the messages of the screen', () => {
    expect(fieldErrors(emailRule(), '')).toEqual({ '': 'emailRequired' });
    expect(fieldErrors(emailRule('emailRequired', 'emailInvalid'), 'anna')).toEqual({ '': 'emailInvalid' });
    expect(fieldErrors(emailRule(), `${'a'.repeat(250)}@b.be`)).toEqual({ '': 'tooLong' });
  });
});

describe('optional telephone numbers', () => {
  it('stay empty, become international, or are refused', () => {
    expect(z.parse(optionalPhoneRule(), ' ')).toBe('');
    expect(z.parse(optionalPhoneRule(), '02 123 45 67')).toBe('+3221234567');
    expect(fieldErrors(optionalPhoneRule(), 'abc')).toEqual({ '': 'phoneFormat' });
    expect(z.parse(gsmRule(), '')).toBe('');
    expect(z.parse(gsmRule(), '0470/12.34.56')).toBe('+32470123456');
    expect(fieldErrors(gsmRule(), '02 123 45 67')).toEqual({ '': 'gsmFormat' });
    expect(fieldErrors(gsmRule(), 'abc')).toEqual({ '': 'gsmFormat' });
  });
});

/** Per rule: a valid example, and for each field a wrong value with the key that answers it. */
const CASES: readonly (readonly [
  name: string,
  rule: z.ZodMiniType,
  example: object,
  wrong: readonly (readonly [field: string, value: unknown, key: string])[],
])[] = [
  [
    'add user',
    userRule,
    USER,
    [
      ['firstName', '', 'firstNameRequired'],
      ['lastName', ' ', 'lastNameRequired'],
      ['email', '', 'emailRequired'],
      ['email', 'anna@company', 'emailFormat'],
      ['phoneNumber', '', 'phoneRequired'],
      ['phoneNumber', '12', 'phoneFormat'],
      ['accesType', '', 'accessTypeRequired'],
      ['accesType', 'owner', 'invalidChoice'],
      ['languages', [], 'languageRequired'],
      ['languages', ['nl', 'nl'], 'invalidChoice'],
    ],
  ],
  [
    'worker',
    workerRule,
    WORKER,
    [
      ['workerFirstName', '', 'firstNameRequired'],
      ['workerLastName', '', 'lastNameRequired'],
      ['workerAddress', '', 'addressRequired'],
      ['workerAddress', 'a'.repeat(251), 'tooLong'],
      ['workerPhoneNumber', '', 'phoneRequired'],
      ['workerPhoneNumber', '0470', 'phoneFormat'],
      ['workerGender', '', 'genderRequired'],
      ['workerGender', undefined, 'genderRequired'],
      ['workerLanguage', 'nl', 'invalidChoice'],
    ],
  ],
  [
    'employee',
    employeeRule,
    EMPLOYEE,
    [
      ['employeeMatricule', '', 'matriculeRequired'],
      ['employeeFirstName', '', 'firstNameRequired'],
      ['employeeLastName', '', 'lastNameRequired'],
      ['employeeLanguage', 'IT', 'invalidChoice'],
      ['employeeGender', 'male', 'invalidChoice'],
      ['employeePhoneNumber', '', 'phoneRequired'],
      ['employeeAddress', '', 'addressRequired'],
      ['superiorId', 'x', 'invalidChoice'],
      ['function', 'a\u0000', 'invalidCharacters'],
    ],
  ],
  [
    'profile',
    profileRule,
    { firstName: 'Anna', lastName: 'Peeters', phoneNumber: '+32470123456', language: 'en' },
    [
      ['firstName', '', 'firstNameRequired'],
      ['lastName', '', 'lastNameRequired'],
      ['phoneNumber', 'x', 'phoneFormat'],
      ['language', 'de', 'invalidChoice'],
    ],
  ],
  [
    'superior',
    superiorRule,
    SUPERIOR,
    [
      ['email', 'chef', 'emailFormat'],
      ['phoneNumber', 'x', 'phoneFormat'],
      ['language', 'NL', 'invalidChoice'],
      ['requestForm', 'x'.repeat(41), 'tooLong'],
    ],
  ],
];

describe.each(CASES)('%s', (_name, rule, example, wrong) => {
  it('accepts the example, and parsing it again changes nothing', () => {
    const once = z.parse(rule, example);
    expect(z.parse(rule, once)).toEqual(once);
  });

  it.each(wrong)('refuses %s: %j with %s', (field, value, key) => {
    expect(fieldErrors(rule, { ...example, [field]: value })).toEqual({ [field]: key });
  });

  // A form without a choice sends null; an API client leaves the field out.
  it.each(wrong.flatMap(([field, value, key]) => (value === '' && key.endsWith('Required') ? [[field, key] as const] : [])))(
    'requires %s: null is refused',
    (field, key) => expect(fieldErrors(rule, { ...example, [field]: null })).toEqual({ [field]: key }),
  );

  it('reports all missing fields at once', () => {
    const missing = fieldErrors(rule, {});
    for (const field of Object.keys(example)) expect(missing, field).toHaveProperty(field);
  });

  it.each(['id', 'companyId', 'role', 'version', 'constructor', 'isAdmin'])('refuses the unknown field %s', (field) => {
    expect(fieldErrors(rule, { ...example, [field]: 'x' })).toEqual({ [field]: 'unknownField' });
  });

  it('never throws and keeps no prototype, for any input', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withDate: true }), fc.constantFrom(...Object.keys(example)), (value, field) => {
        z.safeParse(rule, value);
        const result = z.safeParse(rule, { ...example, [field]: value });
        if (result.success) expect(Object.keys(result.data as object).sort()).toEqual(Object.keys(example).sort());
      }),
      // An input on which a comparison with a number throws; random tests rarely produce it.
      { examples: Object.keys(example).map((field): [unknown, string] => [{ length: Object.create(null) }, field]) },
    );
    const poisoned = z.safeParse(rule, JSON.parse(JSON.stringify(example).replace('{', '{"__proto__":{"admin":true},')));
    expect(poisoned.error && issuesOf(poisoned.error)).toEqual([{ path: '__proto__', message: 'unknownField' }]);
  });
});
