import { Readable } from 'node:stream';
import { dayOf, timeOf } from '@checkwell/domain/clock';
import { asSpreadsheetText } from '@checkwell/domain/spreadsheet-text';
import { stringify } from 'csv-stringify/sync';
import { bundled, type Table, type TableColumn } from './table.ts';

const BYTE_ORDER_MARK = '\ufeff';

/**
 * A table as CSV: RFC 4180 (comma, CRLF, quotes), UTF-8 with byte order mark, formulas neutralised. Days are ISO 8601, instants
 * Belgian time with its distance to UTC, decimals have a point and nothing groups digits.
 * @param rows read as fast as the file is taken; left early when nobody takes it any more
 */
export function csvStream<Row>(table: Table<Row>, rows: AsyncIterable<Row>): Readable {
  return Readable.from(chunks(table, rows), { objectMode: false });
}

async function* chunks<Row>(table: Table<Row>, rows: AsyncIterable<Row>): AsyncGenerator<string> {
  const { columns } = table;
  // The first rows before the first byte: what cannot be read is then still refused in words.
  let head = BYTE_ORDER_MARK + lines([columns.map(({ header }) => asSpreadsheetText(header))]);
  for await (const bundle of bundled(rows)) {
    yield head + lines(bundle.map((row) => columns.map((column) => cell(column, row, table.words))));
    head = '';
  }
  if (head !== '') yield head;
}

const lines = (records: readonly (readonly string[])[]): string =>
  stringify([...records] as string[][], { record_delimiter: 'windows', quoted_match: /[\r\n]/ });

function cell<Row>(column: TableColumn<Row>, row: Row, words: Table<Row>['words']): string {
  switch (column.type) {
    case 'text':
      return asSpreadsheetText(column.value(row) ?? '');
    case 'date':
      return column.value(row) ?? '';
    case 'datetime': {
      const instant = column.value(row);
      return instant === null ? '' : isoBelgian(instant);
    }
    case 'number':
      return text(column.value(row), String);
    case 'money':
      return text(column.value(row), (cents) => (cents / 100).toFixed(2));
    case 'boolean':
      return text(column.value(row), (yes) => (yes ? words.yes : words.no));
  }
}

const text = <Value>(value: Value | null, show: (value: Value) => string): string => (value === null ? '' : show(value));

/** `2026-11-21T14:05:00+01:00` */
function isoBelgian(instant: Date): string {
  const wall = `${dayOf(instant)}T${timeOf(instant)}:${String(instant.getUTCSeconds()).padStart(2, '0')}`;
  const hours = Math.round((Date.parse(`${wall}Z`) - instant.getTime()) / 3_600_000);
  return `${wall}+${String(hours).padStart(2, '0')}:00`;
}
