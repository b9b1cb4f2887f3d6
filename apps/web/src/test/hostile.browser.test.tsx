import { EMPLOYEE_PAGE_PATH } from '@checkwell/domain/employee-page/contract';
import { SELLER_PATH } from '@checkwell/domain/invoice/seller';
import { OFFERS_PATH } from '@checkwell/domain/offers/contract';
import { ONE_SHOT_PATH } from '@checkwell/domain/one-shot/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { HOSTILE_TEXTS } from '../../../server/src/test/hostile/texts.ts';
import { takeLoggedErrors } from '../../../server/src/test/logged-errors.ts';
import { employeePage, offer } from './fixtures/link-pages.ts';
import { oneShotOrder } from './fixtures/one-shot.ts';
import { superior } from './fixtures/people.ts';
import { hostileField, textsIn, tracesIn, WHOLE } from './hostile.ts';
import { openEach } from './input/open-each.ts';
import { type Persona, person } from './people.ts';
import { render, renderApp } from './render.tsx';
import { type FakeServer, fakeServer, refusal } from './server.ts';
import { withSuperiors } from './superiors.ts';

/** security.md, W4: what people have typed does nothing on any screen. */

const ID = '55555555-5555-4555-8555-000000000000';
const MOMENT = '2026-11-05T09:00:00.000Z';

/** Who has a name of their own to see. */
const hostileAdmin = (): Persona => {
  const known = person('employerAdmin', { firstName: WHOLE, lastName: WHOLE });
  return { ...known, profile: { ...known.profile, firstName: WHOLE, lastName: WHOLE } };
};
/** An administrator of the company whose records these are. */
const ofRecords = (): Persona =>
  person('employerAdmin', { companies: person('employerAdmin').viewer.companies.map((company) => ({ ...company, id: ID })) });

/** Every screen that shows what people typed, by its route. */
const SCREENS: readonly (readonly [route: string, as: Persona])[] = [
  ['/checks/new?certificateId=$id', 'employerAdmin'],
  ['/checks/new?employeeId=$id', 'employerAdmin'],
  ['/checks/several?certificateIds=$id', ofRecords()],
  ['/dashboard/completedChecks', 'employerAdmin'],
  ['/settings/superiors', 'employerAdmin'],
  ['/settings/profile', hostileAdmin()],
  ['/availability', 'doctor'],
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

function hostileServer(): FakeServer {
  const server = fakeServer();
  server.everything(hostileField);
  // Where a screen comes to load one before the test is over.
  server.rest('GET', '/v1/api/documents/*', () => refusal('entity.notFound'));
  server.rest('GET', '/auth/sessions', () => [
    { id: ID, userAgent: WHOLE, createdAt: MOMENT, lastUsedAt: MOMENT, expiresAt: MOMENT, current: true },
  ]);
  server.rest('GET', '/auth/protection', () => ({
    password: true,
    totp: null,
    passkeys: [{ id: ID, name: WHOLE, createdAt: MOMENT, lastUsedAt: null }],
    recoveryCodes: 0,
    microsoft: null,
  }));
  withSuperiors(server, [superior({ superiorFullName: WHOLE })]);
  return server;
}

/** That the page shows what was typed, and that this did nothing to it. */
async function expectHarmless(): Promise<void> {
  await expect.poll(() => textsIn(document.body).length, { message: 'what was typed is shown' }).toBeGreaterThan(0);
  expect(tracesIn(document)).toEqual([]);
  expect(takeLoggedErrors()).toEqual([]);
}

test.each(SCREENS)('hostile text does nothing on %s, seen by %s, and is read as it was typed', async (route, as) => {
  await renderApp(route.replaceAll('$id', ID), { as, server: hostileServer(), strict: true });
  await expectHarmless();
});

/** Pages without an account: what their link's answer says. */
const LINKS: readonly (readonly [page: string, path: string, answer: unknown])[] = [
  [
    '/w/$token',
    EMPLOYEE_PAGE_PATH,
    employeePage({
      companyName: WHOLE,
      provider: { name: WHOLE, address: WHOLE, phoneNumber: WHOLE, email: WHOLE },
      appointment: { start: MOMENT, end: MOMENT, checkLocation: 'Office', doctorFullName: WHOLE, address: WHOLE },
    }),
  ],
  ['/offer/$token', OFFERS_PATH, offer({ doctorFullName: WHOLE, place: WHOLE })],
  ['/one-shot-check/$token', ONE_SHOT_PATH, oneShotOrder({ workerFullName: WHOLE, invoicingEmailHint: WHOLE, invoiceNumber: WHOLE })],
];

test.each(LINKS)('hostile text does nothing on %s, which a link opens, and is read as it was typed', async (route, path, answer) => {
  const server = fakeServer();
  server.rest('GET', `${path}/*`, () => answer);
  server.rest('POST', `${path}/*/opened`, () => undefined);
  // Who sells is at the foot.
  const lines = { identity: WHOLE, phone: WHOLE };
  server.rest('GET', SELLER_PATH, () => ({
    name: WHOLE,
    phoneNumber: WHOLE,
    email: WHOLE,
    logoPath: null,
    written: { en: lines, fr: lines, nl: lines },
  }));
  await renderApp(route.replace('$token', 'a'.repeat(43).slice(0, path === EMPLOYEE_PAGE_PATH ? 22 : 43)), {
    server,
    as: 'visitor',
    strict: true,
  });
  await expectHarmless();
});

/** Screens with what their buttons open over them: dialogs, drawers and menus, at least so many. */
const OPENED: readonly (readonly [route: string, as: Persona, atLeast: number])[] = [
  ['/checks/$id', 'employerAdmin', 1],
  ['/employees', 'employerAdmin', 3],
  ['/settings/company', 'employerAdmin', 2],
  ['/settings/users', 'employerAdmin', 2],
  ['/settings/superiors', 'employerAdmin', 1],
  ['/planning/$id', 'planner', 1],
  ['/companies/$id', 'planner', 1],
  ['/doctors', 'planner', 1],
];

test.each(OPENED)('hostile text does nothing in what opens over %s, seen by %s', async (route, as, atLeast) => {
  const server = hostileServer();
  // What a button fetches as a file.
  for (const path of ['/v1/api/exports/*', '/v1/api/companies/*/invoices/*']) server.rest('GET', path, () => refusal('entity.notFound'));
  await renderApp(route.replaceAll('$id', ID), { as, server, strict: true });
  await expectHarmless();
  const opened = new Set<string>();
  // The code of a dialog may still be on its way when it is looked for: it is there the next time.
  await expect
    .poll(async () => {
      for (const name of await openEach(() => expect(tracesIn(document)).toEqual([]))) opened.add(name);
      return [...opened];
    })
    .toSatisfy((names: readonly string[]) => names.length >= atLeast);
  takeLoggedErrors();
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
