import { useEffect, useRef, useState } from 'react';
import { graphql } from '../api/graphql.ts';
import { useLatest } from '../browser/use-latest.ts';
import { useFlag } from '../flags/flags.ts';
import { ReadCertificateDocument, type ReadCertificateQuery } from './certificate-reading.gql.ts';

/** What a document proposes for the form that it was uploaded in. */
export type ReadProposals = NonNullable<ReadCertificateQuery['readCertificate']>;

/**
 * The state of the reading of a document: `filled` counts the fields that it filled in; `otherWorker` found somebody else's
 * name on it than the one that was chosen. Nothing is said of a reading that came too late, or that found only what was
 * typed already.
 */
export type ReadingState =
  | { readonly at: 'idle' | 'reading' | 'nothing' | 'otherWorker' }
  | { readonly at: 'filled'; readonly count: number };

/** Employees with the name on the document, and that name. */
export type ReadNamesakes = Pick<ReadProposals, 'namesakes' | 'namesakeCount' | 'workerName'>;

interface Outcome {
  readonly state: ReadingState;
  readonly offered: ReadNamesakes | null;
}

const IDLE: Outcome = { state: { at: 'idle' }, offered: null };
const NOTHING: Outcome = { state: { at: 'nothing' }, offered: null };

export interface CertificateReading {
  readonly state: ReadingState;
  /** Several employees whose names fit, to choose from; null when there is no choice. */
  readonly offered: ReadNamesakes | null;
  /** Reads an uploaded document; an earlier one that is still being read is forgotten. */
  read(documentId: string): void;
  /** Stops reading, because the document was removed. */
  stop(): void;
}

/**
 * Reads uploaded certificates for a form. Reading only helps: its failures are not the user's, and the form goes on without.
 * @param use fills in what was read. @returns how many fields that were
 * @param chosenWorker the employee whom the form is about already
 */
export function useCertificateReading({
  companyId,
  chosenWorker,
  use,
}: {
  readonly companyId: string;
  readonly chosenWorker: () => string | null | undefined;
  readonly use: (proposals: ReadProposals, documentId: string) => number;
}): CertificateReading {
  const [outcome, setOutcome] = useState<Outcome>(IDLE);
  const on = useFlag('certificateReading');
  const current = useRef<AbortController | null>(null);
  const latest = useLatest({ chosenWorker, fill: use });
  useEffect(() => () => current.current?.abort(), []);

  const stop = (): void => {
    current.current?.abort();
    current.current = null;
    setOutcome(IDLE);
  };
  const start = async (documentId: string): Promise<void> => {
    stop();
    if (!on) return;
    const controller = new AbortController();
    current.current = controller;
    setOutcome({ state: { at: 'reading' }, offered: null });
    const next = await outcomeOf(companyId, documentId, controller.signal, latest).catch((): Outcome => NOTHING);
    if (!controller.signal.aborted) setOutcome(next);
  };
  return { ...outcome, read: (documentId) => void start(documentId), stop };
}

async function outcomeOf(
  companyId: string,
  documentId: string,
  signal: AbortSignal,
  latest: {
    readonly current: {
      readonly chosenWorker: () => string | null | undefined;
      readonly fill: (proposals: ReadProposals, documentId: string) => number;
    };
  },
): Promise<Outcome> {
  const { readCertificate: proposals } = await graphql(ReadCertificateDocument, { companyId, documentId }, { signal });
  if (signal.aborted || !proposals) return IDLE;
  if (!proposals.read) return NOTHING;
  const { chosenWorker, fill } = latest.current;
  const chosen = chosenWorker();
  const { employeeId, namesakes, namesakeCount, workerName } = proposals;
  const meant = employeeId === null ? namesakes.map(({ id }) => id) : [employeeId];
  // The chosen employee may be among those who were left out.
  const all = meant.length >= namesakeCount;
  if (chosen && meant.length > 0 && all && !meant.includes(chosen)) return { state: { at: 'otherWorker' }, offered: null };
  const count = fill(proposals, documentId);
  const offered = !chosen && namesakes.length > 0 ? { namesakes, namesakeCount, workerName } : null;
  return { state: count > 0 ? { at: 'filled', count } : { at: 'idle' }, offered };
}
