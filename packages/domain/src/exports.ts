import * as z from 'zod/mini';
import { certificateFilterRule } from './certificate/list.ts';
import { CERTIFICATE_SORT_FIELDS } from './certificate/sorts.ts';
import { checkFilterRule } from './check/list.ts';
import { REPORT_SORT_FIELDS } from './check/sorts.ts';
import { INTERFACE_LANGUAGES } from './constants.ts';
import { EMPLOYEE_SORT_FIELDS } from './people/enums.ts';
import { employeeFilterRule } from './people/list.ts';
import { choice } from './validation.ts';

/** Query parameters of an export besides the filters of the list: its sort order, and the language of its texts. */
const asked = <const Fields extends readonly string[]>(fields: Fields) => ({
  sort: z.optional(choice(fields, 'invalidChoice')),
  direction: z.optional(choice(['asc', 'desc'], 'invalidChoice')),
  language: z.optional(choice(INTERFACE_LANGUAGES, 'invalidChoice')),
});

export const certificateExportRule = z.safeExtend(certificateFilterRule, asked(CERTIFICATE_SORT_FIELDS));
export const reportExportRule = z.safeExtend(checkFilterRule, asked(REPORT_SORT_FIELDS));
export const employeeExportRule = z.safeExtend(employeeFilterRule, asked(EMPLOYEE_SORT_FIELDS));
