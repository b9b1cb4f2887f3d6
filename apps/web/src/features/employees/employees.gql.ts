// Written by codegen.ts from employees.graphql. Do not edit.
import { gql } from '../../lib/gql.ts';
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type EmployeeFilter = {
  readonly companyId?: string | null | undefined;
  /** Words of the name or the number; a national register number. */
  readonly search?: string | null | undefined;
  readonly superiorId?: string | null | undefined;
};

export type EmployeeInput = {
  readonly employeeAddress: string;
  readonly employeeFirstName: string;
  readonly employeeGender: Gender;
  readonly employeeLanguage: WorkerLanguage;
  readonly employeeLastName: string;
  readonly employeeMatricule: string;
  readonly employeePhoneNumber: string;
  readonly function: string;
  readonly subEmployee: string;
  /** null: nobody. */
  readonly superiorId?: string | null | undefined;
  /** Left out: stays as it is; empty: removed. */
  readonly workerNISS?: string | null | undefined;
};

export type EmployeeSort = {
  readonly direction: SortDirection;
  readonly field: EmployeeSortField;
};

export type EmployeeSortField =
  | 'employeeLastName'
  | 'employeeMatricule';

export type Gender =
  | 'Female'
  | 'Male'
  | 'Others';

export type SortDirection =
  | 'asc'
  | 'desc';

export type WorkerLanguage =
  | 'DE'
  | 'EN'
  | 'FR'
  | 'NL';

export type EmployeeSuperiorFragment = { readonly id: string, readonly superiorFullName: string, readonly email: string };

export type EmployeeRowFragment = { readonly id: string, readonly employeeMatricule: string, readonly employeeFirstName: string, readonly employeeLastName: string, readonly employeeLanguage: WorkerLanguage, readonly employeePhoneNumber: string, readonly function: string, readonly superior: { readonly id: string, readonly superiorFullName: string, readonly email: string } | null };

export type EmployeeFieldsFragment = { readonly companyId: string, readonly employeeGender: Gender, readonly employeeAddress: string, readonly subEmployee: string, readonly workerNISS: string | null, readonly version: number, readonly id: string, readonly employeeMatricule: string, readonly employeeFirstName: string, readonly employeeLastName: string, readonly employeeLanguage: WorkerLanguage, readonly employeePhoneNumber: string, readonly function: string, readonly superior: { readonly id: string, readonly superiorFullName: string, readonly email: string } | null };

export type EmployeesQueryVariables = Exact<{
  filter?: EmployeeFilter | null | undefined;
  sort?: EmployeeSort | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type EmployeesQuery = { readonly employees: { readonly totalCount: number, readonly totalCountCapped: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly employeeMatricule: string, readonly employeeFirstName: string, readonly employeeLastName: string, readonly employeeLanguage: WorkerLanguage, readonly employeePhoneNumber: string, readonly function: string, readonly superior: { readonly id: string, readonly superiorFullName: string, readonly email: string } | null }>, readonly pageInfo: { readonly endCursor: string | null, readonly hasNextPage: boolean } } };

export type EmployeeQueryVariables = Exact<{
  id: string;
}>;


export type EmployeeQuery = { readonly employee: { readonly companyId: string, readonly employeeGender: Gender, readonly employeeAddress: string, readonly subEmployee: string, readonly workerNISS: string | null, readonly version: number, readonly id: string, readonly employeeMatricule: string, readonly employeeFirstName: string, readonly employeeLastName: string, readonly employeeLanguage: WorkerLanguage, readonly employeePhoneNumber: string, readonly function: string, readonly superior: { readonly id: string, readonly superiorFullName: string, readonly email: string } | null } };

export type EmployeeSuperiorsQueryVariables = Exact<{
  companyId: string;
  search?: string | null | undefined;
}>;


export type EmployeeSuperiorsQuery = { readonly superiors: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly superiorFullName: string, readonly email: string }> } };

export type CreateEmployeeMutationVariables = Exact<{
  companyId: string;
  input: EmployeeInput;
}>;


export type CreateEmployeeMutation = { readonly createEmployee: { readonly companyId: string, readonly employeeGender: Gender, readonly employeeAddress: string, readonly subEmployee: string, readonly workerNISS: string | null, readonly version: number, readonly id: string, readonly employeeMatricule: string, readonly employeeFirstName: string, readonly employeeLastName: string, readonly employeeLanguage: WorkerLanguage, readonly employeePhoneNumber: string, readonly function: string, readonly superior: { readonly id: string, readonly superiorFullName: string, readonly email: string } | null } };

export type UpdateEmployeeMutationVariables = Exact<{
  id: string;
  version: number;
  input: EmployeeInput;
}>;


export type UpdateEmployeeMutation = { readonly updateEmployee: { readonly companyId: string, readonly employeeGender: Gender, readonly employeeAddress: string, readonly subEmployee: string, readonly workerNISS: string | null, readonly version: number, readonly id: string, readonly employeeMatricule: string, readonly employeeFirstName: string, readonly employeeLastName: string, readonly employeeLanguage: WorkerLanguage, readonly employeePhoneNumber: string, readonly function: string, readonly superior: { readonly id: string, readonly superiorFullName: string, readonly email: string } | null } };

export const EmployeesDocument = gql<EmployeesQuery, EmployeesQueryVariables>('Employees', "query Employees($filter:EmployeeFilter$sort:EmployeeSort$first:Int$after:String){employees(filter:$filter sort:$sort first:$first after:$after){nodes{...EmployeeRow}pageInfo{endCursor hasNextPage}totalCount totalCountCapped}}fragment EmployeeRow on Employee{id employeeMatricule employeeFirstName employeeLastName employeeLanguage employeePhoneNumber function superior{...EmployeeSuperior}}fragment EmployeeSuperior on Superior{id superiorFullName email}");
export const EmployeeDocument = gql<EmployeeQuery, EmployeeQueryVariables>('Employee', "query Employee($id:ID!){employee(id:$id){...EmployeeFields}}fragment EmployeeFields on Employee{...EmployeeRow companyId employeeGender employeeAddress subEmployee workerNISS version}fragment EmployeeRow on Employee{id employeeMatricule employeeFirstName employeeLastName employeeLanguage employeePhoneNumber function superior{...EmployeeSuperior}}fragment EmployeeSuperior on Superior{id superiorFullName email}");
export const EmployeeSuperiorsDocument = gql<EmployeeSuperiorsQuery, EmployeeSuperiorsQueryVariables>('EmployeeSuperiors', "query EmployeeSuperiors($companyId:ID!$search:String){superiors(companyId:$companyId search:$search first:20){nodes{...EmployeeSuperior}}}fragment EmployeeSuperior on Superior{id superiorFullName email}");
export const CreateEmployeeDocument = gql<CreateEmployeeMutation, CreateEmployeeMutationVariables>('CreateEmployee', "mutation CreateEmployee($companyId:ID!$input:EmployeeInput!){createEmployee(companyId:$companyId input:$input){...EmployeeFields}}fragment EmployeeFields on Employee{...EmployeeRow companyId employeeGender employeeAddress subEmployee workerNISS version}fragment EmployeeRow on Employee{id employeeMatricule employeeFirstName employeeLastName employeeLanguage employeePhoneNumber function superior{...EmployeeSuperior}}fragment EmployeeSuperior on Superior{id superiorFullName email}");
export const UpdateEmployeeDocument = gql<UpdateEmployeeMutation, UpdateEmployeeMutationVariables>('UpdateEmployee', "mutation UpdateEmployee($id:ID!$version:Int!$input:EmployeeInput!){updateEmployee(id:$id version:$version input:$input){...EmployeeFields}}fragment EmployeeFields on Employee{...EmployeeRow companyId employeeGender employeeAddress subEmployee workerNISS version}fragment EmployeeRow on Employee{id employeeMatricule employeeFirstName employeeLastName employeeLanguage employeePhoneNumber function superior{...EmployeeSuperior}}fragment EmployeeSuperior on Superior{id superiorFullName email}");
