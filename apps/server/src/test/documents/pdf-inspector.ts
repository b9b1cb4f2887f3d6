import { createPdfInspector, type PdfInspector } from '../../platform/document-content/pdf.ts';
import type { ThreadLimits } from '../../platform/threads/thread-queue.ts';
import { cleanUp } from '../cleanup.ts';
import { testLogger } from '../logger.ts';

/** Checks PDF files as the server does. The machine that runs the tests is busy: a slow answer is not an error here. */
export function testPdfInspector(limits: Partial<ThreadLimits> = {}): PdfInspector {
  const inspector = createPdfInspector({ log: testLogger(), limits: { jobMs: 50_000, answerMs: 55_000, ...limits } });
  cleanUp(inspector.close);
  return inspector;
}
