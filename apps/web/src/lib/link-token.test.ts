import { describe, expect, it } from 'vitest';
import { takeLinkToken } from './link-token.ts';

function take(href: string): { address: string | undefined; stored: string | undefined } {
  const stored = new Map<string, string>();
  const address = takeLinkToken(href, { setItem: (key, value) => void stored.set(key, value) });
  return { address, stored: stored.get('ACCESS_TOKEN') };
}

describe('takeLinkToken', () => {
  it('stores the parameter under ACCESS_TOKEN and takes it out of the address', () => {
    expect(take('https://x.be/checks/1?accessToken=abc.def')).toEqual({ address: 'https://x.be/checks/1', stored: 'abc.def' });
  });

  it('keeps the other parameters and the hash byte for byte', () => {
    expect(take('https://x.be/checks?q=a%20b+c&accessToken=t&sort=start#row-2')).toEqual({
      address: 'https://x.be/checks?q=a%20b+c&sort=start#row-2',
      stored: 't',
    });
  });

  it('takes the last one when there are several, and removes all', () => {
    expect(take('https://x.be/?accessToken=one&a=1&accessToken=two')).toEqual({ address: 'https://x.be/?a=1', stored: 'two' });
  });

  it('finds the parameter however its name is encoded, and decodes its value', () => {
    expect(take('https://x.be/?access%54oken=a%2Bb')).toEqual({ address: 'https://x.be/', stored: 'a+b' });
  });

  it('stores nothing for an empty parameter, but removes it', () => {
    expect(take('https://x.be/?accessToken=')).toEqual({ address: 'https://x.be/', stored: undefined });
  });

  it('leaves an address without it alone, also when the hash looks like it', () => {
    expect(take('https://x.be/checks?q=1#accessToken=abc')).toEqual({ address: undefined, stored: undefined });
  });

  it('cleans the address even when the browser refuses storage', () => {
    const address = takeLinkToken('https://x.be/?accessToken=abc', {
      setItem: () => {
        throw new Error('refused');
      },
    });
    expect(address).toBe('https://x.be/');
  });
});
