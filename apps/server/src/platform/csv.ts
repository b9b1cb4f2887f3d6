import papaparse from 'papaparse';

/** A record of a CSV file. */
export interface CsvRecord {
  /** The line of the file on which the record begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * The records of a CSV file without the empty ones; the delimiter (comma, semicolon or tab) is detected.
 * @returns undefined when the file is not CSV in UTF-8
 */
export function readCsv(content: Uint8Array): readonly CsvRecord[] | undefined {
  const text = textOf(content);
  if (text === undefined) return undefined;
  const { data, errors } = papaparse.parse<string[]>(text, { delimitersToGuess: [',', ';', '\t'] });
  if (errors.some(({ type }) => type === 'Quotes')) return undefined;
  const records: CsvRecord[] = [];
  let line = 1;
  for (const cells of data) {
    if (cells.some((cell) => cell.trim() !== '')) records.push({ line, cells: cells.map((cell) => cell.trim()) });
    line += 1 + cells.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0);
  }
  return records;
}

function textOf(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}
