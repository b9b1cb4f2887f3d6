import { describe, expect, test } from 'vitest';
import { createCrypto } from './crypto.ts';

const crypto = createCrypto(['the first secret, which is long enough']);
const CONTEXT = 'employees/a/b/workerNISS';

describe('encryption at rest', () => {
  test('decrypts to the same text in its context', () => {
    for (const text of ['', '85073003328', 'é ✓ \u0000', 'x'.repeat(100_000)]) {
      const sealed = crypto.encryptText(text, CONTEXT);
      expect(crypto.decryptText(sealed, CONTEXT)).toBe(text);
      if (text.length > 5) expect(sealed.toString('latin1')).not.toContain(text.slice(0, 11));
    }
  });

  test('the same text is encrypted differently each time', () => {
    expect(crypto.encryptText('a', CONTEXT).equals(crypto.encryptText('a', CONTEXT))).toBe(false);
  });

  test('does not decrypt in another context', () => {
    expect(() => crypto.decryptText(crypto.encryptText('a', CONTEXT), 'employees/a/c/workerNISS')).toThrow();
  });

  test('does not decrypt when a byte is changed or the end is missing', () => {
    const sealed = crypto.encryptText('85073003328', CONTEXT);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => crypto.decrypt(changed, CONTEXT)).toThrow();
      expect(() => crypto.decrypt(sealed.subarray(0, at), CONTEXT)).toThrow();
    }
  });

  test('a secret can be replaced: old values still decrypt, and new values do not need the former secret', () => {
    const before = crypto.encryptText('a', CONTEXT);
    const rotated = createCrypto(['the second secret, also long enough', 'the first secret, which is long enough']);
    expect(rotated.decryptText(before, CONTEXT)).toBe('a');
    const alone = createCrypto(['the second secret, also long enough']);
    expect(alone.decryptText(rotated.encryptText('b', CONTEXT), CONTEXT)).toBe('b');
    expect(() => alone.decryptText(before, CONTEXT)).toThrow(/secret that is not known/);
  });
});

describe('blind index', () => {
  test('is equal for equal values of one purpose only', () => {
    expect(crypto.blindIndex('85073003328', 'a').equals(crypto.blindIndex('85073003328', 'a'))).toBe(true);
    expect(crypto.blindIndex('85073003328', 'a').equals(crypto.blindIndex('85073003328', 'b'))).toBe(false);
    expect(crypto.blindIndex('b', 'a\0').equals(crypto.blindIndex('\0b', 'a'))).toBe(false);
    expect(crypto.blindIndex('x', 'a')).toHaveLength(32);
    expect(createCrypto(['another secret that is long enough']).blindIndex('x', 'a').equals(crypto.blindIndex('x', 'a'))).toBe(false);
  });
});
