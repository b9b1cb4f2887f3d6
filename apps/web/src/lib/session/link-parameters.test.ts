import { describe, expect, it } from 'vitest';
import { takeLinkParameters } from './link-parameters.ts';

describe('takeLinkParameters', () => {
  it('removes the token from the URL', () => {
    expect(takeLinkParameters('https://x.be/checks/1?accessToken=abc.def')).toEqual({
      address: 'https://x.be/checks/1',
      accessToken: 'abc.def',
      language: '',
    });
  });

  it('keeps the other parameters and the hash unchanged', () => {
    expect(takeLinkParameters('https://x.be/checks?q=a%20b+c&accessToken=t&sort=start#row-2')).toMatchObject({
      address: 'https://x.be/checks?q=a%20b+c&sort=start#row-2',
      accessToken: 't',
    });
  });

  it('uses the last of several, and removes all', () => {
    expect(takeLinkParameters('https://x.be/?accessToken=one&a=1&accessToken=two')).toMatchObject({
      address: 'https://x.be/?a=1',
      accessToken: 'two',
    });
  });

  it('finds a parameter with an encoded name, and decodes its value', () => {
    expect(takeLinkParameters('https://x.be/?access%54oken=a%2Bb')).toMatchObject({ address: 'https://x.be/', accessToken: 'a+b' });
  });

  it('removes an empty parameter', () => {
    expect(takeLinkParameters('https://x.be/?accessToken=')).toMatchObject({ address: 'https://x.be/', accessToken: '' });
  });

  it('reads the language in a link of a mail, with or without a token', () => {
    expect(takeLinkParameters('https://x.be/reports/1?lang=nl')).toEqual({
      address: 'https://x.be/reports/1',
      accessToken: '',
      language: 'nl',
    });
    expect(takeLinkParameters('https://x.be/?a=1&lang=fr&accessToken=t#b')).toEqual({
      address: 'https://x.be/?a=1#b',
      accessToken: 't',
      language: 'fr',
    });
  });

  it('does not change a URL without these parameters, even if the hash looks like them', () => {
    expect(takeLinkParameters('https://x.be/checks?q=1#accessToken=abc')).toBeUndefined();
    expect(takeLinkParameters('https://x.be/checks?language=nl')).toBeUndefined();
  });
});
