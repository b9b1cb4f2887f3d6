import type { FoundCompany } from '@checkwell/domain/one-shot/contract';
import { normaliseVat, vatLooksRight } from '@checkwell/domain/people/numbers/vat';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queryClient } from '../../../lib/api/query.ts';
import { useLatest } from '../../../lib/browser/use-latest.ts';
import { findCompany } from '../one-shot.calls.ts';
import type { InvoicingValues } from './one-shot-draft.ts';

type CompanyValues = Pick<InvoicingValues, 'invoicingCompanyName' | 'invoicingCompanyNumber' | 'invoicingCompanyAddress'>;
type Filled = Omit<CompanyValues, 'invoicingCompanyNumber'>;

const FIELDS = ['invoicingCompanyName', 'invoicingCompanyAddress'] as const;
const NOTHING: Filled = { invoicingCompanyName: '', invoicingCompanyAddress: '' };

/**
 * Looks up the company as soon as the VAT number is complete. Typed values stay; values of an earlier number are replaced or emptied.
 * Without an answer the person fills in the fields.
 * @param onFound gets the fields that are filled in now, or emptied
 * @returns the company found, if its name or address is in the form; else null
 */
export function useCompany(values: CompanyValues, onFound: (fields: Partial<Filled>) => void): FoundCompany | null {
  const number = vatLooksRight(values.invoicingCompanyNumber) ? normaliseVat(values.invoicingCompanyNumber) : null;
  const { data } = useQuery(
    {
      queryKey: ['one-shot', 'company', number],
      queryFn: ({ signal }) => findCompany(number ?? '', signal),
      enabled: number !== null,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    },
    queryClient,
  );
  const found = data?.found ?? null;
  const filled = useRef(NOTHING);
  const latest = useLatest({ values, onFound });
  useEffect(() => {
    if (number === null) return;
    const before = latest.current.values;
    const next = found ? { invoicingCompanyName: found.companyName, invoicingCompanyAddress: found.companyAddress } : NOTHING;
    const open = FIELDS.filter((field) => before[field].trim() === '' || before[field] === filled.current[field]);
    filled.current = next;
    latest.current.onFound(Object.fromEntries(open.map((field) => [field, next[field]])));
  }, [number, found, latest]);
  const stands = (ofRegister: string, inForm: string): boolean => ofRegister !== '' && ofRegister === inForm;
  return found && (stands(found.companyName, values.invoicingCompanyName) || stands(found.companyAddress, values.invoicingCompanyAddress))
    ? found
    : null;
}
