import type { MessageLanguage } from '@checkwell/messages';

/** A document as its writer thinks of it; `renderPdf` gives it its looks. All texts are in the reader's language. */
export interface PdfDocument {
  readonly language: MessageLanguage;
  /** The heading, and the title that programs show. */
  readonly title: string;
  /** Under the title: whom or what, and which days. */
  readonly subtitle?: string;
  readonly blocks: readonly PdfBlock[];
  /** At the foot of every page, beside the page number: where the document comes from, and as of when. */
  readonly source: string;
}

export type PdfBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly soft?: boolean }
  /** The one sentence that the reader is looking for. */
  | { readonly kind: 'notice'; readonly text: string; readonly detail?: string; readonly tone?: PdfTone }
  /** Labels with their values, two pairs beside each other where they are short. */
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  /** What a table of amounts comes to, below its last column; the last row is the one that counts. */
  | { readonly kind: 'sums'; readonly rows: readonly (readonly [label: string, amount: string])[] }
  | { readonly kind: 'list'; readonly items: readonly PdfListItem[] }
  | PdfTable
  /** Numbers as bars with their text; read out as a table. */
  | { readonly kind: 'bars'; readonly caption: string; readonly rows: readonly PdfBar[] };

export type PdfTone = 'info' | 'success' | 'warning' | 'neutral';

export interface PdfListItem {
  readonly text: string;
  /** Below, stronger: a last day. */
  readonly strong?: string;
  /** Smaller, below: a source. */
  readonly detail?: string;
  /** Where the detail can be read. */
  readonly link?: string;
}

export interface PdfTable {
  readonly kind: 'table';
  /** Said before the table. */
  readonly caption?: string;
  readonly columns: readonly PdfColumn[];
  /** As many cells as columns. */
  readonly rows: readonly (readonly string[])[];
}

export interface PdfColumn {
  readonly label: string;
  /** Share of the width; the columns' shares are added up. Default 1. */
  readonly width?: number;
  readonly align?: 'left' | 'right';
}

export interface PdfBar {
  readonly label: string;
  /** 0 or more; the longest bar is the greatest value. */
  readonly value: number;
  readonly text: string;
}
