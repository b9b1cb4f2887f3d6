// Written by codegen.ts from certificates.graphql. Do not edit.
import { gql } from '../../lib/gql.ts';
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type CertificateFilter = {
  readonly activeOn?: string | null | undefined;
  readonly certifType?: CertificateType | null | undefined;
  readonly companyId?: string | null | undefined;
  readonly employeeId?: string | null | undefined;
  readonly entryType?: EntryType | null | undefined;
  /** Incapacities that had not ended before this day. */
  readonly from?: string | null | undefined;
  readonly incapacityReason?: IncapacityType | null | undefined;
  /** Words of the employee's name or number. */
  readonly search?: string | null | undefined;
  readonly superiorId?: string | null | undefined;
  /** Incapacities that had begun by this day. */
  readonly to?: string | null | undefined;
};

export type CertificateInput = {
  readonly authorizedExit: boolean;
  readonly certifType: CertificateType;
  readonly doctorName: string;
  /** Compulsory for a medical certificate. */
  readonly documentId?: string | null | undefined;
  readonly employeeId: string;
  readonly endDate: string;
  readonly entryType: EntryType;
  readonly incapacityReason: IncapacityType;
  readonly startDate: string;
  readonly superiorId: string;
};

export type CertificateSort = {
  readonly direction: SortDirection;
  readonly field: CertificateSortField;
};

export type CertificateSortField =
  | 'createdAt'
  | 'employeeLastName'
  | 'endDate'
  | 'startDate';

export type CertificateType =
  | 'FirstCertificate'
  | 'NoCertif'
  | 'Prolongation'
  | 'Relapse'
  | 'Unknown';

export type EntryType =
  | 'ABSENCE_DECLARATION'
  | 'MEDICAL_CERTIFICATE';

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

export type SortDirection =
  | 'asc'
  | 'desc';

export type WorkerLanguage =
  | 'DE'
  | 'EN'
  | 'FR'
  | 'NL';

export type CertificateRowFragment = { readonly id: string, readonly companyId: string, readonly employeeMatricule: string, readonly employeeFirstName: string, readonly employeeLastName: string, readonly startDate: string, readonly endDate: string, readonly incapacityReason: IncapacityType, readonly entryType: EntryType, readonly certifType: CertificateType, readonly isCheckRequestLaunched: boolean, readonly relaunchCheckUrl: string | null, readonly uploadedByProvider: boolean, readonly outsideIncapacityPeriod: boolean, readonly superior: { readonly id: string, readonly superiorFullName: string } | null };

export type CertificatesQueryVariables = Exact<{
  filter?: CertificateFilter | null | undefined;
  sort?: CertificateSort | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type CertificatesQuery = { readonly certificates: { readonly totalCount: number, readonly totalCountCapped: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly companyId: string, readonly employeeMatricule: string, readonly employeeFirstName: string, readonly employeeLastName: string, readonly startDate: string, readonly endDate: string, readonly incapacityReason: IncapacityType, readonly entryType: EntryType, readonly certifType: CertificateType, readonly isCheckRequestLaunched: boolean, readonly relaunchCheckUrl: string | null, readonly uploadedByProvider: boolean, readonly outsideIncapacityPeriod: boolean, readonly superior: { readonly id: string, readonly superiorFullName: string } | null }>, readonly pageInfo: { readonly endCursor: string | null, readonly hasNextPage: boolean } } };

export type CertificateFieldsFragment = { readonly version: number, readonly employeeId: string, readonly employeeLanguage: WorkerLanguage, readonly employeeGender: Gender, readonly employeePhoneNumber: string, readonly employeeAddress: string, readonly employeeCompanyName: string, readonly function: string, readonly authorizedExit: boolean, readonly doctorName: string, readonly superiorId: string | null, readonly createdAt: string, readonly id: string, readonly companyId: string, readonly employeeMatricule: string, readonly employeeFirstName: string, readonly employeeLastName: string, readonly startDate: string, readonly endDate: string, readonly incapacityReason: IncapacityType, readonly entryType: EntryType, readonly certifType: CertificateType, readonly isCheckRequestLaunched: boolean, readonly relaunchCheckUrl: string | null, readonly uploadedByProvider: boolean, readonly outsideIncapacityPeriod: boolean, readonly document: { readonly id: string, readonly fileName: string, readonly mediaType: string, readonly byteSize: number, readonly url: string } | null, readonly superior: { readonly id: string, readonly superiorFullName: string } | null };

export type CertificateQueryVariables = Exact<{
  id: string;
}>;


export type CertificateQuery = { readonly certificate: { readonly version: number, readonly employeeId: string, readonly employeeLanguage: WorkerLanguage, readonly employeeGender: Gender, readonly employeePhoneNumber: string, readonly employeeAddress: string, readonly employeeCompanyName: string, readonly function: string, readonly authorizedExit: boolean, readonly doctorName: string, readonly superiorId: string | null, readonly createdAt: string, readonly id: string, readonly companyId: string, readonly employeeMatricule: string, readonly employeeFirstName: string, readonly employeeLastName: string, readonly startDate: string, readonly endDate: string, readonly incapacityReason: IncapacityType, readonly entryType: EntryType, readonly certifType: CertificateType, readonly isCheckRequestLaunched: boolean, readonly relaunchCheckUrl: string | null, readonly uploadedByProvider: boolean, readonly outsideIncapacityPeriod: boolean, readonly document: { readonly id: string, readonly fileName: string, readonly mediaType: string, readonly byteSize: number, readonly url: string } | null, readonly superior: { readonly id: string, readonly superiorFullName: string } | null } };

export type CertificateEmployeeFragment = { readonly id: string, readonly companyId: string, readonly employeeMatricule: string, readonly employeeFirstName: string, readonly employeeLastName: string, readonly employeeGender: Gender, readonly employeePhoneNumber: string, readonly employeeAddress: string, readonly function: string, readonly superiorId: string | null };

export type CertificateEmployeesQueryVariables = Exact<{
  companyId?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type CertificateEmployeesQuery = { readonly employees: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly companyId: string, readonly employeeMatricule: string, readonly employeeFirstName: string, readonly employeeLastName: string, readonly employeeGender: Gender, readonly employeePhoneNumber: string, readonly employeeAddress: string, readonly function: string, readonly superiorId: string | null }> } };

export type CertificateEmployeeByIdQueryVariables = Exact<{
  id: string;
}>;


export type CertificateEmployeeByIdQuery = { readonly employee: { readonly id: string, readonly companyId: string, readonly employeeMatricule: string, readonly employeeFirstName: string, readonly employeeLastName: string, readonly employeeGender: Gender, readonly employeePhoneNumber: string, readonly employeeAddress: string, readonly function: string, readonly superiorId: string | null } };

export type CertificateSuperiorsQueryVariables = Exact<{
  companyId: string;
}>;


export type CertificateSuperiorsQuery = { readonly superiors: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly superiorFullName: string, readonly email: string }> } };

export type CreateCertificateMutationVariables = Exact<{
  companyId: string;
  input: CertificateInput;
}>;


export type CreateCertificateMutation = { readonly createCertificate: { readonly version: number, readonly employeeId: string, readonly employeeLanguage: WorkerLanguage, readonly employeeGender: Gender, readonly employeePhoneNumber: string, readonly employeeAddress: string, readonly employeeCompanyName: string, readonly function: string, readonly authorizedExit: boolean, readonly doctorName: string, readonly superiorId: string | null, readonly createdAt: string, readonly id: string, readonly companyId: string, readonly employeeMatricule: string, readonly employeeFirstName: string, readonly employeeLastName: string, readonly startDate: string, readonly endDate: string, readonly incapacityReason: IncapacityType, readonly entryType: EntryType, readonly certifType: CertificateType, readonly isCheckRequestLaunched: boolean, readonly relaunchCheckUrl: string | null, readonly uploadedByProvider: boolean, readonly outsideIncapacityPeriod: boolean, readonly document: { readonly id: string, readonly fileName: string, readonly mediaType: string, readonly byteSize: number, readonly url: string } | null, readonly superior: { readonly id: string, readonly superiorFullName: string } | null } };

export type UpdateCertificateMutationVariables = Exact<{
  id: string;
  version: number;
  input: CertificateInput;
}>;


export type UpdateCertificateMutation = { readonly updateCertificate: { readonly version: number, readonly employeeId: string, readonly employeeLanguage: WorkerLanguage, readonly employeeGender: Gender, readonly employeePhoneNumber: string, readonly employeeAddress: string, readonly employeeCompanyName: string, readonly function: string, readonly authorizedExit: boolean, readonly doctorName: string, readonly superiorId: string | null, readonly createdAt: string, readonly id: string, readonly companyId: string, readonly employeeMatricule: string, readonly employeeFirstName: string, readonly employeeLastName: string, readonly startDate: string, readonly endDate: string, readonly incapacityReason: IncapacityType, readonly entryType: EntryType, readonly certifType: CertificateType, readonly isCheckRequestLaunched: boolean, readonly relaunchCheckUrl: string | null, readonly uploadedByProvider: boolean, readonly outsideIncapacityPeriod: boolean, readonly document: { readonly id: string, readonly fileName: string, readonly mediaType: string, readonly byteSize: number, readonly url: string } | null, readonly superior: { readonly id: string, readonly superiorFullName: string } | null } };

export const CertificatesDocument = gql<CertificatesQuery, CertificatesQueryVariables>('Certificates', "query Certificates($filter:CertificateFilter$sort:CertificateSort$first:Int$after:String){certificates(filter:$filter sort:$sort first:$first after:$after){nodes{...CertificateRow}pageInfo{endCursor hasNextPage}totalCount totalCountCapped}}fragment CertificateRow on Certificate{id companyId employeeMatricule employeeFirstName employeeLastName startDate endDate incapacityReason entryType certifType isCheckRequestLaunched relaunchCheckUrl uploadedByProvider outsideIncapacityPeriod superior{id superiorFullName}}");
export const CertificateDocument = gql<CertificateQuery, CertificateQueryVariables>('Certificate', "query Certificate($id:ID!){certificate(id:$id){...CertificateFields}}fragment CertificateFields on Certificate{...CertificateRow version employeeId employeeLanguage employeeGender employeePhoneNumber employeeAddress employeeCompanyName function authorizedExit doctorName superiorId createdAt document{id fileName mediaType byteSize url}}fragment CertificateRow on Certificate{id companyId employeeMatricule employeeFirstName employeeLastName startDate endDate incapacityReason entryType certifType isCheckRequestLaunched relaunchCheckUrl uploadedByProvider outsideIncapacityPeriod superior{id superiorFullName}}");
export const CertificateEmployeesDocument = gql<CertificateEmployeesQuery, CertificateEmployeesQueryVariables>('CertificateEmployees', "query CertificateEmployees($companyId:ID$search:String){employees(filter:{companyId:$companyId search:$search}first:20){nodes{...CertificateEmployee}}}fragment CertificateEmployee on Employee{id companyId employeeMatricule employeeFirstName employeeLastName employeeGender employeePhoneNumber employeeAddress function superiorId}");
export const CertificateEmployeeByIdDocument = gql<CertificateEmployeeByIdQuery, CertificateEmployeeByIdQueryVariables>('CertificateEmployeeById', "query CertificateEmployeeById($id:ID!){employee(id:$id){...CertificateEmployee}}fragment CertificateEmployee on Employee{id companyId employeeMatricule employeeFirstName employeeLastName employeeGender employeePhoneNumber employeeAddress function superiorId}");
export const CertificateSuperiorsDocument = gql<CertificateSuperiorsQuery, CertificateSuperiorsQueryVariables>('CertificateSuperiors', "query CertificateSuperiors($companyId:ID!){superiors(companyId:$companyId first:100){nodes{id superiorFullName email}}}");
export const CreateCertificateDocument = gql<CreateCertificateMutation, CreateCertificateMutationVariables>('CreateCertificate', "mutation CreateCertificate($companyId:ID!$input:CertificateInput!){createCertificate(companyId:$companyId input:$input){...CertificateFields}}fragment CertificateFields on Certificate{...CertificateRow version employeeId employeeLanguage employeeGender employeePhoneNumber employeeAddress employeeCompanyName function authorizedExit doctorName superiorId createdAt document{id fileName mediaType byteSize url}}fragment CertificateRow on Certificate{id companyId employeeMatricule employeeFirstName employeeLastName startDate endDate incapacityReason entryType certifType isCheckRequestLaunched relaunchCheckUrl uploadedByProvider outsideIncapacityPeriod superior{id superiorFullName}}");
export const UpdateCertificateDocument = gql<UpdateCertificateMutation, UpdateCertificateMutationVariables>('UpdateCertificate', "mutation UpdateCertificate($id:ID!$version:Int!$input:CertificateInput!){updateCertificate(id:$id version:$version input:$input){...CertificateFields}}fragment CertificateFields on Certificate{...CertificateRow version employeeId employeeLanguage employeeGender employeePhoneNumber employeeAddress employeeCompanyName function authorizedExit doctorName superiorId createdAt document{id fileName mediaType byteSize url}}fragment CertificateRow on Certificate{id companyId employeeMatricule employeeFirstName employeeLastName startDate endDate incapacityReason entryType certifType isCheckRequestLaunched relaunchCheckUrl uploadedByProvider outsideIncapacityPeriod superior{id superiorFullName}}");
