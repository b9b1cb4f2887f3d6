import { deflateSync, inflateSync } from 'node:zlib';
import { pngChunk } from '../../apps/server/src/test/files.ts';

/** Reduces screenshots to a palette, which makes them a third as large. */

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PALETTE_SIZE = 256;

/** Converts a PNG with 8 bits per channel to one with a palette of at most 256 colours. @throws {Error} for another kind of PNG */
export function withPalette(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png);
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += 3) {
    const colour = pixels.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = paletteOf(counts);
  const places = new Map([...counts.keys()].map((colour) => [colour, nearest(palette, colour)]));
  const rows = Buffer.alloc(height * (width + 1)); // each row begins with its filter, 0: none
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    rows[pixel + Math.floor(pixel / width) + 1] = places.get(pixels.readUIntBE(pixel * 3, 3)) ?? 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.concat(palette.map((colour) => Buffer.of(colour >> 16, (colour >> 8) & 255, colour & 255)));
  return Buffer.concat([
    SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('PLTE', colours),
    pngChunk('IDAT', deflateSync(rows, { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** All colours if they fit; else similar colours are merged, and the rarest ones are left out. */
function paletteOf(counts: ReadonlyMap<number, number>): readonly number[] {
  if (counts.size <= PALETTE_SIZE) return [...counts.keys()];
  const alike = Map.groupBy(counts, ([colour]) => colour & 0xfcfcfc);
  return [...alike.values()]
    .map((group) => group.reduce((best, entry) => (entry[1] > best[1] ? entry : best)))
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, PALETTE_SIZE)
    .map(([colour]) => colour);
}

function nearest(palette: readonly number[], colour: number): number {
  const distance = (other: number) =>
    ((other >> 16) - (colour >> 16)) ** 2 + (((other >> 8) & 255) - ((colour >> 8) & 255)) ** 2 + ((other & 255) - (colour & 255)) ** 2;
  return palette.reduce((best, other, place) => (distance(other) < distance(palette[best] ?? 0) ? place : best), 0);
}

/** Red, green and blue of each pixel. */
function decode(png: Buffer): { readonly width: number; readonly height: number; readonly pixels: Buffer } {
  const packed: Buffer[] = [];
  let [width, height, channels] = [0, 0, 0];
  for (let at = SIGNATURE.length; at < png.length; at += png.readUInt32BE(at) + 12) {
    const type = png.toString('latin1', at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    if (type === 'IDAT') packed.push(data);
    if (type !== 'IHDR') continue;
    width = data.readUInt32BE(0);
    height = data.readUInt32BE(4);
    channels = { 2: 3, 6: 4 }[data[9] ?? 0] ?? 0;
    if (data[8] !== 8 || channels === 0) throw new Error('Only PNG files with 8 bits per channel in colour can be made smaller.');
  }
  const bytes = unfiltered(inflateSync(Buffer.concat(packed)), width * channels, channels);
  if (channels === 3) return { width, height, pixels: bytes };
  return { width, height, pixels: Buffer.from(bytes.filter((_, index) => index % channels !== 3)) };
}

/** Undoes the filters of the rows (PNG specification, section 9). */
function unfiltered(raw: Buffer, stride: number, channels: number): Buffer {
  const rows = raw.length / (stride + 1);
  const out = Buffer.alloc(rows * stride);
  for (let row = 0; row < rows; row += 1) {
    const filter = raw[row * (stride + 1)] ?? 0;
    for (let column = 0; column < stride; column += 1) {
      const at = row * stride + column;
      const left = column < channels ? 0 : (out[at - channels] ?? 0);
      const above = row === 0 ? 0 : (out[at - stride] ?? 0);
      const corner = row === 0 || column < channels ? 0 : (out[at - stride - channels] ?? 0);
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter] ?? 0;
      out[at] = ((raw[row * (stride + 1) + 1 + column] ?? 0) + guess) & 255;
    }
  }
  return out;
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
