import { afterAll, onTestFinished } from 'vitest';

/** Runs `undo` after the test that asked for it, or after the file when it was asked for outside a test. */
export function cleanUp(undo: () => unknown): void {
  try {
    onTestFinished(async () => void (await undo()));
  } catch {
    afterAll(async () => void (await undo()));
  }
}
