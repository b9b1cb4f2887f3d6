import { CERTIFICATE_TYPES } from '@checkwell/domain/certificate/enums';
import { Controller, useWatch } from 'react-hook-form';
import { useFormat } from '../../../lib/i18n/format.ts';
import { sentenceOf } from '../../../lib/i18n/sentence.ts';
import { sentenceValues } from '../../../lib/i18n/sentence-values.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Icon } from '../../../ui/content/Icon.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { Field } from '../../../ui/controls/Field.tsx';
import { Select } from '../../../ui/controls/Select.tsx';
import { LawLink } from '../../../ui/law/LawLink.tsx';
import type { AdviceFieldsFragment } from '../certificates.gql.ts';
import { certificateProposedMark } from './CertificateProposedMark.tsx';
import type { FormParts } from './form-types.ts';

type Suggestion = AdviceFieldsFragment['suggestion'];

/** The type of certificate. It follows the suggestion until somebody chooses; another choice shows the suggestion beside it. */
export function CertifTypeField({ form, changeExtras, proposals, suggestion }: FormParts & { readonly suggestion: Suggestion | null }) {
  const t = useTranslations('certificates', 'certificateFields');
  const enums = useTranslations('enums');
  const choose = (certifType: Suggestion['certifType'] | '') => {
    proposals.confirm('certifType');
    changeExtras({ typeChosen: certifType !== '' });
    form.setValue('certifType', certifType as Suggestion['certifType'], { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  const chosen = useWatch({ control: form.control, name: 'certifType' });
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Controller
        control={form.control}
        name="certifType"
        render={({ field }) => (
          <Field
            label={t('certificateFields:certifType')}
            required
            error={form.error('certifType')}
            hint={
              certificateProposedMark(proposals, 'certifType', t('certificateFields:certifType')) ||
              (suggestion && suggestion.certifType === chosen && <Why suggestion={suggestion} agreed />)
            }
          >
            <Select
              ref={field.ref}
              name={field.name}
              onBlur={field.onBlur}
              value={field.value ?? ''}
              onChange={(event) => choose(CERTIFICATE_TYPES.find((value) => value === event.currentTarget.value) ?? '')}
              placeholder={t('common:select.placeholder')}
              options={CERTIFICATE_TYPES.map((value) => ({ value, label: enums(`certifType.${value}`) }))}
            />
          </Field>
        )}
      />
      {suggestion && suggestion.certifType !== chosen && (
        <div className="mt-1 flex flex-col items-start gap-1 rounded-lg border border-info-line bg-info-soft px-3 py-2">
          <p className="flex items-center gap-1.5 text-xs font-medium text-fg">
            <Icon name="info" size={14} className="text-info-fg" />
            {t('advice.suggestion', { type: enums(`certifType.${suggestion.certifType}`) })}
          </p>
          <Why suggestion={suggestion} />
          <Button size="xs" onClick={() => choose(suggestion.certifType)}>
            {t('advice.use')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Why({ suggestion, agreed = false }: { readonly suggestion: Suggestion; readonly agreed?: boolean }) {
  const t = useTranslations('certificates');
  const format = useFormat();
  const reason = sentenceOf(`enums:certifTypeReason.${suggestion.reason}`, sentenceValues(suggestion.params, format)) ?? '';
  return (
    <span className="text-2xs text-muted">
      {agreed ? t('advice.suggested', { reason }) : reason} {suggestion.source && <LawLink source={suggestion.source} />}
    </span>
  );
}
