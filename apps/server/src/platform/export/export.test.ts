import { buffer } from 'node:stream/consumers';
import { fromSpreadsheetText } from '@checkwell/domain/spreadsheet-text';
import * as fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { nightly } from '../../test/nightly.ts';
import { unzipped } from '../../test/zip.ts';
import { EXPORT_FORMATS, type ExportFormat, type Table, tableStream } from './export.ts';
import { xlsxStream } from './xlsx.ts';
import { zipStream } from './zip.ts';

interface Row {
  readonly name: string | null;
  readonly day: string | null;
  readonly at: Date | null;
  readonly count: number | null;
  readonly cents: number | null;
  readonly yes: boolean | null;
  readonly phone: string | null;
}

const TABLE: Table<Row> = {
  title: 'Certificats / médicaux: [1]',
  labels: { yes: 'Oui', no: 'Non' },
  columns: [
    { id: 'name', header: 'Nom, prénom', type: 'text', value: ({ name }) => name, width: 30 },
    { id: 'day', header: 'Début', type: 'date', value: ({ day }) => day },
    { id: 'at', header: 'Introduit le', type: 'datetime', value: ({ at }) => at },
    { id: 'count', header: 'Jours', type: 'number', value: ({ count }) => count },
    { id: 'cents', header: 'Prix (EUR)', type: 'money', value: ({ cents }) => cents },
    { id: 'yes', header: 'Sortie autorisée', type: 'boolean', value: ({ yes }) => yes },
    { id: 'phone', header: 'Téléphone', type: 'phone', value: ({ phone }) => phone },
  ],
};
const NOW = new Date('2026-11-21T10:00:00Z');
const HEADERS = TABLE.columns.map(({ header }) => header);
const row = (values: Partial<Row> = {}): Row => ({
  name: null,
  day: null,
  at: null,
  count: null,
  cents: null,
  yes: null,
  phone: null,
  ...values,
});

async function* from(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

const bytesOf = (format: ExportFormat, rows: readonly Row[]) => buffer(tableStream(format, TABLE, from(rows), NOW));

/** Parses a CSV file with an independent library. */
function readCsv(bytes: Buffer): string[][] {
  const { data, errors } = Papa.parse<string[]>(bytes.toString('utf8').replace(/^\ufeff/, ''), { delimiter: ',', newline: '\r\n' });
  expect(errors).toEqual([]);
  // The last line has a line end too.
  expect(data.at(-1)).toEqual(['']);
  return data.slice(0, -1);
}

describe('CSV', () => {
  test('follows RFC 4180 with a byte order mark, and writes dates, times, decimals and booleans unambiguously', async () => {
    const bytes = await bytesOf('csv', [
      row({
        name: 'Zoé, "la" Müller\nBruxelles',
        day: '2026-03-01',
        at: new Date('2026-07-05T22:30:15Z'),
        count: 1234.5,
        cents: 181_50,
        yes: true,
        phone: '+32470123456',
      }),
      row({ at: new Date('2026-12-31T23:30:00Z'), count: 0, cents: 5, yes: false }),
      row(),
    ]);
    expect(bytes.toString('utf8')).toBe(
      '\ufeff"Nom, prénom",Début,Introduit le,Jours,Prix (EUR),Sortie autorisée,Téléphone\r\n' +
        '"Zoé, ""la"" Müller\nBruxelles",2026-03-01,2026-07-06T00:30:15+02:00,1234.5,181.50,Oui,+32470123456\r\n' +
        ',,2027-01-01T00:30:00+01:00,0,0.05,Non,\r\n' +
        ',,,,,,\r\n',
    );
  });

  test('for Excel has semicolons, decimal commas, and dates and times in the Belgian format', async () => {
    const bytes = await bytesOf('excelCsv', [
      row({
        name: 'Zoé; "la" Müller',
        day: '2026-03-01',
        at: new Date('2026-07-05T22:30:15Z'),
        count: 1234.5,
        cents: 181_50,
        yes: true,
        phone: '+32470123456',
      }),
      row({ name: '=1+1', at: new Date('2026-12-31T23:30:00Z'), count: -3, cents: 5, phone: '+442079460000' }),
      row({ phone: '' }),
    ]);
    expect(bytes.toString('utf8')).toBe(
      '\ufeffNom, prénom;Début;Introduit le;Jours;Prix (EUR);Sortie autorisée;Téléphone\r\n' +
        '"Zoé; ""la"" Müller";01/03/2026;06/07/2026 00:30;1234,5;181,50;Oui;+32 470 12 34 56\r\n' +
        "'=1+1;;01/01/2027 00:30;-3;0,05;;+442079460000\r\n" +
        ';;;;;;\r\n',
    );
  });

  test('has the header for an empty list', async () => {
    expect(readCsv(await bytesOf('csv', []))).toEqual([HEADERS]);
  });

  test('any name can be read back by another program, and no cell is a formula', async () => {
    const unit = fc.constantFrom(...'=+-@\t\r\n\0 ",;\'\ufeff＝＋－＠éaZ1');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fc.string({ unit }), fc.string({ unit: 'grapheme' })), { maxLength: 5 }), async (names) => {
        const [headers, ...cells] = readCsv(
          await bytesOf(
            'csv',
            names.map((name) => row({ name, count: 1 })),
          ),
        );
        expect(headers).toEqual(HEADERS);
        expect(cells.map(([cell = '']) => fromSpreadsheetText(cell))).toEqual(names);
        for (const cell of cells.flat())
          if (!/^\+\d[\d ]*$/.test(cell)) expect(cell.trim().normalize('NFKC')).not.toMatch(/^[=+\-@\t\r\0]/);
      }),
      { numRuns: nightly ? 300 : 100 },
    );
  });
});

describe('XLSX', () => {
  test('is read back by another program with types, column widths, a frozen header and filters', async () => {
    const rows = [
      row({
        name: '=1+1',
        day: '2026-03-01',
        at: new Date('2026-07-05T22:30:00Z'),
        count: 7,
        cents: 181_50,
        yes: true,
        phone: '+32470123456',
      }),
      row({ name: ' Müller & <b>"Zoé"</b>\nline\u0007_x0041_\ud800', yes: false }),
      row(),
    ];
    const { sheets } = await readXlsx(await bytesOf('xlsx', rows));
    const [sheet] = sheets;
    expect(sheets.map(({ name }) => name)).toEqual(['Certificats   médicaux   1 ']);
    expect(sheet?.rows.slice(0, 3)).toEqual([
      HEADERS,
      ['=1+1', new Date('2026-03-01T00:00:00Z'), new Date('2026-07-06T00:30:00Z'), 7, 181.5, true, '+32470123456'],
      [' Müller & <b>"Zoé"</b>\nline\u0007_x0041_\ufffd', null, null, null, null, false, null],
    ]);
    expect(sheet?.freezePane).toMatchObject({ rows: 1 });
    expect(sheet?.autoFilter?.range).toBe('A1:G4');
    expect(sheet?.columns?.map(({ width }) => width)).toEqual([30, 12, 17, 10, 14, 20, 16]);
  });

  test('continues on further sheets, each with the header', async () => {
    const rows = Array.from({ length: 7 }, (_, count) => row({ count }));
    const { sheets } = await readXlsx(await buffer(xlsxStream(TABLE, from(rows), { now: NOW, maxRows: 4 })));
    expect(sheets.map((sheet) => sheet.rows.map((cells) => cells[3]))).toEqual([
      ['Jours', 0, 1, 2],
      ['Jours', 3, 4, 5],
      ['Jours', 6],
    ]);
    expect(new Set(sheets.map(({ name }) => name)).size).toBe(3);
  });

  test('has the header for an empty list', async () => {
    const { sheets } = await readXlsx(await bytesOf('xlsx', []));
    expect(sheets[0]?.rows).toEqual([HEADERS]);
  });
});

describe.each(Object.keys(EXPORT_FORMATS) as ExportFormat[])('%s', (format) => {
  /** An endless generator of rows, and whether it was closed. */
  function endless(failAt = Number.POSITIVE_INFINITY) {
    const state = { produced: 0, closed: false };
    async function* rows(): AsyncGenerator<readonly Row[]> {
      try {
        for (;;) {
          if (state.produced >= failAt) throw new Error('The database went away.');
          state.produced += 1;
          yield [row({ name: `${Math.sin(state.produced)}`.repeat(5) })];
        }
      } finally {
        state.closed = true;
      }
    }
    return { state, rows: rows() };
  }

  test('reads rows only as fast as the file is read, and closes the rows when the stream is destroyed', async () => {
    const { state, rows } = endless();
    const stream = tableStream(format, TABLE, rows, NOW);
    await new Promise((resolve) => stream.once('readable', resolve));
    stream.read();
    stream.destroy();
    await expect.poll(() => state.closed).toBe(true);
    expect(state.produced).toBeLessThan(20_000);
  });

  test('fails before the first byte when the first row fails, and ends with an error when a later one fails', async () => {
    const first = endless(0);
    const early: Buffer[] = [];
    const failing = tableStream(format, TABLE, first.rows, NOW);
    failing.on('data', (chunk) => early.push(chunk));
    await expect(new Promise((_, reject) => failing.once('error', reject))).rejects.toThrow('The database went away.');
    expect(early).toEqual([]);

    const later = endless(5000);
    await expect(buffer(tableStream(format, TABLE, later.rows, NOW))).rejects.toThrow('The database went away.');
    expect(later.state.closed).toBe(true);
  });
});

describe('an archive', () => {
  async function* entries(failsAfter: number, state = { closed: false }) {
    try {
      for (let n = 0; n < 3; n += 1) {
        if (n === failsAfter) throw new Error('The store went away.');
        yield { path: `files/${n}.txt`, content: Buffer.alloc(200_000, `${n}`), compress: n % 2 === 0 };
      }
    } finally {
      state.closed = true;
    }
  }

  test('contains its files; it ends with an error when one fails, and closes them when the stream is destroyed', async () => {
    const files = unzipped(await buffer(zipStream(entries(3), NOW)));
    expect([...files].map(([path, content]) => [path, content.length])).toEqual([0, 1, 2].map((n) => [`files/${n}.txt`, 200_000]));
    expect(files.get('files/2.txt')?.toString('utf8', 0, 3)).toBe('222');
    await expect(buffer(zipStream(entries(2), NOW))).rejects.toThrow('The store went away.');
    const state = { closed: false };
    const stream = zipStream(entries(3, state), NOW);
    await new Promise((resolve) => stream.once('readable', resolve));
    stream.destroy();
    await expect.poll(() => state.closed).toBe(true);
  });
});
