import { EXCUSE_WITHDRAWALS, NO_SHOW_EXCUSES } from '@checkwell/domain/check/enums';
import { excuseRule, excuseWithdrawalRule } from '@checkwell/domain/check/result/excuse';
import { useGqlChange } from '../../../lib/api/query.ts';
import { today } from '../../../lib/browser/time.ts';
import { applyServerIssues, useZodForm } from '../../../lib/forms/form.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Card } from '../../../ui/content/Card.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { FormDatePicker, FormRadioGroup } from '../../../ui/forms/FormControls.tsx';
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx';
import type { WholeCheck } from '../check.queries.ts';
import { ExcuseNoShowDocument, WithdrawExcuseDocument } from './dispute.gql.ts';

interface DialogProps {
  readonly check: WholeCheck;
  readonly onClose: () => void;
}

interface ExcuseCardProps {
  readonly check: WholeCheck;
  /** Opens `ExcuseDialog` or `WithdrawExcuseDialog`; the page holds them, so that they stay when this card is removed. */
  readonly onDecide: (what: 'excuse' | 'withdrawExcuse') => void;
}

/** Whether force majeure excuses a no-show, with the button to record or withdraw the excuse; empty for other outcomes. */
export function ExcuseCard({ check, onDecide }: ExcuseCardProps) {
  const t = useTranslations('reports');
  const enums = useTranslations('enums');
  const format = useFormat();
  const { noShowExcuse: excuse, noShowExcusedOn: excusedOn } = check;
  const mayAct = check.availableActions.includes(excuse === null ? 'excuseNoShow' : 'withdrawExcuse');
  if (excuse === null && !mayAct) return null;
  return (
    <Card title={t(excuse === null ? 'excuse.open' : 'excuse.title')}>
      <p className="text-sm text-pretty text-muted">
        {excuse === null ? t('excuse.none') : t('excuse.line', { reason: enums(`noShowExcuse.${excuse}`), date: format.date(excusedOn) })}
      </p>
      {mayAct && (
        <div className="mt-3">
          <Button size="sm" onClick={() => onDecide(excuse === null ? 'excuse' : 'withdrawExcuse')}>
            {t(excuse === null ? 'excuse.open' : 'excuse.withdraw')}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** Why a no-show is excused, and when the reason was given. */
export function ExcuseDialog({ check, onClose }: DialogProps) {
  const t = useTranslations('reports', 'checkFields');
  const enums = useTranslations('enums');
  const form = useZodForm(excuseRule, { defaultValues: { noShowExcuse: '', noShowExcusedOn: today() } });
  const save = useGqlChange(ExcuseNoShowDocument, {
    topics: ['check'],
    success: t('excuse.done'),
    onSuccess: onClose,
    onError: (error) => !applyServerIssues(form, error),
  });
  return (
    <FormDialog
      title={t('excuse.open')}
      submitLabel={t('excuse.open')}
      busy={save.isPending}
      unsaved={form.formState.isDirty}
      onSubmit={form.handleSubmit((input) => save.mutate({ id: check.id, version: check.version, input }))}
      onClose={onClose}
    >
      <p>{t('excuse.text')}</p>
      <FormRadioGroup
        form={form}
        name="noShowExcuse"
        legend={t('excuse.reason')}
        required
        columns={2}
        options={NO_SHOW_EXCUSES.map((value) => ({ value, label: enums(`noShowExcuse.${value}`) }))}
      />
      <FormDatePicker
        form={form}
        name="noShowExcusedOn"
        label={t('checkFields:noShowExcusedOn')}
        required
        max={today()}
        {...(check.checkDate !== null && { min: check.checkDate })}
      />
    </FormDialog>
  );
}

/** Why an excuse is taken back. */
export function WithdrawExcuseDialog({ check, onClose }: DialogProps) {
  const t = useTranslations('reports');
  const enums = useTranslations('enums');
  const form = useZodForm(excuseWithdrawalRule, { defaultValues: { excuseWithdrawal: '' } });
  const save = useGqlChange(WithdrawExcuseDocument, {
    topics: ['check'],
    success: t('excuse.withdrawn'),
    onSuccess: onClose,
    onError: (error) => !applyServerIssues(form, error),
  });
  return (
    <FormDialog
      danger
      title={t('excuse.withdraw')}
      submitLabel={t('excuse.withdraw')}
      busy={save.isPending}
      unsaved={form.formState.isDirty}
      onSubmit={form.handleSubmit((input) => save.mutate({ id: check.id, version: check.version, ...input }))}
      onClose={onClose}
    >
      <p>{t('excuse.withdrawText')}</p>
      <FormRadioGroup
        form={form}
        name="excuseWithdrawal"
        legend={t('excuse.why')}
        required
        options={EXCUSE_WITHDRAWALS.map((value) => ({ value, label: enums(`excuseWithdrawal.${value}`) }))}
      />
    </FormDialog>
  );
}
