import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { today } from '../../../lib/browser/time.ts';
import { useLatest } from '../../../lib/browser/use-latest.ts';
import { certificateQuery, runningCertificatesQuery } from '../order.queries.ts';
import { type OrderDraft, type RunningCertificate, withRunning } from '../order-draft.ts';

interface Certificates {
  /** The employee's certificates of today, and the one of the order. */
  readonly all: readonly RunningCertificate[];
  /** Whether the search has ended, also with a failure. */
  readonly known: boolean;
}

/**
 * Looks for the certificates of the chosen employee that run today, and fills the order in from the newest.
 * @param onFound gets the change of the draft, once per employee
 */
export function useCertificates(draft: OrderDraft, onFound: (fill: (old: OrderDraft) => OrderDraft) => void): Certificates {
  const employeeId = draft.mode === 'employee' ? draft.worker.employeeId : null;
  const running = useQuery({ ...runningCertificatesQuery(employeeId ?? '', today()), enabled: employeeId !== null });
  const found = running.data;
  const latest = useLatest(onFound);
  useEffect(() => {
    if (employeeId !== null && found) latest.current((old) => withRunning(old, employeeId, found));
  }, [employeeId, found, latest]);
  const { certificateId } = draft.incapacity;
  const isFound = found?.some(({ id }) => id === certificateId) ?? false;
  // The certificate in the address may begin tomorrow.
  const own = useQuery({ ...certificateQuery(certificateId ?? ''), enabled: certificateId !== null && !isFound });
  return {
    all: [...(certificateId !== null && !isFound && own.data ? [own.data.certificate] : []), ...(found ?? [])],
    known: employeeId === null || draft.offeredTo === employeeId || running.isError,
  };
}
