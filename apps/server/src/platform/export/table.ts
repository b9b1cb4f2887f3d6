import type { CalendarDay } from '@checkwell/domain/clock';

/** What a cell of each type of column holds. Money is integer euro cents; in the file it is in euros. */
interface Values {
  readonly text: string;
  /** A telephone number in international form. */
  readonly phone: string;
  readonly date: CalendarDay;
  readonly datetime: Date;
  readonly number: number;
  readonly money: number;
  readonly boolean: boolean;
}
export type ColumnType = keyof Values;

/** One column of a table; null is an empty cell. */
export type TableColumn<Row> = {
  readonly [Type in ColumnType]: {
    /** Stable in every language, for programs and tests. */
    readonly id: string;
    /** Heading in the reader's language. */
    readonly header: string;
    readonly type: Type;
    readonly value: (row: Row) => Values[Type] | null;
    /** Width in characters; left out: a width that suits the type. */
    readonly width?: number;
  };
}[ColumnType];

/** A list of any noun as a file shows it: which columns, in whose labels. */
export interface Table<Row> {
  /** Name of the sheet. */
  readonly title: string;
  readonly columns: readonly TableColumn<Row>[];
  /** What yes and no are called, where a format has no word of its own. */
  readonly labels: { readonly yes: string; readonly no: string };
}

/** Rows are written in bundles of this many: others have their turn in between. */
const BUNDLE = 200;

/** The rows in small bundles, as they arrive. */
export async function* bundled<Row>(parts: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  for await (const rows of parts) {
    for (let begin = 0; begin < rows.length; begin += BUNDLE) yield rows.slice(begin, begin + BUNDLE);
  }
}
