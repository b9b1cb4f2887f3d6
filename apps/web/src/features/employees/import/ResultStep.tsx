import { errorText } from '../../../lib/api/errors.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Progress } from '../../../ui/content/Progress.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { AppLink } from '../../../ui/links/AppLink.tsx';
import type { useImportRun } from './use-import-run.ts';

/** The progress of the import, and its result. */
export function ResultStep({ run, onResume }: { readonly run: ReturnType<typeof useImportRun>; readonly onResume: () => void }) {
  const t = useTranslations('employees');
  const format = useFormat();
  const results = [...run.results.values()];
  const countOf = (status: 'created' | 'changed' | 'faulty') => results.filter((result) => result.status === status).length;
  const faulty = countOf('faulty');
  return (
    <div className="flex flex-col gap-4">
      <h2 className="text-sm font-semibold">{t(run.status === 'running' ? 'import.result.running' : 'import.result.title')}</h2>
      {run.status === 'running' && (
        <Progress
          value={run.total === 0 ? 0 : results.length / run.total}
          label={t('import.result.progress', { done: format.number(results.length), total: format.number(run.total) })}
        />
      )}
      {(run.status === 'failed' || run.status === 'stopped') && (
        <Alert
          tone={run.status === 'failed' ? 'danger' : 'warning'}
          title={t(run.status === 'failed' ? 'import.result.failed' : 'import.result.stopped')}
          action={<Button onClick={onResume}>{t('import.resume')}</Button>}
        >
          <p>{t('import.result.kept', { done: format.number(results.length), total: format.number(run.total) })}</p>
          {run.status === 'failed' && <p>{errorText(run.error)}</p>}
        </Alert>
      )}
      {run.status === 'done' && (
        <Alert tone={faulty > 0 ? 'warning' : 'success'} title={t('import.result.done')} live>
          {t('import.result.sums', { created: format.number(countOf('created')), changed: format.number(countOf('changed')) })}
          {faulty > 0 && ` ${t('import.result.faulty', { count: faulty })}`}
        </Alert>
      )}
      {run.status !== 'running' && (
        <AppLink to="/employees" className="self-start text-xs text-brand-fg underline underline-offset-2">
          {t('import.result.toList')}
        </AppLink>
      )}
    </div>
  );
}
