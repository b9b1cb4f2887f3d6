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

/** The form for programs: RFC 4180 with commas; days in ISO 8601, instants in Belgian time with its offset to UTC, decimals with a point. */
const PLAIN: CsvForm = {
  delimiter: ',',
  date: (day) => day,
  datetime: wallClockOf,
  decimal: (plain) => plain,
  phone: (number) => number,
};

/**
 * For Excel as it is on Belgian desks, in whatever language: semicolons, decimals with a comma, days and moments as they are written
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
 * @param parts read as fast as the file is taken; left early when nobody takes it any more
 */
export function csvStream<Row>(form: keyof typeof CSV_FORMS, table: Table<Row>, parts: AsyncIterable<readonly Row[]>): Readable {
  return Readable.from(chunks(CSV_FORMS[form], table, parts), { objectMode: false });
}

async function* chunks<Row>(form: CsvForm, table: Table<Row>, parts: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  const write = recordWriter(form, table);
  // The first rows before the first byte: what cannot be read is then still refused in labels.
  let text = BYTE_ORDER_MARK + headersOf(form, table);
  for await (const bundle of bundled(parts)) {
    for (const row of bundle) text += write(row);
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

const RECORD_END = '\r\n';

const headersOf = <Row>(form: CsvForm, { columns }: Table<Row>): string => {
  const write = textWriter(form);
  return columns.map(({ header }) => write(header)).join(form.delimiter) + RECORD_END;
};

/** Records of RFC 4180, each with its end. A library took a third of what a file costs for it (docs/decisions/0012). */
function recordWriter<Row>(form: CsvForm, { columns, labels }: Table<Row>): (row: Row) => string {
  const [first, ...others] = columns.map((column) => cellWriter(form, column, labels));
  return (row) => {
    let record = first?.(row) ?? '';
    for (const write of others) record += form.delimiter + write(row);
    return record + RECORD_END;
  };
}

const quoted = (text: string, delimiter: string): string =>
  text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Most texts begin with a letter or a digit, and hold nothing that is written in another way: one look tells it. */
const PLAIN_TEXTS: Readonly<Record<string, RegExp>> = { ',': /^[0-9A-Za-z][^,"\r\n]*$/, ';': /^[0-9A-Za-z][^;"\r\n]*$/ };

function textWriter({ delimiter }: CsvForm): (text: string) => string {
  const plain = PLAIN_TEXTS[delimiter];
  return (text) => (text === '' || plain?.test(text) ? text : quoted(asSpreadsheetText(text), delimiter));
}

/** What a column writes: decided once for all rows. */
function cellWriter<Row>(form: CsvForm, column: TableColumn<Row>, labels: Table<Row>['labels']): (row: Row) => string {
  const text = textWriter(form);
  switch (column.type) {
    case 'text':
      return unlessEmpty(column.value, text);
    case 'phone':
      return unlessEmpty(column.value, (number) => (number === '' ? '' : text(form.phone(number))));
    case 'date':
      return unlessEmpty(column.value, form.date);
    case 'datetime':
      return unlessEmpty(column.value, form.datetime);
    case 'number':
      return unlessEmpty(column.value, (value) => quoted(form.decimal(String(value)), form.delimiter));
    case 'money':
      return unlessEmpty(column.value, (cents) => quoted(form.decimal((cents / 100).toFixed(2)), form.delimiter));
    case 'boolean': {
      const [yes, no] = [quoted(labels.yes, form.delimiter), quoted(labels.no, form.delimiter)];
      return unlessEmpty(column.value, (value) => (value ? yes : no));
    }
  }
}

const unlessEmpty =
  <Row, Value>(read: (row: Row) => Value | null, show: (value: Value) => string): ((row: Row) => string) =>
  (row) => {
    const value = read(row);
    return value === null ? '' : show(value);
  };

/** `21/11/2026` */
function slashed(day: CalendarDay): string {
  return day.split('-').reverse().join('/');
}
