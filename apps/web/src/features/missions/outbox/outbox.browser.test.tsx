import { createStore, entries } from 'idb-keyval';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { takeLoggedErrors } from '../../../../../server/src/test/logged-errors.ts';
import { invalidate } from '../../../lib/api/query.ts';
import { clock, today } from '../../../lib/browser/time.ts';
import { TOKEN_COOKIE } from '../../../lib/session/session.ts';
import { LOCAL } from '../../../lib/session/storage.ts';
import { ViewerDocument } from '../../../lib/session/viewer.gql.ts';
import { expectAccessibleInBothModes } from '../../../test/accessibility.ts';
import { fillTime } from '../../../test/fields.ts';
import { plannedCheck } from '../../../test/fixtures/checks.ts';
import { newId } from '../../../test/fixtures/list.ts';
import { onTheWay } from '../../../test/fixtures/on-the-way.ts';
import { pictureOf } from '../../../test/fixtures/papers.ts';
import { takePageLoads } from '../../../test/navigation.ts';
import { person } from '../../../test/people.ts';
import { declareFindings } from '../../../test/report-form.ts';
import { offline, refusal } from '../../../test/server.ts';
import { MissionDocument, RecordAttemptDocument, RecordVisitDocument, TakeBackResultDocument } from '../missions.gql.ts';
import { OpenOffersDocument } from '../offers.gql.ts';
import { openPhone } from '../phone/open.ts';
import { outbox } from './outbox.ts';

test.each(['before', 'after'] as const)(
  'a tap is carried out once, with its own time, where the network fails %s the server has it',
  async (cut) => {
    const { say, network, done, press, reload, waits, allSent, backOnline } = await onTheWay();
    network.cut = cut;
    const earliest = clock.now().toISOString();
    await press(say('missions:visit.setOut'));
    await waits(1);
    const tapped = clock.now().toISOString();
    await expect.element(page.getByText(/Everything is sent/)).not.toBeInTheDocument();
    await expectAccessibleInBothModes();
    // Two at once, in their order.
    await press(say('missions:visit.arrive'));
    await waits(2);
    await reload();
    await waits(2);
    await expect.element(page.getByRole('button', { name: say('missions:visit.leave') })).toBeVisible();
    backOnline();
    await allSent('arrived');
    expect(done.map((what) => what.split(' ')[0])).toEqual(['onMyWay', 'arrived']);
    const at = done[0]?.split(' ')[1] ?? '';
    expect(at >= earliest && at <= tapped).toBe(true);
    backOnline();
    await allSent('arrived');
    expect(done).toHaveLength(2);
  },
);

/** Frames that follow each other without a pause, as on a slow phone: no idle callback comes by itself. */
function neverRest(): () => void {
  let isOver = false;
  const draw = (): void => {
    const until = performance.now() + 25;
    while (performance.now() < until);
    document.body.style.setProperty('--frame', String(until));
    if (!isOver) requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
  return () => {
    isOver = true;
    document.body.style.removeProperty('--frame');
  };
}

test('what waits is shown after a reload, and sent, although the page never rests', async () => {
  const { say, network, done, press, reload, waits, allSent, backOnline } = await onTheWay();
  network.cut = 'before';
  await press(say('missions:visit.setOut'));
  await waits(1);
  onTestFinished(neverRest());
  await reload();
  await waits(1);
  backOnline();
  await allSent('onMyWay');
  expect(done).toHaveLength(1);
});

test('a tap that never left is taken back on the phone; one that may have arrived, at the server', async () => {
  const { say, network, done, press, waits, allSent, backOnline } = await onTheWay();
  network.cut = 'after';
  await press(say('missions:visit.setOut'));
  await waits(1);
  await press(say('missions:visit.arrive'));
  await waits(2);
  // It waits behind the first one.
  await press(say('missions:visit.undo'));
  await waits(1);
  await press(say('missions:visit.undo'));
  await waits(2);
  await expect.element(page.getByRole('button', { name: say('missions:visit.setOut') })).toBeVisible();
  backOnline();
  await allSent('undoVisit');
  expect(done.map((what) => what.replace(/ \d.*/, ''))).toEqual(['onMyWay', 'undo onMyWay']);
});

/** Fills in a report of today that confirms the incapacity. */
async function fillReport(
  say: Awaited<ReturnType<typeof onTheWay>>['say'],
  occurrence: 'checkOccurence.YesPatientHome' | 'videoOccurence.Yes' = 'checkOccurence.YesPatientHome',
) {
  await userEvent.click(page.getByRole('radio', { name: say(`enums:${occurrence}`) }));
  await fillTime(page, say('missions:result.from'), '00:00');
  await fillTime(page, say('missions:result.to'), '00:00');
  await declareFindings(say);
  await userEvent.fill(page.getByRole('textbox', { name: say('missions:result.medicalNote') }), 'Lumbago.');
}

/** A mission of which a report can be typed without a reason for its times. */
const AT_MIDNIGHT = { appointmentStart: `${today()}T00:00:00.000Z` } as const;

test('a report without network is kept through a lost tab, changed, and sent once as it was last, in its order', async () => {
  const { say, network, done, press, reload, waits, allSent, backOnline } = await onTheWay(AT_MIDNIGHT);
  network.cut = 'after';
  await press(say('missions:detail.report'));
  await fillReport(say);
  await press(say('missions:result.send'));
  await expect.element(page.getByRole('heading', { name: say('missions:outbox.reportTitle') })).toBeVisible();
  await expect.element(page.getByText(say('missions:waiting.title'), { exact: true })).not.toBeInTheDocument();
  await waits(1);
  await expectAccessibleInBothModes();
  // A phone ends tabs that nobody looks at, and what they keep goes with them.
  sessionStorage.clear();
  await reload();
  await press(say('missions:outbox.change'));
  await expect.element(page.getByRole('textbox', { name: say('missions:result.medicalNote') })).toHaveValue('Lumbago.');
  await userEvent.fill(page.getByRole('textbox', { name: say('missions:result.medicalNote') }), 'Sciatica.');
  await press(say('missions:result.send'));
  await waits(3);
  backOnline();
  await allSent('recordResult');
  expect(done).toEqual(['result YesPatientHome 4', 'takeBack 5', 'result YesPatientHome 6']);
  await expect.element(page.getByRole('heading', { name: say('missions:waiting.title') })).toBeVisible();
  // Nothing of it stays on the phone.
  expect(JSON.stringify(await rows())).not.toMatch(/Sciatica|Lumbago|typed/);
});

/** What the phone's store has. */
const rows = () => entries<string, { readonly sealed?: ArrayBuffer }>(createStore('checkwell-phone', 'rows'));

test('what the server refuses later is shown with what was typed, corrected with it, and sent again', async () => {
  const { say, network, done, press, change, waits, allSent, backOnline } = await onTheWay(AT_MIDNIGHT);
  network.cut = 'before';
  await press(say('missions:detail.report'));
  await fillReport(say);
  await press(say('missions:result.send'));
  await waits(1);
  change({ version: 7 });
  backOnline();
  const refused = page.getByRole('alert').filter({ hasText: say('missions:outbox.refused') });
  await expect.element(refused).toBeVisible();
  for (const text of [say('errors:entity.changedMeanwhile'), 'Lumbago.', say('enums:checkOccurence.YesPatientHome')])
    await expect.element(refused).toMatchTextContent(new RegExp(text.replaceAll(/[.?()]/g, '\\$&')));
  await expect.element(page.getByText(say('missions:waiting.title'), { exact: true })).not.toBeInTheDocument();
  await expectAccessibleInBothModes();
  await press(say('missions:outbox.correct'));
  await expect.element(page.getByRole('textbox', { name: say('missions:result.medicalNote') })).toHaveValue('Lumbago.');
  await press(say('missions:result.send'));
  await allSent('recordResult');
  expect(done).toEqual(['result YesPatientHome 7']);
  await expect.element(refused).not.toBeInTheDocument();
});

test('a report of a Telecheck that is refused later is of an examination by video', async () => {
  const { say, network, press, change, waits, backOnline } = await onTheWay({ ...AT_MIDNIGHT, checkLocation: 'Telecheck' });
  network.cut = 'before';
  await press(say('missions:detail.report'));
  await fillReport(say, 'videoOccurence.Yes');
  await press(say('missions:result.send'));
  await waits(1);
  change({ version: 7 });
  backOnline();
  const refused = page.getByRole('alert').filter({ hasText: say('missions:outbox.refused') });
  await expect.element(refused.getByText(say('enums:videoOccurence.Yes'))).toBeVisible();
});

test('an attempt takes its photograph along, which is uploaded once, and keeps its time at the door', async () => {
  const { say, server, network, done, press, waits, allSent, backOnline } = await onTheWay({ arrivedAt: clock.now().toISOString() });
  let uploads = 0;
  server.rest('POST', '/v1/api/companies/*/documents', () => {
    if (network.cut === 'before') return offline();
    uploads += 1;
    return { id: `photo-${uploads}`, fileName: 'card.png', mediaType: 'image/png', byteSize: 10, url: '/v1/api/companies/c/documents/p' };
  });
  network.cut = 'before';
  await press(say('missions:attempt.open'));
  const opened = clock.now().toISOString();
  await userEvent.fill(page.getByLabelText(say('missions:attempt.bell')), 'Peeters');
  await userEvent.upload(page.getByLabelText(say('missions:attempt.photo')), await pictureOf('card.png'));
  await expect.element(page.getByText('card.png')).toBeVisible();
  await press(say('missions:attempt.save'));
  await waits(1);
  // The photograph gets through, the answer to the attempt does not.
  network.cut = 'after';
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => done.length).toBe(1);
  await waits(1);
  backOnline();
  await allSent('recordAttempt');
  expect(uploads).toBe(1);
  expect(done).toHaveLength(1);
  expect(done[0]).toMatch(/photo-1$/);
  expect((done[0]?.split(' ')[1] ?? '') <= opened).toBe(true);
});

test('an attempt at a visit that was moved meanwhile is corrected into one of now', async () => {
  const { say, server, network, press, waits, backOnline, change } = await onTheWay({ arrivedAt: clock.now().toISOString() });
  network.cut = 'before';
  await press(say('missions:attempt.open'));
  await userEvent.fill(page.getByLabelText(say('missions:attempt.bell')), 'Peeters');
  await press(say('missions:attempt.save'));
  await waits(1);
  const appointmentStart = new Date(clock.now().getTime() + 60_000).toISOString();
  change({ appointmentStart, version: 5 });
  server.graphql(RecordAttemptDocument, () => refusal('entity.changedMeanwhile'));
  backOnline();
  await expect.element(page.getByText(say('missions:outbox.refused'))).toBeVisible();
  await invalidate('check');
  const corrected = clock.now().toISOString();
  await press(say('missions:outbox.correct'));
  await expect.element(page.getByLabelText(say('missions:attempt.bell'))).toHaveValue('Peeters');
  await press(say('missions:attempt.save'));
  await expect.poll(() => server.calls(RecordAttemptDocument).at(-1)?.input.appointmentStart).toBe(appointmentStart);
  const attemptedAt = server.calls(RecordAttemptDocument).at(-1)?.input.attemptedAt ?? '';
  expect(attemptedAt >= corrected, `${attemptedAt} is not before ${corrected}`).toBe(true);
});

test('a session that ended keeps the queue for the same account, and shows and sends nothing of it to another', async () => {
  const { say, server, network, done, press, become, waits, allSent } = await onTheWay();
  network.cut = 'before';
  await press(say('missions:visit.setOut'));
  await waits(1);
  server.graphql(MissionDocument, () => refusal('access.unauthenticated', { status: 401 }));
  window.dispatchEvent(new Event('online'));
  await expect.poll(takePageLoads).toMatchObject([{ to: '/' }]);
  const sent = server.calls(RecordVisitDocument).length;
  // The page of whoever signs in next.
  Object.assign(network, { cut: undefined });
  server.graphql(MissionDocument, () => refusal('entity.notFound'));
  const other = person('doctor');
  await become({ ...other, profile: { ...other.profile, id: '99999999-9999-4999-8999-999999999999' } });
  await expect.element(page.getByText(say('errors:entity.notFound'))).toBeVisible();
  await expect.element(page.getByText(say('missions:outbox.what.onMyWay'))).not.toBeInTheDocument();
  expect(server.calls(RecordVisitDocument)).toHaveLength(sent);
  await become('doctor');
  await allSent('onMyWay');
  expect(done).toHaveLength(1);
});

test('a sign-out asks first while something waits, and leaves nothing behind', async () => {
  const { say, server, network, router, press, waits } = await onTheWay();
  network.cut = 'before';
  await press(say('missions:visit.setOut'));
  await waits(1);
  expect(await rows()).toHaveLength(2);
  server.rest('POST', '/auth/sign-out', () => ({}));
  const signOut = async () => {
    await userEvent.click(page.getByRole('dialog', { name: say('shell:navigation') }).getByRole('button', { name: 'Dirk Maes' }));
    await userEvent.click(page.getByRole('menuitem', { name: say('shell:user.logOut') }));
  };
  await userEvent.click(page.getByRole('button', { name: say('shell:openMenu') }));
  await signOut();
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessibleInBothModes();
  await press(say('shell:unsent.stay'));
  await waits(1);
  // Where a second step has to be set up, outside the shell.
  server.rest('GET', '/auth/protection', () => ({ missing: true }));
  await router().navigate({ to: '/second-step' });
  await press(say('protection:setUp.logOut'));
  await press(say('shell:unsent.leave'));
  await expect.poll(takePageLoads).toMatchObject([{ to: '/' }]);
  expect(await rows()).toEqual([]);
  expect(localStorage.getItem(LOCAL.phone)).toBeNull();
});

test('where the phone keeps nothing, an action is sent all the same, and one without network is not said to be kept', async () => {
  const { say, network, done, press } = await onTheWay();
  const full = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('No space left.', 'QuotaExceededError');
  });
  onTestFinished(() => full.mockRestore());
  network.cut = 'before';
  await press(say('missions:visit.setOut'));
  await expect.element(page.getByText(new RegExp(say('common:failed.offlineTitle'))).first()).toBeVisible();
  await expect.element(page.getByRole('button', { name: say('missions:visit.setOut') })).toBeEnabled();
  network.cut = undefined;
  await press(say('missions:visit.setOut'));
  await expect.element(page.getByRole('button', { name: say('missions:visit.setOut') })).not.toBeInTheDocument();
  expect(done.map((what) => what.split(' ')[0])).toEqual(['onMyWay']);
  // Before the harness clears the store.
  full.mockRestore();
});

test('what counts on an action that is refused is refused with it', async () => {
  const { say, server, id, network, waits, backOnline } = await onTheWay();
  server.graphql(TakeBackResultDocument, () => (network.cut ? offline() : refusal('entity.changedMeanwhile')));
  network.cut = 'before';
  const mission = { id, companyId: plannedCheck().companyId, workerFullName: '' };
  await outbox.act(mission, { kind: 'takeBackResult', version: 4 });
  await outbox.act(mission, { kind: 'takeBackResult', version: 5 });
  await waits(2);
  backOnline();
  await expect
    .poll(
      () =>
        page
          .getByRole('alert')
          .filter({ hasText: say('missions:outbox.refused') })
          .elements().length,
    )
    .toBe(2);
  expect(server.calls(TakeBackResultDocument).some(({ version }) => version === 5)).toBe(false);
});

test('what follows an action that the doctor throws away counts without it', async () => {
  const { say, id, network, done, press, waits, allSent, backOnline } = await onTheWay();
  network.cut = 'before';
  await press(say('missions:visit.setOut'));
  await waits(1);
  const mission = { id, companyId: plannedCheck().companyId, workerFullName: '' };
  const input = {
    attemptedAt: clock.now().toISOString(),
    appointmentStart: '',
    bell: 'Peeters',
    position: null,
    photoId: null,
    cardStart: null,
  };
  await outbox.act(mission, { kind: 'recordAttempt', version: 4, input, photo: null });
  await outbox.act(mission, { kind: 'takeBackResult', version: 5 });
  await waits(3);
  await userEvent.click(page.getByRole('button', { name: say('missions:outbox.discard') }).first());
  await waits(2);
  backOnline();
  await allSent('takeBackResult');
  expect(done.map((what) => what.split(' ')[0])).toEqual(['onMyWay', 'takeBack']);
  expect(done.at(-1)).toBe('takeBack 4');
});

test('a mission that was taken away meanwhile: what never left is refused, of what had left nobody knows', async () => {
  const { say, server, network, press, waits, reload, backOnline } = await onTheWay();
  network.cut = 'before';
  await press(say('missions:visit.setOut'));
  await press(say('missions:visit.arrive'));
  await waits(2);
  // Nobody waits before the screen for the outcome of them: that would be said there, once.
  await reload();
  await waits(2);
  server.graphql(RecordVisitDocument, () => refusal('entity.notFound'));
  server.graphql(MissionDocument, () => refusal('entity.notFound'));
  backOnline();
  const box = page.getByRole('region', { name: say('missions:outbox.title') });
  await expect.element(box.getByText(say('missions:outbox.uncertain'))).toBeVisible();
  await expect.element(box.getByText(say('missions:outbox.uncertainText'))).toBeVisible();
  await expect.element(box.getByRole('alert').getByText(say('missions:outbox.gone'))).toBeVisible();
});

test('what the server fails over holds up its own mission alone, and is no want of a network', async () => {
  const { server, id, waits } = await onTheWay();
  const { companyId } = plannedCheck();
  server.graphql(TakeBackResultDocument, ({ id: mission }) =>
    mission === id ? refusal('server.unexpected') : { takeBackResult: plannedCheck({ id: mission }) },
  );
  await outbox.act({ id, companyId, workerFullName: '' }, { kind: 'takeBackResult', version: 4 });
  const other = newId();
  expect(await outbox.act({ id: other, companyId, workerFullName: '' }, { kind: 'takeBackResult', version: 9 })).toEqual({ state: 'sent' });
  await waits(1);
  expect(outbox.state().isOffline).toBe(false);
  expect(server.calls(TakeBackResultDocument).map(({ id: mission }) => mission)).toEqual([id, id, other]);
  server.graphql(TakeBackResultDocument, () => ({ takeBackResult: plannedCheck({ id }) }));
  await outbox.flush();
  await expect.element(page.getByText(/Everything is sent/)).toBeVisible();
});

test('a tab that has not been notified of it throws away nothing that was sent', async () => {
  const { say, network, press, waits, allSent, backOnline } = await onTheWay();
  network.cut = 'before';
  await press(say('missions:visit.setOut'));
  await press(say('missions:visit.arrive'));
  await waits(2);
  const [, stale] = outbox.state().actions;
  backOnline();
  await allSent('arrived');
  const kept = (await rows()).length;
  await outbox.discard(stale ?? { seq: -1, idempotencyKey: '' });
  await allSent('arrived');
  expect(await rows()).toHaveLength(kept);
});

test('without network the missions are there as they were, say since when, and open after the token has run out', async () => {
  const { say, network, server, id, reload, waits, press } = await onTheWay();
  await openPhone();
  await invalidate('check');
  await expect.poll(async () => (await rows()).length).toBe(2);
  await userEvent.click(page.getByRole('link', { name: say('missions:list.title') }).first());
  await expect.poll(async () => (await rows()).length).toBe(3);
  await invalidate('user');
  await expect.poll(async () => (await rows()).length).toBe(4);
  expect(JSON.stringify((await rows()).map(([, { sealed }]) => (sealed ? new TextDecoder().decode(sealed) : '')))).not.toContain(
    plannedCheck().workerFullName,
  );

  Object.assign(network, { cut: 'before', isDark: true });
  server.graphql(OpenOffersDocument, () => offline());
  server.graphql(ViewerDocument, () => offline());
  server.rest('POST', '/auth/session/refresh', () => offline());
  // biome-ignore lint/suspicious/noDocumentCookie: the token runs out.
  document.cookie = `${TOKEN_COOKIE}=; Max-Age=0; Path=/; Secure; SameSite=Strict`;
  await reload();
  await expect.element(page.getByText(/No connection. You see what this phone kept/)).toBeVisible();
  const row = page.getByRole('link', { name: plannedCheck().workerFullName });
  await expect.element(row).toHaveAttribute('href', `/missions/${id}`);
  await expectAccessibleInBothModes();
  await userEvent.click(row);
  await press(say('missions:visit.setOut'));
  await waits(1);
  // Profile and flags are not kept: the screens do without.
  for (const line of takeLoggedErrors()) expect(line).toMatch(/Error refreshing profile|could not be identified for feature flags/);
});
