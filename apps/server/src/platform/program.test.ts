import { describe, expect, test } from 'vitest';
import { StartupError } from '../config/startup-error.ts';
import { readArgument, readOptions } from './program.ts';

const USAGE = 'npm run seed -- --companies N';
const read = (...typed: string[]) => readOptions(['companies', 'checks'], USAGE, typed);

describe('the options of a program', () => {
  test('are read with their values', () => {
    expect(read('--companies', '3', '--checks=40')).toEqual({ companies: '3', checks: '40' });
    expect(read()).toEqual({});
  });

  test.each([['--certificates', '3'], ['--companies'], ['3'], ['--companies', '--checks', '4']])(
    'are refused with a message and the usage: %s %s',
    (...typed) => {
      expect(() => read(...typed)).toThrow(StartupError);
      expect(() => read(...typed)).toThrow(USAGE);
    },
  );
});

test('a program accepts exactly one argument, which is not an option', () => {
  expect(readArgument(USAGE, ['users.csv'])).toBe('users.csv');
  for (const typed of [[], ['--help'], ['a.csv', 'b.csv']]) {
    expect(() => readArgument(USAGE, typed)).toThrow(StartupError);
    expect(() => readArgument(USAGE, typed)).toThrow(USAGE);
  }
});
