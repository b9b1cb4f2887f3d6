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

/** The payer of a One Shot Check who becomes a client. */
interface KnownPayer {
  /** undefined also when the form was filled in with it before. */
  readonly payer: OneShotPayer | undefined;
  /** Whether the payer could not be loaded, so that the form is filled in by hand. */
  readonly failed: boolean;
  /** Remembers in this tab that the form was filled in, so that fields emptied afterwards stay empty, also after a reload. */
  readonly taken: () => void;
  /** To be called after the request was sent. */
  readonly forget: () => void;
}

/**
 * Loads the payer of a One Shot Check, in whatever browser the link is opened.
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
    // Outside the shell there is no provider of the query client.
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
