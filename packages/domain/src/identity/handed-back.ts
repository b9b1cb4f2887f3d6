import * as z from 'zod/mini';
import { key, maxLength, minLength } from '../validation.ts';

/** A secret of the product that the browser hands back; its size is bounded, what it is only the server can tell. */
export const handedBack = (longest: number) =>
  z
    .string({ error: key('required') })
    .check(minLength(1, { error: key('required'), abort: true }), maxLength(longest, { error: key('tooLong') }));
