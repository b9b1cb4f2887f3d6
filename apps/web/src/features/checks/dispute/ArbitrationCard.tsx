import { ARBITRATION_PARTIES, ARBITRATION_RULINGS, type ArbitrationRuling } from '@checkwell/domain/check/enums';
import { linesOf } from '@checkwell/domain/check/facts';
import { arbitrationRule, rulingRule } from '@checkwell/domain/check/result/arbitration';
import { arbiterRulingDeadline } from '@checkwell/domain/law/absence-rules';
import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { useGqlChange } from '../../../lib/api/query.ts';
import { today } from '../../../lib/browser/time.ts';
import { applyServerIssues, useZodForm } from '../../../lib/forms/form.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Card } from '../../../ui/content/Card.tsx';
import { FactList } from '../../../ui/content/FactList.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { Field } from '../../../ui/controls/Field.tsx';
import { TextInput } from '../../../ui/controls/TextInput.tsx';
import { FormDatePicker, FormRadioGroup } from '../../../ui/forms/FormControls.tsx';
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx';
import type { WholeCheck } from '../check.queries.ts';
import { RecordArbitrationDocument, RecordRulingDocument } from './dispute.gql.ts';
import { ARBITRATION_FACTS } from './dispute-facts.ts';

interface DialogProps {
  readonly check: WholeCheck;
  readonly onClose: () => void;
}

interface ArbitrationCardProps {
  readonly check: WholeCheck;
  /** Opens `ArbitrationDialog` or `RulingDialog`; the page holds them, so that they stay when this card is removed. */
  readonly onRecord: (what: 'arbitration' | 'ruling') => void;
}

/** The arbitration and its ruling, with the planner's buttons to record both; empty when there is neither. */
export function ArbitrationCard({ check, onRecord }: ArbitrationCardProps) {
  const t = useTranslations('reports');
  const format = useFormat();
  const mayRecord = check.availableActions.includes('recordArbitration');
  const mayRule = check.availableActions.includes('recordRuling');
  const { arbitrationAskedOn: askedOn, arbitrationRuling: ruling } = check;
  if (askedOn === null && !mayRecord) return null;
  return (
    <Card title={t('arbitration.title')}>
      {askedOn === null ? (
        <p className="text-sm text-muted">{t('arbitration.none')}</p>
      ) : (
        <>
          <FactList facts={linesOf(check, ARBITRATION_FACTS)} />
          {ruling === null && (
            <p className="mt-2 text-sm text-muted">{t('arbitration.waits', { date: format.date(arbiterRulingDeadline(askedOn)) })}</p>
          )}
        </>
      )}
      {(mayRecord || mayRule) && (
        <div className="mt-3 flex flex-wrap gap-2">
          {mayRule && (
            <Button size="sm" variant={ruling === null ? 'primary' : 'secondary'} onClick={() => onRecord('ruling')}>
              {t(ruling === null ? 'arbitration.ruling' : 'arbitration.changeRuling')}
            </Button>
          )}
          {mayRecord && (
            <Button size="sm" onClick={() => onRecord('arbitration')}>
              {t(askedOn === null ? 'arbitration.record' : 'arbitration.change')}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

/** Who asked for arbitration, when, and who arbitrates. */
export function ArbitrationDialog({ check, onClose }: DialogProps) {
  const t = useTranslations('reports', 'checkFields');
  const enums = useTranslations('enums');
  const form = useZodForm(arbitrationRule, {
    defaultValues: {
      arbitrationAskedBy: check.arbitrationAskedBy ?? (check.workerDisagreement ? 'Employee' : ''),
      arbiterName: check.arbiterName,
      arbitrationAskedOn: check.arbitrationAskedOn ?? today(),
    },
  });
  const save = useGqlChange(RecordArbitrationDocument, {
    topics: ['check'],
    success: t('arbitration.recorded'),
    onSuccess: onClose,
    onError: (error) => !applyServerIssues(form, error),
  });
  return (
    <FormDialog
      title={t('arbitration.title')}
      submitLabel={t('arbitration.record')}
      busy={save.isPending}
      unsaved={form.formState.isDirty}
      onSubmit={form.handleSubmit((input) => save.mutate({ id: check.id, version: check.version, input }))}
      onClose={onClose}
    >
      <FormRadioGroup
        form={form}
        name="arbitrationAskedBy"
        legend={t('arbitration.by')}
        required
        columns={2}
        options={ARBITRATION_PARTIES.map((value) => ({ value, label: enums(`arbitrationParty.${value}`) }))}
      />
      <Field label={t('checkFields:arbiterName')} hint={t('arbitration.nameHint')} required error={form.error('arbiterName')}>
        <TextInput {...form.register('arbiterName')} autoComplete="off" />
      </Field>
      <FormDatePicker
        form={form}
        name="arbitrationAskedOn"
        label={t('arbitration.on')}
        required
        max={today()}
        {...(check.checkDate !== null && { min: check.checkDate })}
      />
    </FormDialog>
  );
}

/** The last day of incapacity in the recorded ruling, which stays when another part of the ruling is corrected. */
const lastDayOf = ({ arbitrationRuling, newIncapacityEndDate, certificateType }: WholeCheck, ruling: ArbitrationRuling | null) =>
  arbitrationRuling !== null && arbitrationRuling === ruling && certificateType !== 'NoCertif' ? newIncapacityEndDate : null;

/** What was decided of the disputed findings, and when. */
export function RulingDialog({ check, onClose }: DialogProps) {
  const t = useTranslations('reports');
  const enums = useTranslations('enums');
  const form = useZodForm(rulingRule, {
    defaultValues: {
      arbitrationRuling: check.arbitrationRuling ?? '',
      arbitrationRuledOn: check.arbitrationRuledOn ?? today(),
      newIncapacityEndDate: lastDayOf(check, check.arbitrationRuling),
    },
  });
  const save = useGqlChange(RecordRulingDocument, {
    topics: ['check'],
    success: t('arbitration.ruled'),
    onSuccess: onClose,
    onError: (error) => !applyServerIssues(form, error),
  });
  const ofOneDay = check.certificateType === 'NoCertif';
  const { setValue } = form;
  const ruling = useWatch({ control: form.control, name: 'arbitrationRuling' });
  const shown = useRef(ruling);
  // The last day belongs to the finding that the ruling upholds; for the other finding it must be typed.
  useEffect(() => {
    if (shown.current === ruling) return;
    shown.current = ruling;
    if (!form.formState.dirtyFields.newIncapacityEndDate) setValue('newIncapacityEndDate', lastDayOf(check, ruling));
  }, [check, ruling, form, setValue]);
  return (
    <FormDialog
      title={t('arbitration.ruling')}
      submitLabel={t('arbitration.ruling')}
      busy={save.isPending}
      unsaved={form.formState.isDirty}
      onSubmit={form.handleSubmit((input) => save.mutate({ id: check.id, version: check.version, input }))}
      onClose={onClose}
    >
      <p>{t('arbitration.follows')}</p>
      <FormRadioGroup
        form={form}
        name="arbitrationRuling"
        legend={t('arbitration.for')}
        required
        columns={2}
        options={ARBITRATION_RULINGS.map((value) => ({ value, label: enums(`arbitrationRuling.${value}`) }))}
      />
      <FormDatePicker
        form={form}
        name="arbitrationRuledOn"
        label={t('arbitration.ruledOn')}
        required
        max={today()}
        {...(check.arbitrationAskedOn !== null && { min: check.arbitrationAskedOn })}
      />
      {!ofOneDay && (
        <FormDatePicker
          form={form}
          name="newIncapacityEndDate"
          label={t('arbitration.newEnd')}
          hint={t('arbitration.newEndHint')}
          none={null}
          {...(check.incapacityEndDate !== null && { max: check.incapacityEndDate })}
        />
      )}
    </FormDialog>
  );
}
