import type { Locator, Page } from '@playwright/test';
import { runAs } from '../apps/server/src/test/sql.ts';
import { expectFault, fieldOf, firstFound, groupOf } from './support/fields.ts';
import { enter, openSignIn, person } from './support/people.ts';
import { expect, expectAccessible, expectAccessibleInBothModes, test } from './support/test.ts';
import { wordsIn } from './support/words.ts';

/** What every screen is made of: combo boxes, tables on a phone, the way back to a list, times, toasts, another try. */

/** Companies that no other journey counts in. */
const HR = person('hr.admin.7');
const say = wordsIn('en');

const isOpen = (box: Locator) => box.getAttribute('aria-expanded');

test('a combo box opens when it is typed into, pressed or asked by an arrow key, not when it gets the focus', async ({ page }) => {
  await enter(page, HR, 'en', '/checks/new');
  const box = page.getByRole('combobox', { name: say('order:worker.search') });
  const options = page.getByRole('option');
  await box.focus();
  await expect(box).toBeFocused();
  expect(await isOpen(box)).toBe('false');

  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await box.click();
  await expect(options.first()).toBeVisible();
  await page.keyboard.press('Escape');
  await box.pressSequentially('a');
  await expect(options.first()).toBeVisible();
  await page.keyboard.press('Escape');

  // Sent without an answer, the field has the focus, and nothing lies over its fault and the way out below.
  await box.fill('');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: say('common:continue') }).click();
  await expectFault(box, say('validation:employeeRequired'));
  await expect(box).toBeFocused();
  expect(await isOpen(box)).toBe('false');
  await page.getByRole('button', { name: say('order:worker.addButton') }).click();
  await expect(fieldOf(page, say('order:field.workerFirstName'))).toBeVisible();
});

test('a choice that is taken back leaves the focus in its field', async ({ page }) => {
  await enter(page, HR, 'en', '/dashboard');
  await expect(
    page.getByRole('link', { name: say('dashboard:tile.rows', { name: say('dashboard:metric.completedChecks.name') }) }),
  ).toBeVisible();
  const box = page.getByRole('combobox', { name: say('dashboard:filter.superior') });
  await box.click();
  await firstFound(page, say).click();
  await expect(page).toHaveURL(/superiorId=/);
  await page.getByRole('button', { name: say('common:combobox.clear') }).click();
  await expect(page).not.toHaveURL(/superiorId=/);
  await expect(box).toBeFocused();
});

test('on a phone a list is sorted by a choice above the cards', async ({ newBrowser }) => {
  const phone = await newBrowser('phone');
  await enter(phone, HR, 'en', '/checks');
  const names = phone.getByRole('table').getByRole('row').getByRole('link');
  await expect(names.first()).toBeVisible();
  const by = phone.getByLabel(say('common:table.sortBy'));
  await expect(by).toHaveValue('creationDate');
  // The headers are only read out there: nobody could see the focus on them.
  await expect(phone.getByRole('columnheader').getByRole('button')).toHaveCount(0);
  await expectAccessibleInBothModes(phone);

  await by.selectOption({ label: say('checks:column.worker') });
  await expect(phone).toHaveURL(/sort=workerFullName/);
  await expect(phone.getByRole('columnheader', { name: say('checks:column.worker') })).toHaveAttribute('aria-sort', 'ascending');
  const firstOf = async () => (await names.first().textContent()) ?? '';
  await expect(phone.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  const first = await firstOf();
  const reverse = phone.getByRole('button', { name: say('common:table.toDescending') });
  await reverse.focus();
  await phone.keyboard.press('Enter');
  await expect(phone.getByRole('columnheader', { name: say('checks:column.worker') })).toHaveAttribute('aria-sort', 'descending');
  await expect(phone.getByRole('button', { name: say('common:table.toAscending') })).toBeFocused();
  await expect.poll(firstOf).not.toBe(first);
});

test('between a phone and a laptop no list scrolls sideways, squeezes its first column or hides rows under its head', async ({ page }) => {
  await enter(page, HR, 'fr', '/checks');
  for (const path of ['/checks', '/certificates']) {
    await page.goto(path);
    const title = page.getByRole('table').getByRole('link').first();
    for (const width of [640, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(title).toBeVisible();
      const { beyond, tall, hidden } = await title.evaluate((link) => {
        const table = link.closest('table');
        const [head, box] = [table?.querySelector('th')?.getBoundingClientRect(), table?.parentElement];
        // Above cards the head is there for assistive technology alone.
        const shownHead = (table?.querySelector('thead')?.getBoundingClientRect().width ?? 0) > 1;
        return {
          beyond: (box?.scrollWidth ?? 0) - (box?.clientWidth ?? 0),
          tall: link.getBoundingClientRect().height,
          hidden: shownHead ? (head?.bottom ?? 0) - (table?.querySelector('tbody')?.getBoundingClientRect().top ?? 0) : 0,
        };
      });
      expect(beyond, `${path} at ${width}`).toBeLessThanOrEqual(0);
      expect(tall, `${path} at ${width}`).toBeLessThan(70);
      expect(hidden, `${path} at ${width}`).toBeLessThan(2);
    }
  }
});

test('on a tablet no telephone number of a doctor is cut, and no head is broken', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await enter(page, person('planner'), 'nl', '/doctors');
  const table = page.getByRole('table');
  const number = table.locator('a[href^="tel:"]').first();
  await expect(number).toBeVisible();
  const room = await number.evaluate((link) => {
    const cell = link.closest('td');
    return (
      (cell?.getBoundingClientRect().right ?? 0) -
      Number.parseFloat(cell ? getComputedStyle(cell).paddingRight : '0') -
      link.getBoundingClientRect().right
    );
  });
  expect(room).toBeGreaterThanOrEqual(0);
  for (const head of await table.getByRole('columnheader').all()) expect((await head.boundingBox())?.height).toBeLessThan(40);
});

test.describe('the way back leads to the list as it was left', () => {
  /** Opens the first thing of a list, loads its page anew, and goes back by its link. */
  async function thereAndBack(page: Page, open: Locator, back: string): Promise<void> {
    const left = page.url();
    await open.click();
    await expect(page).toHaveURL(/\/[0-9a-f]{8}-[0-9a-f-]{27}$/);
    await page.reload();
    await page.getByRole('main').getByRole('link', { name: back, exact: true }).click();
    await expect(page).toHaveURL(left);
  }
  const firstRow = (page: Page) => page.getByRole('table').getByRole('link').first();

  for (const [name, who, path, back] of [
    ['checks', HR.email, '/checks?timing=Optimized&sort=workerFullName&desc=true', say('checks:detail.back')],
    ['reports', HR.email, '/reports?outcome=%5B%22Yes%22%2C%22YesPatientHome%22%5D&q=a', say('reports:detail.back')],
    ['certificates', HR.email, '/certificates?sort=endDate', say('certificates:list.title')],
    ['the planning', person('planner').email, '/planning?pile=planned&timing=Optimized', say('planning:detail.back')],
  ] as const) {
    test(name, async ({ page }) => {
      await enter(page, { email: who }, 'en', path);
      await thereAndBack(page, firstRow(page), back);
    });
  }

  test('the second page of the reports, and from there to the first', async ({ page }) => {
    await enter(page, HR, 'en', '/reports');
    const first = await firstRow(page).getAttribute('href');
    await page.getByRole('button', { name: say('common:pager.next') }).click();
    await expect(page).toHaveURL(/after=/);
    await expect(firstRow(page)).not.toHaveAttribute('href', first ?? '');
    await thereAndBack(page, firstRow(page), say('reports:detail.back'));
    await page.getByRole('button', { name: say('common:pager.previous') }).click();
    await expect(firstRow(page)).toHaveAttribute('href', first ?? '');
  });

  test('the missions that are done', async ({ newBrowser }) => {
    const phone = await newBrowser('phone');
    await enter(phone, person('medecin'), 'en', '/missions/done');
    await thereAndBack(
      phone,
      phone
        .locator('main a[href^="/missions/"]')
        .filter({ hasNotText: say('missions:list.title') })
        .last(),
      say('missions:list.title'),
    );
  });
});

test('a company with more superiors than a page holds searches for them', async ({ page }) => {
  const { E2E_DATABASE_URL = '' } = process.env;
  const crowded = person('hr.admin.8');
  await enter(page, crowded, 'en', '/reports');
  await expect(page.getByRole('combobox', { name: say('reports:filter.superior') })).toHaveJSProperty('tagName', 'SELECT');
  const companyId = await page.evaluate(() => localStorage.getItem('companyId'));
  await runAs(
    E2E_DATABASE_URL,
    `insert into superiors ("companyId", id, email, "firstName", "lastName")
     select $1, gen_random_uuid(), 'chef' || n || '@example.com', 'Zoé', 'Zwart ' || n from generate_series(1, 120) as n`,
    [companyId],
  );
  await page.reload();
  const box = page.getByRole('combobox', { name: say('reports:filter.superior') });
  await expect(box).toHaveJSProperty('tagName', 'INPUT');
  await expectAccessibleInBothModes(page);
  await box.fill('zwart 117');
  await page.getByRole('option', { name: 'Zoé Zwart 117' }).click();
  await expect(page).toHaveURL(/superiorId=/);
  await expect(page.getByText(say('common:empty.filtered'))).toBeVisible();
  // Who comes by the link sees the name too, although it stands on no first page.
  await page.reload();
  await expect(box).toHaveValue('Zoé Zwart 117');
  await page.getByRole('button', { name: say('common:combobox.clear') }).click();
  await expect(page).not.toHaveURL(/superiorId=/);
});

test('a list narrows to a period behind a button', async ({ page }) => {
  await enter(page, HR, 'en', '/reports');
  const filter = page.getByRole('button', { name: say('reports:filter.period') });
  await filter.click();
  const panel = page.getByRole('dialog', { name: say('reports:filter.period') });
  await expect(panel.getByRole('spinbutton')).toHaveCount(6);
  await expectAccessibleInBothModes(page);
  const quick = panel
    .getByRole('list', { name: say('common:date.presets') })
    .getByRole('button')
    .first();
  await quick.click();
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d/);
  await expect(panel).toHaveCount(0);
  await expect(filter).toBeFocused();
  await filter.click();
  await expect(quick).toHaveAttribute('aria-pressed', 'true');
  // The calendar lies above the panel, and each Escape closes one of them.
  await panel.getByRole('button', { name: say('common:date.choose') }).click();
  await expect(page.getByRole('grid').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid')).toHaveCount(0);
  await expect(panel).toBeVisible();
  await panel.getByRole('button', { name: say('common:clear'), exact: true }).click();
  await expect(page).not.toHaveURL(/from=/);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
});

test('an address whose days contradict each other says so at the filter, and a page that is lost is the first', async ({ page }) => {
  await enter(page, HR, 'en', '/checks');
  const wrong = 'from=2026-12-01&to=2026-01-01';
  const sentence = say('validation:endBeforeStart');
  for (const [path, label] of [
    ['/checks', 'checks:filter.period'],
    ['/reports', 'reports:filter.period'],
    ['/certificates', 'certificates:filter.period'],
  ] as const) {
    await page.goto(`${path}?${wrong}`);
    const filter = page.getByRole('button', { name: say(label) }).and(page.locator('[aria-haspopup]'));
    await expect(filter).toHaveAccessibleDescription(new RegExp(sentence));
    await expect(page.getByRole('table')).toHaveCount(0);
  }
  await expectAccessibleInBothModes(page);
  await page.getByRole('button', { name: say('common:clear'), exact: true }).click();
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
  await expect(page.getByText(sentence)).toHaveCount(0);

  // Days alone mean days on the dashboard too.
  await page.goto(`/dashboard?${wrong}`);
  await expectFault(groupOf(page, say('dashboard:filter.to')), sentence);
  await page.goto(`/dashboard/completedChecks?${wrong}`);
  await expect(page.getByText(sentence)).toBeVisible();

  await page.goto('/checks?after=zzz');
  await expect(page).not.toHaveURL(/after=/);
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
});

test('the second of two quick clicks on a header turns what the first asked for', async ({ page }) => {
  await enter(page, HR, 'en', '/checks');
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
  const header = page.getByRole('columnheader', { name: say('checks:column.worker') });
  await header.getByRole('button').dblclick();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/sort=workerFullName.*desc=true/);
});

test('a dialog or a field whose code does not come says so, and the screen under it stays', async ({ page, expectedFaults }) => {
  expectedFaults.push(/ERR_FAILED/, /preload/i, /dynamically imported/);
  await enter(page, HR, 'en', '/checks');
  const rows = page.getByRole('table').getByRole('link');
  await expect(rows.first()).toBeVisible();
  await page.route(/\/assets\/(CancelDialog|DatePickerCore)/, (route) => route.abort());
  await page.route(/\/checks$/, (route) => (route.request().method() === 'HEAD' ? route.abort() : route.continue()));
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: new RegExp(`^${say('common:actionsFor', { name: '' }).trim()}`) }) })
    .first()
    .getByRole('button')
    .last()
    .click();
  await page.getByRole('menuitem', { name: say('checks:action.cancel') }).click();
  await expect(page.getByText(new RegExp(say('common:failed.offlineTitle')))).toBeVisible();
  await expect(page.getByRole('status', { name: say('common:loading') })).toHaveCount(0);
  await expect(rows.first()).toBeVisible();
  await page.getByRole('button', { name: say('checks:filter.period') }).click();
  const panel = page.getByRole('dialog', { name: say('checks:filter.period') });
  await expect(panel.getByRole('alert')).toContainText(say('common:failed.title'));
  await page.unrouteAll({ behavior: 'wait' });
  await panel.getByRole('button', { name: say('common:retry') }).click();
  await expect(panel.getByRole('spinbutton')).toHaveCount(6);
});

test('a list stays to be seen, and its search to be typed into, while the next rows are on their way', async ({ page }) => {
  await enter(page, HR, 'en', '/checks');
  const rows = page.getByRole('table').getByRole('link');
  await expect(rows.first()).toBeVisible();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('"operationName":"Checks"')) await held;
    await route.continue();
  });
  const search = page.getByRole('searchbox');
  await search.pressSequentially('zzzz');
  await expect(page).toHaveURL(/q=zzzz/);
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  await expect(rows.first()).toBeVisible();
  await expect(search).toBeFocused();
  await search.press('y');
  await expect(search).toHaveValue('zzzzy');
  release();
  await expect(page.getByText(say('common:empty.filtered'))).toBeVisible();
  await expect(search).toBeFocused();
});

test('times are on the 24-hour clock whatever the browser speaks, and go by the keyboard alone', async ({ newBrowser }) => {
  // A browser in American English.
  const phone = await newBrowser('phone');
  await enter(phone, person('doctor'), 'en', '/missions');
  await phone.getByRole('region').getByRole('link').last().click();
  await phone.getByRole('button', { name: say('missions:detail.report') }).click();
  const from = groupOf(phone, say('missions:result.from'));
  const parts = from.getByRole('spinbutton');
  await expect(parts).toHaveCount(2);
  await expectAccessibleInBothModes(phone);
  await parts.first().focus();
  await phone.keyboard.type('1905');
  await expect(from).toContainText('19:05');
  await expect(parts.nth(1)).toBeFocused();
  await phone.keyboard.press('ArrowUp');
  await expect(from).toContainText('19:06');
  await phone.keyboard.press('ArrowLeft');
  await phone.keyboard.press('Backspace');
  await phone.keyboard.press('Backspace');
  // Without its hours it is no time, whatever it was before; the minutes stay to be seen.
  await phone.getByRole('button', { name: say('missions:result.send') }).click();
  await expectFault(from, say('validation:examinationRequired'));
  await expect(parts.nth(1)).toHaveAttribute('aria-valuenow', '6');
  await parts.first().focus();
  await phone.keyboard.type('19');
  await expect(from).not.toHaveAccessibleDescription(new RegExp(say('validation:examinationRequired')));
  const day = groupOf(phone, say('missions:result.day')).or(groupOf(phone, say('missions:result.attemptDay')));
  await day.getByRole('spinbutton').nth(2).focus();
  for (let digit = 0; digit < 4; digit += 1) await phone.keyboard.press('Backspace');
  await phone.getByRole('button', { name: say('missions:result.send') }).click();
  await expectFault(day, say('validation:examinationRequired'));
  // What cannot be typed sideways must not scroll sideways.
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('a toast is as the specification has it: place, time, pauses, drag, role, light', async ({ page }) => {
  const dutch = wordsIn('nl');
  await enter(page, person('hr.admin.9'), 'nl', '/settings/profile');
  await page.evaluate(() => document.documentElement.classList.add('dark'));
  const save = page.getByRole('button', { name: dutch('common:save'), exact: true });
  const toast = page.getByRole('alert').filter({ hasText: dutch('common:saved') });
  const playing = () => toast.locator('.Toastify__progress-bar').evaluate((bar) => getComputedStyle(bar).animationPlayState);
  const show = async () => {
    await save.click();
    await expect(toast).toBeVisible();
    await expect(toast).not.toHaveClass(/Toastify--animate/);
  };
  await show();
  // Section 9: top right, 5000 ms, light theme.
  const { x, y, width } = (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  expect(x + width).toBeGreaterThan(1280 - 40);
  expect(y).toBeLessThan(80);
  await expect(toast.locator('.Toastify__progress-bar')).toHaveCSS('animation-duration', '5s');
  await expect(toast).toHaveClass(/Toastify__toast-theme--light/);
  await expect(toast).toHaveCSS('background-color', 'rgb(255, 255, 255)');

  // Pause on hover and on focus loss.
  await toast.hover();
  await expect.poll(playing).toBe('paused');
  await page.mouse.move(10, 700);
  await expect.poll(playing).toBe('running');
  await page.evaluate(() => dispatchEvent(new Event('blur')));
  await expect.poll(playing).toBe('paused');
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect.poll(playing).toBe('running');

  // Dragged by less than 80 percent of its width it comes back, by more it goes.
  const drag = async (share: number) => {
    await page.mouse.move(x + 30, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + 30 + width * share, y + 20, { steps: 5 });
    await page.mouse.up();
  };
  await drag(0.7);
  await expect(toast).toBeVisible();
  await expect.poll(async () => (await toast.boundingBox())?.x).toBe(x);
  await drag(0.85);
  await expect(toast).toHaveCount(0);

  // The button to close it speaks the interface's language.
  await show();
  await toast.getByRole('button', { name: dutch('common:close'), exact: true }).click();
  await expect(toast).toHaveCount(0);

  // Left alone it goes by itself.
  await show();
  await page.mouse.move(10, 700);
  await expect(toast).toHaveCount(0);
});

test('the look is that of the specification: letters, sizes, colours, fields, and light unless somebody chose otherwise', async ({
  page,
}) => {
  const look = (target: Locator) =>
    target.evaluate((element) => {
      const { backgroundColor, fontFamily, fontSize } = getComputedStyle(element);
      return {
        backgroundColor,
        fontFamily: fontFamily.split(',')[0]?.replaceAll('"', ''),
        fontSize,
        height: element.getBoundingClientRect().height,
      };
    });
  await openSignIn(page, 'en');
  expect(await look(page.locator('body'))).toMatchObject({ fontFamily: 'Roboto', fontSize: '12px' });
  expect(await page.evaluate(() => document.fonts.check('12px Roboto'))).toBe(true);
  const field = page.getByLabel(say('auth:signIn.email'));
  expect(await look(field)).toMatchObject({ backgroundColor: 'rgb(255, 255, 255)', height: 40 });
  expect(await look(page.getByRole('button', { name: say('common:continue') }))).toMatchObject({
    backgroundColor: 'rgb(24, 93, 169)',
    height: 40,
  });

  // Light at first; a choice is kept.
  const dark = page.locator('html.dark');
  await expect(dark).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('colorMode'))).not.toBe('dark');
  await page.getByRole('button', { name: say('auth:colorMode.toDark') }).click();
  await expect(dark).toHaveCount(1);
  expect(await page.evaluate(() => localStorage.getItem('colorMode'))).toBe('dark');
  await page.reload();
  await expect(dark).toHaveCount(1);
  await page.getByRole('button', { name: say('auth:colorMode.toLight') }).click();
  await expect(dark).toHaveCount(0);

  await enter(page, HR, 'en', '/checks?status=Planning');
  const primary = page.getByRole('main').getByRole('link', { name: say('checks:list.create') });
  expect(await look(primary)).toMatchObject({ backgroundColor: 'rgb(24, 93, 169)', height: 32 });
  expect(await look(page.getByRole('button', { name: say('common:clearAll') }).first())).toMatchObject({ height: 24 });
  expect((await look(page.getByLabel(say('checks:filter.location')))).backgroundColor).toBe('rgb(255, 255, 255)');
  await page.goto('/checks/new');
  expect(await look(page.getByRole('button', { name: say('common:continue') }))).toMatchObject({ height: 40 });
});

test('the buttons that a thumb must hit are 48 pixels high', async ({ newBrowser }) => {
  const phone = await newBrowser('phone');
  await enter(phone, person('doctor'), 'en', '/missions');
  // The last: journeys that run beside this one plan and report the next ones.
  await phone.getByRole('region').getByRole('link').last().click();
  const report = phone.getByRole('button', { name: say('missions:detail.report') });
  await expect(report).toBeVisible();
  expect((await report.boundingBox())?.height).toBe(48);
});

test('a list that the server was too busy for comes at another try', async ({ page, newBrowser }) => {
  let refusals = 0;
  await page.route('**/graphql', async (route) => {
    if (refusals > 0 || !route.request().postData()?.includes('"operationName":"Checks"')) return route.fallback();
    refusals += 1;
    // As the server says it inside an answer: with status 200.
    await route.fulfill({
      json: { data: null, errors: [{ message: 'database.unavailable', extensions: { code: 'database.unavailable' } }] },
    });
  });
  await enter(page, HR, 'en', '/checks');
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
  expect(refusals).toBe(1);
  await expect(page.getByText(say('errors:database.unavailable'))).toHaveCount(0);

  const other = await newBrowser();
  let asked = 0;
  await other.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('"operationName":"Checks"')) return route.fallback();
    asked += 1;
    await route.fulfill({
      json: { data: null, errors: [{ message: 'database.unavailable', extensions: { code: 'database.unavailable' } }] },
    });
  });
  await enter(other, HR, 'en', '/checks');
  await expect(other.getByText(say('errors:database.unavailable'))).toBeVisible();
  expect(asked, 'by the route, by the screen, and twice more').toBe(4);
  await expectAccessible(other);
});

test('what a page loads by itself stays light', async ({ page, newBrowser, expectedFaults }) => {
  expectedFaults.push(/404 \(Not Found\).*\/nowhere/);
  /** KiB of scripts, as they travel. */
  async function scriptsOf(visitor: Page, open: () => Promise<void>): Promise<number> {
    const sizes: Promise<number>[] = [];
    visitor.on('requestfinished', (request) => {
      if (request.resourceType() === 'script') sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await open();
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024;
  }
  const signIn = await scriptsOf(page, () => openSignIn(page, 'en'));
  expect(signIn, 'docs/performance.md says 130').toBeLessThan(130);
  expect(signIn).toBeGreaterThan(50);

  const other = await newBrowser();
  await enter(other, HR, 'en', '/nowhere');
  const reader = await other.context().newPage();
  const list = await scriptsOf(reader, async () => {
    // As for somebody who was never here.
    const session = await reader.context().newCDPSession(reader);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await reader.goto('/checks');
    await expect(reader.getByRole('table').getByRole('link').first()).toBeVisible();
  });
  expect(list, 'docs/performance.md says 184').toBeLessThan(186);
});
