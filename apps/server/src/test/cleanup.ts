import { afterAll, onTestFinished } from 'vitest';

/** Runs `undo` after the current test, or after the test file when it is called outside a test. */
export function cleanUp(undo: () => unknown): void {
  try {
    onTestFinished(async () => void (await undo()));
  } catch {
    afterAll(async () => void (await undo()));
  }
}
