import { ACCESS_TYPES, type AccessType } from '@checkwell/domain/people/enums';
import type { Ref } from 'react';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx';

interface AccessTypeGroupProps {
  /** What a type lets somebody do. */
  readonly meaning: (value: AccessType) => string;
  /** Why a type cannot be chosen. */
  readonly refusal?: (value: AccessType) => string | undefined;
  readonly value: AccessType | undefined;
  readonly onChange: (value: AccessType) => void;
  readonly onBlur?: () => void;
  readonly error?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

/** The access types, each with what it lets somebody do. */
export function AccessTypeGroup({ meaning, refusal, ...props }: AccessTypeGroupProps) {
  const t = useTranslations('settings', 'personFields');
  const enums = useTranslations('enums');
  return (
    <RadioGroup
      {...props}
      legend={t('personFields:accesType')}
      required
      options={ACCESS_TYPES.map((value) => {
        const refused = refusal?.(value);
        return { value, label: enums(`accesType.${value}`), hint: refused ?? meaning(value), disabled: refused !== undefined };
      })}
    />
  );
}
