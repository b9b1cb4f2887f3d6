import * as z from 'zod/mini';
import { LIST_VIEWS } from '../constants.ts';
import { choice, key, line, maxLength, yesNo } from '../validation.ts';
import { jsonObject } from './json-object.ts';
import { LIST_NAMES } from './lists.ts';

/** What a list shows, as JSON: an object with what its address would say. */
const shown = () =>
  z.string({ error: key('required') }).check(
    maxLength(LIST_VIEWS.shown, { error: key('tooLong'), abort: true }),
    z.refine<string>((text) => jsonObject(text) !== undefined, { error: key('invalidChoice') }),
  );

/** The name of a view, in its form. */
export const listViewNameRule = z.object({ name: line(LIST_VIEWS.name, 'required') });

/** A view that somebody saves. */
export const createListViewRule = z.strictObject({
  list: choice(LIST_NAMES, 'invalidChoice'),
  name: line(LIST_VIEWS.name, 'required'),
  shown: shown(),
  isDefault: yesNo(),
});

/** What somebody changes of a view; what is left out stays as it is. */
export const updateListViewRule = z.strictObject({
  name: z.nullish(line(LIST_VIEWS.name, 'required')),
  shown: z.nullish(shown()),
  isDefault: z.nullish(yesNo()),
});
