import { page, userEvent } from 'vitest/browser';
import type { Say } from './say.ts';

/** In a doctor's report: the first verdict, and the two declarations that every report needs. */
export async function declareFindings(say: Say): Promise<void> {
  await userEvent.click(
    page
      .getByRole('group', { name: say('missions:result.verdictQuestion') })
      .getByRole('radio')
      .first(),
  );
  await userEvent.click(page.getByRole('checkbox', { name: say('missions:result.independence') }));
  await userEvent.click(page.getByRole('checkbox', { name: say('missions:result.findings') }));
}
