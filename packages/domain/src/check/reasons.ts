import * as z from 'zod/mini';
import { TEXT } from '../constants.ts';
import { text } from '../validation.ts';
import { cancelRule } from './rules.ts';

/** Deleting a check that is an administrative error needs a reason, as cancelling does. */
export const deleteRule = cancelRule;

/** How a problem was solved; the comment may be empty. */
export const resolveRule = z.strictObject({ comment: text(TEXT.comment) });
