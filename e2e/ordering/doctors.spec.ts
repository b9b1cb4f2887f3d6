import { randomInt, randomUUID } from 'node:crypto';
import { formatInami, inamiOf } from '@checkwell/domain/people/numbers/inami';
import type { Page } from '@playwright/test';
import { expectFieldError, fieldOf, fillTime, groupOf } from '../support/fields.ts';
import { choose, linkIn } from '../support/links.ts';
import { mailOf } from '../support/mails.ts';
import { enter, person, signInWith, visitor } from '../support/people.ts';
import { type Say, sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';

/** Doctors of the network: their records, accounts and working hours. */

const PASSWORD = 'Kanaal fiets 7-4-9 lamp';

const dayName = (language: string, weekday: number): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, weekday)));

/** Adds hours to a day without hours. */
async function addHours(page: Page, say: Say, day: string, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: say('common:weekHours.addOn', { day }) }).click();
  await fillTime(page, say('common:weekHours.from', { day, number: 1 }), from);
  await fillTime(page, say('common:weekHours.to', { day, number: 1 }), to);
}

test(`a planner adds a doctor, who accepts the invitation and can sign in until the record is deactivated`, async ({
  page,
  newBrowser,
  expectedErrors,
}) => {
  const say = sayIn('nl');
  test.slow();
  // Deactivating the doctor ends the session of an open page, and refuses further sign-ins.
  expectedErrors.push(/401 \(Unauthorized\)/, /auth\.sessionEnded/, /Received status code 401/, /409 \(Conflict\).*\/auth\/sign-in/);
  const family = `Verhelst-${randomUUID().slice(0, 8)}`;
  const email = `${family.toLowerCase()}@practice.example`;
  const monday = dayName('nl', 1);
  await enter(page, person('planner'), 'nl', '/doctors');
  await page.getByRole('button', { name: say('planning:doctors.add'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: say('planning:doctors.add'), exact: true });
  await submit.click();
  for (const [label, sentence] of [
    ['personFields:firstName', 'validation:firstNameRequired'],
    ['personFields:email', 'validation:emailRequired'],
    ['planning:doctors.place', 'validation:addressRequired'],
    ['planning:doctors.inami', 'validation:inamiFormat'],
    ['planning:doctors.maxKm', 'validation:kmRange'],
  ] as const)
    await expectFieldError(fieldOf(dialog, say(label)), say(sentence));
  await expectFieldError(groupOf(dialog, say('personFields:languages')), say('validation:required'));
  await fieldOf(dialog, say('personFields:firstName')).fill('Mieke');
  await fieldOf(dialog, say('personFields:lastName')).fill(family);
  await fieldOf(dialog, say('personFields:email')).fill(email);
  await fieldOf(dialog, say('personFields:phoneNumber')).fill('0470 11 22 33');
  await fieldOf(dialog, say('planning:doctors.place')).fill('Grote Markt 1, 1000 Brussel');
  await fieldOf(dialog, say('planning:doctors.inami')).fill(formatInami(inamiOf(randomInt(900_000, 999_999))));
  await fieldOf(dialog, say('planning:doctors.maxKm')).fill('25');
  await dialog.getByRole('checkbox', { name: say('enums:workerLanguage.NL') }).check();
  await dialog.getByRole('checkbox', { name: say('enums:workerLanguage.DE') }).check();
  await dialog.getByRole('checkbox', { name: say('enums:checkLocation.Office') }).check();
  await addHours(page, say, monday, '12:00', '09:00');
  await submit.click();
  await expect(dialog.getByText(say('validation:availabilityOrder'))).toBeVisible();
  await fillTime(dialog, say('common:weekHours.to', { day: monday, number: 1 }), '17:30');
  await submit.click();
  await expect(page.getByText(say('planning:doctors.added'))).toBeVisible();

  await page.getByRole('searchbox').fill(family);
  const row = page.getByRole('row').filter({ hasText: family });
  await expect(row).toContainText(say('planning:doctors.invited'));
  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: say('common:inviteAgain') }).click();
  await expect(page.getByText(say('planning:doctors.invitationSent'))).toBeVisible();

  const invitation = await mailOf(page, email, say('accountMails:invitation.subject'));
  expect(invitation.plainText).toContain(say('accountMails:invitation.doctorText'));
  const doctor = await visitor(await newBrowser('phone'), 'nl', linkIn(invitation));
  await choose(doctor, email, PASSWORD, say);
  await expect(doctor.getByRole('heading', { level: 1, name: say('missions:list.title') })).toBeVisible();

  await page.reload();
  await expect(row).toBeVisible();
  await expect(row).not.toContainText(say('planning:doctors.invited'));
  await row.getByRole('button').click();
  await expect(page.getByRole('menuitem', { name: say('common:inviteAgain') })).toHaveCount(0);
  await page.getByRole('menuitem', { name: say('common:edit') }).click();
  await expect(groupOf(dialog, say('common:weekHours.to', { day: monday, number: 1 }))).toContainText('17');
  await dialog.getByRole('checkbox', { name: say('planning:doctors.active') }).uncheck();
  await dialog.getByRole('button', { name: say('common:save') }).click();
  await expect(row).toContainText(say('planning:doctors.inactive'));
  // The doctor's open page notices it.
  await expect(doctor.getByRole('heading', { level: 1, name: say('auth:signIn.title') })).toBeVisible();
  await signInWith(doctor, email, PASSWORD, say);
  await expect(doctor.getByRole('alert').filter({ hasText: say('errors:auth.doctorAccountClosed') })).toBeVisible();

  const phone = await newBrowser('phone');
  await enter(phone, person('planner'), 'nl', `/doctors?q=${family}`);
  await phone
    .getByRole('button', { name: say('planning:doctors.add'), exact: true })
    .first()
    .click();
  await expect(phone.getByRole('dialog')).toBeVisible();
});

test('a doctor sets the hours of the week on a phone', async ({ newBrowser }) => {
  const say = sayIn('fr');
  const sunday = dayName('fr', 7);
  const phone = await newBrowser('phone');
  await enter(phone, person('medecin'), 'fr', '/availability');
  await expect(phone.getByRole('heading', { level: 1, name: say('missions:hours.title') })).toBeVisible();
  await addHours(phone, say, sunday, '08:00', '11:30');
  await phone.getByRole('button', { name: say('common:save') }).click();
  await expect(phone.getByText(say('common:saved'))).toBeVisible();
  await phone.reload();
  await expect(groupOf(phone, say('common:weekHours.to', { day: sunday, number: 1 }))).toContainText('11');
  await phone.getByRole('button', { name: say('common:weekHours.remove', { day: sunday, number: 1 }) }).click();
  await phone.getByRole('button', { name: say('common:save') }).click();
  await expect(groupOf(phone, say('common:weekHours.to', { day: sunday, number: 1 }))).toHaveCount(0);
});
