import { failing, held, inTurn, openBy, openRowMenu, type Reach, sendDialog, sendPage } from '../reach.ts';
import { expect } from '../test.ts';
import type { SentenceKey } from './say.ts';
import type { SweepData } from './sweep-data.ts';

/** Of what the table of screens is made (screens.ts): its types, and the states that many screens have. */

export type Who = 'visitor' | 'administrator' | 'founder' | 'basic' | 'planner' | 'doctor';

export interface State {
  readonly name: string;
  /** What many screens have, made of the same parts: looked at on one of them, and on all in the nightly run. */
  readonly kind?: string;
  /** Added to the address of the screen. */
  readonly search?: string;
  /** What the network does, before the address is opened. */
  readonly network?: Reach;
  /** From the open screen, or from the state before (`continues`), to this one. */
  readonly reach?: Reach;
  /** A face of the screen itself, though something has to be done, or answered, for it to show: looked at as one at rest. */
  readonly whole?: true;
  /** Goes on from the state before instead of opening the address again. */
  readonly continues?: true;
  /** What was typed is kept by the tab: the next state begins in another one. */
  readonly keeps?: true;
  /** Only loading the application again leads there. */
  readonly loads?: true;
  /** Texts of this state that are somebody's own, whatever the language. */
  readonly data?: readonly string[];
  /** Rules of axe that do not hold here, for the reason that is beside. */
  readonly without?: readonly string[];
  /** What only a phone shows. The sweep of languages looks at all other states at a phone's width too. */
  readonly device?: 'phone';
}

/** Whether this state is on the screen by itself, not over it or in its place. */
export const isWhole = ({ whole, reach, network }: State): boolean => whole ?? !(reach || network);

/** Whether it is the screen as it opens: with another `search` most of it is the same. */
export const isFace = (state: State): boolean => isWhole(state) && (state.whole ?? !state.search);

export interface Screen {
  /** As the generated route tree names it. */
  readonly route: string;
  readonly who: Who;
  /** Where it is, if the route is no address by itself. */
  readonly address?: string | ((data: SweepData) => Promise<string>);
  readonly states: readonly State[];
}

/** Of a state, for people. */
export const nameOf = ({ who, route }: Pick<Screen, 'who' | 'route'>, { name }: State): string => `${who} ${route}: ${name}`;

export const atRest: State = { name: 'at rest' };
export const onPhone: State = { name: 'at rest on a phone', kind: 'on a phone', device: 'phone' };
export const nothingFound: State = { name: 'nothing found', kind: 'nothing found', search: 'q=zzzzzzzz' };
export const rowMenu: State = { name: 'menu of a row', kind: 'menu of a row', reach: openRowMenu };
export const loading = (operation: string): State => ({ name: 'loading', kind: 'loading', network: held(operation) });
export const failed = (operation: string): State => ({
  name: 'failed',
  kind: 'failed',
  network: failing(operation),
  reach: ({ page, say }) =>
    expect(
      page
        .getByRole('main')
        .getByRole('button', { name: say('common:retry') })
        .first(),
    ).toBeVisible(),
});

/** What a button opens. */
export const dialogBy = (key: SentenceKey, name = 'dialog'): State => ({ name, reach: openBy(key) });

/** The dialog of the state before, sent as it is. */
export const dialogWithErrors = (key: SentenceKey, name = 'dialog with errors'): State => ({
  name,
  continues: true,
  reach: sendDialog(key),
});

/** The filters of a list, which a phone hides behind a button. */
export const phoneFilters: State = {
  name: 'filters on a phone',
  kind: 'filters on a phone',
  device: 'phone',
  reach: async ({ page, say }) => {
    const button = page.getByRole('main').getByRole('button', { name: new RegExp(`^${say('common:filters')}`) });
    await button.click();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
  },
};

/** The next state of the same page. */
export const next = (name: string, reach: Reach): State => ({ name, continues: true, reach });

/** What HR, planners and doctor write to each other on the page of a check. */
export const commentStates: readonly State[] = [
  {
    name: 'comments',
    whole: true,
    reach: ({ page, say }) => expect(page.getByRole('list', { name: say('comments:list') }).getByRole('listitem')).not.toHaveCount(0),
  },
  next(
    'comment with errors',
    inTurn(({ page, say }) => page.getByRole('textbox', { name: say('comments:form.text') }).focus(), sendPage('comments:form.send')),
  ),
  { ...failed('CheckComments'), kind: 'comments failed', name: 'comments failed' },
  { ...loading('CheckComments'), kind: 'comments loading', name: 'comments loading' },
];
