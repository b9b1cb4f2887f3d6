import type { CertificateAdviceInput } from '@checkwell/domain/certificate/rules';
import { certificateAdviceRule } from '@checkwell/domain/certificate/rules';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { useDebounced } from '../../lib/browser/use-debounced.ts';
import type { AdviceFieldsFragment } from './certificates.gql.ts';
import { adviceQuery } from './certificates.queries.ts';
import type { CertificateDraft } from './form/certificate-values.ts';

export interface Advice {
  /** null while the form has too few values for advice. */
  readonly advice: AdviceFieldsFragment | null;
  /** A newer answer is being loaded. */
  readonly pending: boolean;
  readonly failed: boolean;
  readonly retry: () => void;
}

/**
 * Advice on the values of the form, requested after the debounce delay. The last answer stays visible while a new one loads, as long as
 * it is about the same worker.
 * @param certificateId the certificate that is being changed
 */
export function useAdvice(companyId: string, values: CertificateDraft, typeChosen: boolean, certificateId: string | null): Advice {
  const input = inputOf(values, typeChosen, certificateId);
  const debounced = useDebounced(input === null ? null : JSON.stringify(input));
  const asked = debounced === null ? null : (JSON.parse(debounced) as CertificateAdviceInput);
  const query = useQuery({
    ...adviceQuery(companyId, asked ?? NOTHING),
    enabled: asked !== null,
    placeholderData: (previous, previousQuery) =>
      (previousQuery?.queryKey[2] as { input?: CertificateAdviceInput } | undefined)?.input?.employeeId === asked?.employeeId
        ? previous
        : undefined,
  });
  const advice = input === null || asked === null ? null : (query.data?.certificateAdvice ?? null);
  return {
    advice: input?.employeeId === asked?.employeeId ? advice : null,
    pending: asked !== null && (query.isFetching || JSON.stringify(input) !== debounced),
    failed: asked !== null && query.isError,
    retry: () => void query.refetch(),
  };
}

const NOTHING: CertificateAdviceInput = {
  employeeId: '',
  startDate: '',
  endDate: '',
  entryType: 'MEDICAL_CERTIFICATE',
  incapacityReason: 'Unknown',
};

/** The request for advice, or null when too few values are known. The most usual value stands for a missing one. */
function inputOf(values: CertificateDraft, typeChosen: boolean, certificateId: string | null): CertificateAdviceInput | null {
  const asked = {
    employeeId: values.employeeId,
    certificateId,
    startDate: values.startDate,
    endDate: values.endDate,
    entryType: values.entryType || 'MEDICAL_CERTIFICATE',
    incapacityReason: values.incapacityReason || 'Unknown',
    certifType: typeChosen ? values.certifType || null : null,
    documentId: values.documentId ?? null,
  };
  const result = z.safeParse(certificateAdviceRule, asked);
  return result.success ? result.data : null;
}
