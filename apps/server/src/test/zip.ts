import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06_05_4b_50;
const END_LENGTH = 22;
const DEFLATED = 8;

/** The files of a ZIP archive by path, read from its central directory. @throws {Error} when the archive is truncated */
export function unzipped(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const end = bytes.length - END_LENGTH;
  if (bytes.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Error('No end of the directory.');
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const path = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const stored = bytes.subarray(start, start + bytes.readUInt32LE(at + 20));
    files.set(path, bytes.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(stored) : stored);
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}
