import { deflateSync } from 'node:zlib';

/** Writes PDF files from their objects, with correct tables; the options make parts of them unusual or wrong. */

/** The text between `obj` and `endobj`, by object number. */
export type PdfObjects = Readonly<Record<number, string | Buffer>>;

export interface PdfOptions {
  /** The line end after each line of the structure. */
  readonly eol?: string;
  /** Additional entries of the trailer. */
  readonly trailer?: string;
  /** Objects that are in the file but in no table. */
  readonly hidden?: PdfObjects;
  /** Objects that are in the file but marked as free in the table. */
  readonly freed?: PdfObjects;
  /** Text between the header of the file and its objects. */
  readonly before?: string;
}

const bytesOf = (content: string | Buffer): Buffer => (typeof content === 'string' ? Buffer.from(content, 'latin1') : content);

/** One empty page, as objects 1 to 3. */
export function emptyPage({ catalog = '', page = '' }: { readonly catalog?: string; readonly page?: string } = {}): PdfObjects {
  return {
    1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] ${page} >>`,
  };
}

/** @param dictionary its entries except the length */
export function pdfStream(dictionary: string, content: string | Buffer): Buffer {
  const bytes = bytesOf(content);
  return Buffer.concat([bytesOf(`<< ${dictionary} /Length ${bytes.length} >> stream\n`), bytes, bytesOf('\nendstream')]);
}

/** A file with a cross-reference table. */
export function pdfFile(objects: PdfObjects, { eol = '\n', trailer = '', hidden = {}, freed = {}, before = '' }: PdfOptions = {}): Buffer {
  const file = new Writer(`%PDF-1.7${eol}${before}`, eol);
  file.addObjects(hidden);
  const places = file.addObjects(objects);
  const free = file.addObjects(freed);
  file.addTable(places, [...free.keys()], `/Root 1 0 R ${trailer}`);
  return file.bytes();
}

/** The file with a later revision appended, which replaces these objects. */
export function updatedPdf(earlier: Buffer, objects: PdfObjects, { eol = '\n', trailer = '' }: PdfOptions = {}): Buffer {
  const file = new Writer(earlier, eol);
  const [, previous] = [...earlier.toString('latin1').matchAll(/startxref\s+(\d+)/g)].at(-1) ?? [];
  file.addTable(file.addObjects(objects), [], `/Root 1 0 R /Prev ${previous} ${trailer}`);
  return file.bytes();
}

export interface PackedOptions {
  /** Additional entries of the object stream's dictionary. */
  readonly dictionary?: string;
  /** The keyword that begins the stream. */
  readonly keyword?: string;
  /** Compressed like the others, but in no table. */
  readonly hidden?: PdfObjects;
}

/** A file whose objects are in a compressed object stream, with a cross-reference stream. Stream objects stay outside of it. */
export function packedPdf(objects: PdfObjects, { dictionary = '', keyword = 'stream\n', hidden = {} }: PackedOptions = {}): Buffer {
  const file = new Writer('%PDF-1.7\n', '\n');
  const packable = ([, content]: [string, string | Buffer]) => typeof content === 'string';
  const packed = Object.entries(objects).filter(packable) as [string, string][];
  const places = file.addObjects(Object.fromEntries(Object.entries(objects).filter((entry) => !packable(entry))));
  const all = [...packed, ...(Object.entries(hidden) as [string, string][])];
  const size = Math.max(...Object.keys(objects).map(Number)) + 3;
  const [container, table] = [size - 2, size - 1];
  let content = '';
  const head = all.map(([number, object]) => {
    const place = content.length;
    content += `${object}\n`;
    return `${number} ${place}`;
  });
  const first = `${head.join(' ')}\n`;
  const bytes = deflateSync(bytesOf(first + content));
  places.set(
    container,
    file.addObject(
      container,
      Buffer.concat([
        bytesOf(
          `<< /Type /ObjStm /N ${all.length} /First ${first.length} /Filter /FlateDecode /Length ${bytes.length} ${dictionary} >> ${keyword}`,
        ),
        bytes,
        bytesOf('\nendstream'),
      ]),
    ),
  );
  places.set(table, file.length);
  const entries = Buffer.alloc(size * 7);
  for (const [number, place] of places) writeEntry(entries, number, 1, place, 0);
  for (const [index, [number]] of packed.entries()) writeEntry(entries, Number(number), 2, container, index);
  file.addObject(table, pdfStream(`/Type /XRef /Size ${size} /W [1 4 2] /Root 1 0 R`, entries));
  file.add(`startxref\n${places.get(table)}\n%%EOF\n`);
  return file.bytes();
}

function writeEntry(entries: Buffer, number: number, kind: number, place: number, index: number): void {
  entries.writeUInt8(kind, number * 7);
  entries.writeUInt32BE(place, number * 7 + 1);
  entries.writeUInt16BE(index, number * 7 + 5);
}

class Writer {
  readonly #parts: Buffer[];
  readonly #eol: string;
  length: number;

  constructor(start: string | Buffer, eol: string) {
    this.#parts = [bytesOf(start)];
    this.#eol = eol;
    this.length = bytesOf(start).length;
  }

  add(content: string | Buffer): void {
    this.#parts.push(bytesOf(content));
    this.length += bytesOf(content).length;
  }

  /** @returns its byte offset */
  addObject(number: number, content: string | Buffer): number {
    const place = this.length;
    this.add(`${number} 0 obj${this.#eol}`);
    this.add(content);
    this.add(`${this.#eol}endobj${this.#eol}`);
    return place;
  }

  addObjects(objects: PdfObjects): Map<number, number> {
    return new Map(Object.entries(objects).map(([number, content]) => [Number(number), this.addObject(Number(number), content)]));
  }

  addTable(places: ReadonlyMap<number, number>, freed: readonly number[], trailer: string): void {
    const place = this.length;
    const two = this.#eol.length === 1 ? ` ${this.#eol}` : this.#eol;
    const line = (offset: number, generation: number, kind: 'n' | 'f') =>
      `${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} ${kind}${two}`;
    this.add(`xref${this.#eol}0 1${this.#eol}${line(0, 65_535, 'f')}`);
    for (const [number, offset] of places) this.add(`${number} 1${this.#eol}${line(offset, 0, 'n')}`);
    for (const number of freed) this.add(`${number} 1${this.#eol}${line(0, 1, 'f')}`);
    const size = Math.max(...places.keys(), ...freed) + 1;
    this.add(`trailer << /Size ${size} ${trailer} >>${this.#eol}startxref${this.#eol}${place}${this.#eol}%%EOF${this.#eol}`);
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}
