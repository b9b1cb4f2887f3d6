import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * qpdf (compiled to WebAssembly) as a reader of the object tree of PDF files: cross-reference tables and streams, object
 * streams, encryption, escaped names. Anything that it has to repair is refused here.
 *
 * It blocks while it works: use it in a thread (`platform/threads`).
 */
export interface Qpdf {
  /** @throws {UnreadablePdf} damaged, larger than the limits, or locked with a password that is not empty */
  read(file: Uint8Array): Promise<PdfTree>;
}

/** Names begin with `/`, strings with `u:` (text) or `b:` (hexadecimal bytes), references are `12 0 R`. */
export type PdfValue = string | number | boolean | null | readonly PdfValue[] | PdfDictionary;
export interface PdfDictionary {
  readonly [key: string]: PdfValue;
}

export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the cross-reference table, and all those before it that it names, lead to. */
export interface PdfTree {
  /** Objects by reference (`12 0 R`); a stream is represented by its dictionary. */
  readonly objects: ReadonlyMap<string, PdfObject>;
  readonly trailer: PdfDictionary;
  /** Where the objects are. */
  readonly entries: readonly PdfEntry[];
}
export interface PdfObject {
  readonly value: PdfValue;
  readonly isStream: boolean;
}
export type PdfEntry =
  | { readonly kind: 'offset'; readonly ref: string; readonly offset: number }
  | { readonly kind: 'inStream'; readonly ref: string; readonly stream: string; readonly index: number };

export class UnreadablePdf extends Error {
  readonly isLocked: boolean;
  constructor(why: string, isLocked = false) {
    super(why);
    this.isLocked = isLocked;
  }
}

/** The part of Emscripten's module that is used; the package's own types leave half of it out. */
interface Program {
  callMain(args: readonly string[]): number;
  readonly FS: {
    init(input: () => null, output: (byte: number | null) => void, error: (byte: number | null) => void): void;
    writeFile(path: string, bytes: Uint8Array): void;
  };
}
type LoadProgram = (options: { locateFile: () => string; preRun: readonly ((program: Program) => void)[] }) => Promise<Program>;

const EXIT = { fine: 0, warnings: 3 } as const;
/** Structure as text: of a tagged book of a thousand pages, some 30 MB. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** What `WebAssembly.Memory` may grow to: the file, its unpacked structure, and the objects made of it. */
const MAX_MEMORY_BYTES = 256 * 1024 * 1024;
const PAGE_BYTES = 64 * 1024;

/** Careless programs cause these. They hide nothing: all objects are listed all the same. */
const HARMLESS_WARNINGS = [
  /: reported number of objects \(\d+\) is not one plus the highest object number \(\d+\)$/,
  /: object has offset 0$/,
  /: extraneous whitespace seen before xref$/,
];
/** A password, or a way to encrypt that nobody but its maker can undo. */
const LOCKED = /: invalid password$|unsupported encryption/;
const LAST_LINE = /: operation succeeded with warnings$/;

const INPUT = '/input.pdf';

/**
 * Prepares qpdf; once for each thread. Each file meets a program of its own, so that whatever one does to its memory ends
 * with it; qpdf also remembers where it printed last.
 */
export function openQpdf(): Qpdf {
  const { load, wasm } = locate();
  prepareWebAssembly(wasm);

  /** @returns what it printed */
  async function run(file: Uint8Array, ...args: string[]): Promise<string> {
    const output = new ByteSink();
    const errors = new ByteSink();
    const program = await load({
      locateFile: () => wasm,
      preRun: [
        ({ FS }) =>
          FS.init(
            () => null,
            (byte) => output.add(byte),
            (byte) => errors.add(byte),
          ),
      ],
    });
    program.FS.writeFile(INPUT, file);
    const exit = program.callMain([...args, INPUT]);
    const complaints = errors.text().split('\n').filter(Boolean);
    if (complaints.some((line) => LOCKED.test(line))) throw new UnreadablePdf('locked', true);
    const isHarmless = complaints.every((line) => LAST_LINE.test(line) || HARMLESS_WARNINGS.some((warning) => warning.test(line)));
    if (exit !== EXIT.fine && !(exit === EXIT.warnings && isHarmless)) throw new UnreadablePdf('damaged');
    return output.text();
  }

  return {
    async read(file) {
      const { qpdf } = JSON.parse(await run(file, '--json=2', '--json-key=qpdf', '--json-stream-data=none')) as Output;
      return { ...treeOf(qpdf), entries: entriesOf(await run(file, '--show-xref')) };
    },
  };
}

/** Bytes as they arrive; too many break the program off in the middle. */
class ByteSink {
  #bytes = Buffer.alloc(64 * 1024);
  #length = 0;

  add(byte: number | null): void {
    if (byte === null) return;
    if (this.#length === this.#bytes.length) {
      if (this.#length >= MAX_OUTPUT_BYTES) throw new UnreadablePdf('too much structure');
      this.#bytes = Buffer.concat([this.#bytes], this.#length * 2);
    }
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }

  text(): string {
    return this.#bytes.toString('utf8', 0, this.#length);
  }
}

/** `--json=2`: a head, then all objects and the trailer by name. */
interface Output {
  readonly qpdf: readonly [unknown, Readonly<Record<string, { value: PdfValue } | { stream: { dict: PdfValue } }>>];
}

function treeOf([, named]: Output['qpdf']): Pick<PdfTree, 'objects' | 'trailer'> {
  const objects = new Map<string, PdfObject>();
  let trailer: PdfValue = {};
  for (const [name, content] of Object.entries(named)) {
    const isStream = 'stream' in content;
    const value = isStream ? content.stream.dict : content.value;
    if (name === 'trailer') trailer = value;
    else objects.set(name.slice('obj:'.length), { value, isStream });
  }
  return { objects, trailer: trailer as PdfDictionary };
}

/** Lines as `7/0: uncompressed; offset = 318` and `8/0: compressed; stream = 1, index = 3`. */
function entriesOf(listing: string): PdfEntry[] {
  return listing
    .split('\n')
    .filter(Boolean)
    .map((line): PdfEntry => {
      const [, number, generation, offset, stream, index] =
        /^(\d+)\/(\d+): (?:uncompressed; offset = (\d+)|compressed; stream = (\d+), index = (\d+))$/.exec(line) ?? [];
      const ref = `${number} ${generation} R`;
      if (offset !== undefined) return { kind: 'offset', ref, offset: Number(offset) };
      if (stream !== undefined) return { kind: 'inStream', ref, stream: `${stream} 0 R`, index: Number(index) };
      throw new UnreadablePdf('an entry of an unknown kind');
    });
}

/**
 * Two things that Emscripten's code has no switch for, changed for this thread: the program is compiled once, and its memory
 * ends at a limit as on a machine that has no more, since a small file can unpack into gigabytes.
 */
function prepareWebAssembly(wasm: string): void {
  const compiled = WebAssembly.compile(readFileSync(wasm));
  const { instantiate } = WebAssembly;
  const { grow } = WebAssembly.Memory.prototype;
  Object.assign(WebAssembly, {
    instantiate: async (_bytes: unknown, imports: WebAssembly.Imports) => ({ instance: await instantiate(await compiled, imports) }),
  });
  WebAssembly.Memory.prototype.grow = function growWithin(this: WebAssembly.Memory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE_BYTES > MAX_MEMORY_BYTES) throw new RangeError('too much memory');
    return grow.call(this, pages);
  };
}

function locate(): { readonly load: LoadProgram; readonly wasm: string } {
  const require = createRequire(import.meta.url);
  const load = require('@neslinesli93/qpdf-wasm') as LoadProgram;
  return { load, wasm: require.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm') };
}
