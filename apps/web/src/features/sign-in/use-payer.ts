import type { OneShotPayer } from '@checkwell/domain/one-shot/contract';
import { formatVat } from '@checkwell/domain/people/numbers/vat';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../lib/api/query.ts';
import { clearDraft, draftKey, readDraft, writeDraft } from '../../lib/forms/draft.ts';
import { phoneInField } from '../../lib/forms/phone-field.ts';
import { useLinkLanguage } from '../../lib/i18n/use-link-language.ts';
import { fetchPayer } from './account/account.calls.ts';

const filledIn = () => draftKey({ form: 'sign-up-payer', companyId: null });

/** What is known of somebody who becomes a client after a One Shot Check. */
interface KnownPayer {
  /** undefined also when the form had it before. */
  readonly payer: OneShotPayer | undefined;
  /** The order gives nothing (any more), or could not be asked about: the form is filled in by hand. */
  readonly failed: boolean;
  /** Remembers in this tab that the form has it: what is emptied afterwards stays empty, also after a reload. */
  readonly taken: () => void;
  /** The request was sent. */
  readonly forget: () => void;
}

/**
 * Who pays the One Shot Check of a link, from the server: in whatever browser it is opened.
 * @param token secret of the link; empty without one
 */
export function usePayer(token: string): KnownPayer {
  const [isNew] = useState(() => readDraft(filledIn(), (raw) => raw) !== token);
  const known = useQuery(
    {
      queryKey: ['one-shot', 'payer', token],
      queryFn: () => fetchPayer(token),
      select: (payer) => ({ ...payer, companyNumber: formatVat(payer.companyNumber), phoneNumber: phoneInField(payer.phoneNumber) }),
      enabled: token !== '',
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    },
    // Outside the shell nobody provides it.
    queryClient,
  );
  useLinkLanguage(known.data?.language);
  return {
    payer: isNew ? known.data : undefined,
    failed: isNew && known.isError,
    taken: () => writeDraft(filledIn(), token),
    forget: () => clearDraft(filledIn()),
  };
}
