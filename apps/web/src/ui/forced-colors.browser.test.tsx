import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { DashboardDocument } from '../features/dashboard/dashboard.gql.ts';
import '../test/fields.ts';
import { dashboard } from '../test/fixtures/dashboard.ts';
import { emulateMedia } from '../test/media.ts';
import { render, renderApp } from '../test/render.tsx';
import { fakeServer } from '../test/server.ts';
import { Progress } from './content/Progress.tsx';
import { Button } from './controls/Button.tsx';
import { Checkbox } from './controls/Checkbox.tsx';
import { RadioGroup } from './controls/RadioGroup.tsx';
import { NoticeDialog } from './overlays/Dialog.tsx';

/** With forced colours, browsers remove backgrounds and shadows: their meaning must stay visible. */

async function forceColours(): Promise<void> {
  await emulateMedia({ 'forced-colors': 'active' });
  await expect.poll(() => matchMedia('(forced-colors: active)').matches).toBe(true);
}

/** The computed value of a system colour. */
function systemColour(name: 'Canvas' | 'CanvasText' | 'Highlight' | 'HighlightText' | 'GrayText'): string {
  const probe = document.createElement('span');
  probe.style.cssText = `forced-color-adjust: none; color: ${name}`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const styleOf = async (locator: Locator): Promise<CSSStyleDeclaration> => getComputedStyle(await locator.findElement());

/** Expects the system colours of a selection, without the backplate that browsers draw behind text. */
async function expectSelected(locator: Locator): Promise<void> {
  const element = await locator.findElement();
  // Colours have a transition.
  await expect
    .poll(() => {
      const { backgroundColor, color, forcedColorAdjust } = getComputedStyle(element) as CSSStyleDeclaration & {
        forcedColorAdjust: string;
      };
      return { backgroundColor, color, forcedColorAdjust };
    })
    .toEqual({ backgroundColor: systemColour('Highlight'), color: systemColour('HighlightText'), forcedColorAdjust: 'none' });
}

test('the dashboard: current page in the menu, period, legend and bars', async () => {
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
  await expectSelected(menu.getByRole('link', { name: say('shell:nav.dashboard') }));
  expect((await styleOf(menu.getByRole('link', { name: say('shell:nav.checks') }))).backgroundColor).not.toBe(systemColour('Highlight'));
  await expectSelected(page.css('label:has(> input[type="radio"]:checked)').first());

  // Two colours and a hatching distinguish three series.
  const swatches = page.css('ul > li > span[style*="--chart"]');
  await expect.poll(() => swatches.elements().length).toBeGreaterThanOrEqual(3);
  const styles = swatches
    .elements()
    .slice(0, 3)
    .map((swatch) => getComputedStyle(swatch))
    .map(({ backgroundColor, backgroundImage }) => `${backgroundColor} ${backgroundImage === 'none' ? 'plain' : 'hatched'}`);
  expect(styles).toEqual([
    `${systemColour('CanvasText')} plain`,
    `${systemColour('Highlight')} plain`,
    `${systemColour('CanvasText')} hatched`,
  ]);
  const bars = page.getByRole('list', { name: say('dashboard:chart.outcomes.title') }).css('span[style*="width"]');
  expect((await styleOf(bars.first())).backgroundColor).toBe(systemColour('CanvasText'));
});

test('buttons have borders, and selected, checked, disabled and modal elements can be distinguished', async () => {
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
      <Progress value={0.5} label="Upload" />
      <NoticeDialog open title="Done" closeLabel="On" onClose={() => undefined}>
        Text
      </NoticeDialog>
    </main>,
  );
  for (const name of ['Order', 'Delete']) {
    const button = page.css('button').filter({ hasText: name });
    await expectSelected(button);
    expect(await styleOf(button), name).toMatchObject({ borderTopWidth: '1px', borderTopStyle: 'solid' });
  }
  expect((await styleOf(page.css('button:disabled'))).color).toBe(systemColour('GrayText'));
  expect((await styleOf(page.css('input[type="checkbox"]'))).backgroundColor).toBe(systemColour('Highlight'));
  await expectSelected(page.css('label').filter({ hasText: 'Home' }));
  expect((await styleOf(page.css('[role="progressbar"] > div'))).backgroundColor).not.toBe(systemColour('Canvas'));
  expect((await styleOf(page.getByRole('dialog'))).outlineStyle).toBe('solid');
  await userEvent.keyboard('{Tab}');
  const focused = await styleOf(page.css(':focus-visible'));
  await expect.poll(() => focused.outlineColor).toBe(systemColour('Highlight'));
  expect(focused.outlineStyle).toBe('solid');
});
