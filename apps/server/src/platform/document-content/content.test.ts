import { AppError, type ErrorCode } from '@checkwell/domain/errors';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testPdfInspector } from '../../test/documents/pdf-inspector.ts';
import { jpeg, pdf, png, pngChunk } from '../../test/files.ts';
import { nightly } from '../../test/nightly.ts';
import { inspectContent } from './content.ts';
import { orientationOf, tiffWith } from './exif.ts';

const pdfs = testPdfInspector();
const inspect = (bytes: Buffer, name: string, type: string) => inspectContent(bytes, name, type, pdfs);
const inspectJpeg = async (bytes: Buffer) => (await inspect(bytes, 'a.jpg', 'image/jpeg')).bytes;
const inspectPng = async (bytes: Buffer) => (await inspect(bytes, 'a.png', 'image/png')).bytes;

async function refusal(work: Promise<unknown>): Promise<ErrorCode> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  throw new Error('expected a refusal');
}

describe('type', () => {
  test.each([
    ['scan.pdf', 'application/pdf', pdf()],
    ['Scan.PDF', 'application/octet-stream', pdf()],
    ['photo.jpg', 'image/jpeg', jpeg()],
    ['photo.JPEG', 'image/jpeg', jpeg()],
    ['photo.png', 'image/png', png()],
  ])('%s as %s is taken', async (name, type, bytes) => {
    expect((await inspect(bytes, name, type)).bytes.length).toBeGreaterThan(0);
  });

  test.each([
    ['a name of another type', 'scan.png', 'application/pdf', pdf()],
    ['a name without type', 'scan', 'application/pdf', pdf()],
    ['a declared type that is another', 'scan.pdf', 'image/png', pdf()],
    ['a page', 'scan.pdf', 'application/pdf', Buffer.from('<html><script>alert(1)</script>')],
    ['a program', 'scan.pdf', 'application/pdf', Buffer.from('MZ\x90\0')],
    ['a GIF', 'a.gif', 'image/gif', Buffer.from('GIF89a')],
    ['a PDF that begins later', 'scan.pdf', 'application/pdf', Buffer.concat([Buffer.from('<script>1</script>\n'), pdf()])],
    ['an SVG', 'a.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])('%s is refused', async (_name, name, type, bytes) => {
    expect(await refusal(inspect(bytes, name, type))).toBe('document.typeRefused');
  });

  test('nothing at all', async () => {
    expect(await refusal(inspect(Buffer.alloc(0), 'a.pdf', 'application/pdf'))).toBe('document.empty');
  });
});

describe('JPEG', () => {
  test('comes out without place, camera, comment and what was behind its end', async () => {
    const bytes = jpeg({
      orientation: 1,
      exifText: 'canary-exif',
      comment: 'canary-comment',
      trailing: Buffer.from('PK\x03\x04 canary-behind'),
    });
    const clean = await inspectJpeg(bytes);
    expect(clean.toString('latin1')).not.toContain('canary');
    expect(clean.subarray(0, 2)).toEqual(Buffer.of(0xff, 0xd8));
    expect(clean.subarray(-2)).toEqual(Buffer.of(0xff, 0xd9));
    expect(clean.equals(jpeg())).toBe(true);
  });

  test.each([2, 3, 4, 5, 6, 7, 8])('keeps its orientation (%i)', async (orientation) => {
    const clean = await inspectJpeg(jpeg({ orientation, exifText: 'canary' }));
    expect(clean.toString('latin1')).not.toContain('canary');
    const at = clean.indexOf('Exif\0\0', 0, 'latin1');
    expect(orientationOf(clean.subarray(at + 6))).toBe(orientation);
    // Cleaning what is clean changes nothing.
    expect((await inspectJpeg(clean)).equals(clean)).toBe(true);
  });

  test('has at most 25 megapixels', async () => {
    expect((await inspectJpeg(jpeg({ width: 5000, height: 5000 }))).length).toBeGreaterThan(0);
    expect(await refusal(inspectJpeg(jpeg({ width: 5001, height: 5000 })))).toBe('document.tooManyPixels');
    expect(await refusal(inspectJpeg(jpeg({ width: 65_535, height: 65_535 })))).toBe('document.tooManyPixels');
    expect(await refusal(inspectJpeg(jpeg({ width: 0, height: 8 })))).toBe('document.unreadable');
  });

  test('cut short anywhere, it is unreadable', async () => {
    const whole = jpeg({ orientation: 6 });
    for (let length = 4; length < whole.length; length += 1)
      expect(await refusal(inspectJpeg(whole.subarray(0, length)))).toBe('document.unreadable');
  });
});

describe('PNG', () => {
  const exif = pngChunk('eXIf', Buffer.concat([tiffWith(6), Buffer.from('canary')]));

  test('comes out without texts, time, profile, place and what was behind its end', async () => {
    const chunks = ['tEXt', 'zTXt', 'iTXt', 'tIME', 'iCCP', 'abCd'].map((type) => pngChunk(type, Buffer.from('canary')));
    const clean = await inspectPng(png({ chunks: [...chunks, exif, pngChunk('pHYs', Buffer.alloc(9))], trailing: Buffer.from('canary') }));
    expect(clean.toString('latin1')).not.toContain('canary');
    expect(clean.toString('latin1')).toContain('pHYs');
    expect(orientationOf(clean.subarray(clean.indexOf('eXIf', 0, 'latin1') + 4))).toBe(6);
    expect((await inspectPng(clean)).equals(clean)).toBe(true);
  });

  test('has at most 25 megapixels', async () => {
    expect((await inspectPng(png({ width: 5000, height: 5000 }))).length).toBeGreaterThan(0);
    expect(await refusal(inspectPng(png({ width: 12_000, height: 12_000 })))).toBe('document.tooManyPixels');
    expect(await refusal(inspectPng(png({ width: 0, height: 1 })))).toBe('document.unreadable');
  });

  test('damaged, it is unreadable', async () => {
    const whole = png();
    for (let length = 8; length < whole.length; length += 1)
      expect(await refusal(inspectPng(whole.subarray(0, length)))).toBe('document.unreadable');
    for (let at = 8; at < whole.length; at += 1) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ 0x55;
      expect(await refusal(inspectPng(flipped))).toMatch(/^document\.(unreadable|tooManyPixels)$/);
    }
    expect(await refusal(inspectPng(png({ chunks: [pngChunk('ABCD', Buffer.alloc(1))] })))).toBe('document.unreadable');
  });
});

test('whatever comes, the answer is a document or one of the refusals', async () => {
  const starts = [pdf(), jpeg({ orientation: 3 }), png()];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(0, 1, 2), fc.uint8Array({ maxLength: 64 }), fc.nat(600), fc.nat(64), async (which, noise, at, cut) => {
      const start = starts[which] ?? pdf();
      const bytes = Buffer.concat([
        start.subarray(0, Math.min(at, start.length)),
        Buffer.from(noise),
        start.subarray(Math.min(at + cut, start.length)),
      ]);
      for (const [name, type] of [
        ['a.pdf', 'application/pdf'],
        ['a.jpg', 'image/jpeg'],
        ['a.png', 'image/png'],
      ] as const) {
        try {
          await inspect(bytes, name, type);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          expect(error.code).toMatch(/^document\./);
        }
      }
    }),
    { numRuns: nightly ? 300 : 100 },
  );
});
