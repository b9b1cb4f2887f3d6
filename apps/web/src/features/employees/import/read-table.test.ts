import { IMPORT_LIMITS } from '@checkwell/domain/people/import';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { type FileRefusal, readTables, UnreadableFile } from './read-table.ts';

const file = (content: BlobPart, name = 'export.csv') => new File([content], name);
const rowsOf = async (content: BlobPart) => (await readTables(file(content)))[0]?.rows;
const refusalOf = (work: Promise<unknown>): Promise<FileRefusal | 'none'> =>
  work.then(
    () => 'none',
    (error: unknown) => {
      if (error instanceof UnreadableFile) return error.reason;
      throw error;
    },
  );
const EXPECTED = [
  ['Naam', 'Prénom'],
  ['D’Hondt; An', 'Zoé'],
];

describe('a CSV file', () => {
  it.each<[string, BlobPart]>([
    ['with semicolons', 'Naam;Prénom\r\n"D’Hondt; An";Zoé\r\n'],
    ['with commas and line feeds', 'Naam,Prénom\n"D’Hondt; An",Zoé\n'],
    ['with tabs', 'Naam\tPrénom\nD’Hondt; An\tZoé'],
    ['with a mark at the start', '\uFEFFNaam;Prénom\r\n"D’Hondt; An";Zoé'],
    ['that names its separator', 'sep=;\r\nNaam;Prénom\r\n"D’Hondt; An";Zoé'],
    ['with empty lines and spaces', '\r\n Naam ;Prénom\r\n;\r\n"D’Hondt; An"; Zoé \r\n\r\n'],
    [
      'in UTF-16',
      new Uint8Array([
        0xff,
        0xfe,
        ...new Uint8Array(new Uint16Array([...'Naam;Prénom\n"D’Hondt; An";Zoé'].map((c) => c.charCodeAt(0))).buffer),
      ]),
    ],
    ['from Excel in Western Europe', new Uint8Array([...'Naam;Pr\u00e9nom\n"D\u0092Hondt; An";Zo\u00e9'].map((c) => c.charCodeAt(0)))],
  ])('%s is read', async (_, content) => {
    expect(await rowsOf(content)).toEqual(EXPECTED);
  });

  it.each([
    ['\n\nPersonnel;\n;\nNaam;Voornaam\n\n"Meir\n1";Zoé\nClaes;Eva', [3, 5, 7, 8]],
    ['sep=,\n\nNaam,Voornaam\nClaes,Eva', [2, 3]],
  ])('counts the lines as a spreadsheet does, empty ones too: %j', async (content, lines) => {
    expect((await readTables(file(content)))[0]?.lines).toEqual(lines);
  });

  it('keeps an empty first heading', async () => {
    expect(await rowsOf('\tNaam\n7\tClaes')).toEqual([
      ['', 'Naam'],
      ['7', 'Claes'],
    ]);
  });

  it('keeps line breaks inside quotes, and leading zeros', async () => {
    expect(await rowsOf('Nr;Adres\n007;"Meir 1\n2000 Antwerpen"')).toEqual([
      ['Nr', 'Adres'],
      ['007', 'Meir 1\n2000 Antwerpen'],
    ]);
  });
});

describe('an Excel file', () => {
  it('gives each sheet that has rows, cells as text', async () => {
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Empty', rows: [] },
        {
          name: 'Staff',
          rows: [[], ['Nr', 'Since', 'Active'], [null, null, null], [7, new Date('2026-03-02T00:00:00Z'), true], [null, null, null]],
        },
      ],
    });
    expect(await readTables(file(bytes as BlobPart, 'staff.xlsx'))).toEqual([
      {
        name: 'Staff',
        rows: [
          ['Nr', 'Since', 'Active'],
          ['7', '2026-03-02', 'true'],
        ],
        lines: [2, 4],
      },
    ]);
  });
});

describe('what cannot be read', () => {
  it.each<[FileRefusal, () => BlobPart]>([
    ['empty', () => ''],
    ['empty', () => 'Naam;Voornaam\n'],
    ['wrongType', () => new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])],
    ['wrongType', () => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13])],
    ['wrongType', () => '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'],
    ['wrongType', () => '<!DOCTYPE html><table><tr><td>Naam</td></tr></table>\n<p>'],
    ['wrongType', () => '{\\rtf1 Naam;Voornaam\nPeeters;Jan}'],
    ['wrongType', () => 'Naam;Voornaam\nPeeters;\u0001Jan\n'],
    ['unreadable', () => new Uint8Array([0x50, 0x4b, 3, 4, 1, 2, 3])],
    ['tooManyRows', () => `a;b\n${'1;2\n'.repeat(IMPORT_LIMITS.rows + 1)}`],
    ['tooManyColumns', () => `${'a;'.repeat(IMPORT_LIMITS.columns + 1)}\n${'1;'.repeat(IMPORT_LIMITS.columns + 1)}`],
    ['tooLarge', () => new Uint8Array(IMPORT_LIMITS.bytes + 1)],
  ])('is refused: %s', async (reason, content) => {
    expect(await refusalOf(readTables(file(content())))).toBe(reason);
  });
});
