import { failing, held, inTurn, openBy, openRowMenu, type Reach, sendDialog, sendPage } from '../reach.ts';
import { expect } from '../test.ts';
import type { SentenceKey } from './say.ts';
import type { SweepData } from './sweep-data.ts';

/** Types of the table of screens (screens.ts), and states that many screens share. */

export type Who = 'visitor' | 'administrator' | 'founder' | 'basic' | 'planner' | 'doctor';

export interface State {
  readonly name: string;
  /** Name of a state that many screens share. The normal run checks one of them for each user, the nightly run all. */
  readonly kind?: string;
  /** Query string, added to the address of the screen. */
  readonly search?: string;
  /** Mocked responses, set up before the address is opened. */
  readonly network?: Reach;
  /** Steps from the open screen, or from the previous state (`continues`), to this one. */
  readonly reach?: Reach;
  /** Whether the state is the whole screen, although it needs steps or mocked responses. */
  readonly whole?: true;
  /** Whether it continues from the previous state instead of opening the address again. */
  readonly continues?: true;
  /** Whether the tab keeps a draft, so that the next state needs a new tab. */
  readonly keeps?: true;
  /** Whether it needs a reload of the application. */
  readonly loads?: true;
  /** User data in this state, in any language. */
  readonly data?: readonly string[];
  /** Rules of axe that are skipped here; the reason is in a comment. */
  readonly without?: readonly string[];
  /** A state that only exists on a phone. The sweep of languages checks all other states at a phone's width too. */
  readonly device?: 'phone';
}

/** Whether this state is the screen itself, not a layer over it or an error in its place. */
export const isWhole = ({ whole, reach, network }: State): boolean => whole ?? !(reach || network);

/** Whether it is the screen as it opens; variants with another `search` do not count. */
export const isFace = (state: State): boolean => isWhole(state) && (state.whole ?? !state.search);

export interface Screen {
  /** Its name in the generated route tree. */
  readonly route: string;
  readonly who: Who;
  /** Its address, if it differs from the route. */
  readonly address?: string | ((data: SweepData) => Promise<string>);
  readonly states: readonly State[];
}

/** Name of a state in reports. */
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

/** The dialog that a button opens. */
export const dialogBy = (key: SentenceKey, name = 'dialog'): State => ({ name, reach: openBy(key) });

/** The dialog of the previous state, submitted unchanged. */
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

/** A state that continues from the previous one. */
export const next = (name: string, reach: Reach): State => ({ name, continues: true, reach });

/** Comments of HR, planners and doctor on the page of a check. */
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
