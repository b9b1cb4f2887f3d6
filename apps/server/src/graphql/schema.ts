import type { GraphQLSchema } from 'graphql';
import { builder } from './builder.ts';
import { refuseUnweighed } from './limits.ts';

// Each module declares its types when it is imported.
import '../modules/api-tokens/api-tokens.graphql.ts';
import '../modules/certificates/certificates.graphql.ts';
import '../modules/checks/checks.graphql.ts';
import '../modules/checks/comments/comments.graphql.ts';
import '../modules/checks/day-route/day-route.graphql.ts';
import '../modules/checks/mission-calendar/mission-calendar.graphql.ts';
import '../modules/checks/offers/offers.graphql.ts';
import '../modules/companies/companies.graphql.ts';
import '../modules/cost-centres/cost-centres.graphql.ts';
import '../modules/dashboard/dashboard.graphql.ts';
import '../modules/deadlines/deadlines.graphql.ts';
import '../modules/doctors/doctors.graphql.ts';
import '../modules/documents/documents.graphql.ts';
import '../modules/employee-imports/employee-imports.graphql.ts';
import '../modules/employees/employees.graphql.ts';
import '../modules/feature-flags/feature-flags.graphql.ts';
import '../modules/forecast/forecast.graphql.ts';
import '../modules/invoices/invoices.graphql.ts';
import '../modules/list-views/list-views.graphql.ts';
import '../modules/mailbox/mailbox.graphql.ts';
import '../modules/notifications/notifications.graphql.ts';
import '../modules/one-shot/one-shot.graphql.ts';
import '../modules/planning/planning.graphql.ts';
import '../modules/reading/reading.graphql.ts';
import '../modules/retention/retention.graphql.ts';
import '../modules/search/search.graphql.ts';
import '../modules/sign-ups/sign-ups.graphql.ts';
import '../modules/superiors/superiors.graphql.ts';
import '../modules/team/team.graphql.ts';
import '../modules/users/users.graphql.ts';
import '../modules/viewer/viewer.graphql.ts';

/** The whole GraphQL schema of the product. */
export const schema: GraphQLSchema = builder.toSchema();
refuseUnweighed(schema);
