import type { MessageLanguage } from '@checkwell/messages';

/** The content of a document; `renderPdf` does the layout. All texts are in the reader's language. */
export interface PdfDocument {
  readonly language: MessageLanguage;
  /** The heading, and the title that programs show. */
  readonly title: string;
  /** Under the title: whom or what, and which days. */
  readonly subtitle?: string;
  readonly blocks: readonly PdfBlock[];
  /** Text at the foot of every page, beside the page number: where the document comes from, and of which moment it is. Two lines at most. */
  readonly source: string;
  /** Who writes; the product where nobody is named. */
  readonly letterhead?: Letterhead;
  /** Folded into an envelope with a window: to whom, and what is beside. The title follows below the fold. */
  readonly letter?: PdfLetter;
  /** Across every page, in large pale letters, for the eye alone: what keeps the document from being taken for a real one. */
  readonly mark?: string;
  /** Files within the file, for programs. */
  readonly attachments?: readonly PdfAttachment[];
}

export interface PdfAttachment {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

/** The upper third of a letter. */
export interface PdfLetter {
  /** The lines of the address: name, street, postal code and place. */
  readonly addressee: readonly string[];
  /** Left of the window: who writes, when, about what. */
  readonly sender: readonly string[];
}

/** The head of the first page. */
export interface Letterhead {
  readonly name: string;
  /** A PNG or JPEG that is in place of the name. */
  readonly logo: Buffer | null;
}

export type PdfBlock =
  | { readonly kind: 'heading'; readonly text: string }
  /** `caption` is above, as over a table: where one has nothing to show. */
  | { readonly kind: 'text'; readonly text: string; readonly soft?: boolean; readonly caption?: string }
  /** The most important sentence of the document. */
  | { readonly kind: 'notice'; readonly text: string; readonly detail?: string; readonly tone?: PdfTone }
  /** Short texts beside each other, such as the parties; the first line of each is bold. */
  | { readonly kind: 'columns'; readonly columns: readonly PdfTextColumn[] }
  /** Labels with their values, two pairs beside each other where they are short. */
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  /** The sums of a table of amounts, below its last column; the last row is the total. */
  | { readonly kind: 'sums'; readonly rows: readonly (readonly [label: string, amount: string])[] }
  | { readonly kind: 'list'; readonly items: readonly PdfListItem[] }
  | PdfProof
  | PdfTable
  /** A line over time, from 0; screen readers read only its description, so the numbers must be elsewhere too. At least two points. */
  | { readonly kind: 'line'; readonly caption: string; readonly description: string; readonly points: readonly PdfPoint[] }
  /** Numbers as bars with their text; read out as a table. */
  | { readonly kind: 'bars'; readonly caption: string; readonly rows: readonly PdfBar[] };

/** How a document is verified: a square code beside what is in it, kept together. */
export interface PdfProof {
  readonly kind: 'proof';
  readonly title: string;
  /** What cameras read in the square code. */
  readonly address: string;
  /** Description of the QR code for screen readers. */
  readonly description: string;
  readonly text: string;
  readonly rows: readonly (readonly [label: string, value: string])[];
  /** Smaller, below. */
  readonly note: string;
}

export interface PdfTextColumn {
  readonly label: string;
  readonly lines: readonly string[];
}

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
  /** Rows with one cell for each column. */
  readonly rows: readonly (readonly (string | PdfCell)[])[];
}

/** A cell that says more about its text, smaller, below it. */
export interface PdfCell {
  readonly text: string;
  readonly detail: string;
}

export interface PdfColumn {
  readonly label: string;
  /** Share of the width; the columns' shares are added up. Default 1. */
  readonly width?: number;
  readonly align?: 'left' | 'right';
}

/** One moment of a line over time. */
export interface PdfPoint {
  readonly label: string;
  readonly value: number;
  readonly text: string;
}

export interface PdfBar {
  readonly label: string;
  /** 0 or more; the longest bar is the greatest value. */
  readonly value: number;
  readonly text: string;
}
