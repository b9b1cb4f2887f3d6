import { useEffect, useRef, useState } from 'react';
import { openPdf, type PdfDocument } from '../../lib/browser/pdf.ts';

export type PreviewState =
  | { readonly kind: 'loading' }
  /** The file could not be loaded. */
  | { readonly kind: 'failed'; readonly error: unknown }
  /** The file was loaded and cannot be shown. */
  | { readonly kind: 'broken' }
  | { readonly kind: 'picture'; readonly address: string }
  | { readonly kind: 'pdf'; readonly document: PdfDocument };

const LOADING: PreviewState = { kind: 'loading' };

/** Loads a document and prepares it for display; its resources are released when another one is shown or the component is removed. */
export function useDocument(
  key: string,
  mediaType: string,
  load: (signal: AbortSignal) => Promise<Blob>,
): { state: PreviewState; retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const wanted = `${key} ${attempt}`;
  const [result, setResult] = useState<{ readonly wanted: string; readonly state: PreviewState }>({ wanted, state: LOADING });
  const latestLoad = useRef(load);
  useEffect(() => {
    latestLoad.current = load;
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const settle = (state: PreviewState): void => {
      if (!signal.aborted) setResult({ wanted, state });
    };
    void open(latestLoad.current, mediaType, signal).then(settle);
    return () => controller.abort();
  }, [wanted, mediaType]);
  return { state: result.wanted === wanted ? result.state : LOADING, retry: () => setAttempt((count) => count + 1) };
}

async function open(load: (signal: AbortSignal) => Promise<Blob>, mediaType: string, signal: AbortSignal): Promise<PreviewState> {
  let blob: Blob;
  try {
    blob = await load(signal);
  } catch (error) {
    return { kind: 'failed', error };
  }
  if (mediaType !== 'application/pdf') {
    const address = URL.createObjectURL(blob);
    signal.addEventListener('abort', () => URL.revokeObjectURL(address), { once: true });
    return { kind: 'picture', address };
  }
  try {
    const { document } = await openPdf(await blob.arrayBuffer(), signal);
    return { kind: 'pdf', document };
  } catch {
    return { kind: 'broken' };
  }
}
