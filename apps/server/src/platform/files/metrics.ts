import type { Metrics } from '../http/observe.ts';
import type { FileStore } from './files.ts';

/** Metrics for operators: whether files can be kept and read. */
export function observeFiles({ gauge, counter }: Metrics, files: Pick<FileStore, 'ready' | 'onOutcome'>): void {
  gauge('file_store_answers', '1 while uploaded files can be kept: the disk has room, the bucket answers; 0 otherwise.', () =>
    files.ready().then(
      () => 1,
      () => 0,
    ),
  );
  const operations = counter('file_store_operations_total', 'What this process asked of the store of files, by operation and outcome.', [
    'operation',
    'outcome',
  ]);
  files.onOutcome((operation, outcome) => operations({ operation, outcome }));
}
