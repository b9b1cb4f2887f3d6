import type { NavigationEntry } from '../navigation.ts';

type StepName = 'create' | 'checks' | 'certificates' | 'reports' | 'search' | 'settings';

/** One step of the tour: an element of the screen, and its explanation. */
export interface TourStep {
  readonly name: StepName;
  /** Finds the element; on a phone the button of the menu stands for elements within the menu. */
  readonly selector: string;
}

/** The button of the menu, to which the tour points on a phone. */
export const TOUR_MENU = '[data-tour="menu"]';

const STEPS: readonly (TourStep & { readonly to?: string })[] = [
  { name: 'create', to: '/checks/new', selector: 'a[href="/checks/new"]' },
  { name: 'checks', to: '/checks', selector: 'nav a[href="/checks"]' },
  { name: 'certificates', to: '/certificates', selector: 'nav a[href="/certificates"]' },
  { name: 'reports', to: '/reports', selector: 'nav a[href="/reports"]' },
  { name: 'search', selector: '[data-tour="search"]' },
  { name: 'settings', to: '/settings', selector: 'nav a[href="/settings"]' },
];

/** The steps for a viewer with these entries in the sidebar. */
export function stepsFor(entries: readonly Pick<NavigationEntry, 'to'>[]): readonly TourStep[] {
  return STEPS.filter(({ to }) => to === undefined || entries.some((entry) => entry.to === to));
}

interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
interface Size {
  readonly width: number;
  readonly height: number;
}

const GAP = 12;
const EDGE = 8;

/** The position of the card: beside the element if there is space, else below or above it; always within the window. */
export function placeCard(thing: Rect, card: Size, view: Size): { readonly left: number; readonly top: number } {
  const inside = (at: number, size: number, room: number): number => Math.min(Math.max(EDGE, at), Math.max(EDGE, room - size - EDGE));
  if (thing.right + GAP + card.width + EDGE <= view.width) {
    return { left: thing.right + GAP, top: inside(thing.top - EDGE, card.height, view.height) };
  }
  const below = thing.bottom + GAP;
  const top = below + card.height + EDGE <= view.height ? below : thing.top - GAP - card.height;
  return { left: inside(thing.left, card.width, view.width), top: inside(top, card.height, view.height) };
}
