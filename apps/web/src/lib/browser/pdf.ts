import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist';
import { startWorker } from './workers.ts';

export type { PDFDocumentProxy as PdfDocument, PDFPageProxy as PdfPage } from 'pdfjs-dist';

/** An opened PDF, and how to close it. */
export interface OpenedPdf {
  readonly document: PDFDocumentProxy;
  close(): void;
}

/** No picture of a certificate is larger (25 megapixels are accepted); a larger one would only exhaust the browser. */
const LARGEST_PICTURE = 50_000_000;
const ERRORS_ONLY = 0;

/** Fonts that a PDF may name without bringing them, and decoders of scanners' formats; each fetched when a document needs it. */
const FONTS = import.meta.glob<string>('../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?url',
  import: 'default',
});
const DECODERS = import.meta.glob<string>('../../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm', {
  query: '?url',
  import: 'default',
});

class OwnFiles {
  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    const files = { standardFontDataUrl: FONTS, wasmUrl: DECODERS }[kind] ?? {};
    const find = Object.entries(files).find(([path]) => path.endsWith(`/${filename}`))?.[1];
    if (!find) throw new Error(`Not part of this application: ${filename}`);
    const response = await fetch(await find());
    if (!response.ok) throw new Error(`${filename}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

/**
 * Reads a PDF in a worker of its own, whose policy lets it neither load anything nor talk to anybody (server: headers.ts).
 * The library comes with the first document. Opening one that is damaged or protected by a password rejects.
 */
export async function openPdf(bytes: ArrayBuffer, signal: AbortSignal): Promise<OpenedPdf> {
  const [{ getDocument, PDFWorker }, { default: address }] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.min.mjs'),
    import('pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'),
  ]);
  signal.throwIfAborted();
  const port = startWorker(address);
  const task: PDFDocumentLoadingTask = getDocument({
    data: bytes,
    worker: PDFWorker.create({ port, verbosity: ERRORS_ONLY }),
    verbosity: ERRORS_ONLY,
    maxImageSize: LARGEST_PICTURE,
    useWorkerFetch: false,
    BinaryDataFactory: OwnFiles,
    // Both only say that there is something to ask for.
    standardFontDataUrl: '/',
    wasmUrl: '/',
  });
  const close = (): void => {
    void task.destroy().finally(() => port.terminate());
  };
  signal.addEventListener('abort', close, { once: true });
  try {
    return { document: await task.promise, close };
  } catch (error) {
    close();
    throw error;
  }
}
