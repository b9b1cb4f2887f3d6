import { type CalendarDay, dayOf, daysBetween, timeOf } from '@checkwell/domain/clock';
import type { ColumnType, Table, TableColumn } from './table.ts';

/** The parts of a workbook with one table (ECMA-376, SpreadsheetML), as text. */

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SHEET_ML = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Longer texts than this no cell holds. */
const MAX_CHARACTERS = 32_767;

/** Day 0 of a workbook. */
const EPOCH = '1899-12-30';

/** Index in `cellXfs` of the styles below; 1 is the header. */
const STYLES: Readonly<Record<ColumnType, number>> = { text: 2, phone: 2, date: 3, datetime: 4, number: 0, money: 5, boolean: 0 };
/** Formats 14, 22 and 4 show days, moments and amounts in the way of the reader's own country; 49 keeps texts what they are. */
const NUMBER_FORMATS = [0, 0, 49, 14, 22, 4];
const HEADER_STYLE = 1;

const WIDTHS: Readonly<Record<ColumnType, number>> = { text: 20, phone: 16, date: 12, datetime: 17, number: 10, money: 12, boolean: 10 };
/** The button of the filter is beside the header. */
const FILTER_BUTTON = 4;

/** Most texts: nothing in them has to be written in another way. */
const PLAIN = /^[\t\n !#-%'-;=?-^`-\ud7ff\ue000-\ufffd]*$/;

/** Text for XML: what XML cannot hold is written as spreadsheets read it back (`_x0007_`), half a pair of surrogates not at all. */
export function escaped(text: string): string {
  if (text.length <= MAX_CHARACTERS && PLAIN.test(text)) return text;
  return (
    text
      .slice(0, MAX_CHARACTERS)
      .toWellFormed()
      .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
      .replace(/[\u0000-\u0008\u000b\u000c\r\u000e-\u001f\ufffe\uffff]/g, (character) => {
        const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
        return `_x${code}_`;
      })
      .replace(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] as string)
  );
}

/** `A`, `B`, … `Z`, `AA` from 0, 1, … */
export const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

/** What is before the rows: the header row stays in sight, columns have their widths. */
export function sheetStart<Row>({ columns }: Table<Row>): string {
  const widths = columns.map(({ header, type, width = WIDTHS[type] }, index) => {
    const characters = Math.max(width, header.length + FILTER_BUTTON);
    return `<col min="${index + 1}" max="${index + 1}" width="${characters}" customWidth="1"/>`;
  });
  const headers = columns.map(({ header }, index) => textCell(`${columnName(index)}1`, HEADER_STYLE, header));
  return (
    `${DECLARATION}<worksheet xmlns="${SHEET_ML}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/>' +
    `</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${headers.join('')}</row>`
  );
}

/** Writes rows of a table. @returns for a row and its number, counted from 1 with the header row */
export function rowWriter<Row>({ columns }: Table<Row>): (row: Row, number: number) => string {
  const cells = columns.map((column, index) => cellWriter(column, columnName(index)));
  return (row, number) => {
    let text = `<row r="${number}">`;
    for (const write of cells) text += write(row, number);
    return `${text}</row>`;
  };
}

/** What is after them. @param rows how many, the header row included */
export const sheetEnd = (columns: number, rows: number): string =>
  `</sheetData><autoFilter ref="A1:${columnName(columns - 1)}${rows}"/></worksheet>`;

/** What a column writes: decided once for all rows. */
function cellWriter<Row>(column: TableColumn<Row>, name: string): (row: Row, number: number) => string {
  const style = STYLES[column.type];
  switch (column.type) {
    case 'text':
    case 'phone':
      return (row, number) => {
        const value = column.value(row);
        return value === null || value === '' ? '' : textCell(`${name}${number}`, style, value);
      };
    case 'date':
      return (row, number) => {
        const day = column.value(row);
        return day === null ? '' : numberCell(`${name}${number}`, style, serialOf(day));
      };
    case 'datetime':
      return (row, number) => {
        const instant = column.value(row);
        return instant === null ? '' : numberCell(`${name}${number}`, style, serialOf(dayOf(instant)) + shareOfDay(timeOf(instant)));
      };
    case 'number':
    case 'money': {
      const unit = column.type === 'money' ? 100 : 1;
      return (row, number) => {
        const value = column.value(row);
        return value === null || !Number.isFinite(value) ? '' : numberCell(`${name}${number}`, style, value / unit);
      };
    }
    case 'boolean':
      return (row, number) => {
        const value = column.value(row);
        return value === null ? '' : `<c r="${name}${number}" s="${style}" t="b"><v>${value ? 1 : 0}</v></c>`;
      };
  }
}

/** Spaces that a reader of XML might take away are told to stay. */
const NEEDS_SPACES = /^\s|\s$|\s\s|[\t\n\r]/;

function textCell(at: string, style: number, text: string): string {
  const space = NEEDS_SPACES.test(text) ? ' xml:space="preserve"' : '';
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t${space}>${escaped(text)}</t></is></c>`;
}
const numberCell = (at: string, style: number, value: number): string => `<c r="${at}" s="${style}"><v>${value}</v></c>`;

/** Lists have few days and many rows. */
const serials = new Map<CalendarDay, number>();
const MAX_SERIALS = 5000;

function serialOf(day: CalendarDay): number {
  const known = serials.get(day);
  if (known !== undefined) return known;
  const serial = daysBetween(EPOCH, day);
  if (serials.size < MAX_SERIALS) serials.set(day, serial);
  return serial;
}
const shareOfDay = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) / 1440;
};

/** Names of sheets: 31 characters, and none of `[ ] : * ? / \`. */
export function sheetName(title: string, number: number): string {
  const end = number === 1 ? '' : ` ${number}`;
  return title.replaceAll(/[[\]:*?/\\']/g, ' ').slice(0, 31 - end.length) + end;
}

/** The parts beside the sheets, by their path. @param rows of each sheet, the header row included */
export function otherParts<Row>({ title, columns }: Table<Row>, rows: readonly number[]): Readonly<Record<string, string>> {
  const numbers = rows.map((_, index) => index + 1);
  const last = columnName(columns.length - 1);
  const names = numbers.map((number) => escaped(sheetName(title, number)));
  return {
    'xl/workbook.xml':
      `${DECLARATION}<workbook xmlns="${SHEET_ML}" xmlns:r="${RELATIONS}"><sheets>` +
      numbers.map((number, index) => `<sheet name="${names[index]}" sheetId="${number}" r:id="rId${number}"/>`).join('') +
      '</sheets><definedNames>' +
      rows
        .map(
          (count, index) =>
            `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">'${names[index]}'!$A$1:$${last}$${count}</definedName>` +
            `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">'${names[index]}'!$1:$1</definedName>`,
        )
        .join('') +
      '</definedNames></workbook>',
    'xl/_rels/workbook.xml.rels':
      `${DECLARATION}<Relationships xmlns="${PACKAGE_RELATIONS}">` +
      numbers
        .map((number) => `<Relationship Id="rId${number}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${number}.xml"/>`)
        .join('') +
      `<Relationship Id="rId${rows.length + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml':
      `${DECLARATION}<styleSheet xmlns="${SHEET_ML}">` +
      '<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>' +
      '<font><b/><sz val="11"/><color rgb="FF185DA9"/><name val="Calibri"/><family val="2"/></font></fonts>' +
      '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
      '<fill><patternFill patternType="solid"><fgColor rgb="FFE8F0F8"/><bgColor indexed="64"/></patternFill></fill></fills>' +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      `<cellXfs count="${NUMBER_FORMATS.length}">` +
      NUMBER_FORMATS.map((format, index) =>
        index === HEADER_STYLE
          ? '<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>'
          : `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
      ).join('') +
      '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
    '_rels/.rels': `${DECLARATION}<Relationships xmlns="${PACKAGE_RELATIONS}"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml':
      `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/>` +
      numbers.map((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${CONTENT}.worksheet+xml"/>`).join('') +
      '</Types>',
  };
}
