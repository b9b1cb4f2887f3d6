import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { isOffline } from './errors.ts';

describe('an unreachable server', () => {
  it.each([
    ['a request', new ApiError('web.offline', { status: 0 }), true],
    ['a chunk of the code, in Chromium', new TypeError('Failed to fetch dynamically imported module: http://x/a.js'), true],
    ['the same in Firefox', new TypeError('error loading dynamically imported module: http://x/a.js'), true],
    ['the same in Safari', new TypeError('Importing a module script failed.'), true],
    ['a stylesheet', new Error('Unable to preload CSS for /assets/a.css'), true],
    ['a refusal', new ApiError('access.forbidden', { status: 403 }), false],
    ['an error in the code', new TypeError('x is undefined'), false],
    ['nothing', undefined, false],
  ])('is distinguished from other errors: %s', (_name, error, expected) => {
    expect(isOffline(error)).toBe(expected);
  });
});
