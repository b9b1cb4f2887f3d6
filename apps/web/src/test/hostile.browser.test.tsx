import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { HOSTILE_TEXTS } from '../../../server/src/test/hostile/texts.ts';
import { takeLoggedErrors } from '../../../server/src/test/logged-errors.ts';
import { superior } from './fixtures/people.ts';
import { hostileField, textsIn, tracesIn, WHOLE } from './hostile.ts';
import type { Persona } from './people.ts';
import { render, renderApp } from './render.tsx';
import { fakeServer, refusal } from './server.ts';
import { withSuperiors } from './superiors.ts';

/** security.md, W4: what people have typed does nothing on any screen. */

const ID = '55555555-5555-4555-8555-000000000000';

/** Every screen that shows what people typed, by its route. */
const SCREENS: readonly (readonly [route: string, as: Persona])[] = [
  ['/checks', 'employerAdmin'],
  ['/checks/$id', 'employerAdmin'],
  ['/reports', 'employerAdmin'],
  ['/reports/$id', 'employerAdmin'],
  ['/certificates', 'employerAdmin'],
  ['/certificates/$id', 'employerAdmin'],
  ['/employees', 'employerAdmin'],
  ['/dashboard', 'employerAdmin'],
  ['/settings/company', 'employerAdmin'],
  ['/settings/users', 'employerAdmin'],
  ['/settings/api-tokens', 'employerAdmin'],
  ['/planning', 'planner'],
  ['/planning/$id', 'planner'],
  ['/doctors', 'planner'],
  ['/companies', 'planner'],
  ['/companies/$id', 'planner'],
  ['/reports/$id', 'planner'],
  ['/identities', 'planner'],
  ['/identities/$id', 'planner'],
  ['/team', 'planner'],
  ['/flags', 'planner'],
  ['/mailbox', 'planner'],
  ['/mailbox/$id', 'planner'],
  ['/missions', 'doctor'],
  ['/missions/done', 'doctor'],
  ['/missions/$id', 'doctor'],
];

test.each(SCREENS)('hostile text does nothing on %s, seen by %s, and is read as it was typed', async (route, as) => {
  const server = fakeServer();
  server.everything(hostileField);
  // Where a screen comes to load one before the test is over.
  server.rest('GET', '/v1/api/documents/*', () => refusal('entity.notFound'));
  withSuperiors(server, [superior({ superiorFullName: WHOLE })]);
  await renderApp(route.replace('$id', ID), { as, server });
  await expect.poll(() => textsIn(document.body).length, { message: 'what was typed is shown' }).toBeGreaterThan(0);
  expect(tracesIn(document)).toEqual([]);
  // Records that are made up have the same days, where real ones never do.
  expect(takeLoggedErrors().filter((error) => !String(error).includes('with the same key'))).toEqual([]);
});

test('what does something is found', async () => {
  const { container } = await render(<p>{HOSTILE_TEXTS.element}</p>);
  await expect.element(page.getByText('onerror')).toBeVisible();
  expect([tracesIn(container), textsIn(container)]).toEqual([[], ['element']]);
  const made = document.createElement('template');
  for (const kind of ['element', 'script', 'comment'] as const) {
    made.innerHTML = HOSTILE_TEXTS[kind];
    expect(tracesIn(made.content), kind).not.toEqual([]);
  }
  for (const kind of ['doubleQuoted', 'address', 'hiddenAddress', 'dataAddress'] as const) {
    made.innerHTML = `<a href="${HOSTILE_TEXTS[kind]}">x</a>`;
    expect(tracesIn(made.content), kind).not.toEqual([]);
  }
});
