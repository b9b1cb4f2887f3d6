import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDocumentReader } from './document.ts';

const folder = mkdtempSync(join(tmpdir(), 'checkwell-documents-'));
const documents = openDocumentReader({ languageFolder: folder });
afterAll(async () => {
  await documents.close();
  rmSync(folder, { recursive: true });
});

/** The tests of the server's reader have more documents: other pictures, scans, hostile files (`apps/server/src/platform/reader`). */
const read = (name: string, mediaType: string) =>
  documents.read({
    bytes: new Uint8Array(readFileSync(new URL(`../../fixtures/${name}`, import.meta.url))),
    mediaType,
    today: '2026-03-16',
  });
const period = ({ fields }: Awaited<ReturnType<typeof read>>) =>
  fields.flatMap(({ name, value }) => (name === 'startDate' || name === 'endDate' ? [value] : []));

describe('reading a document', () => {
  it('takes the text of a PDF from the file, without character recognition', async () => {
    const reading = await read('typed-fr.pdf', 'application/pdf');
    expect(reading).toMatchObject({ engine: 'pdfText', language: 'FR', gate: 'passed' });
    expect(period(reading)).toEqual(['2026-03-04', '2026-03-08']);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('recognises the characters of a picture', async () => {
    const reading = await read('typed-nl.png', 'image/png');
    expect(reading).toMatchObject({ engine: 'ocr', language: 'NL', gate: 'passed' });
    expect(period(reading)).toEqual(['2026-03-11', '2026-03-17']);
    expect(readdirSync(folder)).toHaveLength(4);
  });

  it('rejects a document that cannot be opened', async () => {
    await expect(
      documents.read({ bytes: new TextEncoder().encode('%PDF-1.7\nnothing'), mediaType: 'application/pdf', today: '2026-03-16' }),
    ).rejects.toThrow();
  });
});
