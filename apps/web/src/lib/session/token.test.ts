import { describe, expect, it } from 'vitest';
import { decodeClaims, isHandoff } from './token.ts';

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');

describe('decodeClaims', () => {
  it('reads names in any script', () => {
    expect(decodeClaims(`x.${encode({ sub: 'a', name: 'Zoë Şahin' })}.y`)).toEqual({ sub: 'a', name: 'Zoë Şahin' });
  });

  it.each(['', 'opaque', 'a.b.c', `x.${encode(null)}.y`, `x.${encode(7)}.y`])('returns nothing for %j', (token) => {
    expect(decodeClaims(token)).toBeUndefined();
  });
});

it('recognizes a handoff by its audience', () => {
  expect(isHandoff({ aud: 'handoff' })).toBe(true);
  expect(isHandoff({ aud: ['api', 'handoff'] })).toBe(true);
  expect(isHandoff({ aud: 'api' })).toBe(false);
  expect(isHandoff(undefined)).toBe(false);
});
