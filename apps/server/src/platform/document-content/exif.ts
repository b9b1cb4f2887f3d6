/** The one thing of a photograph's EXIF data that is kept: how it must be turned. 1 is upright. */
export type Orientation = number;

const ORIENTATION_TAG = 0x0112;
const SHORT = 3;

/** Reads the orientation from TIFF data (the part of EXIF after its name); 1 when it is not there or makes no sense. */
export function orientationOf(tiff: Buffer): Orientation {
  if (tiff.length < 8) return 1;
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return 1;
  const u16 = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number) => (order === 'II' ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = u32(4);
  if (u16(2) !== 42 || directory + 2 > tiff.length) return 1;
  const entries = u16(directory);
  for (let entry = directory + 2; entry + 12 <= Math.min(tiff.length, directory + 2 + entries * 12); entry += 12) {
    if (u16(entry) !== ORIENTATION_TAG || u16(entry + 2) !== SHORT) continue;
    const value = u16(entry + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** TIFF data that holds an orientation and nothing else. */
export function tiffWith(orientation: Orientation): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM', 0, 'latin1');
  tiff.writeUInt16BE(42, 2);
  tiff.writeUInt32BE(8, 4); // where the directory begins
  tiff.writeUInt16BE(1, 8); // entries
  tiff.writeUInt16BE(ORIENTATION_TAG, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14); // values
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
