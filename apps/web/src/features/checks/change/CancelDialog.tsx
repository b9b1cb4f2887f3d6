import { PRICES, vatOn } from '@checkwell/domain/check/price/price';
import { cancelRule } from '@checkwell/domain/check/rules';
import { VAT_PERCENT } from '@checkwell/domain/constants';
import { keptCents } from '@checkwell/domain/one-shot/refund';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useGqlChange } from '../../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../../lib/forms/form.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { QueryState } from '../../../ui/content/QueryState.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { Field, FormStack } from '../../../ui/controls/Field.tsx';
import { TextInput } from '../../../ui/controls/TextInput.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { checkQuery, type WholeCheck } from '../check.queries.ts';
import { CancelCheckDocument } from './changes.gql.ts';

const FORM = 'cancel-check';

interface CancelDialogProps {
  /** Null closes the dialog. */
  readonly id: string | null;
  /** A warning for users who cancel another company's check. */
  readonly note?: string;
  readonly onClose: () => void;
}

/** Cancels a check, after showing the fee (design.md 4). */
export function CancelDialog({ id, note, onClose }: CancelDialogProps) {
  const t = useTranslations('checks');
  // The fee depends on the time of day, so it is loaded each time the dialog opens.
  const query = useQuery({ ...checkQuery(id ?? ''), enabled: id !== null, staleTime: 0, refetchOnMount: 'always' });
  const check = query.data?.check;
  if (id === null) return null;
  if (!check || check.id !== id) {
    return (
      <Dialog open onClose={onClose} title={t('cancel.title')}>
        <QueryState query={query} lines={4} height="1.25rem" />
      </Dialog>
    );
  }
  const reload = async () => (await query.refetch()).data?.check;
  return <CancelForm key={id} check={check} note={note} onClose={onClose} onReload={reload} />;
}

interface CancelFormProps {
  readonly check: WholeCheck;
  readonly note: string | undefined;
  readonly onClose: () => void;
  readonly onReload: () => Promise<WholeCheck | undefined>;
}

function CancelForm({ check, note, onClose, onReload }: CancelFormProps) {
  const t = useTranslations('checks');
  const format = useFormat();
  const form = useZodForm(cancelRule, { defaultValues: { reason: '' } });
  // The user agreed to the fee on the screen; a different one must be shown before cancelling.
  const [changed, setChanged] = useState(false);
  const [looking, setLooking] = useState(false);
  const cancel = useGqlChange(CancelCheckDocument, {
    topics: ['check', 'certificate', 'dashboard'],
    success: t('cancel.done'),
    onSuccess: onClose,
    onError: (error) => {
      if (error instanceof ApiError && (error.code === 'entity.changedMeanwhile' || error.code === 'check.actionNotAllowed')) {
        setChanged(true);
        void onReload();
        return false;
      }
      return !applyServerIssues(form, error);
    },
  });
  /** null for users who see no prices. */
  const fee = check.cancellationFee;
  const submit = form.handleSubmit(async ({ reason }) => {
    setLooking(true);
    const now = await onReload();
    setLooking(false);
    if (
      now &&
      (now.cancellationFee !== check.cancellationFee ||
        now.cancellationFeeAtLeast !== check.cancellationFeeAtLeast ||
        (fee === null && now.version !== check.version))
    ) {
      setChanged(true);
      return;
    }
    setChanged(false);
    cancel.mutate({ id: check.id, version: now?.version ?? check.version, input: { reason } });
  });

  // Of a card payment the fee is the part that is not refunded, to the cent.
  const withVat = (cents: number) => (check.source === 'OneShot' ? keptCents(cents) : cents + vatOn(cents));
  const inclusive = fee === null ? 0 : withVat(fee);
  // On the day of a visit whose time is not shown, one of two fees applies.
  const atLeast = check.cancellationFeeAtLeast;
  const either =
    fee === null || atLeast === null || atLeast === fee
      ? null
      : { from: format.money(withVat(atLeast)), to: format.money(inclusive), hours: format.number(PRICES.lateHours) };
  const possible = check.availableActions.includes('cancel');
  const busy = looking || cancel.isPending;
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!busy}
      unsaved={form.formState.isDirty}
      title={t('cancel.title')}
      role="alertdialog"
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('cancel.keep')}
          </Button>
          <Button variant="danger" type="submit" form={FORM} loading={busy} disabled={!possible}>
            {t('cancel.confirm')}
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate onSubmit={submit}>
        <FormStack>
          <p className="text-sm">
            <span className="font-medium">{check.workerFullName}</span>,{' '}
            {format.dateRange(check.incapacityStartDate, check.incapacityEndDate)}
          </p>
          {note && <p className="text-xs text-muted">{note}</p>}
          {changed && (
            <Alert tone="warning" live title={t('changed.title')}>
              {t('changed.textCancel')}
            </Alert>
          )}
          {!possible ? (
            <Alert tone="warning" live>
              {t('cancel.notPossible')}
            </Alert>
          ) : fee === null ? (
            <Alert tone="info">{t('cancel.feeHidden')}</Alert>
          ) : fee === 0 ? (
            <Alert tone="success" title={t('cancel.free')} />
          ) : either ? (
            <Alert tone="warning" title={t('cancel.feeEither', either)}>
              {t('cancel.feeEitherDetail', either)}
            </Alert>
          ) : (
            <Alert tone="warning" title={t('cancel.fee', { incl: format.money(inclusive) })}>
              {t('cancel.feeDetail', { excl: format.money(fee), vat: format.money(inclusive - fee), percent: format.number(VAT_PERCENT) })}
            </Alert>
          )}
          <p className="text-2xs text-muted">
            {t('common:cancelRule', {
              accepted: format.number(PRICES.cancelAcceptedPercent),
              late: format.number(PRICES.cancelLatePercent),
              hours: format.number(PRICES.lateHours),
            })}
          </p>
          <Field label={t('cancel.reason')} hint={t('cancel.reasonHint')} required error={form.error('reason')}>
            <TextInput {...form.register('reason')} autoComplete="off" />
          </Field>
        </FormStack>
      </form>
    </Dialog>
  );
}
