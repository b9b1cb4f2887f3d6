// Written by codegen.ts from planning.graphql. Do not edit.
import { gql } from '../../lib/gql.ts';
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type CertificateType =
  | 'FirstCertificate'
  | 'NoCertif'
  | 'Prolongation'
  | 'Relapse'
  | 'Unknown';

export type CheckAction =
  | 'cancel'
  | 'delete'
  | 'markNonOperable'
  | 'modify'
  | 'recordResult'
  | 'reportProblem'
  | 'reschedule'
  | 'resolveProblem'
  | 'schedule'
  | 'startPlanning'
  | 'unschedule';

export type CheckFilter = {
  readonly certificateId?: string | null | undefined;
  readonly checkLocation?: CheckLocation | null | undefined;
  readonly checkOccurence?: ReadonlyArray<CheckOccurence> | null | undefined;
  readonly checkTiming?: CheckTiming | null | undefined;
  readonly companyId?: string | null | undefined;
  readonly doctorId?: string | null | undefined;
  readonly employeeId?: string | null | undefined;
  /** Day of the order for checks in progress; of the check, else of its archive, for reports. */
  readonly from?: string | null | undefined;
  /** Words of the worker's name or number. */
  readonly search?: string | null | undefined;
  readonly status?: ReadonlyArray<CheckStatus> | null | undefined;
  readonly superiorId?: string | null | undefined;
  readonly to?: string | null | undefined;
};

export type CheckLocation =
  | 'House'
  | 'Office'
  | 'Telecheck'
  | 'Unknown';

export type CheckOccurence =
  | 'Cancelled'
  | 'Deleted'
  | 'NoCertifConfirmed'
  | 'NoCertifDenied'
  | 'NoShow'
  | 'NonOperable'
  | 'Yes'
  | 'YesPatientHome'
  | 'YesSecondCheck';

export type CheckSort = {
  readonly direction: SortDirection;
  readonly field: CheckSortField;
};

export type CheckSortField =
  | 'appointmentStart'
  | 'archivedAt'
  | 'checkDate'
  | 'creationDate'
  | 'incapacityEndDate'
  | 'incapacityStartDate'
  | 'status'
  | 'workerFullName';

export type CheckStatus =
  | 'Archived'
  | 'ModificationProblem'
  | 'Planning'
  | 'Reception'
  | 'WaitingForCheck';

export type CheckTiming =
  | 'Immediate'
  | 'Optimized';

export type DoctorFilter = {
  readonly active?: boolean | null | undefined;
  readonly language?: WorkerLanguage | null | undefined;
  readonly location?: CheckLocation | null | undefined;
  /** Words of the name, the address or the licence. */
  readonly search?: string | null | undefined;
};

export type IncapacityType =
  | 'AbsenceForMedicalExamination'
  | 'AccidentOnTheWayToWork'
  | 'BirthLeave'
  | 'BirthLeaveForCoParents'
  | 'BreastFeeding'
  | 'EndOfCareerIllness'
  | 'Hospitalization'
  | 'Illness'
  | 'MandatoryHospitalization'
  | 'MaternityLeave'
  | 'OccupationalIllness'
  | 'PartialIncapacityToWork'
  | 'PaternityLeave'
  | 'PrivateAccident'
  | 'Quarantine'
  | 'QuarantineOther'
  | 'SeriousIllness'
  | 'SickLeave'
  | 'SurgicalIntervention'
  | 'Unknown'
  | 'WorkAccident';

export type NonOperableInput = {
  readonly archiveComment: string;
  readonly nonOperableReason: NonOperableReason;
};

export type NonOperableReason =
  | 'AddressNotFound'
  | 'DuplicateOrder'
  | 'EmployerDataMissing'
  | 'ExcludedType'
  | 'ForceMajeure'
  | 'Hospitalised'
  | 'IncapacityNotDeclared'
  | 'NoAccess'
  | 'NoContact'
  | 'NoDoctorFound'
  | 'Other'
  | 'TeleNotConclusive'
  | 'TooLateInPeriod'
  | 'WorkerAbroad'
  | 'WorkerMoved'
  | 'WorkerResumed';

export type ProblemInput = {
  readonly problemComment: string;
  /** Who must act. */
  readonly problemOwner: ProblemOwner;
  readonly problemReason: ProblemReason;
};

export type ProblemOwner =
  | 'employer'
  | 'provider';

export type ProblemReason =
  | 'AddressUnclear'
  | 'DoctorUnavailable'
  | 'EmployerModification'
  | 'Hospitalised'
  | 'Other'
  | 'PeriodChanged'
  | 'PhoneUnreachable'
  | 'WorkerAbroad';

export type ScheduleInput = {
  readonly appointmentMinutes: number;
  readonly appointmentStart: string;
  readonly doctorId: string;
};

export type SortDirection =
  | 'asc'
  | 'desc';

export type WorkerLanguage =
  | 'DE'
  | 'EN'
  | 'FR'
  | 'NL';

export type PlanningRowFragment = { readonly id: string, readonly version: number, readonly status: CheckStatus, readonly problemReason: ProblemReason | null, readonly problemOwner: ProblemOwner | null, readonly workerFullName: string, readonly workerAddress: string, readonly companyName: string, readonly incapacityStartDate: string, readonly incapacityEndDate: string, readonly checkTiming: CheckTiming, readonly checkLocation: CheckLocation, readonly creationDate: string, readonly appointmentStart: string | null, readonly doctorFullName: string };

export type PlanningBoardQueryVariables = Exact<{
  filter?: CheckFilter | null | undefined;
  sort?: CheckSort | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type PlanningBoardQuery = { readonly checks: { readonly totalCount: number, readonly totalCountCapped: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly version: number, readonly status: CheckStatus, readonly problemReason: ProblemReason | null, readonly problemOwner: ProblemOwner | null, readonly workerFullName: string, readonly workerAddress: string, readonly companyName: string, readonly incapacityStartDate: string, readonly incapacityEndDate: string, readonly checkTiming: CheckTiming, readonly checkLocation: CheckLocation, readonly creationDate: string, readonly appointmentStart: string | null, readonly doctorFullName: string }>, readonly pageInfo: { readonly endCursor: string | null, readonly hasNextPage: boolean } } };

export type PlanningFieldsFragment = { readonly availableActions: ReadonlyArray<CheckAction>, readonly nextActor: string, readonly problemComment: string, readonly workerLanguage: WorkerLanguage, readonly workerPhoneNumber: string, readonly phoneNumber: string, readonly workerExternalId: string, readonly authorizedExit: boolean, readonly incapacityType: IncapacityType, readonly certificateType: CertificateType, readonly superiorFullName: string, readonly providerComment: string | null, readonly doctorId: string | null, readonly appointmentEnd: string | null, readonly distanceToCheck: number | null, readonly timeToCheck: number | null, readonly checkOccurence: CheckOccurence | null, readonly nonOperableReason: NonOperableReason | null, readonly id: string, readonly version: number, readonly status: CheckStatus, readonly problemReason: ProblemReason | null, readonly problemOwner: ProblemOwner | null, readonly workerFullName: string, readonly workerAddress: string, readonly companyName: string, readonly incapacityStartDate: string, readonly incapacityEndDate: string, readonly checkTiming: CheckTiming, readonly checkLocation: CheckLocation, readonly creationDate: string, readonly appointmentStart: string | null, readonly doctorFullName: string, readonly events: ReadonlyArray<{ readonly id: string, readonly at: string, readonly action: string, readonly fromStatus: CheckStatus | null, readonly toStatus: CheckStatus, readonly actorKind: string, readonly actorName: string | null, readonly reason: string }> };

export type PlanningCheckQueryVariables = Exact<{
  id: string;
}>;


export type PlanningCheckQuery = { readonly check: { readonly availableActions: ReadonlyArray<CheckAction>, readonly nextActor: string, readonly problemComment: string, readonly workerLanguage: WorkerLanguage, readonly workerPhoneNumber: string, readonly phoneNumber: string, readonly workerExternalId: string, readonly authorizedExit: boolean, readonly incapacityType: IncapacityType, readonly certificateType: CertificateType, readonly superiorFullName: string, readonly providerComment: string | null, readonly doctorId: string | null, readonly appointmentEnd: string | null, readonly distanceToCheck: number | null, readonly timeToCheck: number | null, readonly checkOccurence: CheckOccurence | null, readonly nonOperableReason: NonOperableReason | null, readonly id: string, readonly version: number, readonly status: CheckStatus, readonly problemReason: ProblemReason | null, readonly problemOwner: ProblemOwner | null, readonly workerFullName: string, readonly workerAddress: string, readonly companyName: string, readonly incapacityStartDate: string, readonly incapacityEndDate: string, readonly checkTiming: CheckTiming, readonly checkLocation: CheckLocation, readonly creationDate: string, readonly appointmentStart: string | null, readonly doctorFullName: string, readonly events: ReadonlyArray<{ readonly id: string, readonly at: string, readonly action: string, readonly fromStatus: CheckStatus | null, readonly toStatus: CheckStatus, readonly actorKind: string, readonly actorName: string | null, readonly reason: string }> } };

export type DoctorCandidatesQueryVariables = Exact<{
  checkId: string;
  day: string;
}>;


export type DoctorCandidatesQuery = { readonly doctorCandidates: ReadonlyArray<{ readonly distanceKm: number | null, readonly travelMinutes: number | null, readonly missionsThatDay: number, readonly freeSlots: ReadonlyArray<string>, readonly reasons: ReadonlyArray<string>, readonly doctor: { readonly id: string, readonly doctorFullName: string, readonly phoneNumber: string, readonly practiceAddress: string, readonly languages: ReadonlyArray<WorkerLanguage> } }> };

export type DoctorsQueryVariables = Exact<{
  filter?: DoctorFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type DoctorsQuery = { readonly doctors: { readonly totalCount: number, readonly totalCountCapped: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly doctorFullName: string, readonly phoneNumber: string, readonly email: string, readonly languages: ReadonlyArray<WorkerLanguage>, readonly locations: ReadonlyArray<CheckLocation>, readonly practiceAddress: string, readonly maxKm: number, readonly active: boolean, readonly openMissions: number, readonly availabilities: ReadonlyArray<{ readonly weekday: number, readonly fromTime: string, readonly toTime: string }> }>, readonly pageInfo: { readonly endCursor: string | null, readonly hasNextPage: boolean } } };

export type StartPlanningMutationVariables = Exact<{
  id: string;
  version: number;
}>;


export type StartPlanningMutation = { readonly startPlanning: { readonly availableActions: ReadonlyArray<CheckAction>, readonly nextActor: string, readonly problemComment: string, readonly workerLanguage: WorkerLanguage, readonly workerPhoneNumber: string, readonly phoneNumber: string, readonly workerExternalId: string, readonly authorizedExit: boolean, readonly incapacityType: IncapacityType, readonly certificateType: CertificateType, readonly superiorFullName: string, readonly providerComment: string | null, readonly doctorId: string | null, readonly appointmentEnd: string | null, readonly distanceToCheck: number | null, readonly timeToCheck: number | null, readonly checkOccurence: CheckOccurence | null, readonly nonOperableReason: NonOperableReason | null, readonly id: string, readonly version: number, readonly status: CheckStatus, readonly problemReason: ProblemReason | null, readonly problemOwner: ProblemOwner | null, readonly workerFullName: string, readonly workerAddress: string, readonly companyName: string, readonly incapacityStartDate: string, readonly incapacityEndDate: string, readonly checkTiming: CheckTiming, readonly checkLocation: CheckLocation, readonly creationDate: string, readonly appointmentStart: string | null, readonly doctorFullName: string, readonly events: ReadonlyArray<{ readonly id: string, readonly at: string, readonly action: string, readonly fromStatus: CheckStatus | null, readonly toStatus: CheckStatus, readonly actorKind: string, readonly actorName: string | null, readonly reason: string }> } };

export type ScheduleCheckMutationVariables = Exact<{
  id: string;
  version: number;
  input: ScheduleInput;
}>;


export type ScheduleCheckMutation = { readonly scheduleCheck: { readonly availableActions: ReadonlyArray<CheckAction>, readonly nextActor: string, readonly problemComment: string, readonly workerLanguage: WorkerLanguage, readonly workerPhoneNumber: string, readonly phoneNumber: string, readonly workerExternalId: string, readonly authorizedExit: boolean, readonly incapacityType: IncapacityType, readonly certificateType: CertificateType, readonly superiorFullName: string, readonly providerComment: string | null, readonly doctorId: string | null, readonly appointmentEnd: string | null, readonly distanceToCheck: number | null, readonly timeToCheck: number | null, readonly checkOccurence: CheckOccurence | null, readonly nonOperableReason: NonOperableReason | null, readonly id: string, readonly version: number, readonly status: CheckStatus, readonly problemReason: ProblemReason | null, readonly problemOwner: ProblemOwner | null, readonly workerFullName: string, readonly workerAddress: string, readonly companyName: string, readonly incapacityStartDate: string, readonly incapacityEndDate: string, readonly checkTiming: CheckTiming, readonly checkLocation: CheckLocation, readonly creationDate: string, readonly appointmentStart: string | null, readonly doctorFullName: string, readonly events: ReadonlyArray<{ readonly id: string, readonly at: string, readonly action: string, readonly fromStatus: CheckStatus | null, readonly toStatus: CheckStatus, readonly actorKind: string, readonly actorName: string | null, readonly reason: string }> } };

export type UnscheduleCheckMutationVariables = Exact<{
  id: string;
  version: number;
}>;


export type UnscheduleCheckMutation = { readonly unscheduleCheck: { readonly availableActions: ReadonlyArray<CheckAction>, readonly nextActor: string, readonly problemComment: string, readonly workerLanguage: WorkerLanguage, readonly workerPhoneNumber: string, readonly phoneNumber: string, readonly workerExternalId: string, readonly authorizedExit: boolean, readonly incapacityType: IncapacityType, readonly certificateType: CertificateType, readonly superiorFullName: string, readonly providerComment: string | null, readonly doctorId: string | null, readonly appointmentEnd: string | null, readonly distanceToCheck: number | null, readonly timeToCheck: number | null, readonly checkOccurence: CheckOccurence | null, readonly nonOperableReason: NonOperableReason | null, readonly id: string, readonly version: number, readonly status: CheckStatus, readonly problemReason: ProblemReason | null, readonly problemOwner: ProblemOwner | null, readonly workerFullName: string, readonly workerAddress: string, readonly companyName: string, readonly incapacityStartDate: string, readonly incapacityEndDate: string, readonly checkTiming: CheckTiming, readonly checkLocation: CheckLocation, readonly creationDate: string, readonly appointmentStart: string | null, readonly doctorFullName: string, readonly events: ReadonlyArray<{ readonly id: string, readonly at: string, readonly action: string, readonly fromStatus: CheckStatus | null, readonly toStatus: CheckStatus, readonly actorKind: string, readonly actorName: string | null, readonly reason: string }> } };

export type ReportProblemMutationVariables = Exact<{
  id: string;
  version: number;
  input: ProblemInput;
}>;


export type ReportProblemMutation = { readonly reportProblem: { readonly availableActions: ReadonlyArray<CheckAction>, readonly nextActor: string, readonly problemComment: string, readonly workerLanguage: WorkerLanguage, readonly workerPhoneNumber: string, readonly phoneNumber: string, readonly workerExternalId: string, readonly authorizedExit: boolean, readonly incapacityType: IncapacityType, readonly certificateType: CertificateType, readonly superiorFullName: string, readonly providerComment: string | null, readonly doctorId: string | null, readonly appointmentEnd: string | null, readonly distanceToCheck: number | null, readonly timeToCheck: number | null, readonly checkOccurence: CheckOccurence | null, readonly nonOperableReason: NonOperableReason | null, readonly id: string, readonly version: number, readonly status: CheckStatus, readonly problemReason: ProblemReason | null, readonly problemOwner: ProblemOwner | null, readonly workerFullName: string, readonly workerAddress: string, readonly companyName: string, readonly incapacityStartDate: string, readonly incapacityEndDate: string, readonly checkTiming: CheckTiming, readonly checkLocation: CheckLocation, readonly creationDate: string, readonly appointmentStart: string | null, readonly doctorFullName: string, readonly events: ReadonlyArray<{ readonly id: string, readonly at: string, readonly action: string, readonly fromStatus: CheckStatus | null, readonly toStatus: CheckStatus, readonly actorKind: string, readonly actorName: string | null, readonly reason: string }> } };

export type SettleProblemMutationVariables = Exact<{
  id: string;
  version: number;
  comment: string;
}>;


export type SettleProblemMutation = { readonly resolveProblem: { readonly availableActions: ReadonlyArray<CheckAction>, readonly nextActor: string, readonly problemComment: string, readonly workerLanguage: WorkerLanguage, readonly workerPhoneNumber: string, readonly phoneNumber: string, readonly workerExternalId: string, readonly authorizedExit: boolean, readonly incapacityType: IncapacityType, readonly certificateType: CertificateType, readonly superiorFullName: string, readonly providerComment: string | null, readonly doctorId: string | null, readonly appointmentEnd: string | null, readonly distanceToCheck: number | null, readonly timeToCheck: number | null, readonly checkOccurence: CheckOccurence | null, readonly nonOperableReason: NonOperableReason | null, readonly id: string, readonly version: number, readonly status: CheckStatus, readonly problemReason: ProblemReason | null, readonly problemOwner: ProblemOwner | null, readonly workerFullName: string, readonly workerAddress: string, readonly companyName: string, readonly incapacityStartDate: string, readonly incapacityEndDate: string, readonly checkTiming: CheckTiming, readonly checkLocation: CheckLocation, readonly creationDate: string, readonly appointmentStart: string | null, readonly doctorFullName: string, readonly events: ReadonlyArray<{ readonly id: string, readonly at: string, readonly action: string, readonly fromStatus: CheckStatus | null, readonly toStatus: CheckStatus, readonly actorKind: string, readonly actorName: string | null, readonly reason: string }> } };

export type EndAsNonOperableMutationVariables = Exact<{
  id: string;
  version: number;
  input: NonOperableInput;
}>;


export type EndAsNonOperableMutation = { readonly markNonOperable: { readonly availableActions: ReadonlyArray<CheckAction>, readonly nextActor: string, readonly problemComment: string, readonly workerLanguage: WorkerLanguage, readonly workerPhoneNumber: string, readonly phoneNumber: string, readonly workerExternalId: string, readonly authorizedExit: boolean, readonly incapacityType: IncapacityType, readonly certificateType: CertificateType, readonly superiorFullName: string, readonly providerComment: string | null, readonly doctorId: string | null, readonly appointmentEnd: string | null, readonly distanceToCheck: number | null, readonly timeToCheck: number | null, readonly checkOccurence: CheckOccurence | null, readonly nonOperableReason: NonOperableReason | null, readonly id: string, readonly version: number, readonly status: CheckStatus, readonly problemReason: ProblemReason | null, readonly problemOwner: ProblemOwner | null, readonly workerFullName: string, readonly workerAddress: string, readonly companyName: string, readonly incapacityStartDate: string, readonly incapacityEndDate: string, readonly checkTiming: CheckTiming, readonly checkLocation: CheckLocation, readonly creationDate: string, readonly appointmentStart: string | null, readonly doctorFullName: string, readonly events: ReadonlyArray<{ readonly id: string, readonly at: string, readonly action: string, readonly fromStatus: CheckStatus | null, readonly toStatus: CheckStatus, readonly actorKind: string, readonly actorName: string | null, readonly reason: string }> } };

export type DeleteCheckMutationVariables = Exact<{
  id: string;
  version: number;
  reason: string;
}>;


export type DeleteCheckMutation = { readonly deleteCheck: { readonly id: string, readonly status: CheckStatus } };

export const PlanningBoardDocument = gql<PlanningBoardQuery, PlanningBoardQueryVariables>('PlanningBoard', "query PlanningBoard($filter:CheckFilter$sort:CheckSort$first:Int$after:String){checks(filter:$filter sort:$sort first:$first after:$after){nodes{...PlanningRow}pageInfo{endCursor hasNextPage}totalCount totalCountCapped}}fragment PlanningRow on Check{id version status problemReason problemOwner workerFullName workerAddress companyName incapacityStartDate incapacityEndDate checkTiming checkLocation creationDate appointmentStart doctorFullName}");
export const PlanningCheckDocument = gql<PlanningCheckQuery, PlanningCheckQueryVariables>('PlanningCheck', "query PlanningCheck($id:ID!){check(id:$id){...PlanningFields}}fragment PlanningFields on Check{...PlanningRow availableActions nextActor problemComment workerLanguage workerPhoneNumber phoneNumber workerExternalId authorizedExit incapacityType certificateType superiorFullName providerComment doctorId appointmentEnd distanceToCheck timeToCheck checkOccurence nonOperableReason events{id at action fromStatus toStatus actorKind actorName reason}}fragment PlanningRow on Check{id version status problemReason problemOwner workerFullName workerAddress companyName incapacityStartDate incapacityEndDate checkTiming checkLocation creationDate appointmentStart doctorFullName}");
export const DoctorCandidatesDocument = gql<DoctorCandidatesQuery, DoctorCandidatesQueryVariables>('DoctorCandidates', "query DoctorCandidates($checkId:ID!$day:Date!){doctorCandidates(checkId:$checkId day:$day){doctor{__typename id doctorFullName phoneNumber practiceAddress languages}distanceKm travelMinutes missionsThatDay freeSlots reasons}}");
export const DoctorsDocument = gql<DoctorsQuery, DoctorsQueryVariables>('Doctors', "query Doctors($filter:DoctorFilter$first:Int$after:String){doctors(filter:$filter first:$first after:$after){nodes{__typename id doctorFullName phoneNumber email languages locations practiceAddress maxKm active openMissions availabilities{weekday fromTime toTime}}pageInfo{endCursor hasNextPage}totalCount totalCountCapped}}");
export const StartPlanningDocument = gql<StartPlanningMutation, StartPlanningMutationVariables>('StartPlanning', "mutation StartPlanning($id:ID!$version:Int!){startPlanning(id:$id version:$version){...PlanningFields}}fragment PlanningFields on Check{...PlanningRow availableActions nextActor problemComment workerLanguage workerPhoneNumber phoneNumber workerExternalId authorizedExit incapacityType certificateType superiorFullName providerComment doctorId appointmentEnd distanceToCheck timeToCheck checkOccurence nonOperableReason events{id at action fromStatus toStatus actorKind actorName reason}}fragment PlanningRow on Check{id version status problemReason problemOwner workerFullName workerAddress companyName incapacityStartDate incapacityEndDate checkTiming checkLocation creationDate appointmentStart doctorFullName}");
export const ScheduleCheckDocument = gql<ScheduleCheckMutation, ScheduleCheckMutationVariables>('ScheduleCheck', "mutation ScheduleCheck($id:ID!$version:Int!$input:ScheduleInput!){scheduleCheck(id:$id version:$version input:$input){...PlanningFields}}fragment PlanningFields on Check{...PlanningRow availableActions nextActor problemComment workerLanguage workerPhoneNumber phoneNumber workerExternalId authorizedExit incapacityType certificateType superiorFullName providerComment doctorId appointmentEnd distanceToCheck timeToCheck checkOccurence nonOperableReason events{id at action fromStatus toStatus actorKind actorName reason}}fragment PlanningRow on Check{id version status problemReason problemOwner workerFullName workerAddress companyName incapacityStartDate incapacityEndDate checkTiming checkLocation creationDate appointmentStart doctorFullName}");
export const UnscheduleCheckDocument = gql<UnscheduleCheckMutation, UnscheduleCheckMutationVariables>('UnscheduleCheck', "mutation UnscheduleCheck($id:ID!$version:Int!){unscheduleCheck(id:$id version:$version){...PlanningFields}}fragment PlanningFields on Check{...PlanningRow availableActions nextActor problemComment workerLanguage workerPhoneNumber phoneNumber workerExternalId authorizedExit incapacityType certificateType superiorFullName providerComment doctorId appointmentEnd distanceToCheck timeToCheck checkOccurence nonOperableReason events{id at action fromStatus toStatus actorKind actorName reason}}fragment PlanningRow on Check{id version status problemReason problemOwner workerFullName workerAddress companyName incapacityStartDate incapacityEndDate checkTiming checkLocation creationDate appointmentStart doctorFullName}");
export const ReportProblemDocument = gql<ReportProblemMutation, ReportProblemMutationVariables>('ReportProblem', "mutation ReportProblem($id:ID!$version:Int!$input:ProblemInput!){reportProblem(id:$id version:$version input:$input){...PlanningFields}}fragment PlanningFields on Check{...PlanningRow availableActions nextActor problemComment workerLanguage workerPhoneNumber phoneNumber workerExternalId authorizedExit incapacityType certificateType superiorFullName providerComment doctorId appointmentEnd distanceToCheck timeToCheck checkOccurence nonOperableReason events{id at action fromStatus toStatus actorKind actorName reason}}fragment PlanningRow on Check{id version status problemReason problemOwner workerFullName workerAddress companyName incapacityStartDate incapacityEndDate checkTiming checkLocation creationDate appointmentStart doctorFullName}");
export const SettleProblemDocument = gql<SettleProblemMutation, SettleProblemMutationVariables>('SettleProblem', "mutation SettleProblem($id:ID!$version:Int!$comment:String!){resolveProblem(id:$id version:$version comment:$comment){...PlanningFields}}fragment PlanningFields on Check{...PlanningRow availableActions nextActor problemComment workerLanguage workerPhoneNumber phoneNumber workerExternalId authorizedExit incapacityType certificateType superiorFullName providerComment doctorId appointmentEnd distanceToCheck timeToCheck checkOccurence nonOperableReason events{id at action fromStatus toStatus actorKind actorName reason}}fragment PlanningRow on Check{id version status problemReason problemOwner workerFullName workerAddress companyName incapacityStartDate incapacityEndDate checkTiming checkLocation creationDate appointmentStart doctorFullName}");
export const EndAsNonOperableDocument = gql<EndAsNonOperableMutation, EndAsNonOperableMutationVariables>('EndAsNonOperable', "mutation EndAsNonOperable($id:ID!$version:Int!$input:NonOperableInput!){markNonOperable(id:$id version:$version input:$input){...PlanningFields}}fragment PlanningFields on Check{...PlanningRow availableActions nextActor problemComment workerLanguage workerPhoneNumber phoneNumber workerExternalId authorizedExit incapacityType certificateType superiorFullName providerComment doctorId appointmentEnd distanceToCheck timeToCheck checkOccurence nonOperableReason events{id at action fromStatus toStatus actorKind actorName reason}}fragment PlanningRow on Check{id version status problemReason problemOwner workerFullName workerAddress companyName incapacityStartDate incapacityEndDate checkTiming checkLocation creationDate appointmentStart doctorFullName}");
export const DeleteCheckDocument = gql<DeleteCheckMutation, DeleteCheckMutationVariables>('DeleteCheck', "mutation DeleteCheck($id:ID!$version:Int!$reason:String!){deleteCheck(id:$id version:$version reason:$reason){id status}}");
