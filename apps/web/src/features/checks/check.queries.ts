import type { WithWorker } from '@checkwell/domain/check/worker-visibility';
import { gqlQuery } from '../../lib/api/query.ts';
import { withWorker } from '../../lib/records/with-worker.ts';
import { CheckContractDocument, CheckDocument, type CheckFieldsFragment } from './check.gql.ts';

/* In a file of its own, because no list loads a whole check. */

/** A check as its screens show it: to employers and planners. */
export type WholeCheck = WithWorker<CheckFieldsFragment>;

/** One check, in progress or archived. */
export const checkQuery = (id: string) =>
  gqlQuery({ document: CheckDocument, variables: { id }, select: ({ check }) => ({ check: withWorker(check) }), topics: ['check'] });

/** What a check costs the company, before supplements. */
export const contractQuery = (companyId: string) =>
  gqlQuery({ document: CheckContractDocument, variables: { companyId }, topics: ['company'] });
