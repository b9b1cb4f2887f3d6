import { ACCESS_TYPES, type AccessType } from '@checkwell/domain/people/enums';
import { useTranslations } from '../../../lib/i18n/translations.ts';

/**
 * What a `RadioGroup` needs to offer the access types, each with what it lets somebody do.
 * @param meaning what a type lets somebody do
 * @param refusal why a type cannot be chosen
 */
export function useAccessTypes(meaning: (type: AccessType) => string, refusal?: (type: AccessType) => string | undefined) {
  const t = useTranslations('personFields');
  const enums = useTranslations('enums');
  const options = ACCESS_TYPES.map((value) => {
    const refused = refusal?.(value);
    return { value, label: enums(`accesType.${value}`), hint: refused ?? meaning(value), disabled: refused !== undefined };
  });
  return { legend: t('accesType'), required: true, options };
}
