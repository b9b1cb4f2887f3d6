import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import type { Reading, ReadValues } from '@checkwell/reading';
import { afterAll, describe, expect, it } from 'vitest';
import { certificateFixture } from '../../test/certificates.ts';
import { pngChunk } from '../../test/files.ts';
import { testLogger } from '../../test/logger.ts';
import { nightly } from '../../test/nightly.ts';
import { createCertificateReader } from './reader.ts';

const TODAY = '2026-03-16';
/** The values that may be proposed. */
const passed = ({ fields }: Reading) =>
  Object.fromEntries(fields.filter(({ gate }) => gate === 'passed').map(({ name, value }) => [name, value])) as Partial<ReadValues>;

const folder = mkdtempSync(join(tmpdir(), 'checkwell-reader-'));
const log = testLogger();
/** Long limits, because the machine that runs the tests may be busy. */
const reader = createCertificateReader({ languageFolder: folder, log, limits: { jobMs: 55_000, answerMs: 58_000 } });
afterAll(async () => {
  await reader.close();
  rmSync(folder, { recursive: true });
});

const DUTCH = {
  startDate: '2026-03-11',
  endDate: '2026-03-17',
  signedOn: '2026-03-12',
  workerName: 'Vermeulen Sofie',
  doctorName: 'Dr. Koen Claessens',
  inamiNumber: '10544789004',
};

describe('certificates', () => {
  it('with text are read from the PDF, including ticked boxes', async () => {
    const reading = await reader.read({ bytes: certificateFixture('typed-fr.pdf'), mediaType: 'application/pdf' }, TODAY);
    expect(reading).toMatchObject({ engine: 'pdfText', language: 'FR', gate: 'passed', notRead: null });
    expect(passed(reading)).toEqual({
      startDate: '2026-03-04',
      endDate: '2026-03-08',
      signedOn: '2026-03-04',
      workerName: 'Lefèvre Amélie',
      doctorName: 'Dr. Benoît Charlier',
      inamiNumber: '11234578004',
      authorizedExit: true,
      incapacityReason: 'Illness',
    });
    expect(readdirSync(folder), 'text needs no character recognition').toEqual([]);
  });

  it('are recognised in pictures, without blocking the event loop', async () => {
    // An incomplete copy of a language file is replaced.
    writeFileSync(join(folder, 'nld.traineddata.gz'), 'cut short');
    let others = 0;
    const other = setInterval(() => {
      others += 1;
    });
    const reading = await reader.read({ bytes: certificateFixture('typed-nl.png'), mediaType: 'image/png' }, TODAY);
    clearInterval(other);
    expect(reading).toMatchObject({ engine: 'ocr', language: 'NL', gate: 'passed' });
    expect(passed(reading)).toEqual(DUTCH);
    expect(others).toBeGreaterThan(0);
    expect(readdirSync(folder).sort()).toEqual(['deu', 'eng', 'fra', 'nld'].map((language) => `${language}.traineddata.gz`));
  });

  it.runIf(nightly)('are recognised in a bad photograph', async () => {
    const reading = await reader.read({ bytes: certificateFixture('photo-de.jpg'), mediaType: 'image/jpeg' }, TODAY);
    expect(passed(reading)).toMatchObject({ startDate: '2026-03-07', endDate: '2026-03-09', workerName: 'Königs Petra' });
  });

  it.runIf(nightly)('that are rotated are turned', async () => {
    const reading = await reader.read(
      { bytes: pngOf(quarterTurn(pixelsOf(certificateFixture('typed-nl.png')))), mediaType: 'image/png' },
      TODAY,
    );
    expect(passed(reading)).toMatchObject({ startDate: '2026-03-11', endDate: '2026-03-17' });
  });

  it.each(nightly ? [0, 90] : [90])('that were scanned into a PDF are recognised, shown with a turn of %i degrees', async (rotate) => {
    const pixels = pixelsOf(certificateFixture('typed-nl.png'));
    // A page with /Rotate 90 shows this picture upright.
    const picture = rotate === 0 ? pixels : quarterTurn(quarterTurn(quarterTurn(pixels)));
    const reading = await reader.read({ bytes: scannedPdf(picture, rotate), mediaType: 'application/pdf' }, TODAY);
    expect(reading.engine).toBe('ocr');
    expect(passed(reading)).toEqual(DUTCH);
  });

  it.runIf(nightly)('written by hand are not read', async () => {
    const reading = await reader.read({ bytes: certificateFixture('handwritten-nl.png'), mediaType: 'image/png' }, TODAY);
    expect(reading).toMatchObject({ engine: 'ocr', language: 'NL', notRead: null });
    expect(passed(reading)).toEqual({});
  });

  it('are checked against the current date', async () => {
    const reading = await reader.read({ bytes: certificateFixture('typed-fr.pdf'), mediaType: 'application/pdf' }, '2026-09-01');
    expect(reading.gate).toBe('farFromToday');
    expect(passed(reading)).toEqual({});
  });

  it.each([
    ['a damaged PDF', Buffer.from('%PDF-1.7\nnothing\n%%EOF'), 'application/pdf'],
    ['a damaged picture', certificateFixture('typed-nl.png').subarray(0, 5000), 'image/png'],
    ['an empty file', Buffer.alloc(0), 'image/jpeg'],
  ])('that are %s cause no error, and the next one is read', async (_name, bytes, mediaType) => {
    expect(passed(await reader.read({ bytes, mediaType }, TODAY))).toEqual({});
    expect(passed(await reader.read({ bytes: certificateFixture('typed-fr.pdf'), mediaType: 'application/pdf' }, TODAY))).toMatchObject({
      startDate: '2026-03-04',
    });
  });

  it('leave no personal data in the log', () => {
    expect(log.lines).toEqual([]);
  });
});

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** One byte each. */
  readonly grey: Buffer;
}

/** The pixels of a greyscale PNG without filters, like the fixtures. */
function pixelsOf(png: Buffer): Pixels {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const data = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)));
  return {
    width,
    height,
    grey: Buffer.concat(Array.from({ length: height }, (_, y) => rows.subarray(y * (width + 1) + 1, (y + 1) * (width + 1)))),
  };
}

/** Turns the picture clockwise. */
function quarterTurn({ width, height, grey }: Pixels): Pixels {
  const turned = Buffer.alloc(grey.length);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) turned[x * height + height - 1 - y] = grey[y * width + x] ?? 0;
  return { width: height, height: width, grey: turned };
}

function pngOf({ width, height, grey }: Pixels): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Array.from({ length: height }, (_, y) => Buffer.concat([Buffer.of(0), grey.subarray(y * width, (y + 1) * width)]));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.concat(rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PDF with a page that is one picture, as a scanner makes it. */
function scannedPdf({ width, height, grey }: Pixels, rotate: number): Buffer {
  const picture = deflateSync(grey);
  const content = `q ${width / 2} 0 0 ${height / 2} 0 0 cm /Im0 Do Q`;
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width / 2} ${height / 2}] /Rotate ${rotate} /Contents 4 0 R /Resources << /XObject << /Im0 5 0 R >> >> >>`,
    ),
    Buffer.from(`<< /Length ${content.length} >> stream\n${content}\nendstream`),
    Buffer.concat([
      Buffer.from(
        `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode /Length ${picture.length} >> stream\n`,
      ),
      picture,
      Buffer.from('\nendstream'),
    ]),
  ];
  const parts = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(parts.reduce((sum, { length }) => sum + length, 0));
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n'));
  }
  const table = parts.reduce((sum, { length }) => sum + length, 0);
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
