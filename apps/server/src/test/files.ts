import { crc32, deflateSync } from 'node:zlib';
import { emptyPage, pdfFile } from './documents/pdf-files.ts';

/** Makes small files of the types that documents may have, with the parts that a test needs. */

export interface JpegOptions {
  readonly width?: number;
  readonly height?: number;
  /** EXIF orientation, 1 to 8. */
  readonly orientation?: number;
  /** Other text in the EXIF data, such as maker or place. */
  readonly exifText?: string;
  readonly comment?: string;
  /** Bytes after the end of the file. */
  readonly trailing?: Buffer;
}

const jpegSegment = (marker: number, data: Buffer): Buffer => {
  const header = Buffer.of(0xff, marker, 0, 0);
  header.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([header, data]);
};

/** EXIF data as cameras write it: little-endian, orientation, maker, and a directory with the place. */
function exif(orientation: number, text: string): Buffer {
  const value = Buffer.from(`${text}\0`, 'latin1');
  const tiff = Buffer.alloc(8 + 2 + 2 * 12 + 4);
  tiff.write('II', 0, 'latin1');
  tiff.writeUInt16LE(42, 2);
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(2, 8);
  for (const [at, tag, type, count, content] of [
    [10, 0x010f, 2, value.length, tiff.length],
    [22, 0x0112, 3, 1, orientation],
  ] as const) {
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(type, at + 2);
    tiff.writeUInt32LE(count, at + 4);
    tiff.writeUInt32LE(content, at + 8);
  }
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, value]);
}

/** A JPEG with a valid structure, whose picture data are two bytes. */
export function jpeg({ width = 8, height = 8, orientation, exifText = 'Camera', comment, trailing }: JpegOptions = {}): Buffer {
  const frame = Buffer.of(8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0);
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    jpegSegment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    ...(orientation === undefined ? [] : [jpegSegment(0xe1, exif(orientation, exifText))]),
    ...(comment === undefined ? [] : [jpegSegment(0xfe, Buffer.from(comment))]),
    jpegSegment(0xdb, Buffer.alloc(65, 1)),
    jpegSegment(0xc0, frame),
    jpegSegment(0xc4, Buffer.concat([Buffer.of(0), Buffer.alloc(16), Buffer.of()])),
    jpegSegment(0xda, Buffer.of(1, 1, 0, 0, 63, 0)),
    Buffer.of(0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56),
    Buffer.of(0xff, 0xd9),
    ...(trailing ? [trailing] : []),
  ]);
}

/** A chunk of a PNG: length, type, data, CRC. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

export interface PngOptions {
  readonly width?: number;
  readonly height?: number;
  /** Chunks between the header and the picture. */
  readonly chunks?: readonly Buffer[];
  readonly trailing?: Buffer;
}

/** A grey PNG of this size; large sizes are only declared: at most four rows of pixels are written. */
export function png({ width = 2, height = 2, chunks = [], trailing }: PngOptions = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(Math.min(height, 4) * (1 + Math.min(width, 4)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
    ...(trailing ? [trailing] : []),
  ]);
}

/** A document of one page. */
export const pdf = ({ title = 'Certificate' }: { readonly title?: string } = {}): Buffer =>
  pdfFile({ ...emptyPage(), 4: `<< /Title (${title}) >>` }, { trailer: '/Info 4 0 R' });
