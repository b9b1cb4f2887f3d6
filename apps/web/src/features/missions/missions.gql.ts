// Written by codegen.ts from missions.graphql. Do not edit.
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

export type ResultInput = {
  readonly archiveComment: string;
  readonly checkOccurence: CheckOccurence;
  /** Of a no-show: the attempt. */
  readonly examinedFrom: string;
  readonly examinedTo: string;
  readonly findingsHandedOver: boolean;
  readonly independenceDeclared: boolean;
  readonly injuryDifference?: boolean | null | undefined;
  /** Medical compartment: only the doctor who writes it reads it. */
  readonly medicalNote: string;
  /** Last day of incapacity in the opinion of the doctor; null: confirmed. */
  readonly newIncapacityEndDate?: string | null | undefined;
  readonly prolongationNeeded: boolean;
  readonly secondCheckNeeded: boolean;
  readonly workerDisagreement: boolean;
};

export type WorkerLanguage =
  | 'DE'
  | 'EN'
  | 'FR'
  | 'NL';

export type MissionRowFragment = { readonly id: string, readonly version: number, readonly status: CheckStatus, readonly workerFullName: string, readonly workerAddress: string, readonly companyName: string, readonly checkLocation: CheckLocation, readonly checkTiming: CheckTiming, readonly appointmentStart: string | null, readonly appointmentEnd: string | null, readonly checkOccurence: CheckOccurence | null, readonly archivedAt: string | null, readonly checkDate: string | null, readonly checkTime: string | null, readonly doctorTotalPrice: number | null };

export type MissionsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type MissionsQuery = { readonly checks: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly version: number, readonly status: CheckStatus, readonly workerFullName: string, readonly workerAddress: string, readonly companyName: string, readonly checkLocation: CheckLocation, readonly checkTiming: CheckTiming, readonly appointmentStart: string | null, readonly appointmentEnd: string | null, readonly checkOccurence: CheckOccurence | null, readonly archivedAt: string | null, readonly checkDate: string | null, readonly checkTime: string | null, readonly doctorTotalPrice: number | null }>, readonly pageInfo: { readonly endCursor: string | null, readonly hasNextPage: boolean } } };

export type DoneMissionsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type DoneMissionsQuery = { readonly reports: { readonly totalCount: number, readonly totalCountCapped: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly version: number, readonly status: CheckStatus, readonly workerFullName: string, readonly workerAddress: string, readonly companyName: string, readonly checkLocation: CheckLocation, readonly checkTiming: CheckTiming, readonly appointmentStart: string | null, readonly appointmentEnd: string | null, readonly checkOccurence: CheckOccurence | null, readonly archivedAt: string | null, readonly checkDate: string | null, readonly checkTime: string | null, readonly doctorTotalPrice: number | null }>, readonly pageInfo: { readonly endCursor: string | null, readonly hasNextPage: boolean } } };

export type MissionFieldsFragment = { readonly companyId: string, readonly availableActions: ReadonlyArray<CheckAction>, readonly parentCheckId: string | null, readonly workerGender: Gender, readonly workerLanguage: WorkerLanguage, readonly workerPhoneNumber: string, readonly phoneNumber: string, readonly incapacityStartDate: string, readonly incapacityEndDate: string, readonly incapacityType: IncapacityType, readonly certificateType: CertificateType, readonly authorizedExit: boolean, readonly accidentDate: string | null, readonly accidentTime: string | null, readonly doctorComment: string | null, readonly distanceToCheck: number | null, readonly timeToCheck: number | null, readonly newIncapacityEndDate: string | null, readonly earlyReturn: boolean, readonly workerDisagreement: boolean, readonly archiveComment: string | null, readonly medicalNote: string | null, readonly id: string, readonly version: number, readonly status: CheckStatus, readonly workerFullName: string, readonly workerAddress: string, readonly companyName: string, readonly checkLocation: CheckLocation, readonly checkTiming: CheckTiming, readonly appointmentStart: string | null, readonly appointmentEnd: string | null, readonly checkOccurence: CheckOccurence | null, readonly archivedAt: string | null, readonly checkDate: string | null, readonly checkTime: string | null, readonly doctorTotalPrice: number | null, readonly document: { readonly id: string, readonly fileName: string, readonly mediaType: string, readonly byteSize: number, readonly url: string } | null };

export type MissionQueryVariables = Exact<{
  id: string;
}>;


export type MissionQuery = { readonly check: { readonly companyId: string, readonly availableActions: ReadonlyArray<CheckAction>, readonly parentCheckId: string | null, readonly workerGender: Gender, readonly workerLanguage: WorkerLanguage, readonly workerPhoneNumber: string, readonly phoneNumber: string, readonly incapacityStartDate: string, readonly incapacityEndDate: string, readonly incapacityType: IncapacityType, readonly certificateType: CertificateType, readonly authorizedExit: boolean, readonly accidentDate: string | null, readonly accidentTime: string | null, readonly doctorComment: string | null, readonly distanceToCheck: number | null, readonly timeToCheck: number | null, readonly newIncapacityEndDate: string | null, readonly earlyReturn: boolean, readonly workerDisagreement: boolean, readonly archiveComment: string | null, readonly medicalNote: string | null, readonly id: string, readonly version: number, readonly status: CheckStatus, readonly workerFullName: string, readonly workerAddress: string, readonly companyName: string, readonly checkLocation: CheckLocation, readonly checkTiming: CheckTiming, readonly appointmentStart: string | null, readonly appointmentEnd: string | null, readonly checkOccurence: CheckOccurence | null, readonly archivedAt: string | null, readonly checkDate: string | null, readonly checkTime: string | null, readonly doctorTotalPrice: number | null, readonly document: { readonly id: string, readonly fileName: string, readonly mediaType: string, readonly byteSize: number, readonly url: string } | null } };

export type RecordResultMutationVariables = Exact<{
  id: string;
  version: number;
  input: ResultInput;
}>;


export type RecordResultMutation = { readonly recordResult: { readonly companyId: string, readonly availableActions: ReadonlyArray<CheckAction>, readonly parentCheckId: string | null, readonly workerGender: Gender, readonly workerLanguage: WorkerLanguage, readonly workerPhoneNumber: string, readonly phoneNumber: string, readonly incapacityStartDate: string, readonly incapacityEndDate: string, readonly incapacityType: IncapacityType, readonly certificateType: CertificateType, readonly authorizedExit: boolean, readonly accidentDate: string | null, readonly accidentTime: string | null, readonly doctorComment: string | null, readonly distanceToCheck: number | null, readonly timeToCheck: number | null, readonly newIncapacityEndDate: string | null, readonly earlyReturn: boolean, readonly workerDisagreement: boolean, readonly archiveComment: string | null, readonly medicalNote: string | null, readonly id: string, readonly version: number, readonly status: CheckStatus, readonly workerFullName: string, readonly workerAddress: string, readonly companyName: string, readonly checkLocation: CheckLocation, readonly checkTiming: CheckTiming, readonly appointmentStart: string | null, readonly appointmentEnd: string | null, readonly checkOccurence: CheckOccurence | null, readonly archivedAt: string | null, readonly checkDate: string | null, readonly checkTime: string | null, readonly doctorTotalPrice: number | null, readonly document: { readonly id: string, readonly fileName: string, readonly mediaType: string, readonly byteSize: number, readonly url: string } | null } };

export type MissionNonOperableMutationVariables = Exact<{
  id: string;
  version: number;
  input: NonOperableInput;
}>;


export type MissionNonOperableMutation = { readonly markNonOperable: { readonly companyId: string, readonly availableActions: ReadonlyArray<CheckAction>, readonly parentCheckId: string | null, readonly workerGender: Gender, readonly workerLanguage: WorkerLanguage, readonly workerPhoneNumber: string, readonly phoneNumber: string, readonly incapacityStartDate: string, readonly incapacityEndDate: string, readonly incapacityType: IncapacityType, readonly certificateType: CertificateType, readonly authorizedExit: boolean, readonly accidentDate: string | null, readonly accidentTime: string | null, readonly doctorComment: string | null, readonly distanceToCheck: number | null, readonly timeToCheck: number | null, readonly newIncapacityEndDate: string | null, readonly earlyReturn: boolean, readonly workerDisagreement: boolean, readonly archiveComment: string | null, readonly medicalNote: string | null, readonly id: string, readonly version: number, readonly status: CheckStatus, readonly workerFullName: string, readonly workerAddress: string, readonly companyName: string, readonly checkLocation: CheckLocation, readonly checkTiming: CheckTiming, readonly appointmentStart: string | null, readonly appointmentEnd: string | null, readonly checkOccurence: CheckOccurence | null, readonly archivedAt: string | null, readonly checkDate: string | null, readonly checkTime: string | null, readonly doctorTotalPrice: number | null, readonly document: { readonly id: string, readonly fileName: string, readonly mediaType: string, readonly byteSize: number, readonly url: string } | null } };

export type MissionProblemMutationVariables = Exact<{
  id: string;
  version: number;
  input: ProblemInput;
}>;


export type MissionProblemMutation = { readonly reportProblem: { readonly id: string, readonly status: CheckStatus } };

export const MissionsDocument = gql<MissionsQuery, MissionsQueryVariables>('Missions', "query Missions($first:Int$after:String){checks(sort:{field:appointmentStart direction:asc}first:$first after:$after){nodes{...MissionRow}pageInfo{endCursor hasNextPage}totalCount}}fragment MissionRow on Check{id version status workerFullName workerAddress companyName checkLocation checkTiming appointmentStart appointmentEnd checkOccurence archivedAt checkDate checkTime doctorTotalPrice}");
export const DoneMissionsDocument = gql<DoneMissionsQuery, DoneMissionsQueryVariables>('DoneMissions', "query DoneMissions($first:Int$after:String){reports(sort:{field:archivedAt direction:desc}first:$first after:$after){nodes{...MissionRow}pageInfo{endCursor hasNextPage}totalCount totalCountCapped}}fragment MissionRow on Check{id version status workerFullName workerAddress companyName checkLocation checkTiming appointmentStart appointmentEnd checkOccurence archivedAt checkDate checkTime doctorTotalPrice}");
export const MissionDocument = gql<MissionQuery, MissionQueryVariables>('Mission', "query Mission($id:ID!){check(id:$id){...MissionFields}}fragment MissionFields on Check{...MissionRow companyId availableActions parentCheckId workerGender workerLanguage workerPhoneNumber phoneNumber incapacityStartDate incapacityEndDate incapacityType certificateType authorizedExit accidentDate accidentTime doctorComment distanceToCheck timeToCheck newIncapacityEndDate earlyReturn workerDisagreement archiveComment medicalNote document{id fileName mediaType byteSize url}}fragment MissionRow on Check{id version status workerFullName workerAddress companyName checkLocation checkTiming appointmentStart appointmentEnd checkOccurence archivedAt checkDate checkTime doctorTotalPrice}");
export const RecordResultDocument = gql<RecordResultMutation, RecordResultMutationVariables>('RecordResult', "mutation RecordResult($id:ID!$version:Int!$input:ResultInput!){recordResult(id:$id version:$version input:$input){...MissionFields}}fragment MissionFields on Check{...MissionRow companyId availableActions parentCheckId workerGender workerLanguage workerPhoneNumber phoneNumber incapacityStartDate incapacityEndDate incapacityType certificateType authorizedExit accidentDate accidentTime doctorComment distanceToCheck timeToCheck newIncapacityEndDate earlyReturn workerDisagreement archiveComment medicalNote document{id fileName mediaType byteSize url}}fragment MissionRow on Check{id version status workerFullName workerAddress companyName checkLocation checkTiming appointmentStart appointmentEnd checkOccurence archivedAt checkDate checkTime doctorTotalPrice}");
export const MissionNonOperableDocument = gql<MissionNonOperableMutation, MissionNonOperableMutationVariables>('MissionNonOperable', "mutation MissionNonOperable($id:ID!$version:Int!$input:NonOperableInput!){markNonOperable(id:$id version:$version input:$input){...MissionFields}}fragment MissionFields on Check{...MissionRow companyId availableActions parentCheckId workerGender workerLanguage workerPhoneNumber phoneNumber incapacityStartDate incapacityEndDate incapacityType certificateType authorizedExit accidentDate accidentTime doctorComment distanceToCheck timeToCheck newIncapacityEndDate earlyReturn workerDisagreement archiveComment medicalNote document{id fileName mediaType byteSize url}}fragment MissionRow on Check{id version status workerFullName workerAddress companyName checkLocation checkTiming appointmentStart appointmentEnd checkOccurence archivedAt checkDate checkTime doctorTotalPrice}");
export const MissionProblemDocument = gql<MissionProblemMutation, MissionProblemMutationVariables>('MissionProblem', "mutation MissionProblem($id:ID!$version:Int!$input:ProblemInput!){reportProblem(id:$id version:$version input:$input){id status}}");
