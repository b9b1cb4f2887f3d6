// Written by codegen.ts from order.graphql. Do not edit.
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

export type CheckLocation =
  | 'House'
  | 'Office'
  | 'Telecheck'
  | 'Unknown';

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

export type OrderInput = {
  readonly authorizedExit: boolean;
  readonly certificateId?: string | null | undefined;
  readonly certificateType: CertificateType;
  readonly companyId: string;
  readonly doctorComment: string;
  /** Without certificate: becomes one. */
  readonly documentId?: string | null | undefined;
  /** null: a worker to add. */
  readonly employeeId?: string | null | undefined;
  /** Empty: a worker to add gets the next number. */
  readonly employeeMatricule: string;
  readonly endDate: string;
  readonly incapacityType: IncapacityType;
  readonly locationCheck: CheckLocation;
  /** Mobile number, or empty. */
  readonly phoneNumber: string;
  readonly providerComment: string;
  readonly startDate: string;
  /** null: the employee's. */
  readonly superiorId?: string | null | undefined;
  readonly typeCheck: CheckTiming;
  readonly workerAddress: string;
  readonly workerFirstName: string;
  readonly workerGender: Gender;
  readonly workerLanguage: WorkerLanguage;
  readonly workerLastName: string;
  readonly workerPhoneNumber: string;
};

export type WorkerLanguage =
  | 'DE'
  | 'EN'
  | 'FR'
  | 'NL';

export type OrderEmployeeFragment = { readonly id: string, readonly companyId: string, readonly employeeMatricule: string, readonly employeeFirstName: string, readonly employeeLastName: string, readonly employeeLanguage: WorkerLanguage, readonly employeeGender: Gender, readonly employeePhoneNumber: string, readonly employeeAddress: string, readonly employeeCompanyName: string, readonly function: string, readonly subEmployee: string, readonly superiorId: string | null, readonly superior: { readonly superiorFullName: string, readonly email: string } | null };

export type OrderEmployeesQueryVariables = Exact<{
  companyId?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type OrderEmployeesQuery = { readonly employees: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly companyId: string, readonly employeeMatricule: string, readonly employeeFirstName: string, readonly employeeLastName: string, readonly employeeLanguage: WorkerLanguage, readonly employeeGender: Gender, readonly employeePhoneNumber: string, readonly employeeAddress: string, readonly employeeCompanyName: string, readonly function: string, readonly subEmployee: string, readonly superiorId: string | null, readonly superior: { readonly superiorFullName: string, readonly email: string } | null }> } };

export type OrderEmployeeByIdQueryVariables = Exact<{
  id: string;
}>;


export type OrderEmployeeByIdQuery = { readonly employee: { readonly id: string, readonly companyId: string, readonly employeeMatricule: string, readonly employeeFirstName: string, readonly employeeLastName: string, readonly employeeLanguage: WorkerLanguage, readonly employeeGender: Gender, readonly employeePhoneNumber: string, readonly employeeAddress: string, readonly employeeCompanyName: string, readonly function: string, readonly subEmployee: string, readonly superiorId: string | null, readonly superior: { readonly superiorFullName: string, readonly email: string } | null } };

export type OrderCertificateQueryVariables = Exact<{
  id: string;
}>;


export type OrderCertificateQuery = { readonly certificate: { readonly id: string, readonly companyId: string, readonly employeeId: string, readonly startDate: string, readonly endDate: string, readonly incapacityReason: IncapacityType, readonly certifType: CertificateType, readonly authorizedExit: boolean, readonly superiorId: string | null, readonly isCheckRequestLaunched: boolean, readonly superior: { readonly superiorFullName: string, readonly email: string } | null, readonly document: { readonly id: string, readonly fileName: string, readonly byteSize: number, readonly url: string } | null } };

export type OrderCompanyQueryVariables = Exact<{
  id: string;
}>;


export type OrderCompanyQuery = { readonly company: { readonly id: string, readonly name: string, readonly checkPrice: number } };

export type OrderCompaniesQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type OrderCompaniesQuery = { readonly companies: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly companyNumber: string }> } };

export type OrderSuperiorsQueryVariables = Exact<{
  companyId: string;
  search?: string | null | undefined;
}>;


export type OrderSuperiorsQuery = { readonly superiors: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly superiorFullName: string, readonly email: string }> } };

export type OrderCheckMutationVariables = Exact<{
  input: OrderInput;
  idempotencyKey: string;
}>;


export type OrderCheckMutation = { readonly orderCheck: { readonly id: string, readonly status: CheckStatus, readonly workerFullName: string, readonly checkTiming: CheckTiming, readonly checkLocation: CheckLocation } };

export const OrderEmployeesDocument = gql<OrderEmployeesQuery, OrderEmployeesQueryVariables>('OrderEmployees', "query OrderEmployees($companyId:ID$search:String){employees(filter:{companyId:$companyId search:$search}first:20){nodes{...OrderEmployee}}}fragment OrderEmployee on Employee{id companyId employeeMatricule employeeFirstName employeeLastName employeeLanguage employeeGender employeePhoneNumber employeeAddress employeeCompanyName function subEmployee superiorId superior{superiorFullName email}}");
export const OrderEmployeeByIdDocument = gql<OrderEmployeeByIdQuery, OrderEmployeeByIdQueryVariables>('OrderEmployeeById', "query OrderEmployeeById($id:ID!){employee(id:$id){...OrderEmployee}}fragment OrderEmployee on Employee{id companyId employeeMatricule employeeFirstName employeeLastName employeeLanguage employeeGender employeePhoneNumber employeeAddress employeeCompanyName function subEmployee superiorId superior{superiorFullName email}}");
export const OrderCertificateDocument = gql<OrderCertificateQuery, OrderCertificateQueryVariables>('OrderCertificate', "query OrderCertificate($id:ID!){certificate(id:$id){id companyId employeeId startDate endDate incapacityReason certifType authorizedExit superiorId superior{superiorFullName email}isCheckRequestLaunched document{id fileName byteSize url}}}");
export const OrderCompanyDocument = gql<OrderCompanyQuery, OrderCompanyQueryVariables>('OrderCompany', "query OrderCompany($id:ID!){company(id:$id){id name checkPrice}}");
export const OrderCompaniesDocument = gql<OrderCompaniesQuery, OrderCompaniesQueryVariables>('OrderCompanies', "query OrderCompanies($search:String){companies(search:$search first:20){nodes{id name companyNumber}}}");
export const OrderSuperiorsDocument = gql<OrderSuperiorsQuery, OrderSuperiorsQueryVariables>('OrderSuperiors', "query OrderSuperiors($companyId:ID!$search:String){superiors(companyId:$companyId search:$search first:20){nodes{id superiorFullName email}}}");
export const OrderCheckDocument = gql<OrderCheckMutation, OrderCheckMutationVariables>('OrderCheck', "mutation OrderCheck($input:OrderInput!$idempotencyKey:String!){orderCheck(input:$input idempotencyKey:$idempotencyKey){id status workerFullName checkTiming checkLocation}}");
