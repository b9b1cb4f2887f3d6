import { AppError, type ErrorCode } from '@checkwell/domain/errors';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jpeg, objectStream, pdf, png, pngChunk } from '../../../test/files.ts';
import { inspectContent } from './content.ts';
import { orientationOf, tiffWith } from './exif.ts';

const inspectJpeg = (bytes: Buffer) => inspectContent(bytes, 'a.jpg', 'image/jpeg').bytes;
const inspectPng = (bytes: Buffer) => inspectContent(bytes, 'a.png', 'image/png').bytes;
const inspectPdf = (bytes: Buffer) => inspectContent(bytes, 'a.pdf', 'application/pdf').bytes;

function refusal(work: () => unknown): ErrorCode {
  try {
    work();
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
  ])('%s as %s is taken', (name, type, bytes) => {
    expect(inspectContent(bytes, name, type).bytes.length).toBeGreaterThan(0);
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
  ])('%s is refused', (_name, name, type, bytes) => {
    expect(refusal(() => inspectContent(bytes, name, type))).toBe('document.typeRefused');
  });

  test('nothing at all', () => {
    expect(refusal(() => inspectContent(Buffer.alloc(0), 'a.pdf', 'application/pdf'))).toBe('document.empty');
  });
});

describe('JPEG', () => {
  test('comes out without place, camera, comment and what stood behind its end', () => {
    const bytes = jpeg({
      orientation: 1,
      exifText: 'canary-exif',
      comment: 'canary-comment',
      trailing: Buffer.from('PK\x03\x04 canary-behind'),
    });
    const clean = inspectJpeg(bytes);
    expect(clean.toString('latin1')).not.toContain('canary');
    expect(clean.subarray(0, 2)).toEqual(Buffer.of(0xff, 0xd8));
    expect(clean.subarray(-2)).toEqual(Buffer.of(0xff, 0xd9));
    expect(clean.equals(jpeg())).toBe(true);
  });

  test.each([2, 3, 4, 5, 6, 7, 8])('keeps its orientation (%i)', (orientation) => {
    const clean = inspectJpeg(jpeg({ orientation, exifText: 'canary' }));
    expect(clean.toString('latin1')).not.toContain('canary');
    const at = clean.indexOf('Exif\0\0', 0, 'latin1');
    expect(orientationOf(clean.subarray(at + 6))).toBe(orientation);
    // Cleaning what is clean changes nothing.
    expect(inspectJpeg(clean).equals(clean)).toBe(true);
  });

  test('has at most 25 megapixels', () => {
    expect(inspectJpeg(jpeg({ width: 5000, height: 5000 })).length).toBeGreaterThan(0);
    expect(refusal(() => inspectJpeg(jpeg({ width: 5001, height: 5000 })))).toBe('document.tooManyPixels');
    expect(refusal(() => inspectJpeg(jpeg({ width: 65_535, height: 65_535 })))).toBe('document.tooManyPixels');
    expect(refusal(() => inspectJpeg(jpeg({ width: 0, height: 8 })))).toBe('document.unreadable');
  });

  test('cut short anywhere, it is unreadable', () => {
    const whole = jpeg({ orientation: 6 });
    for (let length = 4; length < whole.length; length += 1)
      expect(refusal(() => inspectJpeg(whole.subarray(0, length)))).toBe('document.unreadable');
  });
});

describe('PNG', () => {
  const exif = pngChunk('eXIf', Buffer.concat([tiffWith(6), Buffer.from('canary')]));

  test('comes out without texts, time, profile, place and what stood behind its end', () => {
    const chunks = ['tEXt', 'zTXt', 'iTXt', 'tIME', 'iCCP', 'abCd'].map((type) => pngChunk(type, Buffer.from('canary')));
    const clean = inspectPng(png({ chunks: [...chunks, exif, pngChunk('pHYs', Buffer.alloc(9))], trailing: Buffer.from('canary') }));
    expect(clean.toString('latin1')).not.toContain('canary');
    expect(clean.toString('latin1')).toContain('pHYs');
    expect(orientationOf(clean.subarray(clean.indexOf('eXIf', 0, 'latin1') + 4))).toBe(6);
    expect(inspectPng(clean).equals(clean)).toBe(true);
  });

  test('has at most 25 megapixels', () => {
    expect(inspectPng(png({ width: 5000, height: 5000 })).length).toBeGreaterThan(0);
    expect(refusal(() => inspectPng(png({ width: 12_000, height: 12_000 })))).toBe('document.tooManyPixels');
    expect(refusal(() => inspectPng(png({ width: 0, height: 1 })))).toBe('document.unreadable');
  });

  test('damaged, it is unreadable', () => {
    const whole = png();
    for (let length = 8; length < whole.length; length += 1)
      expect(refusal(() => inspectPng(whole.subarray(0, length)))).toBe('document.unreadable');
    for (let at = 8; at < whole.length; at += 1) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ 0x55;
      expect(refusal(() => inspectPng(flipped))).toMatch(/^document\.(unreadable|tooManyPixels)$/);
    }
    expect(refusal(() => inspectPng(png({ chunks: [pngChunk('ABCD', Buffer.alloc(1))] })))).toBe('document.unreadable');
  });
});

describe('PDF', () => {
  test('is kept as it is', () => {
    for (const bytes of [
      pdf(),
      pdf('2 0 obj << /Type /Page /Annots [<< /Subtype /Link /A << /S /URI /URI (https://example.be) >> >>] >> endobj'),
      pdf(objectStream('5 0 << /Type /Font /BaseFont /Helvetica >>')),
      pdf('2 0 obj << /Length 5 >> stream\n/JS !\nendstream endobj'),
      pdf('2 0 obj << /OpenAction [2 0 R /XYZ 0 0 1] >> endobj'),
    ]) {
      expect(inspectPdf(bytes).equals(bytes)).toBe(true);
    }
  });

  test.each([
    ['a script', '2 0 obj << /S /JavaScript /JS (app.alert(1)) >> endobj'],
    ['a script with an escaped name', '2 0 obj << /S /J#61va#53cript /JS (x) >> endobj'],
    ['a program to start', '2 0 obj << /S /Launch /F (cmd.exe) >> endobj'],
    ['an embedded file', '2 0 obj << /Names << /EmbeddedFiles 7 0 R >> >> endobj'],
    ['a file attached to a page', '2 0 obj << /Subtype /FileAttachment >> endobj'],
    ['a file without its usual name', '2 0 obj << /Type /Filespec /EF << /F 9 0 R >> >> endobj'],
    ['the same with a comment between', '2 0 obj << /EF % x\n 9 0 R >> endobj'],
    ['a form of the old kind', '2 0 obj << /AcroForm << /XFA [ (a) 3 0 R ] >> >> endobj'],
    ['a form that sends', '2 0 obj << /S /SubmitForm /F (https://example.com) >> endobj'],
    ['rich media', '2 0 obj << /Subtype /RichMedia >> endobj'],
    ['a script in compressed structure', objectStream('5 0 << /S /JavaScript /JS (x) >>')],
    ['an escaped name in compressed structure', objectStream('5 0 << /S /#4aavaScript >>')],
    ['compressed structure whose name is escaped', objectStream('5 0 << /S /JavaScript >>').replace('/ObjStm', '/Obj#53tm')],
    ['compressed structure without its name', objectStream('5 0 << /S /JavaScript >>').replace('/Type /ObjStm', '')],
    ['compressed structure with the short filter name', objectStream('5 0 << /S /JavaScript >>', '/Filter [ /Fl ]')],
  ])('%s is refused', (_name, body) => {
    expect(refusal(() => inspectPdf(pdf(body)))).toBe('document.typeRefused');
  });

  test.each([
    ['cut short', pdf('', '')],
    ['locked with a password', pdf('2 0 obj << >> endobj\ntrailer << /Encrypt 5 0 R >>')],
    ['structure packed in an unusual way', pdf(objectStream('5 0 << >>', '/Filter [/ASCIIHexDecode /FlateDecode]'))],
    [
      'structure that is no such thing',
      pdf('3 0 obj << /Type /ObjStm /First 4 /Filter /FlateDecode >> stream\nnonsense\nendstream endobj'),
    ],
    ['structure that unfolds without end', pdf(objectStream(' '.repeat(20_000_000)))],
  ])('%s is unreadable', (_name, bytes) => {
    expect(refusal(() => inspectPdf(bytes))).toBe('document.unreadable');
  });

  test('with another file behind its end, it is refused', () => {
    const archive = Buffer.alloc(22);
    archive.write('PK\x05\x06', 'latin1');
    expect(refusal(() => inspectPdf(Buffer.concat([pdf(), archive])))).toBe('document.typeRefused');
    expect(refusal(() => inspectPdf(Buffer.concat([pdf(), Buffer.alloc(5000, 'x')])))).toBe('document.typeRefused');
    expect(inspectPdf(Buffer.concat([pdf(), Buffer.from('\r\n\0')])).length).toBeGreaterThan(0);
  });
});

test('whatever comes, the answer is a document or one of the refusals', () => {
  const starts = [pdf(), jpeg({ orientation: 3 }), png()];
  fc.assert(
    fc.property(fc.constantFrom(0, 1, 2), fc.uint8Array({ maxLength: 64 }), fc.nat(300), fc.nat(64), (which, noise, at, cut) => {
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
          inspectContent(bytes, name, type);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          expect(error.code).toMatch(/^document\./);
        }
      }
    }),
    { numRuns: 500 },
  );
});
