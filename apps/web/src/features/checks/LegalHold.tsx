import { legalHoldRule } from '@checkwell/domain/check/rules';
import { useState } from 'react';
import { useGqlChange } from '../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../lib/forms/form.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useCan } from '../../lib/session/viewer.ts';
import { Card } from '../../ui/content/Card.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { Textarea } from '../../ui/controls/Textarea.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import type { WholeCheck } from './check.queries.ts';
import { HoldCheckDocument, LiftCheckHoldDocument } from './legal-hold.gql.ts';

const FORM = 'legal-hold';
type Change = 'set' | 'lift';

/** Whether a report is kept beyond its retention period, and why; users who may decide that do it here. Empty when there is nothing to say. */
export function LegalHold({ check }: { readonly check: WholeCheck }) {
  const t = useTranslations('reports');
  const format = useFormat();
  const canHold = useCan('check.hold');
  const [asking, setAsking] = useState<Change>();
  const { legalHoldAt, legalHoldReason } = check;
  const possible: Change = legalHoldAt === null ? 'set' : 'lift';
  if (check.status !== 'Archived' || check.erasedAt !== null || (legalHoldAt === null && !canHold)) return null;
  return (
    <Card title={t('hold.title')}>
      {legalHoldAt === null ? (
        <p className="text-sm text-muted">{t('hold.none')}</p>
      ) : (
        <>
          <p className="text-sm">{t('hold.since', { date: format.date(legalHoldAt) })}</p>
          <p className="mt-1 text-sm whitespace-pre-line text-pretty text-muted">{legalHoldReason}</p>
        </>
      )}
      {canHold && (
        <div className="mt-3">
          <Button size="sm" onClick={() => setAsking(possible)}>
            {t(`hold.${possible}`)}
          </Button>
        </div>
      )}
      {asking && <HoldDialog check={check} change={asking} onClose={() => setAsking(undefined)} />}
    </Card>
  );
}

interface HoldDialogProps {
  readonly check: WholeCheck;
  /** The change that the dialog was opened for: another user's change must not turn "set" into "lift". */
  readonly change: Change;
  readonly onClose: () => void;
}

function HoldDialog({ check, change, onClose }: HoldDialogProps) {
  const t = useTranslations('reports');
  const form = useZodForm(legalHoldRule, { defaultValues: { reason: '' } });
  const after = { topics: ['check'], onSuccess: onClose, onError: (error: unknown) => !applyServerIssues(form, error) } as const;
  const hold = useGqlChange(HoldCheckDocument, { ...after, success: t('hold.isSet') });
  const lift = useGqlChange(LiftCheckHoldDocument, { ...after, success: t('hold.lifted') });
  const save = change === 'lift' ? lift : hold;
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!save.isPending}
      unsaved={form.formState.isDirty}
      title={t(`hold.${change}`)}
      footer={
        <>
          <Button onClick={onClose} disabled={save.isPending}>
            {t('common:cancel')}
          </Button>
          <Button variant="primary" type="submit" form={FORM} loading={save.isPending}>
            {t(`hold.${change}`)}
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate onSubmit={(event) => void form.handleSubmit(({ reason }) => save.mutate({ id: check.id, reason }))(event)}>
        <Field label={t('hold.reason')} hint={t(`hold.${change}Hint`)} required error={form.error('reason')}>
          <Textarea rows={3} {...form.register('reason')} />
        </Field>
      </form>
    </Dialog>
  );
}
