import { type CostCentreInput, costCentreRule } from '@checkwell/domain/people/cost-centre';
import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { invalidate, useGqlChange } from '../../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../../lib/forms/form.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Checkbox } from '../../../ui/controls/Checkbox.tsx';
import { Field } from '../../../ui/controls/Field.tsx';
import { TextInput } from '../../../ui/controls/TextInput.tsx';
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx';
import { type CostCentreRowFragment, CreateCostCentreDocument, UpdateCostCentreDocument } from './company.gql.ts';

interface CostCentreDialogProps {
  readonly companyId: string;
  /** null: a new one. Follows the list: after a change by somebody else, saving again takes the newer version. */
  readonly costCentre: CostCentreRowFragment | null;
  readonly onClose: () => void;
}

/** Adds or changes a cost centre. */
export function CostCentreDialog({ companyId, costCentre, onClose }: CostCentreDialogProps) {
  const t = useTranslations('settings', 'companyFields');
  const form = useZodForm(costCentreRule, {
    defaultValues: {
      code: costCentre?.code ?? '',
      name: costCentre?.name ?? '',
      active: costCentre?.active ?? true,
      purchaseOrder: costCentre?.purchaseOrder ?? '',
    },
  });
  const [opened] = useState(costCentre?.version);
  const settings = {
    topics: ['company'] as const,
    success: t(costCentre ? 'common:saved' : 'costCentres.added'),
    onSuccess: onClose,
    onError: (error: Error) => {
      if (error instanceof ApiError && error.code === 'entity.changedMeanwhile') {
        void invalidate('company');
        return false;
      }
      return !applyServerIssues(form, error);
    },
  };
  const create = useGqlChange(CreateCostCentreDocument, settings);
  const update = useGqlChange(UpdateCostCentreDocument, settings);
  const busy = create.isPending || update.isPending;
  const send = (input: CostCentreInput) =>
    costCentre ? update.mutate({ companyId, id: costCentre.id, version: costCentre.version, input }) : create.mutate({ companyId, input });
  return (
    <FormDialog
      title={costCentre ? t('costCentres.edit', { code: costCentre.code }) : t('costCentres.add')}
      submitLabel={t(costCentre ? 'common:save' : 'costCentres.add')}
      busy={busy}
      unsaved={form.formState.isDirty}
      onSubmit={form.handleSubmit(send)}
      onClose={onClose}
    >
      {costCentre && costCentre.version !== opened && !busy && !update.isSuccess && (
        <Alert tone="warning" live title={t('changed.title')}>
          {t('common:conflict.theirs', { field: t('costCentres.title'), value: `${costCentre.code} – ${costCentre.name}` })}
        </Alert>
      )}
      <Field label={t('costCentres.code')} required hint={t('costCentres.codeHint')} error={form.error('code')}>
        <TextInput {...form.register('code')} autoComplete="off" />
      </Field>
      <Field label={t('costCentres.name')} required error={form.error('name')}>
        <TextInput {...form.register('name')} autoComplete="off" />
      </Field>
      <Field label={t('companyFields:purchaseOrder')} hint={t('costCentres.purchaseOrderHint')} error={form.error('purchaseOrder')}>
        <TextInput {...form.register('purchaseOrder')} autoComplete="off" />
      </Field>
      <Checkbox {...form.register('active')} label={t('costCentres.activeLabel')} />
    </FormDialog>
  );
}
