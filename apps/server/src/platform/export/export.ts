import type { Readable } from 'node:stream';
import { csvStream } from './csv.ts';
import type { Table } from './table.ts';
import { xlsxStream } from './xlsx.ts';

export type { Table, TableColumn } from './table.ts';

/** Files that a table can become. */
export const EXPORT_FORMATS = {
  /** The form for programs. */
  csv: { mediaType: 'text/csv; charset=utf-8; header=present', extension: 'csv' },
  /** The form for Excel with Belgian settings. */
  excelCsv: { mediaType: 'text/csv; charset=utf-8; header=present', extension: 'csv' },
  xlsx: { mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx' },
} as const;
export type ExportFormat = keyof typeof EXPORT_FORMATS;

/**
 * A table as a file. Bytes come as the rows come; destroying the stream leaves the rows.
 * @param parts the rows, some at a time
 * @param now is in formats that keep their date
 */
export function tableStream<Row>(format: ExportFormat, table: Table<Row>, parts: AsyncIterable<readonly Row[]>, now: Date): Readable {
  return format === 'xlsx' ? xlsxStream(table, parts, { now }) : csvStream(format, table, parts);
}
