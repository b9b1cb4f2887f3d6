import { IMPORT_FIELDS, type ImportRow } from '@checkwell/domain/people/import';
import { asSpreadsheetText } from '@checkwell/domain/spreadsheet-text';

/** Saves rows that could not be taken as a CSV file, with the line they had and the reason, to be fixed and imported again. */
export async function saveFaultyRows(
  fileName: string,
  rows: readonly { readonly line: number; readonly row: ImportRow; readonly reason: string }[],
  headings: { readonly line: string; readonly reason: string },
): Promise<void> {
  const { default: Papa } = await import('papaparse');
  const fields = IMPORT_FIELDS.filter((field) => rows.some(({ row }) => row[field] !== undefined));
  const text = Papa.unparse({
    fields: [headings.line, ...fields, headings.reason],
    data: rows.map(({ line, row, reason }) => [
      line,
      ...fields.map((field) => asSpreadsheetText(row[field] ?? '')),
      asSpreadsheetText(reason),
    ]),
  });
  const address = URL.createObjectURL(new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
