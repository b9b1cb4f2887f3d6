import './page.ts';
import { afterEach, beforeEach, expect } from 'vitest';
import { recordLoggedError, takeLoggedErrors } from '../../../server/src/test/logged-errors.ts';
import { leave, UNFORESEEN } from './render.tsx';

/** What fails a component test: a logged error or warning, and a call that it did not foresee or never answers. For each file. */

console.error = recordLoggedError;
console.warn = recordLoggedError;

beforeEach(() => void takeLoggedErrors());
afterEach(async () => {
  const errors = await leave();
  expect(errors, UNFORESEEN).toEqual([]);
  expect(takeLoggedErrors(), 'the page must not log errors; take the expected ones with takeLoggedErrors()').toEqual([]);
});
