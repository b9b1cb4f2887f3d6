import { readdirSync, readFileSync } from 'node:fs';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { Page } from '@playwright/test';
import { COMPANIES, FUNCTIONS } from '../../../apps/server/src/seed/names.ts';

/** Problems that the sweep of languages looks for on a screen: clipped text, keys instead of texts, and texts in another language. */

export interface Seen {
  /** Visible and accessible texts: of elements, labels, titles and placeholders. */
  readonly texts: readonly string[];
  /** Layout problems, each with its element and text. */
  readonly misfits: readonly string[];
}

/** Collects the texts and layout problems of the page. */
export async function look(page: Page): Promise<Seen> {
  const [scrolling, narrow, small, empty, { texts, misfits }] = await Promise.all([
    page.evaluate(findScrolling),
    page.evaluate(findNarrowFields),
    page.evaluate(findSmallTargets),
    page.evaluate(findEmptyIcons),
    page.evaluate(readTexts),
  ]);
  return { texts, misfits: [...scrolling, ...narrow, ...small, ...empty, ...misfits] };
}

/** Runs in the page: finds horizontal scrolling. */
export function findScrolling(): readonly string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  const boxes = [...scope.querySelectorAll<HTMLElement>('*')].filter((element) => {
    const { overflowX } = getComputedStyle(element);
    if (overflowX !== 'auto' && overflowX !== 'scroll') return false;
    // Rows of choices and focusable areas may scroll.
    if (element.tabIndex === 0 || element.querySelector('input[type=radio]')) return false;
    return element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1 && element.checkVisibility();
  });
  return [
    ...(scrollWidth > clientWidth ? [`the page scrolls sideways: ${scrollWidth} in ${clientWidth}`] : []),
    ...boxes.map(
      (box) => `<${box.tagName.toLowerCase()} class="${box.className}"> scrolls sideways: ${box.scrollWidth} in ${box.clientWidth}`,
    ),
  ];
}

/** Runs in the page: finds empty icons; the sign-in page contains only some icons (Icon.tsx). */
function findEmptyIcons(): readonly string[] {
  return [...document.querySelectorAll('svg path:not([d])')].map(
    (path) => `an icon is empty in ${path.closest('svg')?.parentElement?.outerHTML}`,
  );
}

/** Runs in the page: finds fields whose selected option or placeholder does not fit. */
function findNarrowFields(): readonly string[] {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  return [...scope.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input[placeholder], select')].flatMap((field) => {
    const hint = field instanceof HTMLInputElement ? (field.value === '' ? field.placeholder : '') : (field.selectedOptions[0]?.text ?? '');
    if (!context || hint === '' || !field.checkVisibility({ visibilityProperty: true })) return [];
    const { paddingLeft, paddingRight } = getComputedStyle(field);
    // The placeholder's font may differ on touch screens.
    context.font = getComputedStyle(field, field instanceof HTMLInputElement ? '::placeholder' : undefined).font;
    const needed = context.measureText(hint).width;
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return room > 0 && needed > room + 1 ? [`a field cuts “${hint}”: ${Math.round(needed)} in ${Math.round(room)}`] : [];
  });
}

/**
 * Runs in the page: finds targets smaller than 24 by 24 pixels with another target within a circle of 24 pixels (WCAG 2.5.8). Links within a
 * sentence are exempt.
 */
function findSmallTargets(): readonly string[] {
  const MIN = 24;
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  const selector = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=menuitem], [role=option], [role=tab]';
  // A month in a chart is as wide as the chart allows; the table of the same card has the same links (ChartCard).
  const isInChart = (element: HTMLElement): boolean => element.matches('svg [data-point]') && element.getBoundingClientRect().height > MIN;
  /** React Aria adds hidden native fields, only for forms. */
  const isClipped = (element: HTMLElement): boolean => {
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (around.offsetWidth <= 1 && getComputedStyle(around).overflowX === 'hidden') return true;
    }
    return false;
  };
  const isInSentence = (element: HTMLElement): boolean =>
    getComputedStyle(element).display.startsWith('inline') &&
    [...(element.parentElement?.childNodes ?? [])].some(
      (node) => node.nodeType === Node.TEXT_NODE && /\p{L}/u.test(node.textContent ?? ''),
    );
  const targets = [...scope.querySelectorAll<HTMLElement>(selector)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) && !element.closest('[inert]'))
    .map((element) => {
      // A label is part of its field.
      const parts = [element, ...(element instanceof HTMLInputElement ? (element.labels ?? []) : [])];
      // A link may be stretched over its row by ::after; positioned elements may have a slightly larger target.
      const around = getComputedStyle(element, '::after');
      const hasMore = around.position === 'absolute' && around.content !== 'none';
      const isStretched = hasMore && getComputedStyle(element).position === 'static';
      const more = (side: 'left' | 'right' | 'top' | 'bottom'): number =>
        hasMore ? Math.max(0, -Number.parseFloat(around[side])) || 0 : 0;
      const boxes = parts.map((part) => part.getBoundingClientRect()).filter(({ width, height }) => width > 1 && height > 1);
      const left = Math.min(...boxes.map((box) => box.left)) - more('left');
      const right = Math.max(...boxes.map((box) => box.right)) + more('right');
      const top = Math.min(...boxes.map((box) => box.top)) - more('top');
      const bottom = Math.max(...boxes.map((box) => box.bottom)) + more('bottom');
      const isSmall = !isStretched && (Math.round(right - left) < MIN || Math.round(bottom - top) < MIN);
      return { element, left, right, top, bottom, isStretched, isSmall, isShown: boxes.length > 0 };
    })
    .filter(({ isShown }) => isShown);
  return targets.flatMap((target) => {
    const { element, left, right, top, bottom, isSmall } = target;
    if (!isSmall || isInSentence(element) || isInChart(element) || isClipped(element)) return [];
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const near = targets.find((other) => {
      if (other === target || other.isStretched || other.element.contains(element) || element.contains(other.element)) return false;
      const distance = other.isSmall
        ? Math.hypot((other.left + other.right) / 2 - x, (other.top + other.bottom) / 2 - y) - MIN / 2
        : Math.hypot(Math.max(other.left - x, 0, x - other.right), Math.max(other.top - y, 0, y - other.bottom));
      return distance < MIN / 2 - 0.5;
    });
    if (!near) return [];
    const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
    return [
      `<${element.tagName.toLowerCase()}> “${name}” is ${Math.round(right - left)} by ${Math.round(bottom - top)} pixels, too near to another`,
    ];
  });
}

/** Runs in the page: collects all texts, and finds those that are clipped by, or overflow, a surrounding box. */
function readTexts(): Seen {
  // The page below a modal dialog is not readable.
  const scope = [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1) ?? document.body;
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const labels = [...scope.querySelectorAll('[aria-label], [title], [placeholder], [alt]')]
    .filter(isShown)
    .flatMap((element) => ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name)?.trim() ?? ''));

  interface Box {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  }
  const boxOf = (node: Node): Box | undefined => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    if (lines.length === 0) return undefined;
    return {
      left: Math.min(...lines.map((line) => line.left)),
      right: Math.max(...lines.map((line) => line.right)),
      top: Math.min(...lines.map((line) => line.top)),
      bottom: Math.max(...lines.map((line) => line.bottom)),
    };
  };
  const isHiding = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  const isScrolling = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
  type Style = Pick<CSSStyleDeclaration, 'display' | 'overflowX' | 'overflowY' | 'position'>;
  /** Cache, because many texts are in the same boxes. */
  const measured = new Map<HTMLElement, { readonly style: Style; readonly edge: DOMRect; readonly isTiny: boolean }>();
  const measure = (element: HTMLElement) => {
    let known = measured.get(element);
    if (!known) {
      const { display, overflowX, overflowY, position } = getComputedStyle(element);
      const style = { display, overflowX, overflowY, position };
      known = { style, edge: element.getBoundingClientRect(), isTiny: element.clientWidth <= 1 && position === 'absolute' };
      measured.set(element, known);
    }
    return known;
  };
  /** Checks one surrounding box of a text; `last`: outer boxes need not be checked. */
  const judge = (box: Box, around: HTMLElement, isNearest: boolean): { readonly error?: string; readonly last?: true } => {
    const { style, edge } = measure(around);
    if (style.display === 'inline' || style.display === 'contents') return {};
    const beside = Math.round(Math.max(box.right - edge.right, edge.left - box.left));
    const above = Math.round(Math.max(box.bottom - edge.bottom, edge.top - box.top));
    const where = `<${around.tagName.toLowerCase()} class="${around.className}">`;
    if (beside > 1 && isHiding(style.overflowX)) return { error: `is cut sideways, ${beside} pixels, by ${where}`, last: true };
    if (above > 2 && isHiding(style.overflowY)) return { error: `is cut, ${above} pixels of its height, by ${where}`, last: true };
    if (beside > 1 && isNearest && !isScrolling(style.overflowX)) return { error: `stands out, ${beside} pixels, of ${where}`, last: true };
    // Content of a scrolling box can be scrolled into view.
    return isScrolling(style.overflowX) || isScrolling(style.overflowY) || style.position === 'fixed' ? { last: true } : {};
  };
  /** Text for screen readers only. */
  const isForScreenReaders = (element: HTMLElement): boolean => {
    for (let around: HTMLElement | null = element; around && around !== scope; around = around.parentElement) {
      if (measure(around).isTiny) return true;
    }
    return false;
  };
  const errorOf = (node: Node): string | undefined => {
    const box = boxOf(node);
    if (!box) return undefined;
    let isNearest = true;
    for (let around = node.parentElement; around && around !== scope.parentElement; around = around.parentElement) {
      const { error, last } = judge(box, around, isNearest);
      if (error || last) return error;
      isNearest &&= measure(around).style.display === 'inline';
    }
    return undefined;
  };

  /** Finds a word that breaks across lines without a hyphen; addresses, numbers and codes may. */
  const brokenWordIn = (node: Node, text: string): string | undefined => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const linesOf = () => new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top / 4))).size;
    if (linesOf() < 2) return undefined;
    for (const token of text.matchAll(/\S+/g)) {
      if (/[@/_\d]|\.\S/.test(token[0])) continue;
      for (const word of token[0].matchAll(/\p{L}{2,}/gu)) {
        // After a soft hyphen, the position before the first letter counts as the end of the previous line.
        range.setStart(node, token.index + word.index + (text[token.index + word.index - 1] === '\u00ad' ? 1 : 0));
        range.setEnd(node, token.index + word.index + word[0].length);
        if (linesOf() > 1) return word[0];
      }
    }
    return undefined;
  };

  const texts = new Set(labels);
  const misfits: string[] = [];
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';
    // Toasts keep the language in which they were shown.
    if (!element || text === '' || element.closest('script, style, noscript, option, .toast-host') || !isShown(element)) continue;
    // Texts of mails are in the recipient's language.
    if (!element.closest('pre')) texts.add(text);
    const error = element.closest('svg, canvas') || isForScreenReaders(element) ? undefined : errorOf(node);
    if (error) misfits.push(`“${text}” ${error}`);
    const broken =
      element.closest('svg, canvas, pre') || isForScreenReaders(element) ? undefined : brokenWordIn(node, node.textContent ?? '');
    if (broken) misfits.push(`“${broken}” breaks inside itself in “${text}”`);
  }
  return { texts: [...texts].filter((text) => text !== ''), misfits };
}

/**
 * Translations of mails, text messages, files and stand-ins, which no screen uses (apps/web/src/lib/i18n/i18n.ts); subjects of mails and text
 * messages are in the recipient's language.
 */
const NOT_ON_SCREENS = /^(exports|invoices|mail|mailLayout|pdf|\w+Mails|\w+Sms|\w+Test)\.json$/;
/** The same, for mails whose translations are in the namespace of a screen. */
const NOT_ON_SCREENS_KEY = /^dashboard:mail\./;
/** Functions and departments of the demo. */
const USER_DATA = new Set<string>([...Object.values(FUNCTIONS).flat(), ...COMPANIES.flatMap(({ units }) => units)]);

const LOCALES = new URL('../../../packages/messages/locales/', import.meta.url);
const PLACE = /\{\{[^}]+\}\}/;

interface Catalogue {
  /** Namespace and path of each sentence, and the sentence. */
  readonly sentences: ReadonlyMap<string, string>;
}

function catalogueOf(language: InterfaceLanguage): Catalogue {
  const sentences = new Map<string, string>();
  const folder = new URL(`${language}/`, LOCALES);
  const read = (namespace: string, part: object, path: string): void => {
    for (const [key, value] of Object.entries(part)) {
      const name = `${namespace}:${path}${key}`;
      if (typeof value === 'string' && !NOT_ON_SCREENS_KEY.test(name)) sentences.set(name, normal(value));
      else if (typeof value === 'object' && value !== null) read(namespace, value, `${path}${key}.`);
    }
  };
  for (const file of readdirSync(folder))
    if (!NOT_ON_SCREENS.test(file)) read(file.replace('.json', ''), JSON.parse(readFileSync(new URL(file, folder), 'utf8')), '');
  return { sentences };
}

const normal = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
/** A pattern for a sentence with placeholders, such as `{{count}} checks`; undefined if it has almost no fixed text. */
function patternOf(sentence: string): RegExp | undefined {
  const fixed = sentence.split(PLACE);
  if (fixed.join('').replaceAll(/[^\p{L}]/gu, '').length < 5) return undefined;
  return new RegExp(`^${fixed.map(escaped).join('.+')}$`, 'u');
}

/** Patterns for subjects of mails and for text messages, which the mailbox shows in the recipient's language. */
function subjectsOf(language: InterfaceLanguage): readonly RegExp[] {
  const folder = new URL(`${language}/`, LOCALES);
  const read = (part: object, path: string): (readonly [key: string, text: string])[] =>
    Object.entries(part).flatMap(([key, value]) =>
      typeof value === 'object' && value !== null ? read(value, `${path}${key}.`) : [[path + key, normal(value)] as const],
    );
  return readdirSync(folder)
    .flatMap((file) => {
      const ofMails = NOT_ON_SCREENS.test(file);
      const sentences = read(JSON.parse(readFileSync(new URL(file, folder), 'utf8')), `${file.replace(/\.json$/, '')}:`);
      return sentences.filter(([key]) => /^\w+Sms:/.test(key) || (/\bsubject/.test(key) && (ofMails || NOT_ON_SCREENS_KEY.test(key))));
    })
    .flatMap(([, subject]) => patternOf(subject) ?? []);
}

/**
 * Finds texts on a screen that are keys, or sentences of another language. Sentences that are the same in both languages, or that also exist in
 * the screen's language, are not reported.
 */
export function foreignTextsIn(language: InterfaceLanguage, other: InterfaceLanguage): (texts: readonly string[]) => readonly string[] {
  const own = catalogueOf(language).sentences;
  const ownTexts = new Set(own.values());
  const ownPatterns = [...ownTexts].filter((text) => PLACE.test(text)).flatMap((text) => patternOf(text) ?? []);
  const paths = new Set([...own.keys()].flatMap((key) => [key, key.replace(/^\w+:/, '')]));
  const texts = new Map<string, string>();
  const patterns: (readonly [pattern: RegExp, key: string])[] = [];
  for (const [key, sentence] of catalogueOf(other).sentences) {
    if (own.get(key) === sentence || ownTexts.has(sentence)) continue;
    if (!PLACE.test(sentence)) texts.set(sentence, key);
    else {
      const pattern = patternOf(sentence);
      if (pattern) patterns.push([pattern, key]);
    }
  }
  const subjects = subjectsOf(other);
  const judge = (text: string): readonly string[] => {
    if (paths.has(text) && /[.:]/.test(text)) return [`a key: ${text}`];
    if (USER_DATA.has(text) || subjects.some((subject) => subject.test(text))) return [];
    const key = texts.get(text) ?? patterns.find(([pattern]) => pattern.test(text))?.[1];
    if (key === undefined || ownPatterns.some((pattern) => pattern.test(text))) return [];
    return [`${other}: “${text}” (${key})`];
  };
  // Cache, because the same texts recur and there are a thousand patterns.
  const judged = new Map<string, readonly string[]>();
  return (seen) =>
    seen.map(normal).flatMap((text) => {
      const found = judged.get(text) ?? judge(text);
      judged.set(text, found);
      return found;
    });
}
