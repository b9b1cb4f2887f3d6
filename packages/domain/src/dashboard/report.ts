import * as z from 'zod/mini';
import { INTERFACE_LANGUAGES } from '../constants.ts';
import { emailRule } from '../people/rules.ts';
import { choice, id, key, maxLength, minLength } from '../validation.ts';
import { dashboardFilterRule } from './filter.ts';

/** The most recipients of one report. */
export const MAX_READERS = 20;

/** Query parameters of a dashboard export: the dashboard's filter, and the language of the texts. */
export const dashboardExportRule = z.safeExtend(dashboardFilterRule, {
  language: z.optional(choice(INTERFACE_LANGUAGES, 'invalidChoice')),
});

/** A report by e-mail: of one company (specification, section 5: "Select a company!"), to its own users and superiors. */
export const sendDashboardRule = z.safeExtend(dashboardFilterRule, {
  companyId: id('companyRequired'),
  recipients: z
    .array(emailRule(), { error: key('emailRequired') })
    .check(minLength(1, { error: key('emailRequired') }), maxLength(MAX_READERS, { error: key('invalidChoice') })),
});
export type SendDashboardInput = z.infer<typeof sendDashboardRule>;
