import { ORDERABLE_LOCATIONS } from '@checkwell/domain/check/enums';
import { TEXT } from '@checkwell/domain/constants';
import { WORKER_LANGUAGES } from '@checkwell/domain/people/enums';
import * as z from 'zod/mini';

const lenient = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);
/** The doctors' list as it stands in the address. */
export const doctorsSearch = z.object({
  q: lenient(z.string().check(z.minLength(1), z.maxLength(TEXT.search))),
  language: lenient(z.enum(WORKER_LANGUAGES)),
  location: lenient(z.enum(ORDERABLE_LOCATIONS)),
  after: lenient(z.string()),
});
export type DoctorsSearch = z.infer<typeof doctorsSearch>;
