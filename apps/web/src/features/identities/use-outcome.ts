import { useTranslations } from '../../lib/i18n/translations.ts';
import type { SignUpRowFragment } from './identities.gql.ts';

/** The outcome of a request, in words; empty while it waits. */
export function useOutcome(): (signUp: Pick<SignUpRowFragment, 'state' | 'refusalReason' | 'confirmedCompanyName'>) => string {
  const t = useTranslations('identities');
  const enums = useTranslations('enums');
  return ({ state, refusalReason, confirmedCompanyName }) => {
    if (state === 'Confirmed') return t('outcome.Confirmed', { company: confirmedCompanyName ?? '' });
    if (state === 'Refused' && refusalReason) return t('outcome.Refused', { reason: enums(`signUpRefusal.${refusalReason}`) });
    return '';
  };
}
