import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { DashboardDocument } from '../features/dashboard/dashboard.gql.ts';
import '../test/fields.ts';
import { dashboard } from '../test/fixtures/dashboard.ts';
import { emulateMedia } from '../test/media.ts';
import { render, renderApp } from '../test/render.tsx';
import { fakeServer } from '../test/server.ts';
import { Progress } from './content/Progress.tsx';
import { Tabs } from './content/Tabs.tsx';
import { Button } from './controls/Button.tsx';
import { Checkbox } from './controls/Checkbox.tsx';
import { RadioGroup } from './controls/RadioGroup.tsx';
import { NoticeDialog } from './overlays/Dialog.tsx';

/** Where a person forces the colours of all pages, grounds and shadows go: what they said is still to be seen. */

async function forceColours(): Promise<void> {
  await emulateMedia({ 'forced-colors': 'active' });
  await expect.poll(() => matchMedia('(forced-colors: active)').matches).toBe(true);
}

/** What the system calls so, as a style says it. */
function systemColour(name: 'Canvas' | 'CanvasText' | 'Highlight' | 'HighlightText' | 'GrayText'): string {
  const probe = document.createElement('span');
  probe.style.cssText = `forced-color-adjust: none; color: ${name}`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const styleOf = async (locator: Locator): Promise<CSSStyleDeclaration> => getComputedStyle(await locator.findElement());

/** The system's colours for what is chosen, and not those of the page; without the ground that the browser lays behind each word. */
async function expectChosen(locator: Locator): Promise<void> {
  const element = await locator.findElement();
  // Colours change in a moment, not at once.
  await expect
    .poll(() => {
      const { backgroundColor, color, forcedColorAdjust } = getComputedStyle(element) as CSSStyleDeclaration & {
        forcedColorAdjust: string;
      };
      return { backgroundColor, color, forcedColorAdjust };
    })
    .toEqual({ backgroundColor: systemColour('Highlight'), color: systemColour('HighlightText'), forcedColorAdjust: 'none' });
}

test('the dashboard: place in the menu, period, legend and bars', async () => {
  await forceColours();
  const server = fakeServer();
  const results = { confirmed: 5, earlyReturn: 2, noShow: 1 };
  server.graphql(DashboardDocument, () =>
    dashboard({
      weekdays: [{ weekday: 1, ...results }],
      outcomes: [
        { name: 'Yes', count: 5 },
        { name: 'NoShow', count: 1 },
      ],
    }),
  );
  const { say } = await renderApp('/dashboard', { server });
  const menu = page.getByRole('navigation', { name: say('shell:navigation') });
  await expectChosen(menu.getByRole('link', { name: say('shell:nav.dashboard') }));
  expect((await styleOf(menu.getByRole('link', { name: say('shell:nav.checks') }))).backgroundColor).not.toBe(systemColour('Highlight'));
  await expectChosen(page.css('label:has(> input[type="radio"]:checked)').first());

  // Three series by two colours and a hatching.
  const swatches = page.css('ul > li > span[style*="--chart"]');
  await expect.poll(() => swatches.elements().length).toBeGreaterThanOrEqual(3);
  const looks = swatches
    .elements()
    .slice(0, 3)
    .map((swatch) => getComputedStyle(swatch))
    .map(({ backgroundColor, backgroundImage }) => `${backgroundColor} ${backgroundImage === 'none' ? 'plain' : 'hatched'}`);
  expect(looks).toEqual([
    `${systemColour('CanvasText')} plain`,
    `${systemColour('Highlight')} plain`,
    `${systemColour('CanvasText')} hatched`,
  ]);
  const bars = page.getByRole('list', { name: say('dashboard:chart.outcomes.title') }).css('span[style*="width"]');
  expect((await styleOf(bars.first())).backgroundColor).toBe(systemColour('CanvasText'));
});

test('buttons have edges, and what is chosen, ticked, disabled or above the page is told apart', async () => {
  await forceColours();
  await render(
    <main>
      <Button variant="primary">Order</Button>
      <Button variant="danger">Delete</Button>
      <Button disabled>Later</Button>
      <Checkbox label="Terms" defaultChecked />
      <RadioGroup
        legend="Where"
        value="home"
        options={[
          { value: 'home', label: 'Home' },
          { value: 'office', label: 'Office' },
        ]}
        onChange={() => undefined}
      />
      <Tabs
        label="Parts"
        tabs={[
          { id: 'one', label: 'One' },
          { id: 'two', label: 'Two' },
        ]}
        value="one"
        onChange={() => undefined}
      >
        Part
      </Tabs>
      <Progress value={0.5} label="Upload" />
      <NoticeDialog open title="Done" closeLabel="On" onClose={() => undefined}>
        Text
      </NoticeDialog>
    </main>,
  );
  for (const name of ['Order', 'Delete']) {
    const button = page.css('button').filter({ hasText: name });
    await expectChosen(button);
    expect(await styleOf(button), name).toMatchObject({ borderTopWidth: '1px', borderTopStyle: 'solid' });
  }
  expect((await styleOf(page.css('button:disabled'))).color).toBe(systemColour('GrayText'));
  expect((await styleOf(page.css('input[type="checkbox"]'))).backgroundColor).toBe(systemColour('Highlight'));
  await expectChosen(page.css('label').filter({ hasText: 'Home' }));
  await expectChosen(page.css('[role="tab"]').filter({ hasText: 'One' }));
  expect((await styleOf(page.css('[role="progressbar"] > div'))).backgroundColor).not.toBe(systemColour('Canvas'));
  expect((await styleOf(page.getByRole('dialog'))).outlineStyle).toBe('solid');
  await userEvent.keyboard('{Tab}');
  const focused = await styleOf(page.css(':focus-visible'));
  await expect.poll(() => focused.outlineColor).toBe(systemColour('Highlight'));
  expect(focused.outlineStyle).toBe('solid');
});
