import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { bundled, type Table } from './table.ts';
import { otherParts, rowWriter, sheetEnd, sheetStart } from './xlsx-parts.ts';

/** More rows no sheet has; the header row counts. */
const MAX_ROWS = 1_048_576;

export interface XlsxOptions {
  /** Stands in the file as its date. */
  readonly now: Date;
  /** The header row counts; what does not fit goes to a further sheet. */
  readonly maxRows?: number;
}

/**
 * A table as a workbook: typed cells (days, moments and amounts in the reader's own form), header row in sight, filter buttons,
 * column widths. Written while it is read: memory does not grow with the rows.
 * @param parts read as fast as the file is taken; left early when nobody takes it any more
 */
export function xlsxStream<Row>(
  table: Table<Row>,
  parts: AsyncIterable<readonly Row[]>,
  { now, maxRows = MAX_ROWS }: XlsxOptions,
): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const source = new Bundles(parts);
  const attributes = { mtime: now, compress: true };
  let current: Readable | undefined;

  async function write(): Promise<void> {
    await source.fill();
    const counts: number[] = [];
    do {
      const sheet = { rows: 0 };
      current = Readable.from(sheetOf(table, source, maxRows, sheet), { objectMode: false });
      zip.addReadStream(current, `xl/worksheets/sheet${counts.length + 1}.xml`, attributes);
      await finished(current);
      counts.push(sheet.rows);
      await source.fill();
    } while (source.rest.length > 0);
    for (const [path, text] of Object.entries(otherParts(table, counts))) zip.addBuffer(Buffer.from(text), path, attributes);
    zip.end();
  }

  zip.on('error', () => undefined); // the sheet's own error says more
  const written = write().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  output.once('close', () => {
    current?.destroy();
    void written.then(() => source.close());
  });
  return output;
}

/** Rows that several sheets take from, one after the other. */
class Bundles<Row> {
  readonly #source: AsyncIterator<readonly Row[]>;
  rest: readonly Row[] = [];

  constructor(parts: AsyncIterable<readonly Row[]>) {
    this.#source = bundled(parts)[Symbol.asyncIterator]();
  }

  /** Nothing is left when `rest` is empty afterwards. */
  async fill(): Promise<void> {
    if (this.rest.length > 0) return;
    const next = await this.#source.next();
    this.rest = next.done ? [] : next.value;
  }

  take(max: number): readonly Row[] {
    const taken = this.rest.slice(0, max);
    this.rest = this.rest.slice(max);
    return taken;
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

async function* sheetOf<Row>(table: Table<Row>, source: Bundles<Row>, maxRows: number, sheet: { rows: number }): AsyncGenerator<string> {
  const write = rowWriter(table);
  yield sheetStart(table);
  sheet.rows = 1;
  for (;;) {
    await source.fill();
    const bundle = source.take(maxRows - sheet.rows);
    if (bundle.length === 0) break;
    yield bundle.map((row, index) => write(row, sheet.rows + 1 + index)).join('');
    sheet.rows += bundle.length;
  }
  yield sheetEnd(table.columns.length, sheet.rows);
}
