import { afterEach, beforeEach, expect } from 'vitest';
import { recordLoggedError, takeLoggedErrors } from './logged-errors.ts';

console.error = recordLoggedError;
console.warn = recordLoggedError;

beforeEach(() => void takeLoggedErrors());
afterEach(() => expect(takeLoggedErrors(), 'a test must not log errors; take the expected ones with takeLoggedErrors()').toEqual([]));
