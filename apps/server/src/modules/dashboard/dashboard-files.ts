import { buffer } from 'node:stream/consumers';
import { definitionOf } from '@checkwell/domain/dashboard/definitions';
import { downloadName } from '@checkwell/domain/file-name';
import type { InterfaceLanguage } from '@checkwell/messages';
import { getTranslator } from '@checkwell/messages/translator';
import { EXPORT_FORMATS, type Table, tableStream } from '../../platform/export/export.ts';
import { type PdfBlock, renderPdf } from '../../platform/pdf/pdf.ts';
import { type DashboardDocument, type DocumentTable, documentOf, type FigureLine, type ReportSubject } from './dashboard.document.ts';
import type { DashboardView } from './dashboard.service.ts';

export const FILE_FORMATS = ['pdf', 'xlsx'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** A dashboard as a file, in memory: it holds sums, however many checks are behind them. */
export interface DashboardFile {
  readonly fileName: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

/** @param day is in the file's name */
export async function fileOf(
  format: FileFormat,
  view: DashboardView,
  subject: ReportSubject,
  language: InterfaceLanguage,
  day: string,
): Promise<DashboardFile> {
  const t = getTranslator(language, 'dashboard');
  const document = documentOf(view, subject, language);
  return {
    fileName: downloadName({ what: t('document.fileName'), company: subject.companyName, day, extension: format }),
    mediaType: format === 'pdf' ? 'application/pdf' : EXPORT_FORMATS.xlsx.mediaType,
    content:
      format === 'pdf'
        ? await renderPdf({ language, ...pdfOf(document, language) }, subject.now)
        : await workbookOf(document, language, subject.now),
  };
}

/** Longer tables appear as tables, short ones as bars. */
const MAX_COLUMNS_OF_BARS = 3;

function pdfOf({ title, subtitle, facts, sections, trends, source }: DashboardDocument, language: InterfaceLanguage) {
  const t = getTranslator(language, 'dashboard');
  // What the subtitle says already is not said again.
  const more = facts.filter(([label]) => label !== t('document.company') && label !== t('document.period'));
  const blocks: PdfBlock[] = [
    ...(more.length === 0 ? [] : [{ kind: 'facts', rows: more } as const]),
    ...trends.map(({ title: caption, points }): PdfBlock => {
      const said = points.map(({ label, text }) => `${label}: ${text}`).join(', ');
      return { kind: 'line', caption, description: `${caption}. ${said}`, points };
    }),
  ];
  for (const section of sections) {
    blocks.push({ kind: 'heading', text: section.title });
    blocks.push({
      kind: 'table',
      columns: [
        { label: t('document.figure'), width: 2.2 },
        { label: t('document.value'), width: 1.2, align: 'right' },
        { label: t('document.n'), width: 2.2 },
        ...(section.figures.some(({ before }) => before !== '') ? [{ label: t('document.before'), width: 2.2 }] : []),
      ],
      rows: section.figures.map(({ name, text, detail, before }) =>
        section.figures.some((line) => line.before !== '') ? [name, text, detail, before] : [name, text, detail],
      ),
    });
    for (const table of section.tables) blocks.push(pdfTable(table, t('chart.none')));
  }
  blocks.push({ kind: 'heading', text: t('document.definitions') });
  blocks.push({
    kind: 'list',
    items: sections.flatMap(({ figures }) => figures.map(({ name, definition }) => ({ text: name, detail: definition }))),
  });
  return { title, subtitle, blocks, source };
}

/** @param none is instead of a table without any number but 0 */
function pdfTable({ title, columns, rows }: DocumentTable, none: string): PdfBlock {
  if (rows.every(([, ...cells]) => cells.every(({ value }) => !value))) return { kind: 'text', caption: title, text: none, soft: true };
  if (columns.length <= MAX_COLUMNS_OF_BARS) {
    return {
      kind: 'bars',
      caption: title,
      rows: rows.map(([label, count, share]) => ({ label, value: count?.value ?? 0, text: [count?.text, share?.text].join(' · ') })),
    };
  }
  return {
    kind: 'table',
    caption: title,
    columns: columns.map((label, index) => ({ label, width: index === 0 ? 1.6 : 1, align: index === 0 ? 'left' : 'right' })),
    rows: rows.map(([label, ...cells]) => [label, ...cells.map(({ text }) => text)]),
  };
}

/** One line of the workbook: a figure, or one number of a table. Long instead of wide, so that a pivot table takes it as it is. */
interface Line {
  readonly overview: string;
  readonly subject: string;
  readonly item: string;
  readonly value: number | null;
  readonly unit: string;
  readonly n: number | null;
  readonly median: number | null;
  readonly p90: number | null;
  readonly before: number | null;
  readonly definition: string;
}

function workbookOf(document: DashboardDocument, language: InterfaceLanguage, now: Date): Promise<Buffer> {
  const t = getTranslator(language, 'dashboard', 'common');
  const table: Table<Line> = {
    title: t('document.sheet'),
    columns: [
      { id: 'overview', header: t('document.overview'), type: 'text', value: ({ overview }) => overview, width: 18 },
      { id: 'subject', header: t('document.subject'), type: 'text', value: ({ subject }) => subject, width: 34 },
      { id: 'item', header: t('document.item'), type: 'text', value: ({ item }) => item || null, width: 40 },
      { id: 'value', header: t('document.value'), type: 'number', value: ({ value }) => value, width: 12 },
      { id: 'unit', header: t('document.unit'), type: 'text', value: ({ unit }) => unit, width: 12 },
      { id: 'n', header: t('document.n'), type: 'number', value: ({ n }) => n, width: 12 },
      { id: 'median', header: t('document.median'), type: 'number', value: ({ median }) => median, width: 12 },
      { id: 'p90', header: t('document.p90'), type: 'number', value: ({ p90 }) => p90, width: 12 },
      { id: 'before', header: t('document.before'), type: 'number', value: ({ before }) => before, width: 16 },
      { id: 'definition', header: t('document.definition'), type: 'text', value: ({ definition }) => definition || null, width: 80 },
    ],
    labels: { yes: t('common:yes'), no: t('common:no') },
  };
  const nothing = { n: null, median: null, p90: null, before: null, definition: '' };
  const lines: readonly Line[] = [
    ...document.facts.map(([label, text]) => ({ ...nothing, overview: document.title, subject: label, item: text, value: null, unit: '' })),
    ...document.sections.flatMap(({ title, figures, tables }) => [
      ...figures.map((line) => figureLine(title, line)),
      ...tables.flatMap((part) =>
        part.rows.flatMap(([label, ...cells]) =>
          cells.map(({ value, text }, index) => ({
            ...nothing,
            overview: title,
            subject: part.title,
            item: `${label} – ${part.columns[index + 1]}`,
            value,
            unit: text.endsWith('%') ? t('unit.percent') : '',
          })),
        ),
      ),
    ]),
  ];
  return buffer(tableStream('xlsx', table, inOnePart(lines), now));
}

async function* inOnePart(lines: readonly Line[]): AsyncGenerator<readonly Line[]> {
  yield lines;
}

function figureLine(overview: string, { metric, name, figure, earlier, unit, definition }: FigureLine): Line {
  const counted = (value: number | null | undefined): number | null => {
    if (value === null || value === undefined) return null;
    const shown = { share: 100, cents: 0.01 }[definitionOf(metric).unit as 'share' | 'cents'] ?? 1;
    return Math.round(value * shown * 100) / 100;
  };
  return {
    overview,
    subject: name,
    item: '',
    value: counted(figure.value),
    unit,
    n: figure.n,
    median: counted(figure.median),
    p90: counted(figure.p90),
    before: counted(earlier?.value),
    definition,
  };
}
