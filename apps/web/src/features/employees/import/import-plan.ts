import {
  type ColumnMapping,
  IMPORT_TARGETS,
  type ImportRow,
  type ImportTarget,
  proposeMapping,
  rowOf,
} from '@checkwell/domain/people/import';
import { normaliseNiss } from '@checkwell/domain/people/numbers/niss';
import type { FileTable } from './read-table.ts';

/** How a table of the file is imported: the row of the headings, and the field of each column. */
export interface ImportPlan {
  readonly headings: readonly string[];
  readonly body: readonly (readonly string[])[];
  /** The line of each row of the body in the file. */
  readonly lines: readonly number[];
  readonly mapping: ColumnMapping;
  /** Values for all rows, of fields that have no column. */
  readonly fixed: ImportRow;
}

const SAMPLE = 50;

/** The plan that the table suggests, or the one that was made for the same headings before. */
export function planOf({ rows, lines }: FileTable, remembered?: (headings: readonly string[]) => ColumnMapping | undefined): ImportPlan {
  // Titles above a table fill one cell; the headings are the first row that fills several.
  const at = Math.max(
    0,
    rows.findIndex((row) => row.filter(Boolean).length > 1),
  );
  const headings = rows[at] ?? [];
  const body = rows.slice(at + 1);
  return {
    headings,
    body,
    lines: lines.slice(at + 1),
    mapping: remembered?.(headings) ?? proposeMapping(headings, body.slice(0, SAMPLE)),
    fixed: {},
  };
}

/** The plan with another target for one column; a target is taken from the column that had it. */
export const withTarget = (plan: ImportPlan, column: number, target: ImportTarget | null): ImportPlan => ({
  ...plan,
  mapping: plan.mapping.map((old, index) => (index === column ? target : old === target ? null : old)),
});

/** Whether a column has the employees' numbers, by which a second import finds the same employees. */
export const namesPeople = ({ mapping }: ImportPlan): boolean => mapping.includes('employeeMatricule');

/** The rows as the server gets them. */
export const rowsOf = ({ body, mapping, fixed }: ImportPlan): readonly ImportRow[] => body.map((cells) => rowOf(cells, mapping, fixed));

/** A number that another row of the file has too: an error that only the whole file shows. */
export interface DuplicateNumber {
  readonly path: 'employeeMatricule' | 'workerNISS';
  /** Line of the other row, counted as the file counts. */
  readonly line: number;
}

/** For each row, the rows before or after it that claim the same number; both rows of a pair have the error. */
export function duplicatesIn(rows: readonly ImportRow[], lines: readonly number[]): ReadonlyMap<number, DuplicateNumber> {
  const errorsByRow = new Map<number, DuplicateNumber>();
  const keys = {
    employeeMatricule: ({ employeeMatricule }: ImportRow) => employeeMatricule?.normalize() || null,
    workerNISS: ({ workerNISS }: ImportRow) => (workerNISS ? normaliseNiss(workerNISS) : null),
  } as const;
  for (const path of ['employeeMatricule', 'workerNISS'] as const) {
    const seen = new Map<string, number>();
    rows.forEach((row, index) => {
      const key = keys[path](row);
      if (key === null) return;
      const first = seen.get(key);
      if (first === undefined) {
        seen.set(key, index);
        return;
      }
      errorsByRow.set(index, { path, line: lines[first] ?? 0 });
      if (!errorsByRow.has(first)) errorsByRow.set(first, { path, line: lines[index] ?? 0 });
    });
  }
  return errorsByRow;
}

const signature = (headings: readonly string[]): string => headings.join('\u0001');

/** Mappings that were used, by company: the next month's file has the same headings. */
export function mappingMemory(store: Pick<Storage, 'getItem' | 'setItem'>, companyId: string) {
  const key = `employeeImport:${companyId}`;
  return {
    recall(headings: readonly string[]): ColumnMapping | undefined {
      try {
        const { headings: known, mapping } = JSON.parse(store.getItem(key) ?? '{}') as { headings?: string; mapping?: ColumnMapping };
        const fits = known === signature(headings) && Array.isArray(mapping) && mapping.length === headings.length;
        return fits && mapping.every((target) => target === null || IMPORT_TARGETS.includes(target)) ? mapping : undefined;
      } catch {
        return undefined;
      }
    },
    keep: ({ headings, mapping }: ImportPlan): void => store.setItem(key, JSON.stringify({ headings: signature(headings), mapping })),
  };
}
