import type { Page } from '@playwright/test';
import { schedule, startPlanning } from '../support/checks.ts';
import { fieldOf } from '../support/fields.ts';
import { orderFor } from '../support/orders.ts';
import { enter, person } from '../support/people.ts';
import { hire } from '../support/register.ts';
import { sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';

/** Comments of HR, a planner and the doctor on a check; each page is updated with the comments that its reader may read, and no others. */

const say = sayIn('fr');
const cardOf = (page: Page) => page.getByRole('region', { name: say('comments:title'), exact: true });

async function write(page: Page, text: string, audience: 'EmployerPlanner' | 'PlannerDoctor' | 'EmployerPlannerDoctor'): Promise<void> {
  const card = cardOf(page);
  await fieldOf(card, say('comments:form.text')).fill(text);
  await card.getByRole('radio', { name: new RegExp(`^${say(`comments:audience.${audience}`)}`) }).check();
  await card.getByRole('button', { name: say('comments:form.send') }).click();
  await expect(card.getByRole('listitem').filter({ hasText: text })).toContainText(
    say('comments:readers', { readers: say(`comments:audience.${audience}`) }),
  );
}

test('comments of HR, planner and doctor reach exactly their audience', async ({ page, newBrowser }) => {
  test.slow();
  await enter(page, person('hr.admin.4'), 'fr', '/checks');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const ordered = await orderFor(page, await hire(page, 'Cleo', 'Commentaire'));
  const planner = await newBrowser();
  await enter(planner, person('planner'), 'fr', `/planning/${ordered.id}`);
  const planned = await schedule(planner, await startPlanning(planner, ordered), person('doctor'));
  const doctor = await newBrowser('phone');
  await enter(doctor, person('doctor'), 'fr', `/missions/${planned.id}`);
  await page.goto(`/checks/${planned.id}`);
  await expect(cardOf(page)).toContainText(say('comments:empty.employer'));
  await expect(cardOf(doctor)).toContainText(say('comments:empty.doctor'));

  await write(page, 'Le badge est à l’accueil.', 'EmployerPlanner');
  await expect(cardOf(planner)).toContainText('Le badge est à l’accueil.');
  await write(planner, 'Pouvez-vous venir plus tôt ?', 'PlannerDoctor');
  await expect(cardOf(doctor)).toContainText('Pouvez-vous venir plus tôt ?');
  await write(doctor, 'Oui, à partir de 8 heures.', 'EmployerPlannerDoctor');
  await expect(cardOf(doctor)).toContainText(say('comments:waits'));

  const waiting = cardOf(planner).getByRole('listitem').filter({ hasText: 'Oui, à partir de 8 heures.' });
  await expect(waiting).toContainText(say('comments:releaseHint'));
  await expect(cardOf(page)).not.toContainText('Oui, à partir de 8 heures.');
  await waiting.getByRole('button', { name: say('comments:release') }).click();
  await expect(cardOf(page)).toContainText('Oui, à partir de 8 heures.');
  await expect(cardOf(page), 'comments between planner and doctor are not shown to HR').not.toContainText('Pouvez-vous');
  await expect(cardOf(doctor), 'comments between HR and planner are not shown to the doctor').not.toContainText('Le badge');

  await write(page, 'Une erreur de ma part.', 'EmployerPlanner');
  await cardOf(page)
    .getByRole('listitem')
    .filter({ hasText: 'Une erreur de ma part.' })
    .getByRole('button', { name: /Retirer/ })
    .click();
  await expect(cardOf(page).getByRole('listitem').last()).toContainText(say('comments:withdrawn'));
  await expect(cardOf(planner).getByRole('listitem').last()).toContainText(say('comments:withdrawn'));
});
