// Written by codegen.ts from dashboard.graphql. Do not edit.
import { gql } from '../../lib/gql.ts';
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type DashboardQueryVariables = Exact<{
  companyId?: string | null | undefined;
  superiorId?: string | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type DashboardQuery = { readonly dashboard: { readonly completedChecks: number, readonly earlyReturnDays: number, readonly impactDays: number, readonly impactCount: number, readonly impactProportion: number | null, readonly averageAbsenceDays: number | null, readonly medianAbsenceDays: number | null, readonly absenceCount: number, readonly operationalSuccessRate: number | null, readonly operationalBase: number, readonly averageDistanceKm: number | null, readonly medianDistanceKm: number | null, readonly distanceCount: number, readonly averageCheckMinutes: number | null, readonly medianCheckMinutes: number | null, readonly durationCount: number, readonly openChecks: number, readonly completedPerMonth: ReadonlyArray<{ readonly month: string, readonly count: number }>, readonly timing: ReadonlyArray<{ readonly name: string, readonly count: number }>, readonly location: ReadonlyArray<{ readonly name: string, readonly count: number }>, readonly occurrences: ReadonlyArray<{ readonly name: string, readonly count: number }> } };

export type DashboardSuperiorsQueryVariables = Exact<{
  companyId: string;
}>;


export type DashboardSuperiorsQuery = { readonly superiors: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly superiorFullName: string, readonly email: string }> } };

export const DashboardDocument = gql<DashboardQuery, DashboardQueryVariables>('Dashboard', "query Dashboard($companyId:ID$superiorId:ID$from:Date$to:Date){dashboard(companyId:$companyId superiorId:$superiorId from:$from to:$to){completedChecks completedPerMonth{month count}earlyReturnDays impactDays impactCount impactProportion averageAbsenceDays medianAbsenceDays absenceCount timing{name count}location{name count}occurrences{name count}operationalSuccessRate operationalBase averageDistanceKm medianDistanceKm distanceCount averageCheckMinutes medianCheckMinutes durationCount openChecks}}");
export const DashboardSuperiorsDocument = gql<DashboardSuperiorsQuery, DashboardSuperiorsQueryVariables>('DashboardSuperiors', "query DashboardSuperiors($companyId:ID!){superiors(companyId:$companyId first:100){nodes{id superiorFullName email}}}");
