import * as z from 'zod/mini';
import { key } from '../validation.ts';

/** A secret of ours that the browser hands back; its size is bounded, what it is only the server can tell. */
export const handedBack = (longest: number) =>
  z
    .string({ error: key('required') })
    .check(z.minLength(1, { error: key('required'), abort: true }), z.maxLength(longest, { error: key('tooLong') }));
