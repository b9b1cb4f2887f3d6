import { type Orientation, orientationOf, tiffWith } from './exif.ts';
import { checkDimensions, unreadable } from './refusals.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP14 = 0xee;
const COMMENT = 0xfe;
/** Tables that the picture cannot be drawn without: Huffman, arithmetic, quantisation, restart interval. */
const TABLES = new Set([0xc4, 0xcc, 0xdb, 0xdd]);
const JFIF_BYTES = 16;

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const isApplication = (marker: number) => marker >= 0xe0 && marker <= 0xef;

export const isJpeg = (bytes: Buffer): boolean => bytes.length > 3 && bytes[0] === 0xff && bytes[1] === SOI && bytes[2] === 0xff;

/**
 * The same picture without metadata: place and time, camera, comments, thumbnails, and anything behind its end.
 * Nothing is decoded; the segments that draw the picture are copied, and its orientation.
 * @throws {AppError} damaged, cut short, or too many pixels
 */
export function cleanJpeg(bytes: Buffer): Buffer {
  const kept: Buffer[] = [];
  let jfif: Buffer | undefined;
  let orientation: Orientation = 1;
  let frames = 0;
  let scans = 0;

  for (const { marker, segment } of segmentsOf(bytes)) {
    if (isFrame(marker)) {
      frames += 1;
      if (frames > 1 || segment.length < 10) throw unreadable('JPEG: not one picture');
      checkDimensions(segment.readUInt16BE(7), segment.readUInt16BE(5));
      kept.push(segment);
    } else if (marker === SOS) {
      scans += 1;
      if (frames === 0) throw unreadable('JPEG: a scan without a frame');
      kept.push(segment);
    } else if (TABLES.has(marker) || (marker === APP14 && startsWith(segment, 'Adobe'))) {
      kept.push(segment); // Adobe's says how colours are stored
    } else if (marker === APP0 && startsWith(segment, 'JFIF\0') && segment.length >= JFIF_BYTES + 2) {
      jfif = jfifOf(segment);
    } else if (marker === APP1 && startsWith(segment, 'Exif\0\0')) {
      orientation = orientationOf(segment.subarray(10));
    } else if (!isApplication(marker) && marker !== COMMENT) {
      throw unreadable('JPEG: a segment of an unknown kind');
    }
  }
  if (scans === 0) throw unreadable('JPEG: no picture in it');
  return Buffer.concat([
    Buffer.of(0xff, SOI),
    ...(jfif ? [jfif] : []),
    ...(orientation === 1 ? [] : [exifOf(orientation)]),
    ...kept,
    Buffer.of(0xff, EOI),
  ]);
}

const startsWith = (segment: Buffer, name: string) => segment.toString('latin1', 4, 4 + name.length) === name;

/** The segments up to the end of the picture, each from its marker on; a scan comes with its data. */
function* segmentsOf(bytes: Buffer): Generator<{ readonly marker: number; readonly segment: Buffer }> {
  for (let at = 2; ; ) {
    if (bytes[at] !== 0xff) throw unreadable('JPEG: no marker where one must be');
    while (bytes[at + 1] === 0xff) at += 1;
    const marker = bytes[at + 1];
    if (marker === EOI) return;
    if (marker === undefined || at + 4 > bytes.length) throw unreadable('JPEG: cut short');
    const headerEnd = at + 2 + bytes.readUInt16BE(at + 2);
    if (headerEnd < at + 4 || headerEnd > bytes.length) throw unreadable('JPEG: a segment longer than the file');
    const end = marker === SOS ? endOfScan(bytes, headerEnd) : headerEnd;
    yield { marker, segment: bytes.subarray(at, end) };
    at = end;
  }
}

/** Where the next marker is; 0xFF00 is a byte of the picture, and restart markers belong to it. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next !== undefined && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw unreadable('JPEG: cut short');
}

/** The header with the picture's resolution, without the thumbnail that may follow it. */
function jfifOf(segment: Buffer): Buffer {
  const header = Buffer.from(segment.subarray(0, JFIF_BYTES + 2));
  header.writeUInt16BE(JFIF_BYTES, 2);
  header.writeUInt16BE(0, 16); // thumbnail: 0 × 0
  return header;
}

function exifOf(orientation: Orientation): Buffer {
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiffWith(orientation)]);
  const header = Buffer.of(0xff, APP1, 0, 0);
  header.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([header, content]);
}
