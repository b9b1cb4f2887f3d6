import { Readable } from 'node:stream';
import { type CalendarDay, dayOf, timeOf, wallClockOf } from '@checkwell/domain/clock';
import { asSpreadsheetText } from '@checkwell/domain/spreadsheet-text';
import { formatPhone } from '@checkwell/messages/formats';
import { bundled, type Table, type TableColumn } from './table.ts';

const BYTE_ORDER_MARK = '\ufeff';

/** How a file writes what its columns hold. */
interface CsvForm {
  readonly delimiter: string;
  readonly date: (day: CalendarDay) => string;
  readonly datetime: (instant: Date) => string;
  readonly decimal: (plain: string) => string;
  readonly phone: (number: string) => string;
}

/** For programs: RFC 4180 with commas; days ISO 8601, instants Belgian time with its distance to UTC, decimals with a point. */
const PLAIN: CsvForm = {
  delimiter: ',',
  date: (day) => day,
  datetime: wallClockOf,
  decimal: (plain) => plain,
  phone: (number) => number,
};

/**
 * For Excel as it stands on Belgian desks, in whatever language: semicolons, decimals with a comma, days and moments as they are written
 * here, in Belgian time. Telephone numbers have their spaces, without which Excel would make numbers of them.
 */
const BELGIAN_EXCEL: CsvForm = {
  delimiter: ';',
  date: slashed,
  datetime: (instant) => `${slashed(dayOf(instant))} ${timeOf(instant)}`,
  decimal: (plain) => plain.replace('.', ','),
  phone: formatPhone,
};

const CSV_FORMS = { csv: PLAIN, excelCsv: BELGIAN_EXCEL } as const;

/**
 * A table as CSV: UTF-8 with byte order mark, CRLF, quotes where they are needed, formulas neutralised, nothing groups digits.
 * @param rows read as fast as the file is taken; left early when nobody takes it any more
 */
export function csvStream<Row>(form: keyof typeof CSV_FORMS, table: Table<Row>, rows: AsyncIterable<Row>): Readable {
  return Readable.from(chunks(CSV_FORMS[form], table, rows), { objectMode: false });
}

async function* chunks<Row>(form: CsvForm, table: Table<Row>, rows: AsyncIterable<Row>): AsyncGenerator<string> {
  const { columns } = table;
  // The first rows before the first byte: what cannot be read is then still refused in words.
  let head = BYTE_ORDER_MARK + lines(form, [columns.map(({ header }) => asSpreadsheetText(header))]);
  for await (const bundle of bundled(rows)) {
    yield head +
      lines(
        form,
        bundle.map((row) => columns.map((column) => cell(form, column, row, table.words))),
      );
    head = '';
  }
  if (head !== '') yield head;
}

/** Records of RFC 4180, each with its end. A library took a third of what a file costs for these two lines (docs/decisions/0012). */
const lines = ({ delimiter }: CsvForm, records: readonly (readonly string[])[]): string =>
  records.reduce((text, record) => `${text}${record.map((value) => quoted(value, delimiter)).join(delimiter)}\r\n`, '');

const quoted = (text: string, delimiter: string): string =>
  text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function cell<Row>(form: CsvForm, column: TableColumn<Row>, row: Row, words: Table<Row>['words']): string {
  switch (column.type) {
    case 'text':
      return asSpreadsheetText(column.value(row) ?? '');
    case 'phone':
      return text(column.value(row), (number) => asSpreadsheetText(number === '' ? '' : form.phone(number)));
    case 'date':
      return text(column.value(row), form.date);
    case 'datetime':
      return text(column.value(row), form.datetime);
    case 'number':
      return text(column.value(row), (value) => form.decimal(String(value)));
    case 'money':
      return text(column.value(row), (cents) => form.decimal((cents / 100).toFixed(2)));
    case 'boolean':
      return text(column.value(row), (yes) => (yes ? words.yes : words.no));
  }
}

const text = <Value>(value: Value | null, show: (value: Value) => string): string => (value === null ? '' : show(value));

/** `21/11/2026` */
function slashed(day: CalendarDay): string {
  return day.split('-').reverse().join('/');
}
