import { downloadName } from '@checkwell/domain/file-name';
import { IMPORT_STATUSES, type ImportField, type ImportRow, type ImportStatus } from '@checkwell/domain/people/import';
import { useState } from 'react';
import { errorText } from '../../../lib/api/errors.ts';
import { today } from '../../../lib/browser/time.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { sentenceOf } from '../../../lib/i18n/sentence.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useCompany } from '../../../lib/session/viewer.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import type { Tone } from '../../../ui/content/Badge.tsx';
import { Badge } from '../../../ui/content/Badge.tsx';
import { Progress } from '../../../ui/content/Progress.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { Select } from '../../../ui/controls/Select.tsx';
import { type Column, DataTable } from '../../../ui/lists/DataTable.tsx';
import { useTargetLabels } from './ColumnsStep.tsx';
import type { DuplicateNumber } from './import-plan.ts';
import { saveFaultyRows } from './save-faulty-rows.ts';
import type { RowResult, useImportRun } from './use-import-run.ts';

interface PreviewStepProps {
  readonly rows: readonly ImportRow[];
  /** The line of each row in the file. */
  readonly lines: readonly number[];
  readonly run: ReturnType<typeof useImportRun>;
  readonly duplicates: ReadonlyMap<number, DuplicateNumber>;
  readonly onResume: () => void;
}

interface PreviewRow {
  readonly rowIndex: number;
  readonly line: number;
  readonly row: ImportRow;
  readonly status: ImportStatus;
  /** Sentences on the row. */
  readonly details: readonly string[];
}

const TONES: Record<ImportStatus, Tone> = { created: 'success', changed: 'info', unchanged: 'neutral', faulty: 'danger' };
const PAGE_ROWS = 50;

/** The preview of the import, row by row; nothing is saved yet. */
export function PreviewStep({ rows, lines, run, duplicates, onResume }: PreviewStepProps) {
  const t = useTranslations('employees', 'employeeFields');
  const format = useFormat();
  const company = useCompany();
  const [shown, setShown] = useState<ImportStatus | ''>('');
  const [from, setFrom] = useState(0);
  const details = useDetails(duplicates);
  const judged: readonly PreviewRow[] = [...run.results]
    .sort(([a], [b]) => a - b)
    .map(([rowIndex, result]) => ({
      rowIndex,
      line: lines[rowIndex] ?? 0,
      row: rows[rowIndex] ?? {},
      status: duplicates.has(rowIndex) ? 'faulty' : result.status,
      details: details(rowIndex, result),
    }));
  const counts = Object.fromEntries(
    IMPORT_STATUSES.map((status) => [status, judged.filter((row) => row.status === status).length]),
  ) as Record<ImportStatus, number>;
  const listed = shown === '' ? judged : judged.filter(({ status }) => status === shown);
  const faulty = judged.filter(({ status }) => status === 'faulty');
  const running = run.status === 'running';
  const columns: readonly Column<PreviewRow>[] = [
    { id: 'line', header: t('import.preview.line'), width: '4.5rem', card: 'hidden', cell: ({ line }) => format.number(line) },
    { id: 'name', header: t('employeeFields:employee'), width: '13rem', card: 'title', cell: ({ row }) => nameOf(row) },
    { id: 'number', header: t('column.employeeMatricule'), width: '8rem', cell: ({ row }) => row.employeeMatricule },
    {
      id: 'status',
      header: t('import.preview.status'),
      width: '8rem',
      card: 'badge',
      cell: ({ status }) => <Badge tone={TONES[status]}>{t(`import.status.${status}`)}</Badge>,
    },
    {
      id: 'details',
      header: t('import.preview.details'),
      cell: ({ details: sentences }) =>
        sentences.length > 0 && (
          <ul className="whitespace-normal">
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        ),
    },
  ];
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 className="text-sm font-semibold">{t('import.preview.title')}</h2>
        <p className="mt-1 max-w-prose text-xs text-pretty text-muted">{t('import.preview.text')}</p>
      </div>
      {running && <Progress value={run.total === 0 ? 0 : run.results.size / run.total} label={t('import.preview.running')} />}
      {(run.status === 'failed' || run.status === 'stopped') && (
        <Alert tone="danger" title={t('import.preview.failed')} action={<Button onClick={onResume}>{t('import.resume')}</Button>}>
          {run.status === 'failed' ? errorText(run.error) : null}
        </Alert>
      )}
      <p role="status" className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
        {IMPORT_STATUSES.map((status) => (
          <span key={status}>
            {t('common:labelled', { label: t(`import.status.${status}`), text: '' })}
            <strong className="tabular-nums">{format.number(counts[status])}</strong>
          </span>
        ))}
      </p>
      <DataTable
        caption={t('import.preview.title')}
        toolbar={
          <div className="flex flex-wrap items-center justify-between gap-2 p-3">
            <Select
              aria-label={t('import.preview.filter')}
              className="w-full sm:w-56"
              value={shown}
              placeholder={t('import.preview.all')}
              options={IMPORT_STATUSES.map((value) => ({
                value,
                label: `${t(`import.status.${value}`)} (${format.number(counts[value])})`,
              }))}
              onChange={(event) => {
                setShown(event.currentTarget.value as ImportStatus | '');
                setFrom(0);
              }}
            />
            {faulty.length > 0 && (
              <Button
                icon="download"
                onClick={() =>
                  void saveFaultyRows(
                    downloadName({ what: t('import.preview.faultyFile'), company: company?.name ?? null, day: today(), extension: 'csv' }),
                    faulty.map(({ line, row, details: sentences }) => ({ line, row, reason: sentences.join(' ') })),
                    { line: t('import.preview.line'), reason: t('import.preview.details') },
                  )
                }
              >
                {t('import.preview.saveFaulty', { count: faulty.length })}
              </Button>
            )}
          </div>
        }
        columns={columns}
        rows={listed.slice(from, from + PAGE_ROWS)}
        rowKey={({ rowIndex }) => String(rowIndex)}
        rowLabel={({ row }) => nameOf(row)}
        status={judged.length === 0 && running ? 'loading' : 'ready'}
        empty={{ icon: 'users', title: t('import.preview.none') }}
        pager={{
          hasPrevious: from > 0,
          hasNext: from + PAGE_ROWS < listed.length,
          onPrevious: () => setFrom(Math.max(0, from - PAGE_ROWS)),
          onNext: () => setFrom(from + PAGE_ROWS),
          summary: t('import.preview.rows', { count: listed.length }),
        }}
      />
    </div>
  );
}

const nameOf = ({ employeeFirstName = '', employeeLastName = '' }: ImportRow): string =>
  `${employeeFirstName} ${employeeLastName}`.trim() || '–';

/** The changes of a row, or the reasons why it cannot be imported, as sentences. */
function useDetails(duplicates: ReadonlyMap<number, DuplicateNumber>): (rowIndex: number, result: RowResult) => readonly string[] {
  const t = useTranslations('employees');
  const label = useTargetLabels();
  const labelled = (name: string, text: string) => t('common:labelled', { label: name, text });
  return (rowIndex, { changes, issues }) => {
    const twice = duplicates.get(rowIndex);
    const fieldErrors = issues.map(({ path, message, params }) => {
      const sentence = sentenceOf(message, Object.fromEntries(params.map(({ name, value }) => [name, value]))) ?? '';
      return path === '' ? sentence : labelled(label(path as ImportField), sentence);
    });
    if (twice) return [labelled(label(twice.path), t('import.preview.twice', { line: twice.line })), ...fieldErrors];
    if (fieldErrors.length > 0) return fieldErrors;
    return changes.map(({ field, from, to }) =>
      to === '' ? t('import.preview.newValue', { field: label(field) }) : labelled(label(field), `${from || '–'} → ${to}`),
    );
  };
}
