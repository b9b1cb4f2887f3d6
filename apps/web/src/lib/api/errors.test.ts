import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { isOffline } from './errors.ts';

describe('a server that is not reached', () => {
  it.each([
    ['data', new ApiError('web.offline', { status: 0 }), true],
    ['a part of the program, in Chromium', new TypeError('Failed to fetch dynamically imported module: http://x/a.js'), true],
    ['the same in Firefox', new TypeError('error loading dynamically imported module: http://x/a.js'), true],
    ['the same in Safari', new TypeError('Importing a module script failed.'), true],
    ['its style', new Error('Unable to preload CSS for /assets/a.css'), true],
    ['a refusal', new ApiError('access.forbidden', { status: 403 }), false],
    ['a fault of our own', new TypeError('x is undefined'), false],
    ['nothing', undefined, false],
  ])('is told from other failures: %s', (_name, error, expected) => {
    expect(isOffline(error)).toBe(expected);
  });
});
