import { IMPORT_LIMITS } from '@checkwell/domain/people/import';
import { fromSpreadsheetText } from '@checkwell/domain/spreadsheet-text';

/** One sheet of a file, every cell as text; lines without any text are left out. */
export interface FileTable {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  /** The line of each row in the file, counted from 1 and with empty lines, as a spreadsheet does. */
  readonly lines: readonly number[];
}

/** Why a file cannot be read; its sentence is in employees:import.refused. */
export type FileRefusal = 'tooLarge' | 'wrongType' | 'unreadable' | 'empty' | 'tooManyRows' | 'tooManyColumns';

export class UnreadableFile extends Error {
  readonly reason: FileRefusal;
  constructor(reason: FileRefusal) {
    super(reason);
    this.reason = reason;
  }
}

/** An XLSX file is a zip archive; the old XLS and other compound documents begin differently. */
const ZIP = [0x50, 0x4b];
const COMPOUND = [0xd0, 0xcf];

/**
 * The tables of a CSV or XLSX file. The bytes decide which it is, because systems give CSV files different types.
 * @throws {UnreadableFile}
 */
export async function readTables(file: Blob & { readonly name: string }): Promise<readonly FileTable[]> {
  if (file.size > IMPORT_LIMITS.bytes) throw new UnreadableFile('tooLarge');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const startsWith = (start: readonly number[]) => start.every((byte, index) => bytes[index] === byte);
  if (startsWith(COMPOUND)) throw new UnreadableFile('wrongType');
  const tables = startsWith(ZIP) ? await readWorkbook(bytes) : [{ name: file.name, rows: await readText(tableTextOf(bytes)) }];
  const filled = tables
    .map(({ name, rows }) => {
      const lines = rows.flatMap((row, index) => (row.some(Boolean) ? [index + 1] : []));
      return { name, rows: rows.filter((row) => row.some(Boolean)), lines };
    })
    .filter(({ rows }) => rows.length > 1);
  if (filled.length === 0) throw new UnreadableFile('empty');
  if (filled.some(({ rows }) => rows.length > IMPORT_LIMITS.rows + 1)) throw new UnreadableFile('tooManyRows');
  if (filled.some(({ rows }) => rows.some((row) => row.length > IMPORT_LIMITS.columns))) throw new UnreadableFile('tooManyColumns');
  return filled;
}

/** The beginnings of texts that are not tables: PDF, RTF, web pages and other marked-up text. */
const OTHER_TEXT = /^\s*(?:%PDF|\{\\rtf|<[!?a-z])/i;
/** Control characters, which pictures and programs contain and tables do not. */
const CONTROL = /(?![\t\n\v\f\r])\p{Cc}/u;

/** @throws {UnreadableFile} when the content is not a table, whatever the name of the file */
function tableTextOf(bytes: Uint8Array): string {
  const text = textOf(bytes);
  if (OTHER_TEXT.test(text) || CONTROL.test(text)) throw new UnreadableFile('wrongType');
  return text;
}

/** UTF-8 or UTF-16 as a mark at the start says, else UTF-8, else what Excel in Western Europe writes. */
function textOf(bytes: Uint8Array): string {
  if (bytes.subarray(0, 4096).some((byte) => byte === 0) && !(bytes[0] === 0xff || bytes[0] === 0xfe))
    throw new UnreadableFile('wrongType');
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

async function readText(text: string): Promise<readonly (readonly string[])[]> {
  const { default: Papa } = await import('papaparse');
  // Excel writes the separator that it used into a first line of its own.
  const [, separator] = /^sep=(.)\r?\n/.exec(text) ?? [];
  const table = separator ? text.slice(text.indexOf('\n') + 1) : text;
  // Empty lines would mislead the guess of the separator.
  const guessed = () =>
    Papa.parse(table, { preview: 1, skipEmptyLines: 'greedy', delimitersToGuess: [';', ',', '\t', '|'] }).meta.delimiter;
  const { data } = Papa.parse<string[]>(table, { delimiter: separator ?? guessed() });
  // Restores cells that an export of this product protected from being read as formulas.
  return data.map((row) => row.map((cell) => fromSpreadsheetText(cell.trim())));
}

async function readWorkbook(bytes: Uint8Array): Promise<readonly Pick<FileTable, 'name' | 'rows'>[]> {
  const { readXlsx } = await import('hucre/xlsx');
  try {
    const { sheets } = await readXlsx(bytes);
    return sheets.map(({ name, rows }) => ({ name, rows: rows.map((row) => Array.from(row, cellText)) }));
  } catch {
    throw new UnreadableFile('unreadable');
  }
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return cell === null || cell === undefined ? '' : String(cell).trim();
}
