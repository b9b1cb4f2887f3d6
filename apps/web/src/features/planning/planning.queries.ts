import type { WithWorker } from '@checkwell/domain/check/worker-visibility';
import { PAGE } from '@checkwell/domain/constants';
import { LISTS, type ListSearch, sortOf } from '@checkwell/domain/lists/lists';
import { gqlQuery } from '../../lib/api/query.ts';
import { withWorker, withWorkers } from '../../lib/records/with-worker.ts';
import { type BoardSearch, boardVariables } from './board-search.ts';
import {
  CheckMomentsDocument,
  DoctorCandidatesDocument,
  DoctorsDocument,
  OneShotPaymentDocument,
  PlanningBoardDocument,
  PlanningCheckDocument,
  type PlanningFieldsFragment,
  type PlanningRowFragment,
} from './planning.gql.ts';

export type PlanningRow = WithWorker<PlanningRowFragment>;
export type PlanningCheck = WithWorker<PlanningFieldsFragment>;

export const boardQuery = (search: BoardSearch) =>
  gqlQuery({
    document: PlanningBoardDocument,
    variables: boardVariables(search, PAGE.defaultSize),
    select: ({ checks }) => ({ checks: withWorkers(checks) }),
    topics: ['check', 'comment'],
    keepPrevious: true,
  });

export const planningCheckQuery = (id: string) =>
  gqlQuery({
    document: PlanningCheckDocument,
    variables: { id },
    select: ({ check }) => ({ check: withWorker(check) }),
    topics: ['check'],
  });

/** The state of the payment of a One Shot Check. */
export const paymentQuery = (companyId: string, checkId: string) =>
  gqlQuery({ document: OneShotPaymentDocument, variables: { companyId, checkId }, topics: ['check'] });

/** The days on which the check could take place. */
export const momentsQuery = (checkId: string) =>
  gqlQuery({ document: CheckMomentsDocument, variables: { checkId }, topics: ['check', 'doctor'] });

export const candidatesQuery = (checkId: string, day: string) =>
  gqlQuery({ document: DoctorCandidatesDocument, variables: { checkId, day }, topics: ['check', 'doctor'], keepPrevious: true });

export const doctorsListQuery = ({ q, language, location, after, ...order }: ListSearch<'doctors'>) =>
  gqlQuery({
    document: DoctorsDocument,
    variables: {
      filter: { search: q ?? null, language: language ?? null, location: location ?? null },
      sort: sortOf(LISTS.doctors, order),
      first: PAGE.defaultSize,
      after: after ?? null,
    },
    topics: ['doctor'],
    keepPrevious: true,
  });
