import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { PASSWORD } from './constants.ts';
import {
  across,
  choice,
  choiceInAnyCase,
  day,
  fieldIssue,
  id,
  instant,
  isCleanText,
  issuesOf,
  key,
  line,
  paramsOf,
  text,
  VALIDATION_KEYS,
  yesNo,
} from './validation.ts';

/** Errors of a value as `path: key`, empty when it is accepted. */
const fieldErrors = (rule: z.ZodMiniType, value: unknown): Record<string, string> => {
  const result = z.safeParse(rule, value);
  return result.success ? {} : Object.fromEntries(issuesOf(result.error).map(({ path, message }) => [path, message]));
};
/** Any text that JavaScript can hold, lone surrogates included. */
const anyText = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 }).map((units) => String.fromCharCode(...units));

describe('texts', () => {
  const name = line(20, 'firstNameRequired');
  const optional = line(20);
  const comment = text(50);

  it('trims and composes letters, so that the same name is stored the same', () => {
    expect(z.parse(name, '  René\u00a0')).toBe('René');
    expect(z.parse(name, 'Rene\u0301')).toBe('Ren\u00e9');
    expect(z.parse(optional, '   ')).toBe('');
    expect(z.parse(comment, ' first\n\tsecond ')).toBe('first\n\tsecond');
  });

  it.each(['', ' ', '\u00a0\u2003', '\u200b', '\u200d\ufeff', '\u0301', '\n', undefined, null, 5, {}, []])(
    'counts %j as missing',
    (value) => {
      expect(fieldErrors(name, value)).toEqual({ '': 'firstNameRequired' });
    },
  );

  it.each([
    ['NUL', 'An\u0000na'],
    ['bell', 'Anna\u0007 B'],
    ['delete', 'An\u007fna'],
    ['C1 control', 'An\u0085na'],
    ['lone high surrogate', 'Anna\ud83d'],
    ['lone low surrogate', '\udc00Anna'],
    ['line feed', 'Anna\nBcc: a@b.be'],
    ['carriage return', 'Anna\rB'],
    ['tab', 'An\tna'],
    ['line separator', 'An\u2028na'],
  ])('refuses %s in a line', (_name, value) => {
    expect(fieldErrors(name, value)).toEqual({ '': 'invalidCharacters' });
  });

  it.each(['Zoë', 'Łukasz', 'Đặng', "D'Hondt", 'D’Hondt', 'محمد', '李', 'Ñandú', 'Marie-Ève', '👩‍⚕️', 'O\u0308zgu\u0308r'])(
    'accepts the name %s',
    (value) => {
      expect(z.parse(name, value)).toBe(value.normalize());
    },
  );

  it.each([
    ['ziek\u202efdp.exe', 'ziekfdp.exe'],
    ['\u202a+32 470 12 34 56\u202c', '+32 470 12 34 56'],
    ['\u2067\u061cAnn\u200f\u2069 \u200e', 'Ann'],
  ])('removes characters of direction from %j', (value, kept) => {
    expect(z.parse(name, value)).toBe(kept);
    expect(z.parse(comment, value)).toBe(kept);
  });

  it('treats a text of invisible characters as missing', () => {
    expect(fieldErrors(name, '\u202e\u202c')).toEqual({ '': 'firstNameRequired' });
  });

  it('limits the length after trimming', () => {
    expect(fieldErrors(name, ` ${'a'.repeat(20)} `)).toEqual({});
    expect(fieldErrors(name, 'a'.repeat(21))).toEqual({ '': 'tooLong' });
    expect(fieldErrors(comment, 'a'.repeat(51))).toEqual({ '': 'tooLong' });
  });

  it('accepts only clean texts, for any input', () => {
    fc.assert(
      fc.property(anyText, (value) => {
        const one = z.safeParse(optional, value);
        if (one.success) {
          expect(isCleanText(one.data)).toBe(true);
          expect(one.data).toBe(one.data.trim());
          expect(one.data).not.toMatch(/[\r\n]/);
          expect(z.parse(optional, one.data)).toBe(one.data);
        }
        const several = z.safeParse(comment, value);
        if (several.success) expect(isCleanText(several.data)).toBe(true);
      }),
    );
  });
});

describe('other values', () => {
  it('distinguish a missing value from an invalid choice', () => {
    for (const absent of [undefined, null, '']) {
      expect(fieldErrors(choice(['a', 'b'], 'genderRequired'), absent)).toEqual({ '': 'genderRequired' });
      expect(fieldErrors(choiceInAnyCase(['a', 'b'], 'languageRequired'), absent)).toEqual({ '': 'languageRequired' });
      expect(fieldErrors(id('employeeRequired'), absent)).toEqual({ '': 'employeeRequired' });
      expect(fieldErrors(yesNo('termsRequired'), absent)).toEqual({ '': 'termsRequired' });
    }
  });

  it('accept a choice in any case if the rule allows it', () => {
    const rule = choiceInAnyCase(['en', 'nl'], 'languageRequired');
    expect(['nl', 'NL', 'Nl'].map((value) => rule.parse(value))).toEqual(['nl', 'nl', 'nl']);
    for (const value of ['de', 'nl ', 'nl\n', 5, {}, ['nl']]) expect(fieldErrors(rule, value)).toEqual({ '': 'invalidChoice' });
  });

  it('report a value of another type with the key of the field', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const isGiven = value !== undefined && value !== null && value !== '';
        if (typeof value !== 'string') expect(fieldErrors(day('startDateRequired'), value)).toEqual({ '': 'startDateRequired' });
        if (typeof value !== 'string' && isGiven) {
          expect(fieldErrors(choice(['a', 'b'], 'genderRequired'), value)).toEqual({ '': 'invalidChoice' });
          expect(fieldErrors(id('employeeRequired'), value)).toEqual({ '': 'invalidChoice' });
        }
        if (typeof value !== 'boolean' && isGiven) expect(fieldErrors(yesNo('termsRequired'), value)).toEqual({ '': 'invalidChoice' });
        if (!(value instanceof Date)) expect(fieldErrors(instant('momentRequired'), value)).toEqual({ '': 'momentRequired' });
      }),
    );
  });

  it('distinguish a missing day from an impossible one', () => {
    expect(fieldErrors(day('startDateRequired'), '')).toEqual({ '': 'startDateRequired' });
    for (const value of ['2026-02-29', '2026-02-30', '9999-12-31', '0000-00-00', '21/11/2026', 'today', '2026-11-21 ']) {
      expect(fieldErrors(day('startDateRequired'), value)).toEqual({ '': 'dateInvalid' });
    }
    expect(fieldErrors(day('startDateRequired'), '2028-02-29')).toEqual({});
  });

  it('limit instants, so that adding minutes gives a valid date', () => {
    expect(fieldErrors(instant('momentRequired'), new Date('2026-11-21T09:00:00Z'))).toEqual({});
    for (const value of [
      new Date(8.64e15),
      new Date(-8.64e15),
      new Date('+010000-01-01T00:00:00Z'),
      new Date('9999-12-31T23:59:59Z'),
      new Date('1899-12-31T00:00:00Z'),
    ]) {
      expect(fieldErrors(instant('momentRequired'), value)).toEqual({ '': 'dateInvalid' });
    }
    expect(fieldErrors(instant('momentRequired'), new Date(Number.NaN))).toEqual({ '': 'momentRequired' });
  });

  it('accept an id only as a UUID', () => {
    expect(fieldErrors(id(), '0193a5e4-7f00-7abc-8def-0123456789ab')).toEqual({});
    for (const value of ['1', "' or 1=1", '0193a5e4-7f00-7abc-8def-0123456789ab ', '0193a5e47f007abc8def0123456789ab']) {
      expect(fieldErrors(id(), value)).toEqual({ '': 'invalidChoice' });
    }
  });
});

describe('rules across fields', () => {
  const rule = z
    .strictObject({ name: line(20, 'firstNameRequired'), startDate: day('startDateRequired'), endDate: day('endDateRequired') })
    .check(
      across<{ startDate: string; endDate: string }>(['startDate', 'endDate'], ({ startDate, endDate }) => startDate <= endDate, {
        path: 'endDate',
        error: key('endBeforeStart'),
      }),
    );

  it('are checked although another field is invalid', () => {
    expect(fieldErrors(rule, { name: '', startDate: '2026-11-21', endDate: '2026-11-20' })).toEqual({
      name: 'firstNameRequired',
      endDate: 'endBeforeStart',
    });
    expect(fieldErrors(rule, { name: 'Anna', startDate: '2026-11-21', endDate: '2026-11-20', extra: 1 })).toEqual({
      extra: 'unknownField',
      endDate: 'endBeforeStart',
    });
  });

  it('are skipped while one of their own fields is invalid', () => {
    expect(fieldErrors(rule, { name: 'Anna', startDate: '2026-11-21', endDate: '2026-02-30' })).toEqual({ endDate: 'dateInvalid' });
    expect(fieldErrors(rule, { name: 'Anna', endDate: '2026-11-20' })).toEqual({ startDate: 'startDateRequired' });
  });

  it('never throw, for any input', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(z.safeParse(rule, value).success).toBe(false);
      }),
    );
  });
});

describe('errors in API responses', () => {
  it('give the field, its first error, and the values of the message', () => {
    const rule = z.strictObject({
      name: line(5, 'firstNameRequired'),
      inner: z.strictObject({ comment: text(5) }),
      list: z.array(choice(['a'], 'languageRequired')),
    });
    const result = z.safeParse(rule, { name: 'abcdef\u0000', inner: { comment: 'abcdef', secret: 1 }, list: ['a', 'b'], __proto_: 1 });
    expect(result.success ? [] : issuesOf(result.error)).toEqual([
      { path: 'name', message: 'tooLong', params: { max: 5 } },
      { path: 'inner.comment', message: 'tooLong', params: { max: 5 } },
      { path: 'inner.secret', message: 'unknownField' },
      { path: 'list.1', message: 'invalidChoice' },
      { path: '__proto_', message: 'unknownField' },
    ]);
  });

  it('have only known keys', () => {
    const result = z.safeParse(z.strictObject({ count: z.number() }), { count: 'x' });
    expect(result.success ? [] : issuesOf(result.error)).toEqual([{ path: 'count', message: 'required' }]);
  });

  it('have the general limits as values', () => {
    expect(fieldIssue('password', 'passwordRule')).toEqual({
      path: 'password',
      message: 'passwordRule',
      params: { min: PASSWORD.minLength, digits: PASSWORD.minDigits },
    });
    expect(fieldIssue('appointmentStart', 'momentHours')).toEqual({
      path: 'appointmentStart',
      message: 'momentHours',
      params: { from: '07:00', to: '20:00' },
    });
    expect(fieldIssue('endDate', 'endBeforeStart')).toEqual({ path: 'endDate', message: 'endBeforeStart' });
    expect(paramsOf({ message: 'passwordTooLong' })).toEqual({ max: PASSWORD.maxLength });
    expect(paramsOf({ message: 'passwordTooLong', maximum: 512 })).toEqual({ max: 512 });
  });

  it('have unique keys', () => {
    expect(new Set(VALIDATION_KEYS).size).toBe(VALIDATION_KEYS.length);
  });
});
