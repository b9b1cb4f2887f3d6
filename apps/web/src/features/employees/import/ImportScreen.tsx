import type { ImportRow } from '@checkwell/domain/people/import';
import { useMemo, useState } from 'react';
import { invalidate } from '../../../lib/api/query.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { localStore } from '../../../lib/session/storage.ts';
import { useCan, useCompany, type ViewerCompany } from '../../../lib/session/viewer.ts';
import { Card } from '../../../ui/content/Card.tsx';
import { EmptyState } from '../../../ui/content/EmptyState.tsx';
import { Page, PageHeader } from '../../../ui/content/PageHeader.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { StepperLayout } from '../../../ui/forms/Stepper.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { FileStep } from './FileStep.tsx';
import { duplicatesIn, type ImportPlan, mappingMemory, namesPeople, planOf, rowsOf } from './import-plan.ts';
import { PreviewStep } from './PreviewStep.tsx';
import { ResultStep } from './ResultStep.tsx';
import type { FileTable } from './read-table.ts';
import { useImportRun } from './use-import-run.ts';

const STEPS = ['file', 'columns', 'preview', 'result'] as const;
type StepId = (typeof STEPS)[number];
const NO_LINES: readonly number[] = [];

/** Employees from an export of an HR system: file, columns, preview, result. */
export function ImportScreen() {
  const t = useTranslations('employees');
  const shell = useTranslations('shell');
  const company = useCompany();
  const canWrite = useCan('employee.write');
  return (
    <Page>
      <PageHeader title={t('import.title')} subtitle={t('import.lead')} back={{ to: '/employees', label: t('list.title') }} />
      {company && canWrite ? (
        <ImportSteps key={company.id} company={company} />
      ) : (
        <Card>
          <EmptyState icon="lock" title={shell('noAccess.title')} text={t('import.chooseCompany')} />
        </Card>
      )}
    </Page>
  );
}

function ImportSteps({ company }: { readonly company: ViewerCompany }) {
  const t = useTranslations('employees');
  const memory = useMemo(() => mappingMemory(localStore, company.id), [company.id]);
  const [step, setStep] = useState<StepId>('file');
  const [tables, setTables] = useState<readonly FileTable[]>([]);
  const [fileName, setFileName] = useState('');
  const [plan, setPlan] = useState<ImportPlan | null>(null);
  const [rows, setRows] = useState<readonly ImportRow[]>([]);
  const [missing, setMissing] = useState(false);
  const preview = useImportRun(company.id, true);
  const apply = useImportRun(company.id, false);
  const lines = plan?.lines ?? NO_LINES;
  const duplicates = useMemo(() => duplicatesIn(rows, lines), [rows, lines]);
  const wanted = [...preview.results]
    .filter(([index, { status }]) => (status === 'created' || status === 'changed') && !duplicates.has(index))
    .map(([index]) => index);

  const handleFile = (name: string, found: readonly FileTable[]): void => {
    const [first] = found;
    setFileName(name);
    setTables(found);
    setPlan(first ? planOf(first, memory.recall) : null);
    setMissing(false);
  };
  const handleTable = (table: FileTable): void => setPlan(planOf(table, memory.recall));
  const handlePreview = (): void => {
    if (!plan) return;
    if (!namesPeople(plan)) {
      setMissing(true);
      return;
    }
    const read = rowsOf(plan);
    memory.keep(plan);
    setRows(read);
    preview.start(read);
    setStep('preview');
  };
  const handleApply = (): void => {
    apply.start(rows, wanted);
    setStep('result');
  };
  const handleAgain = (): void => {
    preview.reset();
    apply.reset();
    setTables([]);
    setPlan(null);
    setRows([]);
    setStep('file');
  };
  const handleStep = (id: string): void => {
    if (id === 'file' || id === 'columns') preview.reset();
    setStep(id as StepId);
  };

  const footers: Record<StepId, { readonly back: React.ReactNode; readonly next: React.ReactNode }> = {
    file: {
      back: <span />,
      next: (
        <Button variant="primary" disabled={!plan} onClick={() => setStep('columns')}>
          {t('import.next')}
        </Button>
      ),
    },
    columns: {
      back: <Button onClick={() => handleStep('file')}>{t('import.back')}</Button>,
      next: (
        <Button variant="primary" onClick={handlePreview}>
          {t('import.toPreview')}
        </Button>
      ),
    },
    preview: {
      back: <Button onClick={() => handleStep('columns')}>{t('import.back')}</Button>,
      next: (
        <Button variant="primary" disabled={preview.status !== 'done' || wanted.length === 0} onClick={handleApply}>
          {t('import.apply', { count: wanted.length })}
        </Button>
      ),
    },
    result: {
      back: apply.status === 'running' ? <Button onClick={apply.stop}>{t('import.stop')}</Button> : <span />,
      next: apply.status === 'running' ? <span /> : <Button onClick={handleAgain}>{t('import.another')}</Button>,
    },
  };
  // Lists show what was imported, even when the run was stopped half-way.
  if (apply.status === 'done' || apply.status === 'stopped') void invalidate('employee');

  return (
    <StepperLayout
      label={t('import.steps')}
      steps={STEPS.map((id) => ({ id, label: t(`import.step.${id}`) }))}
      current={step}
      done={step === 'result' ? [] : STEPS.slice(0, STEPS.indexOf(step))}
      onSelect={handleStep}
      footer={
        <>
          {footers[step].back}
          {footers[step].next}
        </>
      }
    >
      {step === 'file' && <FileStep fileName={fileName} tables={tables} onFile={handleFile} />}
      {step === 'columns' && plan && (
        <ColumnsStep
          plan={plan}
          tables={tables}
          missing={missing}
          onTable={handleTable}
          onChange={(changed) => {
            setPlan(changed);
            if (namesPeople(changed)) setMissing(false);
          }}
        />
      )}
      {step === 'preview' && (
        <PreviewStep rows={rows} lines={lines} run={preview} duplicates={duplicates} onResume={() => preview.resume(rows)} />
      )}
      {step === 'result' && <ResultStep run={apply} onResume={() => apply.resume(rows)} />}
    </StepperLayout>
  );
}
