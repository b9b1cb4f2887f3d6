import { IMPORT_LIMITS, type ImportRow } from '@checkwell/domain/people/import';
import { useRef, useState } from 'react';
import { graphql } from '../../../lib/api/graphql.ts';
import { ImportEmployeesDocument, type ImportEmployeesMutation } from '../employees.gql.ts';

export type RowResult = ImportEmployeesMutation['importEmployees'][number];

interface RunState {
  readonly status: 'idle' | 'running' | 'stopped' | 'failed' | 'done';
  /** Results by position of the row; absent for rows that were not sent yet. */
  readonly results: ReadonlyMap<number, RowResult>;
  readonly total: number;
  readonly error: unknown;
}

const IDLE: RunState = { status: 'idle', results: new Map(), total: 0, error: null };

/**
 * Sends rows in parts. After a failed part, `resume` goes on with it: the same rows sent twice change nothing, so a part whose answer was
 * lost is sent again.
 */
export function useImportRun(companyId: string, dryRun: boolean) {
  const [state, setState] = useState<RunState>(IDLE);
  const abort = useRef<AbortController | null>(null);
  const rowIndices = useRef<readonly number[]>([]);

  async function run(rows: readonly ImportRow[], start: ReadonlyMap<number, RowResult>): Promise<void> {
    const controller = new AbortController();
    abort.current?.abort();
    abort.current = controller;
    const results = new Map(start);
    const show = (status: RunState['status'], error: unknown = null): void => {
      if (abort.current === controller) setState({ status, results: new Map(results), total: rowIndices.current.length, error });
    };
    show('running');
    const waiting = rowIndices.current.filter((rowIndex) => !results.has(rowIndex));
    try {
      for (let from = 0; from < waiting.length; from += IMPORT_LIMITS.rowsPerRequest) {
        const part = waiting.slice(from, from + IMPORT_LIMITS.rowsPerRequest);
        const answer = await graphql(
          ImportEmployeesDocument,
          { companyId, dryRun, rows: part.map((rowIndex) => rows[rowIndex] ?? {}) },
          { signal: controller.signal },
        );
        answer.importEmployees.forEach((result, index) => {
          const rowIndex = part[index];
          if (rowIndex !== undefined) results.set(rowIndex, result);
        });
        show('running');
      }
      show('done');
    } catch (error) {
      show(controller.signal.aborted ? 'stopped' : 'failed', error);
    }
  }

  return {
    ...state,
    start(rows: readonly ImportRow[], only: readonly number[] = rows.map((_, rowIndex) => rowIndex)): void {
      rowIndices.current = only;
      void run(rows, new Map());
    },
    resume: (rows: readonly ImportRow[]): void => void run(rows, state.results),
    /** Stops before the next part; rows that were sent stay imported. */
    stop(): void {
      abort.current?.abort();
      setState((old) => ({ ...old, status: 'stopped' }));
    },
    reset(): void {
      abort.current?.abort();
      abort.current = null;
      setState(IDLE);
    },
  };
}
