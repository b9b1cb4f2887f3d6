import * as z from 'zod/mini';
import { LIST_VIEWS, TEXT } from '../constants.ts';
import { choice, key, line, maxLength, yesNo } from '../validation.ts';
import { jsonObject } from './json-object.ts';
import { LIST_NAMES } from './lists.ts';

/** The content of a view as JSON: an object with URL parameters of its list. */
const shown = () =>
  z.string({ error: key('required') }).check(
    maxLength(LIST_VIEWS.shown, { error: key('tooLong'), abort: true }),
    z.refine<string>((text) => jsonObject(text) !== undefined, { error: key('invalidChoice') }),
  );

/** Searched words, where a list has no other filter with a rule of its own. */
export const searchRule = z.object({ search: z.nullish(line(TEXT.search)) });

/** The name of a view, in its form. */
export const listViewNameRule = z.object({ name: line(LIST_VIEWS.name, 'required') });

/** A new view. */
export const createListViewRule = z.strictObject({
  list: choice(LIST_NAMES, 'invalidChoice'),
  name: line(LIST_VIEWS.name, 'required'),
  shown: shown(),
  isDefault: yesNo(),
});

/** A change of a view; fields left out stay unchanged. */
export const updateListViewRule = z.strictObject({
  name: z.nullish(line(LIST_VIEWS.name, 'required')),
  shown: z.nullish(shown()),
  isDefault: z.nullish(yesNo()),
});
