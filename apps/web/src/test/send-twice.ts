import { expect } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { GraphqlDocument } from '../lib/api/gql.ts';
import type { Say } from './say.ts';
import { type FakeServer, offline } from './server.ts';

interface Sent<Result, Variables> {
  readonly server: FakeServer;
  readonly say: Say;
  /** The mutation that the button sends. */
  readonly document: GraphqlDocument<Result, Variables>;
  /** What the server says to it once it can be reached. */
  readonly answer: (variables: Variables) => Result;
  readonly submit: Locator;
  /** What is typed first. */
  readonly typed: readonly (readonly [field: Locator, value: string])[];
}

/**
 * Sends a form while the network is down, finds that the screen says so and that each field is as it was, and sends it again.
 * @returns the variables, which are the same both times
 */
export async function sendTwice<Result, Variables>({ server, say, document, answer, submit, typed }: Sent<Result, Variables>) {
  for (const [field, value] of typed) await userEvent.fill(field, value);
  server.graphql(document, () => offline());
  await userEvent.click(submit);
  // The sentence of an earlier failure may still be on the screen.
  await expect.poll(() => server.calls(document)).toHaveLength(1);
  await expect.element(page.getByText(say('common:failed.offlineTitle')).first()).toBeVisible();
  await expect.element(submit).toBeEnabled();
  for (const [field, value] of typed) await expect.element(field).toHaveValue(value);
  expect(server.calls(document)).toHaveLength(1);
  server.graphql(document, answer);
  await userEvent.click(submit);
  await expect.poll(() => server.calls(document)).toHaveLength(2);
  const [first, second] = server.calls(document);
  expect(second).toEqual(first);
  return second as Variables;
}
