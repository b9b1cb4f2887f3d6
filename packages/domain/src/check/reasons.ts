import * as z from 'zod/mini';
import { TEXT } from '../constants.ts';
import { text } from '../validation.ts';
import { cancelRule } from './rules.ts';

/** An error of administration is taken away with a reason, as a cancellation is. */
export const deleteRule = cancelRule;

/** What was done about a problem; may be left empty. */
export const resolveRule = z.strictObject({ comment: text(TEXT.comment) });
