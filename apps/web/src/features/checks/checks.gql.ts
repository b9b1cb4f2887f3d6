// Written by codegen.ts from checks.graphql. Do not edit.
import { gql } from '../../lib/gql.ts';
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type CancelInput = {
  readonly reason: string;
};

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

export type CheckPlausibility =
  | 'DontKnow'
  | 'Excluded'
  | 'Probably'
  | 'Unknown';

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

export type CheckSource =
  | 'Api'
  | 'CertificateRow'
  | 'OneShot'
  | 'Phone'
  | 'Policy'
  | 'Web';

export type CheckStatus =
  | 'Archived'
  | 'ModificationProblem'
  | 'Planning'
  | 'Reception'
  | 'WaitingForCheck';

export type CheckTiming =
  | 'Immediate'
  | 'Optimized';

export type Gender =
  | 'Female'
  | 'Male'
  | 'Others';

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

export type InterfaceLanguage =
  | 'en'
  | 'fr'
  | 'nl';

export type ModifyInput = {
  readonly authorizedExit: boolean;
  /** Ignored from those who cannot read it. */
  readonly doctorComment: string;
  readonly endDate: string;
  readonly locationCheck: CheckLocation;
  /** Mobile number, or empty. */
  readonly phoneNumber: string;
  /** Ignored from those who cannot read it. */
  readonly providerComment: string;
  readonly startDate: string;
  readonly typeCheck: CheckTiming;
  readonly workerAddress: string;
  readonly workerPhoneNumber: string;
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

export type SortDirection =
  | 'asc'
  | 'desc';

export type WorkerLanguage =
  | 'DE'
  | 'EN'
  | 'FR'
  | 'NL';

export type CheckRowFragment = { readonly id: string, readonly companyId: string, readonly version: number, readonly status: CheckStatus, readonly availableActions: ReadonlyArray<CheckAction>, readonly nextActor: string, readonly workerFullName: string, readonly workerExternalId: string, readonly companyName: string, readonly incapacityStartDate: string, readonly incapacityEndDate: string, readonly checkTiming: CheckTiming, readonly checkLocation: CheckLocation, readonly appointmentStart: string | null, readonly doctorFullName: string, readonly superiorFullName: string, readonly creationDate: string };

export type ChecksQueryVariables = Exact<{
  filter?: CheckFilter | null | undefined;
  sort?: CheckSort | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ChecksQuery = { readonly checks: { readonly totalCount: number, readonly totalCountCapped: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly companyId: string, readonly version: number, readonly status: CheckStatus, readonly availableActions: ReadonlyArray<CheckAction>, readonly nextActor: string, readonly workerFullName: string, readonly workerExternalId: string, readonly companyName: string, readonly incapacityStartDate: string, readonly incapacityEndDate: string, readonly checkTiming: CheckTiming, readonly checkLocation: CheckLocation, readonly appointmentStart: string | null, readonly doctorFullName: string, readonly superiorFullName: string, readonly creationDate: string }>, readonly pageInfo: { readonly endCursor: string | null, readonly hasNextPage: boolean } } };

export type ReportRowFragment = { readonly id: string, readonly companyId: string, readonly version: number, readonly workerFullName: string, readonly workerExternalId: string, readonly companyName: string, readonly checkOccurence: CheckOccurence | null, readonly nonOperableReason: NonOperableReason | null, readonly earlyReturn: boolean, readonly checkDate: string | null, readonly checkTime: string | null, readonly archivedAt: string | null, readonly checkTiming: CheckTiming, readonly checkLocation: CheckLocation, readonly doctorFullName: string, readonly superiorFullName: string, readonly incapacityStartDate: string, readonly incapacityEndDate: string, readonly newIncapacityEndDate: string | null, readonly companyTotalPrice: number | null };

export type ReportsQueryVariables = Exact<{
  filter?: CheckFilter | null | undefined;
  sort?: CheckSort | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ReportsQuery = { readonly reports: { readonly totalCount: number, readonly totalCountCapped: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly companyId: string, readonly version: number, readonly workerFullName: string, readonly workerExternalId: string, readonly companyName: string, readonly checkOccurence: CheckOccurence | null, readonly nonOperableReason: NonOperableReason | null, readonly earlyReturn: boolean, readonly checkDate: string | null, readonly checkTime: string | null, readonly archivedAt: string | null, readonly checkTiming: CheckTiming, readonly checkLocation: CheckLocation, readonly doctorFullName: string, readonly superiorFullName: string, readonly incapacityStartDate: string, readonly incapacityEndDate: string, readonly newIncapacityEndDate: string | null, readonly companyTotalPrice: number | null }>, readonly pageInfo: { readonly endCursor: string | null, readonly hasNextPage: boolean } } };

export type CheckFieldsFragment = { readonly id: string, readonly companyId: string, readonly employeeId: string, readonly certificateId: string | null, readonly parentCheckId: string | null, readonly version: number, readonly status: CheckStatus, readonly availableActions: ReadonlyArray<CheckAction>, readonly nextActor: string, readonly problemReason: ProblemReason | null, readonly problemOwner: ProblemOwner | null, readonly problemComment: string, readonly workerFullName: string, readonly workerGender: Gender, readonly workerLanguage: WorkerLanguage, readonly workerAddress: string, readonly workerPhoneNumber: string, readonly phoneNumber: string, readonly workerExternalId: string, readonly workerNISS: string | null, readonly subEmployee: string, readonly companyName: string, readonly incapacityStartDate: string, readonly incapacityEndDate: string, readonly incapacityType: IncapacityType, readonly certificateType: CertificateType, readonly incapacityPercentage: number, readonly authorizedExit: boolean, readonly accidentDate: string | null, readonly accidentTime: string | null, readonly injuryDifference: boolean | null, readonly checkPlausibility: CheckPlausibility, readonly checkTiming: CheckTiming, readonly checkLocation: CheckLocation, readonly creationDate: string, readonly modificationDate: string, readonly source: CheckSource, readonly isRandom: boolean, readonly providerComment: string | null, readonly doctorComment: string | null, readonly doctorFullName: string, readonly appointmentStart: string | null, readonly appointmentEnd: string | null, readonly checkDate: string | null, readonly checkTime: string | null, readonly examinationMinutes: number | null, readonly distanceToCheck: number | null, readonly timeToCheck: number | null, readonly checkOccurence: CheckOccurence | null, readonly newIncapacityEndDate: string | null, readonly earlyReturn: boolean, readonly secondCheckNeeded: boolean, readonly prolongationNeeded: boolean, readonly workerDisagreement: boolean, readonly nonOperableReason: NonOperableReason | null, readonly archiveComment: string | null, readonly archivedAt: string | null, readonly companyTotalPrice: number | null, readonly doctorTotalPrice: number | null, readonly doctorTravelCosts: number | null, readonly doctorExtraCosts: number | null, readonly doctorReactivity: number | null, readonly doctorEfficiency: number | null, readonly resultSentBy: string, readonly superiorFullName: string, readonly superiorEmail: string, readonly superiorLg: InterfaceLanguage | null, readonly cancellationFee: number | null, readonly document: { readonly id: string, readonly fileName: string, readonly mediaType: string, readonly byteSize: number, readonly url: string } | null, readonly events: ReadonlyArray<{ readonly id: string, readonly at: string, readonly action: string, readonly fromStatus: CheckStatus | null, readonly toStatus: CheckStatus, readonly actorKind: string, readonly actorName: string | null, readonly reason: string, readonly version: number, readonly notes: ReadonlyArray<string> }> };

export type CheckQueryVariables = Exact<{
  id: string;
}>;


export type CheckQuery = { readonly check: { readonly id: string, readonly companyId: string, readonly employeeId: string, readonly certificateId: string | null, readonly parentCheckId: string | null, readonly version: number, readonly status: CheckStatus, readonly availableActions: ReadonlyArray<CheckAction>, readonly nextActor: string, readonly problemReason: ProblemReason | null, readonly problemOwner: ProblemOwner | null, readonly problemComment: string, readonly workerFullName: string, readonly workerGender: Gender, readonly workerLanguage: WorkerLanguage, readonly workerAddress: string, readonly workerPhoneNumber: string, readonly phoneNumber: string, readonly workerExternalId: string, readonly workerNISS: string | null, readonly subEmployee: string, readonly companyName: string, readonly incapacityStartDate: string, readonly incapacityEndDate: string, readonly incapacityType: IncapacityType, readonly certificateType: CertificateType, readonly incapacityPercentage: number, readonly authorizedExit: boolean, readonly accidentDate: string | null, readonly accidentTime: string | null, readonly injuryDifference: boolean | null, readonly checkPlausibility: CheckPlausibility, readonly checkTiming: CheckTiming, readonly checkLocation: CheckLocation, readonly creationDate: string, readonly modificationDate: string, readonly source: CheckSource, readonly isRandom: boolean, readonly providerComment: string | null, readonly doctorComment: string | null, readonly doctorFullName: string, readonly appointmentStart: string | null, readonly appointmentEnd: string | null, readonly checkDate: string | null, readonly checkTime: string | null, readonly examinationMinutes: number | null, readonly distanceToCheck: number | null, readonly timeToCheck: number | null, readonly checkOccurence: CheckOccurence | null, readonly newIncapacityEndDate: string | null, readonly earlyReturn: boolean, readonly secondCheckNeeded: boolean, readonly prolongationNeeded: boolean, readonly workerDisagreement: boolean, readonly nonOperableReason: NonOperableReason | null, readonly archiveComment: string | null, readonly archivedAt: string | null, readonly companyTotalPrice: number | null, readonly doctorTotalPrice: number | null, readonly doctorTravelCosts: number | null, readonly doctorExtraCosts: number | null, readonly doctorReactivity: number | null, readonly doctorEfficiency: number | null, readonly resultSentBy: string, readonly superiorFullName: string, readonly superiorEmail: string, readonly superiorLg: InterfaceLanguage | null, readonly cancellationFee: number | null, readonly document: { readonly id: string, readonly fileName: string, readonly mediaType: string, readonly byteSize: number, readonly url: string } | null, readonly events: ReadonlyArray<{ readonly id: string, readonly at: string, readonly action: string, readonly fromStatus: CheckStatus | null, readonly toStatus: CheckStatus, readonly actorKind: string, readonly actorName: string | null, readonly reason: string, readonly version: number, readonly notes: ReadonlyArray<string> }> } };

export type CheckSuperiorsQueryVariables = Exact<{
  companyId: string;
}>;


export type CheckSuperiorsQuery = { readonly superiors: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly superiorFullName: string, readonly email: string }> } };

export type ModifyCheckMutationVariables = Exact<{
  id: string;
  version: number;
  input: ModifyInput;
}>;


export type ModifyCheckMutation = { readonly modifyCheck: { readonly id: string, readonly companyId: string, readonly employeeId: string, readonly certificateId: string | null, readonly parentCheckId: string | null, readonly version: number, readonly status: CheckStatus, readonly availableActions: ReadonlyArray<CheckAction>, readonly nextActor: string, readonly problemReason: ProblemReason | null, readonly problemOwner: ProblemOwner | null, readonly problemComment: string, readonly workerFullName: string, readonly workerGender: Gender, readonly workerLanguage: WorkerLanguage, readonly workerAddress: string, readonly workerPhoneNumber: string, readonly phoneNumber: string, readonly workerExternalId: string, readonly workerNISS: string | null, readonly subEmployee: string, readonly companyName: string, readonly incapacityStartDate: string, readonly incapacityEndDate: string, readonly incapacityType: IncapacityType, readonly certificateType: CertificateType, readonly incapacityPercentage: number, readonly authorizedExit: boolean, readonly accidentDate: string | null, readonly accidentTime: string | null, readonly injuryDifference: boolean | null, readonly checkPlausibility: CheckPlausibility, readonly checkTiming: CheckTiming, readonly checkLocation: CheckLocation, readonly creationDate: string, readonly modificationDate: string, readonly source: CheckSource, readonly isRandom: boolean, readonly providerComment: string | null, readonly doctorComment: string | null, readonly doctorFullName: string, readonly appointmentStart: string | null, readonly appointmentEnd: string | null, readonly checkDate: string | null, readonly checkTime: string | null, readonly examinationMinutes: number | null, readonly distanceToCheck: number | null, readonly timeToCheck: number | null, readonly checkOccurence: CheckOccurence | null, readonly newIncapacityEndDate: string | null, readonly earlyReturn: boolean, readonly secondCheckNeeded: boolean, readonly prolongationNeeded: boolean, readonly workerDisagreement: boolean, readonly nonOperableReason: NonOperableReason | null, readonly archiveComment: string | null, readonly archivedAt: string | null, readonly companyTotalPrice: number | null, readonly doctorTotalPrice: number | null, readonly doctorTravelCosts: number | null, readonly doctorExtraCosts: number | null, readonly doctorReactivity: number | null, readonly doctorEfficiency: number | null, readonly resultSentBy: string, readonly superiorFullName: string, readonly superiorEmail: string, readonly superiorLg: InterfaceLanguage | null, readonly cancellationFee: number | null, readonly document: { readonly id: string, readonly fileName: string, readonly mediaType: string, readonly byteSize: number, readonly url: string } | null, readonly events: ReadonlyArray<{ readonly id: string, readonly at: string, readonly action: string, readonly fromStatus: CheckStatus | null, readonly toStatus: CheckStatus, readonly actorKind: string, readonly actorName: string | null, readonly reason: string, readonly version: number, readonly notes: ReadonlyArray<string> }> } };

export type CancelCheckMutationVariables = Exact<{
  id: string;
  version: number;
  input: CancelInput;
}>;


export type CancelCheckMutation = { readonly cancelCheck: { readonly id: string, readonly companyId: string, readonly employeeId: string, readonly certificateId: string | null, readonly parentCheckId: string | null, readonly version: number, readonly status: CheckStatus, readonly availableActions: ReadonlyArray<CheckAction>, readonly nextActor: string, readonly problemReason: ProblemReason | null, readonly problemOwner: ProblemOwner | null, readonly problemComment: string, readonly workerFullName: string, readonly workerGender: Gender, readonly workerLanguage: WorkerLanguage, readonly workerAddress: string, readonly workerPhoneNumber: string, readonly phoneNumber: string, readonly workerExternalId: string, readonly workerNISS: string | null, readonly subEmployee: string, readonly companyName: string, readonly incapacityStartDate: string, readonly incapacityEndDate: string, readonly incapacityType: IncapacityType, readonly certificateType: CertificateType, readonly incapacityPercentage: number, readonly authorizedExit: boolean, readonly accidentDate: string | null, readonly accidentTime: string | null, readonly injuryDifference: boolean | null, readonly checkPlausibility: CheckPlausibility, readonly checkTiming: CheckTiming, readonly checkLocation: CheckLocation, readonly creationDate: string, readonly modificationDate: string, readonly source: CheckSource, readonly isRandom: boolean, readonly providerComment: string | null, readonly doctorComment: string | null, readonly doctorFullName: string, readonly appointmentStart: string | null, readonly appointmentEnd: string | null, readonly checkDate: string | null, readonly checkTime: string | null, readonly examinationMinutes: number | null, readonly distanceToCheck: number | null, readonly timeToCheck: number | null, readonly checkOccurence: CheckOccurence | null, readonly newIncapacityEndDate: string | null, readonly earlyReturn: boolean, readonly secondCheckNeeded: boolean, readonly prolongationNeeded: boolean, readonly workerDisagreement: boolean, readonly nonOperableReason: NonOperableReason | null, readonly archiveComment: string | null, readonly archivedAt: string | null, readonly companyTotalPrice: number | null, readonly doctorTotalPrice: number | null, readonly doctorTravelCosts: number | null, readonly doctorExtraCosts: number | null, readonly doctorReactivity: number | null, readonly doctorEfficiency: number | null, readonly resultSentBy: string, readonly superiorFullName: string, readonly superiorEmail: string, readonly superiorLg: InterfaceLanguage | null, readonly cancellationFee: number | null, readonly document: { readonly id: string, readonly fileName: string, readonly mediaType: string, readonly byteSize: number, readonly url: string } | null, readonly events: ReadonlyArray<{ readonly id: string, readonly at: string, readonly action: string, readonly fromStatus: CheckStatus | null, readonly toStatus: CheckStatus, readonly actorKind: string, readonly actorName: string | null, readonly reason: string, readonly version: number, readonly notes: ReadonlyArray<string> }> } };

export type ResolveProblemMutationVariables = Exact<{
  id: string;
  version: number;
  comment: string;
}>;


export type ResolveProblemMutation = { readonly resolveProblem: { readonly id: string, readonly companyId: string, readonly employeeId: string, readonly certificateId: string | null, readonly parentCheckId: string | null, readonly version: number, readonly status: CheckStatus, readonly availableActions: ReadonlyArray<CheckAction>, readonly nextActor: string, readonly problemReason: ProblemReason | null, readonly problemOwner: ProblemOwner | null, readonly problemComment: string, readonly workerFullName: string, readonly workerGender: Gender, readonly workerLanguage: WorkerLanguage, readonly workerAddress: string, readonly workerPhoneNumber: string, readonly phoneNumber: string, readonly workerExternalId: string, readonly workerNISS: string | null, readonly subEmployee: string, readonly companyName: string, readonly incapacityStartDate: string, readonly incapacityEndDate: string, readonly incapacityType: IncapacityType, readonly certificateType: CertificateType, readonly incapacityPercentage: number, readonly authorizedExit: boolean, readonly accidentDate: string | null, readonly accidentTime: string | null, readonly injuryDifference: boolean | null, readonly checkPlausibility: CheckPlausibility, readonly checkTiming: CheckTiming, readonly checkLocation: CheckLocation, readonly creationDate: string, readonly modificationDate: string, readonly source: CheckSource, readonly isRandom: boolean, readonly providerComment: string | null, readonly doctorComment: string | null, readonly doctorFullName: string, readonly appointmentStart: string | null, readonly appointmentEnd: string | null, readonly checkDate: string | null, readonly checkTime: string | null, readonly examinationMinutes: number | null, readonly distanceToCheck: number | null, readonly timeToCheck: number | null, readonly checkOccurence: CheckOccurence | null, readonly newIncapacityEndDate: string | null, readonly earlyReturn: boolean, readonly secondCheckNeeded: boolean, readonly prolongationNeeded: boolean, readonly workerDisagreement: boolean, readonly nonOperableReason: NonOperableReason | null, readonly archiveComment: string | null, readonly archivedAt: string | null, readonly companyTotalPrice: number | null, readonly doctorTotalPrice: number | null, readonly doctorTravelCosts: number | null, readonly doctorExtraCosts: number | null, readonly doctorReactivity: number | null, readonly doctorEfficiency: number | null, readonly resultSentBy: string, readonly superiorFullName: string, readonly superiorEmail: string, readonly superiorLg: InterfaceLanguage | null, readonly cancellationFee: number | null, readonly document: { readonly id: string, readonly fileName: string, readonly mediaType: string, readonly byteSize: number, readonly url: string } | null, readonly events: ReadonlyArray<{ readonly id: string, readonly at: string, readonly action: string, readonly fromStatus: CheckStatus | null, readonly toStatus: CheckStatus, readonly actorKind: string, readonly actorName: string | null, readonly reason: string, readonly version: number, readonly notes: ReadonlyArray<string> }> } };

export const ChecksDocument = gql<ChecksQuery, ChecksQueryVariables>('Checks', "query Checks($filter:CheckFilter$sort:CheckSort$first:Int$after:String){checks(filter:$filter sort:$sort first:$first after:$after){nodes{...CheckRow}pageInfo{endCursor hasNextPage}totalCount totalCountCapped}}fragment CheckRow on Check{id companyId version status availableActions nextActor workerFullName workerExternalId companyName incapacityStartDate incapacityEndDate checkTiming checkLocation appointmentStart doctorFullName superiorFullName creationDate}");
export const ReportsDocument = gql<ReportsQuery, ReportsQueryVariables>('Reports', "query Reports($filter:CheckFilter$sort:CheckSort$first:Int$after:String){reports(filter:$filter sort:$sort first:$first after:$after){nodes{...ReportRow}pageInfo{endCursor hasNextPage}totalCount totalCountCapped}}fragment ReportRow on Check{id companyId version workerFullName workerExternalId companyName checkOccurence nonOperableReason earlyReturn checkDate checkTime archivedAt checkTiming checkLocation doctorFullName superiorFullName incapacityStartDate incapacityEndDate newIncapacityEndDate companyTotalPrice}");
export const CheckDocument = gql<CheckQuery, CheckQueryVariables>('Check', "query Check($id:ID!){check(id:$id){...CheckFields}}fragment CheckFields on Check{id companyId employeeId certificateId parentCheckId version status availableActions nextActor problemReason problemOwner problemComment workerFullName workerGender workerLanguage workerAddress workerPhoneNumber phoneNumber workerExternalId workerNISS subEmployee companyName incapacityStartDate incapacityEndDate incapacityType certificateType incapacityPercentage authorizedExit accidentDate accidentTime injuryDifference checkPlausibility checkTiming checkLocation creationDate modificationDate source isRandom providerComment doctorComment doctorFullName appointmentStart appointmentEnd checkDate checkTime examinationMinutes distanceToCheck timeToCheck checkOccurence newIncapacityEndDate earlyReturn secondCheckNeeded prolongationNeeded workerDisagreement nonOperableReason archiveComment archivedAt companyTotalPrice doctorTotalPrice doctorTravelCosts doctorExtraCosts doctorReactivity doctorEfficiency resultSentBy superiorFullName superiorEmail superiorLg cancellationFee document{id fileName mediaType byteSize url}events{id at action fromStatus toStatus actorKind actorName reason version notes}}");
export const CheckSuperiorsDocument = gql<CheckSuperiorsQuery, CheckSuperiorsQueryVariables>('CheckSuperiors', "query CheckSuperiors($companyId:ID!){superiors(companyId:$companyId first:100){nodes{id superiorFullName email}}}");
export const ModifyCheckDocument = gql<ModifyCheckMutation, ModifyCheckMutationVariables>('ModifyCheck', "mutation ModifyCheck($id:ID!$version:Int!$input:ModifyInput!){modifyCheck(id:$id version:$version input:$input){...CheckFields}}fragment CheckFields on Check{id companyId employeeId certificateId parentCheckId version status availableActions nextActor problemReason problemOwner problemComment workerFullName workerGender workerLanguage workerAddress workerPhoneNumber phoneNumber workerExternalId workerNISS subEmployee companyName incapacityStartDate incapacityEndDate incapacityType certificateType incapacityPercentage authorizedExit accidentDate accidentTime injuryDifference checkPlausibility checkTiming checkLocation creationDate modificationDate source isRandom providerComment doctorComment doctorFullName appointmentStart appointmentEnd checkDate checkTime examinationMinutes distanceToCheck timeToCheck checkOccurence newIncapacityEndDate earlyReturn secondCheckNeeded prolongationNeeded workerDisagreement nonOperableReason archiveComment archivedAt companyTotalPrice doctorTotalPrice doctorTravelCosts doctorExtraCosts doctorReactivity doctorEfficiency resultSentBy superiorFullName superiorEmail superiorLg cancellationFee document{id fileName mediaType byteSize url}events{id at action fromStatus toStatus actorKind actorName reason version notes}}");
export const CancelCheckDocument = gql<CancelCheckMutation, CancelCheckMutationVariables>('CancelCheck', "mutation CancelCheck($id:ID!$version:Int!$input:CancelInput!){cancelCheck(id:$id version:$version input:$input){...CheckFields}}fragment CheckFields on Check{id companyId employeeId certificateId parentCheckId version status availableActions nextActor problemReason problemOwner problemComment workerFullName workerGender workerLanguage workerAddress workerPhoneNumber phoneNumber workerExternalId workerNISS subEmployee companyName incapacityStartDate incapacityEndDate incapacityType certificateType incapacityPercentage authorizedExit accidentDate accidentTime injuryDifference checkPlausibility checkTiming checkLocation creationDate modificationDate source isRandom providerComment doctorComment doctorFullName appointmentStart appointmentEnd checkDate checkTime examinationMinutes distanceToCheck timeToCheck checkOccurence newIncapacityEndDate earlyReturn secondCheckNeeded prolongationNeeded workerDisagreement nonOperableReason archiveComment archivedAt companyTotalPrice doctorTotalPrice doctorTravelCosts doctorExtraCosts doctorReactivity doctorEfficiency resultSentBy superiorFullName superiorEmail superiorLg cancellationFee document{id fileName mediaType byteSize url}events{id at action fromStatus toStatus actorKind actorName reason version notes}}");
export const ResolveProblemDocument = gql<ResolveProblemMutation, ResolveProblemMutationVariables>('ResolveProblem', "mutation ResolveProblem($id:ID!$version:Int!$comment:String!){resolveProblem(id:$id version:$version comment:$comment){...CheckFields}}fragment CheckFields on Check{id companyId employeeId certificateId parentCheckId version status availableActions nextActor problemReason problemOwner problemComment workerFullName workerGender workerLanguage workerAddress workerPhoneNumber phoneNumber workerExternalId workerNISS subEmployee companyName incapacityStartDate incapacityEndDate incapacityType certificateType incapacityPercentage authorizedExit accidentDate accidentTime injuryDifference checkPlausibility checkTiming checkLocation creationDate modificationDate source isRandom providerComment doctorComment doctorFullName appointmentStart appointmentEnd checkDate checkTime examinationMinutes distanceToCheck timeToCheck checkOccurence newIncapacityEndDate earlyReturn secondCheckNeeded prolongationNeeded workerDisagreement nonOperableReason archiveComment archivedAt companyTotalPrice doctorTotalPrice doctorTravelCosts doctorExtraCosts doctorReactivity doctorEfficiency resultSentBy superiorFullName superiorEmail superiorLg cancellationFee document{id fileName mediaType byteSize url}events{id at action fromStatus toStatus actorKind actorName reason version notes}}");
