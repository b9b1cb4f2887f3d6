import papaparse from 'papaparse';

/** A record of a CSV file. */
export interface CsvRecord {
  /** Of the file, from 1: where the record begins. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * The records of a CSV file, without those that are empty; comma, semicolon or tab between cells, as the file has it.
 * @returns undefined for what is no CSV in UTF-8
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
