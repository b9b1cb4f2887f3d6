import { crc32 } from 'node:zlib';
import { orientationOf, tiffWith } from './exif.ts';
import { checkDimensions, unreadable } from './refusals.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Chunks that the picture is drawn from. Texts, time, colour profiles (they hold texts) and unknown ones are left out. */
const KEPT = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'bKGD', 'pHYs']);
const HEADER_BYTES = 13;

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);

/**
 * The same picture without metadata (texts, place, time, animation), and without anything behind its end.
 * Nothing is decoded; chunks are copied, and its orientation.
 * @throws {AppError} damaged, cut short, or too many pixels
 */
export function cleanPng(bytes: Buffer): Buffer {
  const kept: Buffer[] = [SIGNATURE];
  let hasPicture = false;
  for (let at = SIGNATURE.length; ; ) {
    if (at + 12 > bytes.length) throw unreadable('PNG: cut short');
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) throw unreadable('PNG: a chunk longer than the file');
    const type = bytes.toString('latin1', at + 4, at + 8);
    const data = bytes.subarray(at + 8, end - 4);
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) throw unreadable('PNG: damaged');
    if ((type === 'IHDR') !== (at === SIGNATURE.length)) throw unreadable('PNG: the header is not in its place');
    if (type === 'IHDR') {
      if (length !== HEADER_BYTES) throw unreadable('PNG: a header of another size');
      checkDimensions(data.readUInt32BE(0), data.readUInt32BE(4));
    }
    if (type === 'IDAT') hasPicture = true;
    if (type === 'eXIf') {
      const orientation = orientationOf(data);
      if (orientation !== 1 && !hasPicture) kept.push(chunk('eXIf', tiffWith(orientation)));
    } else if (KEPT.has(type)) kept.push(bytes.subarray(at, end));
    else if (/^[A-Z]/.test(type)) throw unreadable('PNG: a chunk that nobody knows, but that the picture needs');
    if (type === 'IEND') break;
    at = end;
  }
  if (!hasPicture) throw unreadable('PNG: no picture in it');
  return Buffer.concat(kept);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
