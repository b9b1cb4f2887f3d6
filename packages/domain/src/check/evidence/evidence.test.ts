import { expect, test } from 'vitest';
import { EVIDENCE_CODE, evidenceCode, formatEvidenceCode, readEvidenceCode } from './evidence.ts';

const digest = Uint8Array.from({ length: 32 }, (_, index) => (index * 37 + 11) % 256);

test('a code is the first hundred bits of the digest, and is read however it is typed', () => {
  const code = evidenceCode(digest);
  expect(code).toMatch(EVIDENCE_CODE);
  expect(evidenceCode(new Uint8Array(32))).toBe('00000000000000000000');
  expect(evidenceCode(new Uint8Array(32).fill(255))).toBe('ZZZZZZZZZZZZZZZZZZZZ');
  const paper = formatEvidenceCode(code);
  expect(paper).toMatch(/^(\w{4}-){4}\w{4}$/);
  for (const typed of [paper, paper.toLowerCase(), ` ${paper.replaceAll('-', ' ')} `, paper.replaceAll('0', 'o').replaceAll('1', 'l')])
    expect(readEvidenceCode(typed)).toBe(code);
  for (const typed of ['', code.slice(1), `${code}0`, code.replace(/.$/, 'U')]) expect(readEvidenceCode(typed)).toBeUndefined();
});

test('another digest has another code', () => {
  const other = digest.slice();
  other[12] = (other[12] ?? 0) ^ 16;
  expect(evidenceCode(other)).not.toBe(evidenceCode(digest));
});
