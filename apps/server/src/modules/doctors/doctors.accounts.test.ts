import type { DoctorInput } from '@checkwell/domain/people/doctor';
import { getTranslator } from '@checkwell/messages/translator';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createEmbeddedGeocoder } from '../../platform/geo/embedded-geocoder.ts';
import { codeOf } from '../../test/checks.ts';
import { testDatabase } from '../../test/database.ts';
import { doctorInput, profileIdOfDoctor } from '../../test/doctors.ts';
import { createFixtures, type Fixtures, insertCheck } from '../../test/fixtures.ts';
import { type Browser, makeUser, testApp } from '../../test/servers/identity-app.ts';
import { createDoctorService, type Doctor } from './doctors.service.ts';

/** Accounts with which doctors sign in: they come and go with the records that planners keep. */

const database = await testDatabase();
const { db, owner } = database;
const app = await testApp(database);
const { clock, identity } = app;
const doctors = createDoctorService({ db, clock, geocoder: createEmbeddedGeocoder(), identity });
afterAll(() => app.close());

const NEW_PASSWORD = 'Kanaal fiets 7-4-9 lamp';
let fixtures: Fixtures;
beforeEach(async () => {
  await owner('delete from auth.throttles');
  fixtures = await createFixtures(db, clock);
});

async function mailsTo(recipient: string) {
  while ((await app.outbox.drain()) > 0);
  return owner<{ template: string; language: string; subject: string; plainText: string }>(
    'select template, language, subject, "plainText" from mails where recipient = $1 order by "createdAt", id',
    [recipient],
  );
}
const newestToken = async (email: string): Promise<string> =>
  /\/reset-password\S*#([\w-]+)/.exec((await mailsTo(email)).at(-1)?.plainText ?? '')?.[1] ?? '';
const accept = async (email: string) =>
  app.browser().send('POST', '/auth/password/reset', { token: await newestToken(email), password: NEW_PASSWORD });
const statusOf = async (browser: Browser): Promise<number> => (await browser.send('GET', '/who')).statusCode;

/** A doctor who accepted the invitation, and a browser in which they are signed in. */
async function signedInDoctor(values: Partial<DoctorInput> = {}) {
  const form = doctorInput(values);
  const doctor = await doctors.create(fixtures.actors.planner, form);
  expect((await accept(form.email)).statusCode).toBe(204);
  const browser = app.browser();
  expect((await browser.signIn(form.email, NEW_PASSWORD)).statusCode).toBe(200);
  return { doctor, form, browser };
}

const update = (doctor: Pick<Doctor, 'id'>, version: number, values: DoctorInput) =>
  doctors.update(fixtures.actors.planner, doctor.id, version, values);

describe('a new doctor', () => {
  it.each([
    [['DE', 'FR', 'NL'], 'fr'],
    [['NL', 'FR'], 'nl'],
    [['DE'], 'en'],
  ] as const)('who speaks %s is invited in %s, chooses a password and is that doctor from then on', async (languages, language) => {
    const form = doctorInput({ languages: [...languages] });
    const doctor = await doctors.create(fixtures.actors.planner, form);
    expect(doctor).toMatchObject({ isInvited: true, mayBeInvited: true });
    const [mail, ...more] = await mailsTo(form.email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ template: 'invitation', language });
    expect(mail?.plainText).toContain(getTranslator(language, 'accountMails')('invitation.doctorText'));
    expect((await accept(form.email)).statusCode).toBe(204);
    const browser = app.browser();
    expect((await browser.signIn(form.email, NEW_PASSWORD)).statusCode).toBe(200);
    expect((await browser.send('GET', '/who')).json()).toMatchObject({ kind: 'doctor', doctorId: doctor.id, email: form.email });
    expect(await doctors.get(fixtures.actors.planner, doctor.id)).toMatchObject({ isInvited: false, mayBeInvited: false });
  });

  it('is not made where the address is somebody’s account, nor an account where the doctor is refused', async () => {
    const { email } = await makeUser(database, identity);
    const taken = doctorInput({ email });
    await expect(doctors.create(fixtures.actors.planner, taken)).rejects.toMatchObject({
      issues: [{ path: 'email', message: 'emailTaken' }],
    });
    expect(await owner('select from doctors where "inamiNumber" = $1', [taken.inamiNumber])).toEqual([]);

    const { inamiNumber } = await doctors.create(fixtures.actors.planner, doctorInput());
    const refused = doctorInput({ inamiNumber });
    await expect(doctors.create(fixtures.actors.planner, refused)).rejects.toMatchObject({ issues: [{ path: 'inamiNumber' }] });
    expect(await owner('select from auth.users where email = $1', [refused.email])).toEqual([]);
    expect(await mailsTo(refused.email)).toEqual([]);
  });

  it('who takes no missions yet is invited when that changes', async () => {
    const form = doctorInput({ active: false });
    const doctor = await doctors.create(fixtures.actors.planner, form);
    expect(doctor.mayBeInvited).toBe(false);
    expect(await mailsTo(form.email)).toEqual([]);
    await update(doctor, 1, { ...form, active: true });
    expect((await mailsTo(form.email)).map(({ template }) => template)).toEqual(['invitation']);
  });
});

describe('another e-mail address', () => {
  it('is the one with which the doctor signs in; sessions end, and the old address is notified', async () => {
    const { doctor, form, browser } = await signedInDoctor();
    const moved = { ...form, email: `new.${form.email}` };
    await update(doctor, 1, moved);
    expect(await statusOf(browser)).toBe(401);
    expect((await browser.send('POST', '/auth/session/refresh')).statusCode).toBe(401);
    expect((await app.browser().signIn(form.email, NEW_PASSWORD)).json()).toMatchObject({ error: { code: 'auth.invalidCredentials' } });
    expect((await app.browser().signIn(moved.email, NEW_PASSWORD)).statusCode).toBe(200);
    expect((await mailsTo(form.email)).at(-1)).toMatchObject({
      template: 'emailChanged',
      subject: getTranslator('fr', 'accountMails')('emailChanged.subject'),
    });
    expect(await mailsTo(moved.email)).toEqual([]);
  });

  it('gets the invitation of a doctor who has not signed in yet; the link in the first one opens nothing more', async () => {
    const form = doctorInput();
    const doctor = await doctors.create(fixtures.actors.planner, form);
    const token = await newestToken(form.email);
    const moved = { ...form, email: `new.${form.email}` };
    await update(doctor, 1, moved);
    const old = await app.browser().send('POST', '/auth/password/link', { token });
    expect(old.json()).toMatchObject({ error: { code: 'auth.linkInvalid' } });
    expect((await mailsTo(form.email)).map(({ template }) => template)).toEqual(['invitation']);
    expect((await accept(moved.email)).statusCode).toBe(204);
    expect((await app.browser().signIn(moved.email, NEW_PASSWORD)).statusCode).toBe(200);
  });

  it('changes nothing where the record was changed meanwhile, or the address is another’s', async () => {
    const { doctor, form } = await signedInDoctor();
    expect(await codeOf(update(doctor, 7, { ...form, email: `new.${form.email}` }))).toBe('entity.changedMeanwhile');
    const { email } = await makeUser(database, identity);
    await expect(update(doctor, 1, { ...form, email })).rejects.toMatchObject({ issues: [{ path: 'email', message: 'emailTaken' }] });
    expect((await app.browser().signIn(form.email, NEW_PASSWORD)).statusCode).toBe(200);
    expect((await mailsTo(form.email)).map(({ template }) => template)).toEqual(['invitation']);
  });
});

describe('a doctor who takes no missions any more', () => {
  it('is signed out at once and cannot sign in, by password or by a link; and can again once back', async () => {
    const { doctor, form, browser } = await signedInDoctor();
    await app.browser().send('POST', '/auth/password/forgot', { email: form.email });
    const token = await newestToken(form.email);
    const after = await update(doctor, 1, { ...form, active: false });
    expect(await statusOf(browser)).toBe(401);
    expect((await browser.send('POST', '/auth/session/refresh')).statusCode).toBe(401);
    const refused = await app.browser().signIn(form.email, NEW_PASSWORD);
    expect(refused.json()).toMatchObject({ error: { code: 'auth.doctorAccountClosed' } });
    const opened = await app.browser().send('POST', '/auth/password/link', { token });
    expect(opened.json()).toMatchObject({ error: { code: 'auth.linkInvalid' } });
    expect(await codeOf(doctors.invite(fixtures.actors.planner, doctor.id))).toBe('user.notInvited');

    await update(doctor, after.version, { ...form, active: true });
    expect((await browser.send('POST', '/auth/session/refresh')).statusCode).toBe(401);
    expect((await app.browser().signIn(form.email, NEW_PASSWORD)).statusCode).toBe(200);
  });

  it('stays signed in until the last planned mission is over', async () => {
    const { doctor, form, browser } = await signedInDoctor();
    const { id: checkId } = await insertCheck(db, fixtures, clock, { status: 'WaitingForCheck', doctorId: doctor.id });
    await update(doctor, 1, { ...form, active: false });
    expect(await statusOf(browser)).toBe(200);
    await owner(
      `update checks set status = 'Archived', "checkOccurence" = 'NoShow', "archivedAt" = now(), "examinedFrom" = "appointmentStart", "examinedTo" = "appointmentEnd" where id = $1`,
      [checkId],
    );
    // What is known of a session is remembered for two seconds (platform/caching/ttl-cache.ts).
    identity.forget(await profileIdOfDoctor(owner, doctor.id));
    expect(await statusOf(browser)).toBe(401);
    expect((await app.browser().signIn(form.email, NEW_PASSWORD)).statusCode).not.toBe(200);
  });
});

describe('an invitation', () => {
  it('goes again until it is accepted, and makes the account of a doctor who has none', async () => {
    const { planner } = fixtures.actors;
    const form = doctorInput();
    const doctor = await doctors.create(planner, form);
    await owner('delete from profiles where "doctorId" = $1', [doctor.id]);
    await owner('delete from auth.users where email = $1', [form.email]);
    expect(await doctors.get(planner, doctor.id)).toMatchObject({ isInvited: false, mayBeInvited: true });
    expect(await doctors.invite(planner, doctor.id)).toMatchObject({ isInvited: true, mayBeInvited: true });
    await doctors.invite(planner, doctor.id);
    // The first, of an account that is no more, was never sent.
    expect((await mailsTo(form.email)).map(({ template }) => template)).toEqual(['invitation', 'invitation']);
    expect((await accept(form.email)).statusCode).toBe(204);
    expect(await codeOf(doctors.invite(planner, doctor.id))).toBe('user.notInvited');
  });

  it('is the provider’s to send', async () => {
    const doctor = await doctors.create(fixtures.actors.planner, doctorInput());
    expect(await codeOf(doctors.invite(fixtures.actors.adminA, doctor.id))).toBe('access.forbidden');
    expect(await codeOf(doctors.invite(fixtures.actors.doctor, doctor.id))).toBe('access.forbidden');
    expect(await codeOf(doctors.invite(fixtures.actors.anonymous, doctor.id))).toBe('access.unauthenticated');
  });
});
