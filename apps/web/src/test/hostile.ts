import { CHECK_LOCATIONS, CHECK_OCCURRENCES, CHECK_TIMINGS } from '@checkwell/domain/check/enums';
import {
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isObjectType,
} from 'graphql';
import { HOSTILE_TEXTS } from '../../../server/src/test/hostile/texts.ts';

/** Records with hostile text in every field of text, whatever a screen asks for, and what such text would have done to the page. */

const TEXTS = Object.values(HOSTILE_TEXTS);
/** A record that is alone has all of it in each field. */
export const WHOLE = TEXTS.join(' ');

/** Texts that the server makes, and no person types. */
const OF_THE_SERVER: Readonly<Record<string, (position: number) => string | null>> = {
  endCursor: () => null,
  shown: () => '{}',
  token: () => 'T'.repeat(43),
  prefix: () => 'cw_abcd',
  url: (position) => `/v1/api/documents/${position}`,
  htmlUrl: (position) => `/v1/api/mails/${position}`,
  relayUrl: () => null,
  language: () => 'en',
  month: (position) => `2026-${String((position % 12) + 1).padStart(2, '0')}`,
  year: () => '2026',
};
/** Lists of the dashboard in which `name` is a value of an enumeration. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  outcomes: CHECK_OCCURRENCES,
  location: CHECK_LOCATIONS,
  timing: CHECK_TIMINGS,
};
/** In whose presence the rest of a record is not shown. */
const ABSENT = new Set(['erasedAt', 'deletedAt', 'archivedAt', 'legalHoldAt', 'erasure', 'heldResult']);

/** Lists that a screen shows as one have no id in common: a part of an id by the list's name, 8555 without one. */
const idOf = (list: string): string =>
  (0x8555 + ([...list].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 0) % 0x2000)).toString(16);

const SCALARS: Readonly<Record<string, (position: number, list: string) => unknown>> = {
  ID: (position, list) => `55555555-5555-4555-${idOf(list)}-${String(position).padStart(12, '0')}`,
  Boolean: (position) => position % 2 === 0,
  Int: (position) => position + 1,
  Float: (position) => position + 1.5,
  Date: (position) => `2026-11-${String((position % 28) + 1).padStart(2, '0')}`,
  DateTime: (position) => `2026-11-20T08:15:${String(position).padStart(2, '0')}.000Z`,
  Time: () => '09:15:00',
};

/** Where a record is in which list; a record by itself is in none. */
interface Place {
  readonly position?: number;
  readonly list?: string;
}

function madeUp(type: GraphQLOutputType, field: string, { position, list = '' }: Place): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const length = isObjectType(getNamedType(nullable)) && field === 'nodes' ? TEXTS.length : 2;
    return Array.from({ length }, (_, index) => madeUp(nullable.ofType, field, { position: index, list: field === 'nodes' ? '' : field }));
  }
  if (isObjectType(nullable)) return (position === undefined ? {} : { position, list }) satisfies Place;
  if (isEnumType(nullable)) return nullable.getValues()[(position ?? 0) % nullable.getValues().length]?.value;
  const scalar = SCALARS[getNamedType(nullable).toString()];
  if (scalar) return scalar(position ?? 0, list);
  const name = field === 'name' && position !== undefined && NAMES[list]?.[position];
  if (name) return name;
  const made = OF_THE_SERVER[field];
  if (made) return made(position ?? 0);
  return position === undefined ? WHOLE : TEXTS[position % TEXTS.length];
}

/** Answers each field of the schema, texts with hostile ones. */
export const hostileField: GraphQLFieldResolver<Place, unknown> = (parent, _arguments, _context, { fieldName, returnType }) => {
  if (ABSENT.has(fieldName)) return null;
  return madeUp(returnType, fieldName, parent ?? {});
};

const ADDRESSES = new Set(['href', 'src', 'action', 'formaction', 'xlink:href', 'data', 'poster', 'background']);
const SAFE = new Set(['http:', 'https:', 'mailto:', 'tel:', 'webcal:']);

function schemeOf(address: string): string {
  try {
    return new URL(address, location.href).protocol;
  } catch {
    return 'none';
  }
}

/** Elements, attributes, addresses and scripts that hostile text has made. */
export function tracesIn(root: ParentNode): readonly string[] {
  const errors: string[] = [];
  for (const element of root.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      const bad =
        name.startsWith('on') || name === 'data-hostile' || name === 'srcdoc' || (ADDRESSES.has(name) && !SAFE.has(schemeOf(value)));
      if (bad) errors.push(`<${element.localName} ${name}="${value.slice(0, 60)}">`);
    }
    if (element.localName === 'script' && element.textContent.includes('hostile')) errors.push('<script>');
  }
  if ('hostile' in window) errors.push('a script ran');
  return errors;
}

const letters = (text: string): string => text.replaceAll(/[\s\p{C}]/gu, '');

/** The kinds of hostile text that can be read on the page as they were typed. */
export function textsIn(root: HTMLElement): readonly string[] {
  const fields = [...root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].map(({ value }) => value);
  const shown = letters([root.textContent, ...fields].join(' '));
  return Object.entries(HOSTILE_TEXTS).flatMap(([kind, text]) => (shown.includes(letters(text)) ? [kind] : []));
}
