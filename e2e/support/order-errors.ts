import type { Page } from '@playwright/test';
import { WORKER_REQUIRED } from '../../apps/web/src/test/required-fields.ts';
import { expectFieldError, fieldOf } from './fields.ts';
import type { Say } from './screens/say.ts';
import { expect } from './test.ts';

/** Errors of the steps that all orders of a check share (specification, section 5). */

/** Expects the errors of the worker's step when it was left empty. */
export async function expectWorkerErrors(page: Page, say: Say): Promise<void> {
  for (const [label, sentence] of WORKER_REQUIRED) {
    const field = fieldOf(page, say(label));
    await expectFieldError(field, say(sentence));
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  }
}
