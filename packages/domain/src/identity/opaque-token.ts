import * as z from 'zod/mini';
import { key, maxLength, minLength } from '../validation.ts';

/** A secret of the product that a browser sends back. Only its length is checked here; the server decides whether it is valid. @param longest characters */
export const opaqueToken = (longest: number) =>
  z
    .string({ error: key('required') })
    .check(minLength(1, { error: key('required'), abort: true }), maxLength(longest, { error: key('tooLong') }));
